"""What the evaluator costs beside the judge: a judge that only sleeps, 500 cases, 50 ms, 50 at once (judge phase).

Run `python -m tests.benchmarks.runner_overhead`. Aims: wall <= 1.1 x ideal, <= 0.5 ms of CPU a call.
Ideal is calls x latency / parallel. The same sleeps without any evaluator are measured in turn, as the machine's floor.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Sequence
from typing import Any

from langeval_core.evaluators.benchmark import Evaluator
from langeval_core.schema.benchmark import BenchmarkCase, BenchmarkSet
from langeval_core.schema.completion import Completion, Message, TokenUsage
from langeval_core.schema.report import CaseAnswer

CASES, LATENCY_S, PARALLEL, ROUNDS = 500, 0.05, 50, 5
IDEAL_S = CASES * LATENCY_S / PARALLEL
PROMPT = "What are the opening hours of the branch in Oslo, and is it open on a public holiday?"
ANSWER = "The branch opens at 9 and closes at 17 on weekdays. It is closed on public holidays. " * 5
REPLY = Completion(text='{"reason": "Right and complete.", "score": 8}', usage=TokenUsage(input_tokens=300))


class SleepingJudge:
    """Answers after `LATENCY_S`."""

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        await asyncio.sleep(LATENCY_S)
        return REPLY


class InstantSubject:
    """Answers at once."""

    async def complete(self, messages: Sequence[Message], **options: Any) -> Completion:
        return Completion(text=ANSWER)


class JudgePhase:
    """Wall and CPU seconds from the last answer on."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def start(self, answer: CaseAnswer) -> None:
        """Called at each answer; the last one counts."""
        self.wall, self.cpu = time.perf_counter(), time.process_time()

    def stop(self) -> None:
        """Called when the report is there."""
        self.wall, self.cpu = time.perf_counter() - self.wall, time.process_time() - self.cpu


async def evaluate() -> JudgePhase:
    """One run of the evaluator, its report included."""
    benchmark = BenchmarkSet(cases=[BenchmarkCase(prompt=f"{PROMPT} ({n})", reference=ANSWER) for n in range(CASES)])
    evaluator = Evaluator(SleepingJudge(), benchmark, 10_000_000, parallel_evals=PARALLEL)
    phase = JudgePhase()
    report = await evaluator.evaluate(InstantSubject(), on_answer=phase.start)
    phase.stop()
    if report.cases_scored != CASES:
        raise RuntimeError(f"only {report.cases_scored} of {CASES} were scored")
    return phase


async def only_sleep() -> JudgePhase:
    """The same sleeps with nothing around them."""
    phase = JudgePhase()
    phase.start(CaseAnswer(case_index=0, text=""))
    numbers = iter(range(CASES))

    async def worker() -> None:
        for _ in numbers:
            await asyncio.sleep(LATENCY_S)

    await asyncio.gather(*(worker() for _ in range(PARALLEL)))
    phase.stop()
    return phase


def main() -> None:
    """Measure both in turn and print the medians."""
    asyncio.run(evaluate())  # imports and caches
    rounds = [(asyncio.run(only_sleep()), asyncio.run(evaluate())) for _ in range(ROUNDS)]
    floor, ours = ([phases[side] for phases in rounds] for side in (0, 1))
    for name, phases in (("only sleeping", floor), ("evaluator", ours)):
        wall = statistics.median(phase.wall for phase in phases)
        cpu = statistics.median(phase.cpu for phase in phases)
        print(f"{name}: wall {wall:.3f} s = {wall / IDEAL_S:.2f} x ideal, CPU {cpu / CASES * 1000:.3f} ms a call")


if __name__ == "__main__":
    main()
