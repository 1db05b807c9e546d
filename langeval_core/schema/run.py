"""Runs as they are kept."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import AwareDatetime, BaseModel, ConfigDict

from langeval_core.schema.report import EvalReport, StateReport
from langeval_core.schema.spec import BenchmarkSpec, StateSpec


class RunKind(StrEnum):
    """Which evaluator made the run."""

    STATE = "state"
    BENCHMARK = "benchmark"


class RunState(StrEnum):
    """Where a run stands. *Interrupted* is read, never written: a running run whose process stopped giving signs."""

    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


class RunSummary(BaseModel):
    """A run in a list. `headline` is the mean score (benchmark) or the accuracy (state), `None` when there is none."""

    model_config = ConfigDict(frozen=True)

    id: str
    kind: RunKind
    name: str
    state: RunState
    created_at: AwareDatetime
    finished_at: AwareDatetime | None = None
    cases_total: int
    cases_done: int
    cases_scored: int = 0
    headline: float | None = None
    is_partial: bool = False
    error: str | None = None


class Run(BaseModel):
    """A kept run with its spec and its report (partial while it runs or after it was interrupted)."""

    summary: RunSummary
    spec: BenchmarkSpec | StateSpec
    report: EvalReport | StateReport

    @property
    def id(self) -> str:
        """The run's id, as it stands in addresses."""
        return self.summary.id

    def age_s(self, now: datetime) -> float:
        """Seconds since the run was created."""
        return (now - self.summary.created_at).total_seconds()
