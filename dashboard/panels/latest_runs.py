"""The latest runs, two lines each and a link; a table would first have to import its library."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard import session
from dashboard.labels import RUN_KIND, counted_words, headline_words, literal
from dashboard.tables.run_table import one_line, state_text
from langeval_core.schema.run import RunSummary


def latest_runs_panel(runs: Sequence[RunSummary]) -> None:
    """The runs in the order given; where there are none, what will stand here."""
    st.subheader("Latest runs", anchor=False)
    if not runs:
        st.markdown(
            "Nothing has been run yet. Every run is kept here from its start, also one that is stopped half way."
        )
        return
    with st.container(border=True, gap="small"):
        for run in runs:
            _line(run)
    st.page_link("app_pages/runs.py", label="All runs", icon=":material/arrow_forward:")


def _line(run: RunSummary) -> None:
    name, numbers = st.columns([5, 7], vertical_alignment="center", gap="small")
    with name:
        session.link_to_run(run.id, literal(one_line(run.name)))
    started = f"{run.created_at.astimezone(session.zone()):%Y-%m-%d %H:%M}"
    words = (RUN_KIND[run.kind].text, state_text(run), headline_words(run), counted_words(run), started)
    numbers.caption(" · ".join(words))
