"""Two texts, character by character: what stays, what goes, what comes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_PAIRS_LIMIT = 4_000_000
"""How many pairs of tokens one comparison may weigh; beyond it the texts are cut into larger tokens."""


class Edit(StrEnum):
    """What becomes of a part of the expected text on the way to the actual one."""

    KEPT = "kept"
    REMOVED = "removed"
    ADDED = "added"


class Part(NamedTuple):
    """A run of characters with one fate."""

    edit: Edit
    text: str


def diff_texts(expected: str, actual: str) -> list[Part]:
    """The parts, in order: kept and removed ones joined give `expected`, kept and added ones give `actual`.

    Words are compared first, then the characters of words that are alike, which reads better than single letters that
    two texts share by chance. Very long texts are compared by lines, so that time stays bounded.
    """
    head = _common_length(expected, actual)
    tail = _common_length(expected[head:][::-1], actual[head:][::-1])
    middle = expected[head : len(expected) - tail], actual[head : len(actual) - tail]
    parts = [Part(Edit.KEPT, expected[:head]), *_diff(*middle), Part(Edit.KEPT, expected[len(expected) - tail :])]
    return _merged(parts)


def _common_length(one: str, other: str) -> int:
    """How many characters both begin with, not counting a word that only begins alike."""
    common = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    if common == len(one) == len(other):
        return common
    while common and one[common - 1].isalnum():
        common -= 1
    return common


def _diff(expected: str, actual: str) -> Iterator[Part]:
    if not expected or not actual:
        yield from _replaced(expected, actual)
        return
    for pattern in (_WORDS, _LINES):
        tokens = pattern.findall(expected), pattern.findall(actual)
        if len(tokens[0]) * len(tokens[1]) <= _PAIRS_LIMIT:
            yield from _diff_tokens(*tokens)
            return
    yield from _replaced(expected, actual)


def _diff_tokens(expected: Sequence[str], actual: Sequence[str]) -> Iterator[Part]:
    matcher = SequenceMatcher(None, expected, actual, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        before, after = "".join(expected[a:b]), "".join(actual[c:d])
        if tag == "equal":
            yield Part(Edit.KEPT, before)
        else:
            yield from _diff_characters(before, after)


def _diff_characters(expected: str, actual: str) -> Iterator[Part]:
    if len(expected) * len(actual) <= _PAIRS_LIMIT:
        matcher = SequenceMatcher(None, expected, actual, autojunk=False)
        if matcher.ratio() >= 0.5:
            for tag, a, b, c, d in matcher.get_opcodes():
                if tag == "equal":
                    yield Part(Edit.KEPT, expected[a:b])
                else:
                    yield from _replaced(expected[a:b], actual[c:d])
            return
    yield from _replaced(expected, actual)


def _replaced(expected: str, actual: str) -> Iterator[Part]:
    yield Part(Edit.REMOVED, expected)
    yield Part(Edit.ADDED, actual)


def _merged(parts: Sequence[Part]) -> list[Part]:
    merged: list[Part] = []
    for part in parts:
        if not part.text:
            continue
        if merged and merged[-1].edit is part.edit:
            merged[-1] = Part(part.edit, merged[-1].text + part.text)
        else:
            merged.append(part)
    return merged


def code_points(text: str) -> str:
    """The characters by code and name, `U+00A0 NO-BREAK SPACE`, for texts that look the same and are not."""
    return ", ".join(f"U+{ord(c):04X} {unicodedata.name(c, 'UNNAMED')}" for c in text)


def looks_alike(parts: Sequence[Part]) -> bool:
    """Whether all that changed is hard to see: invisible characters, or other code for the same letters."""
    changed = {edit: "".join(part.text for part in parts if part.edit is edit) for edit in (Edit.REMOVED, Edit.ADDED)}
    if not any(changed.values()):
        return False
    folded = {_shown(text) for text in changed.values()}
    return len(folded) == 1


def _shown(text: str) -> str:
    letters = unicodedata.normalize("NFKC", text)
    return "".join(c for c in letters if c.isprintable() and not c.isspace())
