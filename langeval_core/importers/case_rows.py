"""One row of a benchmark file to one case, or the reason why not."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from langeval_core.errors import InputError
from langeval_core.importers.json_rows import json_type
from langeval_core.importers.json_text import parse_json
from langeval_core.importers.rows import Row
from langeval_core.schema.benchmark import BenchmarkCase

_MOST_TOKENS = 10**15
_TEXTS = ("context", "reference", "response", "judge_reply")


def case_from_row(
    row: Row, mapping: Mapping[str, str], file: str, *, all_text: bool = False
) -> tuple[BenchmarkCase, list[str]]:
    """The case in a row, and the fields of it whose value was not text and is used as its JSON text.

    `mapping` goes from our fields to the row's columns; all other columns become metadata. No text is changed.
    `all_text`: the file knows no other type, so JSON objects and lists in the metadata are parsed.
    Raises `InputError` with line and field.
    """

    def refuse(field: str, problem: str, hint: str | None = None) -> InputError:
        column = mapping.get(field, field)
        return InputError(problem, file=file, line=row.line, field=column, hint=hint)

    given = {field: row.values.get(column) for field, column in mapping.items()}
    prompt = given.get("prompt")
    if prompt is None or (isinstance(prompt, str) and not prompt.strip()):
        raise refuse("prompt", f"Case {row.number} has no prompt.", "Every case needs one.")
    if not isinstance(prompt, str):
        raise refuse("prompt", f"The prompt is {json_type(prompt)}, not a text.", "Put it in quotes.")
    as_json = [name for name in _TEXTS if not isinstance(given.get(name), str | None)]
    fields: dict[str, Any] = {name: _text(given.get(name)) for name in _TEXTS}
    try:
        fields |= {
            "prompt": prompt,
            "tags": read_tags(given.get("tags")),
            "id": _text(given.get("id")) or "",
            "judge_tokens": _count(given.get("judge_tokens")),
        }
        fields["metadata"] = _metadata(row.values, mapping, all_text)
        return BenchmarkCase(**fields), as_json
    except _FieldError as error:
        raise refuse(error.field, error.problem) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise refuse(str(first["loc"][0]) if first["loc"] else "prompt", f"{first['msg']}.") from None


def read_tags(value: Any) -> list[str] | None:
    """Tags from a list, from a JSON list in text, or from text with commas or semicolons. Raises for anything else."""
    if value is None or value == "":
        return None
    if isinstance(value, str):
        listed = _json_inside(value)
        if not isinstance(listed, list):
            parts = [part.strip() for part in re.split(r"[,;]", value)]
            return [part for part in parts if part] or None
        value = listed
    if isinstance(value, dict):
        raise _FieldError("tags", "Tags are an object, not a list or a text.")
    items = value if isinstance(value, list) else [value]
    if any(isinstance(item, dict | list) or item is None for item in items):
        raise _FieldError("tags", "Every tag must be a text.")
    return [item if isinstance(item, str) else _to_json(item) for item in items]


class _FieldError(Exception):
    def __init__(self, field: str, problem: str) -> None:
        super().__init__(problem)
        self.field = field
        self.problem = problem


def _text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else _to_json(value)


def _count(value: Any) -> int | None:
    """A count of tokens, also where it is written as text."""
    if isinstance(value, str):
        if not value.strip():
            return None
        value = int(value) if re.fullmatch(r"\s*[0-9]{1,15}\s*", value) else -1
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _MOST_TOKENS:
        raise _FieldError("judge_tokens", "The judge's tokens must be a whole number from 0 on.")
    return value


def _metadata(values: Mapping[str, Any], mapping: Mapping[str, str], all_text: bool) -> dict[str, Any]:
    """All columns that are no field of ours. An object in the column `metadata` is spread out among them."""
    used = set(mapping.values())
    read = _parsed if all_text else _finite
    others = {str(column): read(value) for column, value in values.items() if column not in used}
    own = read(values.get(mapping.get("metadata", "metadata")))
    if not isinstance(own, dict):
        return others if own is None else {**others, "metadata": own}
    twice = sorted(own.keys() & others.keys())
    if twice:
        raise _FieldError("metadata", f"“{twice[0]}” stands both in the metadata and in a column of its own.")
    return own | others


def _parsed(value: Any) -> Any:
    """A metadata value; text that is a JSON object or list is parsed."""
    inside = _json_inside(value) if isinstance(value, str) else None
    return value if inside is None else inside


def _finite(value: Any) -> Any:
    """The value, with text for numbers that JSON does not have."""
    if isinstance(value, dict):
        return {str(key): _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _json_inside(text: str) -> Any:
    """The object or list whose JSON text this is, `None` for any other text."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return parse_json(text)
    except InputError:
        return None


def _to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
