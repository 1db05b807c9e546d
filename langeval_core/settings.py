"""Settings from the environment; nothing else of ours reads it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field


class Settings(BaseModel):
    """Where runs are kept and how much is accepted.

    `store` is an SQLAlchemy address (`sqlite:///…`, `postgresql+psycopg://…`) or a path of an SQLite file.
    """

    model_config = ConfigDict(frozen=True)

    store: str
    max_upload_mb: int = Field(default=10, ge=1)


def load_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read `LANGEVAL_STORE` and `LANGEVAL_MAX_UPLOAD_MB`; the default store is a file in the user's data folder."""
    environment = os.environ if environment is None else environment
    store = environment.get("LANGEVAL_STORE") or str(default_store_path())
    return Settings.model_validate({"store": store, "max_upload_mb": environment.get("LANGEVAL_MAX_UPLOAD_MB", 10)})


def first_variable_set(names: Iterable[str], environment: Mapping[str, str] | None = None) -> str | None:
    """The name of the first of these environment variables that holds anything; never its value."""
    environment = os.environ if environment is None else environment
    return next((name for name in names if environment.get(name)), None)


def default_store_path() -> Path:
    """The SQLite file in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("langeval", appauthor=False) / "runs.db"
