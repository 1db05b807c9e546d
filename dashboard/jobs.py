"""Benchmark runs that go on in worker threads of this process, whatever pages are opened or closed meanwhile.

A run writes itself to the store as it goes; what is kept here is only for watching: counts under a lock, never keys.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

import streamlit as st

from dashboard import data
from langeval_core.errors import LangEvalError
from langeval_core.schema.benchmark import BenchmarkSet
from langeval_core.schema.report import CaseAnswer, CaseResult, CaseTranscript, EvalReport, Outcome
from langeval_core.schema.run import Run, RunState
from langeval_core.schema.spec import BenchmarkSpec

if TYPE_CHECKING:
    from langeval_core.store.run_store import RunStore

_START_LIMIT_S = 30.0
_ENDED_KEPT = 50
_SUBJECT_FAILED = frozenset({Outcome.SUBJECT_ERROR, Outcome.SUBJECT_TIMEOUT})


class Phase(StrEnum):
    """What a run is busy with."""

    ANSWERING = "answering"
    JUDGING = "judging"
    ENDED = "ended"


@dataclass(frozen=True)
class JobSnapshot:
    """A run at one moment. `seconds_left` is for the present phase, `None` while nothing can be said.

    `mean_score` is over the `cases_scored` so far. `error` is for the user to read.
    """

    run_id: str
    phase: Phase
    cases_total: int
    answers: int
    cases_done: int
    cases_scored: int
    tokens_used: int
    budget_tokens: int
    mean_score: float | None
    outcomes: Mapping[Outcome, int]
    elapsed_s: float
    seconds_left: float | None = None
    cancelling: bool = False
    error: str | None = None

    @property
    def is_live(self) -> bool:
        """Whether there is more to come."""
        return self.phase is not Phase.ENDED


@dataclass
class _Job:
    """The counts of one run; written by its worker, read by any session, both under `lock`."""

    cases_total: int
    budget_tokens: int
    clock: Callable[[], float]
    lock: threading.Lock = field(default_factory=threading.Lock)
    stop: threading.Event = field(default_factory=threading.Event)
    identified: threading.Event = field(default_factory=threading.Event)
    run_id: str | None = None
    started: float = 0.0
    answers: int = 0
    answered_at: float = 0.0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    score_sum: float = 0.0
    tokens_used: int = 0
    ended: float | None = None
    error: str | None = None

    def on_start(self, run_id: str) -> None:
        with self.lock:
            self.run_id = run_id
        self.identified.set()

    def on_answer(self, _answer: CaseAnswer) -> None:
        with self.lock:
            self.answers += 1
            self.answered_at = self.clock()

    def on_outcome(self, result: CaseResult, _transcript: CaseTranscript) -> None:
        with self.lock:
            self.outcomes[result.outcome] += 1
            self.score_sum += result.score or 0.0
            self.tokens_used = max(self.tokens_used, result.tokens_used)

    def end(self, error: str | None) -> None:
        with self.lock:
            self.ended = self.clock()
            self.error = error
        self.identified.set()

    def snapshot(self) -> JobSnapshot:
        with self.lock:
            now = self.clock() if self.ended is None else self.ended
            done = sum(self.outcomes.values())
            scored = self.outcomes[Outcome.SCORED]
            phase = Phase.ENDED if self.ended is not None else _phase(self.outcomes)
            return JobSnapshot(
                run_id=self.run_id or "",
                phase=phase,
                cases_total=self.cases_total,
                answers=self.answers,
                cases_done=done,
                cases_scored=scored,
                tokens_used=self.tokens_used,
                budget_tokens=self.budget_tokens,
                mean_score=self.score_sum / scored if scored else None,
                outcomes=dict(self.outcomes),
                elapsed_s=now - self.started,
                seconds_left=self._seconds_left(phase, now),
                cancelling=self.stop.is_set() and phase is not Phase.ENDED,
                error=self.error,
            )

    def _seconds_left(self, phase: Phase, now: float) -> float | None:
        """At the pace of the phase so far: answers while answering, judged cases after that."""
        failed = sum(self.outcomes[outcome] for outcome in _SUBJECT_FAILED)
        if phase is Phase.ANSWERING:
            return _pace(now - self.started, self.answers + failed, self.cases_total)
        if phase is Phase.JUDGING:
            judged = sum(self.outcomes.values()) - failed
            return _pace(now - min(self.answered_at, now), judged, self.cases_total - failed)
        return None


class JobManager:
    """All benchmark runs of this process, by run id."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._jobs: dict[str, _Job] = {}

    def start(self, spec: BenchmarkSpec, benchmark: BenchmarkSet, store: RunStore, api_keys: Mapping[str, str]) -> str:
        """Start a run and give its id as soon as the store has it. Raises what stopped it before that."""
        job = _Job(len(benchmark.cases), spec.budget_tokens, self._clock, started=self._clock())
        worker = threading.Thread(
            target=_work, args=(job, spec, benchmark, store, dict(api_keys)), name="benchmark run", daemon=True
        )
        worker.start()
        job.identified.wait(_START_LIMIT_S)
        if job.run_id is None:
            job.stop.set()  # should it start after all, nobody waits for it
            raise LangEvalError(job.error or "The run did not start in time. Is the store busy?")
        with self._lock:
            self._jobs[job.run_id] = job
            self._forget_oldest()
        return job.run_id

    def get(self, run_id: str) -> JobSnapshot | None:
        """The run as it stands, or `None` when it was not started in this process."""
        with self._lock:
            job = self._jobs.get(run_id)
        return job.snapshot() if job else None

    def cancel(self, run_id: str) -> None:
        """Ask a run to stop after the calls in flight; a run that this process does not have goes on."""
        with self._lock:
            job = self._jobs.get(run_id)
        if job:
            job.stop.set()

    def _forget_oldest(self) -> None:
        ended = [run_id for run_id, job in self._jobs.items() if job.ended is not None]
        for run_id in ended[: max(0, len(ended) - _ENDED_KEPT)]:
            del self._jobs[run_id]


def start_benchmark(spec: BenchmarkSpec, benchmark: BenchmarkSet, api_keys: Mapping[str, str] | None = None) -> str:
    """Start a run in a worker thread and give its id. `api_keys` (by role) live as long as the run's calls, no longer.

    Raises `LangEvalError` when it could not be started.
    """
    return _manager().start(spec, benchmark, data.get_store(), api_keys or {})


def get_job(run_id: str) -> JobSnapshot | None:
    """The run as it stands, or `None` when it was not started in this process."""
    return _manager().get(run_id)


def cancel_job(run_id: str) -> None:
    """Ask a run to stop after the calls in flight; a run that this process does not have goes on."""
    _manager().cancel(run_id)


def snapshot_of_run(run: Run, age_s: float) -> JobSnapshot:
    """The same view of a run that another process works on, from what it has written so far."""
    report = run.report
    if not isinstance(report, EvalReport):
        raise TypeError("only benchmark runs are watched")
    outcomes: dict[Outcome, int] = {**report.outcomes, Outcome.NOT_STARTED: 0}
    live = run.summary.state is RunState.RUNNING
    return JobSnapshot(
        run_id=run.id,
        phase=_phase(outcomes) if live else Phase.ENDED,
        cases_total=report.cases_total,
        answers=sum(case.subject_call is not None for case in report.cases),
        cases_done=sum(outcomes.values()),
        cases_scored=report.cases_scored,
        tokens_used=report.total_tokens,
        budget_tokens=report.budget_tokens,
        mean_score=report.mean_score,
        outcomes=outcomes,
        elapsed_s=age_s,
        error=run.summary.error,
    )


@st.cache_resource(show_spinner=False)
def _manager() -> JobManager:
    return JobManager()


def _work(job: _Job, spec: BenchmarkSpec, benchmark: BenchmarkSet, store: RunStore, api_keys: dict[str, str]) -> None:
    """The worker thread: run, and tell the job how it ended. Nothing of Streamlit is called from here."""
    from langeval_core.runner import run_benchmark

    error: str | None = "The run ended by an internal error; what was done is kept. The server's log has the details."
    try:
        run = run_benchmark(
            spec,
            benchmark,
            store,
            api_keys=api_keys,
            on_start=job.on_start,
            on_answer=job.on_answer,
            on_outcome=job.on_outcome,
            should_stop=job.stop.is_set,
        )
        error = run.summary.error
    except LangEvalError as problem:
        error = str(problem)
    finally:  # whatever else it was goes to the log, and the page must hear that it is over
        api_keys.clear()
        job.end(error)


def _phase(outcomes: Mapping[Outcome, int]) -> Phase:
    """Judging begins with the first outcome that is not the subject's failure."""
    judged = any(count for outcome, count in outcomes.items() if outcome not in _SUBJECT_FAILED)
    return Phase.JUDGING if judged else Phase.ANSWERING


def _pace(elapsed_s: float, done: int, total: int) -> float | None:
    """Seconds for the rest at the pace so far, `None` before the first is done."""
    return elapsed_s / done * (total - done) if done else None
