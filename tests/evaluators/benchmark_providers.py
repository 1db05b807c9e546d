"""Providers and builders for tests of the benchmark evaluator."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from langeval_core.schema.benchmark import BenchmarkCase, BenchmarkSet
from langeval_core.schema.completion import Completion, Message, TokenUsage


def benchmark_of(n: int) -> BenchmarkSet:
    """`n` cases with ids c0, c1, …"""
    return BenchmarkSet(cases=[BenchmarkCase(id=f"c{number}", prompt=f"Question {number}?") for number in range(n)])


def verdict(score: float | str, tokens: int | None = 10, **more: Any) -> Completion:
    """A judge's reply that costs `tokens` (`None`: usage not reported)."""
    usage = None if tokens is None else TokenUsage(input_tokens=tokens)
    return Completion(text=f'{{"reason": "r", "score": {score}}}', usage=usage, **more)


def reply(text: str, tokens: int = 10) -> Completion:
    """Any judge's reply that costs `tokens`."""
    return Completion(text=text, usage=TokenUsage(input_tokens=tokens))


class Echo:
    """A subject that answers at once with what it was asked."""

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        return Completion(text=f"Answer to {messages[-1].content}")


class Watched:
    """Answers each call with `completion` after `latency_s`, and watches how many calls are under way."""

    def __init__(self, completion: Completion, latency_s: float = 0.005) -> None:
        self.completion = completion
        self.latency_s = latency_s
        self.under_way = 0
        self.most_at_once = 0
        self.three_at_once = asyncio.Event()
        self.calls: list[str] = []

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        self.calls.append(options["case"].id)
        self.under_way += 1
        if self.under_way == 3:
            self.three_at_once.set()
        self.most_at_once = max(self.most_at_once, self.under_way)
        try:
            await asyncio.sleep(self.latency_s)
        finally:
            self.under_way -= 1
        return self.completion


class Together:
    """Answers each call with `completion` once `n` calls are under way: they all end in the same moment."""

    def __init__(self, completion: Completion, n: int) -> None:
        self.completion = completion
        self.barrier = asyncio.Barrier(n)

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        await self.barrier.wait()
        return self.completion


class ByCase:
    """Plays a script for each case id: completions are returned, exceptions raised, `None` hangs for ever.

    The last entry of a script is played again. `*` is the script of cases that have none.
    """

    def __init__(self, scripts: dict[str, list[Completion | Exception | None]]) -> None:
        self.scripts = scripts
        self.calls: list[str] = []

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        case_id = options["case"].id
        script = self.scripts.get(case_id) or self.scripts["*"]
        step = script[min(self.calls.count(case_id), len(script) - 1)]
        self.calls.append(case_id)
        if step is None:
            await asyncio.Event().wait()
            raise AssertionError("an event that is never set was set")
        if isinstance(step, Exception):
            raise step
        return step


async def no_sleep(seconds: float) -> None:
    """A pause that takes no time."""
