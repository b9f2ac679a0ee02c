"""Engines for asyncio: several at once, cancelled searches, and nothing left behind."""

import asyncio
import threading
from typing import Any

import pytest

from lexkit import Action, Board, engine
from lexkit.errors import EngineError, EngineTerminatedError
from lexkit.players.engine import async_engine
from tests.players.engine.test_engine import FAKE, POSITION, assert_gone


def test_several_at_once() -> None:
    async def ask(habit: str) -> object:
        async with await engine.open_async([*FAKE, habit], timeout=60) as fake:
            assert (fake.name, len(fake.options), "sim" in fake.capabilities) == ("Fake 1", 2, True)
            await fake.configure({"Style": "a"})
            await fake.ping()
            await fake.new_game()
            try:
                return (await fake.go(Board(), time=0.01)).move
            except EngineError as error:
                return type(error)

    async def ask_all() -> list[object]:
        return await asyncio.gather(*map(ask, ("none", "crash", "rubbish", "none")))

    assert asyncio.run(ask_all()) == [Action("pass"), EngineTerminatedError, EngineError, Action("pass")]


def test_an_analysis() -> None:
    async def analyse() -> None:
        async with await engine.open_async([*FAKE, "none"], timeout=60) as fake:
            async with fake.analysis(POSITION, "sim", infinite=True) as analysis:
                async for info in analysis:
                    if info.kind == "sim":
                        analysis.stop()
            assert (await analysis.result()).move == Action("pass")
            assert (await fake.go(POSITION)).move == Action("pass")

    asyncio.run(analyse())


def test_a_cancelled_search_is_stopped() -> None:
    async def cancel() -> int:
        async with await engine.open_async([*FAKE, "none"], timeout=60) as fake:
            began = asyncio.Event()

            async def search() -> None:
                async with fake.analysis(POSITION, infinite=True) as analysis:
                    async for info in analysis:
                        if info.kind == "sim":
                            began.set()

            task = asyncio.create_task(search())
            await began.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await fake.go(POSITION)).move == Action("pass")
            return fake.engine.pid

    assert_gone(asyncio.run(cancel()))


def test_what_cannot_be_started() -> None:
    async def begin() -> None:
        with pytest.raises(EngineTerminatedError):
            await engine.open_async("no-such-program-anywhere")
        with pytest.raises(EngineTerminatedError):
            await engine.open_async([*FAKE, "dead"])

    asyncio.run(begin())


@pytest.mark.parametrize("form", ["go", "analysis", "begun"])
def test_a_task_is_cancelled_before_its_search_begins(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No search begins after that, nor is one left that nobody reads: the engine answers the next question."""

    async def cancel() -> None:
        loop = asyncio.get_running_loop()
        async with await engine.open_async([*FAKE, "none"], timeout=60) as fake:
            reached, allowed = asyncio.Event(), threading.Event()
            talk = fake.engine._conversation
            begin_search = talk.begin_search

            def slowly(*arguments: Any) -> Any:
                begun = begin_search(*arguments) if form == "begun" else None
                loop.call_soon_threadsafe(reached.set)
                allowed.wait(60)
                return begun or begin_search(*arguments)

            monkeypatch.setattr(talk, "begin_search", slowly)
            asked = fake.go(POSITION, infinite=True) if form == "go" else fake.analysis(POSITION, infinite=True)
            task = asyncio.create_task(asked if form == "go" else asked.__aenter__())  # type: ignore[arg-type,union-attr]
            await reached.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            allowed.set()
            await asyncio.wait_for(fake.ping(), 60)
            assert form == "begun" or talk.search is None
            monkeypatch.undo()
            assert (await fake.go(POSITION)).move == Action("pass")

    asyncio.run(cancel())


def test_a_task_that_waits_and_is_cancelled_stops_no_other() -> None:
    async def cancel() -> None:
        loop = asyncio.get_running_loop()
        async with await engine.open_async([*FAKE, "none"], timeout=60) as fake:
            searching, stopped = asyncio.Event(), []
            begin_search, stop = fake.engine._conversation.begin_search, fake.engine.stop

            def begin(*arguments: Any) -> Any:
                begun = begin_search(*arguments)
                loop.call_soon_threadsafe(searching.set)
                return begun

            fake.engine._conversation.begin_search = begin  # type: ignore[method-assign]
            fake.engine.stop = lambda: stopped.append(stop())  # type: ignore[method-assign]
            one = asyncio.create_task(fake.go(POSITION, infinite=True))
            await searching.wait()
            other = asyncio.create_task(fake.ping())
            await asyncio.sleep(0)
            other.cancel()
            with pytest.raises(asyncio.CancelledError):
                await other
            assert not stopped
            stop()
            assert (await one).move == Action("pass")

    asyncio.run(cancel())


def test_an_engine_opened_in_vain_is_closed_in_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = threading.Event()
    closed: list[threading.Thread] = []
    done = threading.Event()

    class Opened:
        def close(self) -> None:
            closed.append(threading.current_thread())
            done.set()

    def slowly(command: str) -> Opened:
        allowed.wait(60)
        return Opened()

    monkeypatch.setattr(async_engine, "open", slowly)

    async def cancel() -> None:
        task = asyncio.create_task(engine.open_async("engine"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        allowed.set()
        while not done.is_set():
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(cancel(), 60))
    assert closed != [threading.main_thread()]
