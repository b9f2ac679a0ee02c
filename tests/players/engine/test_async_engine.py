"""Engines for asyncio: several at once, cancelled searches, and nothing left behind."""

import asyncio

import pytest

from lexkit import Action, Board, engine
from lexkit.errors import EngineError, EngineTerminatedError
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
