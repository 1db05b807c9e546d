"""How long the calls took."""

from __future__ import annotations

import streamlit as st

from dashboard.charts.canvas import CHART_CONFIG
from langeval_core.schema.report import EvalReport


def timing_panel(report: EvalReport) -> None:
    """A histogram for judge and subject, or why there is none."""
    from dashboard.charts.latency_chart import called_latencies, latency_chart

    figure = latency_chart(report)
    if figure is None:
        st.info(_nothing_measured(report), icon=":material/timer_off:")
        return
    st.plotly_chart(figure, key="latency_chart", config=CHART_CONFIG, alt="Latency of judge and subject calls.")
    silent = [role.role for role in called_latencies(report) if not role.values]
    st.caption(
        "p50 and p95 by nearest rank: the judge's over scored cases, the last attempt of each. "
        + (f"No calls were made to the {silent[0]}: its answers were replayed. " if silent else "")
        + "Replayed answers are left out."
    )


def _nothing_measured(report: EvalReport) -> str:
    if any(call and call.replayed for case in report.cases for call in (case.judge_call, case.subject_call)):
        return "All answers were replayed from recordings. No call was made, so there is no latency to show."
    return "No call came back with an answer, so there is no latency to show."
