"""Ctrl-C: the first asks the run to end as cancelled, the second ends the process."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType

from langeval_core.cli.terminal import say


@contextmanager
def stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Yields whether Ctrl-C (or SIGTERM) came; the earlier handlers are put back at the end."""
    asked = Event()
    if current_thread() is not main_thread():
        yield asked.is_set
        return

    def handle(number: int, frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()
        say("Stopping: calls under way are awaited, what is done is kept. Ctrl-C again ends at once.")

    earlier = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked.is_set
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)
