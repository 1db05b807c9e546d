"""What the loopback server answers with, and how that looks on the wire."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MODEL = "loopback-model"


@dataclass(frozen=True)
class Reply:
    """What to answer one request with. `usage` is (input, output) tokens; `body` replaces the JSON altogether."""

    text: str = "42"
    usage: tuple[int, int] | None = (10, 5)
    cached_tokens: int = 0
    finish_reason: str = "stop"
    status: int = 200
    error: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    content_type: str = "application/json"
    delay_s: float = 0.0
    hang: bool = False
    drop: bool = False

    @property
    def tokens(self) -> int:
        """What the call is charged by its server."""
        return sum(self.usage or ()) if self.status == 200 else 0


def _failed(status: int, message: str, kind: str, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, error={"message": message, "type": kind, "code": kind}, headers=named)


def rate_limited(retry_after: str | None = None) -> Reply:
    """HTTP 429; `retry_after` is the header's text: seconds or a date."""
    headers = {} if retry_after is None else {"Retry_After": retry_after}
    return _failed(429, "Too many requests.", "rate_limit_exceeded", **headers)


def server_error(status: int = 500) -> Reply:
    """HTTP 500 or another 5xx."""
    return _failed(status, "Something broke.", "server_error")


def unauthorized(key: str) -> Reply:
    """HTTP 401 from a server that repeats the key it was sent."""
    return _failed(401, f"Incorrect API key provided: {key}.", "invalid_api_key")


def too_long() -> Reply:
    """HTTP 400 as llama.cpp words it."""
    message = "the request exceeds the available context size, try increasing it"
    error = {
        "code": 400,
        "message": message,
        "type": "exceed_context_size_error",
        "n_prompt_tokens": 9000,
        "n_ctx": 4096,
    }
    return Reply(status=400, error=error)


def bad_request(message: str = "Unknown parameter.") -> Reply:
    """HTTP 400."""
    return _failed(400, message, "invalid_request_error")


def unknown_model() -> Reply:
    """HTTP 404."""
    return _failed(404, "The model does not exist.", "model_not_found")


def quota_exhausted() -> Reply:
    """HTTP 429 that no waiting will mend."""
    return _failed(429, "You exceeded your current quota.", "insufficient_quota")


def cut(text: str) -> Reply:
    """An answer that ended at the output limit."""
    return Reply(text, finish_reason="length")


def invalid_json() -> Reply:
    """HTTP 200 with a body that calls itself JSON and is none."""
    return Reply(body=b'{"choices": [{"mess')


def web_page() -> Reply:
    """HTTP 200 with a page for people."""
    return Reply(body=b"<html><body>Welcome</body></html>", content_type="text/html")


def hanging() -> Reply:
    """No answer, ever, on an open connection."""
    return Reply(hang=True)


def dropped() -> Reply:
    """The connection closes without an answer."""
    return Reply(drop=True)


def body_of(reply: Reply, path: str) -> bytes:
    """The bytes to send for a reply: in the protocol that `path` belongs to."""
    if reply.body is not None:
        return reply.body
    if reply.status != 200:
        return json.dumps({"error": reply.error}).encode()
    say = _response if path.endswith("/responses") else _chat_completion
    return json.dumps(say(reply)).encode()


def _chat_completion(reply: Reply) -> dict[str, Any]:
    message = {"role": "assistant", "content": reply.text}
    completion: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": MODEL,
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish_reason}],
    }
    if reply.usage:
        given, made = reply.usage
        completion["usage"] = {
            "prompt_tokens": given,
            "completion_tokens": made,
            "total_tokens": given + made,
            "prompt_tokens_details": {"cached_tokens": reply.cached_tokens},
        }
    return completion


def _response(reply: Reply) -> dict[str, Any]:
    content = {"type": "output_text", "text": reply.text, "annotations": []}
    cut_off = reply.finish_reason == "length"
    response: dict[str, Any] = {
        "id": "resp_1",
        "object": "response",
        "created_at": 1_700_000_000,
        "model": MODEL,
        "status": "incomplete" if cut_off else "completed",
        "incomplete_details": {"reason": "max_output_tokens"} if cut_off else None,
        "error": None,
        "output": [
            {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [content]},
        ],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }
    if reply.usage:
        given, made = reply.usage
        response["usage"] = {
            "input_tokens": given,
            "input_tokens_details": {"cached_tokens": reply.cached_tokens, "cache_write_tokens": 0},
            "output_tokens": made,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": given + made,
        }
    return response
