"""Running the command line inside a test."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from langeval_core.cli.app import run


class Done(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """What it wrote to stdout, as JSON."""
        return json.loads(self.out)


class CommandLine:
    """Runs commands with the store in `LANGEVAL_STORE`."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture

    def __call__(self, *arguments: object) -> Done:
        self._capture.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = self._capture.readouterr()
        return Done(code, out, err)
