"""Token counts for providers that report none."""

from __future__ import annotations

from collections.abc import Sequence

from langeval_core.schema.completion import Message, TokenUsage

ESTIMATE_METHOD = "one token for every 4 bytes of UTF-8 text, rounded up"
"""How tokens are estimated, in words to show beside an estimate."""


def estimate_tokens(text: str) -> int:
    """Tokens of a text (>= 0) by `ESTIMATE_METHOD`.

    Bytes rather than characters, because scripts outside Latin take more tokens a character.
    """
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)


def estimate_usage(messages: Sequence[Message], text: str) -> TokenUsage:
    """What a call that sent `messages` and got `text` may have cost."""
    return TokenUsage(
        input_tokens=sum(estimate_tokens(message.content) for message in messages),
        output_tokens=estimate_tokens(text),
    )
