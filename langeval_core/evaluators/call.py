"""One call to a provider: time limits, retries, and what it all cost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import SystemRandom
from types import MappingProxyType
from typing import Any

from langeval_core.errors import LangEvalError, ProviderError, ProviderErrorKind
from langeval_core.evaluators.tokens import estimate_usage
from langeval_core.schema.completion import Completion, Message, Provider, TokenUsage
from langeval_core.schema.report import CallRecord

LONGEST_WAIT_S = 60.0
"""No pause between two attempts is longer, whatever the server asks for."""

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})

_FIRST_BACK_OFF_S, _LONGEST_BACK_OFF_S, _JITTER_S = 0.5, 30.0, 0.5
_random = SystemRandom()


class CallFailed(LangEvalError):  # noqa: N818 - what became of a call, beside Completion
    """A call that brought no completion, after its last attempt.

    Args:
        message: for the user; no key, no internals.
        kind: the last attempt's cause.
        timed_out: whether the last attempt ran out of time.
        record: what all attempts cost.
    """

    def __init__(self, message: str, *, kind: ProviderErrorKind, timed_out: bool, record: CallRecord) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.timed_out = timed_out
        self.record = record


async def call_provider(
    provider: Provider,
    messages: Sequence[Message],
    *,
    timeout_s: float,
    attempts: int = 3,
    options: Mapping[str, Any] = NO_OPTIONS,
    clock: Callable[[], float] = time.perf_counter,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> tuple[Completion, CallRecord]:
    """Ask a provider, again where that can help, and say what it cost.

    Args:
        timeout_s: limit of one attempt, in seconds, > 0.
        attempts: how often to try in all, the first call included, >= 1.
        options: passed on to the provider.
        clock: seconds, monotonic.
        sleep: pauses between attempts: exponential back-off with jitter, or what the server asked for (Retry-After)
            where that is longer, at most `LONGEST_WAIT_S`.

    Failed attempts are charged what they report; a completion without usage is estimated and marked.

    Raises `CallFailed`. Cancellation passes through.
    """
    call = _Call(provider, messages, timeout_s, options, clock)
    while True:
        try:
            completion = await call.attempt()
        except ProviderError as error:
            if not error.can_retry or call.attempts >= attempts:
                raise CallFailed(
                    call.describe(error),
                    kind=error.kind,
                    timed_out=error.kind is ProviderErrorKind.TIMEOUT,
                    record=call.record(),
                ) from error
            pause_s = _pause_s(call.attempts, error)
            call.waited_s += pause_s
            await sleep(pause_s)
        else:
            return completion, call.record(completion)


class _Call:
    """The attempts of one call, added up."""

    def __init__(
        self,
        provider: Provider,
        messages: Sequence[Message],
        timeout_s: float,
        options: Mapping[str, Any],
        clock: Callable[[], float],
    ) -> None:
        self._provider = provider
        self._messages = messages
        self._timeout_s = timeout_s
        self._options = options
        self._clock = clock
        self._tokens = TokenUsage()
        self.attempts = 0
        self._latency_s = 0.0
        self.waited_s = 0.0

    async def attempt(self) -> Completion:
        """One attempt. Every failure becomes a `ProviderError`."""
        self.attempts += 1
        started = self._clock()
        limit = asyncio.timeout(self._timeout_s)
        try:
            async with limit:
                completion = await self._provider.complete(self._messages, **self._options)
        except ProviderError as error:
            if error.usage:
                self._tokens += error.usage
            raise
        except TimeoutError as error:
            message = f"No answer within {self._timeout_s:g} s." if limit.expired() else "The provider timed out."
            raise ProviderError(message, kind=ProviderErrorKind.TIMEOUT) from error
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            # Nobody cancelled us: a task of the provider's own was, and that is its failure.
            raise ProviderError("The provider cancelled its own call.") from error
        except Exception as error:
            # What an unknown exception says may hold keys or paths; its name does not.
            raise ProviderError(f"The provider failed unexpectedly ({type(error).__name__}).") from error
        finally:
            self._latency_s = self._clock() - started
        if not isinstance(completion, Completion):
            raise ProviderError(f"The provider answered with {type(completion).__name__} instead of a Completion.")
        return completion

    def record(self, completion: Completion | None = None) -> CallRecord:
        """What the call cost so far, with its completion if it brought one."""
        if completion is None:
            return CallRecord(
                tokens=self._tokens,
                attempts=self.attempts,
                latency_ms=self._latency_s * 1000,
                waited_ms=self.waited_s * 1000,
            )
        usage = completion.usage or estimate_usage(self._messages, completion.text)
        latency_ms = self._latency_s * 1000 if completion.latency_ms is None else completion.latency_ms
        return CallRecord(
            tokens=self._tokens + usage,
            estimated=completion.usage is None,
            attempts=self.attempts,
            latency_ms=None if completion.replayed else latency_ms,
            waited_ms=self.waited_s * 1000,
            replayed=completion.replayed,
            finish_reason=completion.finish_reason,
            model=completion.model,
        )

    def describe(self, error: ProviderError) -> str:
        """The last failure in words, with how often it was tried and a wait that was cut short."""
        if self.attempts == 1:
            return error.message
        message = f"{error.message} Tried {self.attempts} times."
        asked_s = error.retry_after_s or 0.0
        if asked_s > LONGEST_WAIT_S:
            message += f" The server asked to wait {asked_s:.0f} s; we wait {LONGEST_WAIT_S:.0f} s at most."
        return message


def _pause_s(failures: int, error: ProviderError) -> float:
    """Seconds to wait after `failures` (>= 1) failed attempts."""
    doubled_s = _FIRST_BACK_OFF_S * 2.0 ** min(failures - 1, 10)
    back_off_s = min(_LONGEST_BACK_OFF_S, doubled_s) + _random.uniform(0, _JITTER_S)
    return min(LONGEST_WAIT_S, max(back_off_s, error.retry_after_s or 0.0))
