"""`langeval bench`: evaluate a benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from langeval_core.cli.exit_codes import exit_code_of_run
from langeval_core.cli.files import max_bytes, open_kept_runs, read_source, say_kept, store_option
from langeval_core.cli.map_option import parse_pairs
from langeval_core.cli.options import FormatOption, OutputFormat, StoreOption
from langeval_core.cli.progress import open_progress
from langeval_core.cli.stopping import stop_on_interrupt
from langeval_core.cli.terminal import counted, say

if TYPE_CHECKING:
    from langeval_core.schema.benchmark import BenchmarkSet
    from langeval_core.schema.report import EvalReport
    from langeval_core.schema.run import Run
    from langeval_core.schema.spec import BenchmarkSpec

app = typer.Typer(rich_markup_mode=None, help="Evaluate a benchmark: a judge scores a subject's answers.")

_COMPLAINTS_SHOWN = 20
_RUN_HELP = """\
Run a benchmark: the subject answers every case, the judge scores every answer.

FILE is TOML, JSON, JSON Lines, CSV or YAML with a “prompt” for every case, and optionally context, reference,
tags, id, response, judge_reply and judge_tokens; other columns are kept as metadata. “-” is stdin.

SUBJECT and JUDGE are vendor:model (openai:gpt-5-mini), “recorded” (the answers and replies stored in the file),
or either after “faulty:” (spoilt on purpose, for rehearsals).

\b
Examples
  langeval bench run cases.toml --subject openai:gpt-5-mini \\
      --judge anthropic:claude-sonnet-4-5 --budget 50000 --min-mean 7.5
  langeval bench run recorded.jsonl --subject recorded --judge recorded \\
      --budget 1000000 --map response=subject_reply
  langeval bench run cases.csv --subject local --subject-url http://127.0.0.1:8080/v1 \\
      --judge openai:gpt-5-mini --budget 50000 --format json > report.json

The run is kept. Exit codes: see “langeval --help”.
"""


@app.callback()
def _group() -> None:
    """A group, so that `run` stays a command of its own."""


@app.command("run", help=_RUN_HELP)
def run_file(
    file: Annotated[Path, typer.Argument(help="The benchmark's file.", show_default=False)],
    subject: Annotated[str, typer.Option(help="Who answers.")],
    judge: Annotated[str, typer.Option(help="Who scores.")],
    budget: Annotated[int, typer.Option(min=0, help="Tokens that all judge calls may use together.")],
    parallel: Annotated[int, typer.Option(min=0, help="Judge calls at once.")] = 3,
    parallel_subjects: Annotated[int, typer.Option(min=0, help="Subject calls at once.")] = 1,
    pairs: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="FIELD=COLUMN …", help="Which column is which field; repeatable."),
    ] = None,
    subject_url: Annotated[str | None, typer.Option(help="Address of the subject's OpenAI-compatible server.")] = None,
    judge_url: Annotated[str | None, typer.Option(help="Address of the judge's OpenAI-compatible server.")] = None,
    subject_timeout: Annotated[
        float | None,
        typer.Option(min=0.001, max=86_400, help="Seconds for one attempt of the subject. [60]", show_default=False),
    ] = None,
    judge_timeout: Annotated[
        float | None,
        typer.Option(min=0.001, max=86_400, help="Seconds for one attempt of the judge. [30]", show_default=False),
    ] = None,
    attempts: Annotated[int, typer.Option(min=1, max=10, help="Attempts for each call, the first included.")] = 3,
    subject_faults: Annotated[
        str | None, typer.Option(metavar="PLAN", help="For faulty:…, such as seed=1,timeout=0.1,refusal=0.1")
    ] = None,
    judge_faults: Annotated[
        str | None, typer.Option(metavar="PLAN", help="For faulty:…, such as seed=1,unreadable=0.2")
    ] = None,
    stop_on_error: Annotated[
        bool, typer.Option("--stop-on-error", help="End the run at the first case whose subject call fails.")
    ] = False,
    skip_bad_rows: Annotated[
        bool, typer.Option("--skip-bad-rows", help="Use the good rows of a file that has bad ones.")
    ] = False,
    min_mean: Annotated[
        float | None, typer.Option(min=1, max=10, help="Exit with 1 where the mean of a complete run is lower.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="The run's name; without it the benchmark's.")] = None,
    store: StoreOption = None,
    output_format: FormatOption = OutputFormat.TEXT,
) -> int:
    from langeval_core.cli.benchmark_text import print_benchmark
    from langeval_core.cli.provider_options import provider_spec
    from langeval_core.schema.run import RunState
    from langeval_core.schema.spec import BenchmarkSpec

    data, source = read_source(file, max_bytes())
    benchmark = _load(data, source, pairs or [], skip_bad_rows)
    spec = BenchmarkSpec(
        name=(name or "").strip() or benchmark.name or "Benchmark",
        source=source,
        subject=provider_spec("--subject", subject, subject_url, subject_timeout, attempts, subject_faults),
        judge=provider_spec("--judge", judge, judge_url, judge_timeout, attempts, judge_faults),
        budget_tokens=budget,
        parallel_evals=parallel,
        parallel_subjects=parallel_subjects,
        tolerate_subject_errors=not stop_on_error,
    )
    if parallel == 0 or parallel_subjects == 0:
        say("0 calls at once would never start: 1 is used.")
    run, report = _run(spec, benchmark, store)
    try:
        print_benchmark(run, report, output_format)
    finally:
        say_kept(run.summary, store)
    if run.summary.error:
        say(f"langeval: {run.summary.error}")
    return exit_code_of_run(report, failed=run.summary.state is RunState.FAILED, min_mean=min_mean)


def _load(data: bytes | Path, source: str, pairs: list[str], skip_bad_rows: bool) -> BenchmarkSet:
    """The benchmark of a file, with what is worth knowing about it said."""
    from langeval_core.importers.benchmarks import load_benchmark

    loaded = load_benchmark(data, source, mapping=parse_pairs(pairs), max_bytes=max_bytes())
    say(f"{source}: {counted(len(loaded.cases), 'case')}, {loaded.format}.")
    for note in loaded.notes:
        say(note)
    if loaded.complaints and loaded.cases:
        if not skip_bad_rows:
            say(f"With --skip-bad-rows {counted(len(loaded.cases), 'good case')} would be used.")
        for complaint in loaded.complaints[:_COMPLAINTS_SHOWN] if skip_bad_rows else ():
            say(complaint.text)
        if skip_bad_rows:
            complaints, rows = counted(len(loaded.complaints), "complaint"), counted(len(loaded.rejected), "row")
            say(f"{complaints}; left out: {rows}.")
    return loaded.benchmark(allow_rejected=skip_bad_rows)


def _run(spec: BenchmarkSpec, benchmark: BenchmarkSet, store: str | None) -> tuple[Run, EvalReport]:
    """Run and keep; a second Ctrl-C ends at once, and it is said where the rest of the run is."""
    from langeval_core.runner import run_benchmark

    started: list[str] = []
    with open_kept_runs(store) as kept, stop_on_interrupt() as should_stop:
        try:
            with open_progress(len(benchmark.cases), spec.budget_tokens) as progress:
                run = run_benchmark(
                    spec,
                    benchmark,
                    kept,
                    on_start=started.append,
                    on_answer=progress.on_answer,
                    on_outcome=progress.on_outcome,
                    should_stop=should_stop,
                )
        except BaseException:
            if started:
                say(f"What was done is kept: langeval runs show {started[0]}{store_option(store)}")
            raise
    return run, cast("EvalReport", run.report)
