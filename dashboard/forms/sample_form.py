"""The way in for those who have nothing at hand."""

from __future__ import annotations

import streamlit as st

from dashboard import samples


def sample_form() -> bool:
    """What the sample is, a button that runs it, and the file itself; whether the button was clicked."""
    with st.container(border=True, horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(
            "**New here?** The sample runs 36 recorded cases: no key, no network. Its budget ends before its cases do.",
            width="stretch",
        )
        with st.container(horizontal=True, width="content"):
            st.download_button(
                "Sample file",
                samples.benchmark_sample_file,
                "hotel_concierge.toml",
                "application/toml",
                icon=":material/download:",
                on_click="ignore",
                type="tertiary",
            )
            return st.button("Run the sample", icon=":material/science:", key="run_sample")
