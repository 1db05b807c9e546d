"""Running a mutator and comparing what it made."""

from __future__ import annotations

import asyncio

import pytest

from langeval_core.evaluators.state import LLMEvaluator
from langeval_core.mutators.base import BaseMutator
from langeval_core.mutators.fixed_mutator import FixedMutator
from langeval_core.schema.mutation import EvaluationContext, MutationContext, MutationResult
from langeval_core.schema.state import InterpretiveState, StructuredInput
from tests.evaluators.state_rows import held, state_of


class Overwriting(BaseMutator):
    """Works on the very state it was given, as a careless mutator does."""

    async def mutate(self, context: MutationContext) -> MutationResult:
        context.state.root["x"].values[0].value.append(2)
        context.state.remove_field("y")
        return MutationResult(updated_state=context.state, metadata={"seen": context.input.prompt, "kind": "mine"})


class Failing(BaseMutator):
    async def mutate(self, context: MutationContext) -> MutationResult:
        raise RuntimeError("out of order")


class Sleeping(BaseMutator):
    async def mutate(self, context: MutationContext) -> MutationResult:
        await asyncio.sleep(0.05)
        return MutationResult(updated_state=context.state)


def context_of(mutator: BaseMutator, pre: InterpretiveState, expected: InterpretiveState) -> EvaluationContext:
    return EvaluationContext(
        mutator=mutator,
        pre_state=pre,
        expected_post_state=expected,
        mutation_input=StructuredInput(prompt="hello", message_id="m1"),
        metadata={"kind": "theirs"},
    )


async def test_the_actual_post_state_is_compared_with_the_expected_one() -> None:
    mutator = FixedMutator([{"path": "city", "value": "Bergen", "confidence": 0.9}])

    result = await LLMEvaluator().evaluate(context_of(mutator, held(name="Ada"), held(name="Ada", city="Oslo")))

    assert result.accuracy_score == 0.5
    assert result.comparison.mismatched_fields == 1
    assert result.actual_post_state == held(name="Ada", city="Bergen")
    assert [row.change for row in result.comparison.fields] == ["changed_wrongly", "kept"]


async def test_the_pre_state_is_never_changed_even_by_a_mutator_that_works_in_place() -> None:
    pre = state_of({"x": [([1], 0.9)], "y": [(1, 0.9)]})

    result = await LLMEvaluator().evaluate(context_of(Overwriting(), pre, held(x=[1, 2])))

    assert result.comparison.overall_match
    assert pre == state_of({"x": [([1], 0.9)], "y": [(1, 0.9)]})
    assert [item.change for item in result.comparison.changes] == ["changed_correctly", "removed_correctly"]


async def test_metadata_of_mutation_and_context_are_handed_back() -> None:
    pre = state_of({"x": [([1], 0.9)], "y": [(1, 0.9)]})

    result = await LLMEvaluator().evaluate(context_of(Overwriting(), pre, InterpretiveState()))

    assert result.metadata == {"seen": "hello", "kind": "theirs"}


async def test_what_a_mutator_raises_is_passed_on_with_the_time_it_took() -> None:
    with pytest.raises(RuntimeError, match="out of order") as caught:
        await LLMEvaluator().evaluate(context_of(Failing(), InterpretiveState(), InterpretiveState()))

    assert caught.value.__notes__ == ["The mutator ran for 0.000 s."]


async def test_the_time_used_is_that_of_the_mutator_in_seconds() -> None:
    result = await LLMEvaluator().evaluate(context_of(Sleeping(), InterpretiveState(), InterpretiveState()))

    assert 0.045 <= result.time_used < 5


async def test_counting_all_paths_is_passed_on() -> None:
    mutator = FixedMutator(state_of({"registrant.name": [("Bob", 0.9)]}))
    expected = state_of({"registrant.name": [("Ada", 0.9)]})

    result = await LLMEvaluator(fields="all").evaluate(context_of(mutator, InterpretiveState(), expected))

    assert result.accuracy_score == 0.5
