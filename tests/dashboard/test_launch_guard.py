from __future__ import annotations

import base64
import hashlib

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from dashboard.guard import Guard, content_policy, own_names, streamlit_index


async def page(_request: object) -> PlainTextResponse:
    return PlainTextResponse("a page")


async def socket(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_text("open")
    await websocket.close()


def client(host: str = "127.0.0.1", also: tuple[str, ...] = (), any_address: bool = False) -> TestClient:
    app = Starlette(routes=[Route("/", page), WebSocketRoute("/stream", socket)])
    names = own_names(host, also)
    return TestClient(
        Guard(app, names=names, any_address=any_address, policy="default-src 'self'"), base_url="http://localhost:8501"
    )


@pytest.mark.parametrize("host", ["localhost", "localhost:8501", "127.0.0.1:8501", "[::1]:8501", "LocalHost:1"])
def test_own_names_are_answered_with_any_port(host: str) -> None:
    assert client().get("/", headers={"host": host}).text == "a page"


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8501",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.168.1.5",
        "",
        "[",
        "a@localhost@b",
    ],
)
def test_a_foreign_host_name_is_misdirected(host: str) -> None:
    answer = client().get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "--allow-host" in answer.text


def test_a_host_name_that_was_allowed_is_answered() -> None:
    allowing = client(also=("Eval.Example",))
    assert allowing.get("/", headers={"host": "eval.example"}).status_code == 200


def test_listening_everywhere_answers_bare_addresses_but_no_foreign_names() -> None:
    everywhere = client("::", any_address=True)
    assert everywhere.get("/", headers={"host": "192.168.1.5:8501"}).status_code == 200
    assert everywhere.get("/", headers={"host": "[fe80::1]:8501"}).status_code == 200
    assert everywhere.get("/", headers={"host": "evil.example"}).status_code == 421


def test_a_request_from_another_sites_page_is_refused() -> None:
    assert client().get("/", headers={"origin": "http://evil.example"}).status_code == 403


def test_another_port_of_the_same_machine_is_another_site() -> None:
    assert client().get("/", headers={"origin": "http://localhost:3000"}).status_code == 403
    assert client().get("/", headers={"origin": "http://localhost:8501"}).status_code == 200


def test_an_opaque_origin_is_refused() -> None:
    assert client().get("/", headers={"origin": "null"}).status_code == 403


def test_the_websocket_is_guarded_alike() -> None:
    own = {"host": "localhost:8501", "origin": "http://localhost:8501"}
    with client().websocket_connect("/stream", headers=own) as open_socket:
        assert open_socket.receive_text() == "open"
    for headers in (own | {"origin": "http://evil.example"}, {"host": "evil.example", "origin": "http://evil.example"}):
        with pytest.raises(WebSocketDisconnect), client().websocket_connect("/stream", headers=headers):
            pass


@pytest.mark.parametrize("host", ["localhost:8501", "evil.example"])
def test_every_answer_carries_the_headers_that_keep_other_sites_out(host: str) -> None:
    headers = client().get("/", headers={"host": host}).headers
    assert headers["content-security-policy"] == "default-src 'self'"
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_policy_allows_the_inline_script_of_the_page_by_its_hash_and_no_other() -> None:
    digest = base64.b64encode(hashlib.sha256(b"one()").digest()).decode()
    policy = content_policy("<script>one()</script><script src='x.js'></script>")
    scripts = next(rule for rule in policy.split("; ") if rule.startswith("script-src"))
    assert scripts == f"script-src 'self' 'wasm-unsafe-eval' blob: 'sha256-{digest}'"


def test_nothing_is_loaded_from_elsewhere() -> None:
    policy = content_policy(streamlit_index())
    assert "http:" not in policy
    assert "https:" not in policy
    assert "*" not in policy
    assert "frame-ancestors 'none'" in policy
