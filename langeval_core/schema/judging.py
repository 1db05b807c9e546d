"""How answers are judged: rubric, scale, and what a judge's reply was read as."""

from __future__ import annotations

import hashlib

from pydantic import BaseModel, ConfigDict, Field, model_validator


class JudgeOutput(BaseModel):
    """What a judge is asked for. The reason comes first, so that the score follows from it."""

    model_config = ConfigDict(frozen=True)

    reason: str
    score: float = Field(ge=1, le=10)


class Criterion(BaseModel):
    """One aspect of quality; `weight` in (0, 1]."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    name: str
    description: str
    weight: float = Field(gt=0, le=1)


class Rubric(BaseModel):
    """Criteria whose weights add up to 1, and the scale (lowest, highest) of the one overall score."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    name: str = "default"
    criteria: tuple[Criterion, ...] = (
        Criterion(name="Accuracy", description="factual correctness", weight=0.30),
        Criterion(name="Completeness", description="covers the key aspects", weight=0.25),
        Criterion(name="Clarity", description="well structured and easy to follow", weight=0.25),
        Criterion(name="Relevance", description="addresses the prompt directly", weight=0.20),
    )
    scale: tuple[float, float] = (1.0, 10.0)
    show_context: bool = False

    @model_validator(mode="after")
    def _adds_up(self) -> Rubric:
        if self.criteria and abs(sum(criterion.weight for criterion in self.criteria) - 1.0) > 1e-6:
            raise ValueError("the weights of the criteria must add up to 1")
        if not self.scale[0] < self.scale[1]:
            raise ValueError("the scale's lowest score must lie below its highest")
        return self

    @property
    def version(self) -> str:
        """Eight hex digits over all settings: two runs with one version asked the judge for the same thing."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:8]


class JudgeReading(BaseModel):
    """What a judge's reply was read as: a verdict (`score` set), or why there is none (`problem` set).

    `raw_score` is the number as written, before clamping to the scale. `rule` names the rule that read it,
    `notes` what was repaired or ignored on the way.
    """

    model_config = ConfigDict(frozen=True)

    score: float | None = None
    raw_score: float | None = None
    reason: str = ""
    rule: str | None = None
    notes: tuple[str, ...] = ()
    problem: str | None = None

    @property
    def clamped(self) -> bool:
        """Whether the raw score lay outside the scale."""
        return self.score is not None and self.score != self.raw_score
