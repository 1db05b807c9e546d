"""Which column is which field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from langeval_core.errors import InputError
from langeval_core.importers.benchmarks import LoadedBenchmark, load_benchmark
from langeval_core.importers.case_rows import read_tags
from langeval_core.schema.benchmark import BenchmarkCase


def load(*records: dict[str, Any], mapping: dict[str, str] | None = None) -> LoadedBenchmark:
    return load_benchmark("\n".join(map(json.dumps, records)).encode(), "cases.jsonl", mapping=mapping)


def test_well_known_names_are_taken_and_said() -> None:
    loaded = load({"question": "Why?", "answer": "Because", "system": "Be terse.", "category": "deep"})

    assert loaded.cases == [BenchmarkCase(prompt="Why?", reference="Because", context="Be terse.", tags=["deep"])]
    assert loaded.mapping == {
        "prompt": "question",
        "context": "system",
        "reference": "answer",
        "tags": "category",
    }
    assert loaded.notes == [
        "Column “question” is taken as prompt.",
        "Column “system” is taken as context.",
        "Column “answer” is taken as reference.",
        "Column “category” is taken as tags.",
    ]


@pytest.mark.parametrize("column", ["Prompt", "PROMPT", " prompt ", "Input", "user prompt", "User-Prompt"])
def test_names_are_known_in_any_case_and_with_any_joint(column: str) -> None:
    assert load({column: "Why?"}).cases == [BenchmarkCase(prompt="Why?")]


def test_a_columns_own_name_goes_before_a_well_known_one() -> None:
    loaded = load({"question": "not this", "prompt": "Why?"})

    assert loaded.cases[0].prompt == "Why?"
    assert loaded.cases[0].metadata == {"question": "not this"}
    assert loaded.notes == []


def test_of_two_columns_that_could_be_one_field_none_is_taken() -> None:
    loaded = load({"prompt": "Why?", "answer": "Because", "expected": "So"})

    assert loaded.cases[0].reference is None
    assert loaded.cases[0].metadata == {"answer": "Because", "expected": "So"}
    assert loaded.notes == [
        "Columns “answer” and “expected” could each be the reference; none was taken. Map one: reference=COLUMN."
    ]


def test_of_two_columns_that_could_be_the_prompt_one_must_be_named() -> None:
    with pytest.raises(InputError, match="Columns “question” and “input” could each be the prompt"):
        load({"question": "Why?", "input": "x"})


def test_a_given_mapping_goes_before_every_name() -> None:
    loaded = load(
        {"prompt": "old", "text": "Why?", "expected": "So", "answer": "Because"},
        mapping={"prompt": "text", "reference": "answer"},
    )

    assert loaded.cases == [
        BenchmarkCase(prompt="Why?", reference="Because", metadata={"prompt": "old", "expected": "So"})
    ]
    assert loaded.columns == ["prompt", "text", "expected", "answer"]


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        ({"answer": "prompt"}, "There is no field “answer” to map a column to"),
        ({"prompt": "text"}, "The file has no column “text” for prompt. Columns: “prompt”, “x”."),
        ({"prompt": "x", "context": "x"}, "Column “x” is mapped to both prompt and context"),
    ],
)
def test_a_mapping_that_cannot_be_followed_is_refused(mapping: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load({"prompt": "Why?", "x": "y"}, mapping=mapping)


@pytest.mark.parametrize(
    ("written", "tags"),
    [
        (["a", "b c"], ["a", "b c"]),
        ("a, b c", ["a", "b c"]),
        ("a; b,c;", ["a", "b", "c"]),
        ("single", ["single"]),
        ('["a,b", "c"]', ["a,b", "c"]),
        ("[draft] x", ["[draft] x"]),
        (["x", 3, True], ["x", "3", "true"]),
        (7, ["7"]),
        ([], []),
        (" , ", None),
        ("", None),
        (None, None),
    ],
)
def test_tags_are_read_however_they_are_written(written: Any, tags: list[str] | None) -> None:
    assert read_tags(written) == tags


@pytest.mark.parametrize("written", [{"a": 1}, [["a"]], [None], [{"a": 1}]])
def test_tags_that_are_no_texts_reject_their_row(written: Any) -> None:
    loaded = load({"prompt": "Why?", "tags": written}, {"prompt": "Who?"})

    assert [case.prompt for case in loaded.cases] == ["Who?"]
    assert (loaded.complaints[0].line, loaded.complaints[0].field) == (1, "tags")


def test_a_reference_that_is_no_text_is_used_as_its_json_text_and_noted() -> None:
    loaded = load({"prompt": "6×7?", "reference": 42}, {"prompt": "Both?", "reference": ["é", {"a": None}]})

    assert [case.reference for case in loaded.cases] == ["42", '["é", {"a": null}]']
    assert loaded.notes == ["2 value(s) of reference are no text; their JSON text is used."]


def test_a_number_as_id_is_kept_as_text() -> None:
    assert load({"prompt": "Why?", "id": 7}).cases[0].id == "7"


@pytest.mark.parametrize(("written", "tokens"), [(12, 12), ("12", 12), (" 12 ", 12), ("", None), (None, None), (0, 0)])
def test_judge_tokens_are_a_count(written: Any, tokens: int | None) -> None:
    assert load({"prompt": "Why?", "judge_tokens": written}).cases[0].judge_tokens == tokens


@pytest.mark.parametrize("written", [-1, "many", 1.5, True, [1], "-3", "９" * 16])
def test_judge_tokens_that_are_no_count_reject_their_row(written: Any) -> None:
    loaded = load({"prompt": "Why?", "judge_tokens": written})

    assert loaded.cases == []
    assert loaded.complaints[0].text == (
        "cases.jsonl, line 1, field judge_tokens: The judge's tokens must be a whole number from 0 on."
    )


def test_unknown_columns_and_an_object_named_metadata_become_the_metadata() -> None:
    loaded = load({"prompt": "Why?", "level": 3, "metadata": {"source": "x", "text": "[1]"}, "empty": None})

    assert loaded.cases[0].metadata == {"source": "x", "text": "[1]", "level": 3, "empty": None}


def test_metadata_that_is_no_object_is_kept_under_its_own_name() -> None:
    assert load({"prompt": "Why?", "metadata": "see page 3"}).cases[0].metadata == {"metadata": "see page 3"}


def test_a_key_that_stands_in_metadata_and_as_a_column_is_refused_rather_than_lost() -> None:
    loaded = load({"prompt": "Why?", "level": 3, "metadata": {"level": 4}})

    assert loaded.complaints[0].text == (
        "cases.jsonl, line 1, field metadata: “level” stands both in the metadata and in a column of its own."
    )


def test_large_numbers_in_the_metadata_stay_exact() -> None:
    assert load({"prompt": "Why?", "n": 2**70 + 1}).cases[0].metadata == {"n": 2**70 + 1}
