"""Stores of both kinds, and a clock that tests move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from langeval_core.store.run_store import RunStore, open_store
from langeval_core.store.tables import metadata
from tests.store.postgres import find_server, running_server


class Clock:
    """Seconds since 1970 that stand still unless moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    tools = find_server()
    if tools is None:
        pytest.skip("no PostgreSQL server here: install Debian's package postgresql to run these too")
    with running_server(tools) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "runs.db")
    found: str = request.getfixturevalue("postgres_address")
    engine = create_engine(found)
    metadata.drop_all(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
    engine.dispose()
    return found


@pytest.fixture
def store(address: str, clock: Clock) -> Iterator[RunStore]:
    with open_store(address, clock=clock) as opened:
        yield opened
