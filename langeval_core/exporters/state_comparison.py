"""A state comparison to CSV (one row a path) or JSON."""

from __future__ import annotations

import json
from typing import Any

from langeval_core.exporters.csv_bytes import Cell, safe_row, to_csv
from langeval_core.schema.comparison import FieldComparison, StateComparison
from langeval_core.schema.state import ValueConfidence

_LARGEST_EXACT = 2**53
_COLUMNS = (
    "path",
    "status",
    "cause",
    "change",
    "pre",
    "pre_confidence",
    "expected",
    "expected_confidence",
    "actual",
    "actual_confidence",
    "rule",
    "note",
)


def comparison_csv(comparison: StateComparison) -> bytes:
    """One row a path, values as JSON text: an absent side is an empty cell, a value of null is `null`."""
    return to_csv(_COLUMNS, (safe_row(_row(field)) for field in comparison.fields))


def comparison_document(comparison: StateComparison) -> dict[str, Any]:
    """The comparison as JSON types, its own field names at the top level, and `nothing_expected`."""
    document = comparison.model_dump(mode="json")
    rows = {name: document.pop(name) for name in ("fields", "changes")}
    return {**document, "nothing_expected": comparison.nothing_expected, **rows}


def comparison_json(comparison: StateComparison) -> bytes:
    """`comparison_document` as JSON in UTF-8. Numbers that JSON does not have are written as null."""
    return json.dumps(comparison_document(comparison), indent=1).encode()


def _row(field: FieldComparison) -> list[Cell]:
    return [
        field.path,
        field.status.value,
        field.cause.value if field.cause else None,
        field.change.value if field.change else None,
        *_value_cells(field.pre),
        *_value_cells(field.expected),
        *_value_cells(field.actual),
        field.rule,
        field.note,
    ]


def _value_cells(candidate: ValueConfidence | None) -> list[Cell]:
    """The value (a number that a spreadsheet keeps exactly, else JSON text) and its confidence."""
    if candidate is None:
        return [None, None]
    value = candidate.value
    exact = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _LARGEST_EXACT
    return [value if exact else json.dumps(value, ensure_ascii=False), candidate.confidence]
