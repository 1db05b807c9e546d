"""What can be done here, three ways in, and the latest runs."""

from __future__ import annotations

import streamlit as st

from dashboard import data
from dashboard.panels.doors import doors_panel
from dashboard.panels.latest_runs import latest_runs_panel

st.title("What did the model get right?", anchor=False)
st.markdown(
    "Compare states field by field, or let a judge score answers. Every run is kept, and every number can be traced."
)
doors_panel()
latest_runs_panel(data.recent_runs(8))
