"""Settings from the environment; nothing else of ours reads it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from langeval_core.errors import InputError

_CREDENTIALS = re.compile(r"(?<=://)[^/\s]*@")
_PASSWORD = re.compile(r"(?<=[?&])password=[^&\s]*", re.IGNORECASE)


@dataclass(frozen=True)
class Settings:
    """Where runs are kept and how much is accepted.

    `store` is an SQLAlchemy address (`sqlite:///…`, `postgresql+psycopg://…`) or a path of an SQLite file;
    `max_upload_mb` a size in MiB from 1 on.
    """

    store: str
    max_upload_mb: int = 10


def load_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read `LANGEVAL_STORE` and `LANGEVAL_MAX_UPLOAD_MB`; the default store is a file in the user's data folder.

    An empty variable counts as none. Raises `InputError` for a limit that is no whole number from 1 on.
    """
    environment = os.environ if environment is None else environment
    store = environment.get("LANGEVAL_STORE") or str(default_store_path())
    limit = environment.get("LANGEVAL_MAX_UPLOAD_MB") or "10"
    if not limit.strip().isdecimal() or int(limit) < 1:
        raise InputError(
            f"The setting LANGEVAL_MAX_UPLOAD_MB is “{limit}”.",
            hint="Set it to a whole number of MiB, such as 50.",
        )
    return Settings(store=store, max_upload_mb=int(limit))


def first_variable_set(names: Iterable[str], environment: Mapping[str, str] | None = None) -> str | None:
    """The name of the first of these environment variables that holds anything; never its value."""
    environment = os.environ if environment is None else environment
    return next((name for name in names if environment.get(name)), None)


def public_address(address: str) -> str:
    """A store's address as it may be shown: without the user and password before its host, or a password behind."""
    return _PASSWORD.sub("password=…", _CREDENTIALS.sub("…@", address))


def default_store_path() -> Path:
    """The SQLite file in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("langeval", appauthor=False) / "runs.db"
