"""Files and rows that cannot be used: told in a sentence, with line and field, and never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from langeval_core.errors import EmptyBenchmarkSetError, InputError, LangEvalError
from langeval_core.importers.benchmarks import LoadedBenchmark, load_benchmark

EXPECTED = "A benchmark is expected: TOML, JSON, JSON Lines, CSV or YAML with a “prompt” for every case."
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The file is empty."),
        (b" \r\n\t\n", "The file is empty."),
        (b"\xef\xbb\xbf", "The file is empty."),
        (b"null", "The file holds nothing but null."),
        (b'""', "The file holds nothing but a text."),
        (b"42", "The file holds nothing but a number."),
        (b"true", "The file holds nothing but true or false."),
        (b"--- ~\n", "The file holds nothing but null."),
        (PNG, "The file is a PNG image, not a text file."),
        (b"PK\x03\x04rest", "The file is a ZIP archive (as Excel and Word files are), not a text file."),
    ],
)
def test_what_is_no_benchmark_gets_one_sentence_and_what_was_expected(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_benchmark(data, "upload.json")

    assert str(caught.value) == f"upload.json: {message} {EXPECTED}"


@pytest.mark.parametrize(
    "text",
    ["[]", "cases = []", '{"cases": []}', "cases: []", "prompt,reference\n", "- \n" * 0 + "name = 'x'\ncases = []\n"],
)
def test_a_sound_file_without_cases_is_an_empty_benchmark(text: str) -> None:
    with pytest.raises(EmptyBenchmarkSetError, match=r"The benchmark has no cases. Add at least one case"):
        load_benchmark(text.encode(), "upload")


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ('[{"prompt": "a"},\n {"prompt": }]', 2, "This is not valid JSON: expecting value at column 13."),
        ('[{"prompt": "a", "prompt": "b"}]', 1, None),
        ('[{"prompt": "a"}, {"prompt": "b", "x": NaN}]', 1, None),
        ("- prompt: a\n- prompt: [b\n", 3, None),
        ("- prompt: !!python/object/apply:os.system [ls]\n", 1, None),
    ],
)
def test_a_broken_file_is_named_with_its_line(text: str, line: int, problem: str | None) -> None:
    with pytest.raises(InputError) as caught:
        load_benchmark(text.encode(), "upload")

    assert caught.value.line == line
    assert problem in {None, caught.value.problem}


def test_broken_toml_is_told_in_its_parsers_words() -> None:
    with pytest.raises(InputError, match=r"upload: The TOML cannot be read: .*line 2, column 10"):
        load_benchmark(b"[[cases]]\nprompt = Why?\n", "upload")


def test_an_object_without_cases_says_which_list_could_be_meant() -> None:
    with pytest.raises(InputError, match=r"There is no list named “cases” in the file. Rename “data” to “cases”."):
        load_benchmark(b'{"data": [{"prompt": "a"}]}')


@pytest.mark.parametrize("opening", ["[", '{"a":', "- " * 1, "a = ["])
def test_absurd_nesting_is_refused(opening: str) -> None:
    with pytest.raises(LangEvalError):
        load_benchmark((opening * 100_000).encode(), "deep")


def test_aliases_that_expand_without_bounds_are_refused() -> None:
    lines = ["- prompt: &a0 x"] + [f"- &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]

    with pytest.raises(InputError, match="The aliases in the file expand to more than 1,000,000 values"):
        load_benchmark("\n".join(lines).encode(), "bomb.yaml")


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("!!binary aGk=", "could not determine a constructor for the tag 'tag:yaml.org,2002:binary'"),
        ("!!set {a, b}", "could not determine a constructor for the tag 'tag:yaml.org,2002:set'"),
        ("!!timestamp 2026-13-99", "could not determine a constructor for the tag 'tag:yaml.org,2002:timestamp'"),
        ("!!int abc", "“abc” cannot be read as int"),
        ('!!int ""', "“” cannot be read as int"),
        ("!!float abc", "“abc” cannot be read as float"),
        ("!!bool maybe", "“maybe” cannot be read as bool"),
        ("1" * 5000, f"“{'1' * 40}…” cannot be read as int"),
        ("{y: 1, y: 2}", "the key “y” stands twice"),
    ],
)
def test_a_yaml_value_that_is_no_json_is_named_with_its_line(value: str, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        load_benchmark(f"- prompt: A\n  x: {value}\n".encode(), "x.yaml")

    assert str(caught.value) == f"x.yaml, line 2: The YAML cannot be read: {problem}."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.yaml", f"- prompt: A\n  x: {'{a: ' * 150}1{'}' * 150}\n"),
        ("x.toml", f"[[cases]]\nprompt = 'A'\nx{'.a' * 150} = 1\n"),
        ("x.toml", f"[[cases]]\nprompt = 'A'\nx{'.a' * 3000} = 1\n"),
    ],
)
def test_what_is_nested_too_deeply_to_be_kept_is_refused_in_every_format(name: str, text: str) -> None:
    with pytest.raises(InputError, match=r"The file is nested too deeply to be read\."):
        load_benchmark(text.encode(), name)


def test_a_toml_number_of_too_many_digits_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        load_benchmark(f"[[cases]]\nprompt = 'A'\nx = {'1' * 5000}\n".encode(), "x.toml")

    assert str(caught.value) == "x.toml: A number in the file has too many digits. Write it as a text."


def test_more_judge_tokens_than_anything_costs_are_refused() -> None:
    loaded = load_benchmark(f'[{{"prompt": "A", "judge_tokens": {"9" * 16}}}]'.encode())

    assert [complaint.problem for complaint in loaded.complaints] == [
        "The judge's tokens must be a whole number from 0 on."
    ]


def test_an_alias_to_its_own_parent_is_refused() -> None:
    with pytest.raises(InputError, match="aliases"):
        load_benchmark(b"&a\n- prompt: x\n- *a\n", "loop.yaml")


def test_eleven_mib_are_refused_and_the_setting_is_named() -> None:
    with pytest.raises(InputError) as caught:
        load_benchmark(b"x" * (11 * 2**20), "big.csv")

    assert str(caught.value) == (
        "big.csv: The file has 11.0 MiB; up to 10 MiB are accepted. "
        "The setting LANGEVAL_MAX_UPLOAD_MB raises the limit."
    )


def test_a_file_that_is_too_big_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big.csv"
    with path.open("wb") as file:
        file.truncate(3 * 2**20)

    with pytest.raises(InputError, match=r"The file has 3.0 MiB; up to 2 MiB are accepted"):
        load_benchmark(path, max_bytes=2 * 2**20)


def test_files_that_cannot_be_opened_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent.csv: There is no such file"):
        load_benchmark(tmp_path / "absent.csv")
    with pytest.raises(InputError, match="The file cannot be read: Is a directory"):
        load_benchmark(tmp_path)


BROKEN_LINES = b"""{"prompt": "A?"}
{"prompt": "B?"}

{"prompt": "D?"}
{"prompt": "E?
{"prompt": "F?"}
"""


def test_a_blank_line_is_ignored_and_a_broken_one_named_by_its_number() -> None:
    loaded = load_benchmark(BROKEN_LINES, "cases.jsonl")

    assert [case.prompt for case in loaded.cases] == ["A?", "B?", "D?", "F?"]
    assert [(c.file, c.line) for c in loaded.complaints] == [("cases.jsonl", 5)]
    assert loaded.rejected[0].row == '{"prompt": "E?'


def test_good_rows_are_usable_only_if_the_user_agrees() -> None:
    loaded = load_benchmark(BROKEN_LINES, "cases.jsonl")

    with pytest.raises(InputError, match=r"line 5: This is not valid JSON.* use the good rows only"):
        loaded.benchmark()
    assert len(loaded.benchmark(allow_rejected=True).cases) == 4


def test_all_complaints_are_told_up_to_twenty() -> None:
    rows = ["prompt,judge_tokens", "fine,1", *["bad,x"] * 25]
    loaded = load_benchmark("\n".join(rows).encode(), "cases.csv")

    with pytest.raises(InputError) as caught:
        loaded.benchmark()

    lines = str(caught.value).splitlines()
    assert lines[0] == "cases.csv: 25 complaints."
    assert lines[1].startswith("cases.csv, line 3, field judge_tokens: ")
    assert len(lines) == 22
    assert lines[-1].startswith("… and 5 more.")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[\n {"prompt": "a"},\n\n {\n  "context": "b"\n }\n]', 4),
        ('{"name": "x [{", "other": [1, {"cases": 2}],\n "cases": [{"prompt": "a"},\n {"context": "b"}]}', 3),
        ('{"prompt": "a"}\n{"context": "b"}\n', 2),
        ('[[cases]]\nprompt = "a"\n\n[[cases]]\ncontext = "b"\n', 4),
        ("- prompt: a\n\n- context: b\n", 3),
        ("prompt,context\na,\n,b\n", 3),
        ('prompt,context\na,\n"  ",b\n', 3),
    ],
)
def test_a_case_without_a_prompt_is_rejected_with_line_and_field(text: str, line: int) -> None:
    loaded = load_benchmark(text.encode(), "cases")

    assert [case.prompt for case in loaded.cases] == ["a"]
    (complaint,) = loaded.complaints
    assert complaint.text == f"cases, line {line}, field prompt: Case 2 has no prompt. Every case needs one."
    assert loaded.rejected[0].line == line


def test_cases_in_a_toml_list_have_no_line_but_a_number() -> None:
    loaded = load_benchmark(b'cases = [{prompt = "a"}, {context = "b"}]', "cases.toml")

    assert loaded.complaints[0].text == "cases.toml, field prompt: Case 2 has no prompt. Every case needs one."


@pytest.mark.parametrize(("value", "kind"), [("5", "a number"), ('["a"]', "a list"), ("true", "true or false")])
def test_a_prompt_that_is_no_text_is_rejected(value: str, kind: str) -> None:
    loaded = load_benchmark(f'{{"prompt": {value}}}\n{{"prompt": "b"}}'.encode())

    assert loaded.complaints[0].problem == f"The prompt is {kind}, not a text."


def test_an_element_that_is_no_object_is_rejected_with_its_line() -> None:
    loaded = load_benchmark(b'[{"prompt": "a"},\n"b",\nnull]', "cases.json")

    assert len(loaded.cases) == 1
    assert [(c.line, c.problem) for c in loaded.complaints] == [
        (2, "The case is a text, not an object."),
        (3, "The case is null, not an object."),
    ]


def test_when_no_case_is_left_the_complaints_are_told_even_if_bad_rows_are_allowed() -> None:
    loaded = load_benchmark(b"prompt,judge_tokens\na,x\n", "cases.csv")

    with pytest.raises(InputError, match="whole number"):
        loaded.benchmark(allow_rejected=True)


def test_half_a_surrogate_pair_rejects_its_row() -> None:
    loaded = load_benchmark(b'{"prompt": "a \\ud800"}\n{"prompt": "b"}\n')

    assert [case.prompt for case in loaded.cases] == ["b"]
    assert loaded.complaints[0].line == 1


TEXTS = st.text(st.characters(codec="utf-8"), max_size=200)
MARKS = "\",;\t\n\r{}[]:=#'|>1x"
WORDS = ["prompt", "cases", "[[cases]]", "- ", "null", "---", "&a", "*a", "!!x", "<<", "sep="]
PIECES = st.lists(st.sampled_from([*MARKS, *WORDS]), max_size=40).map("".join)


@given(text=TEXTS | PIECES, name=st.sampled_from([None, "a.csv", "a.json", "a.jsonl", "a.toml", "a.yaml"]))
def test_no_text_whatever_brings_anything_but_our_own_errors(text: str, name: str | None) -> None:
    loaded = try_to_load(text.encode(), name)

    assert loaded is None or loaded.cases or loaded.complaints


@given(data=st.binary(max_size=200), name=st.sampled_from([None, "a.csv", "a.yaml"]))
def test_no_bytes_whatever_bring_anything_but_our_own_errors(data: bytes, name: str | None) -> None:
    loaded = try_to_load(data, name)

    assert loaded is None or loaded.cases or loaded.complaints


def try_to_load(data: bytes, name: str | None) -> LoadedBenchmark | None:
    try:
        return load_benchmark(data, name)
    except InputError:
        return None


def test_a_single_complaint_names_its_file_once_and_keeps_its_line() -> None:
    loaded = load_benchmark(b'{"prompt": "a"}\n{"prompt": bro\n', "broken.jsonl")

    with pytest.raises(InputError) as caught:
        loaded.benchmark()

    assert str(caught.value).count("broken.jsonl") == 1
    assert (caught.value.file, caught.value.line) == ("broken.jsonl", 2)
