"""Equality of JSON values by Python's rules, made safe for NaN and for any depth of nesting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_PLAIN = frozenset({str, int, float, bool, type(None)})
_CONTAINERS = (dict, list, tuple)
_TYPE_NAMES: dict[type, str] = {
    type(None): "null",
    bool: "true/false",
    int: "integer",
    float: "number",
    str: "text",
    list: "list",
    dict: "object",
}


def equal_values(left: Any, right: Any) -> bool:
    """Lists by order, objects by content, `1 == 1.0 == True`, `"42" != 42`; NaN equals nothing, not even itself."""
    if type(left) in _PLAIN or type(right) in _PLAIN:
        return bool(left == right)
    return all(equal_leaves(one, other) for one, other in leaf_pairs(left, right))


def leaf_pairs(left: Any, right: Any) -> Iterator[tuple[Any, Any]]:
    """Walk two values side by side, down to pairs that are not two lists of one length or objects of the same keys.

    A pair of containers among them thus always differs. A loop, as nesting may be deeper than Python's stack.
    """
    pairs = [(left, right)]
    while pairs:
        one, other = pairs.pop()
        if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
            pairs.extend((value, other[key]) for key, value in one.items())
        elif _are_lists(one, other) and len(one) == len(other):
            pairs.extend(zip(one, other, strict=True))
        else:
            yield one, other


def equal_leaves(one: Any, other: Any) -> bool:
    """Whether a pair that `leaf_pairs` gave is equal."""
    # Two containers differ by construction; asking Python again could walk them to the bottom.
    if isinstance(one, _CONTAINERS) and isinstance(other, _CONTAINERS):
        return False
    return bool(one == other)


def type_note(expected: Any, actual: Any) -> str | None:
    """What to say where two equal values, or leaves of them, are of different JSON types (`1` and `1.0`)."""
    for one, other in leaf_pairs(expected, actual):
        if type(one) is not type(other) and json_type(one) != json_type(other):
            where = "within the value, " if isinstance(expected, _CONTAINERS) else ""
            return f"type: {where}expected {json_type(one)}, actual {json_type(other)}"
    return None


def json_type(value: Any) -> str:
    """The type's name as users of JSON know it; whole and other numbers are told apart."""
    known = (_TYPE_NAMES[base] for base in type(value).__mro__ if base in _TYPE_NAMES)
    return next(known, type(value).__name__)


def _are_lists(one: Any, other: Any) -> bool:
    return (isinstance(one, list) and isinstance(other, list)) or (isinstance(one, tuple) and isinstance(other, tuple))
