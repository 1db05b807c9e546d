"""The script that Streamlit runs for every session: the frame round each page."""

from __future__ import annotations

import streamlit as st

from dashboard import session
from dashboard.navigation import navigate
from dashboard.theme import STYLE

st.set_page_config(page_title="LangEval", layout="wide", initial_sidebar_state=208)
st.html(STYLE)
page = navigate()
if notice := session.take_notice():
    st.toast(notice)
page.run()
