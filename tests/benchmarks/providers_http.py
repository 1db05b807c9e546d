"""How much our way over HTTP adds to a bare loop on the same client.

`python -m tests.benchmarks.providers_http` starts the loopback server in a process of its own (50 ms for each answer),
has 500 answers judged, 50 at once, by four loops in turn, and prints the medians of the rounds and their ratios:

* `bare`: pydantic-ai's `model_request`, its reply looked at no further,
* `call_provider`: our adapter with time limits, retries and token counts,
* `Evaluator`: with the reading of the reply, the budget and the report as well,
* `run_benchmark`: with the run kept in an SQLite store as it goes.

`ideal` is calls x latency / parallel. CPU is this process's own, without the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition

from langeval_core.evaluators.benchmark import Evaluator
from langeval_core.evaluators.call import call_provider
from langeval_core.evaluators.judge_prompt import build_judge_messages
from langeval_core.providers.recorded import RecordedProvider
from langeval_core.providers.registry import aclose, open_provider, parse_provider
from langeval_core.providers.vendor_model import open_model, without_retries
from langeval_core.runner import run_benchmark
from langeval_core.schema.benchmark import BenchmarkCase, BenchmarkSet
from langeval_core.schema.judging import JudgeOutput, Rubric
from langeval_core.schema.spec import BenchmarkSpec, ProviderSpec
from langeval_core.store.run_store import open_store

CALLS, PARALLEL, LATENCY_MS, ROUNDS = 500, 50, 50.0, 5
BUDGET = 10_000_000

Loop = Callable[[str, BenchmarkSet, int], object]


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description="Our way over HTTP beside a bare loop on the same client.")
    arguments.add_argument("--calls", type=int, default=CALLS)
    arguments.add_argument("--parallel", type=int, default=PARALLEL)
    arguments.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = arguments.parse_args()
    cases = [
        BenchmarkCase(prompt=f"What is 6x{number}?", reference=str(6 * number), response="42")
        for number in range(chosen.calls)
    ]
    loops: dict[str, Loop] = {
        "bare": lambda *given: asyncio.run(_bare(*given)),
        "call_provider": lambda *given: asyncio.run(_called(*given)),
        "Evaluator": lambda *given: asyncio.run(_evaluated(*given)),
        "run_benchmark": _run,
    }
    walls: dict[str, list[float]] = {name: [] for name in loops}
    cpus: dict[str, list[float]] = {name: [] for name in loops}
    with _server() as base_url:
        # The first round only warms up.
        for round_number in range(chosen.rounds + 1):
            for name, loop in loops.items():
                wall, cpu = _timed(loop, base_url, BenchmarkSet(cases=cases), chosen.parallel)
                if round_number:
                    walls[name].append(wall)
                    cpus[name].append(cpu)
    ideal = chosen.calls * LATENCY_MS / 1000 / chosen.parallel
    sys.stdout.write(f"{chosen.calls} calls, {chosen.parallel} at once, {LATENCY_MS:g} ms: ideal {ideal:.2f} s\n")
    for name in loops:
        wall, cpu_ms = statistics.median(walls[name]), statistics.median(cpus[name]) / chosen.calls * 1000
        sys.stdout.write(
            f"{name:14} {wall:6.2f} s  {wall / ideal:5.2f} x ideal  {_beside(walls, name):5.2f} x bare"
            f"  {cpu_ms:5.2f} ms CPU a call  {_beside(cpus, name):5.2f} x bare\n"
        )


def _beside(times: dict[str, list[float]], name: str) -> float:
    """Median over the rounds of a loop's time by that of the bare loop in the same round."""
    return statistics.median(time / bare for time, bare in zip(times[name], times["bare"], strict=True))


def _timed(loop: Loop, base_url: str, benchmark: BenchmarkSet, parallel: int) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    loop(base_url, benchmark, parallel)
    return time.perf_counter() - wall, time.process_time() - cpu


async def _bare(base_url: str, benchmark: BenchmarkSet, parallel: int) -> None:
    model = open_model(parse_provider("m", base_url), None)
    without_retries(model)
    parameters = ModelRequestParameters(
        output_mode="native", output_object=OutputObjectDefinition(json_schema=JudgeOutput.model_json_schema())
    )

    async def ask(case: BenchmarkCase) -> None:
        system, user = build_judge_messages(case, "42", Rubric())
        request = ModelRequest(parts=[SystemPromptPart(system.content), UserPromptPart(user.content)])
        await model_request(model, [request], model_request_parameters=parameters)

    async with model:
        await _in_parallel(benchmark, parallel, ask)


async def _called(base_url: str, benchmark: BenchmarkSet, parallel: int) -> None:
    judge = open_provider(parse_provider("m", base_url), role="judge")

    async def ask(case: BenchmarkCase) -> None:
        messages = build_judge_messages(case, "42", Rubric())
        await call_provider(judge, messages, timeout_s=30, options={"output_type": JudgeOutput})

    await _in_parallel(benchmark, parallel, ask)
    await aclose(judge)


async def _evaluated(base_url: str, benchmark: BenchmarkSet, parallel: int) -> None:
    judge = open_provider(parse_provider("m", base_url), role="judge")
    evaluator = Evaluator(judge, benchmark, BUDGET, parallel_evals=parallel)
    report = await evaluator.evaluate(RecordedProvider("subject"))
    await aclose(judge)
    if report.cases_scored != len(benchmark.cases):
        raise SystemExit(f"only {report.cases_scored} cases were scored")


def _run(base_url: str, benchmark: BenchmarkSet, parallel: int) -> None:
    spec = BenchmarkSpec(
        subject=ProviderSpec(name="recorded"),
        judge=parse_provider("m", base_url),
        budget_tokens=BUDGET,
        parallel_evals=parallel,
    )
    with TemporaryDirectory() as folder, open_store(f"{folder}/runs.db") as store:
        run = run_benchmark(spec, benchmark, store)
    if run.summary.cases_scored != len(benchmark.cases):
        raise SystemExit(f"only {run.summary.cases_scored} cases were scored")


async def _in_parallel(benchmark: BenchmarkSet, parallel: int, ask: Callable[[BenchmarkCase], Awaitable[None]]) -> None:
    waiting = iter(benchmark.cases)

    async def work() -> None:
        for case in waiting:
            await ask(case)

    await asyncio.gather(*(work() for _ in range(parallel)))


@contextmanager
def _server() -> Iterator[str]:
    command = [sys.executable, "-m", "tests.loopback_server", "--latency-ms", str(LATENCY_MS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        if process.stdin is None or process.stdout is None:
            raise SystemExit("the server has no pipes")
        yield process.stdout.readline().strip()
        process.stdin.close()


if __name__ == "__main__":
    main()
