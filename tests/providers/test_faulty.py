from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from langeval_core.errors import InputError, ProviderError, ProviderErrorKind
from langeval_core.providers.faulty import REHEARSAL, UNREADABLE, FaultyProvider
from langeval_core.providers.scripted import MockProvider
from langeval_core.schema.completion import Completion, Message, TokenUsage
from langeval_core.schema.spec import FaultPlan

HELLO = [Message(role="user", content="Hello")]
ANSWER = Completion(text="forty-two", usage=TokenUsage(input_tokens=8, output_tokens=2), finish_reason="stop")


def faulty(plan: FaultPlan, calls: int = 1) -> FaultyProvider:
    return FaultyProvider(MockProvider.with_responses([ANSWER] * calls), plan)


async def failed(plan: FaultPlan) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        await faulty(plan).complete(HELLO)
    return caught.value


async def outcome(provider: FaultyProvider) -> str:
    try:
        completion = await provider.complete(HELLO)
    except ProviderError as error:
        return error.kind
    return f"{completion.text}/{completion.usage}/{completion.finish_reason}"


async def test_a_plan_without_faults_changes_nothing() -> None:
    assert await faulty(FaultPlan()).complete(HELLO) == ANSWER


async def test_a_timeout_can_be_tried_again() -> None:
    error = await failed(FaultPlan(timeout=1))
    assert (error.kind, error.can_retry) == (ProviderErrorKind.TIMEOUT, True)


async def test_a_refusal_cannot_be_tried_again() -> None:
    error = await failed(FaultPlan(refusal=1))
    assert (error.kind, error.can_retry) == (ProviderErrorKind.REFUSED, False)


async def test_a_rate_limit_is_a_429_that_asks_to_wait() -> None:
    error = await failed(FaultPlan(rate_limit=1))
    assert (error.kind, error.status, error.retry_after_s) == (ProviderErrorKind.RATE_LIMITED, 429, 0.1)


async def test_a_server_error_is_a_500() -> None:
    error = await failed(FaultPlan(server_error=1))
    assert (error.kind, error.status) == (ProviderErrorKind.SERVER, 500)


async def test_an_unreadable_answer_is_charged_as_the_real_one() -> None:
    completion = await faulty(FaultPlan(unreadable=1)).complete(HELLO)
    assert completion == ANSWER.model_copy(update={"text": UNREADABLE})


async def test_an_answer_may_come_without_usage() -> None:
    completion = await faulty(FaultPlan(no_usage=1)).complete(HELLO)
    assert completion == ANSWER.model_copy(update={"usage": None})


async def test_a_cut_answer_stops_half_way_at_the_output_limit() -> None:
    completion = await faulty(FaultPlan(cut=1)).complete(HELLO)
    assert (completion.text, completion.finish_reason) == ("fort", "length")


async def test_the_inner_provider_is_not_asked_for_a_call_that_fails() -> None:
    inner = MockProvider.with_responses([ANSWER])
    with pytest.raises(ProviderError):
        await FaultyProvider(inner, FaultPlan(server_error=1)).complete(HELLO)
    assert inner.calls == []


async def test_the_same_calls_fail_whatever_the_concurrency() -> None:
    plan = REHEARSAL.model_copy(update={"seed": 7})
    one_by_one = faulty(plan, calls=200)
    at_once = faulty(plan.model_copy(update={"latency_ms": 1.0}), calls=200)
    in_turn = [await outcome(one_by_one) for _ in range(200)]
    together = await asyncio.gather(*(outcome(at_once) for _ in range(200)))
    assert in_turn == together
    assert len(set(in_turn)) > 5


def test_another_seed_spoils_other_calls() -> None:
    first, second = (faulty(REHEARSAL.model_copy(update={"seed": seed})) for seed in (1, 2))
    assert [first.fate(number) for number in range(100)] != [second.fate(number) for number in range(100)]


def test_fates_are_the_same_on_every_machine() -> None:
    provider = faulty(FaultPlan(seed=3, timeout=0.3, cut=0.3))
    assert [provider.fate(number) for number in range(6)] == [None, "cut", "cut", None, "timeout", "timeout"]


def test_the_shares_are_kept_over_many_calls() -> None:
    fates = Counter(faulty(FaultPlan(timeout=0.1, refusal=0.2)).fate(number) for number in range(10_000))
    assert 900 < fates["timeout"] < 1100
    assert 1850 < fates["refusal"] < 2150
    assert set(fates) == {"timeout", "refusal", None}


async def test_latency_is_a_delay_before_the_answer() -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    provider = FaultyProvider(MockProvider.with_responses([ANSWER]), FaultPlan(latency_ms=250), sleep=sleep)
    await provider.complete(HELLO)
    assert pauses == [0.25]


def test_shares_beyond_one_are_refused() -> None:
    with pytest.raises(InputError, match=r"add up to 1\.2"):
        faulty(FaultPlan(timeout=0.6, cut=0.6))


def test_shares_that_fill_the_whole_are_fine() -> None:
    shares = FaultPlan(timeout=0.1, refusal=0.2, rate_limit=0.3, server_error=0.4)
    assert None not in {faulty(shares).fate(number) for number in range(500)}


async def test_a_recorded_answer_that_was_waited_for_in_rehearsal_has_a_latency() -> None:
    recorded = Completion(text="forty-two", replayed=True)
    waiting = FaultyProvider(MockProvider.with_responses([recorded]), FaultPlan(latency_ms=1))
    at_once = FaultyProvider(MockProvider.with_responses([recorded]), FaultPlan())

    assert (await waiting.complete(HELLO)).replayed is False
    assert (await at_once.complete(HELLO)).replayed is True
