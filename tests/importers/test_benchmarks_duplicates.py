"""One id twice, one case twice, one question with two references."""

from __future__ import annotations

from time import process_time

from langeval_core.importers.benchmarks import LoadedBenchmark, load_benchmark
from langeval_core.schema.benchmark import case_digest


def load(text: str) -> LoadedBenchmark:
    return load_benchmark(text.encode(), "cases.csv")


def test_an_id_given_twice_names_both_rows_and_keeps_both() -> None:
    loaded = load("id,prompt\nx,A?\ny,B?\nx,C?\nx,D?\n")

    assert [(case.id, case.prompt) for case in loaded.cases] == [("x", "A?"), ("y", "B?"), ("x#2", "C?"), ("x#3", "D?")]
    assert loaded.rejected == []
    assert [complaint.text for complaint in loaded.complaints] == [
        "cases.csv, line 4, field id: The id “x” stands also in line 2. Both are kept; this one is called “x#2”.",
        "cases.csv, line 5, field id: The id “x” stands also in line 2. Both are kept; this one is called “x#3”.",
    ]


def test_a_new_id_never_takes_one_that_is_given() -> None:
    assert [case.id for case in load("id,prompt\nx,A?\nx,B?\nx#2,C?\n").cases] == ["x", "x#3", "x#2"]


def test_one_prompt_with_two_references_names_both_and_keeps_both() -> None:
    loaded = load("prompt,reference\nA?,1\nB?,1\nA?,2\n")

    assert [case.reference for case in loaded.cases] == ["1", "1", "2"]
    assert [complaint.text for complaint in loaded.complaints] == [
        "cases.csv, line 4, field reference: The same prompt stands in line 2 with another reference. "
        "Both are kept; see which reference is right."
    ]


def test_one_prompt_in_two_contexts_is_no_contradiction() -> None:
    assert load("prompt,context,reference\nA?,in Oslo,1\nA?,in Rome,2\nA?,,3\n").complaints == []


def test_one_prompt_with_and_without_a_reference_is_no_contradiction() -> None:
    assert load("prompt,reference\nA?,1\nA?,\n").complaints == []


def test_a_case_asked_several_times_gets_distinct_ids_and_a_note() -> None:
    loaded = load("prompt,reference\nA?,1\nA?,1\nA?,1\n")

    digest = case_digest("A?", None, "1")
    assert [case.id for case in loaded.cases] == [digest, f"{digest}#2", f"{digest}#3"]
    assert loaded.complaints == []
    assert loaded.notes == ["2 case(s) repeat an earlier one word for word; their ids end in #2, #3…"]


def test_where_lines_are_not_known_the_number_of_the_case_is_named() -> None:
    loaded = load_benchmark(b'cases = [{prompt = "A?", id = "x"}, {prompt = "B?", id = "x"}]', "cases.toml")

    assert loaded.complaints[0].problem == "The id “x” stands also as case 1."


def test_one_question_asked_thirty_thousand_times_is_numbered_at_once() -> None:
    started = process_time()

    cases = load("prompt\n" + "A?\n" * 30_000).cases

    assert cases[-1].id.endswith("#30000")
    assert process_time() - started < 30  # seconds; it was several minutes when each number was looked for from 2 on
