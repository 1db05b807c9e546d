"""Updates of a state: all of them are read, or none is applied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from langeval_core.importers.confidence import confidence_problem
from langeval_core.schema.state import Inference, InterpretiveState, ValueConfidence


@dataclass(frozen=True)
class Update:
    """A new candidate for one path, and why it is believed. `confidence` in [-1, 1]; `value` is any JSON value."""

    path: str
    value: Any
    confidence: float
    inference: str | None = None


def read_updates(entries: Iterable[Any]) -> tuple[Update, ...]:
    """Read objects of path, value, confidence and (optional) inference; other keys are not used.

    Raises `ValueError` that names the entry and what is wrong with it, if only one is bad.
    """
    updates = []
    for number, entry in enumerate(entries, start=1):
        problem = _problem_with(entry)
        if problem:
            raise ValueError(f"Entry {number} {problem}.")
        updates.append(Update(entry["path"], entry["value"], float(entry["confidence"]), entry.get("inference")))
    return tuple(updates)


def apply_updates(
    state: InterpretiveState, updates: Iterable[Update], *, mutator_id: str | None, message_id: str | None
) -> InterpretiveState:
    """A copy of the state with the candidates appended (older ones stay) and the inferences replaced."""
    updated = state.copy()
    for update in updates:
        updated.add_value(update.path, ValueConfidence(value=update.value, confidence=update.confidence))
        if update.inference:
            note = Inference(content=update.inference, mutator_id=mutator_id, message_id=message_id)
            updated.add_inference(update.path, note)
    return updated


def _problem_with(entry: Any) -> str | None:
    if not isinstance(entry, Mapping):
        return "is not an object with path, value, confidence and inference"
    lacking = next((key for key in ("path", "value", "confidence") if key not in entry), None)
    if lacking:
        return f"has no “{lacking}”"
    path, inference = entry["path"], entry.get("inference")
    if not isinstance(path, str) or not path.strip():
        return "has a “path” that is not a text, or blank"
    unfit = confidence_problem(entry["confidence"])
    if unfit:
        return f"(path “{path}”) has a “confidence” that {unfit}"
    if inference is not None and not isinstance(inference, str):
        return f"(path “{path}”) has an “inference” that is neither a text nor null"
    return None
