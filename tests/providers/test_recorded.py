from __future__ import annotations

import pytest

from langeval_core.errors import ProviderError, ProviderErrorKind
from langeval_core.providers.recorded import RecordedProvider
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.completion import Completion, Message, TokenUsage

HELLO = [Message(role="user", content="Hello")]
CASE = BenchmarkCase(id="c7", prompt="What is 6×7?", response="42", judge_reply='{"score": 9}', judge_tokens=120)


async def test_a_subject_plays_the_recorded_response() -> None:
    completion = await RecordedProvider("subject").complete(HELLO, case=CASE)
    assert completion == Completion(text="42", model="recorded", replayed=True)


async def test_a_judge_plays_the_recorded_reply_with_its_tokens() -> None:
    completion = await RecordedProvider("judge").complete(HELLO, case=CASE)
    assert completion.text == '{"score": 9}'
    assert completion.usage == TokenUsage(input_tokens=120)
    assert completion.replayed


async def test_a_judge_without_recorded_tokens_reports_none() -> None:
    case = CASE.model_copy(update={"judge_tokens": None})
    assert (await RecordedProvider("judge").complete(HELLO, case=case)).usage is None


async def test_zero_recorded_tokens_are_reported_as_zero() -> None:
    case = CASE.model_copy(update={"judge_tokens": 0})
    assert (await RecordedProvider("judge").complete(HELLO, case=case)).usage == TokenUsage()


async def test_an_empty_recording_is_an_answer() -> None:
    case = CASE.model_copy(update={"response": ""})
    assert (await RecordedProvider("subject").complete(HELLO, case=case)).text == ""


@pytest.mark.parametrize(("role", "field"), [("subject", "response"), ("judge", "judge_reply")])
async def test_a_case_without_a_recording_is_named_with_the_missing_field(role: str, field: str) -> None:
    provider = RecordedProvider("subject" if role == "subject" else "judge")
    with pytest.raises(ProviderError) as caught:
        await provider.complete(HELLO, case=BenchmarkCase(id="c8", prompt="Hm?"))
    assert caught.value.kind is ProviderErrorKind.NOT_RECORDED
    assert caught.value.message == f"Case “c8” has no recorded answer: its field {field} is empty."
    assert not caught.value.can_retry


async def test_without_a_case_there_is_nothing_to_play() -> None:
    with pytest.raises(ProviderError) as caught:
        await RecordedProvider("judge").complete(HELLO)
    assert caught.value.kind is ProviderErrorKind.NOT_RECORDED
