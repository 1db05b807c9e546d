"""Bounded concurrency: work on items in order, a few at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence


async def run_in_slots(slots: int, items: Sequence[int], work: Callable[[int], Awaitable[None]]) -> None:
    """Await `work(item)` for each item, in order, at most `slots` (>= 1; 0 becomes 1) at once.

    After a failure no further item is begun, those under way are awaited, and the first failure is raised.
    """
    queue = _Queue(items)
    workers = (_work(queue, work) for _ in range(min(max(1, slots), len(items))))
    ended = await asyncio.gather(*workers, return_exceptions=True)
    for failure in ended:
        if isinstance(failure, BaseException):
            raise queue.failure or failure


class _Queue:
    """Items that are handed out until one of them fails."""

    def __init__(self, items: Sequence[int]) -> None:
        self._items = iter(items)
        self.failure: BaseException | None = None

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if self.failure is not None:
            raise StopIteration
        return next(self._items)


async def _work(queue: _Queue, work: Callable[[int], Awaitable[None]]) -> None:
    for item in queue:
        try:
            await work(item)
        except BaseException as failure:
            queue.failure = queue.failure or failure
            raise
        # Replayed calls never wait: without this, nothing else on the loop would run until all were done.
        await asyncio.sleep(0)
