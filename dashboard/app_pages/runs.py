"""Kept runs: find one, open it, rename, export or delete it."""

from __future__ import annotations

import streamlit as st

from dashboard import data
from dashboard.forms.run_filter import run_filter_form
from dashboard.panels.run_list import empty_store_panel, run_list_panel

st.title("Runs")
runs = data.all_runs()
if not runs:
    empty_store_panel()
else:
    wanted = run_filter_form(len(runs))
    run_list_panel([run for run in runs if wanted.passes(run)])
