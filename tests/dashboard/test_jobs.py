"""Benchmark runs in worker threads: progress, cancelling, failures, keys."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dashboard.jobs import JobManager, JobSnapshot, Phase, snapshot_of_run
from langeval_core.errors import LangEvalError
from langeval_core.schema.benchmark import BenchmarkCase, BenchmarkSet
from langeval_core.schema.report import CaseAnswer, CaseResult, Outcome
from langeval_core.schema.run import RunKind, RunState
from langeval_core.schema.spec import BenchmarkSpec, FaultPlan, ProviderSpec
from langeval_core.store.run_store import RunStore, open_store

RECORDED = ProviderSpec(name="recorded")
LIMIT_S = 30.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    with open_store(str(tmp_path / "runs.db")) as opened:
        yield opened


def slow(latency_ms: float) -> ProviderSpec:
    """Recorded answers that take their time and never fail."""
    return ProviderSpec(name="faulty:recorded", faults=FaultPlan(latency_ms=latency_ms))


def cases(count: int) -> BenchmarkSet:
    return BenchmarkSet(
        cases=[
            BenchmarkCase(
                prompt=f"What is {number}?",
                response=str(number),
                judge_reply='{"reason": "right", "score": 8}',
                judge_tokens=100,
            )
            for number in range(count)
        ]
    )


def spec(
    subject: ProviderSpec = RECORDED, judge: ProviderSpec = RECORDED, *, budget: int = 100_000, tolerate: bool = True
) -> BenchmarkSpec:
    return BenchmarkSpec(
        subject=subject, judge=judge, budget_tokens=budget, parallel_evals=1, tolerate_subject_errors=tolerate
    )


def watch(manager: JobManager, run_id: str, until: Callable[[JobSnapshot], bool]) -> JobSnapshot:
    """Look again and again until it is so."""
    end = time.monotonic() + LIMIT_S
    while time.monotonic() < end:
        snapshot = manager.get(run_id)
        assert snapshot is not None
        if until(snapshot):
            return snapshot
        time.sleep(0.01)
    raise AssertionError(f"it never came to that: {snapshot}")


def ended(snapshot: JobSnapshot) -> bool:
    return not snapshot.is_live


def test_a_run_goes_on_by_itself_and_ends_with_what_the_store_has(store: RunStore) -> None:
    manager = JobManager()
    run_id = manager.start(spec(), cases(3), store, {})
    snapshot = watch(manager, run_id, ended)
    assert (snapshot.answers, snapshot.cases_done, snapshot.cases_scored) == (3, 3, 3)
    assert (snapshot.tokens_used, snapshot.mean_score, snapshot.error) == (300, 8.0, None)
    assert store.get_run(run_id).summary.state is RunState.FINISHED


def test_progress_is_seen_while_the_run_goes_on(store: RunStore) -> None:
    manager = JobManager()
    run_id = manager.start(spec(judge=slow(30)), cases(12), store, {})
    snapshot = watch(manager, run_id, lambda now: now.cases_done >= 2)
    assert snapshot.phase is Phase.JUDGING
    assert snapshot.cases_done < 12
    assert snapshot.answers == 12
    assert snapshot.seconds_left is not None
    assert 0 < snapshot.seconds_left < LIMIT_S
    assert snapshot.tokens_used == 100 * snapshot.cases_scored
    assert snapshot.mean_score == 8.0
    watch(manager, run_id, ended)


def test_while_the_subject_answers_the_time_left_is_that_of_the_answers(store: RunStore) -> None:
    manager = JobManager()
    run_id = manager.start(spec(subject=slow(30)), cases(12), store, {})
    snapshot = watch(manager, run_id, lambda now: now.answers >= 2)
    assert (snapshot.phase, snapshot.cases_done, snapshot.mean_score) == (Phase.ANSWERING, 0, None)
    assert snapshot.seconds_left is not None
    watch(manager, run_id, ended)


def test_a_cancelled_run_keeps_what_was_done(store: RunStore) -> None:
    manager = JobManager()
    run_id = manager.start(spec(judge=slow(50)), cases(50), store, {})
    watch(manager, run_id, lambda now: now.cases_scored >= 1)
    manager.cancel(run_id)
    snapshot = watch(manager, run_id, ended)
    assert 1 <= snapshot.cases_scored < 50
    assert snapshot.outcomes[Outcome.CANCELLED] == 50 - snapshot.cases_scored
    run = store.get_run(run_id)
    assert run.summary.state is RunState.CANCELLED
    assert run.summary.cases_scored == snapshot.cases_scored


def test_a_run_that_is_being_cancelled_says_so_until_it_has_ended(store: RunStore) -> None:
    manager = JobManager()
    run_id = manager.start(spec(judge=slow(300)), cases(5), store, {})
    manager.cancel(run_id)
    snapshot = manager.get(run_id)
    assert snapshot is not None
    assert snapshot.cancelling
    assert not watch(manager, run_id, ended).cancelling


def test_one_run_is_cancelled_and_another_goes_on(store: RunStore) -> None:
    manager = JobManager()
    first = manager.start(spec(judge=slow(20)), cases(30), store, {})
    second = manager.start(spec(judge=slow(20)), cases(5), store, {})
    manager.cancel(first)
    assert watch(manager, second, ended).cases_scored == 5
    assert watch(manager, first, ended).cases_scored < 30


def test_an_exhausted_budget_is_counted(store: RunStore) -> None:
    manager = JobManager()
    run_id = manager.start(spec(budget=200), cases(5), store, {})
    snapshot = watch(manager, run_id, ended)
    assert snapshot.outcomes == {Outcome.SCORED: 2, Outcome.BUDGET_EXHAUSTED: 3}
    assert snapshot.tokens_used == 200


def test_a_subjects_fatal_failure_ends_the_run_with_its_reason(store: RunStore) -> None:
    manager = JobManager()
    lost = BenchmarkSet(cases=[*cases(1).cases, BenchmarkCase(prompt="never answered", id="lost")])
    run_id = manager.start(spec(tolerate=False), lost, store, {})
    snapshot = watch(manager, run_id, ended)
    assert snapshot.error is not None
    assert "lost" in snapshot.error
    assert store.get_run(run_id).summary.state is RunState.FAILED


def test_what_stops_a_run_before_it_begins_is_raised_to_the_user(store: RunStore) -> None:
    with pytest.raises(LangEvalError, match="There is no key for openai"):
        JobManager().start(spec(subject=ProviderSpec(name="openai:gpt-5-mini")), cases(1), store, {})
    with pytest.raises(LangEvalError, match="nonsense"):
        JobManager().start(spec(subject=ProviderSpec(name="nonsense:model")), cases(1), store, {})
    assert store.count_runs() == 0


def test_an_unknown_run_is_not_here() -> None:
    manager = JobManager()
    assert manager.get("elsewhere") is None
    manager.cancel("elsewhere")


def test_keys_are_gone_when_the_run_has_ended(store: RunStore, tmp_path: Path) -> None:
    manager = JobManager()
    keys = {"judge": "sk-never-to-be-kept"}
    run_id = manager.start(spec(), cases(1), store, keys)
    watch(manager, run_id, ended)
    for thread in threading.enumerate():
        if thread.name == "benchmark run":
            thread.join(LIMIT_S)
    gc.collect()
    holders = [
        held
        for held in gc.get_objects()
        if isinstance(held, dict) and held is not keys and held.get("judge") == keys["judge"]
    ]
    assert holders == []
    store.close()
    assert all(b"sk-never-to-be-kept" not in file.read_bytes() for file in tmp_path.iterdir())


def test_a_run_of_another_process_is_read_from_the_store(store: RunStore) -> None:
    benchmark = cases(3)
    run_id = store.create_run(RunKind.BENCHMARK, spec(), benchmark.cases)
    store.save_answers(run_id, [CaseAnswer(case_index=0, text="0"), CaseAnswer(case_index=1, text="1")])
    result = CaseResult(case_index=0, case_id="a", outcome=Outcome.SCORED, score=7.0, raw_score=7.0, tokens_used=90)
    store.save_results(run_id, [(result, None)])
    run = store.get_run(run_id)
    snapshot = snapshot_of_run(run, run.age_s(datetime.now(UTC)))
    assert snapshot.phase is Phase.JUDGING
    assert (snapshot.cases_total, snapshot.cases_done, snapshot.mean_score) == (3, 1, 7.0)
    assert snapshot.is_live
    store.finish_run(run_id, RunState.FINISHED, run.report)
    assert not snapshot_of_run(store.get_run(run_id), 5.0).is_live


def test_the_pace_tells_the_time_left() -> None:
    from dashboard.jobs import _Job

    now = [100.0]
    job = _Job(cases_total=10, budget_tokens=1, clock=lambda: now[0], started=100.0)
    assert job.snapshot().seconds_left is None
    for _ in range(4):
        now[0] += 2.0
        job.on_answer(CaseAnswer(case_index=0, text=""))
    assert job.snapshot().seconds_left == 12.0
    assert job.snapshot().elapsed_s == 8.0
