"""The provider `faulty`: another provider, spoilt by a seeded plan, for rehearsals and tests."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from langeval_core.errors import InputError, ProviderError, ProviderErrorKind
from langeval_core.schema.completion import Completion, Message, Provider
from langeval_core.schema.spec import FaultPlan

REHEARSAL = FaultPlan(
    timeout=0.05, refusal=0.05, rate_limit=0.05, server_error=0.05, unreadable=0.05, no_usage=0.05, cut=0.05
)
"""The plan where none is given: every fault in one call of twenty."""

UNREADABLE = "I would rather not put that into words."
"""What a spoilt answer says."""

_FAULTS = ("timeout", "refusal", "rate_limit", "server_error", "unreadable", "no_usage", "cut")


class FaultyProvider:
    """Passes calls on to `inner` and spoils some of them.

    The fate of a call depends on the plan's seed and the call's number (0, 1, 2… in the order they are made) only: the
    same numbers fail whatever the answers, the speed and the concurrency.

    Raises `InputError` where the shares of the plan add up to more than 1.
    """

    def __init__(
        self,
        inner: Provider,
        plan: FaultPlan = REHEARSAL,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        total = sum(getattr(plan, fault) for fault in _FAULTS)
        if total > 1 + 1e-9:
            raise InputError(
                f"The shares of the fault plan add up to {total:g}.",
                field="faults",
                hint="They may add up to 1 at most.",
            )
        self._inner = inner
        self._plan = plan
        self._sleep = sleep
        self._calls = 0

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        """The inner provider's answer, or what the plan has for this call."""
        fault = self.fate(self._calls)
        self._calls += 1
        if self._plan.latency_ms:
            await self._sleep(self._plan.latency_ms / 1000)
        if failure := _failure(fault):
            raise failure
        completion = await self._inner.complete(messages, **options)
        if self._plan.latency_ms:  # the wait was made in earnest, so it is a latency even of a recorded answer
            completion = completion.model_copy(update={"replayed": False})
        return _spoil(completion, fault)

    async def aclose(self) -> None:
        """Close the inner provider, if it has anything to close."""
        if close := getattr(self._inner, "aclose", None):
            await close()

    def fate(self, number: int) -> str | None:
        """What befalls call `number` (0-based): the name of a share of the plan, or `None`."""
        digest = hashlib.sha256(f"{self._plan.seed}:{number}".encode()).digest()
        draw = int.from_bytes(digest[:8]) / 2**64
        for fault in _FAULTS:
            draw -= getattr(self._plan, fault)
            if draw < 0:
                return fault
        return None


def _failure(fault: str | None) -> ProviderError | None:
    match fault:
        case "timeout":
            return ProviderError("No answer in time (rehearsed).", kind=ProviderErrorKind.TIMEOUT)
        case "refusal":
            return ProviderError("The model refused to answer (rehearsed).", kind=ProviderErrorKind.REFUSED)
        case "rate_limit":
            return ProviderError(
                "The server is asked too often (rehearsed).",
                kind=ProviderErrorKind.RATE_LIMITED,
                status=429,
                retry_after_s=0.1,
            )
        case "server_error":
            return ProviderError("The server failed (rehearsed).", kind=ProviderErrorKind.SERVER, status=500)
    return None


def _spoil(completion: Completion, fault: str | None) -> Completion:
    match fault:
        case "unreadable":
            return completion.model_copy(update={"text": UNREADABLE})
        case "no_usage":
            return completion.model_copy(update={"usage": None})
        case "cut":
            half = completion.text[: len(completion.text) // 2]
            return completion.model_copy(update={"text": half, "finish_reason": "length"})
    return completion
