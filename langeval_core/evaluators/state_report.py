"""State cases to one report: the one place for its denominators."""

from __future__ import annotations

import math
from collections.abc import Sequence

from langeval_core.schema.comparison import StateComparison
from langeval_core.schema.report import StateCaseResult, StateOutcome, StateReport


def compared_case(
    case_index: int, case_id: str, comparison: StateComparison, time_used: float | None = None
) -> StateCaseResult:
    """The result of a case that was compared. `time_used` is the mutator's, in seconds, where one ran."""
    return StateCaseResult(
        case_index=case_index,
        case_id=case_id,
        outcome=StateOutcome.COMPARED,
        matching_fields=comparison.matching_fields,
        mismatched_fields=comparison.mismatched_fields,
        missing_fields=comparison.missing_fields,
        extra_fields=comparison.extra_fields,
        overall_match=comparison.overall_match,
        accuracy_score=comparison.accuracy_score,
        time_used=time_used,
    )


def summarise_states(results: Sequence[StateCaseResult], cases_total: int) -> StateReport:
    """Add up the compared cases; cases without a result count as not started.

    The mean accuracy has `cases_compared` as its denominator. Raises `ValueError` for more results than cases.
    """
    missing = cases_total - len(results)
    if missing < 0:
        raise ValueError(f"There are {len(results)} results for {cases_total} cases.")
    outcomes = dict.fromkeys(StateOutcome, 0)
    for result in results:
        outcomes[result.outcome] += 1
    outcomes[StateOutcome.NOT_STARTED] += missing
    compared = [result for result in results if result.outcome is StateOutcome.COMPARED]
    accuracies = [result.accuracy_score for result in compared if result.accuracy_score is not None]
    return StateReport(
        cases_total=cases_total,
        cases_compared=len(compared),
        cases_matching=sum(result.overall_match for result in compared),
        cases_nothing_expected=sum(_expected_fields(result) == 0 for result in compared),
        matching_fields=sum(result.matching_fields for result in compared),
        mismatched_fields=sum(result.mismatched_fields for result in compared),
        missing_fields=sum(result.missing_fields for result in compared),
        extra_fields=sum(result.extra_fields for result in compared),
        accuracy_score=math.fsum(accuracies) / len(accuracies) if accuracies else None,
        is_partial=len(compared) < cases_total,
        outcomes=outcomes,
        cases=sorted(results, key=lambda result: result.case_index),
    )


def _expected_fields(result: StateCaseResult) -> int:
    return result.matching_fields + result.mismatched_fields + result.missing_fields
