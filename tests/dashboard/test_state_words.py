"""Reasons in sentences, and states as text that can be read again."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from dashboard.tables.state_reason import change_reason, status_reason
from dashboard.tables.state_text import state_text
from langeval_core.importers.states import StateFormat, load_state
from langeval_core.schema.comparison import Cause, ChangeClass, FieldComparison, FieldStatus
from langeval_core.schema.state import Inference, InterpretiveFieldState, InterpretiveState, ValueConfidence
from tests.dashboard.state_builders import best, extra, matching, mismatched, missing


def test_a_confidence_that_differs_is_told_with_all_its_digits() -> None:
    field = FieldComparison(
        path="a",
        status=FieldStatus.MISMATCHED,
        expected=best("x", 0.3),
        actual=best("x", 0.1 + 0.2),
        cause=Cause.CONFIDENCE,
    )
    assert status_reason(field, None) == (
        "The values are equal. Confidence 0.30 was expected and is 0.30000000000000004; no tolerance is given."
    )


def test_a_type_that_differs_is_told_with_both_types() -> None:
    reason = status_reason(mismatched("a", 42, "42", Cause.TYPE), None)
    assert reason.startswith('Expected is the integer 42, actual the text "42"')


def test_a_rank_is_told_by_its_place_among_the_candidates() -> None:
    actual = InterpretiveFieldState(values=[best("right", 0.4), best("wrong", 0.9), best("other", 0.5)])
    reason = status_reason(mismatched("a", "right", "wrong", Cause.RANK), actual)
    assert reason.startswith("The expected value is candidate 3 of 3.")


@pytest.mark.parametrize("cause", list(Cause))
def test_every_cause_has_its_reason(cause: Cause) -> None:
    assert status_reason(mismatched("a", cause=cause), None).endswith(".")


@pytest.mark.parametrize("change", list(ChangeClass))
def test_every_change_class_has_its_reason(change: ChangeClass) -> None:
    assert change_reason(matching("a", change=change))


def test_rows_that_are_no_mismatch_have_a_reason_too() -> None:
    reasons = {status_reason(field, None) for field in (matching("a"), missing("b"), extra("c"))}
    assert len(reasons) == 3


def test_a_state_of_single_values_is_written_in_the_short_form() -> None:
    state = InterpretiveState({"a.b": InterpretiveFieldState(values=[best(1, 0.5)])})
    assert load_state(state_text(state)).format is StateFormat.SHORT


def test_a_state_with_more_to_it_is_written_in_the_flat_form() -> None:
    field = InterpretiveFieldState(inference=Inference(content="said so"), values=[best(1, 0.5), best(None, -1.0)])
    state = InterpretiveState({"a": field, "b": InterpretiveFieldState(values=[best("x")])})
    assert load_state(state_text(state)).state == state


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(st.characters(codec="utf-8"), max_size=5),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), children),
    max_leaves=5,
)
_FIELDS = st.lists(st.builds(ValueConfidence, value=_VALUES, confidence=st.floats(-1, 1)), min_size=1, max_size=3).map(
    lambda values: InterpretiveFieldState(values=values)
)


@given(st.dictionaries(st.text(st.characters(codec="utf-8"), min_size=1, max_size=8), _FIELDS, max_size=4))
def test_what_is_written_is_read_again_unchanged(fields: dict[str, InterpretiveFieldState]) -> None:
    state = InterpretiveState(fields)
    assert load_state(state_text(state)).state == state
