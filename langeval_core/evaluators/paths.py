"""Order and ancestry of dotted paths."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_DIGITS = re.compile(r"[0-9]+")


@lru_cache(maxsize=65_536)  # the cases of a batch share their paths
def natural_path_key(path: str) -> tuple[str, str]:
    """Sort key: segment by segment, with runs of digits by their number, so `guests.2` comes before `guests.10`."""
    key = path.replace(".", "\0")
    if _DIGITS.search(key):
        key = _DIGITS.sub(_by_number, key)
    return key, path


def containers_of(paths: Iterable[str]) -> set[str]:
    """All proper ancestors: `a.b.c` has `a` and `a.b`."""
    containers: set[str] = set()
    for path in paths:
        end = path.rfind(".")
        while end > 0 and path[:end] not in containers:
            containers.add(path[:end])
            end = path.rfind(".", 0, end)
    return containers


def _by_number(digits: re.Match[str]) -> str:
    # More digits, greater number: the length goes first, as one character, without turning hostile runs into integers.
    number = digits.group().lstrip("0")
    return f"0{chr(min(len(number), 0xD000))}{number}"
