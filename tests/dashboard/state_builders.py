"""State comparisons made by hand, so that the dashboard's tests stand apart from the evaluator."""

from __future__ import annotations

from typing import Any

from langeval_core.schema.comparison import (
    Cause,
    ChangeClass,
    FieldComparison,
    FieldStatus,
    PathChange,
    StateComparison,
)
from langeval_core.schema.state import ValueConfidence


def best(value: Any, confidence: float = 1.0) -> ValueConfidence:
    """A best value."""
    return ValueConfidence(value=value, confidence=confidence)


def compared(*fields: FieldComparison, removed: tuple[str, ...] = ()) -> StateComparison:
    """A comparison of these rows, its counts counted; `removed` are paths that were removed correctly."""
    counts = {status: sum(field.status is status for field in fields) for status in FieldStatus}
    expected = len(fields) - counts[FieldStatus.EXTRA]
    changes = [PathChange(path=field.path, change=field.change) for field in fields if field.change]
    changes += [PathChange(path=path, change=ChangeClass.REMOVED_CORRECTLY) for path in removed]
    return StateComparison(
        fields=list(fields),
        matching_fields=counts[FieldStatus.MATCHING],
        mismatched_fields=counts[FieldStatus.MISMATCHED],
        missing_fields=counts[FieldStatus.MISSING],
        extra_fields=counts[FieldStatus.EXTRA],
        overall_match=counts[FieldStatus.MATCHING] == len(fields),
        accuracy_score=counts[FieldStatus.MATCHING] / expected if expected else 0.0,
        changes=changes,
    )


def matching(path: str, value: Any = "x", change: ChangeClass | None = None) -> FieldComparison:
    """A row that matches."""
    return FieldComparison(
        path=path, status=FieldStatus.MATCHING, expected=best(value), actual=best(value), change=change
    )


def mismatched(
    path: str, expected: Any = "x", actual: Any = "y", cause: Cause = Cause.VALUE, change: ChangeClass | None = None
) -> FieldComparison:
    """A row that does not."""
    return FieldComparison(
        path=path,
        status=FieldStatus.MISMATCHED,
        expected=best(expected),
        actual=best(actual),
        cause=cause,
        change=change,
    )


def missing(path: str, value: Any = "x") -> FieldComparison:
    """A row only expected."""
    return FieldComparison(path=path, status=FieldStatus.MISSING, expected=best(value))


def extra(path: str, value: Any = "x") -> FieldComparison:
    """A row only actual."""
    return FieldComparison(path=path, status=FieldStatus.EXTRA, actual=best(value))
