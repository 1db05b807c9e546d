"""The benchmark vectors: what a judge says and costs, and the report that must come of it."""

from __future__ import annotations

from typing import Any

import pytest

from langeval_core.errors import EmptyBenchmarkSetError, InputError
from langeval_core.evaluators.benchmark import Evaluator
from langeval_core.providers.scripted import MockProvider
from langeval_core.schema.benchmark import BenchmarkSet
from langeval_core.schema.completion import Completion
from langeval_core.schema.judging import Criterion, Rubric
from langeval_core.schema.report import EvalReport, Outcome
from tests.evaluators.benchmark_providers import Echo, Together, Watched, benchmark_of, reply, verdict


async def evaluate(
    *replies: Completion | Exception, budget: int = 10_000, parallel: int = 1, **more: Any
) -> EvalReport:
    judge = MockProvider.with_responses(replies)
    return await Evaluator(judge, benchmark_of(len(replies)), budget, parallel_evals=parallel, **more).evaluate(Echo())


async def test_two_scores_make_a_mean() -> None:
    report = await evaluate(verdict(9.0), verdict(8.5))

    assert (report.mean_score, report.cases_scored, report.is_partial, report.error_count) == (8.75, 2, False, 0)


async def test_with_no_budget_nothing_is_scored() -> None:
    report = await evaluate(verdict(9), verdict(9), verdict(9), budget=0)

    assert (report.cases_scored, report.mean_score, report.is_partial) == (0, None, True)
    assert report.outcomes[Outcome.BUDGET_EXHAUSTED] == 3
    assert (report.total_tokens, report.exhausted_at, report.bounds) == (0, 0, (1.0, 10.0))


async def test_an_unreadable_reply_is_counted_and_never_a_score() -> None:
    report = await evaluate(verdict(8), reply("I cannot judge this."))

    assert (report.mean_score, report.cases_scored, report.error_count, report.is_partial) == (8.0, 1, 1, True)
    assert report.outcomes[Outcome.JUDGE_UNREADABLE] == 1
    assert report.cases[1].problem == "No score was found in the reply."


async def test_passing_the_budget_with_every_case_scored_is_complete() -> None:
    report = await evaluate(verdict(8, 60), verdict(8, 60), budget=100)

    assert (report.cases_scored, report.total_tokens, report.is_partial, report.tokens_over_budget) == (
        2,
        120,
        False,
        20,
    )
    assert report.exhausted_at is None


async def test_five_calls_of_33_tokens_in_a_budget_of_100_score_four() -> None:
    report = await evaluate(*[verdict(8, 33)] * 5, budget=100)

    assert (report.cases_scored, report.total_tokens, report.tokens_over_budget) == (4, 132, 32)
    assert report.outcomes[Outcome.BUDGET_EXHAUSTED] == 1
    assert report.exhausted_at == 132


async def test_calls_under_way_are_awaited_when_the_budget_ends() -> None:
    judge = Together(verdict(8, 60), 3)

    report = await Evaluator(judge, benchmark_of(5), 100, parallel_evals=3).evaluate(Echo())

    assert (report.cases_scored, report.outcomes[Outcome.BUDGET_EXHAUSTED], report.total_tokens) == (3, 2, 180)


async def test_a_budget_used_to_its_last_token_is_exhausted() -> None:
    report = await evaluate(verdict(8, 60), verdict(8, 60), budget=60)

    assert (report.cases_scored, report.outcomes[Outcome.BUDGET_EXHAUSTED], report.tokens_over_budget) == (1, 1, 0)


async def test_eight_at_once_with_a_budget_for_three_go_over_by_what_was_under_way() -> None:
    judge = Together(verdict(8, 100), 8)

    report = await Evaluator(judge, benchmark_of(20), 300, parallel_evals=8).evaluate(Echo())

    assert (report.cases_scored, report.total_tokens, report.tokens_over_budget) == (8, 800, 500)
    assert "800 judge tokens were used, 500 over the budget: a call under way is never broken off." in report.notes


@pytest.mark.parametrize(("raw", "score"), [(15, 10.0), (-5, 1.0), (0, 1.0), (10.5, 10.0)])
async def test_scores_are_clamped_and_kept_raw(raw: float, score: float) -> None:
    report = await evaluate(verdict(raw))

    assert (report.per_case[0].score, report.per_case[0].raw_score, report.clamped_count) == (score, raw, 1)
    assert report.cases[0].clamped


@pytest.mark.parametrize(
    ("latencies", "p50", "p95"),
    [
        ([100, 200, 300, 400, 500], 300, 500),
        ([100, 200], 100, 200),
        ([250], 250, 250),
        (list(range(10, 201, 10)), 100, 190),
        (list(range(1, 101)), 50, 95),
    ],
)
async def test_latency_percentiles_are_by_nearest_rank(latencies: list[float], p50: float, p95: float) -> None:
    report = await evaluate(*(verdict(8, latency_ms=latency) for latency in reversed(latencies)))

    assert (report.p50_latency_ms, report.p95_latency_ms) == (p50, p95)
    assert report.latencies_counted == len(latencies)


async def test_without_a_scored_case_there_is_no_latency() -> None:
    report = await evaluate(reply("nothing"))

    assert (report.p50_latency_ms, report.p95_latency_ms, report.latencies_counted) == (None, None, 0)


async def test_replayed_calls_are_left_out_of_latencies() -> None:
    report = await evaluate(verdict(8, latency_ms=100), verdict(8, latency_ms=1, replayed=True))

    assert (report.p50_latency_ms, report.p95_latency_ms, report.latencies_counted) == (100, 100, 1)
    assert "1 judge reply replayed; latencies leave them out." in report.notes


async def test_never_more_judge_calls_at_once_than_allowed() -> None:
    judge = Watched(verdict(8))

    await Evaluator(judge, benchmark_of(9), 10_000, parallel_evals=2).evaluate(Echo())

    assert judge.most_at_once == 2


async def test_three_judge_calls_at_once_by_default_and_one_subject_call() -> None:
    judge, subject = Watched(verdict(8)), Watched(Completion(text="42"))

    await Evaluator(judge, benchmark_of(9), 10_000).evaluate(subject)

    assert (judge.most_at_once, subject.most_at_once) == (3, 1)
    assert subject.calls == [f"c{number}" for number in range(9)]


async def test_parallel_subjects_are_an_option() -> None:
    subject = Watched(Completion(text="42"))

    await Evaluator(Watched(verdict(8)), benchmark_of(9), 10_000, parallel_subjects=4).evaluate(subject)

    assert subject.most_at_once == 4


async def test_parallel_0_runs_with_one_and_says_so() -> None:
    judge = Watched(verdict(8))

    report = await Evaluator(judge, benchmark_of(4), 10_000).with_parallel_evals(0).evaluate(Echo())

    assert judge.most_at_once == 1
    assert "parallel_evals was 0 and became 1." in report.notes


async def test_chaining_leaves_the_first_evaluator_as_it_was() -> None:
    judge = Watched(verdict(8))
    evaluator = Evaluator(judge, benchmark_of(6), 10_000)

    evaluator.with_parallel_evals(1)
    await evaluator.evaluate(Echo())

    assert judge.most_at_once == 3


async def test_one_evaluator_can_be_used_again_with_a_fresh_budget() -> None:
    evaluator = Evaluator(Watched(verdict(8, 60)), benchmark_of(1), 60)

    first = await evaluator.evaluate(Echo())
    second = await evaluator.evaluate(Echo())

    assert (first.cases_scored, second.cases_scored, second.total_tokens) == (1, 1, 60)


def test_a_benchmark_without_cases_is_refused_at_construction() -> None:
    with pytest.raises(EmptyBenchmarkSetError):
        Evaluator(Echo(), BenchmarkSet(cases=[]), 100)


@pytest.mark.parametrize("budget", [-1, 0.5, float("nan"), "many", None])
def test_a_budget_that_is_negative_or_no_number_is_refused(budget: Any) -> None:
    with pytest.raises(InputError, match="budget_tokens"):
        Evaluator(Echo(), benchmark_of(1), budget)


def test_a_negative_number_of_parallel_judges_is_refused() -> None:
    with pytest.raises(InputError, match="parallel_evals"):
        Evaluator(Echo(), benchmark_of(1), 1).with_parallel_evals(-1)


async def test_without_reported_usage_tokens_are_estimated_marked_and_budgeted() -> None:
    report = await evaluate(verdict(8, None), verdict(8, None), budget=1)

    assert report.cases[0].judge_call is not None
    assert report.cases[0].judge_call.estimated
    assert (report.cases_scored, report.outcomes[Outcome.BUDGET_EXHAUSTED], report.estimated_calls) == (1, 1, 1)
    assert report.total_tokens > 100


async def test_the_rubrics_scale_is_asked_for_read_and_reported() -> None:
    rubric = Rubric(criteria=(Criterion(name="Tone", description="polite", weight=1),), scale=(0.0, 5.0))

    report = await evaluate(verdict(0), verdict(7), verdict(4), rubric=rubric)

    assert [case.score for case in report.per_case] == [0.0, 5.0, 4.0]
    assert (report.scale, report.mean_score) == ((0.0, 5.0), 3.0)


async def test_both_providers_are_told_the_case_and_their_options() -> None:
    seen: dict[str, dict[str, Any]] = {}

    class Keen:
        def __init__(self, role: str) -> None:
            self.role = role

        async def complete(self, messages: Any, **options: Any) -> Completion:
            seen[self.role] = options
            return verdict(8)

    benchmark = benchmark_of(1)
    evaluator = Evaluator(
        Keen("judge"), benchmark, 100, judge_options={"temperature": 0.0}, subject_options={"max_output_tokens": 5}
    )
    await evaluator.evaluate(Keen("subject"))

    assert seen["subject"] == {"case": benchmark.cases[0], "max_output_tokens": 5}
    assert seen["judge"]["case"] is benchmark.cases[0]
    assert seen["judge"]["temperature"] == 0.0
    assert list(seen["judge"]["output_type"].model_fields) == ["reason", "score"]
