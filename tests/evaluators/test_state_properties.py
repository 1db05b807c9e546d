"""What holds for any states."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import given, settings, strategies as st

from langeval_core.evaluators.state_diff import compare_states
from langeval_core.evaluators.values import equal_values
from langeval_core.schema.comparison import ChangeClass, FieldSet, FieldStatus
from langeval_core.schema.state import InterpretiveFieldState, InterpretiveState, ValueConfidence
from tests.evaluators.state_rows import counts_of

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    | st.sampled_from(["5", "true", "null", "[]", "Oslo", "oslo", "2026-12-18T22:30:00Z", "2026-12-18T23:30:00+01:00"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner),
    max_leaves=4,
)
PATHS = st.sampled_from(["a", "a.b", "a.b.c", "a.10", "a.2", "x.y", "Ä", "x"])
CONFIDENCES = st.sampled_from([-1.0, 0.0, 0.3, 0.1 + 0.2, 0.5, 1.0])
CANDIDATES = st.lists(st.builds(ValueConfidence, value=VALUES, confidence=CONFIDENCES), max_size=2)
FIELDS = st.builds(InterpretiveFieldState, values=CANDIDATES)
STATES = st.dictionaries(PATHS, FIELDS, max_size=4).map(InterpretiveState)
COUNTED = st.sampled_from(FieldSet)
QUICK = settings(max_examples=50, deadline=None)


def has_nan(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(has_nan, value.values()))
    return any(map(has_nan, value)) if isinstance(value, list) else isinstance(value, float) and math.isnan(value)


@QUICK
@given(STATES, STATES, st.none() | STATES, COUNTED)
def test_counts_add_up_to_the_rows_and_the_accuracy_lies_between_0_and_1(
    expected: InterpretiveState, actual: InterpretiveState, pre: InterpretiveState | None, counted: FieldSet
) -> None:
    comparison = compare_states(expected, actual, pre, fields=counted)

    assert sum(counts_of(comparison)) == len(comparison.fields)
    assert 0.0 <= comparison.accuracy_score <= 1.0
    assert comparison.overall_match == all(row.status is FieldStatus.MATCHING for row in comparison.fields)
    assert all((row.cause is not None) == (row.status is FieldStatus.MISMATCHED) for row in comparison.fields)


@QUICK
@given(STATES, COUNTED)
def test_a_state_matches_itself_but_for_nan(state: InterpretiveState, counted: FieldSet) -> None:
    comparison = compare_states(state, state, state, fields=counted)

    for row in comparison.fields:
        nan = row.expected is not None and has_nan(row.expected.value)
        assert row.status is (FieldStatus.MISMATCHED if nan else FieldStatus.MATCHING)
        assert nan or row.change is ChangeClass.KEPT


@QUICK
@given(STATES, STATES, STATES, COUNTED)
def test_comparing_changes_none_of_the_states(
    expected: InterpretiveState, actual: InterpretiveState, pre: InterpretiveState, counted: FieldSet
) -> None:
    before = [state.to_json() for state in (expected, actual, pre)]

    compare_states(expected, actual, pre, fields=counted)

    assert [state.to_json() for state in (expected, actual, pre)] == before


@QUICK
@given(STATES, STATES)
def test_swapping_the_sides_swaps_missing_and_extra(one: InterpretiveState, other: InterpretiveState) -> None:
    matching, mismatched, missing, extra = counts_of(compare_states(one, other))

    assert counts_of(compare_states(other, one)) == (matching, mismatched, extra, missing)


@QUICK
@given(STATES, STATES, STATES)
def test_every_row_has_a_change_and_only_correct_removals_have_no_row(
    expected: InterpretiveState, actual: InterpretiveState, pre: InterpretiveState
) -> None:
    comparison = compare_states(expected, actual, pre)
    rows = {row.path: row.change for row in comparison.fields}

    assert rows == {
        item.path: item.change for item in comparison.changes if item.change is not ChangeClass.REMOVED_CORRECTLY
    }


@QUICK
@given(STATES)
def test_a_state_survives_json(state: InterpretiveState) -> None:
    again = InterpretiveState.from_json(state.to_json())

    assert again.to_json() == state.to_json()
    assert again == state or "NaN" in state.to_json()


@QUICK
@given(VALUES, VALUES)
def test_equality_is_pythons_but_for_nan(one: Any, other: Any) -> None:
    if not (has_nan(one) or has_nan(other)):
        assert equal_values(one, other) == (one == other)
    elif has_nan(one):
        assert not equal_values(one, one)
