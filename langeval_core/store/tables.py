"""The store's tables. Light rows are JSON text; long texts are compressed and stand apart from them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)

from langeval_core.evaluators.storable import storable

HEAD_REVISION = "0001"
"""The newest migration: a store that stands there needs none."""

metadata = MetaData()


class GivenText(TypeDecorator[str]):
    """Text that people, files and models gave: what no database takes is replaced, also where it is looked for."""

    impl: Any = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        """On the way in."""
        return None if value is None else storable(value)


class RunId(GivenText):
    """The id of a run, which an address may give wrongly."""

    impl = String(32)
    cache_ok = True


runs = Table(
    "runs",
    metadata,
    Column("id", RunId, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("name", GivenText, nullable=False),
    Column("state", String(16), nullable=False),
    Column("created_at", Double, nullable=False),  # seconds since 1970, UTC
    Column("finished_at", Double),
    Column("beat_at", Double, nullable=False),
    Column("cases_total", Integer, nullable=False),
    Column("spec", Text, nullable=False),
    Column("error", GivenText),
)

run_summaries = Table(
    "run_summaries",
    metadata,
    Column("run_id", RunId, primary_key=True),
    Column("cases_done", Integer, nullable=False),
    Column("cases_scored", Integer, nullable=False),
    Column("headline", Double),
    Column("is_partial", Boolean, nullable=False),
    Column("report", Text, nullable=False),
    sqlite_with_rowid=False,
)

inputs = Table(
    "inputs",
    metadata,
    Column("run_id", RunId, primary_key=True),
    Column("case_index", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

answers = Table(
    "answers",
    metadata,
    Column("run_id", RunId, primary_key=True),
    Column("case_index", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("run_id", RunId, primary_key=True),
    Column("case_index", Integer, primary_key=True),
    Column("case_id", GivenText, nullable=False),
    Column("outcome", String(32), nullable=False),
    Column("score", Double),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
Index("results_by_case", results.c.case_id, results.c.run_id)

transcripts = Table(
    "transcripts",
    metadata,
    Column("run_id", RunId, primary_key=True),
    Column("case_index", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

PER_RUN = (run_summaries, inputs, answers, results, transcripts)
"""Tables whose rows belong to a run, by `run_id`."""
