"""Threads for one kind of work: a limited queue, and what happens to work that nobody waits for any more."""

from __future__ import annotations

import asyncio
import threading

import pytest

from lexkit.apps.web.threads import BusyError, Workers


def test_work_beyond_the_limit_is_refused() -> None:
    async def ask() -> list[int]:
        workers, free, done = Workers("test", 1, 4), threading.Event(), []
        tasks = [
            asyncio.create_task(workers(lambda number=number: (free.wait(60), done.append(number))))
            for number in range(10)
        ]
        await asyncio.sleep(0)
        assert (workers.number, workers.waiting) == (4, 3)
        free.set()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert [isinstance(one, BusyError) for one in answers] == [False] * 4 + [True] * 6
        assert workers.number == 0
        workers.close()
        return done

    assert asyncio.run(ask()) == [0, 1, 2, 3]


def test_what_nobody_waits_for_any_more_leaves_its_thread_to_others() -> None:
    async def ask() -> list[str]:
        workers, free, begun, done = Workers("test", 1, 9), threading.Event(), threading.Event(), []

        async def work(name: str) -> None:
            await workers(lambda: (begun.set(), free.wait(60), done.append(name)))

        tasks = [asyncio.create_task(work(name)) for name in "abcd"]
        while not begun.is_set():
            await asyncio.sleep(0)
        tasks[1].cancel()
        tasks[0].cancel()
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert workers.number == 0
        workers.close()
        return done

    assert asyncio.run(ask()) == ["a", "c", "d"]


def test_what_has_not_begun_when_threads_close_ends() -> None:
    """Found: its task waited for ever, and so did the server when it ended while a report was made."""

    async def ask() -> None:
        workers, free, begun = Workers("test", 1, 9), threading.Event(), threading.Event()
        running = asyncio.create_task(workers(lambda: (begun.set(), free.wait(60))))
        waiting = [asyncio.create_task(workers(free.set)) for _ in range(2)]
        while not begun.is_set():
            await asyncio.sleep(0)
        workers.close()
        for task in waiting:
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(task, 60)
        with pytest.raises(RuntimeError):
            await workers(free.set)
        assert not free.is_set()
        free.set()
        await running
        assert workers.number == 0

    asyncio.run(ask())
