"""JSON values as text on which their type can be seen: `"42"` is not `42`, `null` is not `""`, absent is neither."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from langeval_core.schema.state import ValueConfidence

ABSENT = "∅ absent"
"""Stands where there is no value. No JSON value reads like it: texts stand in quotes."""

CELL_LIMIT = 2_000
"""Characters of one value that a table cell shows; the detail shows all."""

_JOINERS = "\u200c\u200d"
_FIGURE_SPACE = "\u2007"


def value_text(value: Any, limit: int | None = None) -> str:
    """A JSON value on one line, as JSON writes it, with invisible characters escaped.

    Args:
        limit: cut after so many characters and say how many more there are.
    """
    text = visible(json.dumps(value, ensure_ascii=False, default=repr))
    if limit is not None and len(text) > limit:
        return f"{text[:limit]}… ({len(text) - limit:,} more characters)"
    return text


def visible(text: str) -> str:
    """The text with each character that shows nothing, or moves others, written as its code (`\\u202e`).

    Joiners stay, since scripts and emoji need them to be readable.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _JOINERS else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def json_type(value: Any) -> str:
    """The JSON type of a value in a word; numbers say whether they are whole, since `1` and `1.0` are equal."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "text"
        case list() | tuple():
            return "list"
        case dict():
            return "object"
        case _:
            return type(value).__name__


def best_text(best: ValueConfidence | None, limit: int | None = CELL_LIMIT) -> str:
    """A best value for a table cell, `ABSENT` where there is none."""
    return ABSENT if best is None else value_text(best.value, limit)


def confidence_text(confidence: float | None) -> str:
    """A confidence with all its digits and at least two decimals, decimal points in line; empty without one."""
    if confidence is None:
        return ""
    digits = format(Decimal(repr(confidence)), "f")
    whole, _, decimals = digits.partition(".")
    sign = "" if whole.startswith("-") else _FIGURE_SPACE
    return f"{sign}{whole}.{decimals.ljust(2, '0')}"
