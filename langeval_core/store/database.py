"""Open the database of a store, SQLite by path or any other by address, and bring it to the newest version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError, TimeoutError as PoolTimeout

from langeval_core.errors import StoreError
from langeval_core.settings import public_address
from langeval_core.store.tables import HEAD_REVISION

BUSY_TIMEOUT_S = 30
"""How long a writer of SQLite waits for another one."""

_MIGRATION_LOCK = 0x6C616E67
"""Key of the lock that one process at a time holds while it migrates a PostgreSQL store."""

_OUR_REVISION = re.compile(r"\d{4}")


def open_engine(address: str) -> Engine:
    """The engine of a store that stands at the newest version. Raises `StoreError`."""
    url = _url(address)
    name = public_address(url.render_as_string())
    if url.get_backend_name() == "sqlite":
        _make_folder(url)
    try:
        engine = _create_engine(url)
    except ModuleNotFoundError as error:
        raise StoreError(
            f"The store {name} needs the package “{error.name}”: pip install 'langeval-dashboard[postgres]'."
        ) from error
    try:
        _migrate(engine, name)
    except DBAPIError as error:
        engine.dispose()
        raise StoreError(_why_not_opened(name, error)) from error
    except StoreError:
        engine.dispose()
        raise
    return engine


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection for reading: all that is read through it stands as it stood at one moment."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn what the database says into a `StoreError` that a user can act on."""
    try:
        yield
    except OperationalError as error:
        if "locked" in str(error.orig):
            raise StoreError(
                f"The store was busy for more than {BUSY_TIMEOUT_S} s. Try again when other runs write less."
            ) from error
        raise StoreError(f"The store cannot be used now: {error.orig}") from error
    except PoolTimeout as error:
        raise StoreError("Too many pages and runs use the store at once. Try again in a moment.") from error
    except DBAPIError as error:
        raise StoreError(f"The store refused what was to be written or read: {error.orig}") from error


def _url(address: str) -> URL:
    if "://" not in address:
        return URL.create("sqlite", database=str(Path(address).expanduser()))
    try:
        url = make_url(address)
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError) as error:
        raise StoreError(
            "The store's address cannot be read. Give a path, or an address such as "
            "sqlite:///runs.db or postgresql+psycopg://user@host/database."
        ) from error
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise StoreError("A store in memory would keep nothing. Give a path of a file.")
    return url


def _make_folder(url: URL) -> None:
    folder = Path(str(url.database)).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The folder {folder} of the store cannot be made ({error.strerror}). Choose another with --store."
        ) from error


def _create_engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": BUSY_TIMEOUT_S})

    @event.listens_for(engine, "connect")
    def _configure(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")

    return engine


def _why_not_opened(name: str, error: DBAPIError) -> str:
    said = str(error.orig).strip()
    if "not a database" in said or "malformed" in said:
        return f"{name} is not a store of runs. Choose another file with --store."
    if "readonly" in said or "unable to open" in said:
        return f"The store {name} cannot be written. Check the file's permissions, or choose another with --store."
    return f"The store {name} cannot be opened: {said}"


def _migrate(engine: Engine, name: str) -> None:
    with engine.connect() as connection:
        if _revision(connection) == HEAD_REVISION:
            return
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
        found = _revision(connection)
        if found != HEAD_REVISION:  # another process may have been faster
            _upgrade(connection, found, name)
        connection.commit()


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection, found: str | None, name: str) -> None:
    # Alembic takes a second to import, and most stores need no migration.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "langeval_core.store:migrations")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if _is_foreign(connection, found):
        raise StoreError(f"{name} is a database of something else. Choose another with --store.")
    if found is not None and found not in known:
        raise StoreError(
            f"The store {name} was made by a newer version of LangEval. Update LangEval, or choose another store."
        )
    command.upgrade(config, "head")


def _is_foreign(connection: Connection, found: str | None) -> bool:
    """Whether the database belongs to another program: a file with other tables, or other marks of Alembic's."""
    if found is not None:
        return _OUR_REVISION.fullmatch(found) is None
    return connection.dialect.name == "sqlite" and bool(inspect(connection).get_table_names())
