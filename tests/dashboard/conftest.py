"""A store of its own for each journey through the dashboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard import data
from langeval_core.store.run_store import RunStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    """The empty store that the dashboard's pages use in this test."""
    data.use_store(str(tmp_path / "runs.db"))
    kept = data.get_store()
    yield kept
    kept.close()
