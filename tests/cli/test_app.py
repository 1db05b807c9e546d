"""The command as a whole: help, version, usage errors, the dashboard, signals, closed pipes."""

from __future__ import annotations

import json
import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from langeval_core.cli.map_option import spread_pairs
from langeval_core.cli.terminal import visible
from tests.cli.command import CommandLine
from tests.loopback_replies import Reply
from tests.loopback_server import LoopbackServer

PATIENCE_S = 180
LANGEVAL = [sys.executable, "-c", "from langeval_core.cli.app import main; main()"]


def test_help_names_commands_exit_codes_and_variables(langeval: CommandLine) -> None:
    done = langeval("--help")

    assert done.code == 0
    for text in ("dashboard", "states", "bench", "runs", "LANGEVAL_STORE", "OPENAI_API_KEY", "Examples"):
        assert text in done.out
    for code in (
        "0   fine",
        "1   below a threshold",
        "2   bad input",
        "3   partial",
        "4   provider",
        "5   nothing scored",
    ):
        assert code in done.out


def test_the_version_is_shown(langeval: CommandLine) -> None:
    assert langeval("--version") == (0, "langeval 0.1.0\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "langeval: No such command 'nonsense'. See “langeval --help”.\n"),
        (["bench"], "langeval: Missing command. See “langeval bench --help”.\n"),
        (["bench", "run"], "langeval: Missing argument 'file'. See “langeval bench run --help”.\n"),
        (["runs", "show"], "langeval: Missing argument 'ID'. See “langeval runs show --help”.\n"),
    ],
)
def test_bad_usage_is_one_line_that_names_the_help(langeval: CommandLine, arguments: list[str], message: str) -> None:
    assert langeval(*arguments) == (2, "", message)


@pytest.mark.parametrize(
    ("arguments", "argv"),
    [
        ([], ["--host", "127.0.0.1"]),
        (["dashboard"], ["--host", "127.0.0.1"]),
        (
            ["dashboard", "--allow-host", "evals.example", "--port", "8600", "--store", "my runs.db", "--no-browser"],
            [
                *("--port", "8600", "--host", "127.0.0.1", "--store", "my runs.db"),
                *("--allow-host", "evals.example", "--no-browser"),
            ],
        ),
    ],
)
def test_without_a_command_the_dashboard_starts(
    langeval: CommandLine, monkeypatch: pytest.MonkeyPatch, arguments: list[str], argv: list[str]
) -> None:
    started: list[tuple[str, str, list[str]]] = []

    def run_module(name: str, *, run_name: str, alter_sys: bool) -> None:
        started.append((name, run_name, sys.argv[1:]))

    monkeypatch.setattr(runpy, "run_module", run_module)
    monkeypatch.setattr(sys, "argv", ["langeval"])

    assert langeval(*arguments).code == 0
    assert started == [("dashboard", "__main__", argv)]


def test_the_dashboard_takes_what_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no folder")
    store = str(tmp_path / "notes.txt" / "runs.db")
    command = [*LANGEVAL, "dashboard", "--store", store, "--port", "0", "--allow-host", "evals.example", "--no-browser"]

    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, timeout=PATIENCE_S)

    assert done.returncode == 2
    assert "notes.txt" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "spread"),
    [
        (["--map", "a=b", "c=d", "FILE"], ["--map", "a=b", "--map", "c=d", "FILE"]),
        (["--map", "a=b", "FILE", "c=d"], ["--map", "a=b", "FILE", "c=d"]),
        (["FILE", "--map", "a=x=y", "--budget", "5", "c=d"], ["FILE", "--map", "a=x=y", "--budget", "5", "c=d"]),
        (["--map", "a=b c", "d=e", "--map", "f=g"], ["--map", "a=b c", "--map", "d=e", "--map", "f=g"]),
        (["--map"], ["--map"]),
    ],
)
def test_several_pairs_may_follow_one_map(arguments: list[str], spread: list[str]) -> None:
    assert spread_pairs(arguments) == spread


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 🙂 [b]", "plain é 🙂 [b]"),
        ("a\x1b[31mb\x00\x7f\x9b", "a␛[31mb␀\\u007f\\u009b"),
        ("a\nb\tc\r", "a↵b␉c␍"),
        ("\u202eabc\u2066\ufeff\u200b\u2028", "\\u202eabc\\u2066\\ufeff\\u200b\\u2028"),
    ],
)
def test_control_and_direction_characters_are_made_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_line_breaks_can_be_kept() -> None:
    assert visible("a\r\nb\tc\x1b", keep_lines=True) == "a\nb\tc␛"


@pytest.fixture
def many_cases(tmp_path: Path) -> Path:
    path = tmp_path / "many.jsonl"
    records = [{"prompt": f"Q{number}?", "response": "A", "judge_reply": "Score: 8/10"} for number in range(20)]
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return path


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "LANGEVAL_STORE": str(tmp_path / "runs.db"), "PYTHONWARNINGS": "error", **more}


def test_ctrl_c_ends_the_run_as_cancelled_and_keeps_what_is_done(tmp_path: Path, many_cases: Path) -> None:
    with LoopbackServer(lambda _: Reply("A", delay_s=0.2)) as server:
        command = [
            *(*LANGEVAL, "bench", "run", str(many_cases), "--subject", "m", "--subject-url", server.base_url),
            *("--judge", "recorded", "--budget", "100000", "--format", "json"),
        ]
        with subprocess.Popen(
            command,
            env=environment(tmp_path, OPENAI_API_KEY="sk-test"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                assert server.received.wait(PATIENCE_S)
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=PATIENCE_S)
            finally:
                process.kill()

    document: dict[str, Any] = json.loads(out)
    assert process.returncode == 3
    assert document["state"] == "cancelled"
    assert document["outcomes"]["cancelled"] > 0
    assert "what is done is kept. Ctrl-C again ends at once." in err
    assert f"Kept as run {document['run_id']}" in err
    assert "Traceback" not in err


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path, many_cases: Path) -> None:
    command = [
        *(*LANGEVAL, "bench", "run", str(many_cases), "--subject", "recorded", "--judge", "recorded"),
        *("--budget", "100000", "--format", "json"),
    ]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        command, env=environment(tmp_path), stdout=writer, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S
    )
    os.close(writer)

    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("form", ["json", "text"])
def test_results_that_cannot_be_written_are_one_line_and_the_run_is_kept(
    tmp_path: Path, many_cases: Path, form: str
) -> None:
    command = [
        *(*LANGEVAL, "bench", "run", str(many_cases), "--subject", "recorded", "--judge", "recorded"),
        *("--budget", "100000", "--format", form),
    ]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command, env=environment(tmp_path), stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S
        )

    assert done.returncode == 2
    assert done.stderr.endswith("langeval: The results cannot be written: No space left on device.\n")
    assert "Kept as run" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_command_without_stdout_still_runs(tmp_path: Path, many_cases: Path) -> None:
    command = [
        *(*LANGEVAL, "bench", "run", str(many_cases), "--subject", "recorded", "--judge", "recorded"),
        *("--budget", "100000"),
    ]
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    done = subprocess.run(closed, env=environment(tmp_path), stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S)

    assert done.returncode == 0
    assert "Kept as run" in done.stderr
    assert "Traceback" not in done.stderr


def test_results_reach_a_terminal_that_knows_ascii_only(tmp_path: Path, many_cases: Path) -> None:
    command = [
        *(*LANGEVAL, "bench", "run", str(many_cases), "--subject", "recorded", "--judge", "recorded"),
        *("--budget", "100000"),
    ]
    ascii_only = environment(tmp_path, PYTHONIOENCODING="ascii")
    done = subprocess.run(command, env=ascii_only, capture_output=True, timeout=PATIENCE_S)

    assert done.returncode == 0
    assert b"Mean score 8 on a scale from 1 to 10" in done.stdout


def test_a_file_may_come_from_stdin(tmp_path: Path, many_cases: Path) -> None:
    command = [
        *(*LANGEVAL, "bench", "run", "-", "--subject", "recorded", "--judge", "recorded"),
        *("--budget", "100000", "--format", "json"),
    ]
    with many_cases.open("rb") as file:
        done = subprocess.run(command, env=environment(tmp_path), stdin=file, capture_output=True, timeout=PATIENCE_S)

    assert json.loads(done.stdout)["cases_scored"] == 20
    assert done.stderr.startswith(b"stdin: 20 cases, JSON Lines, UTF-8.")
