"""What a reader of a report must know, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from langeval_core.evaluators.tokens import ESTIMATE_METHOD
from langeval_core.schema.report import EvalReport, Outcome
from langeval_core.stats.intervals import FEWEST

FAR_ABOVE = 1.5
"""A raw score this many times the highest is on another scale, rather than a slip."""

_FAILURES = {
    Outcome.JUDGE_UNREADABLE: "{n} had a judge's reply that could not be read",
    Outcome.JUDGE_ERROR: "{n} had a judge call that failed",
    Outcome.JUDGE_TIMEOUT: "{n} had a judge that did not answer in time",
    Outcome.SUBJECT_ERROR: "{n} had a subject call that failed",
    Outcome.SUBJECT_TIMEOUT: "{n} had a subject that did not answer in time",
}


def report_notes(report: EvalReport) -> list[str]:
    """The notes of a report whose numbers are in place, the gravest first."""
    return [*_missing(report), *_doubtful(report), *_methods(report)]


def _missing(report: EvalReport) -> Iterator[str]:
    if not report.cases_scored:
        yield "No case was scored, so there is no mean."
    failures = [text.format(n=n) for outcome, text in _FAILURES.items() if (n := report.outcomes[outcome])]
    if failures:
        yield f"Of {_count(report.cases_total, 'case')}, {', '.join(failures)}; none of these is in the mean."
    problem, times = _most_common_problem(report)
    if times > 1:
        yield f"Most frequent reason ({times} of {report.error_count} without a score): {problem}"
    exhausted = report.outcomes[Outcome.BUDGET_EXHAUSTED]
    if exhausted:
        yield (
            f"The budget of {_count(report.budget_tokens, 'token')} ended after {report.exhausted_at:,}; "
            f"{_count(exhausted, 'case')} of {report.cases_total} {'was' if exhausted == 1 else 'were'} not judged."
        )
    if report.tokens_over_budget:
        yield (
            f"{_count(report.total_tokens, 'judge token')} were used, {report.tokens_over_budget:,} over the budget: "
            "a call under way is never broken off."
        )


def _doubtful(report: EvalReport) -> Iterator[str]:
    low, high = report.scale
    scale = f"{low:g} to {high:g}"
    raw = [case.raw_score for case in report.per_case]
    if raw and all(0 <= score <= 1 for score in raw) and any(score < low or score % 1 for score in raw):
        yield f"All raw scores lie between 0 and 1: this looks like another scale than {scale}. Nothing was rescaled."
    above = [score for score in raw if score > high]
    if above and (max(above) > FAR_ABOVE * high or 2 * len(above) > len(raw)):
        yield (
            f"{_count(len(above), 'raw score')} of {len(raw)} above {high:g}, up to {max(above):g}: "
            f"this looks like another scale than {scale}. Nothing was rescaled."
        )
    if report.clamped_count:
        yield f"{_count(report.clamped_count, 'score')} outside {scale}, clamped to it; the raw numbers are kept."
    scores = {case.score for case in report.per_case}
    if len(raw) > 1 and len(scores) == 1:
        yield f"All {len(raw)} scores are {scores.pop():g}: no interval can be given, and the judge may not tell apart."
    elif 0 < len(raw) < FEWEST:
        yield f"{_count(len(raw), 'scored case')}: too few for an interval, which takes {FEWEST}."


def _methods(report: EvalReport) -> Iterator[str]:
    if report.estimated_calls:
        yield (
            f"Tokens of {_count(report.estimated_calls, 'judge call')} are estimated ({ESTIMATE_METHOD}): "
            "the provider reported none."
        )
    replayed = sum(case.judge_call is not None and case.judge_call.replayed for case in report.cases)
    if replayed:
        yield f"{_count(replayed, 'judge reply', 'judge replies')} replayed; latencies leave them out."


def _most_common_problem(report: EvalReport) -> tuple[str, int]:
    problems = Counter(case.problem or "unknown" for case in report.cases if case.outcome in _FAILURES)
    return max(problems.items(), key=lambda counted: counted[1], default=("", 0))


def _count(n: int, one: str, many: str | None = None) -> str:
    return f"{n} {one}" if n == 1 else f"{n:,} {many or one + 's'}"
