"""CSV text to rows: finds the separator, survives a missing quote, knows on which line a row begins."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from langeval_core.errors import InputError
from langeval_core.importers.complaints import Complaint
from langeval_core.importers.rows import Row, RowTable
from langeval_core.spreadsheet import ESCAPED, ESCAPED_COLUMN, unescape_cell

SEPARATORS = {",": "comma “,”", ";": "semicolon “;”", "\t": "tab", "|": "bar “|”"}
_NO_SEPARATOR = "\x1f"
_SAMPLE_LINES, _SAMPLE_RECORDS = 1000, 50
_MOST_READ_AGAIN = 3_000_000
_BROKEN_QUOTES = "A quote is missing: a quoted cell is not closed, or text follows its closing quote."
_BROKEN_QUOTES_HINT = "Look at the row that begins here; a quote inside a quoted cell is written twice."


@dataclass(frozen=True, slots=True)
class _Record:
    """Cells and the 1-based line they begin on; a line with broken quotes is kept whole as its only cell."""

    line: int
    cells: list[str]
    broken: bool = False


@dataclass(slots=True)
class _Lines:
    """Lines from a start on, counted as the CSV reader takes them."""

    lines: Sequence[str]
    taken: int = field(default=0)

    def __iter__(self) -> Iterator[str]:
        while self.taken < len(self.lines):
            self.taken += 1
            yield self.lines[self.taken - 1]


def read_csv(text: str, file: str, known_columns: frozenset[str]) -> RowTable:
    """Read CSV with a header line.

    `known_columns` (lower case) help to find the separator. Empty cells are left out of a row's values. Rows with
    broken quotes or too many cells are rejected. Raises `InputError` when there is no usable header.
    """
    lines = list(io.StringIO(text, newline=""))
    separator, first = _declared_separator(lines)
    separator = separator or find_separator(lines[:_SAMPLE_LINES], known_columns)
    records = _records(lines, first, separator)
    header = next((record for record in records if any(cell.strip() for cell in record.cells)), None)
    if header is None:
        raise InputError("The file is empty.", file=file, hint="A CSV file begins with a line of column names.")
    if header.broken:
        raise InputError(_BROKEN_QUOTES, file=file, line=header.line, hint=_BROKEN_QUOTES_HINT)
    columns = _column_names(header, file)
    only = f"CSV, one column “{columns[0]}”" if len(columns) == 1 else ""
    table = RowTable(format=only or f"CSV, separated by {SEPARATORS.get(separator, f'“{separator}”')}", rows=[])
    table.all_text = True
    table.columns = [column for column in columns if column != ESCAPED_COLUMN]
    windows = lines[header.line - 1].endswith("\r\n")
    short = 0
    for record in records:
        if not record.broken and not any(cell.strip() for cell in record.cells):
            continue
        complaint = _what_is_wrong(record, columns, file)
        if complaint:
            table.reject(complaint, separator.join(record.cells))
            continue
        short += len(record.cells) < len(columns)
        cells = [cell.replace("\r\n", "\n") for cell in record.cells] if windows else record.cells
        table.rows.append(Row(len(table.rows) + 1, record.line, _values(columns, cells)))
    if short:
        table.notes.append(f"{short} row(s) have fewer cells than the header; the cells that are not there are empty.")
    return table


def find_separator(lines: Sequence[str], known_columns: frozenset[str]) -> str:
    """The separator that gives most known column names, then most rows as long as the header, then most columns.

    Where the header is one cell by all of them there is none: a comma in the text below is then just a comma.
    """

    found: dict[str, tuple[int, float, int]] = {}
    for separator in SEPARATORS:
        records = [record for _, record in zip(range(_SAMPLE_RECORDS), _records(lines, 0, separator), strict=False)]
        sound = [record.cells for record in records if record.cells and not record.broken]
        if sound and len(sound[0]) > 1:
            known = sum(cell.strip().lower() in known_columns for cell in sound[0])
            alike = sum(len(cells) == len(sound[0]) for cells in sound) / len(records)
            found[separator] = (known, alike, len(sound[0]))
    return max(found, key=found.__getitem__) if found else _NO_SEPARATOR


def _declared_separator(lines: Sequence[str]) -> tuple[str | None, int]:
    """The separator of a first line `sep=;` (as Excel writes it), and the index of the line after it."""
    declared = re.fullmatch(r"sep=(.)\s*", lines[0]) if lines else None
    return (declared[1], 1) if declared else (None, 0)


def _records(lines: Sequence[str], first: int, separator: str) -> Iterator[_Record]:
    """Records from the line with index `first` on. After broken quotes reading goes on with the next line.

    Where broken quotes made millions of lines be read again, the rest is read line by line, so that no file takes
    minutes.
    """
    csv.field_size_limit(sys.maxsize)  # the module's own limit of 128 KiB is per process and too small for a prompt
    source = _Lines(lines, first)
    reader = csv.reader(source, delimiter=separator, strict=True)
    read_again = 0
    while True:
        start = source.taken
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield _Record(start + 1, [lines[start].rstrip("\r\n")], broken=True)
            read_again += source.taken - start - 1
            if read_again > _MOST_READ_AGAIN:
                yield from _one_line_records(lines, start + 1, separator)
                return
            source = _Lines(lines, start + 1)
            reader = csv.reader(source, delimiter=separator, strict=True)
        else:
            yield _Record(start + 1, cells)


def _one_line_records(lines: Sequence[str], first: int, separator: str) -> Iterator[_Record]:
    """Records that take one line each; a cell that goes on in the next one counts as broken."""
    for index in range(first, len(lines)):
        try:
            yield _Record(index + 1, next(csv.reader([lines[index]], delimiter=separator, strict=True)))
        except csv.Error:
            yield _Record(index + 1, [lines[index].rstrip("\r\n")], broken=True)


def _column_names(header: _Record, file: str) -> list[str]:
    """Names of the header's cells; a cell without a name is called after its place."""
    names = [cell.strip() or f"column {number}" for number, cell in enumerate(header.cells, start=1)]
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        listed = ", ".join(f"“{name}”" for name in twice)
        raise InputError(
            f"The header names {listed} more than once.", file=file, line=header.line, hint="Rename one of the columns."
        )
    return names


def _what_is_wrong(record: _Record, columns: Sequence[str], file: str) -> Complaint | None:
    if record.broken:
        return Complaint(file=file, line=record.line, field=None, problem=_BROKEN_QUOTES, hint=_BROKEN_QUOTES_HINT)
    if any(cell.strip() for cell in record.cells[len(columns) :]):
        problem = f"The row has {len(record.cells)} cells, the header only {len(columns)}."
        hint = "Put a cell that contains the separator in quotes."
        return Complaint(file=file, line=record.line, field=None, problem=problem, hint=hint)
    return None


def _values(columns: Sequence[str], cells: Sequence[str]) -> dict[str, object]:
    """Cells by column, without empty ones; cells of our own export get back the text they were written from."""
    row = dict(zip(columns, cells, strict=False))
    if row.pop(ESCAPED_COLUMN, None) == ESCAPED:
        texts = {column: unescape_cell(cell) for column, cell in row.items()}
        return {column: text for column, text in texts.items() if text is not None}
    return {column: cell for column, cell in row.items() if cell}
