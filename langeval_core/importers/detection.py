"""Which kind of file a benchmark is: its content decides, its name only where the content leaves it open."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from pathlib import PurePath


class FileKind(StrEnum):
    """The kinds of benchmark file, by their usual name."""

    JSON = "JSON"
    JSON_LINES = "JSON Lines"
    TOML = "TOML"
    YAML = "YAML"
    CSV = "CSV"


_KIND_OF_SUFFIX = {
    ".json": FileKind.JSON,
    ".jsonl": FileKind.JSON_LINES,
    ".ndjson": FileKind.JSON_LINES,
    ".toml": FileKind.TOML,
    ".yaml": FileKind.YAML,
    ".yml": FileKind.YAML,
    ".csv": FileKind.CSV,
    ".tsv": FileKind.CSV,
}
_TOML_TABLE = re.compile(r"\[\[?[ \t]*[A-Za-z_][\w.-]*[ \t]*\]\]?[ \t]*(?:#.*)?")
_TOML_LINE = re.compile(r"[\w-]+[ \t]*=[ \t]*(?:[\"'\[{0-9]|true|false).*")
_YAML_LINE = re.compile(
    r"---.*|-(?:[ ]+(?:[\w\"'-]+[ ]*:(?:[ ].*)?|[{\[].*))?|(?:cases|name|description)[ ]*:(?:[ ].*)?"
)

_YAML_KEY = re.compile(r"[\w-]+:[ ]")


def kind_by_name(filename: str | None) -> FileKind | None:
    """The kind the file's name promises, if any."""
    return _KIND_OF_SUFFIX.get(PurePath(filename).suffix.lower()) if filename else None


def find_kind(text: str, filename: str | None) -> FileKind:
    """The kind of a text that is not blank. The name decides only where the content fits several kinds, or none."""
    named = kind_by_name(filename)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if _is_json(text):
        return named if named is FileKind.JSON_LINES and len(lines) == 1 else FileKind.JSON
    first = next((line for line in lines if not line.startswith("#")), "")
    if _TOML_TABLE.fullmatch(first) or _TOML_LINE.fullmatch(first):
        return FileKind.TOML
    if first.startswith(("{", "[")):
        objects = sum(line.startswith("{") and line.endswith("}") for line in lines)
        if named is FileKind.YAML and not _is_json(first):
            return FileKind.YAML
        return FileKind.JSON_LINES if objects > len(lines) // 2 or named is FileKind.JSON_LINES else FileKind.JSON
    if _YAML_LINE.fullmatch(first):
        return FileKind.YAML
    if named in {FileKind.TOML, FileKind.YAML} and ("," not in first or _YAML_KEY.match(first)):
        return named
    return FileKind.CSV


def _is_json(text: str) -> bool:
    """Whether the text is JSON as a whole; what is nested too deeply to be read counts too."""
    try:
        json.loads(text)
    except RecursionError:
        return True
    except ValueError:
        return False
    return True
