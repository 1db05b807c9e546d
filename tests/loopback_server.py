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
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from tests.loopback_replies import Reply, body_of


@dataclass(frozen=True)
class Request:
    """What was asked."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


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
            self._send(reply, body_of(reply, request.path))
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
