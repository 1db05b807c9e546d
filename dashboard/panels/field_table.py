"""The fields of a comparison as a table whose rows can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from dashboard import session
from dashboard.labels import FIELD_STATUS
from dashboard.tables.state_table import common_confidence, fields_table
from dashboard.tables.value_text import confidence_text
from langeval_core.schema.comparison import FieldComparison, StateComparison

KEY = "state_fields"
_ROW_PX, _MOST_ROWS = 35, 12
_CONFIDENCES = ("pre_confidence", "expected_confidence", "actual_confidence")


def field_table(rows: Sequence[FieldComparison], comparison: StateComparison, *, has_pre: bool) -> int | None:
    """Show the rows; give the position of the chosen one. The choice is a path and stands in the address."""
    paths = [row.path for row in rows]
    path = session.field_in_address()
    chosen = paths.index(path) if path in paths else None
    session.mark_row(KEY, chosen)
    common = common_confidence(comparison)
    st.dataframe(
        fields_table(rows),
        key=KEY,
        hide_index=True,
        height=_ROW_PX * (min(len(rows), _MOST_ROWS) + 1) + 3,
        column_order=_columns(rows, has_pre=has_pre, with_confidences=common is None),
        column_config=_config(),
        on_select=lambda: _choose(paths),
        selection_mode=["single-row", "single-cell"],
        alt="Fields with their expected and actual values, status, cause and change",
    )
    if common is not None:
        st.caption(f"Every value has confidence {confidence_text(common).strip()}.")
    return chosen


def _choose(paths: Sequence[str]) -> None:
    position = session.marked_row(KEY)
    session.choose_field(paths[position] if position is not None and position < len(paths) else None)


def _columns(rows: Sequence[FieldComparison], *, has_pre: bool, with_confidences: bool) -> list[str]:
    columns = ["path"]
    sides = ["pre", "expected", "actual"] if has_pre else ["expected", "actual"]
    for side in sides:
        columns += [side, f"{side}_confidence"] if with_confidences else [side]
    columns += ["status", "cause"]
    columns += ["change"] if has_pre else []
    return [*columns, "note"] if any(row.note for row in rows) else columns


def _config() -> dict[str, Any]:
    labels = FIELD_STATUS.values()
    column = st.column_config
    return {
        "path": column.TextColumn("path", pinned=True, width=150),
        "pre": column.TextColumn("pre", width=100),
        "expected": column.TextColumn("expected", width=140),
        "actual": column.TextColumn("actual", width=140),
        **{
            name: column.TextColumn("conf.", width=54, help=f"Confidence of the {name.partition('_')[0]} best value")
            for name in _CONFIDENCES
        },
        "status": column.MultiselectColumn(
            "status",
            options=[label.text for label in labels],
            color=[label.colour for label in labels],
            width=118,
        ),
        "cause": column.TextColumn("cause", width=84, help="Why the field is mismatched"),
        "change": column.TextColumn("change", width=134, help="What became of the field since the pre-state"),
        "note": column.TextColumn("note", width=200),
    }
