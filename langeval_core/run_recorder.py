"""Writes a run down as it goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from langeval_core.errors import RunNotFoundError, StoreError
from langeval_core.schema.report import CaseAnswer, CaseResult, CaseTranscript
from langeval_core.store.run_store import RunStore

BEAT_EVERY_S = 2.0
"""Seconds between two signs of life of a run."""

_PATIENCE = 5


class RunRecorder:
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
        self._was_deleted = False

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
        return self._was_deleted or self._failures >= _PATIENCE

    async def keep_beating(self) -> None:
        """Give signs of life until cancelled."""
        while True:
            await asyncio.sleep(BEAT_EVERY_S)
            try:
                await asyncio.to_thread(self._store.beat, self._run_id)
            except RunNotFoundError:
                self._was_deleted = True
            except StoreError:
                continue  # whatever it is, the next outcome meets it too

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
            self._was_deleted = True
        except StoreError:
            self._failures += 1
        else:
            self._failures = 0
