"""`langeval states`: compare states."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from langeval_core.cli.exit_codes import ExitCode
from langeval_core.cli.files import max_bytes, open_kept_runs, read_source, say_kept
from langeval_core.cli.options import FormatOption, OutputFormat, StoreOption
from langeval_core.cli.terminal import counted, say
from langeval_core.errors import StoreError

if TYPE_CHECKING:
    from langeval_core.schema.spec import StateSpec
    from langeval_core.schema.state import InterpretiveState, StateCase

app = typer.Typer(rich_markup_mode=None, help="Compare states, field by field.")

_COMPARE_HELP = """\
Compare an actual state with an expected one, field by field.

A state is JSON: candidates by path, one value by path, plain nested JSON, or a graph dump; the kind is detected and
said. “-” is stdin. With --pre each row also says what was done to the field on the way.

\b
Examples
  langeval states compare --expected gold.json --actual got.json
  langeval states compare --pre before.json --expected gold.json --actual got.json \\
      --min-accuracy 0.9 --format json

A mismatch alone is a result, not an error: the exit code is 0 unless --require-match or --min-accuracy is given.
The comparison is kept as a run unless --no-keep is given. Exit codes: see “langeval --help”.
"""


@app.callback()
def _group() -> None:
    """A group, so that `compare` stays a command of its own."""


@app.command("compare", help=_COMPARE_HELP)
def compare(
    expected: Annotated[Path, typer.Option(help="The state that should be.", show_default=False)],
    actual: Annotated[Path, typer.Option(help="The state that came.", show_default=False)],
    pre: Annotated[Path | None, typer.Option(help="The state before.")] = None,
    fields: Annotated[
        Literal["leaves", "all"], typer.Option(help="Count paths with a value, or containers too (as LangState does).")
    ] = "leaves",
    min_accuracy: Annotated[
        float | None, typer.Option(min=0, max=1, help="Exit with 1 where the accuracy is lower.")
    ] = None,
    require_match: Annotated[
        bool, typer.Option("--require-match", help="Exit with 1 unless everything matches and nothing is extra.")
    ] = False,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Keep the comparison as a run.")] = True,
    name: Annotated[str | None, typer.Option(help="The run's name.")] = None,
    store: StoreOption = None,
    output_format: FormatOption = OutputFormat.TEXT,
) -> int:
    from langeval_core.cli.comparison_text import print_comparison
    from langeval_core.evaluators.state_diff import compare_states
    from langeval_core.schema.comparison import FieldSet
    from langeval_core.schema.spec import StateSpec
    from langeval_core.schema.state import StateCase

    before = _load(pre, "pre-state") if pre else None
    wanted, got = _load(expected, "expected state"), _load(actual, "actual state")
    spec = StateSpec(
        name=(name or "").strip() or f"{expected.name} / {actual.name}", source=actual.name, fields=FieldSet(fields)
    )
    comparison = compare_states(wanted, got, before, fields=spec.fields)
    case = StateCase(case_id=actual.stem, pre_state=before, expected=wanted, actual=got)
    run_id = _keep(case, spec, store) if keep else None
    print_comparison(comparison, output_format, run_id=run_id)
    below = min_accuracy is not None and comparison.accuracy_score < min_accuracy
    unmatched = require_match and not comparison.overall_match
    return ExitCode.BELOW_THRESHOLD if below or unmatched else ExitCode.FINE


def _load(path: Path, role: str) -> InterpretiveState:
    from langeval_core.importers.states import load_state

    data, source = read_source(path, max_bytes())
    loaded = load_state(data, source, max_bytes=max_bytes())
    say(f"{role}: {source}, {counted(len(loaded.state.paths()), 'path')}, read as {loaded.format.value}.")
    for note in loaded.notes:
        say(note)
    return loaded.state


def _keep(case: StateCase, spec: StateSpec, store: str | None) -> str | None:
    """Keep the comparison as a run. A store that cannot be used does not spoil the result: it is said."""
    from langeval_core.runner import run_states

    try:
        with open_kept_runs(store) as kept:
            run = run_states(spec, [case], kept)
    except StoreError as error:
        say(f"The comparison is not kept: {error}")
        return None
    say_kept(run.summary, store)
    return run.id
