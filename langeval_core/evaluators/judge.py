"""One question to a judge, and what came of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from langeval_core.evaluators.call import CallFailed, call_provider
from langeval_core.evaluators.judge_prompt import build_judge_messages, judge_output_type
from langeval_core.evaluators.judge_reply import read_judge_reply
from langeval_core.evaluators.storable import storable
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.completion import Message, Provider
from langeval_core.schema.judging import JudgeReading, Rubric
from langeval_core.schema.report import CallRecord, Outcome


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the judge said of one case and what it cost: a reading of its reply, or the call's failure."""

    messages: tuple[Message, ...]
    call: CallRecord
    reply: str | None = None
    reading: JudgeReading | None = None
    failure: CallFailed | None = None

    @property
    def outcome(self) -> Outcome:
        """Scored, or why not."""
        if self.failure is not None:
            return Outcome.JUDGE_TIMEOUT if self.failure.timed_out else Outcome.JUDGE_ERROR
        scored = self.reading is not None and self.reading.score is not None
        return Outcome.SCORED if scored else Outcome.JUDGE_UNREADABLE

    def after(self, earlier: Judgement) -> Judgement:
        """This judgement with the cost of an earlier one of the same case added."""
        call = self.call.model_copy(
            update={
                "tokens": earlier.call.tokens + self.call.tokens,
                "estimated": earlier.call.estimated or self.call.estimated,
                "attempts": earlier.call.attempts + self.call.attempts,
                "waited_ms": earlier.call.waited_ms + self.call.waited_ms,
            }
        )
        return Judgement(self.messages, call, self.reply, self.reading, self.failure)


@dataclass(frozen=True, slots=True)
class Judge:
    """A provider with a rubric. `timeout_s` limits one attempt, `attempts` counts the first call too."""

    provider: Provider
    rubric: Rubric
    timeout_s: float
    attempts: int
    options: Mapping[str, Any]
    sleep: Callable[[float], Awaitable[None]]

    async def judge(self, case: BenchmarkCase, answer: str) -> Judgement:
        """Ask once (with the call's own retries) and read the reply. Only cancellation is raised."""
        messages = build_judge_messages(case, answer, self.rubric)
        options = {"output_type": judge_output_type(self.rubric), **self.options, "case": case}
        try:
            completion, call = await call_provider(
                self.provider,
                messages,
                timeout_s=self.timeout_s,
                attempts=self.attempts,
                options=options,
                sleep=self.sleep,
            )
        except CallFailed as failure:
            return Judgement(messages, failure.record, failure=failure)
        reading = read_judge_reply(completion.text, self.rubric.scale, finish_reason=completion.finish_reason)
        return Judgement(messages, call, storable(completion.text), reading)
