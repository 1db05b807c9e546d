"""CSV as spreadsheets and people write it."""

from __future__ import annotations

from time import process_time

import pytest

from langeval_core.errors import InputError, NoPromptColumnError
from langeval_core.importers.benchmarks import LoadedBenchmark, load_benchmark
from langeval_core.schema.benchmark import BenchmarkCase

TWO = [BenchmarkCase(prompt="Why, then?", reference="Because; so"), BenchmarkCase(prompt="Who?", reference="Me")]


def load(text: str) -> LoadedBenchmark:
    return load_benchmark(text.encode(), "cases.csv")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('prompt,reference\n"Why, then?",Because; so\nWho?,Me\n', "comma “,”"),
        ('prompt;reference\nWhy, then?;"Because; so"\nWho?;Me\n', "semicolon “;”"),
        ("prompt\treference\nWhy, then?\tBecause; so\nWho?\tMe\n", "tab"),
        ("prompt|reference\nWhy, then?|Because; so\nWho?|Me\n", "bar “|”"),
        ('sep=;\nprompt;reference\nWhy, then?;"Because; so"\nWho?;Me\n', "semicolon “;”"),
        ('sep=~\nprompt~reference\nWhy, then?~"Because; so"\nWho?~Me\n', "“~”"),
    ],
)
def test_the_separator_is_found_and_said(text: str, said: str) -> None:
    loaded = load(text)

    assert loaded.cases == TWO
    assert loaded.format == f"CSV, separated by {said}, UTF-8"


def test_one_column_needs_no_separator() -> None:
    loaded = load("prompt\nWhy, then?\nWho; where?\n")

    assert [case.prompt for case in loaded.cases] == ["Why, then?", "Who; where?"]
    assert loaded.format == "CSV, one column “prompt”, UTF-8"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_do_not_change_the_rows(end: str) -> None:
    text = 'prompt,reference\n"Why,\nthen?",Because\n\n"Who?","Me\nand\nyou"\n'

    loaded = load(text.replace("\n", end))

    plain = "\n" if end == "\r\n" else end
    assert loaded.cases == [
        BenchmarkCase(prompt=f"Why,{plain}then?", reference="Because"),
        BenchmarkCase(prompt="Who?", reference=f"Me{plain}and{plain}you"),
    ]


def test_a_quoted_windows_line_end_in_a_file_with_plain_ones_is_kept() -> None:
    assert load('prompt,id\n"a\r\nb",1\n').cases[0].prompt == "a\r\nb"


def test_rows_of_empty_cells_are_ignored() -> None:
    assert len(load("prompt,reference\nWhy?,Because\n,\n , \n\nWho?,Me\n").cases) == 2


def test_an_empty_cell_is_no_value() -> None:
    (case,) = load("prompt,context,reference,tags,response,judge_tokens,note\nWhy?,,,,,,\n").cases

    assert case == BenchmarkCase(prompt="Why?")
    assert case.context is None
    assert case.tags is None


def test_a_missing_quote_names_its_row_and_the_rows_around_it_stay_usable() -> None:
    loaded = load('prompt,reference\nA?,1\n"B?,2\nC?,"3"\nD?,4\n')

    assert [case.prompt for case in loaded.cases] == ["A?", "C?", "D?"]
    (complaint,) = loaded.complaints
    assert complaint.line == 3
    assert complaint.text == (
        "cases.csv, line 3: A quote is missing: a quoted cell is not closed, or text follows its closing quote. "
        "Look at the row that begins here; a quote inside a quoted cell is written twice."
    )
    assert [(rejected.line, rejected.row) for rejected in loaded.rejected] == [(3, '"B?,2')]
    assert len(loaded.benchmark(allow_rejected=True).cases) == 3


def test_a_quote_that_is_never_closed_costs_one_row_only() -> None:
    loaded = load('prompt,reference\nA?,1\n"B?,2\nC?,3\nD?,4\n')

    assert [case.prompt for case in loaded.cases] == ["A?", "C?", "D?"]
    assert [complaint.line for complaint in loaded.complaints] == [3]


def test_a_row_with_too_many_cells_is_rejected_with_its_line() -> None:
    loaded = load("prompt,reference\nWhy?,Because, you know\nWho?,Me,\n")

    assert [case.prompt for case in loaded.cases] == ["Who?"]
    assert loaded.complaints[0].text == (
        "cases.csv, line 2: The row has 3 cells, the header only 2. Put a cell that contains the separator in quotes."
    )


def test_a_row_with_too_few_cells_is_read_and_noted() -> None:
    loaded = load("prompt,reference,context\nWhy?\n")

    assert loaded.cases == [BenchmarkCase(prompt="Why?")]
    assert loaded.notes == ["1 row(s) have fewer cells than the header; the cells that are not there are empty."]


def test_a_line_after_a_quoted_line_break_is_counted_as_an_editor_counts() -> None:
    loaded = load('prompt,reference\n"a\nb\nc",1\n,2\n')

    assert loaded.complaints[0].line == 5


def test_a_column_named_twice_is_refused() -> None:
    with pytest.raises(InputError, match="The header names “prompt” more than once"):
        load("prompt,prompt\na,b\n")


def test_a_column_without_a_name_is_called_after_its_place() -> None:
    assert load("prompt,\nWhy?,x\n").cases[0].metadata == {"column 2": "x"}


def test_json_in_a_cell_of_an_unknown_column_is_parsed_and_other_text_stays_text() -> None:
    text = 'prompt,state,note,list,broken\nWhy?,"{""a"": {""value"": 1}}",12,"[1, ""b""]",{x\n'

    (case,) = load(text).cases

    assert case.metadata == {"state": {"a": {"value": 1}}, "note": "12", "list": [1, "b"], "broken": "{x"}


def test_json_in_the_cells_of_our_own_texts_stays_as_it_is_written() -> None:
    (case,) = load('prompt,reference\n"{""a"":  1}","[1,  2]"\n').cases

    assert (case.prompt, case.reference) == ('{"a":  1}', "[1,  2]")


def test_a_very_long_cell_is_read() -> None:
    long = "word " * 100_000

    assert load(f"prompt,id\n{long},1\n").cases[0].prompt == long


def test_text_that_is_no_table_names_the_columns_it_would_have() -> None:
    with pytest.raises(NoPromptColumnError) as caught:
        load("Dear diary, today\nnothing happened\n")

    assert str(caught.value) == (
        "cases.csv, field prompt: No column holds the prompt. It was read as CSV, separated by comma “,”; "
        "columns: “Dear diary”, “today”. Name the column: prompt=COLUMN."
    )
    assert caught.value.columns == ("Dear diary", "today")


def test_thousands_of_rows_that_each_open_a_quote_to_the_end_are_rejected_at_once() -> None:
    started = process_time()

    loaded = load_benchmark(("prompt,x,y\n" + 'a","\n' * 20_000 + "good,1,2\n").encode(), "x.csv")

    assert [case.prompt for case in loaded.cases] == ["good"]
    assert len(loaded.rejected) == 20_000
    assert process_time() - started < 30  # seconds; it was more than a minute when each row was read to the end
