"""How long one comparison of two states of ten fields takes, beside stickler-eval and DeepDiff.

`python -m tests.benchmarks.state_pairs` times them in turn, in one process, and prints medians and ratios. Each field
has one to three candidates; one field is mismatched, one missing, one extra. DeepDiff compares the same states as plain
JSON; stickler-eval knows no candidates and compares best values with their confidences. The last rows are smaller
tasks, for information. stickler-eval is no dependency of the tests (`pip install stickler-eval`); a peer that is not
installed is left out.
"""

from __future__ import annotations

import importlib
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from langeval_core.evaluators.state_diff import compare_states
from langeval_core.schema.state import InterpretiveState, ValueConfidence

EXPECTED: dict[str, Any] = {
    "guest_name": "Ada Lovelace",
    "guest_email": "ada@example.org",
    "guest_count": 2,
    "room_type": "double",
    "room_price": 129.5,
    "arrival": "2026-12-01",
    "departure": "2026-12-04",
    "breakfast": True,
    "city": "Oslo",
    "remark": "a quiet room, please",
}
ACTUAL: dict[str, Any] = {**EXPECTED, "room_type": "twin", "airport": "OSL"}
del ACTUAL["city"]
ROUNDS, CALLS = 11, 50


def main() -> None:
    """Print the table."""
    contenders: dict[str, Callable[[], object]] = {"compare_states": _ours()}
    for name, make in _PEERS.items():
        try:
            contenders[name] = make()
        except ImportError as error:
            sys.stdout.write(f"{name} is left out: {error}\n")
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, call in contenders.items():
            start = time.process_time()
            for _ in range(CALLS):
                call()
            times[name].append((time.process_time() - start) / CALLS)
    ours = statistics.median(times["compare_states"])
    for name, seconds in times.items():
        middle = statistics.median(seconds)
        sys.stdout.write(f"{name:28} {middle * 1e6:8.1f} µs   {middle / ours:6.1f} x\n")


def _ours() -> Callable[[], object]:
    expected, actual = _state(EXPECTED), _state(ACTUAL)
    return lambda: compare_states(expected, actual)


def _state(values: dict[str, Any]) -> InterpretiveState:
    """A state whose best values are these; the second field has one candidate more, the third two, and so on."""
    state = InterpretiveState()
    for number, (path, value) in enumerate(values.items()):
        for other in range(number % 3):
            state.add_value(path, ValueConfidence(value=f"candidate {other}", confidence=0.1))
        state.add_value(path, ValueConfidence(value=value, confidence=0.9))
    return state


def _stickler() -> Callable[[], object]:
    held = _stickler_model("Held", {"value": Any, "confidence": float})
    model = _stickler_model("Booking", dict.fromkeys(EXPECTED | ACTUAL, held))
    expected, actual = model(**_held(EXPECTED)), model(**_held(ACTUAL))
    return lambda: expected.compare_with(actual)


def _stickler_values() -> Callable[[], object]:
    model = _stickler_model("Values", {name: type(value) for name, value in (EXPECTED | ACTUAL).items()})
    expected, actual = model(**EXPECTED), model(**ACTUAL)
    return lambda: expected.compare_with(actual)


def _stickler_model(name: str, types: dict[str, Any]) -> Any:
    """A model of optional fields that are compared exactly."""
    stickler = importlib.import_module("stickler")
    fields = {}
    for field, of in types.items():
        is_model = isinstance(of, type) and issubclass(of, stickler.StructuredModel)
        comparator = {} if is_model else {"comparator": stickler.ExactComparator()}
        fields[field] = stickler.ComparableField(default=None, **comparator)
    annotations = {field: of | None for field, of in types.items()}
    return type(name, (stickler.StructuredModel,), {"__annotations__": annotations, "__module__": __name__, **fields})


def _deepdiff() -> Callable[[], object]:
    deepdiff = importlib.import_module("deepdiff")
    expected, actual = _state(EXPECTED).model_dump(), _state(ACTUAL).model_dump()
    return lambda: deepdiff.DeepDiff(expected, actual)


def _deepdiff_best() -> Callable[[], object]:
    deepdiff = importlib.import_module("deepdiff")
    expected, actual = _held(EXPECTED), _held(ACTUAL)
    return lambda: deepdiff.DeepDiff(expected, actual)


def _deepdiff_values() -> Callable[[], object]:
    deepdiff = importlib.import_module("deepdiff")
    return lambda: deepdiff.DeepDiff(EXPECTED, ACTUAL)


def _held(values: dict[str, Any]) -> dict[str, Any]:
    return {path: {"value": value, "confidence": 0.9} for path, value in values.items()}


_PEERS: dict[str, Callable[[], Callable[[], object]]] = {
    "stickler-eval": _stickler,
    "DeepDiff": _deepdiff,
    "DeepDiff, best values": _deepdiff_best,
    "stickler-eval, values alone": _stickler_values,
    "DeepDiff, values alone": _deepdiff_values,
}

if __name__ == "__main__":
    main()
