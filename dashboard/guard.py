"""What stands between the network and the pages: own host names only, and headers that keep other sites out."""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
from collections.abc import Collection, Iterable
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_WILDCARDS = frozenset({"0.0.0.0", "::"})  # noqa: S104 - recognised, not bound


def own_names(host: str, also: Iterable[str] = ()) -> frozenset[str]:
    """The names a server that listens on `host` answers to, in lower case."""
    return LOOPBACK | {name.lower().strip("[]") for name in (host, *also)}


class Guard:
    """ASGI middleware in front of pages, files and the websocket alike.

    Args:
        app: what is guarded.
        names: host names that are ours. A page of another site that had its name pointed at this machine (DNS
            rebinding) is refused with 421, a request sent by another site's page with 403.
        any_address: whether bare IP addresses are ours too; right when listening on all interfaces, and safe, as
            rebinding needs a name.
        policy: the Content-Security-Policy to send.
    """

    def __init__(self, app: ASGIApp, *, names: Collection[str], any_address: bool, policy: str) -> None:
        self._app = app
        self._names = frozenset(names)
        self._any_address = any_address
        self._headers = {
            "Content-Security-Policy": policy,
            "X-Frame-Options": "DENY",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse before anything of the app is reached."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(Headers(scope=scope))
        if refusal is None:
            await self._app(scope, receive, self._with_headers(send))
        elif scope["type"] == "websocket":
            await WebSocketClose(code=1008)(scope, receive, send)
        else:
            status, text = refusal
            await PlainTextResponse(text, status)(scope, receive, self._with_headers(send))

    def _refusal(self, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_ours(_name_of(host)):
            return 421, "This server does not answer to that host name. Start it with --allow-host to add one.\n"
        origin = headers.get("origin")
        if origin and not self._is_own_origin(origin, host):
            return 403, "Requests from other sites are refused.\n"
        return None

    def _is_ours(self, name: str | None) -> bool:
        if name is None:
            return False
        return name in self._names or (self._any_address and _is_address(name))

    def _is_own_origin(self, origin: str, host: str) -> bool:
        """Same name and port as the request's own address: another port of this machine is another site."""
        return urlsplit(origin).netloc.lower() == host.lower()

    def _with_headers(self, send: Send) -> Send:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers[name] = value
            await send(message)

        return send_with_headers


def listens_everywhere(host: str) -> bool:
    """Whether `host` stands for all interfaces."""
    return host in _WILDCARDS


def content_policy(index_page: str) -> str:
    """A Content-Security-Policy for Streamlit's front end: everything from here, nothing from elsewhere.

    The inline scripts of `index_page` are allowed by their hashes, so that no others are. `wasm-unsafe-eval` and
    `blob:` are what its tables and file readers need, `unsafe-inline` styles what its components do.
    """
    inline = re.findall(r"<script>(.*?)</script>", index_page, flags=re.DOTALL)
    hashes = " ".join(f"'sha256-{_digest(script)}'" for script in inline)
    rules = {
        "default-src": "'self'",
        "script-src": f"'self' 'wasm-unsafe-eval' blob: {hashes}".strip(),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "media-src": "'self' data: blob:",
        "connect-src": "'self' data: blob:",
        "worker-src": "'self' blob:",
        "frame-src": "'none'",
        "frame-ancestors": "'none'",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
    }
    return "; ".join(f"{rule} {value}" for rule, value in rules.items())


def streamlit_index() -> str:
    """The text of the page that Streamlit serves first."""
    import streamlit

    return (Path(streamlit.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _name_of(host: str) -> str | None:
    """The lower-case name in a Host header without its port; `None` if it is no valid one."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
