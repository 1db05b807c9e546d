from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from streamlit import config

from dashboard import launch
from dashboard.__main__ import main
from dashboard.launch import address, find_port, server_options
from dashboard.theme import theme_options
from langeval_core.errors import InputError


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)
        yield listener.getsockname()[1]


def test_every_option_is_one_that_streamlit_knows() -> None:
    known = set(config.get_config_options())
    assert set(server_options("127.0.0.1", 8501)) - known == set()


def test_the_server_listens_where_it_was_told_and_nowhere_else() -> None:
    options = server_options("127.0.0.1", 8501)
    assert (options["server.address"], options["server.port"]) == ("127.0.0.1", 8501)


def test_nothing_is_sent_home_watched_or_shown_of_the_inside() -> None:
    options = server_options("127.0.0.1", 8501)
    assert options["browser.gatherUsageStats"] is False
    assert options["server.fileWatcherType"] == "none"
    assert options["client.showErrorDetails"] == "none"
    assert options["client.toolbarMode"] == "viewer"
    assert options["server.enableXsrfProtection"] is True
    assert options["server.enableAgentApi"] is False


def test_the_upload_limit_follows_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert server_options("127.0.0.1", 8501)["server.maxUploadSize"] == 10
    monkeypatch.setenv("LANGEVAL_MAX_UPLOAD_MB", "25")
    assert server_options("127.0.0.1", 8501)["server.maxUploadSize"] == 25


def test_every_font_of_the_theme_travels_with_the_package() -> None:
    faces = theme_options()["theme.fontFaces"]
    assert isinstance(faces, list)
    for face in faces:
        file = launch.SCRIPT.parent / face["url"].removeprefix("app/")
        assert file.read_bytes()[:4] == b"wOF2"


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "http://127.0.0.1:8501"),
        ("::", "http://localhost:8501"),
        ("::1", "http://[::1]:8501"),
        ("eval.example", "http://eval.example:8501"),
    ],
)
def test_the_address_can_be_typed_into_a_browser(host: str, shown: str) -> None:
    assert address(host, 8501) == shown


def test_a_port_that_was_asked_for_and_is_taken_is_refused_in_one_sentence(taken_port: int) -> None:
    with pytest.raises(InputError) as caught:
        find_port("127.0.0.1", taken_port)
    assert str(caught.value) == (
        f"The dashboard cannot listen on 127.0.0.1, port {taken_port}: it is already in use. Choose another --port."
    )


def test_without_a_port_the_next_free_one_is_taken(taken_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "FIRST_PORT", taken_port)
    assert find_port("127.0.0.1", None) > taken_port


@pytest.mark.parametrize("host", ["256.1.1.1", "192.0.2.1"])
def test_a_host_that_is_not_this_machine_is_refused_in_one_sentence(host: str) -> None:
    with pytest.raises(InputError, match=rf"cannot listen on {host}: .* Choose another --host"):
        find_port(host, None)


def test_port_0_is_any_free_port() -> None:
    assert find_port("127.0.0.1", 0) > 0


@pytest.mark.parametrize(
    ("host", "port"), [("203.0.113.9", 8501), ("no.such.host.invalid", 8501), ("127.0.0.1", 70000)]
)
def test_an_address_that_cannot_be_listened_on_is_refused(host: str, port: int) -> None:
    with pytest.raises(InputError, match="cannot listen"):
        find_port(host, port)


def test_a_taken_port_ends_the_command_with_one_line_and_code_2(
    taken_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--port", str(taken_port), "--no-browser"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "already in use" in captured.err
