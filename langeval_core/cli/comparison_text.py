"""A state comparison on the terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from langeval_core.cli.options import OutputFormat
from langeval_core.cli.terminal import make_table, print_json, print_table, print_text
from langeval_core.exporters.state_comparison import comparison_document

if TYPE_CHECKING:
    from langeval_core.schema.comparison import FieldComparison, StateComparison
    from langeval_core.schema.state import ValueConfidence

_SIGNS = {"matching": "✓", "mismatched": "≠", "missing": "−", "extra": "+"}


def print_comparison(comparison: StateComparison, output_format: OutputFormat, *, run_id: str | None = None) -> None:
    """The comparison on stdout: as text, or as JSON with its own field names at the top level."""
    if output_format is OutputFormat.JSON:
        print_json({"run_id": run_id, **comparison_document(comparison)})
        return
    print_text("The states match." if comparison.overall_match else "The states do not match.")
    print_text(accuracy_line(comparison))
    if not comparison.fields:
        print_text("Neither state has a field.")
        return
    with_pre = bool(comparison.changes)
    columns = [
        "",
        "path",
        "status",
        *(["pre"] if with_pre else []),
        "expected",
        "actual",
        "why",
        *(["change"] if with_pre else []),
    ]
    print_table(make_table(columns, [_row(field, with_pre) for field in comparison.fields]))


def accuracy_line(comparison: StateComparison) -> str:
    """The accuracy with the counts it is made of."""
    counts = (
        f"{comparison.matching_fields} matching, {comparison.mismatched_fields} mismatched, "
        f"{comparison.missing_fields} missing, {comparison.extra_fields} extra"
    )
    said = " (nothing expected)" if comparison.nothing_expected else ""
    counted = ", containers counted too" if comparison.counted == "all" else ""
    return f"Accuracy {comparison.accuracy_score:.4g}{said}: {counts}{counted}."


def _row(field: FieldComparison, with_pre: bool) -> list[str]:
    why = " · ".join(part for part in (field.cause.value if field.cause else "", field.note or "") if part)
    change = [field.change.value.replace("_", " ") if field.change else ""]
    return [
        _SIGNS[field.status.value],
        field.path,
        field.status.value,
        *([_candidate(field.pre)] if with_pre else []),
        _candidate(field.expected),
        _candidate(field.actual),
        why,
        *(change if with_pre else []),
    ]


def _candidate(candidate: ValueConfidence | None) -> str:
    """The value as JSON, so that text and numbers look different, with its confidence."""
    if candidate is None:
        return "·"
    return f"{json.dumps(candidate.value, ensure_ascii=False)} @{candidate.confidence:g}"
