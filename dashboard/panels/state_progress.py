"""A state run while it goes on, from what its process has written so far."""

from __future__ import annotations

import streamlit as st

from dashboard import data
from langeval_core.schema.run import RunState

_EVERY_S = 1.0


@st.fragment(run_every=_EVERY_S)
def state_progress_panel(run_id: str) -> None:
    """How many cases are done, asked for once a second; the result once it has ended."""
    summary = data.load_summary(run_id)
    if summary.state is not RunState.RUNNING:
        st.rerun()
    share = summary.cases_done / summary.cases_total if summary.cases_total else 0.0
    st.progress(min(share, 1.0), text=f"{summary.cases_done:,} of {summary.cases_total:,} cases compared")
    st.caption("This run goes on in another process. What it has compared is kept, also if it is stopped.")
