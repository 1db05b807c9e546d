from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from langeval_core.evaluators.benchmark_report import build_report
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.completion import TokenUsage
from langeval_core.schema.report import CallRecord, CaseResult, EvalReport, Outcome


def scored(index: int, raw: float, *, tokens: int = 10, **call: Any) -> CaseResult:
    score = min(max(raw, 1.0), 10.0)
    record = CallRecord(tokens=TokenUsage(input_tokens=tokens), **call)
    return CaseResult(
        case_index=index,
        case_id=f"c{index}",
        outcome=Outcome.SCORED,
        score=score,
        raw_score=raw,
        judge_call=record,
        position=index,
        tokens_used=tokens * (index + 1),
    )


def failed(index: int, outcome: Outcome, problem: str = "odd", tokens_used: int = 0) -> CaseResult:
    return CaseResult(
        case_index=index,
        case_id=f"c{index}",
        outcome=outcome,
        problem=problem,
        position=index,
        tokens_used=tokens_used,
    )


def report_of(
    results: Sequence[CaseResult],
    total: int | None = None,
    *,
    tags: dict[int, list[str]] | None = None,
    scale: tuple[float, float] = (1.0, 10.0),
    budget: int = 1000,
) -> EvalReport:
    n = len(results) if total is None else total
    cases = [BenchmarkCase(id=f"c{index}", prompt="?", tags=(tags or {}).get(index)) for index in range(n)]
    return build_report(results, cases, budget_tokens=budget, scale=scale, duration_s=1.5)


def scores_of(*raw: float, **more: Any) -> EvalReport:
    return report_of([scored(index, number) for index, number in enumerate(raw)], **more)


def test_cases_without_a_result_have_not_started() -> None:
    report = report_of([scored(1, 7)], 3)

    assert [case.outcome for case in report.cases] == [Outcome.NOT_STARTED, Outcome.SCORED, Outcome.NOT_STARTED]
    assert [case.case_id for case in report.cases] == ["c0", "c1", "c2"]
    assert (report.cases_scored, report.cases_total, report.error_count, report.is_partial) == (1, 3, 2, True)


def test_cases_that_have_not_started_come_after_all_others_in_position() -> None:
    report = report_of([scored(0, 7), scored(1, 7)], 4)

    assert [(case.position, case.tokens_used) for case in report.cases] == [(0, 10), (1, 20), (2, 20), (3, 20)]


def test_every_outcome_is_counted_and_the_counts_add_up() -> None:
    others = [outcome for outcome in Outcome if outcome is not Outcome.SCORED]

    report = report_of([scored(0, 7), *(failed(index, outcome) for index, outcome in enumerate(others, start=1))])

    assert report.outcomes == dict.fromkeys(Outcome, 1)
    assert sum(report.outcomes.values()) == report.cases_total == 9


def test_results_in_any_order_come_out_in_case_order() -> None:
    report = report_of([scored(2, 9), scored(0, 7), scored(1, 8)])

    assert [case.case_index for case in report.cases] == [0, 1, 2]
    assert [case.score for case in report.per_case] == [7, 8, 9]


def test_nothing_at_all_gives_no_mean_and_says_so() -> None:
    report = report_of([], 2)

    assert (report.mean_score, report.mean_interval, report.bounds) == (None, None, (1.0, 10.0))
    assert report.notes == ["No case was scored, so there is no mean."]


def test_a_mean_is_summed_without_rounding_errors() -> None:
    assert scores_of(*[1.1] * 10).mean_score == 1.1


def test_bounds_give_every_unscored_case_the_lowest_and_the_highest_score() -> None:
    report = report_of([scored(0, 8), scored(1, 6)], 4)

    assert report.bounds == ((8 + 6 + 1 + 1) / 4, (8 + 6 + 10 + 10) / 4)


def test_three_of_ten_unreadable_leave_a_mean_of_seven_with_bounds() -> None:
    results = [*(scored(index, 8) for index in range(7)), *(failed(i, Outcome.JUDGE_UNREADABLE) for i in range(7, 10))]

    report = report_of(results)

    assert (report.mean_score, report.cases_scored, report.error_count) == (8.0, 7, 3)
    assert report.bounds == (5.9, 8.6)
    assert report.notes[:2] == [
        "Of 10 cases, 3 had a judge's reply that could not be read; none of these is in the mean.",
        "Most frequent reason (3 of 3 without a score): odd",
    ]


def test_a_complete_run_has_no_bounds() -> None:
    assert scores_of(8, 6).bounds is None


def test_the_mean_has_an_interval_from_five_scored_cases() -> None:
    interval = scores_of(6, 7, 8, 9, 10).mean_interval

    assert interval is not None
    assert (round(interval.low, 4), round(interval.high, 4)) == (6.0368, 9.9632)
    assert (interval.level, interval.method) == (0.95, "Student's t over 5 scores")


def test_four_scored_cases_have_no_interval_and_the_notes_say_why() -> None:
    report = scores_of(6, 7, 8, 9)

    assert report.mean_interval is None
    assert "4 scored cases: too few for an interval, which takes 5." in report.notes


def test_equal_scores_have_no_interval_of_no_width() -> None:
    report = scores_of(*[8] * 10)

    assert report.mean_interval is None
    assert "All 10 scores are 8: no interval can be given, and the judge may not tell apart." in report.notes


def test_one_scored_case_is_said_to_be_too_few() -> None:
    assert "1 scored case: too few for an interval, which takes 5." in scores_of(8).notes


def test_tags_are_told_apart_each_with_its_own_denominator() -> None:
    tags = {0: ["billing", "hard"], 1: ["billing"], 2: ["hard", "hard"]}

    report = report_of([scored(0, 4), failed(1, Outcome.JUDGE_ERROR), scored(2, 8)], 4, tags=tags)

    assert [(row.tag, row.cases_total, row.cases_scored, row.mean_score) for row in report.by_tag] == [
        ("billing", 2, 1, 4.0),
        ("hard", 2, 2, 6.0),
    ]


def test_a_tag_has_an_interval_from_five_scored_cases() -> None:
    tags = {index: ["a"] if index < 5 else ["b"] for index in range(9)}

    report = report_of([scored(index, 5 + index % 3) for index in range(9)], tags=tags)

    assert [row.interval is not None for row in report.by_tag] == [True, False]


def test_the_budget_note_names_where_it_ended_and_what_it_left() -> None:
    results = [
        scored(0, 8, tokens=66),
        scored(1, 8, tokens=66),
        failed(2, Outcome.BUDGET_EXHAUSTED, tokens_used=132),
        failed(3, Outcome.BUDGET_EXHAUSTED, tokens_used=132),
    ]

    report = report_of(results, budget=100)

    assert (report.exhausted_at, report.total_tokens, report.tokens_over_budget) == (132, 132, 32)
    assert "The budget of 100 tokens ended after 132; 2 cases of 4 were not judged." in report.notes


@pytest.mark.parametrize("raw", [[0.8], [0.8, 1.0, 0.0], [0.0, 1.0, 1.0]])
def test_scores_between_0_and_1_are_said_to_look_like_another_scale(raw: list[float]) -> None:
    notes = scores_of(*raw).notes

    assert any("this looks like another scale than 1 to 10" in note for note in notes)


def test_scores_far_above_the_scale_are_said_to_look_like_another_scale() -> None:
    notes = scores_of(8, 87, 7).notes

    assert (
        "1 raw score of 3 above 10, up to 87: this looks like another scale than 1 to 10. Nothing was rescaled."
        in notes
    )


@pytest.mark.parametrize("raw", [[1.0, 1.0], [1.0, 0.5, 6.0], [11.0, 8.0, 9.0], [0.0, 5.0]])
def test_low_scores_and_single_slips_do_not_look_like_another_scale(raw: list[float]) -> None:
    assert not any("another scale" in note for note in scores_of(*raw).notes)


def test_whole_numbers_on_a_scale_from_zero_do_not_look_like_another_scale() -> None:
    results = [scored(0, 1).model_copy(update={"score": 0.0, "raw_score": 0.0}), scored(1, 1)]

    assert not any("another scale" in note for note in report_of(results, scale=(0.0, 9.0)).notes)


def test_clamped_scores_are_counted_in_words() -> None:
    report = scores_of(11, 8, 0)

    assert report.clamped_count == 2
    assert "2 scores outside 1 to 10, clamped to it; the raw numbers are kept." in report.notes


def test_estimated_tokens_are_named_with_their_method() -> None:
    report = report_of([scored(0, 8, estimated=True), scored(1, 8)])

    assert report.estimated_calls == 1
    assert any(
        note.startswith("Tokens of 1 judge call are estimated (one token for every 4 bytes") for note in report.notes
    )


def test_latencies_are_those_of_scored_cases_only() -> None:
    slow = failed(1, Outcome.JUDGE_UNREADABLE).model_copy(update={"judge_call": CallRecord(latency_ms=9000)})

    report = report_of([scored(0, 8, latency_ms=100), slow])

    assert (report.p50_latency_ms, report.p95_latency_ms, report.latencies_counted) == (100, 100, 1)


def test_subject_tokens_and_latencies_are_reported_apart() -> None:
    call = CallRecord(tokens=TokenUsage(input_tokens=5, output_tokens=6), latency_ms=70)
    results = [scored(0, 8), failed(1, Outcome.SUBJECT_TIMEOUT), failed(2, Outcome.BUDGET_EXHAUSTED)]
    results = [result.model_copy(update={"subject_call": call}) for result in results]
    results[1] = results[1].model_copy(update={"subject_call": CallRecord(latency_ms=60_000)})

    report = report_of(results)

    assert (report.subject_tokens, report.total_tokens) == (22, 10)
    assert (report.subject_p50_latency_ms, report.subject_p95_latency_ms) == (70, 70)


def test_the_most_frequent_reason_is_named_for_26_failures() -> None:
    results = [failed(index, Outcome.JUDGE_ERROR, "The key was refused.") for index in range(26)]
    results += [failed(26, Outcome.JUDGE_TIMEOUT, "No answer within 30 s."), scored(27, 8)]

    assert report_of(results).notes[:2] == [
        "Of 28 cases, 26 had a judge call that failed, 1 had a judge that did not answer in time;"
        " none of these is in the mean.",
        "Most frequent reason (26 of 27 without a score): The key was refused.",
    ]


def test_reasons_that_all_differ_have_no_most_frequent_one() -> None:
    results = [failed(0, Outcome.JUDGE_ERROR, "one"), failed(1, Outcome.JUDGE_UNREADABLE, "other"), scored(2, 8)]

    assert not any("frequent" in note for note in report_of(results).notes)


def test_a_report_survives_json() -> None:
    report = report_of([scored(0, 8), failed(1, Outcome.JUDGE_ERROR)], 3)

    assert EvalReport.model_validate_json(report.model_dump_json()) == report
