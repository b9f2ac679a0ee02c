"""Engines for asyncio: each answers in its own thread, so that the event loop continues.

    async with await lexkit.engine.open_async("lexq siu") as engine:
        async with engine.analysis(board, "sim", infinite=True) as analysis:
            async for info in analysis: ...

Cancelling a task while an engine searches stops the search.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .conversation import Answer, Call
from .engine import Engine, HasCgp, open

if TYPE_CHECKING:
    from lexkit.runtime.game.referee.player_view import View
    from lexkit.runtime.game.referee.turn import Action

    from .messages import Info, Option, Result
    from .search import Analysis


async def open_async(command: str | Sequence[str], **settings: Any) -> AsyncEngine:
    """Start a program that speaks SIU, as :func:`open` does.

    Args:
        command: The command line, or its words.
        **settings: Settings of :func:`open`.

    Raises:
        EngineError: As for :func:`open`.
    """
    threads = ThreadPoolExecutor(1, "engine")
    opened = threads.submit(partial(open, command, **settings))
    try:
        return AsyncEngine(await asyncio.shield(asyncio.wrap_future(opened)), threads)
    except asyncio.CancelledError:
        threads.submit(_close_opened, opened)  # after it, in the same thread
        threads.shutdown(wait=False)
        raise
    except BaseException:
        threads.shutdown(wait=False)
        raise


def _close_opened(opened: Future[Engine]) -> None:
    """Close an engine whose caller was cancelled."""
    if opened.exception() is None:
        opened.result().close()


class AsyncEngine:
    """An :class:`Engine`, its ``engine``, whose methods are awaited."""

    def __init__(self, engine: Engine, threads: ThreadPoolExecutor) -> None:
        """Store the engine that :func:`open_async` opened."""
        self.engine = engine
        self._threads = threads

    def __repr__(self) -> str:
        return f"<AsyncEngine of {self.engine}>"

    @property
    def name(self) -> str:
        """Name that the engine states, else its command."""
        return self.engine.name

    @property
    def options(self) -> dict[str, Option]:
        """Options by name."""
        return self.engine.options

    @property
    def capabilities(self) -> frozenset[str]:
        """Capabilities of the engine."""
        return self.engine.capabilities

    async def run(self, function: Callable[..., Answer], *arguments: Any, **named: Any) -> Answer:
        """Call a function in the engine's thread. Cancelling the task stops its search.

        Args:
            function: The function.
            *arguments: Its arguments.
            **named: Its keyword arguments.
        """
        loop = asyncio.get_running_loop()
        call = Call()
        future = loop.run_in_executor(self._threads, call.run, partial(function, *arguments, **named))
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            if call.cancel():
                self.engine.stop()
            future.add_done_callback(_forget)
            with suppress(RuntimeError):  # unless the engine was quit
                self._threads.submit(call.drop)
            raise

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options, see :meth:`Engine.configure`."""
        await self.run(self.engine.configure, options)

    async def ping(self) -> None:
        """Wait until the engine has processed everything so far."""
        await self.run(self.engine.ping)

    async def new_game(self) -> None:
        """Announce that the next position belongs to another game."""
        await self.run(self.engine.new_game)

    async def go(self, position: HasCgp | str, mode: str = "auto", **limits: Any) -> Result:
        """Search, and wait for the result; ``limits`` are those of :meth:`Engine.analysis`."""
        return await self.run(self.engine.go, position, mode, **limits)

    def analysis(self, position: HasCgp | str, mode: str = "auto", **limits: Any) -> AsyncAnalysis:
        """Return a search to iterate over, which begins with the block or the first line."""
        return AsyncAnalysis(self, partial(self.engine.analysis, position, mode, **limits))

    async def choose(self, view: View) -> Action:
        """Return the action for a view, as a player."""
        return await self.run(self.engine.choose, view)

    async def quit(self) -> None:
        """Ask the program to end, and end it."""
        self.engine.stop()
        try:
            await self.run(self.engine.quit)
        finally:
            self._threads.shutdown(wait=False)

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.quit()


def _forget(future: asyncio.Future[Any]) -> None:
    """Consume the error of a call whose caller was cancelled."""
    if not future.cancelled():
        future.exception()


class AsyncAnalysis:
    """A search of an :class:`AsyncEngine`: ``async for`` its lines, ``stop`` it, await its ``result``."""

    def __init__(self, engine: AsyncEngine, begin: Callable[[], Analysis]) -> None:
        """Store the engine and the function that begins the search, for :meth:`AsyncEngine.analysis`."""
        self._engine = engine
        self._begin = begin
        self._analysis: Analysis | None = None

    def __repr__(self) -> str:
        return f"<AsyncAnalysis of {self._engine.name}: {self._analysis or 'not begun'}>"

    async def _started(self) -> Analysis:
        if self._analysis is None:
            self._analysis = await self._engine.run(self._begin)
        return self._analysis

    async def __aiter__(self) -> AsyncIterator[Info]:
        analysis = await self._started()
        while (info := await self._engine.run(analysis.next_info)) is not None:
            yield info

    def stop(self) -> None:
        """Ask the engine to end the search soon."""
        if self._analysis is not None:
            self._analysis.stop()

    async def result(self) -> Result:
        """Return the result, after all remaining lines."""
        return await self._engine.run((await self._started()).result)

    async def __aenter__(self) -> AsyncAnalysis:
        await self._started()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        analysis = await self._started()
        await self._engine.run(analysis.__exit__, kind, error, trace)
