"""Differences of texts and of structures."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from dashboard.tables.structure_diff import Change, StructureChange, diff_structures
from dashboard.tables.text_diff import Edit, Part, code_points, diff_texts, looks_alike


def joined(parts: list[Part], leave_out: Edit) -> str:
    return "".join(part.text for part in parts if part.edit is not leave_out)


def test_a_changed_letter_is_the_only_change() -> None:
    assert diff_texts("Ada Lovelace", "Ada Lovelase") == [
        Part(Edit.KEPT, "Ada Lovela"),
        Part(Edit.REMOVED, "c"),
        Part(Edit.ADDED, "s"),
        Part(Edit.KEPT, "e"),
    ]


def test_an_inserted_word_leaves_the_rest_alone() -> None:
    assert diff_texts("one three", "one two three") == [
        Part(Edit.KEPT, "one "),
        Part(Edit.ADDED, "two "),
        Part(Edit.KEPT, "three"),
    ]


def test_words_that_have_nothing_in_common_are_replaced_whole() -> None:
    assert diff_texts("Oslo", "Bergen") == [Part(Edit.REMOVED, "Oslo"), Part(Edit.ADDED, "Bergen")]


def test_equal_texts_have_one_part_and_empty_ones_none() -> None:
    assert diff_texts("same", "same") == [Part(Edit.KEPT, "same")]
    assert diff_texts("", "") == []


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_parts_give_back_both_texts(expected: str, actual: str) -> None:
    parts = diff_texts(expected, actual)
    assert joined(parts, Edit.ADDED) == expected
    assert joined(parts, Edit.REMOVED) == actual


def test_texts_too_long_to_weigh_are_still_compared() -> None:
    expected = "".join(f"line {i} of text\n" for i in range(1_500))
    actual = expected.replace("line 700 of", "row 700 of").replace("line 9 of", "line nine of")
    parts = diff_texts(expected, actual)
    assert joined(parts, Edit.ADDED) == expected
    assert joined(parts, Edit.REMOVED) == actual
    assert sum(len(part.text) for part in parts if part.edit is Edit.REMOVED) < 40


@pytest.mark.parametrize(
    ("expected", "actual", "alike"),
    [
        ("a b", "a\u00a0b", True),
        ("é", "e\u0301", True),
        ("zero", "ze\u200bro", True),
        ("Oslo", "Bergen", False),
        ("same", "same", False),
    ],
)
def test_changes_that_cannot_be_seen_are_found_out(expected: str, actual: str, alike: bool) -> None:
    assert looks_alike(diff_texts(expected, actual)) is alike


def test_code_points_are_named() -> None:
    assert code_points("\u00a0e") == "U+00A0 NO-BREAK SPACE, U+0065 LATIN SMALL LETTER E"


@pytest.mark.parametrize(
    ("expected", "actual", "changes"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [(Change.CHANGED, "$.a", 1, 2)]),
        ({"a": 1}, {"a": 1.0}, [(Change.RETYPED, "$.a", 1, 1.0)]),
        ({"a": True}, {"a": 1}, [(Change.RETYPED, "$.a", True, 1)]),
        ({"a": 1}, {"b": 1}, [(Change.REMOVED, "$.a", 1, None), (Change.ADDED, "$.b", None, 1)]),
        ({"a b": {"c": None}}, {"a b": {"c": ""}}, [(Change.CHANGED, '$["a b"].c', None, "")]),
        (["x", "y"], ["new", "x", "y"], [(Change.ADDED, "$[0]", None, "new")]),
        (["x", "y", "z"], ["x", "z"], [(Change.REMOVED, "$[1]", "y", None)]),
        ([{"n": 1}], [{"n": 2}], [(Change.CHANGED, "$[0].n", 1, 2)]),
        (["a"], {"a": 1}, [(Change.CHANGED, "$", ["a"], {"a": 1})]),
    ],
)
def test_structures_are_compared_place_by_place(
    expected: Any, actual: Any, changes: list[tuple[Change, str, Any, Any]]
) -> None:
    found = diff_structures(expected, actual)
    assert found == [StructureChange(*change) for change in changes]
    assert [type(change.actual) for change in found] == [type(change[3]) for change in changes]


def test_a_structure_nested_without_end_is_compared_as_a_whole_below_a_depth() -> None:
    deep: Any = 1
    other: Any = 2
    for _ in range(200):
        deep, other = [deep], [other]
    (change,) = diff_structures(deep, other)
    assert change.path == "$" + "[0]" * 50
