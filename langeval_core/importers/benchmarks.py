"""Benchmark files to cases: TOML, JSON, JSON Lines, CSV and YAML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from langeval_core.errors import EmptyBenchmarkSetError, InputError, NoPromptColumnError
from langeval_core.importers.case_rows import case_from_row
from langeval_core.importers.column_mapping import KNOWN_COLUMNS, map_columns
from langeval_core.importers.complaints import Complaint
from langeval_core.importers.csv_text import read_csv
from langeval_core.importers.detection import FileKind, find_kind, kind_by_name
from langeval_core.importers.duplicates import Placed, find_contradictions, number_repeated_ids
from langeval_core.importers.json_rows import EXPECTED, read_json, read_json_lines
from langeval_core.importers.rows import UNNAMED, RejectedRow as RejectedRow, RowTable
from langeval_core.importers.text import DecodedText, decode_text
from langeval_core.schema.benchmark import BenchmarkCase, BenchmarkSet

MAX_BYTES = 10 * 1024 * 1024
_COMPLAINTS_SHOWN = 20


@dataclass(slots=True)
class LoadedBenchmark:
    """What a benchmark file holds, good rows and bad ones.

    `format` says in words what the file was read as. `columns` are the file's own, `mapping` goes from our field to
    the file's column, `notes` are sentences for the user. Each rejected row has a complaint; a complaint without a
    rejected row is about cases that were kept.
    """

    name: str
    format: str
    cases: list[BenchmarkCase]
    columns: list[str]
    mapping: dict[str, str]
    complaints: list[Complaint] = field(default_factory=list)
    rejected: list[RejectedRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    file: str = UNNAMED

    def benchmark(self, allow_rejected: bool = False) -> BenchmarkSet:
        """The cases as a set.

        Raises `InputError` with all complaints when there are any and they are not allowed, and
        `EmptyBenchmarkSetError` when no case is left.
        """
        if self.complaints and not (allow_rejected and self.cases):
            raise self._refusal()
        if not self.cases:
            raise EmptyBenchmarkSetError(self.file)
        return BenchmarkSet(cases=self.cases, name=self.name)

    def _refusal(self) -> InputError:
        """All complaints as one error; a single one keeps its line and field."""
        way_out = "Mend the file, or use the good rows only." if self.cases else None
        shown = self.complaints[:_COMPLAINTS_SHOWN]
        if len(self.complaints) == 1:
            hint = " ".join(part for part in (shown[0].hint, way_out) if part)
            return InputError(
                shown[0].problem, file=self.file, line=shown[0].line, field=shown[0].field, hint=hint or None
            )
        left = len(self.complaints) - len(shown)
        lines = [f"{len(self.complaints)} complaints.", *(complaint.text for complaint in shown)]
        return InputError("\n".join([*lines, *([f"… and {left} more."] if left else [])]), file=self.file, hint=way_out)


def load_benchmark(
    data: bytes | Path,
    filename: str | None = None,
    *,
    mapping: Mapping[str, str] | None = None,
    max_bytes: int = MAX_BYTES,
) -> LoadedBenchmark:
    """Read a benchmark file.

    Args:
        data: the file's bytes, or where it is.
        filename: its name as the user knows it; shown in complaints, and a hint at the format.
        mapping: our field -> the file's column, before any guess by name.
        max_bytes: larger files are refused.

    Raises:
        InputError: the file as a whole cannot be used: missing, too big, not text, broken, or something else.
        EmptyBenchmarkSetError: it is sound and holds no cases.
    """
    if isinstance(data, Path):
        filename = filename or data.name
        data = _read_file(data, filename, max_bytes)
    file = filename or UNNAMED
    if len(data) > max_bytes:
        raise _too_big(len(data), file, max_bytes)
    decoded = _decode(data, file)
    if not decoded.text.strip():
        raise InputError("The file is empty.", file=file, hint=EXPECTED)
    kind = find_kind(decoded.text, filename)
    table = _read_rows(kind, decoded.text, file)
    notes = list(table.notes)
    named = kind_by_name(filename)
    if named not in {None, kind}:
        notes.append(f"The name promises {named}, but the content is {kind}; it was read as that.")
    mapped, mapping_notes = map_columns(table.columns, mapping, file)
    if "prompt" not in mapped and (table.rows or not table.rejected):
        raise _no_prompt(table, file, mapping_notes)
    if not table.rows and not table.rejected:
        raise EmptyBenchmarkSetError(file)
    loaded = LoadedBenchmark(
        name=(table.name or "").strip() or (PurePath(filename).stem if filename else "Benchmark"),
        format=f"{table.format}, {decoded.encoding}",
        cases=[],
        columns=table.columns,
        mapping=mapped,
        complaints=table.complaints,
        rejected=table.rejected,
        notes=[*notes, *mapping_notes],
        file=file,
    )
    _add_cases(loaded, table)
    return loaded


def _add_cases(loaded: LoadedBenchmark, table: RowTable) -> None:
    placed: list[Placed] = []
    as_json: Counter[str] = Counter()
    for row in table.rows:
        try:
            case, fields = case_from_row(row, loaded.mapping, loaded.file, all_text=table.all_text)
        except InputError as error:
            complaint = Complaint(
                file=loaded.file, line=error.line, field=error.field, problem=error.problem, hint=error.hint
            )
            table.reject(complaint, row.values)
        else:
            placed.append((case, row.line))
            as_json.update(fields)
    placed, complaints, notes = number_repeated_ids(placed, loaded.file)
    loaded.complaints += [*complaints, *find_contradictions(placed, loaded.file)]
    loaded.complaints.sort(key=lambda complaint: complaint.line or 0)
    loaded.rejected.sort(key=lambda rejected: rejected.line or 0)
    loaded.cases = [case for case, _ in placed]
    loaded.notes += notes
    loaded.notes += [
        f"{count} value(s) of {name} are no text; their JSON text is used." for name, count in as_json.items()
    ]


def _read_rows(kind: FileKind, text: str, file: str) -> RowTable:
    if kind is FileKind.TOML:
        from langeval_core.importers.toml_rows import read_toml

        return read_toml(text, file)
    if kind is FileKind.YAML:
        from langeval_core.importers.yaml_rows import read_yaml

        return read_yaml(text, file)
    if kind is FileKind.JSON:
        return read_json(text, file)
    if kind is FileKind.JSON_LINES:
        return read_json_lines(text, file)
    return read_csv(text, file, KNOWN_COLUMNS)


def _no_prompt(table: RowTable, file: str, notes: list[str]) -> NoPromptColumnError:
    """No column can be the prompt: say which there are, and what to do."""
    ambiguous = next((note for note in notes if "the prompt" in note), None)
    columns = ", ".join(f"“{column}”" for column in table.columns[:_COMPLAINTS_SHOWN]) or "none"
    problem = ambiguous or f"No column holds the prompt. It was read as {table.format}; columns: {columns}."
    return NoPromptColumnError(problem, columns=table.columns, file=file)


def _decode(data: bytes, file: str) -> DecodedText:
    try:
        return decode_text(data, file)
    except InputError as error:
        raise InputError(error.problem, file=file, hint=EXPECTED) from None


def _read_file(path: Path, filename: str, max_bytes: int) -> bytes:
    try:
        size = path.stat().st_size
        if size > max_bytes:
            raise _too_big(size, filename, max_bytes)
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError("There is no such file.", file=str(path)) from None
    except OSError as error:
        raise InputError(f"The file cannot be read: {error.strerror}.", file=str(path)) from None


def _too_big(size: int, file: str, max_bytes: int) -> InputError:
    return InputError(
        f"The file has {size / 2**20:.1f} MiB; up to {max_bytes / 2**20:g} MiB are accepted.",
        file=file,
        hint="The setting LANGEVAL_MAX_UPLOAD_MB raises the limit.",
    )
