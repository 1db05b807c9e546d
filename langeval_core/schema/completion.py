"""What is said to a provider and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field


class Message(BaseModel):
    """One message of a conversation."""

    model_config = ConfigDict(frozen=True)

    role: Literal["system", "user", "assistant"]
    content: str


class TokenUsage(BaseModel):
    """Tokens a call was charged. `cached_tokens` are part of `input_tokens`."""

    model_config = ConfigDict(frozen=True)

    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    cached_tokens: int = Field(default=0, ge=0)

    @property
    def total(self) -> int:
        """Input and output together: what a budget counts."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: TokenUsage) -> TokenUsage:
        return TokenUsage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
        )


class Completion(BaseModel):
    """A provider's answer.

    `usage` is `None` when the provider reports none (it is then estimated and marked). `latency_ms` is `None` unless
    the provider knows better than the caller's clock. `replayed` marks answers that no call was made for: they are
    left out of latencies.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    usage: TokenUsage | None = None
    finish_reason: str | None = None
    model: str | None = None
    latency_ms: float | None = Field(default=None, ge=0)
    replayed: bool = False


@runtime_checkable
class Provider(Protocol):
    """Who answers: subject or judge.

    Options a caller may pass, all of which a provider is free to ignore:
    `case` (the `BenchmarkCase` at hand), `output_type` (a pydantic model the text should be JSON of),
    `temperature` (>= 0), `max_output_tokens` (>= 1).

    Raises `ProviderError` when there is no answer.
    """

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        """Answer the conversation."""
        ...
