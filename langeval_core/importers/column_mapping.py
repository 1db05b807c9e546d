"""Which column of a file is which of our fields: as told, by its own name, or by a well-known other name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from langeval_core.errors import InputError

WELL_KNOWN: dict[str, tuple[str, ...]] = {
    "prompt": ("question", "input", "query", "instruction", "user_prompt", "problem", "task"),
    "context": ("system", "system_prompt", "system_message"),
    "reference": (
        "answer",
        "expected",
        "expected_output",
        "expected_answer",
        "ground_truth",
        "reference_answer",
        "ideal",
        "target",
        "gold",
    ),
    "tags": ("tag", "category", "categories", "labels"),
    "id": ("case_id", "question_id", "uid"),
    "response": ("subject_reply", "subject_response", "model_answer", "model_output", "model_response", "completion"),
    "judge_reply": ("judge_response", "judge_output"),
    "judge_tokens": (),
    "metadata": (),
}
"""Our fields, each with the other names (lower case, `_` between words) that its column often has."""

KNOWN_COLUMNS = frozenset(WELL_KNOWN) | frozenset(name for names in WELL_KNOWN.values() for name in names)


def map_columns(columns: Sequence[str], told: Mapping[str, str] | None, file: str) -> tuple[dict[str, str], list[str]]:
    """The mapping from our fields to columns of the file, and sentences about what was guessed or left alone.

    What was told comes first, then a column with the field's own name, then the only column with a well-known other
    name. Where several columns could be one field none is taken.

    Raises `InputError` for a told field that we do not have or a told column that the file does not have.
    """
    mapping = _checked(columns, told or {}, file)
    free = [column for column in columns if column not in mapping.values()]
    by_name: dict[str, list[str]] = {}
    for column in free:
        by_name.setdefault(_plain_name(column), []).append(column)
    notes = []
    for field, others in WELL_KNOWN.items():
        if field in mapping:
            continue
        if field in free:
            mapping[field] = field
            continue
        candidates = [column for name in (field, *others) for column in by_name.get(name, ())]
        if len(candidates) == 1:
            mapping[field] = candidates[0]
            notes.append(f"Column “{candidates[0]}” is taken as {field}.")
        elif candidates:
            listed = " and ".join(f"“{column}”" for column in candidates)
            notes.append(f"Columns {listed} could each be the {field}; none was taken. Map one: {field}=COLUMN.")
    return mapping, notes


def _checked(columns: Sequence[str], told: Mapping[str, str], file: str) -> dict[str, str]:
    taken: dict[str, str] = {}
    for field, column in told.items():
        if field not in WELL_KNOWN:
            fields = ", ".join(WELL_KNOWN)
            raise InputError(f"There is no field “{field}” to map a column to.", field=field, hint=f"Fields: {fields}.")
        if column not in columns:
            listed = ", ".join(f"“{name}”" for name in columns) or "none"
            raise InputError(
                f"The file has no column “{column}” for {field}.", file=file, field=column, hint=f"Columns: {listed}."
            )
        if column in taken:
            raise InputError(
                f"Column “{column}” is mapped to both {taken[column]} and {field}.", file=file, field=column
            )
        taken[column] = field
    return {field: column for column, field in taken.items()}


def _plain_name(column: str) -> str:
    """The column's name in lower case, with `_` between words."""
    return column.strip().lower().replace(" ", "_").replace("-", "_")
