"""What keeping a run costs: 10,000 judged cases written as they come, and the run opened again.

Run `python -m tests.benchmarks.store`. Aims: writing <= 2 s of CPU, opening <= 0.5 s.
Writing is `create_run`, then answers and results `TOGETHER` at a time (as many as end in one turn of the event loop),
then `finish_run`. Opening is `get_run` with the whole report; of a running run, whose report is built anew, it is shown
beside. The floor, measured in turn, writes and reads the same bytes through plain sqlite3, a transaction as often.
"""

from __future__ import annotations

import sqlite3
import statistics
import time
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from langeval_core.evaluators.benchmark_report import build_report
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.completion import Message, TokenUsage
from langeval_core.schema.report import CallRecord, CaseAnswer, CaseResult, CaseTranscript, EvalReport, Outcome
from langeval_core.schema.run import RunKind, RunState
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec
from langeval_core.store.run_store import RunStore, open_store

CASES, TOGETHER, ROUNDS = 10_000, 10, 5
ANSWER = "The branch opens at 9 and closes at 17 on weekdays. It is closed on public holidays. " * 5
REASON = "The answer names both hours and the exception, which is what the reference asks for."
SPEC = BenchmarkSpec(
    name="Opening hours",
    subject=ProviderSpec(name="recorded"),
    judge=ProviderSpec(name="recorded"),
    budget_tokens=10_000_000,
)


def inputs() -> list[BenchmarkCase]:
    """Cases with a prompt, a reference and a tag."""
    return [
        BenchmarkCase(id=f"c{n}", prompt=f"When is branch {n} open?", reference=ANSWER, tags=[f"city {n % 7}"])
        for n in range(CASES)
    ]


def outcome(index: int) -> tuple[CaseResult, CaseTranscript]:
    """A judged case."""
    call = CallRecord(
        tokens=TokenUsage(input_tokens=300 + index % 50, output_tokens=40), latency_ms=512.25 + index % 97
    )
    result = CaseResult(
        case_index=index,
        case_id=f"c{index}",
        outcome=Outcome.SCORED,
        tags=(f"city {index % 7}",),
        score=float(1 + index % 10),
        raw_score=float(1 + index % 10),
        reason=REASON,
        rule="the whole reply is one JSON object",
        subject_call=call,
        judge_call=call,
        position=index,
        tokens_used=340 * (index + 1),
        finished_s=index / 100,
    )
    message = Message(role="user", content=f"Judge this answer to question {index}: {ANSWER}")
    reply = f'{{"reason": "{REASON}", "score": {1 + index % 10}}}'
    return result, CaseTranscript(case_index=index, answer=ANSWER, judge_messages=(message,), judge_reply=reply)


class Measured:
    """CPU and wall seconds of what was done under each name."""

    def __init__(self) -> None:
        self._cpu: dict[str, list[float]] = {}
        self._wall: dict[str, list[float]] = {}

    def run(self, name: str, action: Callable[[], None]) -> None:
        """Do it once more."""
        wall, cpu = time.perf_counter(), time.process_time()
        action()
        self._cpu.setdefault(name, []).append(time.process_time() - cpu)
        self._wall.setdefault(name, []).append(time.perf_counter() - wall)

    def cpu(self, name: str) -> float:
        """Median CPU seconds."""
        return statistics.median(self._cpu[name])

    def line(self, name: str) -> str:
        """The medians, in words."""
        return f"{name:<38} CPU {self.cpu(name):6.3f} s   wall {statistics.median(self._wall[name]):6.3f} s"


def write(
    store: RunStore, cases: list[BenchmarkCase], outcomes: list[tuple[CaseResult, CaseTranscript]], report: EvalReport
) -> None:
    """All that a run writes."""
    run_id = store.create_run(RunKind.BENCHMARK, SPEC, cases)
    for start in range(0, CASES, TOGETHER):
        some = range(start, start + TOGETHER)
        store.save_answers(run_id, [CaseAnswer(case_index=n, text=ANSWER) for n in some])
    for start in range(0, CASES, TOGETHER):
        store.save_results(run_id, outcomes[start : start + TOGETHER])
    store.finish_run(run_id, RunState.FINISHED, report)


def write_plainly(path: Path, rows: list[tuple[int, bytes]]) -> None:
    """The same bytes into one table, a transaction as often."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("CREATE TABLE plain (number INTEGER PRIMARY KEY, body BLOB)")
    for start in range(0, len(rows), 2 * TOGETHER):
        with connection:
            connection.executemany("INSERT INTO plain VALUES (?, ?)", rows[start : start + 2 * TOGETHER])
    connection.close()


def plain_rows(outcomes: list[tuple[CaseResult, CaseTranscript]]) -> list[tuple[int, bytes]]:
    """What the store keeps of the outcomes and their answers, already made into bytes."""
    bodies: list[bytes] = []
    for result, transcript in outcomes:
        packed = zlib.compress(transcript.model_dump_json().encode(), 1)
        bodies += [result.model_dump_json(exclude_defaults=True).encode(), packed, zlib.compress(ANSWER.encode(), 1)]
    return list(enumerate(bodies))


def main() -> None:
    """Measure in turn and print the medians."""
    cases, outcomes = inputs(), [outcome(n) for n in range(CASES)]
    results = [result for result, _ in outcomes]
    report = build_report(results, cases, budget_tokens=SPEC.budget_tokens, scale=(1.0, 10.0), duration_s=100.0)
    rows = plain_rows(outcomes)
    measured = Measured()
    for _ in range(ROUNDS):
        with TemporaryDirectory() as folder, open_store(str(Path(folder) / "runs.db")) as store:
            measured.run("floor: the bytes through sqlite3", lambda: write_plainly(Path(folder) / "plain.db", rows))
            measured.run("write", lambda: write(store, cases, outcomes, report))
            finished = store.list_runs()[0].id
            running = store.create_run(RunKind.BENCHMARK, SPEC, cases)
            store.save_results(running, outcomes[: CASES // 2])
            measured.run("open", partial(opened, store, finished, CASES))
            measured.run("open while it runs, half done", partial(opened, store, running, CASES // 2))
            measured.run("list", lambda: listed(store))
            size = (Path(folder) / "runs.db").stat().st_size
    for name in ("floor: the bytes through sqlite3", "write", "open", "open while it runs, half done", "list"):
        print(measured.line(name))
    print(f"write / floor, CPU: {measured.cpu('write') / measured.cpu('floor: the bytes through sqlite3'):.1f}")
    print(f"size on disk: {size / 1e6:.1f} MB for {CASES} cases and half of another run")


def opened(store: RunStore, run_id: str, scored: int) -> None:
    """Open a run and look at its report."""
    found = store.get_run(run_id).report
    if not isinstance(found, EvalReport) or found.cases_scored != scored or len(found.cases) != CASES:
        raise AssertionError("the run came back with other numbers")


def listed(store: RunStore) -> None:
    """List the runs, of which one goes on."""
    if len(store.list_runs()) != 2:
        raise AssertionError("the list came back with other runs")


if __name__ == "__main__":
    main()
