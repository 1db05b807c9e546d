"""Small runs for the stores' tests."""

from __future__ import annotations

from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.completion import Message, TokenUsage
from langeval_core.schema.report import CallRecord, CaseResult, CaseTranscript, Outcome
from langeval_core.schema.run import RunKind
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec
from langeval_core.store.run_store import RunStore

SPEC = BenchmarkSpec(
    name="Capitals",
    subject=ProviderSpec(name="recorded"),
    judge=ProviderSpec(name="recorded"),
    budget_tokens=1000,
)
CASES = [
    BenchmarkCase(id="oslo", prompt="Capital of Norway?", reference="Oslo", tags=["north"]),
    BenchmarkCase(id="rome", prompt="Capital of Italy?", reference="Rome", tags=["south"]),
    BenchmarkCase(id="bern", prompt="Capital of Switzerland?", reference="Bern"),
]


def scored(case_index: int, score: float, position: int | None = None) -> CaseResult:
    return CaseResult(
        case_index=case_index,
        case_id=CASES[case_index].id,
        outcome=Outcome.SCORED,
        tags=tuple(CASES[case_index].tags or ()),
        score=score,
        raw_score=score,
        reason="right",
        rule="whole text",
        judge_call=CallRecord(tokens=TokenUsage(input_tokens=30, output_tokens=3), latency_ms=120.0),
        position=case_index if position is None else position,
        tokens_used=33 * (case_index + 1),
    )


def transcript(case_index: int) -> CaseTranscript:
    return CaseTranscript(
        case_index=case_index,
        answer="Oslo, of course",
        judge_messages=(Message(role="user", content="Judge <this>"),),
        judge_reply='{"score": 9, "reason": "right"}',
    )


def started(store: RunStore) -> str:
    return store.create_run(RunKind.BENCHMARK, SPEC, CASES)
