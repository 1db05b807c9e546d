"""The provider `recorded`: plays what the cases hold; no call is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from langeval_core.errors import ProviderError, ProviderErrorKind
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.completion import Completion, Message, TokenUsage


class RecordedProvider:
    """Answers with the case's `response` (as subject) or `judge_reply` (as judge).

    The case comes as the option `case`. `judge_tokens` is a total: it is reported as input tokens, since how it was
    split is not recorded. Where nothing was recorded, `ProviderError` of kind `not_recorded` names the case.
    """

    def __init__(self, role: Literal["subject", "judge"]) -> None:
        self.role = role

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        """The recorded answer of the case at hand."""
        case = options.get("case")
        if not isinstance(case, BenchmarkCase):
            raise ProviderError(
                "Recorded answers can only be played for the cases of a benchmark.",
                kind=ProviderErrorKind.NOT_RECORDED,
            )
        text = case.response if self.role == "subject" else case.judge_reply
        if text is None:
            field = "response" if self.role == "subject" else "judge_reply"
            raise ProviderError(
                f"Case “{case.id}” has no recorded answer: its field {field} is empty.",
                kind=ProviderErrorKind.NOT_RECORDED,
            )
        known = self.role == "judge" and case.judge_tokens is not None
        usage = TokenUsage(input_tokens=case.judge_tokens or 0) if known else None
        return Completion(text=text, usage=usage, model="recorded", replayed=True)
