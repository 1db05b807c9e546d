"""States and rows for the tests of the comparison, written short."""

from __future__ import annotations

from typing import Any

from langeval_core.schema.comparison import FieldComparison, StateComparison
from langeval_core.schema.state import InterpretiveState, ValueConfidence


def state_of(fields: dict[str, list[tuple[Any, float]]]) -> InterpretiveState:
    """A state from path -> candidates (value, confidence), in the order added."""
    state = InterpretiveState()
    for path, candidates in fields.items():
        for value, confidence in candidates:
            state.add_value(path, ValueConfidence(value=value, confidence=confidence))
    return state


def held(**values: Any) -> InterpretiveState:
    """A state of one-segment paths, each with one value at confidence 0.9."""
    return state_of({path: [(value, 0.9)] for path, value in values.items()})


def counts_of(comparison: StateComparison) -> tuple[int, int, int, int]:
    """Matching, mismatched, missing, extra."""
    return (
        comparison.matching_fields,
        comparison.mismatched_fields,
        comparison.missing_fields,
        comparison.extra_fields,
    )


def only_row(comparison: StateComparison) -> FieldComparison:
    """The row of a comparison that has one."""
    assert len(comparison.fields) == 1
    return comparison.fields[0]
