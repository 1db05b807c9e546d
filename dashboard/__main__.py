"""`python -m dashboard`: serve the dashboard."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from langeval_core.errors import LangEvalError


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until stopped. Gives 0 after Ctrl-C, 2 where the address or the store cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m dashboard", description="Serve the LangEval dashboard.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; %(default)s is this machine only")
    parser.add_argument("--port", type=int, help="port to listen on; without it the first free one from 8501 on")
    parser.add_argument("--store", help="where runs are kept: a file or a database address")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help="a further host name to answer to; repeatable"
    )
    given = parser.parse_args(arguments)

    from dashboard.launch import Launch, launch

    options = Launch(
        host=given.host,
        port=given.port,
        store=given.store,
        open_browser=not given.no_browser,
        allowed_hosts=tuple(given.allow_host),
    )
    try:
        launch(options)
    except LangEvalError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
