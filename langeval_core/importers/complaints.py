"""What is wrong with one row or field of a file: told, not raised, so that the good rows stay usable."""

from __future__ import annotations

from dataclasses import dataclass

from langeval_core.errors import InputError


@dataclass(frozen=True)
class Complaint:
    """One fault of a file. `line` is 1-based; `field` is a column, key or dotted path."""

    file: str | None
    line: int | None
    field: str | None
    problem: str
    hint: str | None = None

    @property
    def text(self) -> str:
        """Where, what and what to do, as one line for a user."""
        return str(self.error())

    def error(self) -> InputError:
        """The same fault as an exception."""
        return InputError(self.problem, file=self.file, line=self.line, field=self.field, hint=self.hint)
