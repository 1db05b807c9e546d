"""The benchmark evaluator: a subject answers every case, a judge scores every answer, under a token budget."""

from __future__ import annotations

import asyncio
import copy
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Self

from langeval_core.errors import EmptyBenchmarkSetError
from langeval_core.evaluators.benchmark_progress import Progress
from langeval_core.evaluators.benchmark_report import build_report
from langeval_core.evaluators.budget import TokenBudget, whole_number
from langeval_core.evaluators.call import NO_OPTIONS, CallFailed, call_provider
from langeval_core.evaluators.judge import Judge
from langeval_core.evaluators.judge_prompt import build_subject_messages
from langeval_core.evaluators.slots import run_in_slots
from langeval_core.evaluators.storable import storable
from langeval_core.schema.benchmark import BenchmarkSet
from langeval_core.schema.completion import Provider
from langeval_core.schema.judging import Rubric
from langeval_core.schema.report import CaseAnswer, CaseResult, CaseTranscript, EvalReport, Outcome


class Evaluator:
    """Evaluates subjects on a benchmark.

    Args:
        judge: scores the answers.
        benchmark: at least one case, else `EmptyBenchmarkSetError`.
        budget_tokens: judge tokens (input and output, of all attempts) after which no further judge call is made.
        parallel_evals: judge calls at once; 0 becomes 1.
        parallel_subjects: subject calls at once; 0 becomes 1.
        tolerate_subject_errors: give the case an outcome and go on, rather than end with `SubjectError`.
        rubric: what the judge is asked for, and on which scale.
        subject_timeout_s, judge_timeout_s: limit of one attempt.
        subject_attempts, judge_attempts: tries in all, for failures that a retry can help.
        subject_options, judge_options: passed on to the provider.
        judge_reasks: how often a judge is asked again after a reply that could not be read.
        clock: seconds, monotonic. sleep: pauses between attempts.
    """

    def __init__(
        self,
        judge: Provider,
        benchmark: BenchmarkSet,
        budget_tokens: int,
        *,
        parallel_evals: int = 3,
        parallel_subjects: int = 1,
        tolerate_subject_errors: bool = False,
        rubric: Rubric | None = None,
        subject_timeout_s: float = 60.0,
        judge_timeout_s: float = 30.0,
        subject_attempts: int = 3,
        judge_attempts: int = 3,
        subject_options: Mapping[str, Any] = NO_OPTIONS,
        judge_options: Mapping[str, Any] = NO_OPTIONS,
        judge_reasks: int = 0,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        if not benchmark.cases:
            raise EmptyBenchmarkSetError
        self._benchmark = benchmark
        self._rubric = rubric or Rubric()
        self._judge = Judge(judge, self._rubric, judge_timeout_s, judge_attempts, judge_options, sleep)
        self._budget_tokens = TokenBudget(budget_tokens).limit
        self._parallel_evals = whole_number(parallel_evals, "parallel_evals", "a number of parallel judge calls")
        self._parallel_subjects = whole_number(
            parallel_subjects, "parallel_subjects", "a number of parallel subject calls"
        )
        self._tolerate_subject_errors = tolerate_subject_errors
        self._subject_timeout_s = subject_timeout_s
        self._subject_attempts = subject_attempts
        self._subject_options = subject_options
        self._judge_reasks = judge_reasks
        self._clock = clock
        self._sleep = sleep

    def with_parallel_evals(self, n: int) -> Self:
        """The same evaluator with `n` judge calls at once; 0 becomes 1."""
        changed = copy.copy(self)
        changed._parallel_evals = whole_number(n, "parallel_evals", "a number of parallel judge calls")
        return changed

    async def evaluate(
        self,
        subject: Provider,
        *,
        on_answer: Callable[[CaseAnswer], None] | None = None,
        on_outcome: Callable[[CaseResult, CaseTranscript], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> EvalReport:
        """Collect all answers in case order, then have them judged.

        Args:
            on_answer: told each answer as it comes.
            on_outcome: told each case's outcome as it comes.
            should_stop: asked before each call; once it says yes, calls under way are awaited, no other is made, and
                the remaining cases are `cancelled`.

        Raises `SubjectError` where a subject call fails and that is not tolerated. What a callback raises ends the
        evaluation as soon as the calls under way have ended.
        """
        progress = Progress(
            self._benchmark.cases, TokenBudget(self._budget_tokens), self._clock, on_answer, on_outcome, should_stop
        )
        everything = range(len(self._benchmark.cases))
        try:
            await run_in_slots(
                self._parallel_subjects, everything, lambda index: self._answer(subject, index, progress)
            )
        except CallFailed as failure:
            raise progress.subject_error(failure) from failure
        answered = sorted(progress.answers)
        await run_in_slots(self._parallel_evals, answered, lambda index: self._score(index, progress))
        report = build_report(
            progress.results,
            self._benchmark.cases,
            budget_tokens=self._budget_tokens,
            scale=self._rubric.scale,
            duration_s=progress.elapsed_s(),
        )
        report.notes.extend(self._notes())
        return report

    async def _answer(self, subject: Provider, index: int, progress: Progress) -> None:
        """Ask the subject about one case."""
        if progress.should_stop():
            progress.finish(index, Outcome.CANCELLED)
            return
        case = self._benchmark.cases[index]
        try:
            completion, call = await call_provider(
                subject,
                build_subject_messages(case),
                timeout_s=self._subject_timeout_s,
                attempts=self._subject_attempts,
                options={**self._subject_options, "case": case},
                sleep=self._sleep,
            )
        except CallFailed as failure:
            progress.fail_subject(index, failure)
            if not self._tolerate_subject_errors:
                raise
        else:
            progress.answer(CaseAnswer(case_index=index, text=storable(completion.text), call=call))

    async def _score(self, index: int, progress: Progress) -> None:
        """Have one answer judged, if the budget allows it now that there is a slot."""
        if progress.should_stop():
            progress.finish(index, Outcome.CANCELLED)
            return
        if progress.budget.is_exhausted:
            progress.finish(index, Outcome.BUDGET_EXHAUSTED)
            return
        case, answer = self._benchmark.cases[index], progress.answers[index].text
        judgement = await self._judge.judge(case, answer)
        progress.budget.add(judgement.call.tokens.total)
        for _ in range(self._judge_reasks):
            may_ask = not progress.should_stop() and not progress.budget.is_exhausted
            if judgement.outcome is not Outcome.JUDGE_UNREADABLE or not may_ask:
                break
            again = await self._judge.judge(case, answer)
            progress.budget.add(again.call.tokens.total)
            judgement = again.after(judgement)
        progress.finish_judged(index, judgement)

    def _notes(self) -> list[str]:
        """What became of settings that were changed."""
        return [
            f"{field} was 0 and became 1."
            for field, n in (("parallel_evals", self._parallel_evals), ("parallel_subjects", self._parallel_subjects))
            if n == 0
        ]
