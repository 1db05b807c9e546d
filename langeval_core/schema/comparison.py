"""The result of comparing an expected with an actual state."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict

from langeval_core.schema.state import InterpretiveState, ValueConfidence


class FieldStatus(StrEnum):
    """What became of one path; the four are exclusive and complete."""

    MATCHING = "matching"
    MISMATCHED = "mismatched"
    MISSING = "missing"
    EXTRA = "extra"


class Cause(StrEnum):
    """Why a field is mismatched; tested in this order, the first that holds is given."""

    CONFIDENCE = "confidence"
    TYPE = "type"
    CASE = "case"
    BLANKS = "blanks"
    UNICODE = "unicode"
    ROUNDING = "rounding"
    INSTANT = "instant"
    ORDER = "order"
    EMPTY = "empty"
    RANK = "rank"
    VALUE = "value"


class ChangeClass(StrEnum):
    """What was done to a path on the way from pre-state to actual state."""

    KEPT = "kept"
    CHANGED_CORRECTLY = "changed_correctly"
    NOT_CHANGED = "not_changed"
    CHANGED_WRONGLY = "changed_wrongly"
    CHANGED_NEEDLESSLY = "changed_needlessly"
    APPEARED = "appeared"
    NOT_REMOVED = "not_removed"
    REMOVED_CORRECTLY = "removed_correctly"


class FieldSet(StrEnum):
    """Which paths count as fields: those with a value, or (as LangState counts) containers too."""

    LEAVES = "leaves"
    ALL = "all"


class FieldComparison(BaseModel):
    """One row: a path of expected or actual. `cause` stands on mismatched rows only; `rule` is what decided."""

    model_config = ConfigDict(frozen=True)

    path: str
    status: FieldStatus
    expected: ValueConfidence | None = None
    actual: ValueConfidence | None = None
    pre: ValueConfidence | None = None
    cause: Cause | None = None
    change: ChangeClass | None = None
    rule: str = "strict"
    note: str | None = None


class PathChange(BaseModel):
    """The change class of one path; unlike the rows it includes what was removed correctly."""

    model_config = ConfigDict(frozen=True)

    path: str
    change: ChangeClass


class StateComparison(BaseModel):
    """All rows in natural path order, with counts that always add up to them.

    `accuracy_score` = matching / (matching + mismatched + missing) in [0, 1], and 0.0 where nothing is expected
    (`nothing_expected` says so). `changes` is empty when no pre-state was given.
    """

    model_config = ConfigDict(frozen=True)

    fields: list[FieldComparison]
    matching_fields: int
    mismatched_fields: int
    missing_fields: int
    extra_fields: int
    overall_match: bool
    accuracy_score: float
    changes: list[PathChange]
    counted: FieldSet = FieldSet.LEAVES

    @property
    def expected_fields(self) -> int:
        """The denominator of `accuracy_score`."""
        return self.matching_fields + self.mismatched_fields + self.missing_fields

    @property
    def nothing_expected(self) -> bool:
        """Whether the accuracy of 0.0 only says that no field was expected."""
        return self.expected_fields == 0


class EvaluationResult(BaseModel):
    """A mutator's run, compared. `time_used` is in seconds, monotonic, the mutator call only."""

    comparison: StateComparison
    actual_post_state: InterpretiveState
    accuracy_score: float
    time_used: float
    metadata: dict[str, Any] | None = None
