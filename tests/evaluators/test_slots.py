from __future__ import annotations

import asyncio

import pytest

from langeval_core.evaluators.slots import run_in_slots


async def test_items_begin_in_order_and_never_more_at_once_than_slots() -> None:
    begun: list[int] = []
    under_way: set[int] = set()
    most = 0

    async def work(item: int) -> None:
        nonlocal most
        begun.append(item)
        under_way.add(item)
        most = max(most, len(under_way))
        await asyncio.sleep(0.001 * (item % 3))
        under_way.remove(item)

    await run_in_slots(4, range(30), work)

    assert begun == list(range(30))
    assert most == 4


async def test_other_tasks_run_between_items_that_never_wait() -> None:
    ticks: list[int] = []

    async def work(item: int) -> None:
        ticks.append(item)

    async def other() -> None:
        ticks.append(-1)

    task = asyncio.create_task(other())
    await run_in_slots(1, range(100), work)
    await task

    assert ticks.index(-1) < 100


async def test_after_a_failure_nothing_new_begins_and_the_first_failure_is_raised() -> None:
    begun: list[int] = []
    ended: list[int] = []

    async def work(item: int) -> None:
        begun.append(item)
        await asyncio.sleep(0)
        if item == 1:
            raise ValueError("first")
        await asyncio.sleep(0.01)
        ended.append(item)
        raise ValueError("later")

    with pytest.raises(ValueError, match="first"):
        await run_in_slots(3, range(9), work)

    assert begun == [0, 1, 2]
    assert ended == [0, 2]


@pytest.mark.parametrize("slots", [0, 1])
async def test_no_slot_becomes_one(slots: int) -> None:
    done: list[int] = []

    async def work(item: int) -> None:
        done.append(item)

    await run_in_slots(slots, range(3), work)
    await run_in_slots(slots, [], work)

    assert done == [0, 1, 2]
