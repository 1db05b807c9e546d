"""A server on 127.0.0.1 that speaks OpenAI's protocols (Chat Completions and Responses) and fails as it is told.

    with LoopbackServer() as server:
        server.script(rate_limited(retry_after="1"), Reply("42"))
        … openai:model at server.base_url …
        assert server.calls == 2

`python -m tests.loopback_server --latency-ms 50` serves in a process of its own, for measurements.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

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


@dataclass(frozen=True)
class Request:
    """What was asked."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


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


def default_answer(request: Request) -> Reply:
    """A judge's verdict where a schema is asked for, `42` otherwise."""
    asks_for_schema = "response_format" in request.body or "text" in request.body
    return Reply('{"reason": "as expected", "score": 8}') if asks_for_schema else Reply()


class LoopbackServer:
    """Listens from `with` to its end; answers with the scripted replies first, then with what `answer` says.

    `requests` keeps what came, `received` is set by the first of them, `tokens` adds up what was charged, and
    `most_at_once` is the greatest number of requests that were open together.
    """

    def __init__(self, answer: Callable[[Request], Reply] = default_answer) -> None:
        self._answer = answer
        self._script: deque[Reply] = deque()
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._at_once = 0
        self.received = threading.Event()
        self.requests: list[Request] = []
        self.tokens = 0
        self.most_at_once = 0
        self._http = _HTTPServer(("127.0.0.1", 0), _Handler)
        self._http.loopback = self
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def base_url(self) -> str:
        """The address to give to a client."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    @property
    def calls(self) -> int:
        """How many requests came."""
        return len(self.requests)

    def script(self, *replies: Reply) -> None:
        """Answer the next requests with these, in order."""
        self._script.extend(replies)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def receive(self, request: Request) -> Reply:
        """Count a request and decide on its reply."""
        with self._lock:
            self.requests.append(request)
            self.received.set()
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            reply = self._script.popleft() if self._script else self._answer(request)
            self.tokens += reply.tokens
        if reply.hang:
            self._stopped.wait()
        elif reply.delay_s:
            time.sleep(reply.delay_s)
        return reply

    def done(self) -> None:
        """A request was answered."""
        with self._lock:
            self._at_once -= 1


class _HTTPServer(ThreadingHTTPServer):
    loopback: LoopbackServer
    request_queue_size = 256
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is what time limits are for: nothing to say."""


class _Handler(BaseHTTPRequestHandler):
    server: _HTTPServer
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        request = Request(self.path, dict(self.headers), json.loads(self.rfile.read(length)))
        loopback = self.server.loopback
        reply = loopback.receive(request)
        try:
            if reply.hang or reply.drop:
                self.close_connection = True
                return
            self._send(reply, _body(request, reply))
        finally:
            loopback.done()

    def _send(self, reply: Reply, body: bytes) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def _body(request: Request, reply: Reply) -> bytes:
    if reply.body is not None:
        return reply.body
    if reply.status != 200:
        return json.dumps({"error": reply.error}).encode()
    say = _response if request.path.endswith("/responses") else _chat_completion
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


def main() -> None:
    """Serve until standard input closes; the address is the first line printed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--latency-ms", type=float, default=0.0)
    delay_s = arguments.parse_args().latency_ms / 1000

    def answer(request: Request) -> Reply:
        reply = default_answer(request)
        return Reply(reply.text, delay_s=delay_s)

    with LoopbackServer(answer) as server:
        print(server.base_url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
