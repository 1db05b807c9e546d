"""A command line of its own for each test, with an empty store."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import CommandLine


@pytest.fixture
def langeval(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """`langeval("runs", "list")` runs a command; runs are kept in `tmp_path / "kept" / "runs.db"`."""
    monkeypatch.setenv("LANGEVAL_STORE", str(tmp_path / "kept" / "runs.db"))
    monkeypatch.delenv("LANGEVAL_MAX_UPLOAD_MB", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    return CommandLine(capsys)
