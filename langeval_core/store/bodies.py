"""How nouns become bytes in the store and nouns again."""

from __future__ import annotations

import gc
import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter
from pydantic_core import PydanticSerializationError

from langeval_core.evaluators.storable import storable
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.report import CaseResult, StateCaseResult
from langeval_core.schema.run import RunKind
from langeval_core.schema.spec import BenchmarkSpec, StateSpec
from langeval_core.schema.state import StateCase

Noun = TypeVar("Noun", bound=BaseModel)

CASES: dict[RunKind, type[BenchmarkCase] | type[StateCase]] = {
    RunKind.BENCHMARK: BenchmarkCase,
    RunKind.STATE: StateCase,
}
SPECS: dict[RunKind, type[BenchmarkSpec] | type[StateSpec]] = {
    RunKind.BENCHMARK: BenchmarkSpec,
    RunKind.STATE: StateSpec,
}
_FAST = 1
_SMALL = 512
_A_PART = 500
_BENCHMARK_RESULTS = TypeAdapter(list[CaseResult])
_STATE_RESULTS = TypeAdapter(list[StateCaseResult])


def json_of(noun: BaseModel, *, exclude_defaults: bool = False) -> str:
    """JSON. Halves of surrogate pairs, which no file takes (a file's name may bring one), become U+FFFD."""
    try:
        return noun.model_dump_json(exclude_defaults=exclude_defaults)
    except PydanticSerializationError:
        plain = noun.model_dump(mode="json", exclude_defaults=exclude_defaults)
        return storable(json.dumps(plain, ensure_ascii=False))


@contextmanager
def collector_paused() -> Iterator[None]:
    """Where all that is made is kept, looking for garbage in it takes two thirds of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def pack(noun: BaseModel) -> bytes:
    """JSON, compressed where that saves space. NaN and infinities inside a state's values survive."""
    body = json_of(noun).encode()
    return body if len(body) < _SMALL else zlib.compress(body, _FAST)


def unpack(kind: type[Noun], body: bytes) -> Noun:
    """What `pack` packed."""
    return kind.model_validate_json(body if body.startswith(b"{") else zlib.decompress(body))


def result_text(result: CaseResult | StateCaseResult) -> str:
    """JSON without the settings that stand at their defaults."""
    return json_of(result, exclude_defaults=True)


def read_benchmark_results(texts: Sequence[str]) -> list[CaseResult]:
    """Results from the JSON of each."""
    return [result for part in _parts(texts) for result in _BENCHMARK_RESULTS.validate_json(part)]


def read_state_results(texts: Sequence[str]) -> list[StateCaseResult]:
    """Results from the JSON of each."""
    return [result for part in _parts(texts) for result in _STATE_RESULTS.validate_json(part)]


def _parts(texts: Sequence[str]) -> Iterator[str]:
    """JSON lists of some hundred each: one call a list is fast, and one list of all would take memory beside them."""
    for start in range(0, len(texts), _A_PART):
        yield f"[{','.join(texts[start : start + _A_PART])}]"
