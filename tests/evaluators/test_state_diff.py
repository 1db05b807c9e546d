"""Comparing an expected with an actual state: statuses, counts, order, and what counts as a field."""

from __future__ import annotations

import math
from typing import Any

import pytest

from langeval_core.evaluators.state_diff import compare_states
from langeval_core.schema.comparison import Cause, FieldSet, FieldStatus
from langeval_core.schema.state import InterpretiveFieldState, InterpretiveState
from tests.evaluators.state_rows import counts_of, held, only_row, state_of

Fields = dict[str, list[tuple[Any, float]]]


@pytest.mark.parametrize(
    ("expected", "actual", "counts", "overall", "accuracy"),
    [
        pytest.param({}, {}, (0, 0, 0, 0), True, 0.0, id="nothing against nothing"),
        pytest.param({"city": [("Oslo", 0.9)]}, {}, (0, 0, 1, 0), False, 0.0, id="missing"),
        pytest.param({}, {"city": [("Oslo", 0.9)]}, (0, 0, 0, 1), False, 0.0, id="extra"),
        pytest.param(
            {"same": [(1, 0.9)], "other": [("exp", 0.5)], "absent": [(1, 0.7)]},
            {"same": [(1, 0.9)], "other": [("actual", 0.5)], "bonus": [(1, 0.3)]},
            (1, 1, 1, 1),
            False,
            1 / 3,
            id="one of each",
        ),
        pytest.param({"a.b.c": [(1, 1.0)]}, {"a.b.d": [(1, 1.0)]}, (0, 0, 1, 1), False, 0.0, id="siblings"),
        pytest.param(
            {"x": [("a", 0.5), ("b", 0.5)]}, {"x": [("b", 0.5), ("a", 0.5)]}, (0, 1, 0, 0), False, 0.0, id="tie"
        ),
        pytest.param({"x": [("a", 0.9)]}, {"x": [("z", 0.1), ("a", 0.9)]}, (1, 0, 0, 0), True, 1.0, id="best"),
        pytest.param({"x": [("a", 0.3)]}, {"x": [("a", 0.1 + 0.2)]}, (0, 1, 0, 0), False, 0.0, id="confidence"),
        pytest.param({"x": [(None, 0.9)]}, {"x": [(None, 0.9)]}, (1, 0, 0, 0), True, 1.0, id="null is a value"),
        pytest.param({"x": [(1, -0.5)]}, {"x": [(1, -0.5)]}, (1, 0, 0, 0), True, 1.0, id="negative confidence"),
        pytest.param({}, {"a": [(1, 1)], "b": [(1, 1)], "c": [(1, 1)]}, (0, 0, 0, 3), False, 0.0, id="three extra"),
        pytest.param(
            {"a": [(1, 1)]}, {"a": [(1, 1)], "b": [(2, 1)]}, (1, 0, 0, 1), False, 1.0, id="extra is no denominator"
        ),
    ],
)
def test_counts_match_and_accuracy_are_those_of_the_contract(
    expected: Fields, actual: Fields, counts: tuple[int, int, int, int], overall: bool, accuracy: float
) -> None:
    comparison = compare_states(state_of(expected), state_of(actual))

    assert counts_of(comparison) == counts
    assert comparison.overall_match is overall
    assert comparison.accuracy_score == accuracy


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        pytest.param(1, 1.0, id="integer and number"),
        pytest.param(True, 1, id="true and 1"),
        pytest.param([1, 2], [1.0, 2.0], id="within lists"),
        pytest.param({"a": True}, {"a": 1}, id="within objects"),
        pytest.param(0, False, id="0 and false"),
    ],
)
def test_equal_values_of_different_types_match_with_a_note(expected: Any, actual: Any) -> None:
    row = only_row(compare_states(held(x=expected), held(x=actual)))

    assert row.status is FieldStatus.MATCHING
    assert row.cause is None
    assert row.note is not None
    assert row.note.startswith("type")


def test_the_type_note_names_both_types() -> None:
    assert only_row(compare_states(held(x=1), held(x=1.0))).note == "type: expected integer, actual number"


@pytest.mark.parametrize("value", [1, "x", None, [1, None], {"a": [True]}, [], {}], ids=repr)
def test_equal_values_of_one_type_match_without_a_note(value: Any) -> None:
    row = only_row(compare_states(held(x=value), held(x=value)))

    assert row.status is FieldStatus.MATCHING
    assert row.note is None


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        pytest.param("42", 42, id="text and number"),
        pytest.param([1, 2], [2, 1], id="order of a list"),
        pytest.param(2**64 + 1, 2**64 + 2, id="integers beyond 64 bits"),
        pytest.param(2**53 + 1, float(2**53), id="an integer no float can hold"),
        pytest.param([None, "x"], ["x", None], id="null among texts"),
        pytest.param({"a": 1}, {"a": 1, "b": None}, id="null is not absence"),
        pytest.param([1], [1, 2], id="a longer list"),
        pytest.param("é", "e\u0301", id="composed and decomposed"),
        pytest.param([], {}, id="empty list and empty object"),
    ],
)
def test_other_values_mismatch(expected: Any, actual: Any) -> None:
    assert only_row(compare_states(held(x=expected), held(x=actual))).status is FieldStatus.MISMATCHED


def test_objects_are_equal_whatever_the_order_of_their_keys() -> None:
    assert compare_states(held(x={"a": 1, "b": [2]}), held(x={"b": [2], "a": 1})).overall_match


@pytest.mark.parametrize("wrap", [lambda nan: nan, lambda nan: [nan], lambda nan: {"a": [1, nan]}], ids=repr)
def test_nan_equals_nothing_even_if_it_is_the_same_object(wrap: Any) -> None:
    value = wrap(math.nan)
    comparison = compare_states(held(x=value), held(x=value), held(x=value))

    assert counts_of(comparison) == (0, 1, 0, 0)
    assert only_row(comparison).cause is Cause.VALUE


def test_an_absent_path_a_null_and_an_empty_text_are_three_things() -> None:
    comparison = compare_states(held(absent=1, null=None, empty=""), held(null="", empty=None))

    assert [(row.path, row.status) for row in comparison.fields] == [
        ("absent", FieldStatus.MISSING),
        ("empty", FieldStatus.MISMATCHED),
        ("null", FieldStatus.MISMATCHED),
    ]


def test_values_nested_deeper_than_the_stack_are_compared() -> None:
    def nested(core: int) -> Any:
        value: Any = core
        for _ in range(20_000):
            value = [value]
        return value

    assert compare_states(held(x=nested(1)), held(x=nested(1))).overall_match
    assert only_row(compare_states(held(x=nested(1)), held(x=nested(2)))).cause is Cause.VALUE


def test_rows_come_in_natural_path_order() -> None:
    state = held(**{"guests.10": 1, "guests.2": 1, "guests.2.name": 1, "Zoo": 1, "guests": 1, "a": 1})

    rows = compare_states(state, InterpretiveState()).fields

    assert [row.path for row in rows] == ["Zoo", "a", "guests", "guests.2", "guests.2.name", "guests.10"]


def test_paths_are_case_sensitive_and_never_normalised() -> None:
    comparison = compare_states(
        state_of({"City": [(1, 0.9)], "caf\u00e9": [(1, 0.9)]}),
        state_of({"city": [(1, 0.9)], "cafe\u0301": [(1, 0.9)]}),
    )

    assert counts_of(comparison) == (0, 0, 2, 2)


def test_a_row_shows_the_best_values_of_all_three_states() -> None:
    expected, actual = state_of({"x": [("b", 0.8), ("a", 0.9)]}), state_of({"x": [("c", 0.4), ("d", 0.1)]})

    row = only_row(compare_states(expected, actual, state_of({"x": [("p", 0.2)]})))

    assert row.expected is not None
    assert row.actual is not None
    assert row.pre is not None
    assert (row.expected.value, row.actual.value, row.pre.value) == ("a", "c", "p")
    assert row.rule == "strict"


def test_a_path_without_candidates_is_no_field() -> None:
    expected = InterpretiveState({"x": InterpretiveFieldState()})

    assert compare_states(expected, InterpretiveState()).fields == []


def test_nothing_expected_is_said_beside_the_accuracy_of_zero() -> None:
    assert compare_states(InterpretiveState(), held(x=1)).nothing_expected is True
    assert compare_states(held(x=1), InterpretiveState()).nothing_expected is False


def test_counting_all_paths_as_langstate_does_includes_containers() -> None:
    comparison = compare_states(state_of({"a.b.c": [(1, 1.0)]}), state_of({"a.b.d": [(1, 1.0)]}), fields="all")

    assert counts_of(comparison) == (2, 0, 1, 1)
    assert comparison.accuracy_score == 2 / 3
    assert comparison.counted is FieldSet.ALL
    assert [row.path for row in comparison.fields] == ["a", "a.b", "a.b.c", "a.b.d"]


def test_counting_all_paths_gives_half_for_two_states_that_differ_in_one_name() -> None:
    expected = state_of({"registrant.name": [("Ada", 0.9)]})
    actual = state_of({"registrant.name": [("Bob", 0.9)]})

    assert compare_states(expected, actual, fields="all").accuracy_score == 0.5
    assert compare_states(expected, actual).accuracy_score == 0.0


def test_counting_all_paths_a_container_and_a_value_mismatch() -> None:
    row = compare_states(held(a=1), state_of({"a.b": [(1, 1.0)]}), fields=FieldSet.ALL).fields[0]

    assert (row.path, row.status, row.cause, row.note) == (
        "a",
        FieldStatus.MISMATCHED,
        Cause.VALUE,
        "no actual value",
    )


def test_counting_all_paths_includes_paths_without_a_value() -> None:
    valueless = InterpretiveState({"x": InterpretiveFieldState()})

    assert counts_of(compare_states(valueless, valueless.copy(), fields="all")) == (1, 0, 0, 0)
    assert counts_of(compare_states(valueless, InterpretiveState(), fields="all")) == (0, 0, 1, 0)


def test_another_way_of_counting_is_refused() -> None:
    with pytest.raises(ValueError, match="some"):
        compare_states(InterpretiveState(), InterpretiveState(), fields="some")


def test_without_a_pre_state_there_are_no_changes() -> None:
    comparison = compare_states(held(x=1), held(x=1))

    assert comparison.changes == []
    assert only_row(comparison).change is None
