"""Benchmark runs in a real browser: sample, upload, cancel, a killed server, one case, narrow and dark."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import FilePayload, Page, expect

from langeval_core.schema.report import EvalReport
from langeval_core.schema.run import Run, RunState
from langeval_core.store.run_store import open_store
from tests.browser.driving import cell_texts, choose, click_cell, open_address, settle
from tests.browser.served import Served

HOSTILE = "# <b>x</b> [a](http://b) $x$ :smile: <img src=x onerror=alert(1)>"
PROMPT_X, ROW = 500, 35
expect.set_options(timeout=30_000)


def kept_run(served: Served, run_id: str) -> Run:
    def read() -> Run:
        with open_store(str(served.store)) as store:
            return store.get_run(run_id)

    with ThreadPoolExecutor(1) as thread:  # this one has Playwright's event loop
        return thread.submit(read).result()


def run_id_of(page: Page) -> str:
    found = re.search(r"run=([0-9a-z]+)", page.url)
    assert found is not None
    return found.group(1)


def upload(page: Page, name: str, text: str) -> None:
    file = FilePayload(name=name, mimeType="application/json", buffer=text.encode())
    page.locator("input[type=file]").set_input_files(file)


def start_sample(page: Page, served: Served) -> str:
    open_address(page, f"{served.url}/benchmark")
    page.get_by_role("button", name="Run the sample").click()
    page.wait_for_url("**/run?run=*")
    expect(page.get_by_text("25 of 36", exact=True)).to_be_visible()
    return run_id_of(page)


def start_slow_run(page: Page, served: Served, cases: int, latency_ms: int) -> str:
    """Upload recorded cases and rehearse them with a slow judge that never fails."""
    lines = [
        json.dumps({"id": f"q{number}", "prompt": f"What is {number}?", "response": "x", "judge_reply": "[[8]]"})
        for number in range(cases)
    ]
    open_address(page, f"{served.url}/benchmark")
    upload(page, "slow.jsonl", "\n".join(lines))
    expect(page.get_by_text(f"{cases} cases read from slow.jsonl. Recognised as JSON Lines")).to_be_visible()
    choose(page, "Scores come from", "Rehearsal with faults")
    latency = page.get_by_label("Each call takes (ms)")
    latency.fill(str(latency_ms))
    latency.press("Enter")
    settle(page)
    page.get_by_role("button", name="Run benchmark").click()
    page.wait_for_url("**/run?run=*")
    expect(page.get_by_text("The judge is scoring the answers.")).to_be_visible()
    return run_id_of(page)


def test_the_sample_runs_in_one_click_and_its_address_can_be_loaded_again(server: Served, page: Page) -> None:
    start_sample(page, server)
    banner = page.get_by_text("25 of 36 cases scored; 6 budget exhausted, 3 judge unreadable, 1 judge error")
    expect(banner).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_have_count(4)
    address = page.url
    page.reload()
    expect(banner).to_be_visible()
    open_address(page, f"{server.url}/runs")
    open_address(page, address)
    expect(page.get_by_text("budget exhausted at 9,253 tokens")).to_be_visible()
    expect(page.get_by_text("budget 9,000", exact=True)).to_be_visible()


def test_a_row_opens_its_case_at_an_address_of_its_own(server: Served, page: Page) -> None:
    run_id = start_sample(page, server)
    page.get_by_role("tab", name="Cases").click()
    page.wait_for_url("**view=Cases*")
    page.get_by_label("Find").fill("paracetamol")
    page.get_by_label("Find").press("Enter")
    expect(page.get_by_text("1 of 36 cases.")).to_be_visible()
    assert "medical" in cell_texts(page, "case_table")
    click_cell(page, "case_table", 0, x=PROMPT_X, row_height=ROW)
    page.wait_for_url("**case=24*")
    expect(page.get_by_role("heading", name="Case 24: medical")).to_be_visible()
    expect(page.get_by_text("I took six paracetamol at once. Is that bad?").first).to_be_visible()
    expect(page.get_by_text("within the 1 of 36 cases")).to_be_visible()
    open_address(page, f"{server.url}/run?run={run_id}&case=24")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="Case 25:")).to_be_visible()
    page.get_by_role("button", name="All cases").click()
    expect(page.get_by_role("tab", name="Overview")).to_be_visible()
    assert "case=" not in page.url


def test_a_sign_in_the_chart_of_tokens_opens_its_case(server: Served, page: Page) -> None:
    start_sample(page, server)
    chart = page.locator(".st-key-token_chart .js-plotly-plot")
    sign = chart.locator(".scatterlayer .textpoint, .scatterlayer .points path").last
    sign.scroll_into_view_if_needed()
    box = sign.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url("**case=*")
    expect(page.get_by_role("heading", name=re.compile("^Case "))).to_be_visible()


def test_a_cancelled_run_keeps_what_was_done(server: Served, page: Page) -> None:
    run_id = start_slow_run(page, server, cases=300, latency_ms=200)
    expect(page.get_by_text(re.compile(r"^Cases done: [1-9]"))).to_be_visible()
    open_address(page, server.url)
    open_address(page, f"{server.url}/run?run={run_id}")
    page.get_by_role("button", name="Cancel run").click()
    expect(page.get_by_text("This run was cancelled")).to_be_visible()
    run = kept_run(server, run_id)
    assert run.summary.state is RunState.CANCELLED
    assert isinstance(run.report, EvalReport)
    assert 0 < run.report.cases_scored < 300


def test_a_live_page_keeps_its_place_while_it_counts(server: Served, page: Page) -> None:
    start_slow_run(page, server, cases=300, latency_ms=200)
    done, cancel = page.get_by_text(re.compile(r"^Cases done: ")), page.get_by_role("button", name="Cancel run")
    expect(page.get_by_text(re.compile(r"^Cases done: [1-9]"))).to_be_visible()
    before, words = cancel.bounding_box(), done.inner_text()
    expect(done).not_to_have_text(words)
    assert cancel.bounding_box() == before
    cancel.click()
    expect(page.get_by_text("This run was cancelled")).to_be_visible()


def test_a_run_of_a_killed_server_is_found_interrupted_with_what_was_done(own_server: Served, page: Page) -> None:
    run_id = start_slow_run(page, own_server, cases=300, latency_ms=200)
    expect(page.get_by_text(re.compile(r"^Cases done: [1-9]"))).to_be_visible()
    page.goto("about:blank")
    own_server.kill()
    kept = kept_run(own_server, run_id).summary.cases_scored
    assert kept > 0
    own_server.start()
    open_address(page, f"{own_server.url}/run?run={run_id}")
    expect(page.get_by_text("This run was interrupted")).to_be_visible(timeout=60_000)
    expect(page.get_by_text(f"{kept} of 300", exact=True)).to_be_visible()
    open_address(page, f"{own_server.url}/runs")
    assert "slow" in cell_texts(page, "runs_table")


def test_what_models_say_is_shown_as_text(server: Served, page: Page) -> None:
    reply = json.dumps({"reason": HOSTILE, "score": 5})
    case = {"id": HOSTILE, "prompt": HOSTILE, "reference": HOSTILE, "response": HOSTILE, "judge_reply": reply}
    open_address(page, f"{server.url}/benchmark")
    upload(page, "hostile.json", json.dumps([case]))
    expect(page.get_by_text("1 case read from hostile.json")).to_be_visible()
    page.get_by_role("button", name="Run benchmark").click()
    page.wait_for_url("**/run?run=*")
    expect(page.get_by_text("1 of 1", exact=True)).to_be_visible()
    open_address(page, f"{page.url}&case=1")
    expect(page.get_by_text(HOSTILE, exact=True).first).to_be_visible()
    assert page.get_by_text(HOSTILE, exact=True).count() >= 4
    assert page.locator("main img[src=x], main b:text-is('x'), main .katex, main a[href='http://b']").count() == 0
