"""A run in a list: from its rows, and the numbers that stand for a whole report."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from langeval_core.schema.report import EvalReport, Outcome, StateOutcome, StateReport
from langeval_core.schema.run import RunKind, RunState, RunSummary

SILENT_AFTER_S = 10.0
"""A running run whose process gave no sign for so long reads as interrupted."""


def is_live(row: Mapping[str, Any], now: float) -> bool:
    """Whether a run's process is at work on it. `now` in seconds since 1970."""
    return bool(row["state"] == RunState.RUNNING.value and now - row["beat_at"] < SILENT_AFTER_S)


def summary_of(row: Mapping[str, Any], now: float, report: EvalReport | StateReport | None = None) -> RunSummary:
    """A run in a list. With `report` its numbers are the report's, else those in the row."""
    state = RunState(row["state"])
    if state is RunState.RUNNING and not is_live(row, now):
        state = RunState.INTERRUPTED
    return RunSummary(
        id=row["id"],
        kind=RunKind(row["kind"]),
        name=row["name"],
        state=state,
        created_at=_moment(row["created_at"]),
        finished_at=None if row["finished_at"] is None else _moment(row["finished_at"]),
        cases_total=row["cases_total"],
        error=row["error"],
        **(_kept_numbers(row) if report is None else _numbers(report)),
    )


def cases_done(report: EvalReport | StateReport) -> int:
    """Cases with an outcome that came from trying."""
    if isinstance(report, EvalReport):
        untried = report.outcomes.get(Outcome.NOT_STARTED, 0) + report.outcomes.get(Outcome.CANCELLED, 0)
    else:
        untried = report.outcomes.get(StateOutcome.NOT_STARTED, 0) + report.outcomes.get(StateOutcome.CANCELLED, 0)
    return report.cases_total - untried


def cases_scored(report: EvalReport | StateReport) -> int:
    """The denominator of the headline."""
    return report.cases_scored if isinstance(report, EvalReport) else report.cases_compared


def headline(report: EvalReport | StateReport) -> float | None:
    """The one number that stands for the run: mean score or accuracy."""
    return report.mean_score if isinstance(report, EvalReport) else report.accuracy_score


def _numbers(report: EvalReport | StateReport) -> dict[str, Any]:
    return {
        "cases_done": cases_done(report),
        "cases_scored": cases_scored(report),
        "headline": headline(report),
        "is_partial": report.is_partial,
    }


def _kept_numbers(row: Mapping[str, Any]) -> dict[str, Any]:
    if row["cases_done"] is not None:
        return {name: row[name] for name in ("cases_done", "cases_scored", "headline", "is_partial")}
    return {
        "cases_done": row["kept_done"],
        "cases_scored": row["kept_scored"],
        "headline": row["kept_headline"],
        "is_partial": row["kept_scored"] < row["cases_total"],
    }


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
