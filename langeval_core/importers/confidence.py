"""What a confidence must be, in words."""

from __future__ import annotations

from typing import Any


def confidence_problem(value: Any) -> str | None:
    """What is wrong with a confidence, to follow “a confidence that …”; `None` if it is a number in [-1, 1]."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "is not a number"
    if not -1 <= value <= 1:  # NaN fails this too
        return f"is {value:g}, not between -1 and 1" if isinstance(value, float) else "is not between -1 and 1"
    return None
