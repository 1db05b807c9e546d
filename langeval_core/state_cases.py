"""State cases, one after the other: let a mutator make what is missing, and compare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

from langeval_core.errors import InputError, LangEvalError
from langeval_core.evaluators.state import LLMEvaluator
from langeval_core.evaluators.state_diff import compare_states
from langeval_core.evaluators.state_report import compared_case
from langeval_core.schema.mutation import EvaluationContext, Mutator
from langeval_core.schema.report import StateCaseResult, StateOutcome
from langeval_core.schema.spec import StateSpec
from langeval_core.schema.state import InterpretiveState, StateCase, StructuredInput

_LONGEST_PROBLEM = 1000


def require_actual_states(spec: StateSpec, cases: Sequence[StateCase]) -> None:
    """Raise `InputError` for a case that only a mutator could complete."""
    for case in cases:
        if case.actual is None:
            raise InputError(
                f"The case “{case.case_id}” has no actual state.",
                file=spec.source,
                field="actual",
                hint="Give one, or choose a mutator that makes it.",
            )


async def compare_cases(
    spec: StateSpec,
    cases: Sequence[StateCase],
    mutator: Mutator | None,
    on_outcome: Callable[[StateCaseResult, InterpretiveState | None], None],
    should_stop: Callable[[], bool] | None,
) -> list[StateCaseResult]:
    """One result for each case, in order; `on_outcome` is told each, with the state that a mutator made for it."""
    results = []
    stopping = False
    for index, case in enumerate(cases):
        stopping = stopping or (should_stop is not None and should_stop())
        made = None
        if stopping:
            result = StateCaseResult(case_index=index, case_id=case.case_id, outcome=StateOutcome.CANCELLED)
        elif case.actual is None and mutator is not None:
            result, made = await _mutate(spec, index, case, mutator)
        else:
            actual = case.actual or InterpretiveState()
            comparison = compare_states(case.expected, actual, case.pre_state, fields=spec.fields)
            result = compared_case(index, case.case_id, comparison)
        results.append(result)
        on_outcome(result, made)
    return results


async def _mutate(
    spec: StateSpec, index: int, case: StateCase, mutator: Mutator
) -> tuple[StateCaseResult, InterpretiveState | None]:
    context = EvaluationContext(
        mutator=mutator,
        pre_state=case.pre_state or InterpretiveState(),
        expected_post_state=case.expected,
        mutation_input=StructuredInput(prompt=str(case.metadata.get("prompt", ""))),
        metadata=case.metadata,
    )
    started = perf_counter()
    try:
        made = await LLMEvaluator(fields=spec.fields).evaluate(context)
    except Exception as error:  # noqa: BLE001 - whatever a mutator raises is that case's outcome
        failed = StateCaseResult(
            case_index=index,
            case_id=case.case_id,
            outcome=StateOutcome.MUTATOR_ERROR,
            time_used=perf_counter() - started,
            problem=_problem(error),
        )
        return failed, None
    return compared_case(index, case.case_id, made.comparison, made.time_used), made.actual_post_state


def _problem(error: Exception) -> str:
    text = str(error) if isinstance(error, LangEvalError) else f"{type(error).__name__}: {error}"
    return text if len(text) <= _LONGEST_PROBLEM else f"{text[:_LONGEST_PROBLEM]}…"
