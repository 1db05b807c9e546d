"""Fill the state form: from the sample, from a kept run, or with nothing."""

from __future__ import annotations

from importlib.resources import files

import streamlit as st

from dashboard import data, session
from dashboard.forms.state_form import fill_form
from dashboard.forms.state_input import Side
from dashboard.labels import literal
from dashboard.tables.state_text import state_text
from langeval_core.errors import RunNotFoundError
from langeval_core.schema.spec import StateSpec
from langeval_core.schema.state import StateCase

_FILLED = "state_filled_from"


def fill_from_address() -> None:
    """Fill in the states of the run in `?from=…`, once for each tab, so that edits stay."""
    run_id = session.origin_in_address()
    if run_id is None or not session.is_new(_FILLED, run_id):
        return
    try:
        spec, case = data.load_run(run_id).spec, data.load_case(run_id, 0)
    except RunNotFoundError as error:
        st.warning(literal(str(error)), icon=":material/search_off:")
        return
    if not isinstance(spec, StateSpec) or not isinstance(case, StateCase):
        st.warning("That run is not a state comparison, so there are no states to fill in.", icon=":material/info:")
        return
    states = {Side.PRE: case.pre_state, Side.EXPECTED: case.expected, Side.ACTUAL: case.actual}
    fill_form(
        {side: state_text(state) for side, state in states.items() if state is not None},
        name=spec.name,
        fields=spec.fields,
    )


def fill_buttons() -> None:
    """The sample with one click, and a clean slate."""
    with st.container(horizontal=True):
        st.button(
            "Fill in the sample",
            icon=":material/science:",
            on_click=_fill_sample,
            help="A hotel booking in three states that shows every status.",
        )
        st.button("Clear", icon=":material/backspace:", on_click=fill_form, args=({},), type="tertiary")


def _fill_sample() -> None:
    folder = files("sample_data").joinpath("states")
    texts = {side: folder.joinpath(f"{side}.json").read_text(encoding="utf-8") for side in Side}
    fill_form(texts, name="Hotel booking (sample)")
