"""The frame round a run's result: what was run, where it stands, what can be done with it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dashboard import data, session
from dashboard.labels import RUN_KIND, literal, spec_words
from dashboard.panels.run_banner import run_banner
from dashboard.panels.run_dialogs import delete_dialog, export_dialog, rename_dialog
from dashboard.panels.state_progress import state_progress_panel
from dashboard.panels.state_totals import state_totals_panel
from dashboard.tables.run_table import one_line, state_text
from langeval_core.exporters.run_json import public_spec
from langeval_core.schema.report import StateReport
from langeval_core.schema.run import Run, RunKind, RunState, RunSummary

_ACTIONS: dict[str, Callable[[RunSummary], None]] = {
    ":material/edit: Rename": rename_dialog,
    ":material/download: Export": export_dialog,
    ":material/delete: Delete": lambda run: delete_dialog([run]),
}


def run_frame(run: Run) -> None:
    """Header and banner, then the result by the panel of the run's kind."""
    _header(run)
    run_banner(run)
    if run.summary.kind is RunKind.BENCHMARK:
        from dashboard.panels.benchmark_panel import benchmark_result_panel

        benchmark_result_panel(run)
    elif run.summary.state is RunState.RUNNING:
        state_progress_panel(run.id)
    else:
        from dashboard.panels.state_run_panel import state_run_panel

        if isinstance(run.report, StateReport) and run.report.cases_total > 1:
            state_totals_panel(run.report)
        state_run_panel(run)


def _header(run: Run) -> None:
    summary = run.summary
    st.page_link("app_pages/runs.py", label="Runs", icon=":material/arrow_back:")
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", wrap=False):
        st.title(literal(one_line(summary.name)), anchor=False)
        action = st.menu_button("Actions", list(_ACTIONS), key="run_actions", icon=":material/more_horiz:")
    if action:
        _ACTIONS[action](summary)
    started = summary.created_at.astimezone(session.zone())
    st.markdown(f"{RUN_KIND[summary.kind].text} · {state_text(summary)} · started {started:%Y-%m-%d %H:%M}")
    where = f"Run {run.id}, kept in {data.store_name()}."
    st.caption(f"{literal(spec_words(public_spec(run.spec)))} {literal(where)}")
