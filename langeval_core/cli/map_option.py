"""The option `--map`: which column of a file is which of our fields."""

from __future__ import annotations

import re
from collections.abc import Sequence

from langeval_core.errors import InputError

_PAIR = re.compile(r"[a-z_]+=.+", re.DOTALL)
_HINT = "Write it as field=column, as in --map response=subject_reply."


def spread_pairs(arguments: Sequence[str]) -> list[str]:
    """The arguments with `--map a=b c=d` written as `--map a=b --map c=d`."""
    spread: list[str] = []
    in_map = False
    for argument in arguments:
        if in_map and spread[-1] != "--map" and _PAIR.fullmatch(argument):
            spread.append("--map")
        elif not (in_map and spread[-1] == "--map"):
            in_map = argument == "--map"
        spread.append(argument)
    return spread


def parse_pairs(pairs: Sequence[str]) -> dict[str, str]:
    """Our field -> the file's column, from `field=column`, also several in one, separated by commas.

    Raises `InputError` for anything else and for a field that is named twice.
    """
    mapping: dict[str, str] = {}
    for pair in (part for text in pairs for part in re.split(r",(?=[a-z_]+=)", text)):
        field, equals, column = (part.strip() for part in pair.partition("="))
        if not equals or not field or not column:
            raise InputError(f"“{pair}” maps nothing.", field="--map", hint=_HINT)
        if field in mapping:
            raise InputError(f"The field “{field}” is mapped twice.", field="--map", hint=_HINT)
        mapping[field] = column
    return mapping
