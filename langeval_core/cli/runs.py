"""`langeval runs`: the kept runs."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from langeval_core.cli.exit_codes import ExitCode
from langeval_core.cli.files import open_kept_runs, store_address, write_output
from langeval_core.cli.options import FormatOption, OutputFormat, StoreOption
from langeval_core.cli.terminal import make_table, print_json, print_table, print_text, say
from langeval_core.errors import InputError
from langeval_core.settings import public_address

if TYPE_CHECKING:
    from langeval_core.schema.run import Run, RunSummary
    from langeval_core.store.run_store import RunStore

app = typer.Typer(rich_markup_mode=None, help="List, show, delete and export the kept runs.")

RunId = Annotated[
    str, typer.Argument(metavar="ID", help="The run's id, as `langeval runs list` shows it.", show_default=False)
]


class ExportKind(StrEnum):
    """What `runs export` writes."""

    JSON = "json"
    CSV = "csv"
    CASES = "cases"


@app.command("list")
def list_runs(
    kind: Annotated[Literal["state", "benchmark"] | None, typer.Option(help="Only runs of one kind.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 20,
    store: StoreOption = None,
    output_format: FormatOption = OutputFormat.TEXT,
) -> int:
    """List the kept runs, newest first. As JSON: a list of summaries."""
    from langeval_core.schema.run import RunKind

    with open_kept_runs(store) as kept:
        summaries = kept.list_runs(kind=RunKind(kind) if kind else None, limit=limit)
        total = kept.count_runs()
    if output_format is OutputFormat.JSON:
        print_json([summary.model_dump(mode="json") for summary in summaries])
    elif not summaries:
        print_text(f"No runs are kept in {public_address(store_address(store))}.")
    else:
        columns = ["id", "kind", "name", "state", "started", "counted", "result"]
        print_table(make_table(columns, [_list_row(summary) for summary in summaries], numbers=["counted", "result"]))
        if kind is None and total > len(summaries):
            print_text(f"{len(summaries)} of {total} runs; --limit shows more.")
    return ExitCode.FINE


@app.command("show")
def show(run_id: RunId, store: StoreOption = None, output_format: FormatOption = OutputFormat.TEXT) -> int:
    """Show a run's report, as right after the run."""
    with open_kept_runs(store) as kept:
        _print_run(kept, kept.get_run(run_id), output_format)
    return ExitCode.FINE


@app.command("delete")
def delete(
    run_id: RunId,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    store: StoreOption = None,
) -> int:
    """Delete a run with all that is kept of it."""
    with open_kept_runs(store) as kept:
        summary = kept.get_run(run_id).summary
        if not yes:
            if not sys.stdin.isatty():
                raise InputError("Deleting a run needs a yes.", hint="Give --yes.")
            say(f"{summary.kind.value} run “{summary.name}”, {summary.cases_done} of {summary.cases_total} cases.")
            if not typer.confirm("Delete it for good?", err=True):
                say("Nothing was deleted.")
                return ExitCode.FINE
        kept.delete_run(run_id)
    print_text(f"Deleted run {run_id}.")
    return ExitCode.FINE


@app.command("export")
def export(
    run_id: RunId,
    kind: Annotated[
        ExportKind,
        typer.Option("--as", help="json: all that is kept; csv: a row a case; cases: a benchmark's cases as CSV."),
    ] = ExportKind.JSON,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File to write; without it stdout.", show_default=False)
    ] = None,
    store: StoreOption = None,
) -> int:
    """Write a run to a file or to stdout. No export holds a key; no CSV holds a cell that a spreadsheet would run."""
    with open_kept_runs(store) as kept:
        data = _export(kept, kept.get_run(run_id), kind)
    write_output(data, output)
    if output:
        say(f"Wrote {len(data):,} bytes to {output}.")
    return ExitCode.FINE


def _print_run(kept: RunStore, run: Run, output_format: OutputFormat) -> None:
    from langeval_core.cli.benchmark_text import print_benchmark
    from langeval_core.cli.state_run_text import print_state_run
    from langeval_core.schema.report import EvalReport

    if isinstance(run.report, EvalReport):
        print_benchmark(run, run.report, output_format)
    else:
        print_state_run(run, run.report, kept, output_format)


def _export(kept: RunStore, run: Run, kind: ExportKind) -> bytes:
    from langeval_core.exporters.cases_csv import cases_csv
    from langeval_core.exporters.results_csv import CaseTexts, results_csv
    from langeval_core.exporters.run_json import run_json
    from langeval_core.schema.benchmark import BenchmarkCase

    cases = list(kept.iter_cases(run.id))
    questions = [case for case in cases if isinstance(case, BenchmarkCase)]
    if kind is ExportKind.CASES:
        if len(questions) < len(cases):
            raise InputError("Only a benchmark's cases can be written as CSV.", hint="Use --as json.")
        return cases_csv(questions)
    transcripts = [kept.get_transcript(run.id, index) for index in range(len(questions))]
    if kind is ExportKind.CSV:
        texts = [CaseTexts(case, transcript) for case, transcript in zip(questions, transcripts, strict=True)]
        return results_csv(run, dict(enumerate(texts)))
    return run_json(run, cases, [transcript for transcript in transcripts if transcript])


def _list_row(summary: RunSummary) -> tuple[object, ...]:
    """Id, kind, name, state, start (local time), cases in the result of all, result."""
    result = "–" if summary.headline is None else f"{summary.headline:.{2 if summary.kind == 'benchmark' else 3}f}"
    return (
        summary.id,
        summary.kind.value,
        summary.name,
        summary.state.value,
        summary.created_at.astimezone().strftime("%Y-%m-%d %H:%M"),
        f"{summary.cases_scored} of {summary.cases_total}",
        f"{result} (partial)" if summary.is_partial else result,
    )
