"""Vendors' failures in our words: what kind it was, and a sentence that holds no key."""

from __future__ import annotations

import re
from collections.abc import Mapping

import httpx2
from pydantic_ai import exceptions as failures

from langeval_core.errors import ProviderError, ProviderErrorKind

_LONGEST_QUOTE = 300

_KINDS: tuple[tuple[type[Exception], ProviderErrorKind], ...] = (
    (failures.ModelAuthenticationError, ProviderErrorKind.AUTHENTICATION),
    (failures.ModelContextWindowExceededError, ProviderErrorKind.CONTEXT_TOO_LONG),
    (failures.ModelQuotaExceededError, ProviderErrorKind.REFUSED),
    (failures.ContentFilterError, ProviderErrorKind.REFUSED),
    (failures.ModelRateLimitError, ProviderErrorKind.RATE_LIMITED),
    (failures.ModelUnavailableError, ProviderErrorKind.SERVER),
    (failures.ModelServerError, ProviderErrorKind.SERVER),
    (failures.ModelRequestTimeout, ProviderErrorKind.TIMEOUT),
    (failures.ModelTimeoutError, ProviderErrorKind.TIMEOUT),
    (failures.ModelConnectionError, ProviderErrorKind.CONNECTION),
    (failures.ModelRequestRejectedError, ProviderErrorKind.BAD_REQUEST),
    (httpx2.TimeoutException, ProviderErrorKind.TIMEOUT),
    (httpx2.TransportError, ProviderErrorKind.CONNECTION),
)
"""The first class that fits decides."""

_STATUS_KINDS: Mapping[int, ProviderErrorKind] = {
    408: ProviderErrorKind.TIMEOUT,
    413: ProviderErrorKind.CONTEXT_TOO_LONG,
    425: ProviderErrorKind.SERVER,
}

_SENTENCES: Mapping[ProviderErrorKind, str] = {
    ProviderErrorKind.AUTHENTICATION: "The server refused the key, or the key may not use this model",
    ProviderErrorKind.BAD_REQUEST: "The server rejected the request",
    ProviderErrorKind.CONTEXT_TOO_LONG: "The text is longer than the model can read",
    ProviderErrorKind.REFUSED: "The model refused to answer",
    ProviderErrorKind.RATE_LIMITED: "The server is asked too often",
    ProviderErrorKind.SERVER: "The server failed",
    ProviderErrorKind.CONNECTION: "The server could not be reached, or the connection broke",
    ProviderErrorKind.TIMEOUT: "The server did not answer in time",
}

# llama.cpp and its kin name an overlong prompt in ways that pydantic-ai does not know.
_TOO_LONG_TYPES = frozenset({"exceed_context_size_error", "context_length_exceeded"})
_TOO_LONG = re.compile(r"context (size|length|window)|prompt is too long", re.IGNORECASE)
_BAD_KEY = re.compile(r"\bapi key not valid\b|\binvalid api key\b", re.IGNORECASE)
_KEY_LIKE = re.compile(r"\b(?:sk|pk|key|xai|gsk|hf|AIza)[-_]?[\w*.-]{12,}|(?<=Bearer )\S+", re.IGNORECASE)


def provider_error(error: Exception, *, api_key: str | None = None) -> ProviderError:
    """What a vendor's exception says, as ours. The text quotes the server at most shortly, without `api_key`."""
    kind = _kind(error)
    status = error.status_code if isinstance(error, failures.ModelHTTPError) else None
    message = _sentence(error, kind) + (f" (HTTP {status})." if status is not None else ".")
    # A server that refuses a key likes to repeat it.
    quote = "" if kind is ProviderErrorKind.AUTHENTICATION else _quote(error, api_key)
    if quote:
        message += f" It said: {quote}"
    retry_after_s = error.retry_after if isinstance(error, failures.ModelAPIError) else None
    return ProviderError(message, kind=kind, status=status, retry_after_s=retry_after_s)


def _kind(error: Exception) -> ProviderErrorKind:
    kind = next((kind for cause, kind in _KINDS if isinstance(error, cause)), None)
    if isinstance(error, failures.ModelTimeoutError) and error.phase == "connect":
        return ProviderErrorKind.CONNECTION
    if isinstance(error, failures.ModelHTTPError) and kind in (None, ProviderErrorKind.BAD_REQUEST):
        if error.provider_error_type in _TOO_LONG_TYPES or _TOO_LONG.search(_said(error)):
            return ProviderErrorKind.CONTEXT_TOO_LONG
        if _BAD_KEY.search(_said(error)):
            # Google says so with a 400.
            return ProviderErrorKind.AUTHENTICATION
        return _STATUS_KINDS.get(error.status_code, ProviderErrorKind.BAD_REQUEST)
    if kind is None and _is_unreadable_reply(error):
        return ProviderErrorKind.SERVER
    return kind or ProviderErrorKind.OTHER


def _is_unreadable_reply(error: Exception) -> bool:
    # A plain ModelAPIError without a status is a body that was not JSON; an UnexpectedModelBehavior one of other shape;
    # a LookupError one that lacks what pydantic-ai takes for granted, such as a first choice.
    known = isinstance(error, failures.UnexpectedModelBehavior | LookupError)
    return known or type(error) is failures.ModelAPIError


def _sentence(error: Exception, kind: ProviderErrorKind) -> str:
    if isinstance(error, failures.ModelNotFoundError):
        return f"The server knows no model “{error.model_name}”, or nothing answers at this address"
    if isinstance(error, failures.ModelQuotaExceededError):
        return "The account's quota or credit is used up"
    if _is_unreadable_reply(error) and kind is ProviderErrorKind.SERVER:
        return "The server's reply is not a completion that can be read"
    return _SENTENCES.get(kind, f"The call failed ({type(error).__name__})")


def _said(error: failures.ModelHTTPError) -> str:
    body = error.body
    if isinstance(body, dict):
        inner = body.get("error")
        body = inner.get("message", "") if isinstance(inner, dict) else body.get("message", inner)
    return body if isinstance(body, str) else ""


def _quote(error: Exception, api_key: str | None) -> str:
    text = " ".join(_said(error).split()) if isinstance(error, failures.ModelHTTPError) else ""
    if api_key:
        text = text.replace(api_key, "…")
    text = _KEY_LIKE.sub("…", text)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
