"""What to compare: three states, a name and what counts as a field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import streamlit as st

from dashboard import session
from dashboard.forms.state_input import PASTE, Side, StateReading, state_input
from langeval_core.schema.comparison import FieldSet
from langeval_core.schema.spec import StateSpec
from langeval_core.schema.state import StateCase

_NAME, _CONTAINERS, _COMPARE = "state_name", "state_containers", "state_compare"
_LONGEST_NAME = 200
_BUTTON_PX = 230


class StateRequest(NamedTuple):
    """A comparison to be run."""

    spec: StateSpec
    case: StateCase


class StateForm(NamedTuple):
    """What the form says: `request` once it was sent with all it needs; `needs_examples` when nothing is given yet,
    or something that is no state."""

    request: StateRequest | None
    needs_examples: bool


def state_form() -> StateForm:
    """Show the form. An input that cannot be used says so beside itself; the others stay as they are."""
    sent = session.is_clicked(_COMPARE)
    readings: dict[Side, StateReading] = {}
    inputs = st.grid(3, min_column_width=260)
    for side in Side:
        with inputs.cell():
            readings[side] = state_input(side, missing=sent and side is not Side.PRE)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(
            "Name", key=_NAME, placeholder="State diff", max_chars=_LONGEST_NAME, persist_state="session"
        )
        containers = st.checkbox(
            "Count containers too (fields=all)",
            key=_CONTAINERS,
            persist_state="session",
            help="Also counts the ancestors of nested paths and paths without a value, as LangState does. "
            "Two states that differ only in `registrant.name` then score 0.5 instead of 0.0.",
        )
        # Not a form: its button loses the click when a text outside of it was typed just before.
        st.button("Compare", key=_COMPARE, type="primary", width=_BUTTON_PX, shortcut="Ctrl+Enter")
    request = _request(readings, name, FieldSet.ALL if containers else FieldSet.LEAVES) if sent else None
    given = readings.values()
    return StateForm(request, all(reading.is_empty for reading in given) or any(reading.error for reading in given))


def fill_form(texts: Mapping[Side, str], *, name: str = "", fields: FieldSet = FieldSet.LEAVES) -> None:
    """Put texts into the inputs, empty where there is none, and go back to pasting and detecting."""
    values: dict[str, object] = {_NAME: name, _CONTAINERS: fields is FieldSet.ALL}
    for side in Side:
        values |= {side.text_key: texts.get(side, ""), side.source_key: PASTE, side.format_key: "detect"}
    session.fill(values)


def _request(readings: Mapping[Side, StateReading], name: str, fields: FieldSet) -> StateRequest | None:
    expected, actual, pre = (readings[side].loaded for side in (Side.EXPECTED, Side.ACTUAL, Side.PRE))
    if expected is None or actual is None or readings[Side.PRE].error:
        return None
    files = [reading.file for reading in readings.values() if reading.file]
    name = name.strip() or "State diff"
    return StateRequest(
        StateSpec(name=name, source=", ".join(files) or None, fields=fields),
        StateCase(
            case_id=name,
            pre_state=pre.state if pre else None,
            expected=expected.state,
            actual=actual.state,
            metadata={
                f"{side}_format": reading.loaded.format.value for side, reading in readings.items() if reading.loaded
            },
        ),
    )
