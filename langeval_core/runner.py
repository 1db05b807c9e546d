"""The one way to run: a spec goes in, a kept run comes out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from langeval_core.errors import EmptyBenchmarkSetError, InputError, LangEvalError, StoreError, SubjectError
from langeval_core.evaluators.benchmark import Evaluator
from langeval_core.evaluators.state_report import summarise_states
from langeval_core.heartbeat import Heartbeat
from langeval_core.providers import registry
from langeval_core.run_recorder import BenchmarkRecorder, StateRecorder
from langeval_core.schema.benchmark import BenchmarkSet
from langeval_core.schema.completion import Completion, Provider
from langeval_core.schema.mutation import Mutator
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
from langeval_core.schema.state import StateCase
from langeval_core.state_cases import compare_cases, require_actual_states
from langeval_core.store.run_store import RunStore


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
    recorder = BenchmarkRecorder(store, run_id, on_answer, on_outcome)
    try:
        with Heartbeat(store, run_id) as heartbeat, _ending(store, run_id, recorder):
            if on_start:
                on_start(run_id)

            def stop() -> bool:
                is_lost = recorder.has_given_up() or heartbeat.run_was_deleted()
                return is_lost or (should_stop is not None and should_stop())

            reports: list[EvalReport] = []
            evaluator = _evaluator(spec, benchmark, judge)
            asyncio.run(_evaluate(evaluator, subject, judge, recorder, stop, reports.append))
            (report,) = reports
            recorder.flush()
            if recorder.has_given_up():
                raise StoreError("The run was stopped, since the store could not be written again and again.")
            ended = RunState.CANCELLED if report.outcomes[Outcome.CANCELLED] else RunState.FINISHED
            store.finish_run(run_id, ended, report)
    except SubjectError as error:
        run = store.get_run(run_id)
        if run.summary.state is not RunState.FAILED:
            raise StoreError("The run failed, and that could not be kept.") from error
        return run
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
        require_actual_states(spec, cases)
    run_id = store.create_run(RunKind.STATE, spec, cases)
    recorder = StateRecorder(store, run_id, cases, on_outcome)
    with Heartbeat(store, run_id), _ending(store, run_id, recorder):
        if on_start:
            on_start(run_id)
        results = asyncio.run(compare_cases(spec, cases, mutator, recorder.outcome, should_stop))
        recorder.flush()
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
    evaluator: Evaluator,
    subject: Provider,
    judge: Provider,
    recorder: BenchmarkRecorder,
    stop: Callable[[], bool],
    keep: Callable[[EvalReport], None],
) -> None:
    """Hand the report to `keep`: were it returned, `asyncio.run` would write out its repr, seconds of many cases."""
    try:
        keep(
            await evaluator.evaluate(subject, on_answer=recorder.answer, on_outcome=recorder.outcome, should_stop=stop)
        )
    finally:
        for provider in (subject, judge):
            with suppress(Exception):  # a connection that does not close well spoils no run
                await registry.aclose(provider)


@contextmanager
def _ending(store: RunStore, run_id: str, recorder: BenchmarkRecorder | StateRecorder) -> Iterator[None]:
    """Whatever ends the run is kept with what was done until then, and raised again."""
    try:
        yield
    except BaseException as error:
        state = RunState.CANCELLED if isinstance(error, KeyboardInterrupt) else RunState.FAILED
        with suppress(LangEvalError):  # the error at hand says more
            recorder.flush()
            store.finish_run(run_id, state, store.get_run(run_id).report, _words(error))
        raise


def _words(error: BaseException) -> str | None:
    """An error as it may be kept: ours in full, others by name alone, since they may hold keys or paths."""
    if isinstance(error, KeyboardInterrupt):
        return None
    if isinstance(error, LangEvalError):
        return str(error)
    return f"The run ended by an internal error ({type(error).__name__}); what was done is kept."
