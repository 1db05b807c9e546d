"""Benchmark cases to CSV and back: identical cases, and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from langeval_core.exporters.cases_csv import cases_csv
from langeval_core.importers.benchmarks import load_benchmark
from langeval_core.schema.benchmark import BenchmarkCase

FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def cells(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize(
    "case",
    [
        BenchmarkCase(prompt="What is 6×7?", reference="42", tags=["sums", "easy"]),
        BenchmarkCase(prompt="=HYPERLINK(1)", context="+1", reference="-1", id="@x", response="\tx", judge_reply="\rx"),
        BenchmarkCase(prompt="'tis", context="", reference="''", response=" ", judge_reply="'"),
        BenchmarkCase(prompt='a "quoted"\nline, and; another\r\nand\rmore', judge_tokens=0),
        BenchmarkCase(prompt="x", tags=[]),
        BenchmarkCase(prompt="x", tags=["a;b", " c ", "", "[d"]),
        BenchmarkCase(prompt="x", tags=["[d]"]),
        BenchmarkCase(prompt="x", metadata={"n": 2**70, "text": "[1]", "list": [1, None, True], "prompt": "y"}),
        BenchmarkCase(prompt="x", metadata={"metadata": {"metadata": 1}, "": "=1"}),
        BenchmarkCase(prompt="# title <b>x</b> [a](http://b) $5 {x}"),
    ],
)
def test_a_case_comes_back_identical(case: BenchmarkCase) -> None:
    loaded = load_benchmark(cases_csv([case]), "cases.csv")

    assert loaded.cases == [case]
    assert loaded.complaints == []
    assert loaded.notes == []


# The file must stay text: other control characters would make it a binary file for every reader.
TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc"]) | st.sampled_from("\t\n\r=+-@'\",;"), max_size=20
)
JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda children: st.lists(children, max_size=3) | st.dictionaries(TEXT, children, max_size=3),
    max_leaves=5,
)
CASES = st.builds(
    BenchmarkCase,
    prompt=TEXT.filter(lambda text: bool(text.strip())),
    context=st.none() | TEXT,
    reference=st.none() | TEXT,
    tags=st.none() | st.lists(TEXT, max_size=3),
    id=TEXT,
    response=st.none() | TEXT,
    judge_reply=st.none() | TEXT,
    judge_tokens=st.none() | st.integers(min_value=0, max_value=10**14),
    metadata=st.dictionaries(TEXT, JSON_VALUES, max_size=3),
)


@given(st.lists(CASES, min_size=1, max_size=4, unique_by=lambda case: case.id))
def test_whatever_cases_are_exported_come_back_identical(cases: list[BenchmarkCase]) -> None:
    loaded = load_benchmark(cases_csv(cases), "cases.csv")

    assert loaded.cases == cases
    assert loaded.rejected == []


@given(st.lists(CASES, max_size=4))
def test_no_cell_is_one_that_a_spreadsheet_runs(cases: list[BenchmarkCase]) -> None:
    assert not [cell for row in cells(cases_csv(cases)) for cell in row if cell.startswith(FORMULAS)]


def test_tags_are_written_as_people_write_them_where_that_reads_back_the_same() -> None:
    written = cases_csv([BenchmarkCase(prompt="x", tags=["a b", "c"]), BenchmarkCase(prompt="y", tags=["a;b"])])

    assert [row[4] for row in cells(written)] == ["tags", "a b; c", '["a;b"]']


def test_rows_added_by_hand_are_read_as_they_stand() -> None:
    written = cases_csv([BenchmarkCase(prompt="=1", id="a")]).decode() + "b,'tis,,,,,,,,\n"

    assert [case.prompt for case in load_benchmark(written.encode(), "cases.csv").cases] == ["=1", "'tis"]


def test_a_file_that_a_spreadsheet_saved_again_gives_the_same_cases() -> None:
    cases = [BenchmarkCase(prompt="=1\nline two", context="", reference="x; y", id="a", metadata={"k": [1]})]
    text = io.StringIO()
    csv.writer(text, delimiter=";", lineterminator="\r\n").writerows(cells(cases_csv(cases)))

    loaded = load_benchmark(text.getvalue().encode("utf-8-sig"), "cases.csv")

    assert loaded.cases == cases


def test_the_file_begins_with_the_mark_by_which_spreadsheets_know_utf_8() -> None:
    assert cases_csv([]).startswith(b"\xef\xbb\xbf")


def test_numbers_that_json_does_not_have_become_null() -> None:
    written = cases_csv([BenchmarkCase(prompt="x", metadata={"n": float("nan")})])

    assert json.loads(cells(written)[1][8]) == {"n": None}
