"""What can be done here, three ways in, and the latest runs."""

from __future__ import annotations

import streamlit as st

from dashboard import data
from dashboard.panels.doors import doors_panel
from dashboard.panels.latest_runs import latest_runs_panel

st.title("LangEval", anchor=False)
st.markdown("See what a language model got right: compare states field by field, or let a judge score answers.")
doors_panel()
latest_runs_panel(data.recent_runs(8))
