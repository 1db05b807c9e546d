"""The four forms of a state, read into one.

One rule for numbers in paths: a numeric segment is a segment like any other. A list of objects and an object with
the keys `"0"`, `"1"` … thus give the same paths (`steps.0.name`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from langeval_core.importers.confidence import confidence_problem
from langeval_core.importers.state_forms import Origin, StateFormat, form_of_entry, mixture
from langeval_core.schema.state import Inference, InterpretiveFieldState, InterpretiveState, ValueConfidence


def read_form(document: dict[str, Any], form: StateFormat, origin: Origin) -> InterpretiveState:
    """Read a parsed state that is in a known form. Raises `InputError` naming the path."""
    state = InterpretiveState()
    for path, field in _READERS[form](document, origin):
        state.root[path] = field
    return state


_Fields = Iterator[tuple[str, InterpretiveFieldState]]


def _read_flat(document: dict[str, Any], origin: Origin) -> _Fields:
    for path, entry in document.items():
        yield path, _flat_field(path, entry, origin)


def _flat_field(path: str, entry: Any, origin: Origin) -> InterpretiveFieldState:
    values = entry.get("values") if isinstance(entry, dict) else None
    if not isinstance(values, list):
        raise origin.error("This field has no list of “values”.", path, _ALTERNATIVES)
    _refuse_other_keys(entry, {"values", "inference"}, path, origin)
    candidates = []
    for number, item in enumerate(values, start=1):
        if not isinstance(item, dict) or "value" not in item:
            raise origin.error(f"Candidate {number} is not an object with a “value”.", path)
        _refuse_other_keys(item, {"value", "confidence"}, path, origin)
        candidates.append(_candidate(item, path, origin))
    return InterpretiveFieldState(values=candidates, inference=_inference(entry, path, origin))


def _read_short(document: dict[str, Any], origin: Origin) -> _Fields:
    for path, entry in document.items():
        yield path, _short_field(path, entry, origin)


def _short_field(path: str, entry: Any, origin: Origin) -> InterpretiveFieldState:
    if not isinstance(entry, dict) or "value" not in entry:
        raise origin.error("This field is not an object with a “value”.", path, _ALTERNATIVES)
    _refuse_other_keys(entry, {"value", "confidence", "inference"}, path, origin)
    return InterpretiveFieldState(values=[_candidate(entry, path, origin)], inference=_inference(entry, path, origin))


def _read_nested(document: dict[str, Any], origin: Origin) -> _Fields:
    trails: dict[str, tuple[str, ...]] = {}
    for trail, value in _leaves(document):
        path = ".".join(trail)
        if path in trails:
            ways = " and as ".join(" → ".join(f"“{key}”" for key in way) for way in (trails[path], trail))
            raise origin.error(f"The path is reached in two ways: as {ways}.", path, "Keep one of the two.")
        trails[path] = trail
        yield path, _certain(value)


def _leaves(document: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Fields of plain JSON with the keys that lead to them, in file order."""
    todo: list[tuple[tuple[str, ...], Any]] = [((), document)]
    while todo:
        trail, value = todo.pop()
        if isinstance(value, dict) and (value or not trail):
            children = list(value.items())
        elif isinstance(value, list) and _has_object(value):
            children = [(str(index), item) for index, item in enumerate(value)]
        else:
            yield trail, value
            continue
        todo.extend(((*trail, key), child) for key, child in reversed(children))


def _has_object(items: list[Any]) -> bool:
    """Whether a list, or a list within it, holds an object; only then is it more than one value."""
    todo = [items]
    while todo:
        for item in todo.pop():
            if isinstance(item, dict):
                return True
            if isinstance(item, list):
                todo.append(item)
    return False


def _read_graph(document: dict[str, Any], origin: Origin) -> _Fields:
    nodes = document.get("nodes")
    if not isinstance(nodes, list):
        raise origin.error("A graph dump has a list of “nodes”.", "nodes")
    seen: set[str] = set()
    forms: dict[StateFormat, str] = {}
    for number, node in enumerate(nodes):
        path = node.get("path") if isinstance(node, dict) else None
        if not isinstance(path, str):
            raise origin.error("This node is not an object with a “path”.", f"nodes.{number}")
        if path in seen:
            raise origin.error("Two nodes have this path.", path, "Keep one of the two.")
        seen.add(path)
        value = node.get("value")
        if value is None:
            yield path, InterpretiveFieldState()
            continue
        form = form_of_entry(value)
        forms.setdefault(form, path)
        if len(forms) > 1:
            (first, one), (other, another) = [(at, kind) for kind, at in forms.items()]
            raise mixture(first, one, other, another, origin)
        yield path, _node_field(path, node, form, origin)


def _node_field(path: str, node: dict[str, Any], form: StateFormat, origin: Origin) -> InterpretiveFieldState:
    if form is StateFormat.FLAT:
        return _flat_field(path, node["value"], origin)
    if form is StateFormat.SHORT:
        return _short_field(path, node["value"], origin)
    if "confidence" in node:
        return InterpretiveFieldState(values=[_candidate(node, path, origin)])
    return _certain(node["value"])


def _certain(value: Any) -> InterpretiveFieldState:
    return InterpretiveFieldState(values=[ValueConfidence(value=value, confidence=1.0)])


def _candidate(item: dict[str, Any], path: str, origin: Origin) -> ValueConfidence:
    confidence = item.get("confidence", 0.0)
    problem = confidence_problem(confidence)
    if problem:
        raise origin.error(f"The confidence {problem}.", path, "Write a number from -1 to 1.")
    return ValueConfidence(value=item["value"], confidence=confidence)


def _inference(entry: dict[str, Any], path: str, origin: Origin) -> Inference | None:
    """An inference is written as an object with `content`, or as its text alone."""
    given = entry.get("inference")
    if given is None:
        return None
    if isinstance(given, str):
        return Inference(content=given)
    if not isinstance(given, dict) or not isinstance(given.get("content"), str):
        raise origin.error("The inference is neither a text nor an object with a “content”.", path)
    _refuse_other_keys(given, {"content", "mutator_id", "message_id"}, path, origin)
    ids = {key: given.get(key) for key in ("mutator_id", "message_id")}
    for key, value in ids.items():
        if value is not None and not isinstance(value, str):
            raise origin.error(f"The inference's “{key}” is not a text.", path)
    return Inference(content=given["content"], **ids)


def _refuse_other_keys(entry: dict[str, Any], known: set[str], path: str, origin: Origin) -> None:
    other = next((key for key in entry if key not in known), None)
    if other is not None:
        raise origin.error(f"“{other}” is not known here.", path, f"Known: {', '.join(sorted(known))}.")


_ALTERNATIVES = "Check the form of the file, or let it be detected."
_READERS = {
    StateFormat.FLAT: _read_flat,
    StateFormat.SHORT: _read_short,
    StateFormat.NESTED: _read_nested,
    StateFormat.GRAPH: _read_graph,
}
