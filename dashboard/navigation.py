"""The pages and where they stand in the menu.

Their icons are drawn by the style sheet: an icon given to a page would become the browser tab's too, and be fetched
from another machine.
"""

from __future__ import annotations

import streamlit as st
from streamlit.navigation.page import StreamlitPage


def navigate() -> StreamlitPage:
    """Show the menu and give the page that the address asks for."""
    return st.navigation(
        {
            "Evaluate": [
                st.Page("app_pages/home.py", title="Home", default=True),
                st.Page("app_pages/state_diff.py", title="State diff"),
                st.Page("app_pages/benchmark.py", title="Benchmark"),
            ],
            "Explore": [
                st.Page("app_pages/runs.py", title="Runs"),
                st.Page("app_pages/run.py", title="Run", visibility="hidden"),
            ],
        }
    )
