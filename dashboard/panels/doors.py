"""The three ways in."""

from __future__ import annotations

import streamlit as st


def doors_panel() -> None:
    """State, benchmark, samples: what each is for, and a click that leads there."""
    state, benchmark, sample = st.columns(3, border=True)
    with state:
        _door(
            ":material/difference:",
            "Compare two states",
            "Give an expected and an actual state. Every field is matching, mismatched, missing or extra, with its cause.",
        )
        if st.button("Compare states", type="primary", width="stretch"):
            st.switch_page("app_pages/state_diff.py")
    with benchmark:
        _door(
            ":material/leaderboard:",
            "Score a benchmark",
            "A model answers your questions, another judges each answer from 1 to 10, within a budget of tokens.",
        )
        if st.button("Set up a benchmark", type="primary", width="stretch"):
            st.switch_page("app_pages/benchmark.py")
    with sample:
        _door(
            ":material/science:",
            "Try the samples",
            "See both results on data that came with the program. No key and no network needed.",
        )


def _door(icon: str, title: str, text: str) -> None:
    st.markdown(f"#### {icon} {title}")
    st.markdown(text)
