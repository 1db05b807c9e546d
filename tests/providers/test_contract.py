"""What every provider promises; a new one joins `OPENERS`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from langeval_core.errors import ProviderError
from langeval_core.providers.faulty import FaultyProvider
from langeval_core.providers.recorded import RecordedProvider
from langeval_core.providers.registry import aclose, open_provider, parse_provider
from langeval_core.providers.scripted import MockProvider
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.completion import Completion, Message, Provider, TokenUsage
from langeval_core.schema.judging import JudgeOutput
from langeval_core.schema.spec import FaultPlan
from tests.loopback_replies import Reply, bad_request
from tests.loopback_server import LoopbackServer

CASE = BenchmarkCase(prompt="What is 6×7?", response="42", judge_reply='{"score": 9}')
UNRECORDED = BenchmarkCase(prompt="What is 6×8?")
MESSAGES = (Message(role="system", content="Be brief."), Message(role="user", content="What is 6×7?"))
ENOUGH = 8

Opener = Callable[[bool], AbstractAsyncContextManager[Provider]]
"""Opens a provider that answers (`False`) or fails (`True`) the next `ENOUGH` calls."""


@asynccontextmanager
async def scripted(fails: bool) -> AsyncIterator[Provider]:
    yield MockProvider.with_responses([ProviderError("Down.") if fails else "42"] * ENOUGH)


@asynccontextmanager
async def recorded(fails: bool) -> AsyncIterator[Provider]:
    provider = RecordedProvider("subject")
    yield _WithoutRecording(provider) if fails else provider


@asynccontextmanager
async def faulty(fails: bool) -> AsyncIterator[Provider]:
    yield FaultyProvider(MockProvider.with_responses(["42"] * ENOUGH), FaultPlan(refusal=1.0 if fails else 0.0))


@asynccontextmanager
async def vendor_chat(fails: bool) -> AsyncIterator[Provider]:
    with LoopbackServer(lambda request: bad_request() if fails else Reply("42")) as server:
        provider = open_provider(parse_provider("m", server.base_url), role="subject", api_key="sk-secret-1234567890")
        yield provider
        await aclose(provider)


@asynccontextmanager
async def vendor_responses(fails: bool) -> AsyncIterator[Provider]:
    with LoopbackServer(lambda request: bad_request() if fails else Reply("42")) as server:
        spec = parse_provider("openai-responses:gpt-5-mini", server.base_url)
        provider = open_provider(spec, role="subject", api_key="sk-secret-1234567890")
        yield provider
        await aclose(provider)


class _WithoutRecording:
    """The recorded provider, at a case for which nothing was recorded."""

    def __init__(self, inner: RecordedProvider) -> None:
        self._inner = inner

    async def complete(self, messages: object, **options: object) -> Completion:
        return await self._inner.complete(MESSAGES, **{**options, "case": UNRECORDED})


OPENERS = (scripted, recorded, faulty, vendor_chat, vendor_responses)


@pytest.fixture(params=OPENERS, ids=lambda opener: opener.__name__)
def opener(request: pytest.FixtureRequest) -> Opener:
    chosen: Opener = request.param
    return chosen


async def test_it_is_a_provider(opener: Opener) -> None:
    async with opener(False) as provider:
        assert isinstance(provider, Provider)


async def test_it_answers_with_a_completion(opener: Opener) -> None:
    async with opener(False) as provider:
        completion = await provider.complete(MESSAGES, case=CASE)
    assert isinstance(completion, Completion)
    assert completion.text == "42"
    assert completion.usage is None or isinstance(completion.usage, TokenUsage)


async def test_it_takes_every_option_of_the_protocol_and_unknown_ones(opener: Opener) -> None:
    async with opener(False) as provider:
        completion = await provider.complete(
            list(MESSAGES), case=CASE, output_type=JudgeOutput, max_output_tokens=5, unheard_of=object()
        )
    assert completion.text == "42"


async def test_calls_made_at_once_are_all_answered(opener: Opener) -> None:
    async with opener(False) as provider:
        completions = await asyncio.gather(*(provider.complete(MESSAGES, case=CASE) for _ in range(ENOUGH)))
    assert [completion.text for completion in completions] == ["42"] * ENOUGH


async def test_it_fails_with_a_provider_error_in_a_sentence_and_again_the_same_way(opener: Opener) -> None:
    async with opener(True) as provider:
        messages = []
        for _ in range(2):
            with pytest.raises(ProviderError) as caught:
                await provider.complete(MESSAGES, case=CASE)
            messages.append(caught.value.message)
    assert messages[0] == messages[1]
    assert messages[0].endswith(".")
    assert "sk-secret" not in messages[0]


async def test_closing_it_is_allowed_always_and_twice(opener: Opener) -> None:
    async with opener(False) as provider:
        await aclose(provider)
        await provider.complete(MESSAGES, case=CASE)
        await aclose(provider)
        await aclose(provider)
