"""The four forms a state may be written in, and how they are told apart."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from langeval_core.errors import InputError


class StateFormat(StrEnum):
    """How a state is written down.

    flat: `{"path": {"values": [{"value":…, "confidence":…}], "inference":…}}`; short: `{"path": {"value":…,
    "confidence":…}}`; nested: plain JSON whose leaves are the fields; graph: `{"nodes": [{"path", "value"}…],
    "hyperedges": […]}`.
    """

    FLAT = "flat"
    SHORT = "short"
    NESTED = "nested"
    GRAPH = "graph"

    @property
    def sentence(self) -> str:
        """The form in words."""
        return _SENTENCES[self]


_SENTENCES = {
    StateFormat.FLAT: "flat: each path with its list of candidate values",
    StateFormat.SHORT: "short: each path with one value and its confidence",
    StateFormat.NESTED: "plain nested JSON: each leaf is a field held with confidence 1.0",
    StateFormat.GRAPH: "graph dump: a list of nodes with path and value",
}


class Origin(NamedTuple):
    """Where a state comes from, for messages."""

    file: str | None
    line: int | None = None

    def error(self, problem: str, path: str | None = None, hint: str | None = None) -> InputError:
        """A fault at this place."""
        return InputError(problem, file=self.file, line=self.line, field=path, hint=hint)


def detect_form(document: dict[str, Any], origin: Origin) -> StateFormat:
    """The form a parsed state is in. An empty object is an empty flat state.

    Raises `InputError`, naming the path, where two forms are mixed.
    """
    if _looks_like_graph(document):
        return StateFormat.GRAPH
    if not document:
        return StateFormat.FLAT
    forms = {key: form_of_entry(entry) for key, entry in document.items()}
    first, form = next(iter(forms.items()))
    for path, other in forms.items():
        if other is not form:
            raise mixture(first, form, path, other, origin)
    if form is StateFormat.NESTED:
        for path, other in _marked_entries(document):
            raise mixture(first, form, path, other, origin)
    return form


def form_of_entry(entry: Any) -> StateFormat:
    """What one entry of a state looks like: flat, short, or (anything else) nested."""
    if not isinstance(entry, dict):
        return StateFormat.NESTED
    keys = entry.keys()
    if keys <= {"values", "inference"} and isinstance(entry.get("values"), list):
        values = entry["values"]
        if "inference" in keys or not values or any(isinstance(item, dict) and "value" in item for item in values):
            return StateFormat.FLAT
    if {"value", "confidence"} <= keys <= {"value", "confidence", "inference"}:
        return StateFormat.SHORT
    return StateFormat.NESTED


def _looks_like_graph(document: dict[str, Any]) -> bool:
    nodes = document.get("nodes")
    if not isinstance(nodes, list):
        return False
    if isinstance(document.get("hyperedges"), list):
        return True
    return len(document) == 1 and bool(nodes) and all(isinstance(node, dict) and "path" in node for node in nodes)


def _marked_entries(document: dict[str, Any]) -> Iterator[tuple[str, StateFormat]]:
    """Entries of another form inside plain JSON, with their paths."""
    todo: list[tuple[str, Any]] = [("", document)]
    while todo:
        path, value = todo.pop()
        form = form_of_entry(value)
        if form is not StateFormat.NESTED:
            yield path, form
        children: list[tuple[str, Any]] = []
        if isinstance(value, dict):
            children = list(value.items())
        elif isinstance(value, list):
            children = [(str(index), item) for index, item in enumerate(value)]
        todo.extend((f"{path}.{key}" if path else key, child) for key, child in reversed(children))


def mixture(first: str, form: StateFormat, path: str, other: StateFormat, origin: Origin) -> InputError:
    """The error of two entries in different forms."""
    return origin.error(
        f"The state mixes two forms: “{first}” is {_MARKS[form]}, but “{path}” is {_MARKS[other]}.",
        path,
        "Write all fields in one form, or say which form it is.",
    )


_MARKS = {
    StateFormat.FLAT: "a field with a list of “values”",
    StateFormat.SHORT: "a field with “value” and “confidence”",
    StateFormat.NESTED: "plain JSON",
}
