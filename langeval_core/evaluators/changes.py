"""What was done to a path on the way from pre-state to actual state."""

from __future__ import annotations

from typing import Any, Final

from langeval_core.evaluators.values import equal_values
from langeval_core.schema.comparison import ChangeClass

ABSENT: Final = object()
"""Stands for the value of a path that a state does not have: a value like any other, equal only to itself."""

VALUELESS: Final = object()
"""Stands for the value of a path that a state has without any candidate (counted with `fields="all"` only)."""


def change_class(pre: Any, expected: Any, actual: Any) -> ChangeClass:
    """Class of a path that at least one of the three has; each is the best value, `ABSENT` or `VALUELESS`."""
    if expected is ABSENT:
        if actual is ABSENT:
            return ChangeClass.REMOVED_CORRECTLY
        return ChangeClass.APPEARED if pre is ABSENT else ChangeClass.NOT_REMOVED
    was_right = equal_values(pre, expected)
    if equal_values(actual, expected):
        return ChangeClass.KEPT if was_right else ChangeClass.CHANGED_CORRECTLY
    if was_right:
        return ChangeClass.CHANGED_NEEDLESSLY
    return ChangeClass.NOT_CHANGED if equal_values(actual, pre) else ChangeClass.CHANGED_WRONGLY
