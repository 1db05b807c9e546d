"""Compare an expected with an actual state; the result is kept as a run."""

from __future__ import annotations

import streamlit as st

from dashboard import data, session
from dashboard.forms.state_examples import state_examples
from dashboard.forms.state_fill import fill_buttons, fill_from_address
from dashboard.forms.state_form import state_form

st.title("State diff", anchor=False)
st.markdown(
    "Compare what a state should be with what it came out as, field by field. "
    "The result is kept: its address can be shared and opened again."
)
fill_from_address()
fill_buttons()
form = state_form()
if form.request:
    session.open_run(data.run_states(form.request.spec, [form.request.case]))
if form.needs_examples:
    state_examples()
