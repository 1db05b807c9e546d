"""The bundled samples show what their README says."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from langeval_core.importers.benchmarks import load_benchmark
from langeval_core.runner import run_benchmark
from langeval_core.schema.report import EvalReport, Outcome
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec
from langeval_core.store.run_store import open_store

FOLDER = files("sample_data") / "benchmarks"
RECORDED = ProviderSpec(name="recorded")
OTHER_NAMES = {
    "id": "nr",
    "prompt": "question",
    "context": "system",
    "reference": "gold answer",
    "tags": "category",
    "response": "model answer",
    "judge_reply": "judge reply",
    "judge_tokens": "judge tokens",
}


def report_of(name: str, budget_tokens: int, store: Path, mapping: dict[str, str] | None = None) -> EvalReport:
    loaded = load_benchmark((FOLDER / name).read_bytes(), name, mapping=mapping)
    spec = BenchmarkSpec(subject=RECORDED, judge=RECORDED, budget_tokens=budget_tokens)
    with open_store(str(store / "runs.db")) as opened:
        report = run_benchmark(spec, loaded.benchmark(), opened).report
    assert isinstance(report, EvalReport)
    return report


def counted(report: EvalReport) -> dict[str, int]:
    return {outcome.value: n for outcome, n in report.outcomes.items() if n}


def test_the_concierges_budget_ends_before_its_cases_do(tmp_path: Path) -> None:
    report = report_of("hotel_concierge.toml", 9000, tmp_path)

    assert counted(report) == {
        "scored": 25,
        "budget_exhausted": 6,
        "judge_unreadable": 3,
        "judge_error": 1,
        "subject_error": 1,
    }
    assert (report.cases_total, report.is_partial) == (36, True)
    assert report.tokens_over_budget > 0


def test_without_a_budget_in_the_way_31_of_the_concierges_cases_are_scored(tmp_path: Path) -> None:
    report = report_of("hotel_concierge.toml", 1_000_000, tmp_path)

    assert (report.cases_scored, report.error_count) == (31, 5)
    assert report.clamped_count == 1


def test_the_concierge_is_read_by_five_rules_and_more(tmp_path: Path) -> None:
    report = report_of("hotel_concierge.toml", 1_000_000, tmp_path)

    assert len({case.rule for case in report.cases if case.outcome is Outcome.SCORED}) >= 5


def test_columns_with_other_names_are_mapped(tmp_path: Path) -> None:
    report = report_of("cases_other_names.csv", 5000, tmp_path, OTHER_NAMES)

    assert [case.score for case in report.cases] == [9.0, 2.0, 10.0, 10.0, 3.0]
    assert report.mean_score == pytest.approx(6.8)
    assert [case.case_id for case in report.cases] == ["k1", "k2", "k3", "k4", "k5"]
    assert report.cases[2].tags == ("food", "facts")
