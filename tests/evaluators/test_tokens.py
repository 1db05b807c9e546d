from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from langeval_core.evaluators.tokens import estimate_tokens, estimate_usage
from langeval_core.schema.completion import Message, TokenUsage


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("a", 1), ("four", 1), ("fives", 2), ("What is 6×7?", 4), ("日本", 2), ("\ud800", 1)],
)
def test_an_estimate_is_a_token_for_every_four_bytes_rounded_up(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@given(st.text(st.characters(exclude_categories=())), st.text(st.characters(exclude_categories=())))
def test_no_text_breaks_an_estimate_and_more_text_never_costs_less(text: str, more: str) -> None:
    assert 0 <= estimate_tokens(text) <= estimate_tokens(text + more)


def test_usage_counts_every_message_sent_and_the_answer() -> None:
    messages = [Message(role="system", content="Be brief."), Message(role="user", content="Hello")]
    assert estimate_usage(messages, "Hi!") == TokenUsage(input_tokens=5, output_tokens=1)
