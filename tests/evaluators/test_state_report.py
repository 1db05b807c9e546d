"""The report of a state run."""

from __future__ import annotations

import pytest

from langeval_core.evaluators.state_diff import compare_states
from langeval_core.evaluators.state_report import compared_case, summarise_states
from langeval_core.schema.report import StateCaseResult, StateOutcome
from langeval_core.schema.state import InterpretiveState
from tests.evaluators.state_rows import held


def compared(index: int, expected: InterpretiveState, actual: InterpretiveState) -> StateCaseResult:
    return compared_case(index, f"case-{index}", compare_states(expected, actual))


def failed(index: int) -> StateCaseResult:
    return StateCaseResult(
        case_index=index, case_id=f"case-{index}", outcome=StateOutcome.MUTATOR_ERROR, time_used=0.2, problem="no array"
    )


def test_a_compared_case_carries_the_numbers_of_its_comparison() -> None:
    comparison = compare_states(held(a=1, b=1, c=1), held(a=1, b=2, d=1))

    assert compared_case(3, "x", comparison, time_used=0.5) == StateCaseResult(
        case_index=3,
        case_id="x",
        outcome=StateOutcome.COMPARED,
        matching_fields=1,
        mismatched_fields=1,
        missing_fields=1,
        extra_fields=1,
        overall_match=False,
        accuracy_score=1 / 3,
        time_used=0.5,
    )


def test_fields_are_added_up_and_accuracies_averaged_over_compared_cases() -> None:
    report = summarise_states([compared(0, held(a=1), held(a=1)), compared(1, held(a=1, b=1), held(b=1, c=1))], 2)

    assert (report.matching_fields, report.mismatched_fields, report.missing_fields, report.extra_fields) == (
        2,
        0,
        1,
        1,
    )
    assert report.accuracy_score == 0.75
    assert (report.cases_total, report.cases_compared, report.cases_matching) == (2, 2, 1)
    assert report.is_partial is False


def test_a_mutator_error_is_counted_and_left_out_of_the_mean() -> None:
    report = summarise_states([failed(1), compared(0, held(a=1), held(a=1))], 2)

    assert report.accuracy_score == 1.0
    assert report.cases_compared == 1
    assert report.is_partial is True
    assert report.outcomes == {"compared": 1, "mutator_error": 1, "cancelled": 0, "not_started": 0}
    assert [case.case_index for case in report.cases] == [0, 1]


def test_cases_without_a_result_were_not_started() -> None:
    report = summarise_states([compared(0, held(a=1), held(a=1))], 3)

    assert report.outcomes[StateOutcome.NOT_STARTED] == 2
    assert sum(report.outcomes.values()) == report.cases_total == 3
    assert report.is_partial is True


def test_cases_in_which_nothing_was_expected_are_counted_beside_the_mean() -> None:
    report = summarise_states(
        [compared(0, held(a=1), held(a=1)), compared(1, InterpretiveState(), InterpretiveState())], 2
    )

    assert report.accuracy_score == 0.5
    assert report.cases_nothing_expected == 1
    assert report.cases_matching == 2


def test_without_a_compared_case_there_is_no_accuracy() -> None:
    assert summarise_states([failed(0)], 1).accuracy_score is None
    assert summarise_states([], 0).accuracy_score is None
    assert summarise_states([], 0).is_partial is False


def test_more_results_than_cases_are_refused() -> None:
    with pytest.raises(ValueError, match="2 results for 1 cases"):
        summarise_states([failed(0), failed(1)], 1)
