"""Threads for one kind of work: addresses take turns, and none of them shuts others out."""

from __future__ import annotations

import asyncio
import threading

import pytest

from lexkit.apps.web.threads import BusyError, Threads, Workers


def test_addresses_take_turns_and_none_shuts_others_out() -> None:
    """One address asks for more than there may be at all; then others come."""

    async def ask() -> tuple[list[str], list[str], int]:
        workers, free, done = Workers("test", 1, 4), threading.Event(), []

        async def work(address: str, name: str) -> None:
            await workers.do(address, lambda: (free.wait(60), done.append(name)))

        greedy = [asyncio.create_task(work("a", f"a{number}")) for number in range(10)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(work(name, name)) for name in ("b", "c")]
        late = asyncio.create_task(work("b", "late"))
        await asyncio.sleep(0)
        free.set()
        answers = await asyncio.gather(*greedy, *others, late, return_exceptions=True)
        refused = [str(number) for number, one in enumerate(answers) if isinstance(one, BusyError)]
        workers.close()
        return done, refused, workers.number

    done, refused, number = asyncio.run(ask())
    # Four fit: the one that runs, and of each address the first that waits; then the one that came last.
    assert done == ["a0", "a1", "b", "c"]
    assert len(refused) == 9
    assert number == 0


def test_what_nobody_waits_for_any_more_leaves_its_thread_to_others() -> None:
    async def ask() -> list[str]:
        workers, free, done = Workers("test", 1, 9), threading.Event(), []

        async def work(name: str) -> None:
            await workers.do("a", lambda: (free.wait(60), done.append(name)))

        tasks = [asyncio.create_task(work(name)) for name in "abcd"]
        await asyncio.sleep(0)
        tasks[1].cancel()
        tasks[0].cancel()
        free.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert workers.number == 0
        workers.close()
        return done

    assert asyncio.run(ask()) == ["a", "c", "d"]


@pytest.mark.parametrize("kind", ["quick", "file", "reading"])
def test_tables_of_one_address_hold_up_those_of_others_for_one_turn(kind: str) -> None:
    """One address begins, opens or looks at very many; another one asks once."""

    async def ask() -> list[str]:
        threads, free, done = Threads(), threading.Event(), []

        async def work(address: str) -> None:
            await getattr(threads, kind)(address, lambda name: (free.wait(60), done.append(name)), address)

        tasks = [asyncio.create_task(work("a")) for _ in range(40)]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(work("b")))
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*tasks)
        threads.close()
        return done

    assert asyncio.run(ask()).index("b") < 12  # of the four threads for what is quick, some may have been quicker
