"""One call to a provider: time limits, retries, and what it all cost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    wait_exponential,
    wait_random,
)

from langeval_core.errors import LangEvalError, ProviderError, ProviderErrorKind
from langeval_core.evaluators.tokens import estimate_usage
from langeval_core.schema.completion import Completion, Message, Provider, TokenUsage
from langeval_core.schema.report import CallRecord

LONGEST_WAIT_S = 60.0
"""No pause between two attempts is longer, whatever the server asks for."""

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})

_back_off = wait_exponential(multiplier=0.5, max=30.0) + wait_random(0.0, 0.5)


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
    retrying = AsyncRetrying(
        sleep=sleep,
        stop=stop_after_attempt(attempts),
        wait=_wait_s,
        retry=retry_if_exception(_can_retry),
        before_sleep=call.note_wait,
        reraise=True,
    )
    try:
        completion: Completion = await retrying(call.attempt)
    except ProviderError as error:
        raise CallFailed(
            call.describe(error),
            kind=error.kind,
            timed_out=error.kind is ProviderErrorKind.TIMEOUT,
            record=call.record(),
        ) from error
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
        self._attempts = 0
        self._latency_s = 0.0
        self._waited_s = 0.0

    async def attempt(self) -> Completion:
        """One attempt. Every failure becomes a `ProviderError`."""
        self._attempts += 1
        started = self._clock()
        try:
            async with asyncio.timeout(self._timeout_s):
                completion = await self._provider.complete(self._messages, **self._options)
        except ProviderError as error:
            if error.usage:
                self._tokens += error.usage
            raise
        except TimeoutError as error:
            raise ProviderError(f"No answer within {self._timeout_s:g} s.", kind=ProviderErrorKind.TIMEOUT) from error
        except Exception as error:
            # What an unknown exception says may hold keys or paths; its name does not.
            raise ProviderError(f"The provider failed unexpectedly ({type(error).__name__}).") from error
        finally:
            self._latency_s = self._clock() - started
        if not isinstance(completion, Completion):
            raise ProviderError(f"The provider answered with {type(completion).__name__} instead of a Completion.")
        return completion

    def note_wait(self, state: RetryCallState) -> None:
        """Add up the pause that is about to be made."""
        self._waited_s += state.next_action.sleep if state.next_action else 0.0

    def record(self, completion: Completion | None = None) -> CallRecord:
        """What the call cost so far, with its completion if it brought one."""
        if completion is None:
            return CallRecord(
                tokens=self._tokens,
                attempts=self._attempts,
                latency_ms=self._latency_s * 1000,
                waited_ms=self._waited_s * 1000,
            )
        usage = completion.usage or estimate_usage(self._messages, completion.text)
        latency_ms = self._latency_s * 1000 if completion.latency_ms is None else completion.latency_ms
        return CallRecord(
            tokens=self._tokens + usage,
            estimated=completion.usage is None,
            attempts=self._attempts,
            latency_ms=None if completion.replayed else latency_ms,
            waited_ms=self._waited_s * 1000,
            replayed=completion.replayed,
            finish_reason=completion.finish_reason,
            model=completion.model,
        )

    def describe(self, error: ProviderError) -> str:
        """The last failure in words, with how often it was tried and a wait that was cut short."""
        parts = [error.message]
        if self._attempts > 1:
            parts.append(f"Tried {self._attempts} times.")
        if self._attempts > 1 and error.retry_after_s is not None and error.retry_after_s > LONGEST_WAIT_S:
            parts.append(
                f"The server asked to wait {error.retry_after_s:.0f} s; we wait {LONGEST_WAIT_S:.0f} s at most."
            )
        return " ".join(parts)


def _failure(state: RetryCallState) -> BaseException | None:
    return state.outcome.exception() if state.outcome else None


def _wait_s(state: RetryCallState) -> float:
    failure = _failure(state)
    asked = failure.retry_after_s if isinstance(failure, ProviderError) else None
    return min(LONGEST_WAIT_S, max(_back_off(state), asked or 0.0))


def _can_retry(error: BaseException) -> bool:
    return isinstance(error, ProviderError) and error.can_retry
