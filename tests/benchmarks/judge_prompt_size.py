"""How many tokens a judge's prompt costs beyond the case's own texts, and how many judge calls a case takes.

Run `python -m tests.benchmarks.judge_prompt_size`. Aims: one call a case; <= 250 tokens beyond prompt, answer and
reference, better 150. Tokens are the project's estimate (one for every four bytes of UTF-8) and, where tiktoken is
installed and `TIKTOKEN_CACHE_DIR` holds its vocabulary, those of `o200k_base`; nothing is fetched.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from langeval_core.evaluators.benchmark import Evaluator
from langeval_core.evaluators.tokens import estimate_tokens
from langeval_core.providers.scripted import MockProvider
from langeval_core.schema.benchmark import BenchmarkCase, BenchmarkSet

CASES = 20
PROMPT, REFERENCE, ANSWER = "Which sea does the fjord open to? " * 5, "The North Sea. " * 5, "It opens to the sea. " * 5


def main() -> None:
    """Judge some cases and count."""
    judge = MockProvider.with_responses(['{"reason": "right", "score": 8}'] * CASES)
    subject = MockProvider.with_responses([ANSWER] * CASES)
    cases = [BenchmarkCase(id=str(n), prompt=PROMPT, reference=REFERENCE) for n in range(CASES)]
    asyncio.run(Evaluator(judge, BenchmarkSet(cases=cases), 10**9).evaluate(subject))
    print(f"judge calls a case: {len(judge.calls) / CASES:g}   aim 1")
    for method, count in counters().items():
        own = sum(count(text) for text in (PROMPT, REFERENCE, ANSWER))
        sent = sum(count(message.content) for message in judge.calls[0])
        print(f"tokens beyond the case's own {own}, by {method}: {sent - own}   aim 250, better 150")


def counters() -> dict[str, Callable[[str], int]]:
    """The ways of counting that need no network."""
    known: dict[str, Callable[[str], int]] = {"our estimate": estimate_tokens}
    if os.environ.get("TIKTOKEN_CACHE_DIR") and find_spec("tiktoken"):
        encoding = import_module("tiktoken").get_encoding("o200k_base")
        known["o200k_base"] = lambda text: len(encoding.encode(text))
    else:
        print("o200k_base is left out: no vocabulary in TIKTOKEN_CACHE_DIR, or no tiktoken")
    return known


if __name__ == "__main__":
    main()
