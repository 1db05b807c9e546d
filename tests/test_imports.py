"""What starting costs: importing the core or asking for help loads nothing heavy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    "alembic",
    "charset_normalizer",
    "httpx",
    "numpy",
    "openai",
    "pandas",
    "plotly",
    "pydantic",
    "pydantic_ai",
    "rich",
    "scipy",
    "sqlalchemy",
    "streamlit",
    "yaml",
}


def modules_after(code: str) -> set[str]:
    """Top-level modules that a fresh interpreter holds after it ran the code."""
    listing = "import sys; sys.stderr.write(' '.join({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{listing}"], capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stderr.split())


def test_importing_the_core_loads_nothing_heavy() -> None:
    assert modules_after("import langeval_core") & HEAVY == set()


@pytest.mark.parametrize("arguments", [["--help"], ["bench", "run", "--help"], ["runs", "list", "-h"], ["--version"]])
def test_asking_for_help_loads_nothing_heavy(arguments: list[str]) -> None:
    code = f"from langeval_core.cli.app import run\nassert run({arguments!r}) == 0"

    # Typer itself takes pydantic to check numbers, once a command with such options is asked for.
    assert modules_after(code) & (HEAVY - {"pydantic"}) == set()


def test_naming_a_noun_loads_no_provider_store_or_statistics() -> None:
    loaded = modules_after("from langeval_core import BenchmarkCase, Evaluator, InputError, compare_states")

    assert loaded & (HEAVY - {"pydantic"}) == set()


def test_a_heavy_import_would_be_seen() -> None:
    assert "yaml" in modules_after("import yaml")


def test_the_console_script_is_the_command_line() -> None:
    script = Path(sys.executable).with_name("langeval")
    if not script.exists():
        pytest.skip("the package is not installed with its console script")

    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout.startswith("langeval ")
