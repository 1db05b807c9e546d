"""Two JSON values, path by path: what was removed, what was added, what changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any, NamedTuple

from dashboard.tables.value_text import value_text
from langeval_core.evaluators.values import equal_values, type_note

_ITEMS_LIMIT = 1_000
"""Beyond so many items on either side, lists are compared by position, so that time stays bounded."""
_DEPTH_LIMIT = 50
"""Below so many levels two values are compared as a whole."""


class Change(StrEnum):
    """What happened at one place of a structure. `RETYPED` values are equal but of another JSON type."""

    REMOVED = "removed"
    ADDED = "added"
    CHANGED = "changed"
    RETYPED = "retyped"


class StructureChange(NamedTuple):
    """One place that differs. The side that has nothing there (added, removed) is `None` and means nothing."""

    change: Change
    path: str
    expected: Any
    actual: Any


def diff_structures(expected: Any, actual: Any) -> list[StructureChange]:
    """The places where two JSON values differ, in order; paths as in JavaScript: `$.guests[2]["first name"]`.

    Items of lists are matched by what they hold, so that one inserted item does not change all that follow.
    An index is one of `expected`, for an added item one of `actual`.
    """
    return list(_changes("$", expected, actual, 0))


def _changes(path: str, expected: Any, actual: Any, depth: int) -> Iterator[StructureChange]:
    if depth < _DEPTH_LIMIT and isinstance(expected, dict) and isinstance(actual, dict):
        yield from _object_changes(path, expected, actual, depth + 1)
    elif depth < _DEPTH_LIMIT and isinstance(expected, list) and isinstance(actual, list):
        yield from _list_changes(path, expected, actual, depth + 1)
    elif not equal_values(expected, actual):
        yield StructureChange(Change.CHANGED, path, expected, actual)
    elif type_note(expected, actual):
        yield StructureChange(Change.RETYPED, path, expected, actual)


def _object_changes(
    path: str, expected: dict[str, Any], actual: dict[str, Any], depth: int
) -> Iterator[StructureChange]:
    for key, value in expected.items():
        if key in actual:
            yield from _changes(path + _step(key), value, actual[key], depth)
        else:
            yield StructureChange(Change.REMOVED, path + _step(key), value, None)
    for key, value in actual.items():
        if key not in expected:
            yield StructureChange(Change.ADDED, path + _step(key), None, value)


def _step(key: str) -> str:
    return f".{key}" if key.isidentifier() else f"[{json.dumps(key, ensure_ascii=False)}]"


def _list_changes(path: str, expected: list[Any], actual: list[Any], depth: int) -> Iterator[StructureChange]:
    for tag, a, b, c, d in _opcodes(expected, actual):
        if tag == "equal":
            continue
        paired = min(b - a, d - c)
        for offset in range(paired):
            yield from _changes(f"{path}[{a + offset}]", expected[a + offset], actual[c + offset], depth)
        for index in range(a + paired, b):
            yield StructureChange(Change.REMOVED, f"{path}[{index}]", expected[index], None)
        for index in range(c + paired, d):
            yield StructureChange(Change.ADDED, f"{path}[{index}]", None, actual[index])


def _opcodes(expected: list[Any], actual: list[Any]) -> Sequence[tuple[str, int, int, int, int]]:
    if max(len(expected), len(actual)) > _ITEMS_LIMIT:
        return [("replace", 0, len(expected), 0, len(actual))]
    keys = [value_text(item) for item in expected], [value_text(item) for item in actual]
    return SequenceMatcher(None, *keys, autojunk=False).get_opcodes()
