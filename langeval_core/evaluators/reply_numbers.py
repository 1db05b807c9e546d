"""Numbers as judges write them, read exactly or not at all."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from langeval_core.evaluators.storable import storable

LONGEST = 40
"""A number written with more characters is not read."""

Scale = tuple[float, float]
"""Lowest and highest score."""

NUMBER = r"(?:[0-9]++(?:\.[0-9]++)?+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?+"
"""A number without its sign, as a pattern; digits are ASCII's."""

_WRITTEN = re.compile(rf"(?P<number>[-+]?(?:{NUMBER}|[0-9]++\.))(?:\s?/\s?(?P<of>{NUMBER}))?+")

_NOT_FINITE = frozenset({"NaN", "Infinity"})


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why there is no number: one sentence for the user."""

    problem: str


def read_number(written: str, scale: Scale) -> float | Unreadable:
    """Read `8`, `8.5`, `-3` or `8/10` (where 10 is the scale's highest), never rescaling; the result is finite."""
    written = written.strip()
    shown = shorten(written)
    if len(written) > LONGEST:
        return Unreadable(f"The score “{shown}” is written with {len(written)} characters, too many for a score.")
    if written.lstrip("-+") in _NOT_FINITE:
        return Unreadable(f"The score “{shown}” is not a finite number.")
    match = _WRITTEN.fullmatch(written)
    if match is None:
        return Unreadable(f"The score “{shown}” is not a number." if written else "The score is empty.")
    number = float(match["number"])
    if not math.isfinite(number):
        return Unreadable(f"The score “{shown}” is not a finite number.")
    if match["of"] is not None and float(match["of"]) != scale[1]:
        return Unreadable(f"The score “{shown}” is not on the scale {scale_text(scale)}.")
    return number


def scale_text(scale: Scale) -> str:
    """The scale in words: `1 to 10`."""
    return f"{scale[0]:g} to {scale[1]:g}"


def shorten(text: str, longest: int = LONGEST) -> str:
    """The beginning of a text on one line, with an ellipsis where it was longer."""
    line = " ".join(storable(text[: longest * 4]).split())
    return line if len(line) <= longest and len(text) <= longest * 4 else f"{line[:longest]}…"
