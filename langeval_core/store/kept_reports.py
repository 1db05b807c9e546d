"""Reports in the store: the numbers as they were at the end, with the cases read from their own rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langeval_core.evaluators.benchmark_report import build_report, case_scores
from langeval_core.evaluators.state_report import summarise_states
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.report import EvalReport, StateReport
from langeval_core.schema.run import Run, RunKind
from langeval_core.schema.spec import BenchmarkSpec
from langeval_core.schema.state import StateCase
from langeval_core.store.bodies import SPECS, json_of, read_benchmark_results, read_state_results
from langeval_core.store.summaries import summary_of


def report_text(report: EvalReport | StateReport) -> str:
    """The report's JSON without its cases, which have rows of their own."""
    emptied: dict[str, list[object]] = {"cases": []}
    if isinstance(report, EvalReport):
        emptied["per_case"] = []
    return json_of(report.model_copy(update=emptied))


def read_report(
    row: Mapping[str, Any],
    texts: Sequence[str],
    kept: str | None,
    cases: Sequence[BenchmarkCase | StateCase],
    now: float,
) -> Run:
    """A run from its rows.

    Args:
        row: the run.
        texts: the kept results, in case order.
        kept: what `report_text` gave at the end, `None` before.
        cases: the inputs; needed where nothing was kept at the end.
        now: seconds since 1970.
    """
    spec = SPECS[RunKind(row["kind"])].model_validate_json(row["spec"])
    if isinstance(spec, BenchmarkSpec):
        report = _benchmark_report(spec, row, texts, kept, cases)
    else:
        report = _state_report(row, texts, kept)
    return Run(summary=summary_of(row, now, report), spec=spec, report=report)


def _benchmark_report(
    spec: BenchmarkSpec,
    row: Mapping[str, Any],
    texts: Sequence[str],
    kept: str | None,
    cases: Sequence[BenchmarkCase | StateCase],
) -> EvalReport | StateReport:
    results = read_benchmark_results(texts)
    if kept is not None:
        report = EvalReport.model_validate_json(kept)
        return report.model_copy(update={"cases": results, "per_case": case_scores(results)})
    return build_report(
        sorted(results, key=lambda result: result.position),
        [case for case in cases if isinstance(case, BenchmarkCase)],
        budget_tokens=spec.budget_tokens,
        scale=spec.rubric.scale,
        duration_s=max(0.0, row["beat_at"] - row["created_at"]),
    )


def _state_report(row: Mapping[str, Any], texts: Sequence[str], kept: str | None) -> EvalReport | StateReport:
    results = read_state_results(texts)
    if kept is not None:
        return StateReport.model_validate_json(kept).model_copy(update={"cases": results})
    return summarise_states(results, row["cases_total"])
