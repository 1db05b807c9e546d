"""What to run: specs go down, runs come back. A spec never holds a key."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from langeval_core.schema.comparison import FieldSet
from langeval_core.schema.judging import Rubric


class FaultPlan(BaseModel):
    """Shares of calls (each in [0, 1]) that the provider `faulty` spoils, decided by `seed` and the call's number."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    seed: int = 0
    timeout: float = Field(default=0.0, ge=0, le=1)
    refusal: float = Field(default=0.0, ge=0, le=1)
    rate_limit: float = Field(default=0.0, ge=0, le=1)
    server_error: float = Field(default=0.0, ge=0, le=1)
    unreadable: float = Field(default=0.0, ge=0, le=1)
    no_usage: float = Field(default=0.0, ge=0, le=1)
    cut: float = Field(default=0.0, ge=0, le=1)
    latency_ms: float = Field(default=0.0, ge=0)


class ProviderSpec(BaseModel):
    """Who answers: `name` is `vendor:model` (as pydantic-ai names them), `recorded`, or `faulty:` before either.

    `base_url` points an OpenAI-compatible client elsewhere. `timeout_s` is for one attempt, in seconds
    (`None`: 60 for a subject, 30 for a judge); `attempts` counts the first call too.
    """

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    name: str
    base_url: str | None = None
    temperature: float | None = Field(default=None, ge=0)
    max_output_tokens: int | None = Field(default=None, ge=1)
    timeout_s: float | None = Field(default=None, gt=0)
    attempts: int = Field(default=3, ge=1, le=10)
    faults: FaultPlan | None = None


class BenchmarkSpec(BaseModel):
    """Settings of a benchmark run. `parallel_evals` 0 becomes 1."""

    model_config = ConfigDict(frozen=True)

    name: str = "Benchmark"
    source: str | None = None
    subject: ProviderSpec
    judge: ProviderSpec
    budget_tokens: int = Field(ge=0)
    parallel_evals: int = Field(default=3, ge=0)
    parallel_subjects: int = Field(default=1, ge=0)
    tolerate_subject_errors: bool = True
    rubric: Rubric = Rubric()


class StateSpec(BaseModel):
    """Settings of a state run."""

    model_config = ConfigDict(frozen=True)

    name: str = "State diff"
    source: str | None = None
    fields: FieldSet = FieldSet.LEAVES
