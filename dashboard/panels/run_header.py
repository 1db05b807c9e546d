"""What stands above a run's result: its name, where it stands, its one number, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dashboard import session
from dashboard.labels import RUN_KIND, counted_words, headline_words, literal
from dashboard.panels.run_dialogs import delete_dialog, export_dialog, rename_dialog
from dashboard.tables.run_table import one_line, state_text
from langeval_core.schema.run import RunSummary

_ACTIONS: dict[str, Callable[[RunSummary], None]] = {
    ":material/edit: Rename": rename_dialog,
    ":material/download: Export": export_dialog,
    ":material/delete: Delete": lambda run: delete_dialog([run]),
}


def run_header(run: RunSummary) -> None:
    """Shown from the summary alone, so that a long run's page does not begin with waiting."""
    st.page_link("app_pages/runs.py", label="Runs", icon=":material/arrow_back:")
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", wrap=False):
        st.title(literal(one_line(run.name)), anchor=False)
        action = st.menu_button("Actions", list(_ACTIONS), key="run_actions", icon=":material/more_horiz:")
    if action:
        _ACTIONS[action](run)
    started = f"started {run.created_at.astimezone(session.zone()):%Y-%m-%d %H:%M}"
    st.markdown(
        " · ".join((RUN_KIND[run.kind].text, state_text(run), headline_words(run), counted_words(run), started))
    )
