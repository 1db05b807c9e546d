"""`langeval dashboard`: start the dashboard as `python -m dashboard` would."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def dashboard(
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port; without it the first free one from 8501 on.")
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on; the default is this machine only.")] = "127.0.0.1",
    store: Annotated[
        str | None, typer.Option(help="Where runs are kept: a file or a database address.", metavar="ADDRESS")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A further host name to answer to, as behind a proxy; repeatable."),
    ] = None,
) -> None:
    """Open the dashboard in the browser, until Ctrl-C."""
    import runpy

    options = {"--port": port, "--host": host, "--store": store}
    given = [part for name, value in options.items() if value is not None for part in (name, str(value))]
    given += [part for name in allow_host or () for part in ("--allow-host", name)]
    sys.argv = ["langeval dashboard", *given, *(["--no-browser"] if no_browser else [])]
    runpy.run_module("dashboard", run_name="__main__", alter_sys=True)
