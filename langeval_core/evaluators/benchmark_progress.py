"""What has happened so far in one evaluation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from langeval_core.errors import SubjectError
from langeval_core.evaluators.budget import TokenBudget
from langeval_core.evaluators.call import CallFailed
from langeval_core.evaluators.judge import Judgement
from langeval_core.evaluators.judge_reply import OUTPUT_LIMIT_REASONS
from langeval_core.schema.benchmark import BenchmarkCase
from langeval_core.schema.report import CallRecord, CaseAnswer, CaseResult, CaseTranscript, Outcome

_SUBJECT_FAILURES = frozenset({Outcome.SUBJECT_ERROR, Outcome.SUBJECT_TIMEOUT})


class Progress:
    """Collects answers and outcomes as they come, and tells the callbacks.

    `answers` by case index; `results` in the order in which the outcomes came.
    """

    def __init__(
        self,
        cases: Sequence[BenchmarkCase],
        budget: TokenBudget,
        clock: Callable[[], float],
        on_answer: Callable[[CaseAnswer], None] | None,
        on_outcome: Callable[[CaseResult, CaseTranscript], None] | None,
        should_stop: Callable[[], bool] | None,
    ) -> None:
        self.budget = budget
        self.answers: dict[int, CaseAnswer] = {}
        self.results: list[CaseResult] = []
        self._cases = cases
        self._clock = clock
        self._started = clock()
        self._on_answer = on_answer
        self._on_outcome = on_outcome
        self._asks_to_stop = should_stop
        self._stopping = False

    def should_stop(self) -> bool:
        """Whether the caller wants no further call; once yes, always yes."""
        if not self._stopping and self._asks_to_stop is not None:
            self._stopping = self._asks_to_stop()
        return self._stopping

    def elapsed_s(self) -> float:
        """Seconds since the start."""
        return self._clock() - self._started

    def answer(self, answer: CaseAnswer) -> None:
        """The subject answered."""
        self.answers[answer.case_index] = answer
        if self._on_answer is not None:
            self._on_answer(answer)

    def fail_subject(self, index: int, failure: CallFailed) -> None:
        """The subject did not answer."""
        outcome = Outcome.SUBJECT_TIMEOUT if failure.timed_out else Outcome.SUBJECT_ERROR
        self._record(index, outcome, failure.record, problem=failure.message, error_kind=failure.kind.value)

    def subject_error(self, failure: CallFailed) -> SubjectError:
        """The error that ends an evaluation at its first subject failure, with every answer there is."""
        index = next(result.case_index for result in self.results if result.outcome in _SUBJECT_FAILURES)
        return SubjectError(
            f"The subject failed at case {index + 1} (“{self._cases[index].id}”): {failure.message}",
            case_index=index,
            answers=[self.answers[answered] for answered in sorted(self.answers)],
        )

    def finish(self, index: int, outcome: Outcome) -> None:
        """A case ended without a judge call."""
        problem = None
        if outcome is Outcome.BUDGET_EXHAUSTED:
            problem = f"The budget of {self.budget.limit:,} tokens was used up ({self.budget.used:,} used)."
        self._record(index, outcome, problem=problem)

    def finish_judged(self, index: int, judgement: Judgement) -> None:
        """The judge was asked; its tokens are already in the budget."""
        details: dict[str, Any] = {}
        if judgement.reading is not None:
            details = judgement.reading.model_dump(exclude={"clamped"})
        if judgement.failure is not None:
            details = {"problem": judgement.failure.message, "error_kind": judgement.failure.kind.value}
        self._record(index, judgement.outcome, judgement=judgement, **details)

    def _record(
        self,
        index: int,
        outcome: Outcome,
        subject_call: CallRecord | None = None,
        judgement: Judgement | None = None,
        notes: Sequence[str] = (),
        **details: Any,
    ) -> None:
        case = self._cases[index]
        answer = self.answers.get(index)
        finish_reason = answer.call.finish_reason if answer else None
        if finish_reason is not None and finish_reason.lower() in OUTPUT_LIMIT_REASONS:
            notes = (*notes, "the subject's answer was cut off at its output limit")
        result = CaseResult(
            case_index=index,
            case_id=case.id,
            outcome=outcome,
            tags=tuple(case.tags or ()),
            notes=tuple(notes),
            subject_call=answer.call if answer else subject_call,
            judge_call=judgement.call if judgement else None,
            position=len(self.results),
            tokens_used=self.budget.used,
            finished_s=self.elapsed_s(),
            **details,
        )
        self.results.append(result)
        if self._on_outcome is not None:
            transcript = CaseTranscript(
                case_index=index,
                answer=answer.text if answer else None,
                judge_messages=judgement.messages if judgement else (),
                judge_reply=judgement.reply if judgement else None,
            )
            self._on_outcome(result, transcript)
