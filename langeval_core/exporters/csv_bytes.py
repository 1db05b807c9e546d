"""Rows to the bytes of a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from langeval_core.spreadsheet import safe_cell

Cell = str | int | float | bool | None


def to_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """CSV with quoted text and plain line ends, in UTF-8 with the mark by which spreadsheets know it.

    `None` is an empty cell. Lone halves of surrogate pairs, which UTF-8 cannot hold, are written as `\\udXXX`.
    """
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(
        ["" if cell is None else str(cell).lower() if cell is True or cell is False else cell for cell in row]
        for row in rows
    )
    return text.getvalue().encode("utf-8-sig", errors="backslashreplace")


def safe_row(cells: Iterable[Cell]) -> list[Cell]:
    """The cells, with an apostrophe before text that a spreadsheet would run."""
    return [safe_cell(cell) if isinstance(cell, str) else cell for cell in cells]
