from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from langeval_core.errors import ProviderError, ProviderErrorKind
from langeval_core.evaluators.call import LONGEST_WAIT_S, CallFailed, call_provider
from langeval_core.providers.scripted import MockProvider
from langeval_core.schema.completion import Completion, Message, TokenUsage
from langeval_core.schema.report import CallRecord

QUESTION = [Message(role="user", content="What is 6×7?")]
ANSWER = Completion(text="42", usage=TokenUsage(input_tokens=8, output_tokens=1))


class Time:
    """A clock that only moves when told to, and keeps the pauses that were asked for."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.pauses: list[float] = []

    def clock(self) -> float:
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now_s += seconds


class SlowProvider:
    """Takes `seconds` of the clock for each answer."""

    def __init__(self, time: Time, seconds: float, completion: Completion) -> None:
        self._time = time
        self._seconds = seconds
        self._completion = completion

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        self._time.now_s += self._seconds
        return self._completion


class HangingProvider:
    """Never answers; counts how often it was asked and how often it was let go."""

    def __init__(self) -> None:
        self.asked = 0
        self.cancelled = 0

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        self.asked += 1
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        raise AssertionError("an event that nobody sets was set")


def failure(kind: ProviderErrorKind, **details: Any) -> ProviderError:
    return ProviderError("It failed.", kind=kind, **details)


async def call(
    *responses: str | Completion | Exception, attempts: int = 3, time: Time | None = None
) -> tuple[Completion, CallRecord]:
    time = time or Time()
    provider = MockProvider.with_responses(responses)
    return await call_provider(provider, QUESTION, timeout_s=5, attempts=attempts, clock=time.clock, sleep=time.sleep)


async def failed_call(*responses: Exception, attempts: int = 3, time: Time | None = None) -> CallFailed:
    with pytest.raises(CallFailed) as caught:
        await call(*responses, attempts=attempts, time=time)
    return caught.value


async def test_an_answer_comes_with_what_it_cost() -> None:
    completion, record = await call(ANSWER.model_copy(update={"finish_reason": "stop", "model": "m1"}))
    assert completion.text == "42"
    assert record == CallRecord(
        tokens=TokenUsage(input_tokens=8, output_tokens=1), latency_ms=0.0, finish_reason="stop", model="m1"
    )


async def test_the_messages_and_options_reach_the_provider() -> None:
    class Curious:
        async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
            return Completion(text=f"{messages[0].content} {options}")

    completion, _ = await call_provider(Curious(), QUESTION, timeout_s=5, options={"temperature": 0.5})
    assert completion.text == "What is 6×7? {'temperature': 0.5}"


async def test_latency_is_the_clocks_unless_the_provider_knows_better() -> None:
    time = Time()
    _, measured = await call_provider(SlowProvider(time, 0.25, ANSWER), QUESTION, timeout_s=5, clock=time.clock)
    assert measured.latency_ms == 250.0
    known = ANSWER.model_copy(update={"latency_ms": 80.0})
    _, reported = await call_provider(SlowProvider(time, 0.25, known), QUESTION, timeout_s=5, clock=time.clock)
    assert reported.latency_ms == 80.0


async def test_a_replayed_answer_has_no_latency() -> None:
    _, record = await call(ANSWER.model_copy(update={"replayed": True}))
    assert record.replayed
    assert record.latency_ms is None


async def test_missing_usage_is_estimated_and_marked() -> None:
    _, record = await call("forty-two")
    assert record.tokens == TokenUsage(input_tokens=4, output_tokens=3)
    assert record.estimated


async def test_reported_usage_is_not_marked_even_when_it_is_zero() -> None:
    _, record = await call(Completion(text="42", usage=TokenUsage()))
    assert record.tokens.total == 0
    assert not record.estimated


@pytest.mark.parametrize(
    "kind",
    [
        ProviderErrorKind.RATE_LIMITED,
        ProviderErrorKind.SERVER,
        ProviderErrorKind.CONNECTION,
        ProviderErrorKind.TIMEOUT,
    ],
)
async def test_what_may_pass_is_tried_again(kind: ProviderErrorKind) -> None:
    completion, record = await call(failure(kind), failure(kind), ANSWER)
    assert completion.text == "42"
    assert record.attempts == 3


@pytest.mark.parametrize(
    "kind",
    [
        ProviderErrorKind.AUTHENTICATION,
        ProviderErrorKind.BAD_REQUEST,
        ProviderErrorKind.CONTEXT_TOO_LONG,
        ProviderErrorKind.REFUSED,
        ProviderErrorKind.NOT_RECORDED,
        ProviderErrorKind.OTHER,
    ],
)
async def test_what_will_not_pass_is_not_tried_again(kind: ProviderErrorKind) -> None:
    error = await failed_call(failure(kind))
    assert error.kind is kind
    assert error.record.attempts == 1
    assert error.message == "It failed."
    assert not error.timed_out


async def test_the_last_failure_is_told_with_how_often_it_was_tried() -> None:
    error = await failed_call(
        failure(ProviderErrorKind.RATE_LIMITED), failure(ProviderErrorKind.SERVER, status=500), attempts=2
    )
    assert error.kind is ProviderErrorKind.SERVER
    assert error.message == "It failed. Tried 2 times."
    assert error.record.attempts == 2


async def test_one_attempt_means_no_retry() -> None:
    time = Time()
    error = await failed_call(failure(ProviderErrorKind.SERVER), attempts=1, time=time)
    assert error.record.attempts == 1
    assert time.pauses == []


async def test_pauses_double_with_some_jitter() -> None:
    time = Time()
    await failed_call(*[failure(ProviderErrorKind.SERVER)] * 5, attempts=5, time=time)
    shortest = [0.5, 1.0, 2.0, 4.0]
    assert len(time.pauses) == 4
    assert all(low <= pause <= low + 0.5 for low, pause in zip(shortest, time.pauses, strict=True))


async def test_a_pause_of_our_own_never_passes_half_a_minute_and_its_jitter() -> None:
    time = Time()
    await failed_call(*[failure(ProviderErrorKind.SERVER)] * 10, attempts=10, time=time)
    assert 30.0 <= time.pauses[-1] <= 30.5


async def test_a_server_that_asks_for_less_than_our_pause_gets_ours() -> None:
    time = Time()
    await call(failure(ProviderErrorKind.RATE_LIMITED, retry_after_s=0.0), ANSWER, time=time)
    assert time.pauses[0] >= 0.5


async def test_a_server_that_asks_to_wait_is_waited_for() -> None:
    time = Time()
    _, record = await call(failure(ProviderErrorKind.RATE_LIMITED, retry_after_s=7.0), ANSWER, time=time)
    assert time.pauses == [7.0]
    assert record.waited_ms == 7000.0


async def test_the_pause_is_not_part_of_the_latency() -> None:
    _, record = await call(failure(ProviderErrorKind.RATE_LIMITED, retry_after_s=7.0), ANSWER)
    assert record.latency_ms == 0.0


async def test_a_server_that_asks_for_an_hour_gets_a_minute_and_that_is_said() -> None:
    time = Time()
    limited = failure(ProviderErrorKind.RATE_LIMITED, retry_after_s=3600.0)
    error = await failed_call(limited, limited, attempts=2, time=time)
    assert time.pauses == [LONGEST_WAIT_S] == [60.0]
    assert error.message == "It failed. Tried 2 times. The server asked to wait 3600 s; we wait 60 s at most."


async def test_every_attempt_is_charged_what_it_reports() -> None:
    spent = TokenUsage(input_tokens=5, output_tokens=2, cached_tokens=1)
    _, record = await call(
        failure(ProviderErrorKind.SERVER, usage=spent), failure(ProviderErrorKind.SERVER, usage=spent), ANSWER
    )
    assert record.tokens == TokenUsage(input_tokens=18, output_tokens=5, cached_tokens=2)


async def test_a_call_that_fails_in_the_end_is_charged_too() -> None:
    spent = TokenUsage(input_tokens=5)
    error = await failed_call(failure(ProviderErrorKind.REFUSED, usage=spent))
    assert error.record.tokens == spent


async def test_an_attempt_without_end_is_cut_off_and_tried_again() -> None:
    provider = HangingProvider()
    time = Time()
    with pytest.raises(CallFailed) as caught:
        await call_provider(provider, QUESTION, timeout_s=0.01, attempts=2, sleep=time.sleep)
    assert caught.value.timed_out
    assert caught.value.kind is ProviderErrorKind.TIMEOUT
    assert caught.value.message == "No answer within 0.01 s. Tried 2 times."
    assert (provider.asked, provider.cancelled) == (2, 2)


async def test_a_provider_that_times_out_by_itself_is_a_timeout_too() -> None:
    error = await failed_call(TimeoutError(), TimeoutError(), attempts=2)
    assert error.timed_out
    assert error.message == "The provider timed out. Tried 2 times."


async def test_cancelling_a_call_is_never_swallowed_nor_tried_again() -> None:
    provider = HangingProvider()
    task = asyncio.create_task(call_provider(provider, QUESTION, timeout_s=60))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (provider.asked, provider.cancelled) == (1, 1)


async def test_a_provider_that_cancels_its_own_call_fails_like_any_other() -> None:
    class Cancelling:
        async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
            raise asyncio.CancelledError

    with pytest.raises(CallFailed) as caught:
        await call_provider(Cancelling(), QUESTION, timeout_s=5)
    assert caught.value.message == "The provider cancelled its own call."
    assert not caught.value.timed_out


async def test_cancelling_a_pause_ends_the_call() -> None:
    limited = failure(ProviderErrorKind.RATE_LIMITED, retry_after_s=60.0)
    provider = MockProvider.with_responses([limited, ANSWER])
    task = asyncio.create_task(call_provider(provider, QUESTION, timeout_s=60))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(provider.calls) == 1


async def test_an_exception_of_unknown_kind_shows_its_name_only() -> None:
    error = await failed_call(ValueError("/home/ada/key=sk-123"))
    assert error.kind is ProviderErrorKind.OTHER
    assert error.message == "The provider failed unexpectedly (ValueError)."
    assert error.record.attempts == 1


async def test_a_provider_that_answers_with_something_else_is_named_not_trusted() -> None:
    class Wrong:
        async def complete(self, messages: Sequence[Message], **options: Any) -> Any:
            return "42"

    with pytest.raises(CallFailed, match="The provider answered with str instead of a Completion"):
        await call_provider(Wrong(), QUESTION, timeout_s=5)
