"""Why a field is mismatched: the first of an ordered list of tests that holds."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import starmap
from typing import Any

from langeval_core.errors import InputError
from langeval_core.evaluators.values import equal_leaves, equal_values, leaf_pairs
from langeval_core.importers.json_text import parse_json
from langeval_core.schema.comparison import Cause
from langeval_core.schema.state import ValueConfidence

_Test = Callable[[Any, Any], bool]

RELATIVE_ROUNDING = 1e-9
"""Two numbers that differ by no more than this share of the greater one differ by rounding."""


def cause_of_mismatch(
    expected: ValueConfidence, actual: ValueConfidence, candidates: Iterable[ValueConfidence]
) -> Cause:
    """Say why best values differ.

    In lists and objects every pair of leaves must be equal or pass the same one test. Given a pair that differs in
    neither value nor confidence the answer means nothing.

    Args:
        expected, actual: the best values.
        candidates: all candidates of the actual field.
    """
    if equal_values(expected.value, actual.value):
        return Cause.CONFIDENCE
    leaves = [pair for pair in leaf_pairs(expected.value, actual.value) if not equal_leaves(*pair)]
    for cause, is_same in _TESTS_BEFORE_ORDER:
        if all(starmap(is_same, leaves)):
            return cause
    if _same_items(expected.value, actual.value):
        return Cause.ORDER
    if all(starmap(_both_empty, leaves)):
        return Cause.EMPTY
    if any(equal_values(expected.value, candidate.value) for candidate in candidates):
        return Cause.RANK
    return Cause.VALUE


def _same_after_coercion(one: Any, other: Any) -> bool:
    """A text that is the JSON of the other value: `"5"` and 5, `"true"` and true, `"[1]"` and [1]."""
    if isinstance(one, str) == isinstance(other, str):
        return False
    text, value = (one, other) if isinstance(one, str) else (other, one)
    if text[:1] not in _JSON_STARTS or text != text.strip():
        return False
    try:
        return equal_values(parse_json(text), value)
    except InputError:
        return False


def _same_text(fold: Callable[[str], str]) -> _Test:
    def is_same(one: Any, other: Any) -> bool:
        return isinstance(one, str) and isinstance(other, str) and fold(one) == fold(other)

    return is_same


def _collapse_blanks(text: str) -> str:
    return " ".join(text.split())


def _compose(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _same_but_for_rounding(one: Any, other: Any) -> bool:
    if not (_is_number(one) and _is_number(other)):
        return False
    try:
        if isinstance(one, int) and isinstance(other, int):
            raise OverflowError  # whole numbers are compared exactly, however long
        return math.isclose(one, other, rel_tol=RELATIVE_ROUNDING, abs_tol=0.0)
    except OverflowError:
        if not (math.isfinite(_bounded(one)) and math.isfinite(_bounded(other))):
            return False
        one, other = int(one), int(other)
        return bool(abs(one - other) * round(1 / RELATIVE_ROUNDING) <= max(abs(one), abs(other)))


def _bounded(number: Any) -> float:
    """A float as it stands; an integer, which is always finite, as 0."""
    return number if isinstance(number, float) else 0.0


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same_instant(one: Any, other: Any) -> bool:
    moments = _moment(one), _moment(other)
    return moments[0] is not None and moments[0] == moments[1]


def _moment(text: Any) -> datetime | None:
    """A moment in ISO 8601 with date, time and zone; nothing is filled in, no digit is dropped."""
    if not isinstance(text, str) or not _MOMENT.fullmatch(text):
        return None
    try:
        moment = datetime.fromisoformat(text.upper())
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def _same_items(expected: Any, actual: Any) -> bool:
    """Whether two values differ only by the order of items in their lists, at any depth."""
    if not isinstance(expected, list | dict) or type(expected) is not type(actual):
        return False
    numbers: dict[Any, int] = {}
    return _number_of(expected, numbers) == _number_of(actual, numbers)


def _number_of(value: Any, numbers: dict[Any, int]) -> int:
    """Give equal values (lists in any order) one number, from the leaves up; a loop, as `leaf_pairs` is."""
    number = 0
    done: dict[int, int] = {}
    todo = [(value, False)]
    while todo:
        item, children_done = todo.pop()
        children = item.values() if isinstance(item, dict) else item if isinstance(item, list | tuple) else ()
        if children and not children_done:
            todo.append((item, True))
            todo.extend((child, False) for child in children)
            continue
        if isinstance(item, dict):
            key: Any = ("object", frozenset((name, done[id(child)]) for name, child in item.items()))
        elif isinstance(item, list | tuple):
            key = ("list", tuple(sorted(done[id(child)] for child in item)))
        else:
            # NaN equals nothing, so each gets a number of its own, as does what cannot be hashed.
            key = ("value", item) if item == item and item.__hash__ else object()
        number = done[id(item)] = numbers.setdefault(key, len(numbers))
    return number


def _both_empty(one: Any, other: Any) -> bool:
    return _is_empty(one) and _is_empty(other)


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)


_JSON_STARTS = frozenset('{["-0123456789tfn')
_MOMENT = re.compile(
    r"[0-9]{4}-?[0-9]{2}-?[0-9]{2}[Tt ][0-9]{2}:?[0-9]{2}(:?[0-9]{2}([.,][0-9]{1,6}0*)?)?"
    r"([Zz]|[+-][0-9]{2}(:?[0-9]{2}(:?[0-9]{2})?)?)"
)
_TESTS_BEFORE_ORDER: tuple[tuple[Cause, _Test], ...] = (
    (Cause.TYPE, _same_after_coercion),
    (Cause.CASE, _same_text(str.casefold)),
    (Cause.BLANKS, _same_text(_collapse_blanks)),
    (Cause.UNICODE, _same_text(_compose)),
    (Cause.ROUNDING, _same_but_for_rounding),
    (Cause.INSTANT, _same_instant),
)
