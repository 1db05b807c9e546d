"""Run a mutator and compare what it made with what was expected."""

from __future__ import annotations

from time import perf_counter

from langeval_core.evaluators.state_diff import compare_states
from langeval_core.schema.comparison import EvaluationResult, FieldSet
from langeval_core.schema.mutation import EvaluationContext, MutationContext


class LLMEvaluator:
    """Evaluate mutators. `fields` is passed on to `compare_states`."""

    def __init__(self, *, fields: FieldSet | str = FieldSet.LEAVES) -> None:
        self._fields = FieldSet(fields)

    async def evaluate(self, context: EvaluationContext) -> EvaluationResult:
        """Run the mutator on a copy of the pre-state, which is never changed, and compare.

        What the mutator raises is passed on, with a note of the time spent; there is no result then. The result's
        metadata are the mutation's, with the context's over them.
        """
        work = MutationContext(input=context.mutation_input, state=context.pre_state.copy(), metadata=context.metadata)
        start = perf_counter()
        try:
            mutation = await context.mutator.mutate(work)
        except BaseException as error:
            error.add_note(f"The mutator ran for {perf_counter() - start:.3f} s.")
            raise
        time_used = perf_counter() - start
        comparison = compare_states(
            context.expected_post_state, mutation.updated_state, context.pre_state, fields=self._fields
        )
        return EvaluationResult(
            comparison=comparison,
            actual_post_state=mutation.updated_state,
            accuracy_score=comparison.accuracy_score,
            time_used=time_used,
            metadata={**(mutation.metadata or {}), **(context.metadata or {})} or None,
        )
