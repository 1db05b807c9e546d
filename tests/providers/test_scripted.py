from __future__ import annotations

import asyncio

import pytest

from langeval_core.errors import ProviderError, ProviderErrorKind
from langeval_core.providers.scripted import MockProvider
from langeval_core.schema.completion import Completion, Message, TokenUsage

HELLO = [Message(role="user", content="Hello")]


async def test_answers_come_in_order() -> None:
    provider = MockProvider.with_responses(["one", "two"])
    assert [(await provider.complete(HELLO)).text for _ in range(2)] == ["one", "two"]


async def test_calls_made_at_once_get_an_answer_each_in_the_order_they_were_made() -> None:
    provider = MockProvider.with_responses(["one", "two", "three"])
    completions = await asyncio.gather(*(provider.complete(HELLO) for _ in range(3)))
    assert [completion.text for completion in completions] == ["one", "two", "three"]


async def test_a_completion_is_answered_as_it_is() -> None:
    completion = Completion(text="42", usage=TokenUsage(input_tokens=3), finish_reason="stop")
    assert await MockProvider.with_responses([completion]).complete(HELLO) is completion


async def test_a_text_comes_without_usage() -> None:
    assert (await MockProvider.with_responses(["42"]).complete(HELLO)).usage is None


async def test_an_exception_is_raised_and_the_script_goes_on() -> None:
    provider = MockProvider.with_responses([ProviderError("Down.", kind=ProviderErrorKind.SERVER), "up"])
    with pytest.raises(ProviderError, match="Down"):
        await provider.complete(HELLO)
    assert (await provider.complete(HELLO)).text == "up"


async def test_a_call_beyond_the_script_says_so() -> None:
    provider = MockProvider.with_responses(["only"])
    await provider.complete(HELLO)
    with pytest.raises(ProviderError, match="The script has no answer for call 2: it holds 1"):
        await provider.complete(HELLO)


async def test_what_was_asked_is_kept() -> None:
    provider = MockProvider.with_responses(["one"])
    await provider.complete(HELLO, temperature=1)
    assert provider.calls == [(HELLO[0],)]
