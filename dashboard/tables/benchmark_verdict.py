"""A benchmark's result in words."""

from __future__ import annotations

from dashboard.labels import OUTCOME
from langeval_core.schema.report import EvalReport, Outcome


def verdict(report: EvalReport) -> tuple[str, str]:
    """The mean and what it is a mean of, or that there is none; then how far it can be trusted (maybe empty).

    Plain text, made of numbers and our own words only.
    """
    if report.mean_score is None:
        if not report.cases_total:
            return "There are no cases.", ""
        return f"Nothing was scored, so there is no mean: {shortfall(report)}.", ""
    lowest, highest = report.scale
    mean = f"Mean score {report.mean_score:.2f} on a scale of {lowest:g} to {highest:g}"
    if not report.is_partial:
        return f"{mean}, over {_all_cases(report.cases_total)}.", _interval(report)
    scored = f"{report.cases_scored:,} of {report.cases_total:,} cases"
    return f"{mean}, over {scored}.", " ".join(filter(None, (_interval(report), _bounds(report))))


def shortfall(report: EvalReport) -> str:
    """Counts of the outcomes other than scored: “9 budget exhausted, 3 judge unreadable”."""
    counts = [(outcome, report.outcomes.get(outcome, 0)) for outcome in Outcome if outcome is not Outcome.SCORED]
    return ", ".join(f"{count:,} {OUTCOME[outcome].word}" for outcome, count in counts if count)


def duration(seconds: float) -> str:
    """Seconds as people say them: “0.4 s”, “12 s”, “3 min 5 s”, “2 h 10 min”."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def milliseconds(value: float | None) -> str:
    """A latency in ms as seconds with three digits, or a dash where none was measured."""
    return "–" if value is None else f"{value / 1000:.3g} s"


def _interval(report: EvalReport) -> str:
    interval = report.mean_interval
    if interval is None:
        return ""
    return f"{interval.level:.0%} interval {interval.low:.2f} to {interval.high:.2f} ({interval.method})."


def _bounds(report: EvalReport) -> str:
    if report.bounds is None:
        return ""
    unscored = report.cases_total - report.cases_scored
    which = "it" if unscored == 1 else f"all {unscored:,} of them"
    return (
        f"{unscored:,} without a score: the mean would lie between {report.bounds[0]:.2f} and {report.bounds[1]:.2f} "
        f"had {which} got {report.scale[0]:g} or {report.scale[1]:g}."
    )


def _all_cases(total: int) -> str:
    return "its only case" if total == 1 else f"all {total:,} cases"
