"""A run as one JSON document."""

from __future__ import annotations

import json

from langeval_core.exporters.run_json import run_json
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.report import CaseTranscript, EvalReport, StateReport
from tests.exporters.run_builders import benchmark_run, scored, state_run


def test_it_holds_summary_spec_report_cases_and_transcripts() -> None:
    run = benchmark_run(scored(0))
    case, transcript = BenchmarkCase(prompt="Why?"), CaseTranscript(case_index=0, answer="So", judge_reply="{}")

    document = json.loads(run_json(run, [case], [transcript]))

    assert document["format"] == "langeval-run/1"
    assert document["summary"]["id"] == "run1"
    assert document["spec"]["judge"]["name"] == "recorded"
    assert EvalReport.model_validate(document["report"]) == run.report
    assert BenchmarkCase.model_validate(document["cases"][0]) == case
    assert CaseTranscript.model_validate(document["transcripts"][0]) == transcript


def test_a_state_run_is_written_too() -> None:
    run = state_run()

    assert StateReport.model_validate(json.loads(run_json(run))["report"]) == run.report


def test_a_name_and_password_in_an_address_are_left_out() -> None:
    data = run_json(benchmark_run(scored(0), base_url="https://me:sk-secret@host:8443/v1"))

    assert b"sk-secret" not in data
    assert json.loads(data)["spec"]["subject"]["base_url"] == "https://host:8443/v1"


def test_half_a_surrogate_pair_does_not_break_the_file() -> None:
    run = benchmark_run(scored(0).model_copy(update={"reason": "a\ud800b"}))

    assert json.loads(run_json(run))["report"]["cases"][0]["reason"] == "a\ud800b"
