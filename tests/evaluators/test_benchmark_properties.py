"""What must hold for every run, whatever the providers do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings, strategies as st

from langeval_core.errors import ProviderError, ProviderErrorKind
from langeval_core.evaluators.benchmark import Evaluator
from langeval_core.schema.completion import Completion, Message, TokenUsage
from langeval_core.schema.report import CaseResult, Outcome
from tests.evaluators.benchmark_providers import benchmark_of

REPLIES = st.sampled_from(
    ['{"score": 8}', '{"score": 99}', '{"score": -1}', "[[5]]", "none", "", '{"score": NaN}', '{"score": 0.5}']
)
STEPS = st.tuples(REPLIES | st.none(), st.integers(0, 100), st.integers(0, 3))


class Unsteady:
    """Plays (reply or failure, tokens, turns of the loop it takes) for each case, and watches what is under way."""

    def __init__(self, steps: Sequence[tuple[str | None, int, int]]) -> None:
        self.steps = steps
        self.under_way = self.most_at_once = 0

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        text, tokens, turns = self.steps[int(options["case"].id[1:])]
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        for _ in range(turns):
            await asyncio.sleep(0)
        self.under_way -= 1
        if text is None:
            usage = TokenUsage(input_tokens=tokens)
            raise ProviderError("no", kind=ProviderErrorKind.REFUSED, usage=usage)
        return Completion(text=text, usage=TokenUsage(input_tokens=tokens))


@settings(deadline=None)
@given(
    subject=st.lists(STEPS, min_size=1, max_size=12),
    judge=st.lists(STEPS, min_size=12, max_size=12),
    budget=st.integers(0, 400),
    parallel=st.integers(0, 5),
    stop_after=st.none() | st.integers(0, 20),
    reasks=st.integers(0, 2),
)
def test_every_case_has_one_outcome_and_the_overshoot_is_what_was_under_way(
    subject: list[tuple[str | None, int, int]],
    judge: list[tuple[str | None, int, int]],
    budget: int,
    parallel: int,
    stop_after: int | None,
    reasks: int,
) -> None:
    told: list[CaseResult] = []
    asked: list[None] = []

    def should_stop() -> bool:
        asked.append(None)
        return stop_after is not None and len(asked) > stop_after

    watched = Unsteady(judge)
    evaluator = Evaluator(
        watched,
        benchmark_of(len(subject)),
        budget,
        parallel_evals=parallel,
        tolerate_subject_errors=True,
        judge_reasks=reasks,
    )
    report = asyncio.run(
        evaluator.evaluate(Unsteady(subject), on_outcome=lambda result, _: told.append(result), should_stop=should_stop)
    )

    assert sum(report.outcomes.values()) == report.cases_total == len(subject)
    assert report.cases_scored + report.error_count == report.cases_total
    assert report.is_partial == (report.error_count > 0)
    assert sorted(result.case_index for result in told) == list(range(len(subject)))
    assert [result.position for result in told] == list(range(len(subject)))
    assert sorted(told, key=lambda result: result.case_index) == report.cases
    assert watched.most_at_once <= max(1, parallel)
    assert report.total_tokens == sum(result.judge_tokens for result in told)
    most_under_way = max(1, parallel) * max(tokens for _, tokens, _ in judge)
    assert report.tokens_over_budget == max(0, report.total_tokens - budget)
    assert report.total_tokens < budget + most_under_way or report.total_tokens <= budget
    assert (report.exhausted_at is not None) == (report.outcomes[Outcome.BUDGET_EXHAUSTED] > 0)
    assert [result.tokens_used for result in told] == sorted(result.tokens_used for result in told)
    if report.mean_score is not None:
        assert 1 <= report.mean_score <= 10
    if report.bounds is not None:
        assert report.bounds[0] <= (report.mean_score or 1) <= 10
        assert report.bounds[0] <= report.bounds[1]
