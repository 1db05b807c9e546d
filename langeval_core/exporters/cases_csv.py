"""Benchmark cases to CSV, which `langeval_core.importers.benchmarks` reads back as the same cases."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from langeval_core.exporters.csv_bytes import Cell, to_csv
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.spreadsheet import ESCAPED, ESCAPED_COLUMN, escape_cell

_COLUMNS = ("id", "prompt", "context", "reference", "tags", "response", "judge_reply", "judge_tokens", "metadata")


def cases_csv(cases: Iterable[BenchmarkCase]) -> bytes:
    """One row a case, safe to open in a spreadsheet.

    The last column marks rows whose texts were escaped, so that importing takes back exactly what was escaped and
    leaves rows added by hand alone.
    """
    return to_csv((*_COLUMNS, ESCAPED_COLUMN), (_row(case) for case in cases))


def _row(case: BenchmarkCase) -> list[Cell]:
    texts = (
        case.id,
        case.prompt,
        case.context,
        case.reference,
        _tags_cell(case.tags),
        case.response,
        case.judge_reply,
        None if case.judge_tokens is None else str(case.judge_tokens),
        json.dumps(case.model_dump(mode="json")["metadata"]) if case.metadata else None,
    )
    return [*(escape_cell(text) for text in texts), ESCAPED]


def _tags_cell(tags: Sequence[str] | None) -> str | None:
    """Tags as people write them where that reads back the same, else as a JSON list."""
    if tags is None:
        return None
    plain = all(tag and tag == tag.strip() and not set(tag) & set(",;") for tag in tags)
    written = "; ".join(tags)
    return written if tags and plain and not written.startswith("[") else json.dumps(list(tags), ensure_ascii=False)
