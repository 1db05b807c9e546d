"""What can be done to a kept run: rename, export, delete."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from dashboard import data, session
from dashboard.labels import counted_words, headline_words, literal
from langeval_core.errors import LangEvalError
from langeval_core.schema.run import RunSummary

LONGEST_NAME = 200


@st.dialog("Rename run")
def rename_dialog(run: RunSummary) -> None:
    """Ask for another name."""
    with st.form("rename", border=False):
        name = st.text_input("Name", value=run.name, max_chars=LONGEST_NAME, key="new_name")
        if not st.form_submit_button("Rename", type="primary", key="rename_run"):
            return
    name = name.strip()
    if not name:
        st.error("A run needs a name.")
        return
    if _done(lambda: data.rename_run(run.id, name)):
        session.leave_notice(f"Renamed to “{literal(name)}”.")
        st.rerun()


@st.dialog("Delete for good?")
def delete_dialog(runs: Sequence[RunSummary]) -> None:
    """Say what would be lost, then delete on a second click."""
    st.write("This run goes, with all that was kept of it:" if len(runs) == 1 else f"These {len(runs)} runs go:")
    for run in runs[:5]:
        st.markdown(f"- **{literal(run.name)}** · {headline_words(run)} · {counted_words(run)}")
    if len(runs) > 5:
        st.markdown(f"- and {len(runs) - 5} more")
    cases = sum(run.cases_total for run in runs)
    st.write(
        f"Answers, verdicts and transcripts of {cases:,} {'case' if cases == 1 else 'cases'} are lost. "
        "There is no undo: export first what you want to keep."
    )
    cancel, delete = st.columns(2)
    if cancel.button("Keep", width="stretch", key="keep_runs"):
        st.rerun()
    if delete.button("Delete", type="primary", width="stretch", key="delete_runs") and _done(lambda: _delete(runs)):
        session.leave_notice(f"Deleted “{literal(runs[0].name)}”." if len(runs) == 1 else f"Deleted {len(runs)} runs.")
        st.switch_page("app_pages/runs.py")


@st.dialog("Export run")
def export_dialog(run: RunSummary) -> None:
    """Offer the run as files, made when they are asked for."""
    st.markdown(f"**{literal(run.name)}** · {headline_words(run)} · {counted_words(run)}")
    st.download_button(
        "Results as CSV",
        data=lambda: data.run_csv(run.id),
        file_name=f"run-{run.id}.csv",
        mime="text/csv",
        icon=":material/table_view:",
        on_click="ignore",
        width="stretch",
        help="One row a case, safe to open in a spreadsheet.",
    )
    st.download_button(
        "Everything as JSON",
        data=lambda: data.run_json(run.id),
        file_name=f"run-{run.id}.json",
        mime="application/json",
        icon=":material/data_object:",
        on_click="ignore",
        width="stretch",
        help="Settings, report, cases and transcripts.",
    )


def _delete(runs: Sequence[RunSummary]) -> None:
    for run in runs:
        data.delete_run(run.id)


def _done(change: Callable[[], None]) -> bool:
    """Make the change; where the store refuses, say why and give `False`."""
    try:
        change()
    except LangEvalError as error:
        st.error(literal(str(error)))
        return False
    return True
