"""The numbers of a benchmark run, from its outcomes: the one place that knows every denominator."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from langeval_core.evaluators.benchmark_notes import report_notes
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.report import CallRecord, CaseResult, CaseScore, EvalReport, Outcome, TagScore
from langeval_core.stats.intervals import mean_interval, mean_of
from langeval_core.stats.percentiles import median_low, percentile_95


def build_report(
    results: Sequence[CaseResult],
    cases: Sequence[BenchmarkCase],
    *,
    budget_tokens: int,
    scale: tuple[float, float],
    duration_s: float,
) -> EvalReport:
    """The report of a run, finished or not. Pure.

    Args:
        results: outcomes in the order they came, at most one a case (of several, the last counts).
        cases: all cases; those without a result are `not_started`.
        budget_tokens: the limit for judge tokens.
        scale: lowest and highest score.
        duration_s: wall time of the run in seconds.
    """
    every = _one_a_case(results, cases)
    scored = [result for result in every if result.outcome is Outcome.SCORED]
    scores = _scores(scored)
    counts = Counter(result.outcome for result in every)
    judge_calls = [result.judge_call for result in every if result.judge_call]
    subject_calls = [result.subject_call for result in every if result.subject_call]
    total_tokens = sum(call.tokens.total for call in judge_calls)
    latencies = _latencies([result.judge_call for result in scored if result.judge_call])
    subject_latencies = _latencies([result.subject_call for result in every if _answered(result)])
    report = EvalReport(
        mean_score=mean_of(scores),
        p50_latency_ms=median_low(latencies),
        p95_latency_ms=percentile_95(latencies),
        total_tokens=total_tokens,
        cases_scored=len(scored),
        cases_total=len(every),
        is_partial=len(scored) < len(every),
        error_count=len(every) - len(scored),
        per_case=case_scores(scored),
        outcomes={outcome: counts[outcome] for outcome in Outcome},
        cases=every,
        scale=scale,
        mean_interval=mean_interval(scores, scale),
        bounds=_bounds(scores, len(every), scale),
        by_tag=_by_tag(every, cases, scale),
        budget_tokens=budget_tokens,
        tokens_over_budget=max(0, total_tokens - budget_tokens),
        exhausted_at=min(
            (result.tokens_used for result in every if result.outcome is Outcome.BUDGET_EXHAUSTED), default=None
        ),
        estimated_calls=sum(call.estimated for call in judge_calls),
        subject_tokens=sum(call.tokens.total for call in subject_calls),
        subject_p50_latency_ms=median_low(subject_latencies),
        subject_p95_latency_ms=percentile_95(subject_latencies),
        latencies_counted=len(latencies),
        clamped_count=sum(result.clamped for result in scored),
        duration_s=duration_s,
    )
    report.notes = report_notes(report)
    return report


def case_scores(results: Sequence[CaseResult]) -> list[CaseScore]:
    """The scores of those results that are scored."""
    return [_case_score(result) for result in results if result.outcome is Outcome.SCORED]


def _one_a_case(results: Sequence[CaseResult], cases: Sequence[BenchmarkCase]) -> list[CaseResult]:
    """One result for each case, in case order; those that never started come last in position."""
    by_index = {result.case_index: result for result in results}
    position = 1 + max((result.position for result in results), default=-1)
    used = max((result.tokens_used for result in results), default=0)
    every = []
    for index, case in enumerate(cases):
        result = by_index.get(index)
        if result is None:
            result = CaseResult(
                case_index=index,
                case_id=case.id,
                outcome=Outcome.NOT_STARTED,
                tags=tuple(case.tags or ()),
                position=position,
                tokens_used=used,
            )
            position += 1
        every.append(result)
    return every


def _scores(results: Sequence[CaseResult]) -> list[float]:
    return [result.score for result in results if result.score is not None]


def _case_score(result: CaseResult) -> CaseScore:
    if result.score is None or result.raw_score is None:
        raise ValueError(f"case {result.case_index} is scored but has no score")
    return CaseScore(
        case_index=result.case_index,
        score=result.score,
        raw_score=result.raw_score,
        reason=result.reason,
        latency_ms=result.judge_call.latency_ms if result.judge_call else None,
        tokens=result.judge_tokens,
    )


def _answered(result: CaseResult) -> bool:
    return result.outcome not in {Outcome.SUBJECT_ERROR, Outcome.SUBJECT_TIMEOUT}


def _latencies(calls: Sequence[CallRecord | None]) -> list[float]:
    """Latencies in ms of the calls that were really made."""
    return [call.latency_ms for call in calls if call and not call.replayed and call.latency_ms is not None]


def _bounds(scores: Sequence[float], cases_total: int, scale: tuple[float, float]) -> tuple[float, float] | None:
    """The means if every unscored case had got the lowest and the highest score; `None` where all are scored."""
    unscored = cases_total - len(scores)
    if not unscored:
        return None
    low, high = (math.fsum([*scores, *([end] * unscored)]) / cases_total for end in scale)
    return low, high


def _by_tag(
    results: Sequence[CaseResult], cases: Sequence[BenchmarkCase], scale: tuple[float, float]
) -> list[TagScore]:
    """One row for each tag, in the order in which the cases bring them."""
    tagged: dict[str, list[CaseResult]] = {}
    for result, case in zip(results, cases, strict=True):
        for tag in dict.fromkeys(case.tags or ()):
            tagged.setdefault(tag, []).append(result)
    rows = []
    for tag, members in tagged.items():
        scores = _scores([result for result in members if result.outcome is Outcome.SCORED])
        rows.append(
            TagScore(
                tag=tag,
                cases_total=len(members),
                cases_scored=len(scores),
                mean_score=mean_of(scores),
                interval=mean_interval(scores, scale),
            )
        )
    return rows
