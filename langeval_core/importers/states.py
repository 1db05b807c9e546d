"""A file, a pasted text or a parsed value to a state."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from langeval_core.errors import InputError
from langeval_core.importers.json_text import parse_json
from langeval_core.importers.state_forms import Origin, StateFormat as StateFormat, detect_form
from langeval_core.importers.state_readers import read_form
from langeval_core.importers.text import decode_text
from langeval_core.schema.state import InterpretiveState

MAX_BYTES = 10 * 1024 * 1024
EXPECTED = 'A state is expected: one JSON object of paths and values, such as {"registrant.name": "Ada Lovelace"}.'


@dataclass(frozen=True)
class LoadedState:
    """A state, the form it was written in, and what a user should know of how it was read."""

    state: InterpretiveState
    format: StateFormat
    notes: list[str] = field(default_factory=list)


def load_state(
    data: bytes | str | Path,
    filename: str | None = None,
    *,
    format: StateFormat | str | None = None,
    max_bytes: int = MAX_BYTES,
) -> LoadedState:
    """Read one state.

    Args:
        data: a file's bytes, a text, or the path of a file.
        filename: the name the user knows it by; for a path it is the path's.
        format: the form it is in; detected when not given.
        max_bytes: what is accepted.

    Raises:
        InputError: the file cannot be read, is too big, is no JSON, or is not a state; says where and what to do.
    """
    notes: list[str] = []
    if isinstance(data, Path):
        filename = filename or data.name
        data = _read_file(data, filename, max_bytes)
    size = len(data) if isinstance(data, bytes) else len(data.encode(errors="surrogatepass"))
    if size > max_bytes:
        raise _too_big(size, max_bytes, filename)
    if isinstance(data, bytes):
        try:
            decoded = decode_text(data, filename)
        except InputError as error:
            raise InputError(error.problem, file=filename, hint=EXPECTED) from None
        if decoded.encoding != "UTF-8":
            notes.append(f"The file was read as {decoded.encoding}.")
        data = decoded.text
    if not data.strip("\ufeff \t\r\n"):
        raise InputError("There is nothing in it.", file=filename, hint=EXPECTED)
    loaded = read_state(_parse(data, filename), filename, format=format)
    return LoadedState(loaded.state, loaded.format, notes + loaded.notes)


def read_state(
    document: Any, filename: str | None = None, *, line: int | None = None, format: StateFormat | str | None = None
) -> LoadedState:
    """Read a state from parsed JSON, as batches hold it. Raises `InputError` as `load_state` does."""
    origin = Origin(filename, line)
    notes: list[str] = []
    if isinstance(document, str) and document.lstrip()[:1] == "{":
        document = parse_json(document, filename)
        notes.append("The JSON stood as text inside a JSON text; the inner one was read.")
    if not isinstance(document, dict):
        raise origin.error(f"It holds nothing but {_in_words(document)}.", hint=EXPECTED)
    form = StateFormat(format) if format is not None else detect_form(document, origin)
    state = read_form(document, form, origin)
    if form is StateFormat.GRAPH and document.get("hyperedges"):
        notes.append("Hyperedges were left out: they hold no values.")
    if not state.root:
        notes.append("The state is empty.")
    return LoadedState(state, form, notes)


def _parse(text: str, filename: str | None) -> Any:
    try:
        return parse_json(text, filename)
    except InputError as error:
        lines = text.splitlines()
        is_batch = len(lines) > 1 and all(
            line.lstrip()[:1] in ("{", "") and line.rstrip()[-1:] in ("}", "") for line in lines
        )
        hint = "It looks like JSON Lines; one state is expected here." if is_batch else EXPECTED
        raise InputError(
            error.problem, file=filename, line=error.line, field=error.field, hint=error.hint or hint
        ) from None


def _read_file(path: Path, filename: str, max_bytes: int) -> bytes:
    try:
        size = path.stat().st_size
        if size > max_bytes:
            raise _too_big(size, max_bytes, filename)
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise InputError(f"The file cannot be read: {reason}.", file=str(path), hint="Check the path.") from None


def _too_big(size: int, max_bytes: int, filename: str | None) -> InputError:
    mib = 1024 * 1024
    return InputError(
        f"The file has {size / mib:.1f} MiB; at most {max_bytes / mib:.4g} MiB are read.",
        file=filename,
        hint="Raise LANGEVAL_MAX_UPLOAD_MB to read more.",
    )


def _in_words(document: Any) -> str:
    if document is None:
        return "null"
    kinds = {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list"}
    kind = kinds.get(type(document), "something else")
    return f"an empty {kind.removeprefix('a ')}" if document in ("", []) else kind
