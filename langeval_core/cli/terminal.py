"""Text on the terminal: results to stdout, all else to stderr, and nothing in it can give the terminal orders."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from langeval_core.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

# Control characters, and the invisible ones that reorder or hide text.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_PIPE_WIDTH = 160


class OutputClosedError(Exception):
    """Whoever read our results went away."""


@contextmanager
def _watched_output() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise OutputClosedError from None
    except OSError as error:
        raise InputError(f"The results cannot be written: {error.strerror}.") from None


def visible(text: str, *, keep_lines: bool = False) -> str:
    """The text with control, invisible and direction-changing characters shown as signs.

    `keep_lines` leaves line breaks and tabs as they are.
    """

    def sign(match: re.Match[str]) -> str:
        character = match.group()
        if character in "\n\t" and keep_lines:
            return character
        if character == "\n":
            return "↵"
        code = ord(character)
        return chr(0x2400 + code) if code < 0x20 else f"\\u{code:04x}"

    return _UNSAFE.sub(sign, text.replace("\r\n", "\n") if keep_lines else text)


def counted(number: int, noun: str) -> str:
    """`1 case`, `2 cases`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def say(text: str) -> None:
    """One line for the user beside the results (stderr)."""
    print(visible(text, keep_lines=True), file=sys.stderr, flush=True)


def print_text(text: str) -> None:
    """A line of the results (stdout)."""
    with _watched_output():
        print(visible(text, keep_lines=True))


def print_json(document: Any) -> None:
    """The results as JSON (stdout). Only ASCII is written, so that no text can reach the terminal unescaped."""
    with _watched_output():
        print(json.dumps(document, indent=2))


def print_table(table: RenderableType) -> None:
    """A table of the results (stdout), with an empty line before it."""
    console = open_console()
    with _watched_output():
        console.print()
        console.print(table)


def print_bytes(data: bytes) -> None:
    """Bytes of the results (stdout), as they are."""
    with _watched_output():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def flush_output() -> None:
    """Write what of the results is still on its way. Raises `OutputClosedError`, `InputError`, as printing does."""
    with _watched_output():
        sys.stdout.flush()


def open_console(*, stderr: bool = False) -> Console:
    """A console that takes text as it is: no markup, no emoji codes. Into a pipe it writes 160 columns."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else max(_PIPE_WIDTH, shutil.get_terminal_size().columns)
    return Console(file=stream, markup=False, emoji=False, highlight=False, width=width)


def make_table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, numbers: Sequence[str] = ()) -> Table:
    """A table of plain cells, made visible; the columns in `numbers` are set flush right."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        table.add_column(Text(visible(column)), justify="right" if column in numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(visible("" if cell is None else str(cell))) for cell in row))
    return table


def is_terminal() -> bool:
    """Whether a person is likely to sit in front of stderr."""
    return sys.stderr.isatty()
