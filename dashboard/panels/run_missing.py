"""What the run page shows when there is no run to show."""

from __future__ import annotations

import streamlit as st

from dashboard.labels import literal
from langeval_core.errors import RunNotFoundError


def unknown_run_panel(error: RunNotFoundError) -> None:
    """Say that the address names no run that is kept here, and lead back."""
    st.title("Run not found")
    st.warning(literal(str(error)), icon=":material/search_off:")
    _way_back()


def no_run_panel() -> None:
    """Say that the address names no run at all, and lead back."""
    st.title("Run")
    st.info("This page shows one run, and its address names none.", icon=":material/info:")
    _way_back()


def _way_back() -> None:
    st.page_link("app_pages/runs.py", label="All runs", icon=":material/arrow_back:")
