"""The provider `scripted`: answers given beforehand, for tests and examples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from langeval_core.errors import ProviderError
from langeval_core.schema.completion import Completion, Message


class MockProvider:
    """Answers in order, one for each call; `calls` keeps what was asked.

    A text becomes a completion without usage, an exception is raised. A call beyond the last answer raises
    `ProviderError`.
    """

    def __init__(self, responses: Iterable[str | Completion | Exception] = ()) -> None:
        self._responses = tuple(responses)
        self.calls: list[tuple[Message, ...]] = []

    @classmethod
    def with_responses(cls, responses: Iterable[str | Completion | Exception]) -> Self:
        """A provider that answers with `responses`, the first call with the first of them."""
        return cls(responses)

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        """The next answer, whatever is asked."""
        number = len(self.calls)
        self.calls.append(tuple(messages))
        if number >= len(self._responses):
            raise ProviderError(f"The script has no answer for call {number + 1}: it holds {len(self._responses)}.")
        response = self._responses[number]
        if isinstance(response, Exception):
            raise response
        return response if isinstance(response, Completion) else Completion(text=response)
