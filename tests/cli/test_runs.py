"""`langeval runs`: list, show, delete, export."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from langeval_core.importers.benchmarks import load_benchmark
from tests.cli.command import CommandLine


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    records = [
        {"id": "a", "prompt": "=1+1", "response": "2", "judge_reply": "Score: 9/10", "tags": ["sums"]},
        {"id": "b", "prompt": "Why?", "response": "So", "judge_reply": "cannot say"},
    ]
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return path


@pytest.fixture
def run_id(langeval: CommandLine, cases: Path) -> str:
    done = langeval(
        *("bench", "run", cases, "--subject", "recorded", "--judge", "recorded", "--budget", 1000),
        *("--name", "Spring", "--format", "json"),
    )
    return str(done.document["run_id"])


def test_an_empty_store_is_said(langeval: CommandLine, tmp_path: Path) -> None:
    done = langeval("runs", "list")

    assert (done.code, done.out) == (0, f"No runs are kept in {tmp_path / 'kept' / 'runs.db'}.\n")


def test_runs_are_listed_newest_first(langeval: CommandLine, run_id: str, tmp_path: Path) -> None:
    state = tmp_path / "s.json"
    state.write_text('{"a": 1}')
    langeval("states", "compare", "--expected", state, "--actual", state, "--name", "Later")

    done = langeval("runs", "list")

    rows = [" ".join(line.split()) for line in done.out.splitlines()]
    later, spring = (next(i for i, row in enumerate(rows) if name in row) for name in ("Later", "Spring"))
    assert later < spring
    assert rows[later].endswith("1 of 1 1.000")
    assert rows[spring].endswith("1 of 2 9.00 (partial)")
    assert run_id in rows[spring]
    names = [summary["name"] for summary in langeval("runs", "list", "--format", "json").document]
    assert names == ["Later", "Spring"]
    only = langeval("runs", "list", "--kind", "benchmark", "--format", "json").document
    assert [summary["name"] for summary in only] == ["Spring"]


def test_a_list_that_was_cut_says_so(langeval: CommandLine, cases: Path) -> None:
    for _ in range(3):
        langeval("bench", "run", cases, "--subject", "recorded", "--judge", "recorded", "--budget", 1000)

    assert langeval("runs", "list", "--limit", 2).out.endswith("2 of 3 runs; --limit shows more.\n")


def test_a_run_is_shown_as_right_after_it_ran(langeval: CommandLine, cases: Path) -> None:
    ran = langeval("bench", "run", cases, "--subject", "recorded", "--judge", "recorded", "--budget", 1000)
    run_id = ran.err.split("Kept as run ")[1].split()[0]

    shown = langeval("runs", "show", run_id)

    assert shown.code == 0
    assert shown.out == ran.out
    assert "judge unreadable" in shown.out
    assert langeval("runs", "show", run_id, "--format", "json").document["mean_score"] == 9


@pytest.mark.parametrize("command", [["show"], ["export"], ["delete", "--yes"]])
def test_an_unknown_id_gets_a_sentence(langeval: CommandLine, command: list[str]) -> None:
    done = langeval("runs", command[0], "nope", *command[1:])

    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "langeval: There is no run “nope” in this store. It may have been deleted or kept in another store.\n"
    )


def test_deleting_needs_a_yes(langeval: CommandLine, run_id: str) -> None:
    asked = langeval("runs", "delete", run_id)
    deleted = langeval("runs", "delete", run_id, "--yes")

    assert asked.code == 2
    assert asked.err == "langeval: Deleting a run needs a yes. Give --yes.\n"
    assert (deleted.code, deleted.out) == (0, f"Deleted run {run_id}.\n")
    assert langeval("runs", "list", "--format", "json").document == []


def test_an_export_holds_all_that_is_kept(langeval: CommandLine, run_id: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"

    done = langeval("runs", "export", run_id, "-o", path)

    assert (done.code, done.out) == (0, "")
    document = json.loads(path.read_bytes())
    assert document["report"]["mean_score"] == 9
    assert [case["prompt"] for case in document["cases"]] == ["=1+1", "Why?"]
    assert [transcript["answer"] for transcript in document["transcripts"]] == ["2", "So"]


def test_results_are_exported_as_csv_that_no_spreadsheet_runs(
    langeval: CommandLine, run_id: str, tmp_path: Path
) -> None:
    path = tmp_path / "results.csv"

    langeval("runs", "export", run_id, "--as", "csv", "--output", path)

    first, second = csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig")))
    assert (first["prompt"], first["score"], first["answer"]) == ("'=1+1", "9.0", "2")
    assert (second["outcome"], second["judge_reply"]) == ("judge_unreadable", "cannot say")


def test_a_benchmarks_cases_are_exported_and_come_back_identical(
    langeval: CommandLine, run_id: str, cases: Path, tmp_path: Path
) -> None:
    path = tmp_path / "again.csv"

    langeval("runs", "export", run_id, "--as", "cases", "-o", path)

    assert load_benchmark(path).cases == load_benchmark(cases).cases


def test_a_state_runs_cases_are_no_csv(langeval: CommandLine, tmp_path: Path) -> None:
    state = tmp_path / "s.json"
    state.write_text('{"a": 1}')
    kept = langeval("states", "compare", "--expected", state, "--actual", state, "--format", "json").document["run_id"]

    refused = langeval("runs", "export", kept, "--as", "cases")
    exported = langeval("runs", "export", kept, "-o", tmp_path / "x.json")

    assert refused.err == "langeval: Only a benchmark's cases can be written as CSV. Use --as json.\n"
    assert exported.code == 0
    assert json.loads((tmp_path / "x.json").read_bytes())["cases"][0]["case_id"] == "s"


def test_a_file_that_cannot_be_written_is_named(langeval: CommandLine, run_id: str, tmp_path: Path) -> None:
    done = langeval("runs", "export", run_id, "-o", tmp_path)

    assert done.code == 2
    assert "The file cannot be written: Is a directory." in done.err
