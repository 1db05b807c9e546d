"""Everything that is known of one field."""

from __future__ import annotations

import streamlit as st

from dashboard.labels import CAUSE, CHANGE, FIELD_STATUS
from dashboard.panels.candidates_panel import candidates_panel
from dashboard.panels.html_text import MONO, QUIET, badge, escaped
from dashboard.panels.structure_diff_panel import structure_diff_panel
from dashboard.panels.text_diff_panel import text_diff_panel
from dashboard.tables.state_reason import change_reason, status_reason
from langeval_core.schema.comparison import FieldComparison, FieldStatus
from langeval_core.schema.state import InterpretiveFieldState, InterpretiveState, StateCase

_TITLE = f"{MONO}font-size:1.05rem;font-weight:600;overflow-wrap:anywhere;"


def field_detail(field: FieldComparison, case: StateCase) -> None:
    """Status with its reasons, what differs within the value, and all candidates of the three states."""
    _head(field, case.actual.get_field(field.path) if case.actual else None)
    _difference(field)
    states: dict[str, InterpretiveState | None] = {"Pre": case.pre_state} if case.pre_state is not None else {}
    states |= {"Expected": case.expected, "Actual": case.actual}
    candidates_panel({title: state.get_field(field.path) if state else None for title, state in states.items()})


def _head(field: FieldComparison, actual: InterpretiveFieldState | None) -> None:
    label = FIELD_STATUS[field.status]
    lines = [("status", label.word, status_reason(field, actual))]
    if field.cause:
        lines[0] = ("status", label.word, "")
        lines.append(("cause", field.cause.value, f"{CAUSE[field.cause]}. {status_reason(field, actual)}"))
    if field.change and (reason := change_reason(field)):
        lines.append(("change", CHANGE[field.change], reason))
    lines.append(("rule", field.rule, "decided this row"))
    if field.note:
        lines.append(("note", field.note, ""))
    rows = "".join(
        f'<div style="display:flex;gap:0.75rem;"><span style="{QUIET}width:4rem;flex:none;">{name}</span>'
        f'<span style="overflow-wrap:anywhere;"><b style="font-weight:600;">{escaped(word)}</b>'
        f"{' · ' if why else ''}{escaped(why)}</span></div>"
        for name, word, why in lines
    )
    st.html(
        f'<div style="display:flex;align-items:center;gap:0.6rem;margin-bottom:0.5rem;">{badge(label)}'
        f'<span style="{_TITLE}">{escaped(field.path)}</span></div>'
        f'<div style="font-size:0.9rem;line-height:1.65;">{rows}</div>'
    )


def _difference(field: FieldComparison) -> None:
    if field.expected is None or field.actual is None:
        return
    expected, actual = field.expected.value, field.actual.value
    if field.status is FieldStatus.MATCHING and not field.note:
        return
    if isinstance(expected, str) and isinstance(actual, str) and expected != actual:
        text_diff_panel(expected, actual)
    elif isinstance(expected, dict | list) and isinstance(actual, dict | list):
        structure_diff_panel(expected, actual)
