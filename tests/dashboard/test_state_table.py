"""The tables of a state comparison."""

from __future__ import annotations

from dashboard.tables.state_table import (
    FieldFilter,
    candidates_table,
    causes_table,
    changes_table,
    common_confidence,
    fields_table,
    filter_fields,
    removed_paths,
)
from langeval_core.schema.comparison import Cause, ChangeClass, FieldComparison, FieldStatus
from langeval_core.schema.state import InterpretiveFieldState
from tests.dashboard.state_builders import best, compared, extra, matching, mismatched, missing


def test_a_row_shows_both_sides_with_confidences_status_cause_and_change() -> None:
    row = FieldComparison(
        path="guests.0.age",
        status=FieldStatus.MISMATCHED,
        pre=best("41", 0.5),
        expected=best(42, 0.9),
        actual=best("42", 0.9),
        cause=Cause.TYPE,
        change=ChangeClass.CHANGED_WRONGLY,
        note="equal after coercion",
    )
    assert fields_table([row]).to_dict("records") == [
        {
            "path": "guests.0.age",
            "pre": '"41"',
            "pre_confidence": "\u20070.50",
            "expected": "42",
            "expected_confidence": "\u20070.90",
            "actual": '"42"',
            "actual_confidence": "\u20070.90",
            "status": ["≠ mismatched"],
            "cause": "type",
            "change": "changed wrongly",
            "note": "equal after coercion",
        }
    ]


def test_a_missing_side_is_absent_and_has_no_confidence() -> None:
    table = fields_table([missing("a", None), extra("b", "")])
    assert list(table["expected"]) == ["null", "∅ absent"]
    assert list(table["actual"]) == ["∅ absent", '""']
    assert list(table["actual_confidence"]) == ["", "\u20071.00"]


def test_rows_keep_the_order_of_the_comparison() -> None:
    table = fields_table(compared(matching("guests.2"), matching("guests.10")).fields)
    assert list(table["path"]) == ["guests.2", "guests.10"]


def test_an_empty_table_still_has_its_columns() -> None:
    assert "expected_confidence" in fields_table([]).columns
    assert len(fields_table([])) == 0


def test_an_empty_filter_lets_every_row_pass() -> None:
    comparison = compared(matching("a"), extra("b"))
    assert filter_fields(comparison, FieldFilter(text="  ")) == comparison.fields


def test_a_filter_joins_its_parts_with_and() -> None:
    comparison = compared(
        mismatched("a", cause=Cause.TYPE), mismatched("b", cause=Cause.CASE), matching("a.b"), missing("c")
    )
    wanted = FieldFilter(statuses=frozenset({FieldStatus.MISMATCHED}), causes=frozenset({Cause.TYPE}))
    assert [field.path for field in filter_fields(comparison, wanted)] == ["a"]


def test_a_filter_finds_change_classes() -> None:
    comparison = compared(matching("a", change=ChangeClass.KEPT), matching("b", change=ChangeClass.CHANGED_CORRECTLY))
    wanted = FieldFilter(changes=frozenset({ChangeClass.KEPT}))
    assert [field.path for field in filter_fields(comparison, wanted)] == ["a"]


def test_the_search_looks_into_paths_values_and_notes_without_case() -> None:
    comparison = compared(
        matching("guest.EMAIL"),
        mismatched("b", expected=["Oslo"], actual=1),
        matching("c").model_copy(update={"note": "Email-like"}),
        matching("d"),
    )
    assert [field.path for field in filter_fields(comparison, FieldFilter(text="email"))] == ["guest.EMAIL", "c"]
    assert [field.path for field in filter_fields(comparison, FieldFilter(text="oslo"))] == ["b"]


def test_causes_come_most_frequent_first() -> None:
    comparison = compared(
        mismatched("a", cause=Cause.VALUE), mismatched("b", cause=Cause.RANK), mismatched("c", cause=Cause.VALUE)
    )
    table = causes_table(comparison)
    assert list(table["cause"]) == ["value", "rank"]
    assert list(table["count"]) == [2, 1]


def test_change_classes_include_what_was_removed_correctly() -> None:
    comparison = compared(
        matching("a", change=ChangeClass.KEPT),
        mismatched("b", change=ChangeClass.NOT_CHANGED),
        removed=("old.path",),
    )
    table = changes_table(comparison)
    assert list(table["change"]) == ["kept", "not_changed", "removed_correctly"]
    assert list(table["good"]) == [True, False, True]
    assert removed_paths(comparison) == ["old.path"]


def test_one_confidence_for_all_is_found() -> None:
    assert common_confidence(compared(matching("a"), missing("b"))) == 1.0
    other = FieldComparison(path="b", status=FieldStatus.EXTRA, actual=best(1, 0.5))
    assert common_confidence(compared(matching("a"), other)) is None
    assert common_confidence(compared()) is None


def test_candidates_stand_in_rank_order_and_say_when_they_were_added() -> None:
    field = InterpretiveFieldState(values=[best("z", 0.1), best("a", 0.9), best("b", 0.9)])
    table = candidates_table(field)
    assert list(table["value"]) == ['"a"', '"b"', '"z"']
    assert list(table["added"]) == [2, 3, 1]
    assert list(table["rank"]) == [1, 2, 3]


def test_an_absent_field_has_no_candidates() -> None:
    assert len(candidates_table(None)) == 0
