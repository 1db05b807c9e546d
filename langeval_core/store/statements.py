"""What is asked of the database, made once: building a statement costs more than running it."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Insert, Select, Table, bindparam, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from langeval_core.schema.report import Outcome, StateOutcome
from langeval_core.store.tables import results, run_summaries, runs

BEAT = update(runs).where(runs.c.id == bindparam("this")).values(beat_at=bindparam("now"))
"""A sign of life at `now` from the run `this`."""

_IS_SCORED = results.c.outcome.in_((Outcome.SCORED.value, StateOutcome.COMPARED.value))


@cache
def upsert(table: Table, dialect: str) -> Insert:
    """Insert a row, or put it in the place of the one with the same key."""
    statement = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    keys = [column.name for column in table.primary_key]
    new = {column.name: statement.excluded[column.name] for column in table.c if column.name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=new)


def bodies_of(table: Table, run_id: str) -> Select[Any]:
    """The bodies of one run's cases, in case order."""
    return select(table.c.body).where(table.c.run_id == run_id).order_by(table.c.case_index)


def _of_kept(number: Any, *conditions: Any) -> Any:
    """A number over the kept results of each run; asked only for runs without a summary."""
    query = select(number).where(results.c.run_id == runs.c.id, run_summaries.c.run_id.is_(None), *conditions)
    return query.correlate(runs, run_summaries).scalar_subquery()


SUMMARIES = select(
    *(column for column in runs.c if column.name != "spec"),
    *(column for column in run_summaries.c if column.name not in ("run_id", "report")),
    _of_kept(func.count()).label("kept_done"),
    _of_kept(func.count(), _IS_SCORED).label("kept_scored"),
    _of_kept(func.avg(results.c.score), _IS_SCORED).label("kept_headline"),
).outerjoin(run_summaries, run_summaries.c.run_id == runs.c.id)
"""All runs with the numbers of a list: those kept at the end of a run, else made of its results so far."""
