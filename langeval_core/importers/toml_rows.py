"""TOML with `[[cases]]` to rows."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from langeval_core.errors import InputError
from langeval_core.importers.json_rows import cases_of, fill_rows
from langeval_core.importers.json_text import is_too_deep
from langeval_core.importers.rows import RowTable

_CASE_HEADER = re.compile(r"[ \t]*\[\[[ \t]*cases[ \t]*\]\]")
_TOO_DEEP = "The file is nested too deeply to be read."


def read_toml(text: str, file: str) -> RowTable:
    """Read `[[cases]]` tables, or a list `cases`. Raises `InputError`, `EmptyBenchmarkSetError` for an empty list."""
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f"The TOML cannot be read: {error}.", file=file, hint="Each case begins with [[cases]]."
        ) from None
    except RecursionError:
        raise InputError(_TOO_DEEP, file=file) from None
    except ValueError:  # what tomllib itself does not expect: an integer of more digits than Python reads
        raise InputError("A number in the file has too many digits.", file=file, hint="Write it as a text.") from None
    if is_too_deep(value):
        raise InputError(_TOO_DEEP, file=file)
    cases, table = cases_of(value, "TOML", file)
    headers = [line for line, content in enumerate(text.split("\n"), start=1) if _CASE_HEADER.match(content)]
    fill_rows(table, [_plain(case) for case in cases], headers if len(headers) == len(cases) else [], file)
    table.format = "TOML"
    return table


def _plain(value: Any) -> Any:
    """The value with TOML's dates and times as the text they would have in JSON."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool) else value.isoformat()
