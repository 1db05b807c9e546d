"""Which runs to show; kept in the address, so that a filtered list can be shared."""

from __future__ import annotations

import streamlit as st

from dashboard.tables.run_table import RunFilter
from langeval_core.schema.run import RunKind, RunState


def run_filter_form(total: int) -> RunFilter:
    """Three filters side by side; each takes effect at once."""
    text, kind, state = st.columns([2, 1, 2], vertical_alignment="bottom")
    wanted = text.text_input(
        "Search",
        placeholder=f"Name or id among {total:,}",
        key="text",
        bind="query-params",
        icon=":material/search:",
        max_chars=200,
    )
    kinds = kind.multiselect("Kind", list(RunKind), key="kind", bind="query-params", placeholder="All")
    states = state.multiselect("State", list(RunState), key="state", bind="query-params", placeholder="All")
    return RunFilter(frozenset(map(RunKind, kinds)), frozenset(map(RunState, states)), wanted)
