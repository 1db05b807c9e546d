"""JSON objects and lists inside any text, found in one pass that neither raises nor recurses."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import NamedTuple

from langeval_core.evaluators.storable import storable

DEEPEST = 100
"""Containers nested deeper than this are not read."""

_TOKEN = re.compile(
    r"""[ \t\r\n]*+(?:
        (?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*+")
      | (?P<scalar>[-+.0-9A-Za-z][-+.0-9A-Za-z_]*+(?:[ ]?/[ ]?[0-9.]++)?+)
      | (?P<mark>[{}\[\],:]))""",
    re.DOTALL | re.VERBOSE,
)
_BLANK = re.compile(r"[ \t\r\n]*+")
_WORDS = frozenset({"true", "false", "null", "NaN", "Infinity"})
_DECODER = json.JSONDecoder(strict=False)
_CONTROL = re.compile(r"[\x00-\x1f]")


class End(StrEnum):
    """How a container ended."""

    CLOSED = "closed"
    CUT = "cut"
    BROKEN = "broken"
    DEEP = "deep"


class Member(NamedTuple):
    """A key of an object with the source text of its value."""

    key: str
    value: str


class Container(NamedTuple):
    """An object or a list at `text[start:stop]`; `stop` is where a broken one stops making sense.

    `members` are the object's own, with whole values; `cut_member` is the one whose value the text's end may have cut.
    `resume` is where a search for the next container goes on, so that no text is walked twice.
    """

    opener: str
    start: int
    stop: int
    end: End
    resume: int
    members: tuple[Member, ...] = ()
    cut_member: Member | None = None
    holds_objects: bool = False
    repairs: tuple[str, ...] = ()


def read_container(text: str, start: int) -> Container:
    """Read the object or list that opens at `text[start]`. Time is linear in what is read."""
    walk = _Walk(text, start)
    return walk.container(walk.run())


def read_text(source: str) -> str:
    """A JSON string as text, forgiving raw control characters and a missing end; other values as they are written."""
    if not source.startswith('"'):
        return storable(source)
    if len(source) > 1 and source.endswith('"') and "\\" not in source:
        return storable(source[1:-1])
    for candidate in (source, f'{source}"', re.sub(r"\\[^\\]{0,5}$", "", source) + '"'):
        try:
            value = _DECODER.decode(candidate)
        except ValueError:
            continue
        return storable(str(value))
    return storable(source.strip('"'))


class _Walk:
    """A walk over one container, token by token, with the open containers on a stack of its own."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.at = start
        self.stack: list[str] = []
        self.want = "value"
        self.tokens = 0
        self.key = ""
        self.value_start = start
        self.members: list[Member] = []
        self.in_member = False
        self.holds_objects = False
        self.repairs: dict[str, None] = {}

    def run(self) -> End:
        """Walk to the container's end, or to where the text stops being JSON."""
        while True:
            token = _TOKEN.match(self.text, self.at)
            if token is None:
                self.at = self._skip_blank(self.at)
                open_string = self.text[self.at : self.at + 1] == '"' and self.want not in {"colon", "next"}
                return End.CUT if open_string or self.at == len(self.text) else End.BROKEN
            kind = token.lastgroup or ""
            begin, stop = token.span(kind)
            if not self._accept(kind, token[kind], stop):
                unfinished = stop == len(self.text) and self.want in {"value", "item"} and _begins_word(token[kind])
                self.at = len(self.text) if unfinished else begin
                return End.CUT if unfinished else End.BROKEN
            self.at = stop
            self.tokens += 1
            if not self.stack:
                return End.CLOSED
            if len(self.stack) > DEEPEST:
                return End.DEEP

    def container(self, end: End) -> Container:
        """What was walked, as a value."""
        cut = end is End.CUT
        return Container(
            opener=self.text[self.start],
            start=self.start,
            stop=self.at,
            end=end,
            resume=self._resume(end),
            members=tuple(self.members[:-1] if cut and self._last_may_be_cut() else self.members),
            cut_member=self._cut_member() if cut else None,
            holds_objects=self.holds_objects,
            repairs=tuple(self.repairs),
        )

    def _accept(self, kind: str, piece: str, stop: int) -> bool:
        """Take one token if it may stand here."""
        want = self.want
        if want in {"key", "first key"} and kind == "string":
            if len(self.stack) == 1 and self.stack[0] == "{":
                self.key, self.in_member = read_text(piece), True
            self._note_control(piece)
            self.want = "colon"
        elif want == "colon" and piece == ":":
            self.want = "value"
            if len(self.stack) == 1:
                self.value_start = self._skip_blank(stop)
        elif want in {"value", "item"} and kind == "mark" and piece in "{[":
            self.holds_objects |= self.stack == ["["] and piece == "{"
            self.stack.append(piece)
            self.want = "first key" if piece == "{" else "item"
        elif want in {"value", "item"} and (kind == "string" or (kind == "scalar" and _is_scalar(piece))):
            self._note_control(piece)
            self._end_value(stop)
        elif kind == "mark" and piece in "}]" and self._may_close(piece):
            self.stack.pop()
            self._end_value(stop)
        elif want == "next" and piece == ",":
            self.want = "key" if self.stack[-1] == "{" else "value"
        else:
            return False
        return True

    def _may_close(self, piece: str) -> bool:
        opener = self.stack[-1] if self.stack else ""
        if (opener, piece) not in {("{", "}"), ("[", "]")}:
            return False
        if self.want == "key" or (self.want == "value" and opener == "["):
            self.repairs["a comma before the closing bracket was ignored"] = None
            return True
        return self.want in {"next", "first key", "item"}

    def _end_value(self, stop: int) -> None:
        self.want = "next"
        if len(self.stack) == 1 and self.in_member:
            self.members.append(Member(self.key, self.text[self.value_start : stop]))
            self.in_member = False

    def _note_control(self, token: str) -> None:
        if token[0] == '"' and not token.isprintable() and _CONTROL.search(token):
            self.repairs["raw line breaks or tabs inside a JSON string were accepted"] = None

    def _last_may_be_cut(self) -> bool:
        """Whether the text ends right after a number, which may have had more digits."""
        after_value = bool(self.members) and len(self.stack) == 1 and self.want == "next"
        return after_value and not self.text[-1:].isspace() and self.members[-1].value[0] not in '"[{'

    def _cut_member(self) -> Member | None:
        if self._last_may_be_cut():
            return self.members[-1]
        if self.in_member:
            return Member(self.key, self.text[self.value_start :] if self.want != "colon" else "")
        return None

    def _resume(self, end: End) -> int:
        if end is End.CLOSED:
            return self.at
        if end is End.BROKEN:
            # A first string that swallowed prose up to the next quote says nothing about what it swallowed.
            return self.start + 1 if self.tokens <= 2 else max(self.at, self.start + 1)
        if end is End.CUT and self.text[self.at : self.at + 1] == '"':
            return self.at + 1
        return len(self.text)

    def _skip_blank(self, at: int) -> int:
        blank = _BLANK.match(self.text, at)
        return blank.end() if blank else at


def _is_scalar(token: str) -> bool:
    return token in _WORDS or not token[0].isalpha()


def _begins_word(token: str) -> bool:
    return any(word.startswith(token) for word in _WORDS)
