"""The cause of a mismatch: each of them, their order, and what must not be taken for one."""

from __future__ import annotations

from typing import Any

import pytest

from langeval_core.evaluators.state_diff import compare_states
from langeval_core.schema.comparison import Cause
from tests.evaluators.state_rows import held, only_row, state_of

HUGE = 10**400


@pytest.mark.parametrize(
    ("expected", "actual", "cause"),
    [
        ("5", 5, "type"),
        (5, "5", "type"),
        (True, "true", "type"),
        ("true", True, "type"),
        ("null", None, "type"),
        (5.0, "5", "type"),
        (["5", 1], [5, 1], "type"),
        ([1, 2], "[1, 2]", "type"),
        ({"a": 1}, '{"a": 1}', "type"),
        (HUGE, str(HUGE), "type"),
        (5, "05", "value"),
        (5, "5x", "value"),
        (float("inf"), "1e400", "value"),
        ("5", "5.0", "value"),
        ("Oslo", "oslo", "case"),
        ("STRASSE", "straße", "case"),
        (["Axiom Hotel"], ["axiom hotel"], "case"),
        ({"name": "Ada", "age": 3}, {"name": "ADA", "age": 3}, "case"),
        ({"Name": 1}, {"name": 1}, "value"),
        ("Oslo", " Oslo ", "blanks"),
        ("St James  Square", "St\u00a0James\nSquare", "blanks"),
        ("Oslo", "Os lo", "value"),
        ("Zo\u00eb", "Zoe\u0308", "unicode"),
        ("\u2460", "1", "value"),
        ("Oslo", "oslo ", "value"),
        (0.3, 0.1 + 0.2, "rounding"),
        ([0.3], [0.1 + 0.2], "rounding"),
        (1.0, 1.0 + 9e-10, "rounding"),
        (1.0, 1.0 + 2e-9, "value"),
        (10**30, 10**30 + 1, "rounding"),
        (HUGE, HUGE + 1, "rounding"),
        (HUGE, 1.5, "value"),
        (HUGE, float("inf"), "value"),
        (0, 1e-12, "value"),
        (1, -1, "value"),
        (True, 1.0000000001, "value"),
        (0.0, float("nan"), "value"),
        ("2026-12-18T22:30:00+01:00", "2026-12-18T21:30:00Z", "instant"),
        ("2026-12-18T22:30:00+01:00", "20261218 2230+0100", "instant"),
        ("2026-12-18T22:30:00.5+01:00", "2026-12-18T21:30:00.500000Z", "instant"),
        ("2026-12-18T22:30:00.0000001Z", "2026-12-18T22:30:00.0000002Z", "value"),
        ("2026-12-18T22:30:00+01:00", "2026-12-18T22:30:00Z", "value"),
        ("2026-12-18T22:30:00", "2026-12-18 22:30:00", "value"),
        ("2026-12-18T22:30:00Z", "2026-12-18T22:30:00", "value"),
        ("2026-12-18", "20261218", "value"),
        ("2026-12-18Z", "2026-12-18+00:00", "value"),
        ("2026-02-30T10:00:00Z", "2026-02-30T11:00:00+01:00", "value"),
        ("2026-12-18x22:30Z", "2026-12-18T22:30Z", "value"),
        ("0001-01-01T00:30:00+05:00", "0001-01-01T00:00:00+04:30", "instant"),
        (["a", "b"], ["b", "a"], "order"),
        ([None, "x"], ["x", None], "order"),
        ([1, 1, 2], [2, 1, 1.0], "order"),
        ([1, 1, 2], [1, 2, 2], "value"),
        ([[1, 2], [3]], [[3], [2, 1]], "order"),
        ({"a": [{"b": 1}, {"c": 2}]}, {"a": [{"c": 2}, {"b": 1}]}, "order"),
        ([{"a": 1}], {"a": 1}, "value"),
        (["a", "b"], ["B", "a"], "value"),
        (None, "", "empty"),
        ("", [], "empty"),
        ([], {}, "empty"),
        ({}, None, "empty"),
        ({"a": None}, {"a": ""}, "empty"),
        (None, 0, "value"),
        ("", False, "value"),
        ("", " ", "blanks"),
        (None, "null", "type"),
        ([], "[]", "type"),
        ("Oslo", "Bergen", "value"),
        ([1], [1, 2], "value"),
        ({"a": 1}, {"a": 2}, "value"),
    ],
)
def test_the_cause_of_a_mismatch(expected: Any, actual: Any, cause: str) -> None:
    row = only_row(compare_states(held(x=expected), held(x=actual)))

    assert row.cause == cause


def test_equal_values_with_other_confidences_differ_by_confidence() -> None:
    row = only_row(compare_states(state_of({"x": [("a", 0.3)]}), state_of({"x": [("a", 0.1 + 0.2)]})))

    assert row.cause is Cause.CONFIDENCE
    assert row.note is None


def test_a_confidence_mismatch_of_equal_values_of_other_types_keeps_the_note() -> None:
    row = only_row(compare_states(state_of({"x": [(1, 0.3)]}), state_of({"x": [(1.0, 0.4)]})))

    assert (row.cause, row.note) == (Cause.CONFIDENCE, "type: expected integer, actual number")


def test_an_expected_value_that_is_a_lower_candidate_differs_by_rank() -> None:
    row = only_row(compare_states(state_of({"x": [("a", 0.9)]}), state_of({"x": [("b", 0.8), ("a", 0.1)]})))

    assert row.cause is Cause.RANK


def test_of_two_candidates_with_equal_confidence_the_first_added_ranks_higher() -> None:
    expected = state_of({"x": [("a", 0.5), ("b", 0.5)]})
    actual = state_of({"x": [("b", 0.5), ("a", 0.5)]})

    assert only_row(compare_states(expected, actual)).cause is Cause.RANK


def test_an_earlier_cause_is_given_before_rank() -> None:
    row = only_row(compare_states(state_of({"x": [("a", 0.9)]}), state_of({"x": [("A", 0.8), ("a", 0.1)]})))

    assert row.cause is Cause.CASE


def test_a_list_in_which_items_differ_in_different_ways_is_another_value() -> None:
    assert only_row(compare_states(held(x=["Oslo", "a b"]), held(x=["oslo", "a  b"]))).cause is Cause.VALUE


def test_a_hostile_text_is_not_parsed_into_the_ground() -> None:
    assert only_row(compare_states(held(x=1), held(x="[" * 200_000))).cause is Cause.VALUE
    assert only_row(compare_states(held(x=1), held(x="9" * 200_000))).cause is Cause.VALUE


def test_only_mismatched_rows_have_a_cause() -> None:
    comparison = compare_states(held(same=1, missing=1, other=1), held(same=1, extra=1, other=2))

    assert {row.path: row.cause for row in comparison.fields} == {
        "same": None,
        "missing": None,
        "extra": None,
        "other": Cause.VALUE,
    }
