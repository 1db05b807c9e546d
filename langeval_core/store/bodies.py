"""How nouns become bytes in the store and nouns again."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter

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
_BENCHMARK_RESULTS = TypeAdapter(list[CaseResult])
_STATE_RESULTS = TypeAdapter(list[StateCaseResult])


def pack(noun: BaseModel) -> bytes:
    """JSON, compressed. NaN and infinities inside a state's values survive."""
    return zlib.compress(noun.model_dump_json().encode(), _FAST)


def unpack(kind: type[Noun], body: bytes) -> Noun:
    """What `pack` packed."""
    return kind.model_validate_json(zlib.decompress(body))


def result_text(result: CaseResult | StateCaseResult) -> str:
    """JSON without the settings that stand at their defaults."""
    return result.model_dump_json(exclude_defaults=True)


def read_benchmark_results(texts: Iterable[str]) -> list[CaseResult]:
    """Results from the JSON of each."""
    return _BENCHMARK_RESULTS.validate_json(_json_list(texts))


def read_state_results(texts: Iterable[str]) -> list[StateCaseResult]:
    """Results from the JSON of each."""
    return _STATE_RESULTS.validate_json(_json_list(texts))


def _json_list(texts: Iterable[str]) -> str:
    return f"[{','.join(texts)}]"
