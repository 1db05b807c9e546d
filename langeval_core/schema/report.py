"""What an evaluation yields: one outcome for every case, and the numbers over them."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from langeval_core.schema.completion import Message, TokenUsage


class Outcome(StrEnum):
    """What became of a benchmark case; exactly one each."""

    SCORED = "scored"
    BUDGET_EXHAUSTED = "budget_exhausted"
    JUDGE_UNREADABLE = "judge_unreadable"
    JUDGE_ERROR = "judge_error"
    JUDGE_TIMEOUT = "judge_timeout"
    SUBJECT_ERROR = "subject_error"
    SUBJECT_TIMEOUT = "subject_timeout"
    CANCELLED = "cancelled"
    NOT_STARTED = "not_started"


class CallRecord(BaseModel):
    """What one call (with its retries) cost. `tokens` counts every attempt; latency is the last attempt's, in ms."""

    model_config = ConfigDict(frozen=True)

    tokens: TokenUsage = TokenUsage()
    estimated: bool = False
    attempts: int = 1
    latency_ms: float | None = None
    waited_ms: float = 0.0
    replayed: bool = False
    finish_reason: str | None = None
    model: str | None = None


class CaseAnswer(BaseModel):
    """A subject's answer to one case (0-based `case_index`)."""

    model_config = ConfigDict(frozen=True)

    case_index: int
    text: str
    call: CallRecord = CallRecord()


class CaseScore(BaseModel):
    """The score of one scored case. `tokens` are the judge's; `latency_ms` is the judge call's."""

    model_config = ConfigDict(frozen=True)

    case_index: int
    score: float
    raw_score: float
    reason: str
    latency_ms: float | None
    tokens: int


class CaseResult(BaseModel):
    """The outcome of one case, with its numbers but without the long texts (those are in `CaseTranscript`).

    `position` is the 0-based order in which outcomes came; `tokens_used` the judge tokens used by then in the run.
    """

    model_config = ConfigDict(frozen=True)

    case_index: int
    case_id: str
    outcome: Outcome
    tags: tuple[str, ...] = ()
    score: float | None = None
    raw_score: float | None = None
    reason: str = ""
    rule: str | None = None
    notes: tuple[str, ...] = ()
    problem: str | None = None
    error_kind: str | None = None
    subject_call: CallRecord | None = None
    judge_call: CallRecord | None = None
    position: int = 0
    tokens_used: int = 0
    finished_s: float = 0.0

    @property
    def clamped(self) -> bool:
        """Whether the judge's number lay outside the scale."""
        return self.score is not None and self.score != self.raw_score

    @property
    def judge_tokens(self) -> int:
        """Judge tokens this case cost, 0 when the judge was not called."""
        return self.judge_call.tokens.total if self.judge_call else 0


class CaseTranscript(BaseModel):
    """The long texts of one case: what was answered, what the judge was sent and replied."""

    model_config = ConfigDict(frozen=True)

    case_index: int
    answer: str | None = None
    judge_messages: tuple[Message, ...] = ()
    judge_reply: str | None = None


class Interval(BaseModel):
    """A confidence interval and how it was made."""

    model_config = ConfigDict(frozen=True)

    low: float
    high: float
    level: float = 0.95
    method: str


class TagScore(BaseModel):
    """Scores of the cases that carry one tag; cases with several tags count in each."""

    model_config = ConfigDict(frozen=True)

    tag: str
    cases_total: int
    cases_scored: int
    mean_score: float | None
    interval: Interval | None = None


class EvalReport(BaseModel):
    """The numbers of a benchmark run. Every number over scored cases has `cases_scored` as its denominator.

    `mean_score` is `None` when nothing was scored. `bounds` are the means if every unscored case had got the lowest
    and the highest score. Latencies are in ms, nearest rank, without replayed calls. `outcomes` counts every case
    once and adds up to `cases_total`. `exhausted_at` is the number of judge tokens used when the budget first kept a
    case from being judged. `estimated_calls` and `total_tokens` are about judge calls.
    """

    mean_score: float | None
    p50_latency_ms: float | None
    p95_latency_ms: float | None
    total_tokens: int
    cases_scored: int
    cases_total: int
    is_partial: bool
    error_count: int
    per_case: list[CaseScore]
    outcomes: dict[Outcome, int]
    cases: list[CaseResult]
    scale: tuple[float, float] = (1.0, 10.0)
    mean_interval: Interval | None = None
    bounds: tuple[float, float] | None = None
    by_tag: list[TagScore] = Field(default_factory=list)
    budget_tokens: int = 0
    tokens_over_budget: int = 0
    exhausted_at: int | None = None
    estimated_calls: int = 0
    subject_tokens: int = 0
    subject_p50_latency_ms: float | None = None
    subject_p95_latency_ms: float | None = None
    latencies_counted: int = 0
    clamped_count: int = 0
    duration_s: float = 0.0
    notes: list[str] = Field(default_factory=list)


class StateOutcome(StrEnum):
    """What became of a state case."""

    COMPARED = "compared"
    MUTATOR_ERROR = "mutator_error"
    CANCELLED = "cancelled"
    NOT_STARTED = "not_started"


class StateCaseResult(BaseModel):
    """The outcome of one state case; counts are 0 unless it was compared. `time_used` in seconds."""

    model_config = ConfigDict(frozen=True)

    case_index: int
    case_id: str
    outcome: StateOutcome
    matching_fields: int = 0
    mismatched_fields: int = 0
    missing_fields: int = 0
    extra_fields: int = 0
    overall_match: bool = False
    accuracy_score: float | None = None
    time_used: float | None = None
    problem: str | None = None


class StateReport(BaseModel):
    """The numbers of a state run over its compared cases.

    `accuracy_score` is the mean of the cases' accuracies (`None` when none was compared); `cases_nothing_expected`
    says how many 0.0 in it only mean that nothing was expected.
    """

    cases_total: int
    cases_compared: int
    cases_matching: int
    cases_nothing_expected: int
    matching_fields: int
    mismatched_fields: int
    missing_fields: int
    extra_fields: int
    accuracy_score: float | None
    is_partial: bool
    outcomes: dict[StateOutcome, int]
    cases: list[StateCaseResult]
