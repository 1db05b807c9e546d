"""What the calls of one case cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.tables.benchmark_verdict import milliseconds
from langeval_core.schema.report import CallRecord, CaseResult

if TYPE_CHECKING:
    import pandas as pd


def call_table(result: CaseResult) -> pd.DataFrame:
    """A row for the subject and one for the judge, where they were called; all cells are text."""
    import pandas as pd

    calls = [("subject", result.subject_call), ("judge", result.judge_call)]
    return pd.DataFrame([_row(role, call) for role, call in calls if call is not None])


def _row(role: str, call: CallRecord) -> dict[str, str]:
    about = "≈ " if call.estimated else ""
    return {
        "call": role,
        "model": call.model or "–",
        "tokens in": f"{about}{call.tokens.input_tokens:,}",
        "tokens out": f"{about}{call.tokens.output_tokens:,}",
        "time": "replayed" if call.replayed else milliseconds(call.latency_ms),
        "attempts": str(call.attempts),
        "waited": milliseconds(call.waited_ms) if call.waited_ms else "–",
        "ended by": call.finish_reason or "–",
    }
