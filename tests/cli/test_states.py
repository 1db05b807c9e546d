"""`langeval states compare`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import CommandLine

Write = Callable[[str, Any], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def state(name: str, content: Any) -> Path:
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(content), encoding="utf-8")
        return path

    return state


@pytest.fixture
def files(write: Write) -> tuple[object, ...]:
    """One field of each status: accuracy 1/3."""
    expected = write("gold", {"city": "Oslo", "name": "Ada", "zip": 150})
    actual = write("got", {"city": "Oslo", "name": "ada", "age": 36})
    return ("states", "compare", "--expected", expected, "--actual", actual)


def test_the_comparison_has_the_contracts_names_at_the_top_level(
    langeval: CommandLine, files: tuple[object, ...]
) -> None:
    done = langeval(*files, "--format", "json")

    assert done.code == 0
    document = done.document
    assert document["overall_match"] is False
    assert document["accuracy_score"] == 1 / 3
    counts = ("matching_fields", "mismatched_fields", "missing_fields", "extra_fields")
    assert [document[name] for name in counts] == [1, 1, 1, 1]
    assert [(row["path"], row["status"], row["cause"]) for row in document["fields"]] == [
        ("age", "extra", None),
        ("city", "matching", None),
        ("name", "mismatched", "case"),
        ("zip", "missing", None),
    ]


def test_the_text_has_a_verdict_the_counts_and_a_row_a_field(langeval: CommandLine, files: tuple[object, ...]) -> None:
    done = langeval(*files)

    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert lines[:2] == [
        "The states do not match.",
        "Accuracy 0.3333: 1 matching, 1 mismatched, 1 missing, 1 extra.",
    ]
    assert '≠ name mismatched "Ada" @1 "ada" @1 case' in lines
    assert "− zip missing 150 @1 ·" in lines


def test_with_a_pre_state_each_row_says_what_was_done(
    langeval: CommandLine, files: tuple[object, ...], write: Write
) -> None:
    done = langeval(*files, "--pre", write("before", {"name": "Ada", "zip": 150}), "--format", "json")

    assert [(row["path"], row["change"]) for row in done.document["fields"]] == [
        ("age", "appeared"),
        ("city", "changed_correctly"),
        ("name", "changed_needlessly"),
        ("zip", "changed_needlessly"),
    ]


def test_nothing_expected_is_said_beside_the_zero(langeval: CommandLine, write: Write) -> None:
    done = langeval(
        "states", "compare", "--expected", write("gold", {}), "--actual", write("got", {"a": 1, "b": 2}), "--no-keep"
    )

    assert "Accuracy 0 (nothing expected): 0 matching, 0 mismatched, 0 missing, 2 extra." in done.out


@pytest.mark.parametrize(
    ("options", "code"),
    [([], 0), (["--min-accuracy", 0.3], 0), (["--min-accuracy", 0.34], 1), (["--require-match"], 1)],
)
def test_a_mismatch_fails_only_where_a_threshold_is_asked_for(
    langeval: CommandLine, files: tuple[object, ...], options: list[object], code: int
) -> None:
    assert langeval(*files, *options).code == code


def test_equal_states_pass_every_threshold(langeval: CommandLine, write: Write) -> None:
    same = write("same", {"a": 1})

    done = langeval("states", "compare", "--expected", same, "--actual", same, "--min-accuracy", 1, "--require-match")

    assert done.code == 0
    assert done.out.startswith("The states match.\n")


def test_containers_are_counted_where_that_is_asked_for(langeval: CommandLine, write: Write) -> None:
    expected, actual = write("gold", {"a": {"b": {"c": 1}}}), write("got", {"a": {"b": {"d": 1}}})

    done = langeval(
        "states", "compare", "--expected", expected, "--actual", actual, "--fields", "all", "--format", "json"
    )

    assert done.document["counted"] == "all"
    assert (done.document["matching_fields"], done.document["accuracy_score"]) == (2, 2 / 3)


def test_the_comparison_is_kept_as_a_run(langeval: CommandLine, files: tuple[object, ...]) -> None:
    done = langeval(*files, "--format", "json", "--name", "Turn 4")

    (summary,) = langeval("runs", "list", "--format", "json").document
    assert (summary["id"], summary["kind"], summary["name"]) == (done.document["run_id"], "state", "Turn 4")
    shown = langeval("runs", "show", done.document["run_id"])
    assert "Accuracy 0.3333: 1 matching, 1 mismatched, 1 missing, 1 extra." in shown.out


def test_nothing_is_kept_where_that_is_not_wanted(langeval: CommandLine, files: tuple[object, ...]) -> None:
    done = langeval(*files, "--no-keep", "--format", "json")

    assert done.document["run_id"] is None
    assert langeval("runs", "list", "--format", "json").document == []


def test_a_store_that_cannot_be_used_does_not_spoil_the_result(
    langeval: CommandLine, files: tuple[object, ...], tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("no folder")

    done = langeval(*files, "--store", tmp_path / "notes.txt" / "runs.db", "--format", "json")

    assert done.code == 0
    assert done.document["accuracy_score"] == 1 / 3
    assert "The comparison is not kept: " in done.err


def test_a_state_that_cannot_be_read_is_named(langeval: CommandLine, write: Write, tmp_path: Path) -> None:
    good, bad = write("gold", {"a": 1}), tmp_path / "got.json"
    bad.write_text('{"a": ', encoding="utf-8")

    done = langeval("states", "compare", "--expected", good, "--actual", bad)
    absent = langeval("states", "compare", "--expected", good, "--actual", tmp_path / "absent.json")

    assert (done.code, absent.code) == (2, 2)
    assert "langeval: got.json, line 1: " in done.err
    assert "absent.json" in absent.err
    assert done.out == absent.out == ""


def test_hostile_paths_and_values_give_the_terminal_no_orders(langeval: CommandLine, write: Write) -> None:
    evil = write("evil", {"p\x1b[2J": "[red]v[/red]\u202e\x07"})

    done = langeval("states", "compare", "--expected", evil, "--actual", evil)

    assert not set(done.out + done.err) & {"\x1b", "\x07", "\u202e"}
    assert "p␛[2J" in done.out
    assert "[red]v[/red]" in done.out
