"""The command `langeval`: its commands, and the one place where errors become exit codes."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated

import typer

from langeval_core.cli import bench, dashboard, runs, states
from langeval_core.cli.exit_codes import MEANINGS, ExitCode
from langeval_core.cli.map_option import spread_pairs
from langeval_core.cli.terminal import OutputClosedError, flush_output, print_text, say
from langeval_core.errors import LangEvalError, ProviderError, SubjectError

_EXIT_CODES = "\n".join(f"  {code.value:<3} {meaning}" for code, meaning in MEANINGS.items())
_HELP = f"""\
Evaluate states and benchmarks of language models, in the browser and here.

Without a command the dashboard opens: `langeval` is `langeval dashboard`.

\b
Examples
  langeval
  langeval states compare --expected gold.json --actual got.json
  langeval bench run cases.toml --subject openai:gpt-5-mini \\
      --judge anthropic:claude-sonnet-4-5 --budget 50000
  langeval bench run recorded.jsonl --subject recorded --judge recorded \\
      --budget 1000000 --map response=subject_reply
  langeval runs list

\b
Exit codes
{_EXIT_CODES}

\b
Environment
  LANGEVAL_STORE          where runs are kept: a file or a database address
  LANGEVAL_MAX_UPLOAD_MB  largest file that is read, in MiB (10)
  OPENAI_API_KEY, ANTHROPIC_API_KEY, GOOGLE_API_KEY …
                          keys, by vendor; they are never kept or shown
  NO_COLOR                no colours

Results go to stdout, progress and all else to stderr.
"""
app = typer.Typer(
    name="langeval",
    help=_HELP,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("dashboard")(dashboard.dashboard)
app.add_typer(states.app, name="states")
app.add_typer(bench.app, name="bench")
app.add_typer(runs.app, name="runs")


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print_text(f"langeval {version('langeval-dashboard')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _no_command(
    context: typer.Context,
    _: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        dashboard.dashboard()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with an `ExitCode`."""
    logging.getLogger("langeval_core").addHandler(logging.NullHandler())  # errors are said once, below
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open to the end
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = run(sys.argv[1:] if arguments is None else arguments)
    except OutputClosedError:
        code = ExitCode.FINE
    try:
        sys.stdout.flush()
    except OSError:  # said already, or no error; Python must not complain about it once more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command and give its exit code; errors that are meant for the user become one line on stderr."""
    try:
        result = app(spread_pairs(arguments), prog_name="langeval", standalone_mode=False)
        flush_output()
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "langeval"
        say(f"langeval: {error.format_message().rstrip('.')}. See “{command} --help”.")
        return error.exit_code
    except (SubjectError, ProviderError) as error:
        say(f"langeval: {error}")
        return ExitCode.PROVIDER_FAILURE
    except LangEvalError as error:
        say(f"langeval: {error}")
        return ExitCode.BAD_INPUT
    except (typer.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except OutputClosedError:
        raise
    except Exception:  # noqa: BLE001 - a fault of ours must not end with a code that means something else
        traceback.print_exc()
        return ExitCode.INTERNAL_ERROR
    return result if isinstance(result, int) else ExitCode.FINE
