"""The three ways in."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import samples, session


def doors_panel() -> None:
    """State, benchmark, samples: what each is for, and a click that leads there."""
    state, benchmark, sample = (
        column.container(border=True, height="stretch", vertical_alignment="distribute") for column in st.columns(3)
    )
    _door(
        state,
        ":material/difference: Compare two states",
        "Every field of an actual state is matching, mismatched, missing or extra, and each mismatch has its cause.",
    )
    if state.button("State diff", type="primary", width="stretch", key="state_door"):
        st.switch_page("app_pages/state_diff.py")
    _door(
        benchmark,
        ":material/leaderboard: Score a benchmark",
        "One model answers your questions, another judges each answer from 1 to 10, within a budget of tokens.",
    )
    if benchmark.button("Benchmark", type="primary", width="stretch", key="benchmark_door"):
        st.switch_page("app_pages/benchmark.py")
    _door(
        sample,
        ":material/science: Try the samples",
        "Both results on data that came with the program: no key and no network needed.",
    )
    with sample.container(horizontal=True):
        if st.button("State", width="stretch", key="state_sample"):
            session.open_run(samples.state_sample_run())
        if st.button("Benchmark", width="stretch", key="benchmark_sample"):
            session.open_run(samples.benchmark_sample_run())


def _door(where: DeltaGenerator, title: str, text: str) -> None:
    door = where.container(gap="xsmall")
    door.markdown(f"#### {title}")
    door.markdown(text)
