"""The results of a run to CSV: one row a case, safe to open in a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from langeval_core.exporters.csv_bytes import Cell, safe_row, to_csv
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.report import CallRecord, CaseResult, CaseTranscript, EvalReport, StateCaseResult
from langeval_core.schema.run import Run

_BENCHMARK_COLUMNS = (
    "case_index",
    "case_id",
    "outcome",
    "tags",
    "score",
    "raw_score",
    "clamped",
    "reason",
    "rule",
    "notes",
    "problem",
    "error_kind",
    "judge_input_tokens",
    "judge_output_tokens",
    "judge_tokens_estimated",
    "judge_latency_ms",
    "judge_attempts",
    "judge_model",
    "subject_input_tokens",
    "subject_output_tokens",
    "subject_tokens_estimated",
    "subject_latency_ms",
    "subject_attempts",
    "subject_model",
    "replayed",
    "tokens_used",
    "finished_s",
)
_STATE_COLUMNS = (
    "case_index",
    "case_id",
    "outcome",
    "matching_fields",
    "mismatched_fields",
    "missing_fields",
    "extra_fields",
    "overall_match",
    "accuracy_score",
    "time_used",
    "problem",
)
_TEXT_COLUMNS = ("prompt", "context", "reference", "answer", "judge_reply")


class CaseTexts(NamedTuple):
    """The long texts of one benchmark case, for the columns at the end of a row."""

    case: BenchmarkCase | None = None
    transcript: CaseTranscript | None = None


def results_csv(run: Run, texts: Mapping[int, CaseTexts] | None = None) -> bytes:
    """One row for every case of the run, whatever became of it.

    `texts` (by 0-based case index) adds the columns prompt, context, reference, answer and judge_reply to the results
    of a benchmark.
    """
    if not isinstance(run.report, EvalReport):
        return to_csv(_STATE_COLUMNS, (safe_row(_state_row(result)) for result in run.report.cases))
    if texts is None:
        return to_csv(_BENCHMARK_COLUMNS, (safe_row(_benchmark_row(result)) for result in run.report.cases))
    rows = _rows_with_texts(run.report.cases, texts)
    return to_csv((*_BENCHMARK_COLUMNS, *_TEXT_COLUMNS), (safe_row(row) for row in rows))


def _rows_with_texts(results: Iterable[CaseResult], texts: Mapping[int, CaseTexts]) -> Iterable[list[Cell]]:
    for result in results:
        case, transcript = texts.get(result.case_index, CaseTexts())
        yield [
            *_benchmark_row(result),
            case.prompt if case else None,
            case.context if case else None,
            case.reference if case else None,
            transcript.answer if transcript else None,
            transcript.judge_reply if transcript else None,
        ]


def _benchmark_row(result: CaseResult) -> list[Cell]:
    calls = [call for call in (result.judge_call, result.subject_call) if call]
    return [
        result.case_index,
        result.case_id,
        result.outcome.value,
        "; ".join(result.tags),
        result.score,
        result.raw_score,
        result.clamped,
        result.reason,
        result.rule,
        "; ".join(result.notes),
        result.problem,
        result.error_kind,
        *_call_cells(result.judge_call),
        *_call_cells(result.subject_call),
        any(call.replayed for call in calls),
        result.tokens_used,
        result.finished_s,
    ]


def _call_cells(call: CallRecord | None) -> list[Cell]:
    """Input tokens, output tokens, whether estimated, latency in ms, attempts, model."""
    if call is None:
        return [None] * 6
    tokens = call.tokens
    return [tokens.input_tokens, tokens.output_tokens, call.estimated, call.latency_ms, call.attempts, call.model]


def _state_row(result: StateCaseResult) -> list[Cell]:
    return [
        result.case_index,
        result.case_id,
        result.outcome.value,
        result.matching_fields,
        result.mismatched_fields,
        result.missing_fields,
        result.extra_fields,
        result.overall_match,
        result.accuracy_score,
        result.time_used,
        result.problem,
    ]
