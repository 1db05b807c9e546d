"""The latest runs in a few lines, each a link."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import session
from dashboard.labels import RUN_KIND, counted_words, headline_words, literal
from dashboard.tables.run_table import one_line, state_text
from langeval_core.schema.run import RunSummary

_COLUMNS = [4, 2, 2, 2, 3, 2]


def latest_runs_panel(runs: Sequence[RunSummary]) -> None:
    """One line a run, newest first; where there are none, what will stand here."""
    st.subheader("Latest runs", anchor=False)
    if not runs:
        st.markdown(
            "Nothing has been run yet. Every run is kept here as soon as it starts, also if it is stopped half way."
        )
        return
    with st.container(border=True, gap="xxsmall"):
        for run in runs:
            _line(run)
    st.page_link("app_pages/runs.py", label="All runs", icon=":material/arrow_forward:")


def _line(run: RunSummary) -> None:
    name, kind, state, result, counted, started = st.columns(_COLUMNS, vertical_alignment="center")
    with name:
        session.link_to_run(run.id, literal(one_line(run.name)))
    kind.markdown(RUN_KIND[run.kind].text)
    state.markdown(state_text(run))
    result.markdown(headline_words(run))
    counted.markdown(counted_words(run))
    started.markdown(f"{run.created_at.astimezone(session.zone()):%Y-%m-%d %H:%M}")
