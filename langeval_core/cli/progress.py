"""Progress of a benchmark run on stderr: bars on a terminal, a line now and then elsewhere."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from langeval_core.cli.terminal import is_terminal, open_console, say

if TYPE_CHECKING:
    from langeval_core.schema.report import CaseAnswer, CaseResult, CaseTranscript

_LINES = 20


class Progress(Protocol):
    """Something that is told of answers and outcomes as they come, and may be left at any time."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def on_answer(self, answer: CaseAnswer) -> None:
        """The subject answered a case."""
        ...

    def on_outcome(self, result: CaseResult, transcript: CaseTranscript) -> None:
        """A case got its outcome."""
        ...


def open_progress(cases_total: int, budget_tokens: int) -> Progress:
    """Bars where stderr is a terminal, else lines."""
    tally = Tally(cases_total, budget_tokens)
    return _Bars(tally) if is_terminal() else _Lines(tally)


class Tally:
    """What has come so far, in words."""

    def __init__(self, cases_total: int, budget_tokens: int) -> None:
        self.cases_total = cases_total
        self.budget_tokens = budget_tokens
        self.answered = 0
        self.done = 0
        self.tokens = 0
        self._scored = 0
        self._sum = 0.0

    def add(self, result: CaseResult) -> None:
        """Count an outcome."""
        self.done += 1
        self.tokens = max(self.tokens, result.tokens_used)
        if result.score is not None:
            self._scored += 1
            self._sum += result.score

    @property
    def text(self) -> str:
        """Mean so far, cases without a score, tokens against the budget."""
        mean = f"mean {self._sum / self._scored:.2f}" if self._scored else "no score yet"
        without = self.done - self._scored
        failed = f" · {without} without" if without else ""
        return f"{mean}{failed} · {self.tokens:,}/{self.budget_tokens:,} tokens"


class _Lines:
    """At most about twenty lines for the outcomes, however many cases there are."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._step = max(1, tally.cases_total // _LINES)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def on_answer(self, answer: CaseAnswer) -> None:
        self._tally.answered += 1
        if self._tally.answered == self._tally.cases_total:
            say(f"answered {self._tally.answered} of {self._tally.cases_total}")

    def on_outcome(self, result: CaseResult, transcript: CaseTranscript) -> None:
        tally = self._tally
        tally.add(result)
        if result.outcome in ("cancelled", "not_started"):
            return
        if tally.done % self._step == 0 or tally.done == tally.cases_total:
            say(f"done {tally.done} of {tally.cases_total} · {tally.text}")


class _Bars:
    """One bar for the answers, one for the outcomes."""

    def __init__(self, tally: Tally) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._tally = tally
        self._bars = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=16),
            MofNCompleteColumn(),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[note]}", markup=False),
            console=open_console(stderr=True),
        )
        self._answers = self._bars.add_task("answers", total=tally.cases_total, note="")
        self._outcomes = self._bars.add_task("verdicts", total=tally.cases_total, note="")

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()

    def on_answer(self, answer: CaseAnswer) -> None:
        self._tally.answered += 1
        self._bars.update(self._answers, completed=self._tally.answered)

    def on_outcome(self, result: CaseResult, transcript: CaseTranscript) -> None:
        self._tally.add(result)
        self._bars.update(self._outcomes, completed=self._tally.done, note=self._tally.text)
