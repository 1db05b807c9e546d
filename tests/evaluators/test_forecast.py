"""What judging will cost, before anything is paid for."""

from __future__ import annotations

from langeval_core.evaluators.benchmark import Evaluator
from langeval_core.evaluators.forecast import forecast_judge_tokens
from langeval_core.providers.recorded import RecordedProvider
from langeval_core.schema.benchmark import BenchmarkCase, BenchmarkSet


def test_recorded_tokens_count_as_they_are() -> None:
    cases = [BenchmarkCase(prompt="a", judge_tokens=100), BenchmarkCase(prompt="b", judge_tokens=50)]
    assert forecast_judge_tokens(cases) == 150


async def test_recorded_texts_are_forecast_to_what_the_run_then_uses() -> None:
    cases = [
        BenchmarkCase(prompt=f"What is {number}?", response="x" * number, judge_reply="[[8]]") for number in range(150)
    ]
    benchmark = BenchmarkSet(cases=cases)
    report = await Evaluator(RecordedProvider("judge"), benchmark, 10**9).evaluate(RecordedProvider("subject"))
    assert forecast_judge_tokens(cases) == report.total_tokens


def test_many_cases_are_forecast_from_a_part_of_them() -> None:
    cases = [BenchmarkCase(prompt=str(number), judge_tokens=100 + number % 2) for number in range(1001)]
    assert 1001 * 100 <= forecast_judge_tokens(cases) <= 1001 * 101


def test_what_is_not_recorded_is_taken_as_of_usual_length() -> None:
    assert 400 < forecast_judge_tokens([BenchmarkCase(prompt="What is 6 x 7?")]) < 700


def test_no_cases_cost_nothing() -> None:
    assert forecast_judge_tokens([]) == 0
