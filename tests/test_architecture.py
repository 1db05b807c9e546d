"""The rules of who may know whom. A failure names the file and what it should not import or touch."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CORE, DASHBOARD, SAMPLES = ROOT / "langeval_core", ROOT / "dashboard", ROOT / "sample_data"
TOP_LEVEL = {"pyproject.toml", "README.md", "dashboard", "langeval_core", "sample_data", "tests"}


def sources(*folders: Path) -> list[Path]:
    return [file for folder in folders for file in sorted(folder.rglob("*.py"))]


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def imports_of(file: Path) -> Iterator[str]:
    """Dotted names of all that a file imports, also inside functions and for type checkers only."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def touches(file: Path, *chains: str) -> Iterator[str]:
    """Which of the dotted attributes (`os.environ`) a file uses."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and ast.unparse(node) in chains:
            yield f"{ast.unparse(node)} in line {node.lineno}"


def offenders(files: list[Path], *forbidden: str) -> list[str]:
    return sorted(
        {
            f"{name_of(file)} imports {name}"
            for file in files
            for name in imports_of(file)
            if any(name == prefix or name.startswith(f"{prefix}.") for prefix in forbidden)
        }
    )


def touching(files: list[Path], *chains: str) -> list[str]:
    return sorted(f"{name_of(file)} uses {use}" for file in files for use in touches(file, *chains))


def others(folder: Path, *allowed: str) -> list[Path]:
    return [file for file in sources(folder) if file.relative_to(folder).as_posix() not in allowed]


def test_the_core_knows_neither_streamlit_nor_the_dashboard() -> None:
    assert offenders(sources(CORE), "streamlit", "dashboard") == []


def test_the_dashboard_does_not_know_the_command_line() -> None:
    assert offenders(sources(DASHBOARD), "langeval_core.cli", "typer", "rich") == []


def test_the_schema_knows_only_itself_and_pydantic() -> None:
    strangers = [
        f"{name_of(file)} imports {name}"
        for file in sources(CORE / "schema")
        for name in imports_of(file)
        if name.startswith("langeval_core.") and not name.startswith("langeval_core.schema")
    ]
    assert strangers == []
    assert offenders(sources(CORE / "schema"), "pandas", "sqlalchemy", "pydantic_ai", "numpy", "msgspec") == []


def test_evaluators_know_a_provider_protocol_and_never_a_vendor() -> None:
    files = sources(CORE / "evaluators")
    assert offenders(files, "langeval_core.providers", "pydantic_ai", "openai", "httpx", "langeval_core.store") == []


@pytest.mark.parametrize("part", ["providers", "store", "importers", "exporters", "stats"])
def test_the_lower_parts_know_neither_their_neighbours_nor_what_stands_above(part: str) -> None:
    parts = {"providers", "store", "importers", "exporters", "stats", "cli", "mutators", "runner", "compare"}
    assert offenders(sources(CORE / part), *(f"langeval_core.{other}" for other in parts - {part})) == []


def test_nothing_but_the_command_line_knows_the_command_line() -> None:
    files = [file for file in sources(CORE) if CORE / "cli" not in file.parents]
    assert offenders(files, "langeval_core.cli", "typer") == []


def test_tables_and_charts_do_not_know_streamlit() -> None:
    assert offenders(sources(DASHBOARD / "tables", DASHBOARD / "charts"), "streamlit") == []


def test_in_the_dashboard_imports_point_down() -> None:
    pages, panels, forms = "dashboard.app_pages", "dashboard.panels", "dashboard.forms"
    assert offenders(sources(DASHBOARD / "panels", DASHBOARD / "forms"), pages) == []
    assert offenders(sources(DASHBOARD / "tables"), pages, panels, forms, "dashboard.charts", "dashboard.data") == []
    assert offenders(sources(DASHBOARD / "charts"), pages, panels, forms, "dashboard.data") == []


def test_only_session_touches_the_session_and_the_address() -> None:
    files = others(DASHBOARD, "session.py")
    assert touching(files, "st.session_state", "st.query_params") == []
    assert offenders(files, "streamlit.session_state", "streamlit.query_params") == []


def test_in_the_dashboard_only_data_opens_the_store() -> None:
    opening = offenders(others(DASHBOARD, "data.py", "jobs.py"), "langeval_core.store")
    assert opening == []
    assert offenders([DASHBOARD / "jobs.py"], "langeval_core.store.run_store.open_store") == []


def test_only_settings_reads_the_environment() -> None:
    files = [*others(CORE, "settings.py"), *sources(DASHBOARD, SAMPLES)]
    assert touching(files, "os.environ", "os.getenv", "os.putenv") == []
    assert offenders(files, "os.environ", "os.getenv") == []


def test_only_the_runner_starts_an_event_loop() -> None:
    files = [*others(CORE, "runner.py"), *sources(DASHBOARD, SAMPLES)]
    assert touching(files, "asyncio.run", "asyncio.Runner", "asyncio.new_event_loop") == []
    assert offenders(files, "asyncio.run", "asyncio.Runner") == []


def test_no_file_is_named_after_nothing() -> None:
    vague = {"utils", "util", "helpers", "helper", "common", "misc"}
    assert [name_of(file) for file in sources(CORE, DASHBOARD, SAMPLES, ROOT / "tests") if file.stem in vague] == []


def test_no_file_has_grown_beyond_its_noun() -> None:
    long = {name_of(file): len(file.read_text(encoding="utf-8").splitlines()) for file in sources(CORE, DASHBOARD)}
    assert {name: lines for name, lines in long.items() if lines > 350} == {}


def test_the_top_level_is_fixed() -> None:
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("not a git work tree")
    found = {line.split("/")[0] for line in listing.stdout.splitlines()}
    assert {name for name in found if not name.startswith(".")} - TOP_LEVEL == set()
