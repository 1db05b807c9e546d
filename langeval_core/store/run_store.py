"""Kept runs."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

from sqlalchemy import Connection, Engine, Table, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from langeval_core.errors import RunNotFoundError, StoreError
from langeval_core.evaluators.storable import storable
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.report import CaseAnswer, CaseResult, CaseTranscript, EvalReport, StateCaseResult, StateReport
from langeval_core.schema.run import Run, RunKind, RunState, RunSummary
from langeval_core.schema.spec import BenchmarkSpec, StateSpec
from langeval_core.schema.state import StateCase
from langeval_core.store.bodies import CASES, collector_paused, json_of, pack, result_text, unpack
from langeval_core.store.database import open_engine, snapshot, store_errors
from langeval_core.store.kept_reports import read_report, report_text
from langeval_core.store.statements import BEAT, SUMMARIES, bodies_of, upsert
from langeval_core.store.summaries import cases_done, cases_scored, headline, is_live, summary_of
from langeval_core.store.tables import PER_RUN, answers, inputs, results, run_summaries, runs, transcripts

Case = BenchmarkCase | StateCase
Result = CaseResult | StateCaseResult
Report = EvalReport | StateReport

_BASE_32 = "0123456789abcdefghjkmnpqrstvwxyz"
_MOST_CASES = 2**31


def open_store(address: str, *, clock: Callable[[], float] = time.time) -> RunStore:
    """Open a store by path of an SQLite file or by SQLAlchemy address, making or migrating it where needed.

    `clock` gives seconds since 1970. Raises `StoreError`.
    """
    return RunStore(open_engine(address), clock)


class RunStore:
    """Runs, written as they go. Several threads may use one store, and several processes one database.

    A run that is `running` but whose process has given no sign for a while reads as *interrupted*; it is never
    written so, and recovers when the signs come back.
    """

    def __init__(self, engine: Engine, clock: Callable[[], float]) -> None:
        self._engine = engine
        self._clock = clock

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def create_run(
        self, kind: RunKind, spec: BenchmarkSpec | StateSpec, cases: Sequence[BenchmarkCase] | Sequence[StateCase]
    ) -> str:
        """Keep a new, running run with its inputs; gives its id."""
        now = self._clock()
        run_id = _new_id(now)
        with self._write() as connection:
            connection.execute(
                insert(runs).values(
                    id=run_id,
                    kind=kind.value,
                    name=spec.name,
                    state=RunState.RUNNING.value,
                    created_at=now,
                    beat_at=now,
                    cases_total=len(cases),
                    spec=json_of(spec),
                )
            )
            self._put(connection, inputs, _bodies(run_id, enumerate(cases)))
        return run_id

    def save_answers(self, run_id: str, given: Sequence[CaseAnswer]) -> None:
        """Keep answers, all or none. Raises `RunNotFoundError` where the run was deleted."""
        with self._write() as connection:
            self._touch(connection, run_id)
            self._put(connection, answers, _bodies(run_id, ((answer.case_index, answer) for answer in given)))

    def save_results(self, run_id: str, pairs: Sequence[tuple[Result, CaseTranscript | None]]) -> None:
        """Keep outcomes with their long texts, all or none. Raises `RunNotFoundError` where the run was deleted."""
        texts = ((text.case_index, text) for _, text in pairs if text is not None)
        with self._write() as connection:
            self._touch(connection, run_id)
            self._put(connection, results, [_result_row(run_id, result) for result, _ in pairs])
            self._put(connection, transcripts, _bodies(run_id, texts))

    def save_case(self, run_id: str, case_index: int, case: Case) -> None:
        """Keep an input anew, once what it lacked was made. Raises `RunNotFoundError` where the run was deleted."""
        with self._write() as connection:
            self._touch(connection, run_id)
            self._put(connection, inputs, _bodies(run_id, [(case_index, case)]))

    def beat(self, run_id: str) -> None:
        """A sign of life. Raises `RunNotFoundError` where the run was deleted."""
        with self._write() as connection:
            self._touch(connection, run_id)

    def finish_run(self, run_id: str, state: RunState, report: Report, error: str | None = None) -> None:
        """Keep how the run ended, its report, and an outcome for each case that had none."""
        now = self._clock()
        with self._write() as connection:
            self._touch(connection, run_id, state=state.value, finished_at=now, error=error)
            kept = set(connection.scalars(select(results.c.case_index).where(results.c.run_id == run_id)))
            missing = (result for result in report.cases if result.case_index not in kept)
            self._put(connection, results, [_result_row(run_id, result) for result in missing])
            summary = {
                "run_id": run_id,
                "cases_done": cases_done(report),
                "cases_scored": cases_scored(report),
                "headline": headline(report),
                "is_partial": report.is_partial,
                "report": report_text(report),
            }
            self._put(connection, run_summaries, [summary])
        self._checkpoint()

    def get_run(self, run_id: str) -> Run:
        """A run with its report: as it was kept at the end, else made of what is kept so far.

        Raises `RunNotFoundError`.
        """
        with collector_paused(), self._read() as connection:
            row = self._row(connection, run_id)
            texts = list(
                connection.scalars(
                    select(results.c.body).where(results.c.run_id == run_id).order_by(results.c.case_index)
                )
            )
            kept = connection.scalar(select(run_summaries.c.report).where(run_summaries.c.run_id == run_id))
            cases = [] if kept else self._cases(connection, run_id, RunKind(row["kind"]))
            return read_report(row, texts, kept, cases, self._clock())

    def list_runs(self, *, kind: RunKind | None = None, limit: int = 100, offset: int = 0) -> list[RunSummary]:
        """Runs in a list, newest first."""
        query = SUMMARIES.order_by(runs.c.created_at.desc(), runs.c.id.desc()).limit(limit).offset(offset)
        if kind is not None:
            query = query.where(runs.c.kind == kind.value)
        with self._read() as connection:
            rows = connection.execute(query).mappings().all()
        return [summary_of(dict(row), self._clock()) for row in rows]

    def get_summary(self, run_id: str) -> RunSummary:
        """A run as it stands in a list, without reading its results. Raises `RunNotFoundError`."""
        with self._read() as connection:
            row = connection.execute(SUMMARIES.where(runs.c.id == run_id)).mappings().first()
        if row is None:
            raise RunNotFoundError(storable(run_id))
        return summary_of(dict(row), self._clock())

    def count_runs(self) -> int:
        """How many runs are kept."""
        with self._read() as connection:
            return connection.scalar(select(func.count()).select_from(runs)) or 0

    def get_case(self, run_id: str, case_index: int) -> Case:
        """One input (0-based index). Raises `RunNotFoundError`, `IndexError`."""
        with self._read() as connection:
            kind = RunKind(self._row(connection, run_id)["kind"])
            body = self._body(connection, inputs, run_id, case_index)
        if body is None:
            raise IndexError(f"run {run_id} has no case {case_index}")
        return unpack(CASES[kind], body)

    def iter_cases(self, run_id: str) -> Iterator[Case]:
        """All inputs in order. Raises `RunNotFoundError`."""
        with self._read() as connection:
            kind = RunKind(self._row(connection, run_id)["kind"])
            cases = self._cases(connection, run_id, kind)
        return iter(cases)

    def get_transcript(self, run_id: str, case_index: int) -> CaseTranscript | None:
        """The long texts of one case (0-based index); `None` where none were kept."""
        with self._read() as connection:
            body = self._body(connection, transcripts, run_id, case_index)
        return None if body is None else unpack(CaseTranscript, body)

    def iter_transcripts(self, run_id: str) -> Iterator[CaseTranscript]:
        """The long texts of all cases that have any, in case order. Raises `RunNotFoundError`."""
        with self._read() as connection:
            self._row(connection, run_id)
            bodies = connection.scalars(bodies_of(transcripts, run_id)).all()
        return (unpack(CaseTranscript, body) for body in bodies)

    def get_answers(self, run_id: str) -> list[CaseAnswer]:
        """All answers kept so far, in case order. Raises `RunNotFoundError`."""
        with self._read() as connection:
            self._row(connection, run_id)
            bodies = connection.scalars(bodies_of(answers, run_id)).all()
        return [unpack(CaseAnswer, body) for body in bodies]

    def rename_run(self, run_id: str, name: str) -> None:
        """Give a run another name. Raises `RunNotFoundError`, `StoreError` for a blank name."""
        if not name.strip():
            raise StoreError("A run needs a name that is not blank.")
        with self._write() as connection:
            renamed = connection.execute(update(runs).where(runs.c.id == run_id).values(name=name.strip()))
            if not renamed.rowcount:
                raise RunNotFoundError(storable(run_id))

    def delete_run(self, run_id: str) -> None:
        """Forget a run and all that belongs to it.

        Raises `RunNotFoundError`, and `StoreError` for a run that is going on.
        """
        with self._write() as connection:
            # The first statement takes the lock, so that nothing is written to the run between look and deletion.
            connection.execute(update(runs).where(runs.c.id == run_id).values(id=run_id))
            if is_live(self._row(connection, run_id), self._clock()):
                raise StoreError("This run is going on. Cancel it first, then delete it.")
            for table in PER_RUN:
                connection.execute(delete(table).where(table.c.run_id == run_id))
            connection.execute(delete(runs).where(runs.c.id == run_id))

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        with store_errors(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        with store_errors(), snapshot(self._engine) as connection:
            yield connection

    def _touch(self, connection: Connection, run_id: str, **values: Any) -> None:
        """Sign of life, and the write that takes the lock before anything is read."""
        beat = BEAT.values(**values) if values else BEAT
        touched = connection.execute(beat, {"this": run_id, "now": self._clock()})
        if not touched.rowcount:
            raise RunNotFoundError(storable(run_id))

    def _put(self, connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert rows; one that is there already is replaced."""
        if rows:
            connection.execute(upsert(table, self._engine.dialect.name), rows)

    def _row(self, connection: Connection, run_id: str) -> Mapping[str, Any]:
        row = connection.execute(select(runs).where(runs.c.id == run_id)).mappings().first()
        if row is None:
            raise RunNotFoundError(storable(run_id))
        return dict(row)

    def _cases(self, connection: Connection, run_id: str, kind: RunKind) -> list[Case]:
        return [unpack(CASES[kind], body) for body in connection.scalars(bodies_of(inputs, run_id))]

    def _body(self, connection: Connection, table: Table, run_id: str, case_index: int) -> bytes | None:
        if not 0 <= case_index < _MOST_CASES:  # beyond what the databases take for a number
            return None
        query = select(table.c.body).where(table.c.run_id == run_id, table.c.case_index == case_index)
        return connection.scalar(query)

    def _checkpoint(self) -> None:
        """Empty SQLite's write-ahead log; where somebody is reading, it is left for the next time."""
        if self._engine.dialect.name != "sqlite":
            return
        try:
            with self._engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA busy_timeout=0")
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
                connection.invalidate()  # the next user of this connection waits as long as any other
        except DBAPIError:
            return


def _new_id(now: float) -> str:
    """Fourteen characters that sort by time: milliseconds and chance, in Crockford's base 32."""
    number = (int(now * 1000) << 25) | secrets.randbits(25)
    return "".join(_BASE_32[(number >> shift) & 31] for shift in range(65, -1, -5))


def _bodies(
    run_id: str, nouns: Iterable[tuple[int, BenchmarkCase | StateCase | CaseAnswer | CaseTranscript]]
) -> list[dict[str, Any]]:
    return [{"run_id": run_id, "case_index": index, "body": pack(noun)} for index, noun in nouns]


def _result_row(run_id: str, result: Result) -> dict[str, Any]:
    return {
        "run_id": run_id,
        "case_index": result.case_index,
        "case_id": result.case_id,
        "outcome": result.outcome.value,
        "score": result.score if isinstance(result, CaseResult) else result.accuracy_score,
        "body": result_text(result),
    }
