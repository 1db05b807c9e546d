"""Stores of older versions open in this one, newer ones are refused."""

from __future__ import annotations

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, insert

from langeval_core.errors import StoreError
from langeval_core.store.database import open_engine
from langeval_core.store.run_store import open_store
from langeval_core.store.tables import HEAD_REVISION, metadata, runs

VERSIONS = ["0001"]


def scripts() -> Config:
    config = Config()
    config.set_main_option("script_location", "langeval_core.store:migrations")
    return config


def sqlalchemy_address(address: str) -> str:
    return address if "://" in address else f"sqlite:///{address}"


def test_the_named_head_is_the_newest_migration() -> None:
    directory = ScriptDirectory.from_config(scripts())

    assert directory.get_current_head() == HEAD_REVISION
    assert [script.revision for script in directory.walk_revisions()][::-1] == VERSIONS


def test_the_migrations_lead_to_the_tables_that_the_code_knows(address: str) -> None:
    engine = open_engine(address)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()

    assert differences == []


@pytest.mark.parametrize("version", VERSIONS)
def test_a_store_of_each_version_opens_with_its_runs(address: str, version: str) -> None:
    engine = create_engine(sqlalchemy_address(address))
    with engine.begin() as connection:
        config = scripts()
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        connection.execute(
            insert(runs).values(
                id="old",
                kind="state",
                name="From before",
                state="cancelled",
                created_at=1.0,
                beat_at=1.0,
                cases_total=0,
                spec="{}",
            )
        )
    engine.dispose()

    with open_store(address) as store:
        assert [run.name for run in store.list_runs()] == ["From before"]


def test_a_store_of_a_newer_version_is_refused_with_a_sentence(address: str) -> None:
    open_store(address).close()
    engine = create_engine(sqlalchemy_address(address))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()

    with pytest.raises(StoreError, match="made by a newer version of LangEval"):
        open_store(address)
