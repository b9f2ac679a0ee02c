"""Threads for one kind of work: addresses take turns, and none of them shuts others out."""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocket

from lexkit.apps.table import Table
from lexkit.apps.web.application import Application
from lexkit.apps.web.limits import Limits, Places
from lexkit.apps.web.threads import BusyError, Threads, Turns, Workers


def test_addresses_take_turns_and_none_shuts_others_out() -> None:
    """One address asks for more than there may be at all; then others come."""

    async def ask() -> tuple[list[str], list[str], int]:
        workers, free, done = Workers("test", 1, 4), threading.Event(), []

        async def work(address: str, name: str) -> None:
            await workers(address, lambda: (free.wait(60), done.append(name)))

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


def test_a_free_place_goes_to_the_address_with_fewest() -> None:
    """Running work counts, and no address has more than its share."""

    async def ask() -> list[str]:
        turns, had = Turns(3, of_address=2), []

        async def take(address: str, name: str) -> None:
            await turns.take(address)
            had.append(name)

        async def settle() -> None:
            for _ in range(5):
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(take("a", f"a{number}")) for number in range(5)]
        await settle()
        assert had == ["a0", "a1"], "the third place is for others"
        tasks.append(asyncio.create_task(take("b", "b0")))
        await settle()
        tasks += [asyncio.create_task(take(name[0], name)) for name in ("b1", "c0")]
        await settle()
        assert had == ["a0", "a1", "b0"]
        tasks[2].cancel()  # a2 waits no longer
        turns.give_back("a")
        await settle()
        assert had[3:] == ["c0"], "it has none, a and b one each"
        turns.give_back("b")
        await settle()
        assert had[4:] == ["b1"]
        turns.give_back("c")
        await settle()
        assert had[5:] == ["a3"]
        with pytest.raises(BusyError):
            turns.refuse_newest("a", BusyError("busy"))
        assert (turns.waiting("a"), turns.waiting("b")) == (1, 0)
        tasks[4].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert turns.waiting("a") == 0
        return had

    assert asyncio.run(ask()) == ["a0", "a1", "b0", "c0", "b1", "a3"]


def test_what_nobody_waits_for_any_more_leaves_its_thread_to_others() -> None:
    async def ask() -> list[str]:
        workers, free, done = Workers("test", 1, 9), threading.Event(), []

        async def work(name: str) -> None:
            await workers("a", lambda: (free.wait(60), done.append(name)))

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


def test_what_has_not_begun_when_threads_close_is_told() -> None:
    """Found: its task waited for ever, and so did the server when it ended while a report was made."""

    async def ask() -> None:
        workers, free = Workers("test", 1, 9), threading.Event()
        workers._threads.submit(free.wait, 60)
        tasks = [asyncio.create_task(workers("a", free.set)) for _ in range(2)]
        while not workers._threads._work_queue.qsize():
            await asyncio.sleep(0)
        workers.close()
        for waiting in (*tasks, workers("a", free.set)):
            with pytest.raises(RuntimeError):
                await asyncio.wait_for(waiting, 60)
        assert workers.number == 0
        assert not free.is_set()
        free.set()

    asyncio.run(ask())


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


def test_if_all_places_are_taken_the_oldest_of_the_address_with_most_gives_way() -> None:
    ended: list[str] = []
    places = Places(5, 3)

    def take(name: str) -> bool:
        return places.take(name[0], name, lambda: ended.append(name))

    assert [take(name) for name in ("a1", "a2", "a3", "a4", "b1", "b2")] == [True] * 3 + [False] + [True] * 2
    assert (take("c1"), ended) == (True, ["a1"])
    assert (take("d1"), ended) == (True, ["a1", "a2"])
    # Now a has one, b two, c and d one: a second one would have as many as b.
    assert not take("c2")
    assert not take("b3")
    places.give_back("a", "a1")  # it gave way before
    assert not take("c2")
    places.give_back("a", "a3")
    assert take("c2")


def test_others_come_in_when_few_addresses_have_all_places(small: str, tmp_path: Path) -> None:
    """Spectators of two addresses have all; then the page of a player is opened, whose address has none."""
    limits = replace(Limits(), connections=6, connections_of_address=4)
    made = Application({"small": small}, tmp_path, limits=limits)
    game = made.tables.add(Table.new(["Ann", "Bob"], lexicon=small), kind="web")

    async def come(address: str) -> tuple[asyncio.Task[None], asyncio.Queue[dict[str, Any]]]:
        sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        asked = [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": json.dumps({"do": "hello", "game": game})},
        ]

        async def receive() -> Any:
            return asked.pop(0) if asked else await asyncio.Event().wait()

        scope = {"type": "websocket", "path": "/api/live", "client": (address, 1), "headers": [], "subprotocols": []}
        task = asyncio.create_task(made.rooms.serve(WebSocket(scope, receive, sent.put)))
        while True:
            message = await asyncio.wait_for(sent.get(), 60)
            if "view" in message.get("text", ""):
                return task, sent

    async def attack() -> list[int]:
        others = [await come(address) for address in "aaaabb"]
        late, _ = await come("c")
        while not (gone := [number for number, (task, _) in enumerate(others) if task.done()]):
            await asyncio.sleep(0.001)
        last = await asyncio.wait_for(others[0][1].get(), 60)
        while last["type"] != "websocket.close":
            last = await asyncio.wait_for(others[0][1].get(), 60)
        assert last["code"] == 1013  # its page tries again
        assert not late.done()
        for task in (late, *(task for task, _ in others)):
            task.cancel()
        await asyncio.gather(late, *(task for task, _ in others), return_exceptions=True)
        return gone

    assert asyncio.run(attack()) == [0]
    made.close()
