"""Signs of life of a run."""

from __future__ import annotations

import threading
from typing import Self

from langeval_core.errors import RunNotFoundError, StoreError
from langeval_core.store.run_store import RunStore

BEAT_EVERY_S = 2.0
"""Seconds between two signs of life; well below the silence after which a run reads as interrupted."""


class Heartbeat:
    """Beats for a run while the `with` lasts, from a thread of its own: no long call, and no mutator or comparison
    that blocks the event loop, makes a run look interrupted.
    """

    def __init__(self, store: RunStore, run_id: str, every_s: float = BEAT_EVERY_S) -> None:
        self._store = store
        self._run_id = run_id
        self._every_s = every_s
        self._over = threading.Event()
        self._deleted = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"heartbeat of {run_id}", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def run_was_deleted(self) -> bool:
        """Whether somebody deleted the run meanwhile."""
        return self._deleted.is_set()

    def _beat(self) -> None:
        while not self._over.wait(self._every_s):
            try:
                self._store.beat(self._run_id)
            except RunNotFoundError:
                self._deleted.set()
                return
            except StoreError:
                continue  # whatever it is, the next outcome meets it too
