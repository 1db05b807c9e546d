"""D14: the page of a run of 10,000 cases, beside Streamlit with a page of one line.

Run: `python -m tests.benchmarks.page_speed`. Both servers are started anew in each round, in turn, and looked at with a
fresh headless Chromium. Aim: first show (process start to text) at most 1.3 times the one-line page, reload at most
1.5 times, memory of the server at most 60 MiB more.
"""

from __future__ import annotations

import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from dashboard.launch import find_port
from langeval_core.evaluators.benchmark_report import build_report
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.completion import TokenUsage
from langeval_core.schema.report import CallRecord, CaseResult, CaseTranscript, Outcome
from langeval_core.schema.run import RunKind, RunState
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec
from langeval_core.store.run_store import open_store
from tests.browser.conftest import CHROMIUM_FLAGS
from tests.browser.served import Served

ROUNDS = 5
CASES = 10_000
AIMS = {"first show": 1.3, "reload": 1.5}
AIM_MEMORY_MIB = 60.0
_TAGS = ("facts", "writing", "reasoning", "coding")
_PATIENCE_MS = 180_000
_LINE = 'import streamlit as st\n\nst.write("one line")\n'


class Looked(NamedTuple):
    """Seconds from process start to the text, seconds of a reload, what the server's processor time was for both, and
    the server's memory in MiB after both."""

    first_s: float
    reload_s: float
    first_cpu_s: float
    reload_cpu_s: float
    memory_mib: float


def keep_large_run(address: str) -> str:
    """A finished run of 10,000 judged cases; gives its id."""
    recorded = ProviderSpec(name="recorded")
    spec = BenchmarkSpec(name="ten thousand", subject=recorded, judge=recorded, budget_tokens=10**9)
    cases = [
        BenchmarkCase(prompt=f"Question {number}: " + "why? " * 20, tags=[_TAGS[number % 4]]) for number in range(CASES)
    ]
    call = CallRecord(tokens=TokenUsage(input_tokens=280, output_tokens=30), latency_ms=812.0)
    results = [
        CaseResult(
            case_index=number,
            case_id=case.id,
            outcome=Outcome.JUDGE_UNREADABLE if number % 50 == 0 else Outcome.SCORED,
            tags=(_TAGS[number % 4],),
            score=None if number % 50 == 0 else 1.0 + number % 10,
            raw_score=None if number % 50 == 0 else 1.0 + number % 10,
            reason="" if number % 50 == 0 else "Mostly right, but one detail is missing.",
            subject_call=call,
            judge_call=call,
            position=number,
            tokens_used=310 * (number + 1),
            finished_s=number / 10,
        )
        for number, case in enumerate(cases)
    ]
    with open_store(address) as store:
        run_id = store.create_run(RunKind.BENCHMARK, spec, cases)
        store.save_results(
            run_id,
            [
                (result, CaseTranscript(case_index=result.case_index, answer="Because. " * 40, judge_reply="{}"))
                for result in results
            ],
        )
        report = build_report(results, cases, budget_tokens=10**9, scale=(1.0, 10.0), duration_s=1000.0)
        store.finish_run(run_id, RunState.FINISHED, report)
    return run_id


def look(browser: Browser, start: Callable[[], tuple[str, int]], text: str) -> Looked:
    """Start a server, load its page in a new context until `text` is seen, and load it again."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(_PATIENCE_MS)
    started = time.perf_counter()
    url, pid = start()
    page.goto(url)
    page.get_by_text(text).first.wait_for()
    first_s, first_cpu_s = time.perf_counter() - started, _cpu_s(pid)
    page.wait_for_timeout(3000)
    started, cpu_before = time.perf_counter(), _cpu_s(pid)
    page.reload()
    page.get_by_text(text).first.wait_for()
    reload_s, reload_cpu_s = time.perf_counter() - started, _cpu_s(pid) - cpu_before
    page.wait_for_timeout(2000)
    memory_mib = _memory_mib(pid)
    context.close()
    return Looked(first_s, reload_s, first_cpu_s, reload_cpu_s, memory_mib)


def look_at_one_line(browser: Browser, folder: Path) -> Looked:
    port = find_port("127.0.0.1", 0)
    script = folder / "one_line.py"
    script.write_text(_LINE)
    options = ["--server.headless=true", "--server.fileWatcherType=none", "--browser.gatherUsageStats=false"]
    command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}", *options]
    processes: list[subprocess.Popen[bytes]] = []

    def start() -> tuple[str, int]:
        address = "--server.address=127.0.0.1"
        process = subprocess.Popen([*command, address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        processes.append(process)
        _wait_for_port(port)
        return f"http://127.0.0.1:{port}", process.pid

    try:
        return look(browser, start, "one line")
    finally:
        for process in processes:
            process.terminate()
            process.wait(30)


def look_at_run(browser: Browser, folder: Path, run_id: str) -> Looked:
    servers: list[Served] = []

    def start() -> tuple[str, int]:
        servers.append(Served(folder))
        return f"{servers[0].url}/run?run={run_id}", servers[0].process.pid

    try:
        return look(browser, start, "mean 5.5")
    finally:
        for server in servers:
            server.stop()


def _wait_for_port(port: int) -> None:
    while True:
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)


def _memory_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(kilobytes) / 1024


def _cpu_s(pid: int) -> float:
    """Processor time of a process so far, in user and system mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Look at both pages in turn; gives 1 where an aim is missed."""
    executable = shutil.which("chromium")
    if executable is None:
        print("no chromium found", file=sys.stderr)
        return 2
    lines: list[Looked] = []
    runs: list[Looked] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        run_id = keep_large_run(str(Path(folder) / "runs.db"))
        browser = playwright.chromium.launch(executable_path=executable, args=list(CHROMIUM_FLAGS))
        for number in range(ROUNDS):
            lines.append(look_at_one_line(browser, Path(folder)))
            runs.append(look_at_run(browser, Path(folder), run_id))
            print(f"round {number + 1}: one line {lines[-1]}, run page {runs[-1]}", file=sys.stderr)
        browser.close()
    missed = False
    for name, field in (
        ("first show", "first_s"),
        ("reload", "reload_s"),
        ("first show, server CPU", "first_cpu_s"),
        ("reload, server CPU", "reload_cpu_s"),
    ):
        line, run = (statistics.median(getattr(look, field) for look in looks) for looks in (lines, runs))
        aim = AIMS.get(name)
        missed = missed or (aim is not None and run / line > aim)
        print(
            f"{name:22} one line {line:.2f} s, run page {run:.2f} s, ratio {run / line:.2f}", f" aim {aim}" * bool(aim)
        )
    line, run = (statistics.median(look.memory_mib for look in looks) for looks in (lines, runs))
    missed = missed or run - line > AIM_MEMORY_MIB
    print(
        f"memory      one line {line:.0f} MiB, run page {run:.0f} MiB, {run - line:+.0f} MiB  aim +{AIM_MEMORY_MIB:.0f}"
    )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
