"""Small runs to export."""

from __future__ import annotations

from datetime import UTC, datetime

from langeval_core.schema.completion import TokenUsage
from langeval_core.schema.report import (
    CallRecord,
    CaseResult,
    EvalReport,
    Outcome,
    StateCaseResult,
    StateOutcome,
    StateReport,
)
from langeval_core.schema.run import Run, RunKind, RunState, RunSummary
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec, StateSpec

CALL = CallRecord(tokens=TokenUsage(input_tokens=30, output_tokens=3), latency_ms=120.5, model="judge-1")


def scored(index: int, reason: str = "good", tags: tuple[str, ...] = ()) -> CaseResult:
    return CaseResult(
        case_index=index,
        case_id=f"case-{index}",
        outcome=Outcome.SCORED,
        tags=tags,
        score=8.0,
        raw_score=8.0,
        reason=reason,
        rule="json",
        judge_call=CALL,
        tokens_used=33,
        finished_s=0.25,
    )


def benchmark_run(*results: CaseResult, base_url: str | None = None) -> Run:
    report = EvalReport(
        mean_score=8.0,
        p50_latency_ms=120.5,
        p95_latency_ms=120.5,
        total_tokens=33,
        cases_scored=1,
        cases_total=len(results),
        is_partial=False,
        error_count=0,
        per_case=[],
        outcomes={Outcome.SCORED: len(results)},
        cases=list(results),
    )
    spec = BenchmarkSpec(
        name="Sums",
        subject=ProviderSpec(name="openai:local", base_url=base_url),
        judge=ProviderSpec(name="recorded"),
        budget_tokens=100,
    )
    return Run(summary=summary(RunKind.BENCHMARK, len(results)), spec=spec, report=report)


def state_run() -> Run:
    results = [
        StateCaseResult(
            case_index=0,
            case_id="a",
            outcome=StateOutcome.COMPARED,
            matching_fields=2,
            missing_fields=1,
            accuracy_score=2 / 3,
            time_used=0.5,
        ),
        StateCaseResult(case_index=1, case_id="b", outcome=StateOutcome.MUTATOR_ERROR, problem="=broken reply"),
    ]
    report = StateReport(
        cases_total=2,
        cases_compared=1,
        cases_matching=0,
        cases_nothing_expected=0,
        matching_fields=2,
        mismatched_fields=0,
        missing_fields=1,
        extra_fields=0,
        accuracy_score=2 / 3,
        is_partial=True,
        outcomes={StateOutcome.COMPARED: 1, StateOutcome.MUTATOR_ERROR: 1},
        cases=results,
    )
    return Run(summary=summary(RunKind.STATE, 2), spec=StateSpec(), report=report)


def summary(kind: RunKind, cases_total: int) -> RunSummary:
    return RunSummary(
        id="run1",
        kind=kind,
        name="Sums",
        state=RunState.FINISHED,
        created_at=datetime(2026, 12, 1, tzinfo=UTC),
        cases_total=cases_total,
        cases_done=cases_total,
    )
