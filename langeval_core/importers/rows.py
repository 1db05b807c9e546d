"""What every reader of a benchmark file yields: records with the line they stand on, before they become cases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from langeval_core.importers.complaints import Complaint

UNNAMED = "pasted text"
"""What complaints call a file that came without a name."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record: `values` by column; `line` is the 1-based line it begins on, `None` where a format cannot say.

    `number` is its 1-based place among the records.
    """

    number: int
    line: int | None
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A record that cannot be a case: where it begins (1-based line), why, and what was read of it."""

    line: int | None
    reason: str
    row: Any


@dataclass(slots=True)
class RowTable:
    """The records of one file. `format` is a phrase (“CSV, separated by comma”), `notes` whole sentences.

    `all_text`: every value is text, since the format knows no other type.
    """

    format: str
    rows: list[Row]
    columns: list[str] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)
    rejected: list[RejectedRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    name: str | None = None
    all_text: bool = False

    def reject(self, complaint: Complaint, row: Any) -> None:
        """Leave a record out, with the complaint that says why."""
        self.complaints.append(complaint)
        self.rejected.append(RejectedRow(line=complaint.line, reason=complaint.problem, row=row))


def columns_of(rows: Iterable[Row]) -> list[str]:
    """All columns of the rows, in the order they first came."""
    return list(dict.fromkeys(column for row in rows for column in row.values))
