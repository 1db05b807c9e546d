"""Writes runs down as they go."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from langeval_core.errors import RunNotFoundError, StoreError
from langeval_core.schema.report import CaseAnswer, CaseResult, CaseTranscript, StateCaseResult
from langeval_core.schema.state import InterpretiveState, StateCase
from langeval_core.store.run_store import RunStore

_PATIENCE = 5
_UNWRITTEN_S = 0.2


class BenchmarkRecorder:
    """Answers and outcomes of one run on their way to the store.

    All that ends in one turn of the event loop is written in one transaction, right after it. What cannot be written
    is kept and tried again with the next; after a few failures in a row, or where the run was deleted, `has_given_up`
    asks the run to stop.
    """

    def __init__(
        self,
        store: RunStore,
        run_id: str,
        on_answer: Callable[[CaseAnswer], None] | None = None,
        on_outcome: Callable[[CaseResult, CaseTranscript], None] | None = None,
    ) -> None:
        self._store = store
        self._run_id = run_id
        self._on_answer = on_answer
        self._on_outcome = on_outcome
        self._answers: list[CaseAnswer] = []
        self._outcomes: list[tuple[CaseResult, CaseTranscript | None]] = []
        self._is_scheduled = False
        self._failures = 0
        self._has_given_up = False

    def answer(self, answer: CaseAnswer) -> None:
        """An answer came."""
        self._answers.append(answer)
        self._schedule()
        if self._on_answer:
            self._on_answer(answer)

    def outcome(self, result: CaseResult, transcript: CaseTranscript) -> None:
        """A case got its outcome."""
        self._outcomes.append((result, transcript))
        self._schedule()
        if self._on_outcome:
            self._on_outcome(result, transcript)

    def has_given_up(self) -> bool:
        """Whether the run should stop, since what it pays for cannot be kept."""
        return self._has_given_up

    def flush(self) -> None:
        """Write what is not written yet. Raises `StoreError`, `RunNotFoundError`; nothing is lost by that."""
        if self._answers:
            self._store.save_answers(self._run_id, self._answers)
            self._answers = []
        if self._outcomes:
            self._store.save_results(self._run_id, self._outcomes)
            self._outcomes = []

    def _schedule(self) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._flush_now)

    def _flush_now(self) -> None:
        self._is_scheduled = False
        try:
            self.flush()
        except RunNotFoundError:
            self._has_given_up = True
        except StoreError:
            self._failures += 1
            self._has_given_up = self._has_given_up or self._failures >= _PATIENCE
        else:
            self._failures = 0


class StateRecorder:
    """Results of one state run on their way to the store.

    What a mutator made may have been paid for and is written at once, before its result; comparisons alone are
    written a few times a second. `clock` gives seconds, monotonic.
    """

    def __init__(
        self,
        store: RunStore,
        run_id: str,
        cases: Sequence[StateCase],
        on_outcome: Callable[[StateCaseResult], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._run_id = run_id
        self._cases = cases
        self._on_outcome = on_outcome
        self._clock = clock
        self._results: list[tuple[StateCaseResult, CaseTranscript | None]] = []
        self._written_at = clock()

    def outcome(self, result: StateCaseResult, made: InterpretiveState | None) -> None:
        """A case got its outcome; `made` is the state that a mutator made for it. Raises `StoreError`."""
        self._results.append((result, None))
        if made is not None:
            case = self._cases[result.case_index].model_copy(update={"actual": made})
            self._store.save_case(self._run_id, result.case_index, case)
        if made is not None or self._clock() - self._written_at >= _UNWRITTEN_S:
            self.flush()
        if self._on_outcome:
            self._on_outcome(result)

    def flush(self) -> None:
        """Write what is not written yet. Raises `StoreError`, `RunNotFoundError`."""
        if self._results:
            self._store.save_results(self._run_id, self._results)
            self._results = []
        self._written_at = self._clock()
