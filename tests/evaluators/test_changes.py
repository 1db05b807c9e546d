"""Change classes: every combination of a path absent, as before, as expected, or something else."""

from __future__ import annotations

import pytest

from langeval_core.evaluators.state_diff import compare_states
from langeval_core.schema.state import InterpretiveFieldState, InterpretiveState
from tests.evaluators.state_rows import counts_of, held, state_of


def state(value: str | None) -> InterpretiveState:
    return InterpretiveState() if value is None else held(x=value)


@pytest.mark.parametrize(
    ("pre", "expected", "actual", "change"),
    [
        ("a", "a", "a", "kept"),
        ("a", "b", "b", "changed_correctly"),
        (None, "b", "b", "changed_correctly"),
        ("a", "b", "a", "not_changed"),
        (None, "b", None, "not_changed"),
        ("a", "b", "c", "changed_wrongly"),
        ("a", "b", None, "changed_wrongly"),
        (None, "b", "c", "changed_wrongly"),
        ("a", "a", "b", "changed_needlessly"),
        ("a", "a", None, "changed_needlessly"),
        (None, None, "a", "appeared"),
        ("a", None, "a", "not_removed"),
        ("a", None, "b", "not_removed"),
        ("a", None, None, "removed_correctly"),
    ],
)
def test_the_change_class_of_a_path(pre: str | None, expected: str | None, actual: str | None, change: str) -> None:
    comparison = compare_states(state(expected), state(actual), state(pre))

    assert [(item.path, item.change) for item in comparison.changes] == [("x", change)]


def test_confidence_does_not_count_as_a_change() -> None:
    comparison = compare_states(state_of({"x": [(1, 0.9)]}), state_of({"x": [(1, 0.2)]}), state_of({"x": [(1, 0.5)]}))

    assert comparison.fields[0].change == "kept"
    assert comparison.fields[0].status == "mismatched"


def test_what_was_removed_correctly_has_no_row_and_no_count() -> None:
    comparison = compare_states(InterpretiveState(), InterpretiveState(), held(x=1))

    assert comparison.fields == []
    assert counts_of(comparison) == (0, 0, 0, 0)
    assert comparison.overall_match is True


def test_changes_come_in_path_order_with_what_was_removed_among_them() -> None:
    comparison = compare_states(held(a=1, c=1), held(a=1, c=1), held(b=1))

    assert [(item.path, item.change) for item in comparison.changes] == [
        ("a", "changed_correctly"),
        ("b", "removed_correctly"),
        ("c", "changed_correctly"),
    ]


def test_an_empty_pre_state_is_a_pre_state() -> None:
    assert compare_states(held(x=1), held(x=1), InterpretiveState()).fields[0].change == "changed_correctly"


def test_counting_all_paths_containers_have_change_classes_too() -> None:
    both, none = state_of({"a.b": [(1, 1.0)]}), InterpretiveState()

    assert [item.change for item in compare_states(both, both, none, fields="all").changes] == [
        "changed_correctly",
        "changed_correctly",
    ]
    assert [item.change for item in compare_states(none, none, both, fields="all").changes] == [
        "removed_correctly",
        "removed_correctly",
    ]


def test_losing_the_value_but_not_the_path_is_a_change_where_all_paths_count() -> None:
    valueless = InterpretiveState({"x": InterpretiveFieldState()})

    assert compare_states(held(x=1), valueless, held(x=1), fields="all").changes[0].change == "changed_needlessly"
