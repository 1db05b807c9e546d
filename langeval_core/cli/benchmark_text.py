"""A benchmark's report on the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from langeval_core.cli.options import OutputFormat
from langeval_core.cli.terminal import make_table, print_json, print_table, print_text

if TYPE_CHECKING:
    from rich.table import Table

    from langeval_core.schema.report import EvalReport, Interval
    from langeval_core.schema.run import Run

_UNSCORED_SHOWN = 20
_NOT_TRIED = ("cancelled", "not_started")


def print_benchmark(run: Run, report: EvalReport, output_format: OutputFormat) -> None:
    """The report on stdout: as text, or as JSON with the report's field names at the top level."""
    if output_format is OutputFormat.JSON:
        print_json(benchmark_document(run, report))
        return
    for line in headlines(run, report):
        print_text(line)
    print_table(_outcome_table(report))
    if report.by_tag:
        print_table(_tag_table(report))
    print_table(_cost_table(report))
    unscored = [result for result in report.cases if result.score is None and result.outcome not in _NOT_TRIED]
    if unscored:
        rows = [(r.case_index + 1, r.case_id, _words(r.outcome), r.problem) for r in unscored[:_UNSCORED_SHOWN]]
        print_table(make_table(["case", "id", "without a score", "why"], rows, numbers=["case"]))
        if len(unscored) > len(rows):
            print_text(f"… and {len(unscored) - len(rows)} more without a score.")


def benchmark_document(run: Run, report: EvalReport) -> dict[str, object]:
    """The report as JSON types, with the run it belongs to."""
    summary = run.summary.model_dump(mode="json")
    return {"run_id": run.id, "name": summary["name"], "state": summary["state"], **report.model_dump(mode="json")}


def headlines(run: Run, report: EvalReport) -> Iterator[str]:
    """The result in sentences: name, mean over how many cases, whether partial and what that can mean, notes."""
    low, high = report.scale
    yield f"{run.summary.name}: {run.summary.state.value}, {report.duration_s:.1f} s"
    if report.mean_score is not None:
        interval = f", {_interval(report.mean_interval)}" if report.mean_interval else ""
        yield (
            f"Mean score {_number(report.mean_score)} on a scale from {low:g} to {high:g}, "
            f"over {report.cases_scored} of {report.cases_total} cases{interval}."
        )
    if report.is_partial:
        bounds = report.bounds
        reach = f" With them the mean could be {bounds[0]:.2f} to {bounds[1]:.2f}." if bounds else ""
        yield f"Partial: {report.error_count} of {report.cases_total} without a score.{reach}"
    yield from report.notes


def _outcome_table(report: EvalReport) -> Table:
    rows = [(_words(outcome), count) for outcome, count in report.outcomes.items() if count]
    return make_table(["outcome", "cases"], rows, numbers=["cases"])


def _tag_table(report: EvalReport) -> Table:
    rows = [(tag.tag, _mean(tag.mean_score), tag.cases_scored, tag.cases_total) for tag in report.by_tag]
    return make_table(["tag", "mean", "scored", "cases"], rows, numbers=["mean", "scored", "cases"])


def _cost_table(report: EvalReport) -> Table:
    latency, subject = report.p50_latency_ms, report.subject_p50_latency_ms
    rows = [
        ("judge", f"{report.total_tokens:,} of {report.budget_tokens:,}", latency, report.p95_latency_ms),
        ("subject", f"{report.subject_tokens:,}", subject, report.subject_p95_latency_ms),
    ]
    cells = [(who, tokens, _milliseconds(p50), _milliseconds(p95)) for who, tokens, p50, p95 in rows]
    return make_table(
        ["", "tokens", "p50 latency", "p95 latency"], cells, numbers=["tokens", "p50 latency", "p95 latency"]
    )


def _mean(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _milliseconds(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f} ms"


def _words(value: str) -> str:
    return value.replace("_", " ")


def _number(value: float) -> str:
    """Up to four decimals, without zeros at the end."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _interval(interval: Interval) -> str:
    return f"{interval.level:.0%} interval {interval.low:.2f} to {interval.high:.2f} ({interval.method})"
