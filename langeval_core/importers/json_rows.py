"""JSON and JSON Lines to rows, each with the line it stands on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from langeval_core.errors import EmptyBenchmarkSetError, InputError
from langeval_core.importers.complaints import Complaint
from langeval_core.importers.json_text import parse_json
from langeval_core.importers.rows import Row, RowTable, columns_of

EXPECTED = "A benchmark is expected: TOML, JSON, JSON Lines, CSV or YAML with a “prompt” for every case."
_SPACE = re.compile(r"[ \t\r\n]*")
_JSON_TYPES = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
}


def read_json(text: str, file: str) -> RowTable:
    """Read a JSON list of cases, an object with `cases`, or one case alone.

    Raises `InputError` for text that is not JSON or holds something else, `EmptyBenchmarkSetError` for an empty list.
    """
    value = parse_json(text, file=file)
    if isinstance(value, dict) and "cases" not in value and any(isinstance(item, str) for item in value.values()):
        return RowTable(format="JSON, one case", rows=[Row(1, _first_line(text), value)], columns=list(value))
    cases, table = cases_of(value, "JSON", file)
    fill_rows(table, cases, list(_case_lines(text)), file)
    return table


def read_json_lines(text: str, file: str) -> RowTable:
    """Read one case a line. Blank lines are ignored; a broken line is rejected by its number."""
    table = RowTable(format="JSON Lines", rows=[])
    for line, content in enumerate(text.split("\n"), start=1):
        if not content.strip():
            continue
        try:
            value = parse_json(content, file=file)
        except InputError as error:
            complaint = Complaint(file=file, line=line, field=error.field, problem=error.problem, hint=error.hint)
            table.reject(complaint, content.rstrip("\r"))
            continue
        _add_row(table, value, line, file)
    table.columns = columns_of(table.rows)
    return table


def cases_of(value: Any, kind: str, file: str) -> tuple[list[Any], RowTable]:
    """The list of cases in a parsed file, and the table to put them in. Raises `InputError` when there is none."""
    if isinstance(value, list):
        cases, table = value, RowTable(format=f"{kind}, a list of cases", rows=[])
    elif isinstance(value, dict) and isinstance(value.get("cases"), list):
        cases, table = value["cases"], RowTable(format=f"{kind}, an object with “cases”", rows=[])
        table.name = value["name"] if isinstance(value.get("name"), str) else None
        ignored = ", ".join(f"“{key}”" for key in value if key not in {"cases", "name"})
        if ignored:
            table.notes.append(f"Beside “cases” the file has {ignored}; that is not used.")
    elif isinstance(value, dict):
        lists = [key for key, item in value.items() if isinstance(item, list)]
        hint = f"Rename “{lists[0]}” to “cases”." if len(lists) == 1 else EXPECTED
        raise InputError("There is no list named “cases” in the file.", file=file, field="cases", hint=hint)
    else:
        raise InputError(f"The file holds nothing but {json_type(value)}.", file=file, hint=EXPECTED)
    if not cases:
        raise EmptyBenchmarkSetError(file)
    return cases, table


def fill_rows(table: RowTable, cases: list[Any], lines: list[int], file: str) -> None:
    """Put cases into the table as rows; `lines` are their first lines, or empty where these are not known."""
    for number, case in enumerate(cases):
        _add_row(table, case, lines[number] if lines else None, file)
    table.columns = columns_of(table.rows)


def json_type(value: Any) -> str:
    """A JSON value's type in words, with its article."""
    return "null" if value is None else _JSON_TYPES.get(type(value), "something else")


def _add_row(table: RowTable, value: Any, line: int | None, file: str) -> None:
    if isinstance(value, dict):
        table.rows.append(Row(len(table.rows) + 1, line, value))
        return
    number = "" if line is not None else f" number {len(table.rows) + len(table.rejected) + 1}"
    problem = f"The case{number} is {json_type(value)}, not an object."
    hint = "Write it as an object with a “prompt”."
    table.reject(Complaint(file=file, line=line, field=None, problem=problem, hint=hint), value)


def _case_lines(text: str) -> Iterator[int]:
    """The 1-based first line of each element of the top-level list, or of the top-level object's `cases`.

    The text is known to be sound JSON.
    """
    decoder = json.JSONDecoder()
    at = _skip(text, 0)
    if text[at] == "{":
        at = _cases_start(text, at, decoder)
    line, counted, at = 1, 0, _skip(text, at + 1)
    while text[at] != "]":
        line, counted = line + text.count("\n", counted, at), at
        yield line
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
        at = _skip(text, at + 1) if text[at] == "," else at


def _cases_start(text: str, at: int, decoder: json.JSONDecoder) -> int:
    """Where the value of `cases` begins in the object that begins at `at`; the last one if there are several."""
    start = at
    while text[at] != "}":
        key, at = decoder.raw_decode(text, _skip(text, at + 1))
        at = _skip(text, _skip(text, at) + 1)
        start = at if key == "cases" else start
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
    return start


def _skip(text: str, at: int) -> int:
    """The index of the first character from `at` on that is not a blank."""
    blanks = _SPACE.match(text, at)
    return blanks.end() if blanks else at


def _first_line(text: str) -> int:
    return text.count("\n", 0, _skip(text, 0)) + 1
