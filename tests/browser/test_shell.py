"""The shell in a real browser: the ways in, kept runs, addresses, and what the server refuses."""

from __future__ import annotations

import http.client
import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from langeval_core.runner import run_states
from langeval_core.schema.run import RunKind, RunState
from langeval_core.schema.spec import StateSpec
from langeval_core.schema.state import InterpretiveState, StateCase, ValueConfidence
from langeval_core.store.run_store import open_store
from tests.browser.driving import cell_texts, click_cell, open_address, settle
from tests.browser.served import Served

HOSTILE = "# <b>x</b> [a](http://b) $x$ :red[no] :smile: <img src=x onerror=alert(1)>"
OPEN_X, ROW = 66, 40


def keep_state_run(served: Served, name: str) -> str:
    """A finished run in the server's store; gives its id."""
    expected, actual = InterpretiveState(), InterpretiveState()
    expected.add_value("guest.name", ValueConfidence(value="Ada", confidence=0.9))
    actual.add_value("guest.name", ValueConfidence(value="Bea", confidence=0.9))
    case = StateCase(case_id="one", expected=expected, actual=actual)

    def run() -> str:
        with open_store(str(served.store)) as store:
            return run_states(StateSpec(name=name), [case], store).id

    with ThreadPoolExecutor(1) as thread:  # this one has Playwright's event loop
        return thread.submit(run).result()


def kept_names(served: Served) -> list[str]:
    with open_store(str(served.store)) as store:
        return [run.name for run in store.list_runs()]


def test_an_empty_store_is_met_with_three_doors_and_a_friendly_word(own_server: Served, page: Page) -> None:
    open_address(page, own_server.url)
    expect(page.get_by_role("heading", name="What did the model get right?")).to_be_visible()
    expect(page.get_by_text("Nothing has been run yet.")).to_be_visible()
    for door in ("Compare two states", "Score a benchmark", "Try the samples"):
        expect(page.get_by_role("heading", name=door)).to_be_visible()
    page.get_by_role("link", name="Runs").click()
    expect(page.get_by_text("Nothing has been run yet.")).to_be_visible()


def test_the_state_sample_is_one_click_away_and_its_address_can_be_loaded_again(server: Served, page: Page) -> None:
    open_address(page, server.url)
    page.get_by_role("button", name="State", exact=True).click()
    expect(page.get_by_role("heading", name="Hotel booking (sample)")).to_be_visible()
    address = page.url
    assert re.search(r"/run\?run=[0-9a-z]{14}$", address)
    page.reload()
    expect(page.get_by_role("heading", name="Hotel booking (sample)")).to_be_visible()
    open_address(page, server.url)
    page.get_by_role("button", name="State", exact=True).click()
    expect(page).to_have_url(address)


def test_nothing_is_asked_of_any_other_machine_and_the_fonts_are_ours(server: Served, page: Page) -> None:
    asked: list[str] = []

    def keep(request: Request) -> None:
        asked.append(request.url)

    page.on("request", keep)
    open_address(page, server.url)
    expect(page.get_by_role("heading", name="What did the model get right?")).to_be_visible()
    strangers = [url for url in asked if not url.startswith((server.url, "data:", "blob:"))]
    assert strangers == []
    page.wait_for_function("document.fonts.check('16px \"Geist Tabular\"')")
    assert any("geist-tabular-latin.woff2" in url for url in asked)


def test_a_run_is_opened_from_the_table(server: Served, page: Page) -> None:
    run_id = keep_state_run(server, "opened from the table")
    open_address(page, f"{server.url}/runs?text=opened from")
    click_cell(page, "runs_table", 0, x=OPEN_X, row_height=ROW)
    expect(page.get_by_role("heading", name="opened from the table")).to_be_visible()
    assert page.url.endswith(f"/run?run={run_id}")


def test_filters_stand_in_the_address(server: Served, page: Page) -> None:
    keep_state_run(server, "alpha one")
    keep_state_run(server, "beta two")
    open_address(page, f"{server.url}/runs")
    page.get_by_role("textbox", name="Search").fill("alpha")
    page.get_by_role("textbox", name="Search").press("Enter")
    page.wait_for_url("**/runs?text=alpha")
    page.reload()
    settle(page)
    expect(page.get_by_role("textbox", name="Search")).to_have_value("alpha")
    texts = cell_texts(page, "runs_table")
    assert "alpha one" in texts
    assert "beta two" not in texts


def test_a_run_is_renamed_on_its_page(server: Served, page: Page) -> None:
    run_id = keep_state_run(server, "before")
    open_address(page, f"{server.url}/run?run={run_id}")
    page.get_by_role("button", name="Actions").click()
    page.get_by_role("menuitem", name="Rename").click()
    dialog = page.get_by_role("dialog", name="Rename run")
    dialog.get_by_label("Name").fill("after")
    dialog.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", name="after")).to_be_visible()
    assert "after" in kept_names(server)


def test_a_run_is_deleted_only_after_a_second_click(server: Served, page: Page) -> None:
    run_id = keep_state_run(server, "short-lived")
    open_address(page, f"{server.url}/run?run={run_id}")
    page.get_by_role("button", name="Actions").click()
    page.get_by_role("menuitem", name="Delete").click()
    dialog = page.get_by_role("dialog", name="Delete for good?")
    expect(dialog).to_contain_text("short-lived")
    expect(dialog).to_contain_text("There is no undo")
    assert "short-lived" in kept_names(server)
    dialog.get_by_role("button", name="Delete").click()
    page.wait_for_url("**/runs")
    expect(page.get_by_text("Deleted “short-lived”.")).to_be_visible()
    assert "short-lived" not in kept_names(server)
    open_address(page, f"{server.url}/run?run={run_id}")
    expect(page.get_by_role("heading", name="Run not found")).to_be_visible()


def test_a_run_is_downloaded_as_json_and_csv(server: Served, page: Page) -> None:
    run_id = keep_state_run(server, "exported")
    open_address(page, f"{server.url}/run?run={run_id}")
    page.get_by_role("button", name="Actions").click()
    page.get_by_role("menuitem", name="Export").click()
    for button, file, start in (
        ("Everything as JSON", f"run-{run_id}.json", b'{\n "format": "langeval-run/1"'),
        ("Results as CSV", f"run-{run_id}.csv", b'"case_index",'),
    ):
        with page.expect_download() as download:
            page.get_by_role("button", name=button).click()
        assert download.value.suggested_filename == file
        content = download.value.path().read_bytes().removeprefix(b"\xef\xbb\xbf")
        assert content.startswith(start)


def test_an_unknown_id_gets_a_sentence_and_a_way_back(server: Served, page: Page) -> None:
    open_address(page, f"{server.url}/run?run=<script>alert(1)</script>")
    expect(page.get_by_text("There is no run “<script>alert(1)</script>” in this store.")).to_be_visible()
    page.get_by_role("link", name="All runs").click()
    expect(page.get_by_role("heading", name="Runs")).to_be_visible()


def test_hostile_names_are_shown_as_they_are_written(server: Served, page: Page) -> None:
    run_id = keep_state_run(server, HOSTILE)
    open_address(page, f"{server.url}/run?run={run_id}")
    title = page.get_by_role("heading", level=1)
    expect(title).to_be_visible()
    assert title.inner_text().replace("\u2060", "") == HOSTILE
    assert title.locator("a, b, img, .katex").count() == 0
    open_address(page, f"{server.url}/runs")
    assert HOSTILE in cell_texts(page, "runs_table")


def test_an_interrupted_run_says_so_with_its_counts(own_server: Served, page: Page) -> None:
    case = StateCase(case_id="one", expected=InterpretiveState(), actual=InterpretiveState())
    with open_store(str(own_server.store), clock=lambda: 1_790_000_000.0) as store:
        run_id = store.create_run(RunKind.STATE, StateSpec(name="stopped half way"), [case, case])
    with open_store(str(own_server.store)) as store:
        assert store.get_run(run_id).summary.state is RunState.INTERRUPTED
    open_address(page, f"{own_server.url}/run?run={run_id}")
    expect(page.get_by_text("This run was interrupted")).to_be_visible()
    expect(page.get_by_text("0 of 2 cases compared; 2 not started")).to_be_visible()


def test_a_broken_store_is_said_in_a_sentence_and_the_trace_goes_to_the_log(own_server: Served, page: Page) -> None:
    open_address(page, own_server.url)
    with closing(sqlite3.connect(own_server.store)) as connection:
        connection.execute("DROP TABLE runs")
    open_address(page, f"{own_server.url}/runs")
    alert = page.get_by_role("alert")
    expect(alert).to_be_visible()
    shown = page.locator("body").inner_text()
    assert "Traceback" not in shown
    assert ".py" not in shown
    assert "Traceback" in own_server.log


@pytest.mark.parametrize("path", ["/", "/runs", "/app/static/fonts/geist-tabular-latin.woff2", "/_stcore/health"])
def test_the_server_answers_its_own_names_only_and_sends_safe_headers(server: Served, path: str) -> None:
    own = _answer(server, path, {})
    assert own.status == 200
    assert own.headers["x-frame-options"] == "DENY"
    assert own.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in str(own.headers["content-security-policy"])
    assert _answer(server, path, {"Host": "evil.example"}).status == 421
    assert _answer(server, path, {"Origin": "http://evil.example"}).status == 403


def test_the_websocket_of_another_site_is_refused(server: Served) -> None:
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    assert _answer(server, "/_stcore/stream", upgrade | {"Origin": server.url}).status == 101
    assert _answer(server, "/_stcore/stream", upgrade | {"Origin": "http://evil.example"}).status == 403
    foreign = {"Origin": "http://evil.example", "Host": "evil.example"}
    assert _answer(server, "/_stcore/stream", upgrade | foreign).status == 403


def test_a_store_that_cannot_be_opened_ends_the_command_with_a_sentence_and_code_2(tmp_path: Path) -> None:
    broken = tmp_path / "notes.txt"
    broken.write_text("this is no database " * 500)
    command = [sys.executable, "-P", "-m", "dashboard", "--port", "0", "--no-browser", "--store", str(broken)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False, cwd=tmp_path)
    assert ended.returncode == 2
    assert "notes.txt" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_settings_that_lie_in_the_working_directory_do_not_open_the_server(tmp_path: Path, page: Page) -> None:
    folder = tmp_path / ".streamlit"
    folder.mkdir()
    (folder / "config.toml").write_text(
        '[server]\naddress = "::"\nbaseUrlPath = "x"\nenableXsrfProtection = false\nsslCertFile = "/no"\n'
        'sslKeyFile = "/no"\n[client]\nshowErrorDetails = "full"\n[browser]\ngatherUsageStats = true\n'
        '[theme]\nbase = "dark"\nprimaryColor = "#ff0000"\n'
    )
    served = Served(tmp_path)
    try:
        assert served.url.startswith("http://127.0.0.1:")
        open_address(page, served.url)
        door = page.get_by_role("button", name="State diff")
        expect(door).to_have_css("background-color", "rgb(0, 114, 178)")
    finally:
        served.stop()
    assert served.log == ""


def test_ctrl_c_ends_the_server_cleanly(own_server: Served, page: Page) -> None:
    open_address(page, own_server.url)
    page.goto("about:blank")
    assert own_server.stop() == 0
    assert own_server.output.startswith(f"LangEval is at {own_server.url}\nRuns are kept in {own_server.store}\n")
    assert own_server.output.endswith("Stopped.\n")
    assert own_server.log == ""


def _answer(served: Served, path: str, headers: dict[str, str]) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(urlsplit(served.url).netloc, timeout=20)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    connection.close()
    return answer
