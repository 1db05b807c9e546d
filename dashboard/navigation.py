"""The pages and where they stand in the menu."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

ICON = Path(__file__).parent / "static" / "icon.svg"


def navigate() -> StreamlitPage:
    """Show the menu and give the page that the address asks for."""
    return st.navigation(
        {
            "Evaluate": [
                st.Page("app_pages/home.py", title="Home", icon=":material/home:", default=True),
                st.Page("app_pages/state_diff.py", title="State diff", icon=":material/difference:"),
                st.Page("app_pages/benchmark.py", title="Benchmark", icon=":material/leaderboard:"),
            ],
            "Explore": [
                st.Page("app_pages/runs.py", title="Runs", icon=":material/history:"),
                st.Page("app_pages/run.py", title="Run", visibility="hidden"),
            ],
        }
    )
