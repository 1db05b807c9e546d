"""Two structures as the list of places where they differ."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard.colours import BLUE, ORANGE, PURPLE, VERMILLION
from dashboard.labels import Label
from dashboard.panels.html_text import FRAME, MONO, QUIET, SCROLL, badge, escaped
from dashboard.tables.structure_diff import Change, StructureChange, diff_structures
from dashboard.tables.value_text import CELL_LIMIT, value_text

_CHANGE: dict[Change, Label] = {
    Change.REMOVED: Label("only expected", "−", ORANGE, "Expected has it, actual does not."),
    Change.ADDED: Label("only actual", "+", BLUE, "Actual has it, expected does not."),
    Change.CHANGED: Label("changed", "≠", VERMILLION, "Both have it, with other values."),
    Change.RETYPED: Label("other type", "~", PURPLE, "Equal values of another JSON type."),
}
_ROW = f"display:flex;gap:0.6rem;align-items:flex-start;padding:0.3rem 0.6rem;{MONO}"
_SHOWN = 200
"""So many places are listed at most; beyond that the values themselves say more."""


def structure_diff_panel(expected: Any, actual: Any) -> None:
    """The places that differ, each with its sign, its path and both values."""
    changes = diff_structures(expected, actual)
    title = (
        f"Structure, expected → actual: {len(changes):,} {'place differs' if len(changes) == 1 else 'places differ'}"
    )
    rows = "".join(_row(change) for change in changes[:_SHOWN])
    more = f"<div style='{_ROW}'>and {len(changes) - _SHOWN:,} more</div>" if len(changes) > _SHOWN else ""
    st.html(
        f'<div style="{QUIET}font-size:0.85rem;margin-bottom:0.3rem;">{title}</div>'
        f'<div style="{FRAME}{SCROLL}padding:0.3rem 0;">{rows}{more}</div>'
    )


def _row(change: StructureChange) -> str:
    label = _CHANGE[change.change]
    return (
        f'<div style="{_ROW}" title="{label.help}">{badge(label)}<div style="overflow-wrap:anywhere;">'
        f"<b>{escaped(change.path)}</b> <span style='{QUIET}'>{label.word}</span><br>{_values(change)}</div></div>"
    )


def _values(change: StructureChange) -> str:
    expected, actual = (escaped(value_text(value, CELL_LIMIT)) for value in (change.expected, change.actual))
    match change.change:
        case Change.REMOVED:
            return f"<del>{expected}</del>"
        case Change.ADDED:
            return f"<ins>{actual}</ins>"
        case _:
            return f"{expected} → {actual}"
