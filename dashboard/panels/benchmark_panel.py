"""The result of a benchmark run: verdict first, then what stands behind it, a tab each."""

from __future__ import annotations

import streamlit as st

from dashboard import session
from dashboard.charts.canvas import CHART_CONFIG
from dashboard.labels import literal
from dashboard.panels.case_detail import case_detail_panel
from dashboard.panels.case_list import case_list_panel
from dashboard.panels.live_panel import live_panel
from dashboard.panels.outcome_legend import outcome_legend
from dashboard.panels.score_panel import overview_panel, tag_panel
from dashboard.panels.timing_panel import timing_panel
from dashboard.tables.benchmark_verdict import duration, milliseconds, verdict
from langeval_core.schema.report import EvalReport
from langeval_core.schema.run import Run, RunState

TABS = ("Overview", "Cases", "Tags", "Latency")


def benchmark_result_panel(run: Run) -> None:
    """The run as it stands: live while it goes on, one case where the address names one, else the whole result."""
    report = run.report
    if not isinstance(report, EvalReport):
        raise TypeError("this panel is for benchmark runs")
    if run.summary.state is RunState.RUNNING:
        live_panel(run)
        return
    number = session.case_in_address()
    if number is not None:
        result = next((case for case in report.cases if case.case_index == number - 1), None)
        if result is not None:
            case_detail_panel(run.id, report, result)
            return
        st.info(f"This run has no case {number:,}; it has {report.cases_total:,}.", icon=":material/info:")
    _summary(report)
    _tabs(run.id, report)


def _summary(report: EvalReport) -> None:
    headline, detail = verdict(report)
    st.subheader(literal(headline), anchor=False)
    if detail:
        st.markdown(literal(detail))
    _figures(report)
    from dashboard.charts.outcome_bar import outcome_bar

    st.plotly_chart(outcome_bar(report.outcomes), key="outcome_bar", config=CHART_CONFIG, alt="Cases by outcome.")
    st.html(outcome_legend(report.outcomes))


def _figures(report: EvalReport) -> None:
    """The numbers that are looked for first, as many in a line as the page has room for."""
    with st.container(horizontal=True, gap="medium"):
        mean = "none" if report.mean_score is None else f"{report.mean_score:.2f}"
        _figure("Mean score", mean, "Over the scored cases only; a failure is never a score.")
        _figure("Scored", f"{report.cases_scored:,} of {report.cases_total:,}", "The denominator of the mean.")
        _figure("Judge tokens", f"{report.total_tokens:,} of {report.budget_tokens:,}", _budget_help(report))
        _figure("Judge p50 / p95", _percentiles(report), _percentile_help(report))
        _figure("Duration", duration(report.duration_s), "Wall time of the run.")


def _figure(label: str, value: str, explained: str) -> None:
    st.metric(label, value, help=explained, width="content")


def _tabs(run_id: str, report: EvalReport) -> None:
    overview, cases, tags, latency = st.tabs(TABS, key="view", on_change="rerun", bind="query-params")
    if overview.open:
        with overview:
            overview_panel(report)
    if cases.open:
        with cases:
            case_list_panel(run_id, report)
    if tags.open:
        with tags:
            tag_panel(report)
    if latency.open:
        with latency:
            timing_panel(report)


def _budget_help(report: EvalReport) -> str:
    over = f"; over it by {report.tokens_over_budget:,}" if report.tokens_over_budget else ""
    return f"Used, of the budget{over}. The subject's {report.subject_tokens:,} are not in it."


def _percentiles(report: EvalReport) -> str:
    if not report.latencies_counted:
        return "–"
    return f"{milliseconds(report.p50_latency_ms)} / {milliseconds(report.p95_latency_ms)}"


def _percentile_help(report: EvalReport) -> str:
    counted = f"{report.latencies_counted:,} scored cases whose judge was called"
    return f"Latency by nearest rank, over the {counted}; replayed answers are left out."
