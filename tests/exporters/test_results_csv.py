"""Results to CSV: a row a case, safe in a spreadsheet."""

from __future__ import annotations

import csv
import io

import pytest

from langeval_core.exporters.results_csv import CaseTexts, results_csv
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.report import CaseResult, CaseTranscript, Outcome
from langeval_core.schema.run import Run
from tests.exporters.run_builders import benchmark_run, scored, state_run


def records(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_every_case_has_a_row_with_its_numbers() -> None:
    exhausted = CaseResult(case_index=1, case_id="b", outcome=Outcome.BUDGET_EXHAUSTED)

    first, second = records(results_csv(benchmark_run(scored(0, tags=("sums", "easy")), exhausted)))

    assert first["case_id"] == "case-0"
    assert (first["outcome"], first["score"], first["raw_score"], first["clamped"]) == ("scored", "8.0", "8.0", "false")
    assert (first["tags"], first["reason"], first["rule"]) == ("sums; easy", "good", "json")
    assert (first["judge_input_tokens"], first["judge_output_tokens"]) == ("30", "3")
    assert (first["judge_latency_ms"], first["judge_model"], first["subject_model"]) == ("120.5", "judge-1", "")
    assert (second["outcome"], second["score"], second["judge_input_tokens"]) == ("budget_exhausted", "", "")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝"])
def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe(start: str) -> None:
    (row,) = records(results_csv(benchmark_run(scored(0, reason=f"{start}cmd|x"))))

    assert row["reason"] == f"'{start}cmd|x"


def test_negative_numbers_stay_numbers() -> None:
    result = scored(0).model_copy(update={"raw_score": -5.0})

    assert records(results_csv(benchmark_run(result)))[0]["raw_score"] == "-5.0"


def test_line_breaks_and_quotes_survive() -> None:
    reason = 'She said "no",\nthen; left\r\n'

    assert records(results_csv(benchmark_run(scored(0, reason=reason))))[0]["reason"] == reason


def test_texts_are_added_where_they_are_given() -> None:
    texts = {0: CaseTexts(BenchmarkCase(prompt="=Why?", reference="r"), CaseTranscript(case_index=0, answer="-1"))}

    first, second = records(results_csv(benchmark_run(scored(0), scored(1)), texts))

    assert (first["prompt"], first["context"], first["reference"]) == ("'=Why?", "", "r")
    assert (first["answer"], first["judge_reply"]) == ("'-1", "")
    assert second["prompt"] == ""


def test_a_state_run_has_a_row_a_case_too() -> None:
    first, second = records(results_csv(state_run()))

    assert (first["outcome"], first["matching_fields"], first["missing_fields"]) == ("compared", "2", "1")
    assert (first["overall_match"], first["time_used"]) == ("false", "0.5")
    assert (second["outcome"], second["accuracy_score"]) == ("mutator_error", "")
    assert second["problem"] == "'=broken reply"


def test_half_a_surrogate_pair_does_not_break_the_file() -> None:
    broken: Run = benchmark_run(scored(0).model_copy(update={"reason": "a\ud800b"}))

    assert records(results_csv(broken))[0]["reason"] == "a\\ud800b"
