"""The script that Streamlit runs for every session: the frame round each page."""

from __future__ import annotations

import streamlit as st

from dashboard import session
from dashboard.navigation import ICON, navigate
from dashboard.theme import STYLE, logo

st.set_page_config(page_title="LangEval", page_icon=ICON, layout="wide", initial_sidebar_state=208)
st.html(STYLE)
st.logo(logo(dark=session.is_dark()), size="large")
page = navigate()
if notice := session.take_notice():
    st.toast(notice)
page.run()
