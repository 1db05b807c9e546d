"""Benchmark cases, and what is wrong with a file of them, as frames."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dashboard.tables.benchmark_table import one_line
from langeval_core.exporters.csv_bytes import safe_row, to_csv
from langeval_core.importers.complaints import Complaint
from langeval_core.importers.rows import RejectedRow
from langeval_core.schema.benchmark import BenchmarkCase

if TYPE_CHECKING:
    import pandas as pd

TYPED_COLUMNS = ("prompt", "reference", "context", "tags", "response", "judge_reply")
"""The columns of the table that cases are typed into; all text."""


def preview_table(cases: Sequence[BenchmarkCase]) -> pd.DataFrame:
    """A row for each case with what it holds; long texts are cut. Columns that no case fills are left out."""
    import pandas as pd

    frame = pd.DataFrame(
        {
            "#": range(1, len(cases) + 1),
            "case": [case.id for case in cases],
            "prompt": [one_line(case.prompt) for case in cases],
            "context": [one_line(case.context or "") for case in cases],
            "reference": [one_line(case.reference or "") for case in cases],
            "tags": [", ".join(case.tags or ()) for case in cases],
            "recorded answer": [one_line(case.response or "") for case in cases],
            "recorded judge reply": [one_line(case.judge_reply or "") for case in cases],
        }
    )
    return frame[[name for name in frame.columns if name in {"#", "case", "prompt"} or (frame[name] != "").any()]]


def complaint_table(complaints: Sequence[Complaint]) -> pd.DataFrame:
    """A row for each complaint: line (empty where unknown), field, problem, hint."""
    import pandas as pd

    return pd.DataFrame(
        {
            "line": pd.Series([complaint.line for complaint in complaints], dtype="Int64"),
            "field": [complaint.field or "" for complaint in complaints],
            "problem": [one_line(complaint.problem) for complaint in complaints],
            "what to do": [one_line(complaint.hint or "") for complaint in complaints],
        }
    )


def rejected_csv(rejected: Sequence[RejectedRow]) -> bytes:
    """Line, reason and content of each rejected row, safe to open in a spreadsheet."""
    return to_csv(("line", "reason", "row"), (safe_row([row.line, row.reason, _as_text(row.row)]) for row in rejected))


def typed_frame(rows: Sequence[Mapping[str, Any]], at_least: int = 3) -> pd.DataFrame:
    """The rows as an editable table of texts, with empty rows up to `at_least`."""
    import pandas as pd

    filled = [[row.get(name) for name in TYPED_COLUMNS] for row in rows]
    empty = [[None] * len(TYPED_COLUMNS)] * (at_least - len(filled))
    return pd.DataFrame([*filled, *empty], columns=list(TYPED_COLUMNS), dtype="str")


def typed_rows(frame: pd.DataFrame) -> list[dict[str, str]]:
    """The texts of an edited table; a row that nothing was typed into is empty."""
    return [
        {str(name): text for name, text in row.items() if isinstance(text, str) and text.strip()}
        for row in frame.to_dict("records")
    ]


def typed_cases_jsonl(rows: Sequence[Mapping[str, str]]) -> bytes:
    """The rows as JSON Lines, a line each, blank for an empty row: so complaints by line speak of rows of the table."""
    return "\n".join(json.dumps(row) if row else "" for row in rows).encode()


def _as_text(row: Any) -> str:
    return row if isinstance(row, str) else json.dumps(row, ensure_ascii=False, default=str)
