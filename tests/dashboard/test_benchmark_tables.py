"""Benchmark tables and verdicts, by value."""

from __future__ import annotations

import math

from dashboard.tables.benchmark_table import CaseFilter, case_table, filter_cases, one_line, tag_table
from dashboard.tables.benchmark_verdict import duration, milliseconds, shortfall, verdict
from dashboard.tables.call_table import call_table
from dashboard.tables.cases_table import (
    complaint_table,
    preview_table,
    rejected_csv,
    typed_cases_jsonl,
    typed_frame,
    typed_rows,
)
from langeval_core.importers.complaints import Complaint
from langeval_core.importers.rows import RejectedRow
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.completion import TokenUsage
from langeval_core.schema.report import CallRecord, CaseResult, Interval, Outcome, TagScore
from tests.dashboard.benchmark_reports import report, result


def _three() -> list[CaseResult]:
    return [
        result(0, score=8, tokens=40, tags=("math", "easy"), reason="Right and short.", judge_ms=1500),
        result(1, Outcome.JUDGE_ERROR, problem="The server failed.", tags=("math",)),
        result(2, score=10, raw_score=15, tokens=50, reason="Over the top."),
    ]


def test_the_case_table_has_a_row_for_each_case_with_a_number_from_one() -> None:
    frame = case_table(_three(), {0: "What is\n6 x 7?", 2: "Why?"})
    assert list(frame["#"]) == [1, 2, 3]
    assert list(frame["case"]) == ["case-0", "case-1", "case-2"]
    assert list(frame["prompt"]) == ["What is 6 x 7?", "", "Why?"]
    assert list(frame["tags"]) == ["math, easy", "math", ""]
    assert list(frame["outcome"]) == [["✓ scored"], ["✗ judge error"], ["✓ scored"]]
    assert list(frame["tokens"]) == [40, 0, 50]
    assert list(frame["reason"]) == ["Right and short.", "The server failed.", "Over the top."]


def test_a_case_without_a_score_has_an_empty_score_never_a_zero() -> None:
    frame = case_table(_three())
    assert frame["score"][0] == 8
    assert math.isnan(frame["score"][1])


def test_the_raw_score_stands_only_where_it_was_clamped() -> None:
    frame = case_table(_three())
    assert math.isnan(frame["raw"][0])
    assert frame["raw"][2] == 15


def test_a_latency_is_in_seconds_and_empty_where_no_call_was_made() -> None:
    replayed = result(3, score=5, tokens=1, judge_ms=3, replayed=True)
    frame = case_table([*_three(), replayed])
    assert frame["latency"][0] == 1.5
    assert math.isnan(frame["latency"][1])
    assert math.isnan(frame["latency"][3])


def test_cases_are_filtered_by_outcome_tag_and_text_together() -> None:
    cases = _three()
    assert [case.case_index for case in filter_cases(cases, CaseFilter())] == [0, 1, 2]
    assert [case.case_index for case in filter_cases(cases, CaseFilter(outcomes=(Outcome.SCORED,)))] == [0, 2]
    assert [case.case_index for case in filter_cases(cases, CaseFilter(tags=("math",)))] == [0, 1]
    wanted = CaseFilter(outcomes=(Outcome.SCORED,), tags=("math",), text="SHORT")
    assert [case.case_index for case in filter_cases(cases, wanted)] == [0]


def test_text_is_found_in_prompt_id_problem_and_tags() -> None:
    cases, prompts = _three(), {2: "Straße?"}
    for text, found in (("STRASSE", [2]), ("case-1", [1]), ("server", [1]), ("easy", [0]), (" ", [0, 1, 2])):
        assert [case.case_index for case in filter_cases(cases, CaseFilter(text=text), prompts)] == found


def test_a_text_in_a_cell_is_one_line_and_cut() -> None:
    assert one_line(" a\n\tb  c ") == "a b c"
    assert one_line("x" * 400) == "x" * 299 + "…"


def test_the_tag_table_leaves_the_interval_empty_where_there_is_none() -> None:
    tags = [
        TagScore(tag="a", cases_total=3, cases_scored=2, mean_score=7.5, interval=Interval(low=6, high=9, method="t")),
        TagScore(tag="b", cases_total=1, cases_scored=0, mean_score=None),
    ]
    frame = tag_table(report([result(0, score=7)], by_tag=tags))
    assert list(frame["scored"]) == [2, 0]
    assert (frame["from"][0], frame["to"][0]) == (6, 9)
    assert math.isnan(frame["mean"][1])
    assert math.isnan(frame["from"][1])


def test_a_complete_run_is_said_to_be_over_all_cases() -> None:
    evaluation = report([result(0, score=9), result(1, score=8)], mean=8.5, interval=(7.5, 9.5))
    assert verdict(evaluation) == (
        "Mean score 8.50 on a scale of 1 to 10, over all 2 cases.",
        "95% interval 7.50 to 9.50 (t).",
    )


def test_a_partial_run_gives_its_denominator_and_bounds() -> None:
    cases = [result(0, score=9), result(1, Outcome.BUDGET_EXHAUSTED), result(2, Outcome.BUDGET_EXHAUSTED)]
    assert verdict(report(cases, mean=9, bounds=(3.67, 9.67))) == (
        "Mean score 9.00 on a scale of 1 to 10, over 1 of 3 cases.",
        "2 without a score: the mean would lie between 3.67 and 9.67 had all 2 of them got 1 or 10.",
    )


def test_nothing_scored_is_said_so_with_the_reasons() -> None:
    cases = [result(0, Outcome.BUDGET_EXHAUSTED), result(1, Outcome.JUDGE_ERROR)]
    assert verdict(report(cases)) == ("Nothing was scored, so there is no mean: 1 budget exhausted, 1 judge error.", "")


def test_the_shortfall_counts_every_outcome_but_scored() -> None:
    cases = [result(0, score=5), result(1, Outcome.JUDGE_UNREADABLE), result(2, Outcome.JUDGE_UNREADABLE)]
    assert shortfall(report(cases)) == "2 judge unreadable"


def test_durations_and_latencies_are_said_as_people_say_them() -> None:
    assert [duration(seconds) for seconds in (0.04, 9.9, 9.96, 59.4, 59.6, 125, 3600, 7800)] == [
        "0.0 s", "9.9 s", "10 s", "59 s", "1 min", "2 min 5 s", "1 h", "2 h 10 min",
    ]  # fmt: skip
    assert [milliseconds(value) for value in (None, 1234.0, 56.0)] == ["–", "1.23 s", "0.056 s"]


def test_the_calls_of_a_case_say_what_was_estimated_and_what_was_replayed() -> None:
    case = CaseResult(
        case_index=0,
        case_id="a",
        outcome=Outcome.SCORED,
        subject_call=CallRecord(replayed=True, model="recorded"),
        judge_call=CallRecord(
            tokens=TokenUsage(input_tokens=1200, output_tokens=30),
            estimated=True,
            attempts=2,
            latency_ms=800,
            waited_ms=1500,
            finish_reason="stop",
        ),
    )
    rows = call_table(case).to_dict("records")
    assert rows[0]["time"] == "replayed"
    assert rows[1] == {
        "call": "judge",
        "model": "–",
        "tokens in": "≈ 1,200",
        "tokens out": "≈ 30",
        "time": "0.8 s",
        "attempts": "2",
        "waited": "1.5 s",
        "ended by": "stop",
    }


def test_a_case_that_nobody_was_called_for_has_no_calls() -> None:
    assert call_table(result(0, Outcome.NOT_STARTED)).empty


def test_the_preview_leaves_out_columns_that_no_case_fills() -> None:
    frame = preview_table([BenchmarkCase(prompt="a", id="1", tags=["x", "y"]), BenchmarkCase(prompt="b", id="2")])
    assert list(frame.columns) == ["#", "case", "prompt", "tags"]
    assert list(frame["tags"]) == ["x, y", ""]


def test_complaints_without_a_line_keep_their_place_empty() -> None:
    complaints = [Complaint("f.csv", 5, "prompt", "No prompt.", "Add one."), Complaint("f.csv", None, None, "Odd.")]
    frame = complaint_table(complaints)
    assert frame["line"][0] == 5
    assert frame["line"].isna()[1]
    assert list(frame["what to do"]) == ["Add one.", ""]


def test_rejected_rows_come_as_csv_that_a_spreadsheet_does_not_run() -> None:
    rows = [RejectedRow(5, "broken", "=1+1"), RejectedRow(None, "no prompt", {"prompt": None, "tags": ["ü"]})]
    lines = rejected_csv(rows).decode("utf-8-sig").splitlines()
    assert lines == [
        '"line","reason","row"',
        '5,"broken","\'=1+1"',
        '"","no prompt","{""prompt"": null, ""tags"": [""ü""]}"',
    ]


def test_the_table_to_type_into_starts_with_three_empty_rows() -> None:
    frame = typed_frame([])
    assert list(frame.columns) == ["prompt", "reference", "context", "tags", "response", "judge_reply"]
    assert len(frame) == 3
    assert typed_rows(frame) == [{}, {}, {}]


def test_typed_rows_come_back_after_the_table_was_left() -> None:
    rows = [{"prompt": "a", "tags": "x"}, {}, {"prompt": "b"}, {"prompt": "c"}]
    assert typed_rows(typed_frame(rows)) == rows


def test_typed_cases_keep_their_row_as_their_line() -> None:
    assert typed_cases_jsonl([{}, {"prompt": "a"}, {}, {"prompt": "b"}]) == b'\n{"prompt": "a"}\n\n{"prompt": "b"}'
