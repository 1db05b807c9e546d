"""Benchmark files of every kind: the same cases whatever the kind, found by content."""

from __future__ import annotations

from pathlib import Path

import pytest

from langeval_core.importers.benchmarks import load_benchmark
from langeval_core.schema.benchmark import BenchmarkCase

REAL_FILE = Path(__file__).parents[3] / "shared/data/bench_mtbench_en_mistral7b_by_qwen14b.jsonl"

TOML = """
# A benchmark
name = "Sums"

[[cases]]
prompt = "What is 6×7?"
reference = "42"
tags = ["sums", "easy"]

[[cases]]
prompt = '''
Write {name} and {{x}} for $5'''
context = "You are terse."
id = "two"
judge_tokens = 12
level = 3
"""
JSON_LIST = """[
  {"prompt": "What is 6×7?", "reference": "42", "tags": ["sums", "easy"]},
  {"prompt": "Write {name} and {{x}} for $5", "context": "You are terse.", "id": "two", "judge_tokens": 12, "level": 3}
]"""
JSON_OBJECT = f'{{"name": "Sums", "cases": {JSON_LIST}}}'
JSON_LINES = """{"prompt": "What is 6×7?", "reference": "42", "tags": ["sums", "easy"]}
{"prompt": "Write {name} and {{x}} for $5", "context": "You are terse.", "id": "two", "judge_tokens": 12, "level": 3}
"""
YAML = """
name: Sums
cases:
  - prompt: What is 6×7?
    reference: "42"
    tags: [sums, easy]
  - prompt: Write {name} and {{x}} for $5
    context: You are terse.
    id: two
    judge_tokens: 12
    level: 3
"""
YAML_LIST = YAML.replace("name: Sums\ncases:\n", "")
SAME_CASES = [
    BenchmarkCase(prompt="What is 6×7?", reference="42", tags=["sums", "easy"]),
    BenchmarkCase(
        prompt="Write {name} and {{x}} for $5",
        context="You are terse.",
        id="two",
        judge_tokens=12,
        metadata={"level": 3},
    ),
]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TOML, "TOML, UTF-8"),
        (JSON_LIST, "JSON, a list of cases, UTF-8"),
        (JSON_OBJECT, "JSON, an object with “cases”, UTF-8"),
        (JSON_LINES, "JSON Lines, UTF-8"),
        (YAML, "YAML, an object with “cases”, UTF-8"),
        (YAML_LIST, "YAML, a list of cases, UTF-8"),
    ],
)
@pytest.mark.parametrize("filename", [None, "cases", "cases.json", "cases.csv", "cases.toml", "cases.yaml"])
def test_the_content_decides_the_kind_whatever_the_name(text: str, said: str, filename: str | None) -> None:
    loaded = load_benchmark(text.encode(), filename)

    assert loaded.cases == SAME_CASES
    assert loaded.format == said
    assert loaded.complaints == []


def test_a_csv_file_gives_the_same_cases_with_text_in_the_metadata() -> None:
    text = (
        "prompt,reference,tags,context,id,judge_tokens,level\n"
        'What is 6×7?,42,"sums, easy",,,,\n'
        "Write {name} and {{x}} for $5,,,You are terse.,two,12,3\n"
    )

    loaded = load_benchmark(text.encode(), "cases.csv")

    second = SAME_CASES[1].model_copy(update={"metadata": {"level": "3"}})
    assert loaded.cases == [SAME_CASES[0], second]
    assert loaded.format == "CSV, separated by comma “,”, UTF-8"


def test_a_name_that_promises_another_kind_is_said() -> None:
    loaded = load_benchmark(b"prompt,reference\nWhy?,Because\n", "cases.json")

    assert loaded.notes == ["The name promises JSON, but the content is CSV; it was read as that."]


def test_a_benchmark_is_named_by_its_file_or_by_what_the_file_says() -> None:
    assert load_benchmark(JSON_LINES.encode(), "spring sums.jsonl").name == "spring sums"
    assert load_benchmark(JSON_OBJECT.encode(), "spring sums.json").name == "Sums"
    assert load_benchmark(JSON_LINES.encode()).name == "Benchmark"


def test_one_object_alone_is_one_case() -> None:
    loaded = load_benchmark(b'{\n "prompt": "Why?",\n "reference": "Because"\n}')

    assert loaded.cases == [BenchmarkCase(prompt="Why?", reference="Because")]
    assert loaded.format == "JSON, one case, UTF-8"


def test_a_path_is_read_as_its_bytes_would_be(tmp_path: Path) -> None:
    path = tmp_path / "cases.toml"
    path.write_text(TOML, encoding="utf-8")

    loaded = load_benchmark(path)

    assert loaded.cases == SAME_CASES
    assert loaded.name == "Sums"


@pytest.mark.parametrize(
    ("codec", "said"),
    [
        ("utf-8-sig", "CSV, separated by semicolon “;”, UTF-8"),
        ("utf-16", "CSV, separated by semicolon “;”, UTF-16"),
        ("utf-16-le", "CSV, separated by semicolon “;”, UTF-16"),
        ("latin-1", "CSV, separated by semicolon “;”, Latin-1 (Windows-1252)"),
    ],
)
def test_the_encoding_is_recognised_and_said(codec: str, said: str) -> None:
    loaded = load_benchmark("prompt;reference\nWo liegt Zürich?;In der Schweiz, größte Stadt\n".encode(codec))

    assert loaded.cases == [BenchmarkCase(prompt="Wo liegt Zürich?", reference="In der Schweiz, größte Stadt")]
    assert loaded.format == said


@pytest.mark.parametrize(
    "prompt",
    [
        "  two blanks around  ",
        "a line\nand another\n",
        "# title <b>x</b> [a](http://b)",
        "costs $5 to $7",
        "{name} {{x}} %s \\n",
        "=1+1",
        "null",
        "a\u2028b\u0085c\x0bd",
        "🙂 e\u0301",
    ],
)
@pytest.mark.parametrize("kind", ["csv", "json", "jsonl", "yaml"])
def test_a_prompt_is_never_changed(prompt: str, kind: str) -> None:
    import csv
    import io
    import json

    if kind == "csv":
        text = io.StringIO()
        csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([["prompt", "id"], [prompt, "1"]])
        written = text.getvalue()
    else:
        record = json.dumps({"prompt": prompt, "id": "1"}, ensure_ascii=kind == "yaml")
        written = record if kind == "jsonl" else f"[{record}]"

    loaded = load_benchmark(written.encode(), f"x.{kind}")

    assert [case.prompt for case in loaded.cases] == [prompt]


def test_yaml_reads_only_json_types_so_that_yes_and_dates_stay_text() -> None:
    text = "- prompt: yes\n  reference: 2026-01-31\n  context: 12:30\n  level: 010\n  ratio: 1.50\n  none: ~\n"

    (case,) = load_benchmark(text.encode()).cases

    assert (case.prompt, case.reference, case.context) == ("yes", "2026-01-31", "12:30")
    assert case.metadata == {"level": "010", "ratio": 1.5, "none": None}


def test_yaml_keys_are_the_texts_they_are_written_as() -> None:
    text = "- prompt: A\n  1: b\n  true: {null: c, 1.50: d}\n"

    (case,) = load_benchmark(text.encode(), "x.yaml").cases

    assert case.metadata == {"1": "b", "true": {"null": "c", "1.50": "d"}}


def test_a_yaml_merge_gives_way_to_the_keys_beside_it() -> None:
    text = "- &one\n  prompt: A\n  level: 1\n- <<: *one\n  prompt: B\n"

    cases = load_benchmark(text.encode(), "x.yaml").cases

    assert [(case.prompt, case.metadata) for case in cases] == [("A", {"level": 1}), ("B", {"level": 1})]


def test_a_yaml_file_may_begin_with_a_key_whose_text_has_a_comma() -> None:
    loaded = load_benchmark(b"title: Trivia, hard ones\ncases:\n- prompt: A\n", "x.yaml")

    assert [case.prompt for case in loaded.cases] == ["A"]


def test_a_blank_name_in_a_file_gives_way_to_the_files_own() -> None:
    assert load_benchmark(b'{"name": "  ", "cases": [{"prompt": "A"}]}', "trivia.json").name == "trivia"


def test_yaml_aliases_are_read() -> None:
    text = "- {prompt: A, context: &rules Be terse.}\n- {prompt: B, context: *rules}\n"

    assert [case.context for case in load_benchmark(text.encode(), "x.yaml").cases] == ["Be terse.", "Be terse."]


@pytest.mark.skipif(not REAL_FILE.exists(), reason=f"real data is not there: {REAL_FILE}")
def test_the_real_benchmark_loads_with_its_replies_mapped() -> None:
    loaded = load_benchmark(REAL_FILE, mapping={"response": "subject_reply"})

    assert len(loaded.cases) == 160
    assert loaded.complaints == []
    assert loaded.mapping["response"] == "subject_reply"
    first = loaded.cases[0]
    assert first.id == "mtb-en-Qwen-14B-Mistral-7B-Instruct-v0.3-81-1"
    assert first.tags == ["writing", "turn1"]
    assert first.response is not None
    assert first.response.startswith(" Title: Aloha from Paradise")
    assert first.metadata == {"published_score": 9.0}
