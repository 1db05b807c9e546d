"""States: dotted paths with candidate values, each held with a confidence."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, RootModel

_CONFIDENCE = attrgetter("confidence")


class ValueConfidence(BaseModel):
    """A candidate value; `confidence` lies in [-1, 1] and is finite. `None` is a real value."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="constants")

    value: Any
    confidence: float = Field(default=0.0, ge=-1.0, le=1.0, allow_inf_nan=False)


class Inference(BaseModel):
    """Why a value is believed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    content: str
    mutator_id: str | None = None
    message_id: str | None = None


class InterpretiveFieldState(BaseModel):
    """What is known about one path: candidates in the order they were added."""

    model_config = ConfigDict(extra="forbid")

    inference: Inference | None = None
    values: list[ValueConfidence] = Field(default_factory=list)

    def best(self) -> ValueConfidence | None:
        """The candidate with the greatest confidence, the first added on a tie; `None` without candidates."""
        if len(self.values) < 2:
            return self.values[0] if self.values else None
        return max(self.values, key=_CONFIDENCE)


class InterpretiveState(RootModel[dict[str, InterpretiveFieldState]]):
    """A state: path -> field state. Paths are case-sensitive dotted strings and are never normalised."""

    # Without this a NaN would come back as null, which is another value.
    model_config = ConfigDict(ser_json_inf_nan="constants")

    root: dict[str, InterpretiveFieldState] = Field(default_factory=dict)

    def add_value(self, path: str, value: ValueConfidence) -> None:
        """Append a candidate to a path, making the path if it is new."""
        self.root.setdefault(path, InterpretiveFieldState()).values.append(value)

    def add_inference(self, path: str, inference: Inference) -> None:
        """Set why the path's values are believed, replacing what stood there."""
        self.root.setdefault(path, InterpretiveFieldState()).inference = inference

    def get_best_value(self, path: str) -> ValueConfidence | None:
        """Best candidate of a path; `None` where the path is absent or holds no candidate."""
        field = self.root.get(path)
        return field.best() if field else None

    def get_field(self, path: str) -> InterpretiveFieldState | None:
        """All that is known of a path, or `None`."""
        return self.root.get(path)

    def remove_field(self, path: str) -> None:
        """Forget a path. Raises `KeyError` where it is absent."""
        del self.root[path]

    def paths(self) -> list[str]:
        """All paths, in the order they came."""
        return list(self.root)

    # RootModel inherits pydantic's deprecated `copy(include=…)`; the contract's `copy` is deep and takes nothing.
    def copy(self) -> InterpretiveState:  # type: ignore[override]
        """A deep copy: changing it never changes this state."""
        return self.model_copy(deep=True)

    def to_json(self) -> str:
        """The state as JSON text in form (a): `{"path": {"inference": …, "values": […]}}`."""
        return self.model_dump_json()

    @classmethod
    def from_json(cls, text: str | bytes) -> InterpretiveState:
        """Read what `to_json` wrote. Raises `pydantic.ValidationError` on anything else."""
        return cls.model_validate_json(text)


class StructuredInput(BaseModel):
    """What a mutator is told."""

    model_config = ConfigDict(frozen=True)

    prompt: str
    message_id: str | None = None


class StateCase(BaseModel):
    """One case of a state evaluation: what was, what should be, what came (`None`: a mutator is to make it)."""

    model_config = ConfigDict(ser_json_inf_nan="constants")

    case_id: str
    pre_state: InterpretiveState | None = None
    expected: InterpretiveState
    actual: InterpretiveState | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
