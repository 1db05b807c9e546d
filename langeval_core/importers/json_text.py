"""The one JSON parser for everything that comes in.

Stricter than the standard library where that would change or lose data: integers stay exact, a key given twice,
`NaN`, `Infinity`, numbers beyond a float's range and lone surrogates are refused, each with its place.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from langeval_core.errors import InputError

MAX_DEPTH = 100
"""Levels of nesting that are read; deeper values could be neither stored nor shown."""


def parse_json(text: str, file: str | None = None) -> Any:
    """Parse one JSON document.

    Raises `InputError` with the line, the column (in the sentence) and, where there is one, the dotted path.
    """
    try:
        value = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_object, parse_constant=_refuse, parse_float=_number
        )
    except json.JSONDecodeError as error:
        raise InputError(
            f"This is not valid JSON: {_in_words(error)} at column {error.colno}.", file=file, line=error.lineno
        ) from None
    except RecursionError:
        raise _too_deep(file) from None
    except (_RefusedError, ValueError):  # ValueError: an integer of more digits than Python reads
        raise _fault(text, file) from None
    if is_too_deep(value):
        raise _too_deep(file)
    if not _encodable(text, value):
        raise _fault(text, file)
    return value


class _RefusedError(Exception):
    """Valid JSON (or nearly) that is not taken; where and why is looked up afterwards."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _RefusedError
    return value


def _refuse(constant: str) -> NoReturn:
    raise _RefusedError


def _number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _RefusedError
    return number


def is_too_deep(value: Any) -> bool:
    """Whether a parsed value has more than `MAX_DEPTH` levels of objects and lists."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_DEPTH):
        level = [
            child
            for parent in level
            for child in (parent.values() if isinstance(parent, dict) else parent)
            if isinstance(child, dict | list)
        ]
        if not level:
            return False
    return True


def _encodable(text: str, value: Any) -> bool:
    """Whether all strings are proper Unicode; only escapes (or a caller's own string) can hold lone surrogates."""
    if not _SURROGATE.search(text):
        return True
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _in_words(error: json.JSONDecodeError) -> str:
    message = error.msg.removesuffix(" at")
    return message[0].lower() + message[1:]


def _too_deep(file: str | None) -> InputError:
    return InputError(f"The JSON is nested more than {MAX_DEPTH} levels deep.", file=file)


class _Token(NamedTuple):
    """A scalar or key of a JSON text: where it stands, and the keys and indices that lead to it."""

    text: str
    start: int
    trail: tuple[str, ...]
    is_key: bool


def _fault(text: str, file: str | None) -> InputError:
    """The first thing in a refused text that is not taken, as an error with its place."""
    seen: set[tuple[str, ...]] = set()
    for token in _tokens(text):
        problem = _problem_with(token, seen)
        if problem:
            line = text.count("\n", 0, token.start) + 1
            column = token.start - text.rfind("\n", 0, token.start)
            path = ".".join(token.trail).encode(errors="replace").decode()
            what, hint = problem
            return InputError(f"{what} (column {column}).", file=file, line=line, field=path or None, hint=hint)
    return InputError("This JSON cannot be read.", file=file)


def _problem_with(token: _Token, seen: set[tuple[str, ...]]) -> tuple[str, str] | None:
    if token.text.startswith('"'):
        if not _is_unicode(token.text):
            return "A text has half of a surrogate pair, which is no character", "Write the character itself."
        if token.is_key and token.trail in seen:
            return f"The key {token.text} stands twice in one object", "Keep one of the two."
        if token.is_key:
            seen.add(token.trail)
        return None
    if token.text in {"NaN", "Infinity", "-Infinity"}:
        return f"{token.text} is not a JSON value", "Write null, a number or a text."
    if token.text[0] in "-0123456789":
        shown = token.text if len(token.text) <= 24 else f"{token.text[:20]}…"
        if token.text.lstrip("-").isdigit():
            if len(token.text) > _MAX_DIGITS:
                return f"The number {shown} has {len(token.text):,} digits", "Write it as a text."
        elif math.isinf(float(token.text)):
            return f"The number {shown} is too large", "Write it as a text."
    return None


def _is_unicode(literal: str) -> bool:
    try:
        json.loads(literal).encode()
    except UnicodeEncodeError:
        return False
    return True


def _tokens(text: str) -> Iterator[_Token]:
    """Keys and scalars of a sound JSON text, in order; objects in lists get trails of their own by their index."""
    trail: list[str | int | None] = []  # one entry an open object (its key, or None before the first) or list (index)
    in_object: list[bool] = []
    key_next = False
    for match in _TOKEN.finditer(text):
        piece = match.group()
        if piece in "{[":
            in_object.append(piece == "{")
            trail.append(None if piece == "{" else 0)
            key_next = piece == "{"
        elif piece in "}]":
            in_object.pop()
            trail.pop()
            key_next = False
        elif piece == ",":
            last = trail[-1]
            if isinstance(last, int):
                trail[-1] = last + 1
            key_next = in_object[-1]
        elif piece != ":":
            if key_next:
                trail[-1] = str(json.loads(piece))
            yield _Token(piece, match.start(), tuple(str(step) for step in trail), key_next)
            key_next = False


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_SURROGATE = re.compile("\\\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_MAX_DIGITS = sys.int_info.default_max_str_digits
