"""The one way to run: a spec goes in, a kept run comes out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any

from langeval_core.errors import EmptyBenchmarkSetError, InputError, LangEvalError, StoreError, SubjectError
from langeval_core.evaluators.benchmark import Evaluator
from langeval_core.evaluators.state_diff import compare_states
from langeval_core.evaluators.state_report import compared_case, summarise_states
from langeval_core.providers import registry
from langeval_core.run_recorder import RunRecorder
from langeval_core.schema.benchmark import BenchmarkSet
from langeval_core.schema.completion import Completion, Provider
from langeval_core.schema.mutation import MutationContext, Mutator
from langeval_core.schema.report import (
    CaseAnswer,
    CaseResult,
    CaseTranscript,
    EvalReport,
    Outcome,
    StateCaseResult,
    StateOutcome,
)
from langeval_core.schema.run import Run, RunKind, RunState
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec, StateSpec
from langeval_core.schema.state import InterpretiveState, StateCase, StructuredInput
from langeval_core.store.run_store import RunStore

_log = logging.getLogger(__name__)
_STATES_A_WRITE = 200


def run_benchmark(
    spec: BenchmarkSpec,
    benchmark: BenchmarkSet,
    store: RunStore,
    *,
    subject: Provider | None = None,
    judge: Provider | None = None,
    api_keys: Mapping[str, str] | None = None,
    on_start: Callable[[str], None] | None = None,
    on_answer: Callable[[CaseAnswer], None] | None = None,
    on_outcome: Callable[[CaseResult, CaseTranscript], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Run:
    """Run a benchmark and keep it as it goes; returns when every case has its outcome.

    Args:
        spec: settings, kept with the run.
        benchmark: at least one case, kept with the run.
        store: where it is kept.
        subject, judge: used instead of what the spec names.
        api_keys: keys by role (`subject`, `judge`), used for the calls and kept nowhere.
        on_start: told the run's id before the first call.
        on_answer, on_outcome: told each answer and each outcome.
        should_stop: asked before each call; once it says yes the run ends as cancelled after the calls under way.

    A run that a subject's failure ended is returned as `failed`, with its answers and the reason. Raises `InputError`
    for providers that cannot be opened and `EmptyBenchmarkSetError` before anything is kept, `StoreError` where the
    run cannot be kept. Any other error leaves the run `failed` with all that was done.
    """
    if not benchmark.cases:
        raise EmptyBenchmarkSetError(spec.source)
    keys = api_keys or {}
    subject = subject or registry.open_provider(spec.subject, role="subject", api_key=keys.get("subject"))
    judge = judge or registry.open_provider(spec.judge, role="judge", api_key=keys.get("judge"))
    run_id = store.create_run(RunKind.BENCHMARK, spec, benchmark.cases)
    if on_start:
        on_start(run_id)
    recorder = RunRecorder(store, run_id, on_answer, on_outcome)

    def stop() -> bool:
        return recorder.has_given_up() or (should_stop is not None and should_stop())

    try:
        report = asyncio.run(_evaluate(_evaluator(spec, benchmark, judge), subject, judge, recorder, stop))
        recorder.flush()
    except SubjectError as error:
        recorder.flush()
        _close(store, run_id, RunState.FAILED, str(error))
    except KeyboardInterrupt:
        recorder.flush()
        _close(store, run_id, RunState.CANCELLED, None)
        raise
    except BaseException as error:
        _log.exception("run %s ended by an error", run_id)
        with suppress(LangEvalError):
            recorder.flush()
            _close(store, run_id, RunState.FAILED, _words(error))
        raise
    else:
        ended = RunState.CANCELLED if report.outcomes[Outcome.CANCELLED] else RunState.FINISHED
        store.finish_run(run_id, ended, report)
    return store.get_run(run_id)


def run_states(
    spec: StateSpec,
    cases: Sequence[StateCase],
    store: RunStore,
    *,
    mutator: Mutator | None = None,
    on_start: Callable[[str], None] | None = None,
    on_outcome: Callable[[StateCaseResult], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Run:
    """Compare states and keep the results as they come.

    A case without an actual state is given to `mutator`, which is told the case's metadata `prompt`. What it raises
    becomes the case's outcome. Other arguments as for `run_benchmark`. Raises `InputError` for no cases, or for a
    case without an actual state where there is no mutator, before anything is kept.
    """
    if not cases:
        raise InputError("There are no states to compare.", file=spec.source, hint="Give at least one case.")
    if mutator is None:
        for case in cases:
            if case.actual is None:
                raise InputError(
                    f"The case “{case.case_id}” has no actual state.",
                    file=spec.source,
                    field="actual",
                    hint="Give one, or choose a mutator that makes it.",
                )
    run_id = store.create_run(RunKind.STATE, spec, cases)
    if on_start:
        on_start(run_id)
    try:
        results = asyncio.run(_compare_all(spec, cases, store, run_id, mutator, on_outcome, should_stop))
    except BaseException as error:
        state = RunState.CANCELLED if isinstance(error, KeyboardInterrupt) else RunState.FAILED
        with suppress(LangEvalError):
            _close(store, run_id, state, None if state is RunState.CANCELLED else _words(error))
        raise
    report = summarise_states(results, len(cases))
    ended = RunState.CANCELLED if report.outcomes[StateOutcome.CANCELLED] else RunState.FINISHED
    store.finish_run(run_id, ended, report)
    return store.get_run(run_id)


def check_connection(spec: ProviderSpec, role: registry.Role, api_key: str | None = None) -> Completion:
    """Ask a provider one short question, as the role would. Raises `InputError`, `ProviderError`."""
    return asyncio.run(registry.check_provider(spec, role, api_key))


def _evaluator(spec: BenchmarkSpec, benchmark: BenchmarkSet, judge: Provider) -> Evaluator:
    limits = registry.DEFAULT_TIMEOUT_S
    return Evaluator(
        judge,
        benchmark,
        spec.budget_tokens,
        parallel_evals=spec.parallel_evals,
        parallel_subjects=spec.parallel_subjects,
        tolerate_subject_errors=spec.tolerate_subject_errors,
        rubric=spec.rubric,
        subject_timeout_s=spec.subject.timeout_s or limits["subject"],
        judge_timeout_s=spec.judge.timeout_s or limits["judge"],
        subject_attempts=spec.subject.attempts,
        judge_attempts=spec.judge.attempts,
        subject_options=_options(spec.subject),
        judge_options=_options(spec.judge),
    )


def _options(spec: ProviderSpec) -> dict[str, Any]:
    options = {"temperature": spec.temperature, "max_output_tokens": spec.max_output_tokens}
    return {name: value for name, value in options.items() if value is not None}


async def _evaluate(
    evaluator: Evaluator, subject: Provider, judge: Provider, recorder: RunRecorder, stop: Callable[[], bool]
) -> EvalReport:
    beating = asyncio.create_task(recorder.keep_beating())
    try:
        return await evaluator.evaluate(
            subject, on_answer=recorder.answer, on_outcome=recorder.outcome, should_stop=stop
        )
    finally:
        beating.cancel()
        for provider in (subject, judge):
            await registry.aclose(provider)


def _close(store: RunStore, run_id: str, state: RunState, error: str | None) -> None:
    """End a run that has no report of its own: the report is made of what was kept."""
    store.finish_run(run_id, state, store.get_run(run_id).report, error)


def _words(error: BaseException) -> str:
    """An error as it may be shown: ours in full, others by name alone, since they may hold keys or paths."""
    if isinstance(error, LangEvalError):
        return str(error)
    return f"The run ended by an internal error ({type(error).__name__}); what was done is kept."


async def _compare_all(
    spec: StateSpec,
    cases: Sequence[StateCase],
    store: RunStore,
    run_id: str,
    mutator: Mutator | None,
    on_outcome: Callable[[StateCaseResult], None] | None,
    should_stop: Callable[[], bool] | None,
) -> list[StateCaseResult]:
    results: list[StateCaseResult] = []
    kept = 0
    for index, case in enumerate(cases):
        if should_stop is not None and should_stop():
            results.append(StateCaseResult(case_index=index, case_id=case.case_id, outcome=StateOutcome.CANCELLED))
            continue
        result, actual = await _compare(spec, index, case, mutator)
        results.append(result)
        if actual is not None:
            store.save_case(run_id, index, case.model_copy(update={"actual": actual}))
        # What a mutator made may have been paid for, and is written at once; comparisons alone go many at a time.
        if mutator is not None or len(results) - kept >= _STATES_A_WRITE:
            store.save_results(run_id, [(made, None) for made in results[kept:]])
            kept = len(results)
        if on_outcome:
            on_outcome(result)
    store.save_results(run_id, [(made, None) for made in results[kept:]])
    return results


async def _compare(
    spec: StateSpec, index: int, case: StateCase, mutator: Mutator | None
) -> tuple[StateCaseResult, InterpretiveState | None]:
    """A case's result, and its actual state where the mutator made it."""
    actual, time_used = case.actual, None
    if actual is None and mutator is not None:
        prompt = str(case.metadata.get("prompt", ""))
        pre_state = case.pre_state or InterpretiveState()
        started = perf_counter()
        try:
            mutation = await mutator.mutate(
                MutationContext(input=StructuredInput(prompt=prompt), state=pre_state.copy(), metadata=case.metadata)
            )
        except Exception as error:  # noqa: BLE001 - whatever a mutator raises is that case's outcome
            failed = StateCaseResult(
                case_index=index,
                case_id=case.case_id,
                outcome=StateOutcome.MUTATOR_ERROR,
                time_used=perf_counter() - started,
                problem=str(error) if isinstance(error, LangEvalError) else type(error).__name__,
            )
            return failed, None
        actual, time_used = mutation.updated_state, perf_counter() - started
    if actual is None:
        raise StoreError(f"The case “{case.case_id}” has no actual state.")
    comparison = compare_states(case.expected, actual, case.pre_state, fields=spec.fields)
    made = actual if case.actual is None else None
    return compared_case(index, case.case_id, comparison, time_used), made
