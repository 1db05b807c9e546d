"""Options that several commands have."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class OutputFormat(StrEnum):
    """How results are written to stdout."""

    TEXT = "text"
    JSON = "json"


StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="ADDRESS",
        help="Where runs are kept: a file or a database address; else LANGEVAL_STORE, else the user's data folder.",
    ),
]
FormatOption = Annotated[OutputFormat, typer.Option("--format", help="How results are written to stdout.")]
