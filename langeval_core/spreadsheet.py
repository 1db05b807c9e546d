"""Text in the cells of a CSV file that a spreadsheet may open.

A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` as a formula, whoever wrote it. Such text gets an
apostrophe in front, which spreadsheets and people read as “this is text”.
"""

from __future__ import annotations

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

ESCAPED_COLUMN = "langeval_csv"
"""A CSV file's column that marks each row whose text cells were written by `escape_cell`; its value is `ESCAPED`."""

ESCAPED = "1"


def safe_cell(text: str) -> str:
    """The text as a cell that no spreadsheet runs. One way: an apostrophe that was there cannot be told apart."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def escape_cell(text: str | None) -> str:
    """The text as a cell that no spreadsheet runs and that `unescape_cell` gives back exactly.

    `None` is the empty cell, so empty text needs an apostrophe too.
    """
    if text is None:
        return ""
    return f"'{text}" if not text or text.startswith(("'", *_FORMULA_STARTS)) else text


def unescape_cell(cell: str) -> str | None:
    """The text that `escape_cell` was given."""
    if not cell:
        return None
    return cell.removeprefix("'")
