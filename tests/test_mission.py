"""The two examples the project began with, run as a user would write them."""

from __future__ import annotations

from langeval_core import (
    BaseLLMClient,
    BenchmarkCase,
    BenchmarkSet,
    EvaluationContext,
    Evaluator,
    InterpretiveState,
    LLMEvaluator,
    LLMMutator,
    MockProvider,
    StructuredInput,
    ValueConfidence,
)


class ClientThatNamesAda(BaseLLMClient):
    async def generate(self, prompt: str) -> str:
        return (
            '[{"path": "registrant.name", "value": "Ada Lovelace", "confidence": 0.95,'
            ' "inference": "The user introduced herself."}]'
        )


async def test_a_mutator_that_extracts_the_expected_name_matches_in_full() -> None:
    expected = InterpretiveState()
    expected.add_value("registrant.name", ValueConfidence(value="Ada Lovelace", confidence=0.95))
    context = EvaluationContext(
        mutator=LLMMutator(ClientThatNamesAda()),
        pre_state=InterpretiveState(),
        expected_post_state=expected,
        mutation_input=StructuredInput(prompt="My name is Ada Lovelace."),
    )

    result = await LLMEvaluator().evaluate(context)

    assert result.comparison.overall_match is True
    assert result.accuracy_score == 1.0
    assert result.time_used >= 0.0


def six_times_seven() -> BenchmarkSet:
    return BenchmarkSet(cases=[BenchmarkCase(prompt="What is 6×7?", context=None, reference="42", tags=None)])


async def test_a_judge_scores_the_one_answer_of_the_subject() -> None:
    judge = MockProvider.with_responses(['{"score": 8.0, "reason": "mostly correct"}'])
    subject = MockProvider.with_responses(["42"])

    report = await Evaluator(judge, six_times_seven(), 50_000).evaluate(subject)

    assert report.cases_scored == 1
    assert report.mean_score == 8.0
    assert report.is_partial is False


async def test_the_number_of_parallel_judges_is_set_by_chaining() -> None:
    judge = MockProvider.with_responses(['{"score": 8.0, "reason": "mostly correct"}'])
    subject = MockProvider.with_responses(["42"])

    report = await Evaluator(judge, six_times_seven(), 50_000).with_parallel_evals(5).evaluate(subject)

    assert report.cases_scored == 1
