"""A run below its header: what was run, what must be said first, and the result by the panel of its kind."""

from __future__ import annotations

import streamlit as st

from dashboard import data
from dashboard.labels import literal, spec_words
from dashboard.panels.run_banner import run_banner
from langeval_core.exporters.run_json import public_spec
from langeval_core.schema.report import StateReport
from langeval_core.schema.run import Run, RunKind, RunState


def run_result(run: Run) -> None:
    """Settings in words and banner, then live progress or the result."""
    where = f"Run {run.id}, kept in {data.store_name()}."
    st.caption(f"{literal(spec_words(public_spec(run.spec)))} {literal(where)}")
    run_banner(run)
    if run.summary.kind is RunKind.BENCHMARK:
        from dashboard.panels.benchmark_panel import benchmark_result_panel

        benchmark_result_panel(run)
    elif run.summary.state is RunState.RUNNING:
        from dashboard.panels.state_progress import state_progress_panel

        state_progress_panel(run.id)
    else:
        _state_result(run)


def _state_result(run: Run) -> None:
    from dashboard.panels.state_run_panel import state_run_panel
    from dashboard.panels.state_totals import state_totals_panel

    if isinstance(run.report, StateReport) and run.report.cases_total > 1:
        state_totals_panel(run.report)
    state_run_panel(run)
