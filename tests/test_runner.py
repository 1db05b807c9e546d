"""The one way to run: what is kept, whatever happens on the way."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from langeval_core.errors import (
    EmptyBenchmarkSetError,
    InputError,
    ProviderError,
    ProviderErrorKind,
    RunNotFoundError,
    StoreError,
)
from langeval_core.heartbeat import Heartbeat
from langeval_core.mutators.fixed_mutator import FixedMutator
from langeval_core.providers.scripted import MockProvider
from langeval_core.runner import run_benchmark, run_states
from langeval_core.schema.benchmark import BenchmarkCase, BenchmarkSet
from langeval_core.schema.completion import Completion, Message, TokenUsage
from langeval_core.schema.mutation import MutationContext, MutationResult
from langeval_core.schema.report import EvalReport, Outcome, StateOutcome, StateReport
from langeval_core.schema.run import Run, RunKind, RunState
from langeval_core.schema.spec import BenchmarkSpec, FaultPlan, ProviderSpec, StateSpec
from langeval_core.schema.state import InterpretiveState, StateCase, ValueConfidence
from langeval_core.store.run_store import RunStore, open_store
from tests.loopback_replies import Reply, bad_request
from tests.loopback_server import LoopbackServer

ROOT = Path(__file__).parent.parent
SPEC = BenchmarkSpec(
    name="Sums",
    subject=ProviderSpec(name="recorded"),
    judge=ProviderSpec(name="recorded"),
    budget_tokens=1000,
    parallel_evals=1,
)
GOOD = Completion(text='{"reason": "right", "score": 9}', usage=TokenUsage(input_tokens=30, output_tokens=3))
DOWN = ProviderError("The server is down.", kind=ProviderErrorKind.BAD_REQUEST)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


@pytest.fixture
def store(path: Path) -> Iterator[RunStore]:
    with open_store(str(path)) as opened:
        yield opened


def sums(number: int) -> BenchmarkSet:
    return BenchmarkSet(
        cases=[BenchmarkCase(id=f"s{n}", prompt=f"{n} + {n}?", response=str(2 * n)) for n in range(number)]
    )


def report_of(run: Run) -> EvalReport:
    assert isinstance(run.report, EvalReport)
    return run.report


def state(**values: Any) -> InterpretiveState:
    made = InterpretiveState()
    for name, value in values.items():
        made.add_value(name, ValueConfidence(value=value, confidence=1.0))
    return made


def test_a_run_is_kept_with_its_spec_its_report_and_its_texts(store: RunStore) -> None:
    run = run_benchmark(SPEC, sums(2), store, judge=MockProvider.with_responses([GOOD, GOOD]))

    assert store.get_run(run.id) == run
    assert run.spec == SPEC
    assert (run.summary.state, report_of(run).mean_score, report_of(run).total_tokens) == (RunState.FINISHED, 9.0, 66)
    transcript = store.get_transcript(run.id, 1)
    assert transcript is not None
    assert (transcript.answer, transcript.judge_reply) == ("2", GOOD.text)


def test_the_id_is_told_before_the_first_call(store: RunStore) -> None:
    seen: list[tuple[str, RunState]] = []
    run = run_benchmark(
        SPEC,
        sums(1),
        store,
        judge=MockProvider.with_responses([GOOD]),
        on_start=lambda run_id: seen.append((run_id, store.get_run(run_id).summary.state)),
    )

    assert seen == [(run.id, RunState.RUNNING)]


def test_every_answer_is_kept_before_the_first_judge_call(store: RunStore) -> None:
    started: list[str] = []
    kept: list[int] = []

    class LooksAtTheStore:
        async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
            kept.append(len(store.get_answers(started[0])))
            return GOOD

    run_benchmark(SPEC, sums(3), store, judge=LooksAtTheStore(), on_start=started.append)

    assert kept == [3, 3, 3]


def test_an_outcome_is_kept_before_the_next_call(store: RunStore) -> None:
    started: list[str] = []
    kept: list[int] = []

    class LooksAtTheStore:
        async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
            kept.append(report_of(store.get_run(started[0])).cases_scored)
            return GOOD

    run_benchmark(SPEC, sums(3), store, judge=LooksAtTheStore(), on_start=started.append)

    assert kept == [0, 1, 2]


def test_a_subject_failure_that_is_not_tolerated_fails_the_run_and_keeps_the_answers(store: RunStore) -> None:
    subject = MockProvider.with_responses(["0", "2", DOWN])
    spec = SPEC.model_copy(update={"tolerate_subject_errors": False})
    run = run_benchmark(spec, sums(4), store, subject=subject, judge=MockProvider())

    assert run.summary.state is RunState.FAILED
    assert run.summary.error == "The subject failed at case 3 (“s2”): The server is down."
    assert [answer.text for answer in store.get_answers(run.id)] == ["0", "2"]
    assert report_of(run).outcomes[Outcome.SUBJECT_ERROR] == 1
    assert report_of(run).outcomes[Outcome.NOT_STARTED] == 3


def test_one_failing_case_leaves_the_others_alone(store: RunStore) -> None:
    subject = MockProvider.with_responses([DOWN, "2", "4"])
    run = run_benchmark(SPEC, sums(3), store, subject=subject, judge=MockProvider.with_responses([GOOD, GOOD]))

    assert [case.outcome.value for case in report_of(run).cases] == ["subject_error", "scored", "scored"]
    assert (run.summary.state, run.summary.is_partial) == (RunState.FINISHED, True)


def test_a_run_that_is_asked_to_stop_ends_as_cancelled_with_what_it_has(store: RunStore) -> None:
    outcomes: list[Outcome] = []
    run = run_benchmark(
        SPEC,
        sums(4),
        store,
        judge=MockProvider.with_responses([GOOD] * 4),
        on_outcome=lambda result, _: outcomes.append(result.outcome),
        should_stop=lambda: len(outcomes) >= 2,
    )

    assert run.summary.state is RunState.CANCELLED
    assert [case.outcome.value for case in report_of(run).cases] == ["scored", "scored", "cancelled", "cancelled"]
    assert (run.summary.cases_done, run.summary.cases_total) == (2, 4)


def test_an_error_of_a_callers_callback_leaves_the_run_failed_with_what_was_done(store: RunStore) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret path /home/ada")

    started: list[str] = []
    with pytest.raises(RuntimeError):
        run_benchmark(
            SPEC,
            sums(2),
            store,
            judge=MockProvider.with_responses([GOOD, GOOD]),
            on_start=started.append,
            on_outcome=fail,
        )

    run = store.get_run(started[0])
    assert (run.summary.state, report_of(run).cases_scored) == (RunState.FAILED, 1)
    assert run.summary.error == "The run ended by an internal error (RuntimeError); what was done is kept."


def test_an_empty_benchmark_is_refused_and_nothing_is_kept(store: RunStore) -> None:
    with pytest.raises(EmptyBenchmarkSetError):
        run_benchmark(SPEC, BenchmarkSet(cases=[]), store)

    assert store.count_runs() == 0


def test_a_provider_that_cannot_be_opened_is_refused_and_nothing_is_kept(store: RunStore) -> None:
    spec = SPEC.model_copy(update={"judge": ProviderSpec(name="nonsense")})
    with pytest.raises(InputError, match="“nonsense” is not the name of a provider"):
        run_benchmark(spec, sums(1), store)

    assert store.count_runs() == 0


def everything_in(path: Path) -> bytes:
    """All bytes of a store: its files as they are, and each compressed body unpacked."""
    connection = sqlite3.connect(path)
    bodies = [
        zlib.decompress(body) if body.startswith(b"x") else body
        for table in ("inputs", "answers", "transcripts")
        for (body,) in connection.execute(f"SELECT body FROM {table}")  # noqa: S608 - the names stand above
    ]
    connection.close()
    return b"".join([file.read_bytes() for file in path.parent.iterdir()] + bodies)


def test_a_key_is_nowhere_in_the_store_even_where_the_server_repeats_it(store: RunStore, path: Path) -> None:
    key = "sk-very-secret-0123456789"
    with LoopbackServer() as server:
        server.script(Reply("the first answer"), bad_request(f"Incorrect API key provided: {key}."))
        spec = SPEC.model_copy(
            update={
                "subject": ProviderSpec(name="openai:gpt-5-mini", base_url=server.base_url),
                "judge": ProviderSpec(name="openai:gpt-5-mini", base_url=server.base_url),
            }
        )
        run = run_benchmark(spec, sums(2), store, api_keys={"subject": key, "judge": key})
        sent = [request.headers["authorization"] for request in server.requests]

    assert sent == [f"Bearer {key}"] * 3
    assert [case.outcome.value for case in report_of(run).cases] == ["scored", "subject_error"]
    kept = everything_in(path)
    assert b"openai:gpt-5-mini" in kept
    assert b"the first answer" in kept
    assert b"very-secret" not in kept
    assert "very-secret" not in run.model_dump_json()


def test_signs_of_life_come_from_a_thread_so_that_nothing_that_blocks_makes_a_run_look_interrupted(path: Path) -> None:
    now = [1_800_000_000.0]
    with open_store(str(path), clock=lambda: now[0]) as store:
        run_id = store.create_run(RunKind.BENCHMARK, SPEC, sums(1).cases)
        now[0] += 60.0
        assert store.get_run(run_id).summary.state is RunState.INTERRUPTED
        with Heartbeat(store, run_id, every_s=0.01):
            time.sleep(1.0)

        assert store.get_run(run_id).summary.state is RunState.RUNNING


KILLED = """
import asyncio, sys
from langeval_core.runner import run_benchmark
from langeval_core.store.run_store import open_store
from tests.test_runner import GOOD, SPEC, sums

class SlowAfterTwo:
    calls = 0
    async def complete(self, messages, **options):
        self.calls += 1
        if self.calls > 2:
            print("waiting", flush=True)
            await asyncio.sleep(600)
        return GOOD

with open_store(sys.argv[1]) as store:
    run_benchmark(SPEC, sums(5), store, judge=SlowAfterTwo(), on_start=lambda run_id: print(run_id, flush=True))
"""


def run_until_it_waits(path: Path) -> tuple[subprocess.Popen[str], str]:
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        env={**os.environ},
    )
    assert child.stdout is not None
    run_id = child.stdout.readline().strip()
    assert child.stdout.readline().strip() == "waiting"
    return child, run_id


def test_a_killed_run_reads_as_interrupted_with_every_outcome_and_answer_it_had(path: Path) -> None:
    child, run_id = run_until_it_waits(path)
    with child:
        child.kill()

    with open_store(str(path), clock=lambda: time.time() + 60) as later:
        run = later.get_run(run_id)
        assert run.summary.state is RunState.INTERRUPTED
        assert (report_of(run).cases_scored, report_of(run).outcomes[Outcome.NOT_STARTED]) == (2, 3)
        assert len(later.get_answers(run_id)) == 5


def test_a_run_that_is_broken_off_from_the_keyboard_reads_as_cancelled(path: Path) -> None:
    child, run_id = run_until_it_waits(path)
    with child:
        child.send_signal(signal.SIGINT)

    with open_store(str(path)) as later:
        run = later.get_run(run_id)
        assert (run.summary.state, report_of(run).cases_scored) == (RunState.CANCELLED, 2)


def test_a_run_that_is_deleted_while_it_goes_on_ends_with_a_sentence_and_leaves_nothing(path: Path) -> None:
    now = [1_800_000_000.0]
    with open_store(str(path), clock=lambda: now[0]) as store:
        judged: list[str] = []

        class DeletesTheRun:
            async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
                judged.append("call")
                now[0] += 60.0
                with suppress(RunNotFoundError):
                    store.delete_run(store.list_runs()[0].id if store.count_runs() else "gone")
                return GOOD

        with pytest.raises(RunNotFoundError, match="It may have been deleted"):
            run_benchmark(SPEC, sums(50), store, judge=DeletesTheRun())

        assert len(judged) < 50
        assert store.count_runs() == 0
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM results").fetchone() == (0,)
    connection.close()


def test_a_run_whose_outcomes_cannot_be_kept_stops_paying_and_says_so(store: RunStore, path: Path) -> None:
    judged: list[str] = []

    class BreaksTheStore:
        async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
            judged.append("call")
            if len(judged) == 1:
                connection = sqlite3.connect(path)
                connection.execute("ALTER TABLE results RENAME TO elsewhere")
                connection.close()
            return GOOD

    with pytest.raises(StoreError, match="no such table: results"):
        run_benchmark(SPEC, sums(50), store, judge=BreaksTheStore())

    assert len(judged) < 10


def test_two_runs_at_once_in_one_store_are_both_kept_whole(store: RunStore) -> None:
    def run(number: int) -> Run:
        judge = MockProvider.with_responses([GOOD] * number)
        return run_benchmark(SPEC, sums(number), store, judge=judge)

    with ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(run, [12, 15]))

    assert [run.summary.cases_scored for run in runs] == [12, 15]
    assert {run.id for run in store.list_runs()} == {run.id for run in runs}


def test_calls_under_way_are_awaited_and_kept_when_a_run_is_stopped(store: RunStore) -> None:
    stopped: list[bool] = []

    class StopsInMidCall:
        async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
            stopped.append(True)
            await asyncio.sleep(0.05)
            return GOOD

    spec = SPEC.model_copy(update={"parallel_evals": 3})
    run = run_benchmark(spec, sums(8), store, judge=StopsInMidCall(), should_stop=lambda: len(stopped) >= 3)

    assert run.summary.state is RunState.CANCELLED
    assert report_of(run).outcomes[Outcome.SCORED] == 3
    assert report_of(run).outcomes[Outcome.CANCELLED] == 5


def test_a_run_of_states_that_is_asked_to_stop_ends_as_cancelled(store: RunStore) -> None:
    seen: list[StateOutcome] = []
    cases = [StateCase(case_id=f"s{n}", expected=state(n=n), actual=state(n=n)) for n in range(4)]
    run = run_states(
        StateSpec(),
        cases,
        store,
        on_outcome=lambda result: seen.append(result.outcome),
        should_stop=lambda: len(seen) >= 2,
    )

    assert run.summary.state is RunState.CANCELLED
    assert [result.outcome.value for result in store.get_run(run.id).report.cases] == [
        "compared",
        "compared",
        "cancelled",
        "cancelled",
    ]


def test_what_a_mutator_made_is_kept_before_the_next_case(store: RunStore) -> None:
    started: list[str] = []
    kept: list[int] = []

    class LooksAtTheStore:
        async def mutate(self, context: MutationContext) -> MutationResult:
            kept.append(store.get_run(started[0]).summary.cases_done)
            return MutationResult(updated_state=context.state)

    cases = [StateCase(case_id=f"s{n}", expected=state(n=n)) for n in range(3)]
    run_states(StateSpec(), cases, store, mutator=LooksAtTheStore(), on_start=started.append)

    assert kept == [0, 1, 2]


def test_rehearsed_faults_give_every_case_one_outcome(store: RunStore) -> None:
    plan = FaultPlan(seed=3, timeout=0.1, refusal=0.1, server_error=0.1, unreadable=0.1, no_usage=0.1, cut=0.1)
    cases = [
        BenchmarkCase(id=f"c{n}", prompt="?", response="42", judge_reply=GOOD.text, judge_tokens=33) for n in range(60)
    ]
    judge = ProviderSpec(name="faulty:recorded", faults=plan, attempts=1)
    spec = SPEC.model_copy(update={"judge": judge, "parallel_evals": 4, "budget_tokens": 100_000})
    report = report_of(run_benchmark(spec, BenchmarkSet(cases=cases), store))

    assert sum(report.outcomes.values()) == 60
    assert report.outcomes[Outcome.JUDGE_TIMEOUT] > 0
    assert report.outcomes[Outcome.JUDGE_ERROR] > 0
    assert report.outcomes[Outcome.JUDGE_UNREADABLE] > 0
    assert report.mean_score == 9.0


def test_states_are_compared_and_kept(store: RunStore) -> None:
    cases = [
        StateCase(case_id="same", expected=state(city="Oslo"), actual=state(city="Oslo")),
        StateCase(case_id="other", expected=state(city="Oslo"), actual=state(city="Bern")),
        StateCase(case_id="none", expected=state(), actual=state(city="Bern")),
    ]
    run = run_states(StateSpec(name="Cities"), cases, store)

    assert isinstance(run.report, StateReport)
    assert store.get_run(run.id) == run
    assert (run.report.cases_matching, run.report.cases_nothing_expected) == (1, 1)
    assert run.report.accuracy_score == pytest.approx(1 / 3)
    assert [result.accuracy_score for result in run.report.cases] == [1.0, 0.0, 0.0]


def test_a_state_case_without_an_actual_state_needs_a_mutator(store: RunStore) -> None:
    with pytest.raises(InputError, match="The case “new” has no actual state"):
        run_states(StateSpec(), [StateCase(case_id="new", expected=state(city="Oslo"))], store)

    assert store.count_runs() == 0


def test_what_a_mutator_makes_is_compared_and_kept(store: RunStore) -> None:
    mutator = FixedMutator([{"path": "city", "value": "Oslo", "confidence": 1.0, "inference": "said so"}])
    run = run_states(StateSpec(), [StateCase(case_id="new", expected=state(city="Oslo"))], store, mutator=mutator)

    assert isinstance(run.report, StateReport)
    assert run.report.accuracy_score == 1.0
    kept = store.get_case(run.id, 0)
    assert isinstance(kept, StateCase)
    assert kept.actual is not None
    best = kept.actual.get_best_value("city")
    assert best is not None
    assert best.value == "Oslo"


def test_a_mutator_that_raises_is_a_row_and_never_a_score(store: RunStore) -> None:
    class Fails:
        async def mutate(self, context: MutationContext) -> MutationResult:
            await asyncio.sleep(0)
            raise ValueError("no reply")

    cases = [
        StateCase(case_id="new", expected=state(city="Oslo")),
        StateCase(case_id="old", expected=state(city="Oslo"), actual=state(city="Oslo")),
    ]
    run = run_states(StateSpec(), cases, store, mutator=Fails())

    assert isinstance(run.report, StateReport)
    assert [result.outcome for result in run.report.cases] == [StateOutcome.MUTATOR_ERROR, StateOutcome.COMPARED]
    assert (run.report.accuracy_score, run.report.cases_compared, run.report.is_partial) == (1.0, 1, True)
    assert run.report.cases[0].accuracy_score is None
