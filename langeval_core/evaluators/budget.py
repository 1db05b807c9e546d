"""A cumulative token budget."""

from __future__ import annotations

from langeval_core.errors import InputError


class TokenBudget:
    """Counts tokens against a limit. It never stops what is under way, so that it may be overshot.

    Args:
        limit: tokens, a whole number >= 0; 0 is exhausted from the start. Anything else is an `InputError`.
    """

    def __init__(self, limit: int) -> None:
        self.limit = whole_number(limit, "budget_tokens", "the token budget")
        self.used = 0

    @property
    def is_exhausted(self) -> bool:
        """Whether no further call may be made."""
        return self.used >= self.limit

    @property
    def over(self) -> int:
        """Tokens used beyond the limit."""
        return max(0, self.used - self.limit)

    def add(self, tokens: int) -> None:
        """Count what a call cost."""
        self.used += tokens


def whole_number(value: object, field: str, what: str) -> int:
    """The value if it is a whole number >= 0, else an `InputError` naming the field."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise InputError(f"{value!r} cannot be {what}.", field=field, hint="Give a whole number, 0 or more.")
