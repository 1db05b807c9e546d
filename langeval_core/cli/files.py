"""What commands read and write: files, stdin, and the settings that bound them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from langeval_core.cli.terminal import print_bytes, say
from langeval_core.errors import InputError
from langeval_core.settings import public_address

if TYPE_CHECKING:
    from langeval_core.schema.run import RunSummary
    from langeval_core.settings import Settings
    from langeval_core.store.run_store import RunStore

STDIN = Path("-")


def read_source(path: Path, max_bytes: int) -> tuple[bytes | Path, str]:
    """What an importer takes, and the name to show; `-` is stdin, of which no more than the limit is kept."""
    if path == STDIN:
        return sys.stdin.buffer.read(max_bytes + 1), "stdin"
    return path, path.name


def max_bytes() -> int:
    """The size from which files are refused."""
    return _settings().max_upload_mb * 2**20


def _settings() -> Settings:
    from langeval_core.settings import load_settings

    return load_settings()


def store_address(given: str | None) -> str:
    """The store that was given, else the one in the settings."""
    return given or _settings().store


def open_kept_runs(given: str | None) -> RunStore:
    """Open the store. Raises `StoreError` naming it."""
    from langeval_core.store.run_store import open_store

    return open_store(store_address(given))


def say_kept(summary: RunSummary, store: str | None) -> None:
    """Say where a run is kept and how to open it."""
    option = store_option(store)
    say(f"Kept as run {summary.id} in {public_address(store_address(store))}.")
    say(f"Open it: langeval runs show {summary.id}{option}")
    say(f"     or: langeval dashboard{option}, then http://127.0.0.1:8501/run?run={summary.id}")


def store_option(store: str | None) -> str:
    """The option that names the store in a command, where one was given; without its password."""
    return f" --store {shlex.quote(public_address(store))}" if store else ""


def write_output(data: bytes, path: Path | None) -> None:
    """Write to a file, or to stdout. Raises `InputError` where the file cannot be written."""
    if path is None:
        print_bytes(data)
        return
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InputError(f"The file cannot be written: {error.strerror}.", file=str(path)) from None
