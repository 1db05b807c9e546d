"""JSON values as text on which their type can be seen: `"42"` is not `42`, `null` is not `""`, absent is neither."""

from __future__ import annotations

import json
from decimal import Decimal
from functools import lru_cache
from typing import Any

from langeval_core.evaluators.values import json_type
from langeval_core.schema.state import ValueConfidence

ABSENT = "∅ absent"
"""Stands where there is no value. No JSON value reads like it: texts stand in quotes."""

NO_VALUE = "∅ no value"
"""Stands where a path is there but holds no value: a container, when containers are counted too."""

CELL_LIMIT = 2_000
"""Characters of one value that a table cell shows; the detail shows all."""

_JOINERS = "\u200c\u200d"
_FIGURE_SPACE = "\u2007"


def value_text(value: Any, limit: int | None = None) -> str:
    """A JSON value on one line, as JSON writes it, with invisible characters escaped.

    Args:
        limit: cut after so many characters and say how many more there are.
    """
    try:
        text = visible(json.dumps(value, ensure_ascii=False, default=repr))
    except RecursionError:
        return f"{json_type(value)}, nested too deeply to be shown"
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


def best_text(best: ValueConfidence | None, *, absent: str = ABSENT) -> str:
    """A best value for a table cell, `absent` where there is none."""
    return absent if best is None else value_text(best.value, CELL_LIMIT)


@lru_cache(maxsize=4096)
def confidence_text(confidence: float | None) -> str:
    """A confidence with all its digits and at least two decimals, decimal points in line; empty without one."""
    if confidence is None:
        return ""
    digits = format(Decimal(repr(confidence)), "f")
    whole, _, decimals = digits.partition(".")
    sign = "" if whole.startswith("-") else _FIGURE_SPACE
    return f"{sign}{whole}.{decimals.ljust(2, '0')}"
