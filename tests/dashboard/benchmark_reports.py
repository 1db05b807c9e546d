"""Benchmark reports for tests, put together case by case."""

from __future__ import annotations

from collections.abc import Sequence

from langeval_core.schema.completion import TokenUsage
from langeval_core.schema.report import (
    CallRecord,
    CaseResult,
    CaseScore,
    EvalReport,
    Interval,
    Outcome,
    TagScore,
)


def result(
    index: int,
    outcome: Outcome = Outcome.SCORED,
    *,
    score: float | None = None,
    raw_score: float | None = None,
    tokens: int = 0,
    used: int = 0,
    position: int | None = None,
    tags: tuple[str, ...] = (),
    reason: str = "",
    problem: str | None = None,
    judge_ms: float | None = None,
    subject_ms: float | None = None,
    replayed: bool = False,
) -> CaseResult:
    """One case named `case-INDEX`; the judge was called where `tokens` are given."""
    return CaseResult(
        case_index=index,
        case_id=f"case-{index}",
        outcome=outcome,
        tags=tags,
        score=score,
        raw_score=score if raw_score is None else raw_score,
        reason=reason,
        problem=problem,
        judge_call=CallRecord(tokens=TokenUsage(input_tokens=tokens), latency_ms=judge_ms, replayed=replayed)
        if tokens
        else None,
        subject_call=CallRecord(latency_ms=subject_ms, replayed=replayed) if subject_ms or replayed else None,
        position=index if position is None else position,
        tokens_used=used,
    )


def report(
    cases: Sequence[CaseResult],
    *,
    mean: float | None = None,
    budget: int = 1000,
    interval: tuple[float, float] | None = None,
    bounds: tuple[float, float] | None = None,
    by_tag: Sequence[TagScore] = (),
    p50: float | None = None,
    p95: float | None = None,
    over: int = 0,
    scale: tuple[float, float] = (1.0, 10.0),
) -> EvalReport:
    """A report with these cases; its numbers are as given, not computed."""
    scored = [case for case in cases if case.score is not None]
    return EvalReport(
        mean_score=mean,
        p50_latency_ms=p50,
        p95_latency_ms=p95,
        total_tokens=max((case.tokens_used for case in cases), default=0),
        cases_scored=len(scored),
        cases_total=len(cases),
        is_partial=len(scored) < len(cases),
        error_count=len(cases) - len(scored),
        per_case=[
            CaseScore(
                case_index=case.case_index,
                score=case.score or 0,
                raw_score=case.raw_score or 0,
                reason=case.reason,
                latency_ms=case.judge_call.latency_ms if case.judge_call else None,
                tokens=case.judge_tokens,
            )
            for case in scored
        ],
        outcomes={outcome: sum(case.outcome is outcome for case in cases) for outcome in Outcome},
        cases=list(cases),
        scale=scale,
        mean_interval=Interval(low=interval[0], high=interval[1], method="t") if interval else None,
        bounds=bounds,
        by_tag=list(by_tag),
        budget_tokens=budget,
        tokens_over_budget=over,
    )
