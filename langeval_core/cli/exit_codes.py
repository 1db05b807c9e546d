"""What the exit code of `langeval` says: the one place that decides it."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langeval_core.schema.report import EvalReport


class ExitCode(IntEnum):
    """The ways a command can end."""

    FINE = 0
    BELOW_THRESHOLD = 1
    BAD_INPUT = 2
    PARTIAL = 3
    PROVIDER_FAILURE = 4
    NOTHING_SCORED = 5
    INTERNAL_ERROR = 70
    INTERRUPTED = 130


MEANINGS: dict[ExitCode, str] = {
    ExitCode.FINE: "fine",
    ExitCode.BELOW_THRESHOLD: "below a threshold that was asked for (--min-mean, --min-accuracy, --require-match)",
    ExitCode.BAD_INPUT: "bad input or usage: nothing was run",
    ExitCode.PARTIAL: "partial: some case has no score, or the run was stopped; what was done is kept",
    ExitCode.PROVIDER_FAILURE: "provider failure: it ended the run, or left every case that was tried without a score",
    ExitCode.NOTHING_SCORED: "nothing scored, for another reason (budget 0, unreadable judge)",
    ExitCode.INTERNAL_ERROR: "an error of ours; please report it",
    ExitCode.INTERRUPTED: "Ctrl-C before the run began, or a second one that ended it at once",
}


def exit_code_of_run(report: EvalReport, *, failed: bool = False, min_mean: float | None = None) -> ExitCode:
    """The exit code of a benchmark run. `failed`: a provider ended it.

    A partial run is never measured against `min_mean`: its mean is over the scored cases only.
    """
    from langeval_core.schema.report import Outcome

    if failed:
        return ExitCode.PROVIDER_FAILURE
    if report.mean_score is None:
        by_provider = {Outcome.SUBJECT_ERROR, Outcome.SUBJECT_TIMEOUT, Outcome.JUDGE_ERROR, Outcome.JUDGE_TIMEOUT}
        not_tried = {Outcome.CANCELLED, Outcome.NOT_STARTED}
        tried = {outcome for outcome, count in report.outcomes.items() if count} - not_tried
        if not tried:
            return ExitCode.PARTIAL
        return ExitCode.PROVIDER_FAILURE if tried <= by_provider else ExitCode.NOTHING_SCORED
    if report.is_partial:
        return ExitCode.PARTIAL
    below = min_mean is not None and report.mean_score < min_mean
    return ExitCode.BELOW_THRESHOLD if below else ExitCode.FINE
