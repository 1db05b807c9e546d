"""The vendor adapter against a real server on loopback."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Iterator
from email.utils import formatdate
from time import time
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from langeval_core.errors import ProviderError, ProviderErrorKind
from langeval_core.evaluators.call import CallFailed, call_provider
from langeval_core.providers.vendor import VendorProvider
from langeval_core.schema.completion import Completion, Message, TokenUsage
from langeval_core.schema.judging import JudgeOutput
from langeval_core.schema.spec import ProviderSpec
from tests import loopback_replies as loopback
from tests.loopback_replies import Reply
from tests.loopback_server import LoopbackServer

KEY = "sk-test-0123456789abcdef"
QUESTION = [Message(role="system", content="Be brief."), Message(role="user", content="What is 6×7?")]
NO_CHOICE = b'{"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": []}'


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as running:
        yield running


def vendor(server: LoopbackServer, name: str = "openai:m", **settings: Any) -> VendorProvider:
    return VendorProvider(ProviderSpec(name=name, base_url=server.base_url, **settings), KEY)


async def ask(server: LoopbackServer, *replies: Reply, name: str = "openai:m", **options: Any) -> Completion:
    server.script(*replies)
    provider = vendor(server, name)
    try:
        return await provider.complete(QUESTION, **options)
    finally:
        await provider.aclose()


async def failed(server: LoopbackServer, reply: Reply, **options: Any) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        await ask(server, reply, **options)
    return caught.value


async def test_an_answer_comes_with_usage_finish_reason_and_model(server: LoopbackServer) -> None:
    completion = await ask(server, Reply("42", usage=(12, 3), cached_tokens=4))
    assert completion == Completion(
        text="42",
        usage=TokenUsage(input_tokens=12, output_tokens=3, cached_tokens=4),
        finish_reason="stop",
        model="loopback-model",
    )


async def test_the_conversation_the_settings_and_the_key_reach_the_server(server: LoopbackServer) -> None:
    provider = vendor(server, temperature=0.5, max_output_tokens=64)
    talk = [*QUESTION, Message(role="assistant", content="41"), Message(role="user", content="Again {x} and {{y}}.")]
    await provider.complete(talk)
    await provider.aclose()
    assert server.requests[0].body == {
        "model": "m",
        "stream": False,
        "temperature": 0.5,
        "max_tokens": 64,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "What is 6×7?"},
            {"role": "assistant", "content": "41"},
            {"role": "user", "content": "Again {x} and {{y}}."},
        ],
    }
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


async def test_options_of_the_call_come_before_those_of_the_spec(server: LoopbackServer) -> None:
    provider = vendor(server, temperature=0.5)
    await provider.complete(QUESTION, temperature=0.0, max_output_tokens=9)
    await provider.aclose()
    assert (server.requests[0].body["temperature"], server.requests[0].body["max_tokens"]) == (0.0, 9)


async def test_a_verdict_is_asked_for_by_schema_with_the_reason_first(server: LoopbackServer) -> None:
    completion = await ask(server, output_type=JudgeOutput)
    asked = server.requests[0].body["response_format"]["json_schema"]
    assert completion.text == '{"reason": "as expected", "score": 8}'
    assert asked["name"] == "JudgeOutput"
    assert asked["strict"] is True
    assert list(asked["schema"]["properties"]) == ["reason", "score"]
    assert "description" not in asked["schema"]


async def test_a_server_without_response_formats_is_asked_again_without_and_only_once(server: LoopbackServer) -> None:
    server.script(
        loopback.bad_request("response_format is not supported"), Reply('{"score": 7}'), Reply('{"score": 6}')
    )
    provider = vendor(server)
    verdicts = [(await provider.complete(QUESTION, output_type=JudgeOutput)).text for _ in range(2)]
    await provider.aclose()
    assert verdicts == ['{"score": 7}', '{"score": 6}']
    assert ["response_format" in request.body for request in server.requests] == [True, False, False]


async def test_a_request_that_is_bad_for_another_reason_stays_bad(server: LoopbackServer) -> None:
    server.script(loopback.bad_request(), loopback.bad_request())
    provider = vendor(server)
    with pytest.raises(ProviderError):
        await provider.complete(QUESTION, output_type=JudgeOutput)
    await provider.complete(QUESTION, output_type=JudgeOutput)
    await provider.aclose()
    assert "response_format" in server.requests[-1].body


async def test_a_reply_without_usage_reports_none(server: LoopbackServer) -> None:
    assert (await ask(server, Reply("42", usage=None))).usage is None


async def test_a_cut_reply_is_an_answer_with_finish_reason_length(server: LoopbackServer) -> None:
    completion = await ask(server, loopback.cut('{"score":'))
    assert (completion.text, completion.finish_reason) == ('{"score":', "length")


async def test_an_empty_reply_at_the_limit_is_an_empty_answer(server: LoopbackServer) -> None:
    completion = await ask(server, loopback.cut(""))
    assert (completion.text, completion.finish_reason) == ("", "length")


async def test_a_reasoning_block_is_not_part_of_the_answer(server: LoopbackServer) -> None:
    assert (await ask(server, Reply("<think>maybe 41</think>42"))).text == "42"


@pytest.mark.parametrize(
    ("reply", "kind", "status", "can_retry"),
    [
        (loopback.rate_limited(), ProviderErrorKind.RATE_LIMITED, 429, True),
        (loopback.quota_exhausted(), ProviderErrorKind.REFUSED, 429, False),
        (loopback.server_error(), ProviderErrorKind.SERVER, 500, True),
        (loopback.server_error(503), ProviderErrorKind.SERVER, 503, True),
        (loopback.unauthorized(KEY), ProviderErrorKind.AUTHENTICATION, 401, False),
        (loopback.too_long(), ProviderErrorKind.CONTEXT_TOO_LONG, 400, False),
        (loopback.bad_request(), ProviderErrorKind.BAD_REQUEST, 400, False),
        (loopback.bad_request("API key not valid."), ProviderErrorKind.AUTHENTICATION, 400, False),
        (loopback.unknown_model(), ProviderErrorKind.BAD_REQUEST, 404, False),
        (loopback.invalid_json(), ProviderErrorKind.SERVER, None, True),
        (loopback.web_page(), ProviderErrorKind.SERVER, None, True),
        (Reply(body=b"null"), ProviderErrorKind.SERVER, None, True),
        (Reply(body=b'{"choices": []}'), ProviderErrorKind.SERVER, None, True),
        (Reply(body=NO_CHOICE), ProviderErrorKind.SERVER, None, True),
        (loopback.dropped(), ProviderErrorKind.CONNECTION, None, True),
        (Reply(status=408), ProviderErrorKind.TIMEOUT, 408, True),
        (Reply(status=413), ProviderErrorKind.CONTEXT_TOO_LONG, 413, False),
        (Reply(status=418), ProviderErrorKind.BAD_REQUEST, 418, False),
    ],
)
async def test_a_failure_has_a_kind_and_is_one_request(
    server: LoopbackServer, reply: Reply, kind: ProviderErrorKind, status: int | None, can_retry: bool
) -> None:
    error = await failed(server, reply)
    assert (error.kind, error.status, error.can_retry) == (kind, status, can_retry)
    assert server.calls == 1


async def test_a_refused_answer_is_charged(server: LoopbackServer) -> None:
    error = await failed(server, Reply("", finish_reason="content_filter", usage=(10, 0)))
    assert error.kind is ProviderErrorKind.REFUSED
    assert error.usage == TokenUsage(input_tokens=10)


async def test_retry_after_is_read_in_seconds(server: LoopbackServer) -> None:
    assert (await failed(server, loopback.rate_limited("17"))).retry_after_s == 17.0


async def test_retry_after_is_read_as_a_date(server: LoopbackServer) -> None:
    error = await failed(server, loopback.rate_limited(formatdate(time() + 100, usegmt=True)))
    assert error.retry_after_s is not None
    assert 90 < error.retry_after_s <= 100


@pytest.mark.parametrize("nonsense", ["soon", "-5", "nan", ""])
async def test_a_senseless_retry_after_is_none(server: LoopbackServer, nonsense: str) -> None:
    assert (await failed(server, loopback.rate_limited(nonsense))).retry_after_s is None


async def test_what_the_server_said_is_quoted_shortly(server: LoopbackServer) -> None:
    error = await failed(server, loopback.bad_request("Wrong\n field. " + "x" * 1000))
    assert error.message.startswith("The server rejected the request (HTTP 400). It said: Wrong field. xxx")
    assert len(error.message) < 400


async def test_an_unknown_model_is_named(server: LoopbackServer) -> None:
    error = await failed(server, loopback.unknown_model())
    assert error.message.startswith("The server knows no model “m”, or nothing answers at this address (HTTP 404).")


@pytest.mark.parametrize(
    "reply",
    [loopback.unauthorized(KEY), loopback.bad_request(f"Header Bearer {KEY} is odd"), loopback.bad_request(KEY)],
)
async def test_a_key_that_the_server_repeats_is_shown_nowhere(server: LoopbackServer, reply: Reply) -> None:
    error = await failed(server, reply)
    trace = "".join(traceback.format_exception(error))
    assert KEY not in error.message + repr(error) + trace


async def test_a_provider_does_not_show_its_key(server: LoopbackServer) -> None:
    provider = vendor(server)
    assert KEY not in repr(provider) + str(provider)


async def test_no_server_at_all_is_a_connection_error() -> None:
    with LoopbackServer() as gone:
        base_url = gone.base_url
    provider = VendorProvider(ProviderSpec(name="openai:m", base_url=base_url))
    with pytest.raises(ProviderError) as caught:
        await provider.complete(QUESTION)
    await provider.aclose()
    assert caught.value.kind is ProviderErrorKind.CONNECTION


async def test_a_key_of_the_environment_does_not_travel_to_a_typed_address(
    server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    monkeypatch.setenv("OLLAMA_API_KEY", "ollama-of-the-environment")
    for name in ("openai:m", "openai-responses:gpt-5-mini", "ollama:m"):
        provider = VendorProvider(ProviderSpec(name=name, base_url=server.base_url))
        await provider.complete(QUESTION)
        await provider.aclose()
    assert [request.headers["authorization"] for request in server.requests] == ["Bearer no-key"] * 3


async def test_an_address_and_key_of_the_environment_go_together_and_speak_chat(
    server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    provider = VendorProvider(ProviderSpec(name="openai:m"))
    await provider.complete(QUESTION)
    await provider.aclose()
    assert server.requests[0].path == "/v1/chat/completions"
    assert server.requests[0].headers["authorization"] == "Bearer sk-of-the-environment"


async def test_the_responses_protocol_is_spoken_where_named(server: LoopbackServer) -> None:
    completion = await ask(
        server, Reply("42", usage=(12, 3), cached_tokens=4), name="openai-responses:gpt-5-mini", output_type=JudgeOutput
    )
    assert server.requests[0].path == "/v1/responses"
    assert server.requests[0].body["text"]["format"]["name"] == "JudgeOutput"
    assert completion.usage == TokenUsage(input_tokens=12, output_tokens=3, cached_tokens=4)
    assert completion.finish_reason == "stop"


async def test_a_cut_reply_of_the_responses_protocol_says_so(server: LoopbackServer) -> None:
    completion = await ask(server, loopback.cut("The ans"), name="openai-responses:gpt-5-mini")
    assert (completion.text, completion.finish_reason) == ("The ans", "length")


async def test_a_model_that_reasons_gets_the_output_limit_under_its_new_name(server: LoopbackServer) -> None:
    provider = vendor(server, name="openai:gpt-5-mini", max_output_tokens=64)
    await provider.complete(QUESTION)
    await provider.aclose()
    assert server.requests[0].body["max_completion_tokens"] == 64


async def test_an_output_type_of_any_shape_is_accepted(server: LoopbackServer) -> None:
    class Free(BaseModel):
        model_config = ConfigDict(extra="allow")
        notes: dict[str, int] = {}

    assert (await ask(server, output_type=Free)).text == '{"reason": "as expected", "score": 8}'


async def test_a_server_that_hangs_is_left_after_the_time_limit_and_serves_the_next_attempt(
    server: LoopbackServer,
) -> None:
    server.script(loopback.hanging(), Reply("42"))
    provider = vendor(server)
    completion, record = await call_provider(provider, QUESTION, timeout_s=0.3)
    await provider.aclose()
    assert (completion.text, record.attempts) == ("42", 2)


async def test_a_rate_limit_is_waited_out_as_the_server_asked(server: LoopbackServer) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    server.script(loopback.rate_limited("9"), loopback.server_error(), Reply("42"))
    provider = vendor(server)
    _, record = await call_provider(provider, QUESTION, timeout_s=5, sleep=sleep)
    await provider.aclose()
    assert pauses[0] == 9.0
    assert (record.attempts, server.calls) == (3, 3)


async def test_our_token_count_is_the_servers(server: LoopbackServer) -> None:
    server.script(loopback.server_error(), Reply("a", usage=(10, 1)), Reply("b", usage=(20, 2)))
    provider = vendor(server)

    async def sleep(seconds: float) -> None:
        """Go on at once."""

    records = [(await call_provider(provider, QUESTION, timeout_s=5, sleep=sleep))[1] for _ in range(2)]
    await provider.aclose()
    assert sum(record.tokens.total for record in records) == server.tokens == 33


async def test_fifty_calls_at_once_are_all_answered(server: LoopbackServer) -> None:
    provider = vendor(server)
    server.script(*(Reply(str(number), delay_s=0.05) for number in range(50)))
    completions = await asyncio.gather(*(provider.complete(QUESTION) for _ in range(50)))
    await provider.aclose()
    assert sorted(int(completion.text) for completion in completions) == list(range(50))
    assert server.most_at_once > 10


async def test_cancelling_a_call_ends_it_and_the_provider_still_works(server: LoopbackServer) -> None:
    server.script(loopback.hanging(), Reply("42"))
    provider = vendor(server)
    task = asyncio.create_task(provider.complete(QUESTION))
    assert await asyncio.to_thread(server.received.wait, 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await provider.complete(QUESTION)).text == "42"
    await provider.aclose()


async def test_closing_twice_and_using_again_is_fine(server: LoopbackServer) -> None:
    provider = vendor(server)
    for _ in range(2):
        assert (await provider.complete(QUESTION)).text == "42"
        await provider.aclose()
        await provider.aclose()


def test_a_provider_serves_one_event_loop_after_another(server: LoopbackServer) -> None:
    provider = vendor(server)

    async def once() -> str:
        try:
            return (await provider.complete(QUESTION)).text
        finally:
            await provider.aclose()

    assert [asyncio.run(once()) for _ in range(2)] == ["42", "42"]


async def test_a_failure_for_good_ends_the_call_with_its_reason(server: LoopbackServer) -> None:
    server.script(loopback.unauthorized(KEY))
    provider = vendor(server)
    with pytest.raises(CallFailed) as caught:
        await call_provider(provider, QUESTION, timeout_s=5)
    await provider.aclose()
    assert caught.value.kind is ProviderErrorKind.AUTHENTICATION
    assert server.calls == 1
