"""Threads for what takes time: bots, hints and analyses, apart from what answers at once.

Guaranteed: the thread of the event loop never waits for a bot; writing files has its own threads, and reading them
another, so that a file locked by another process delays no view of a game; players that think for seconds
(``champion``) have threads of their own, so that quick ones do not wait for them, and so have reading records and
making reports; at most ``limits.analyses`` analyses run or wait. Of each kind of work at most a fixed number waits, and
excess requests are refused at once; however much one address asks for, others have their turns.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, TypeVar

from lexkit.errors import LexkitError
from lexkit.players.registry import TIME, needs

T = TypeVar("T")
#: As much as anybody asks for.
_ANY: Final = 1 << 31


class BusyError(LexkitError, RuntimeError):
    """Too much waits already."""

    status = 503


class Turns:
    """A few places for one kind of work: addresses take turns.

    A free place goes to the waiting address that has the fewest, and of equals to the one that has waited longest. No
    address has more than ``of_address`` places, by default all.
    """

    def __init__(self, places: int, of_address: int | None = None) -> None:
        self._free = places
        self._of_address = of_address or places
        self._taken: Counter[str] = Counter()
        #: Futures of the waiting requests, by address; the address that had its turn last is the last one.
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def take(self, address: str) -> None:
        """Wait for a place."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        self._pass_on()
        try:
            await turn
        except BaseException:
            if turn in self._waiting.get(address, ()):
                self._forget(address, turn)
            elif not turn.cancelled() and turn.exception() is None:
                self.give_back(address)
            raise

    def give_back(self, address: str) -> None:
        """Free a place, for the next."""
        self._free += 1
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]
        self._pass_on()

    def waiting(self, address: str) -> int:
        """Return how many wait of this address."""
        return len(self._waiting.get(address, ()))

    def refuse_newest(self, address: str, error: Exception) -> None:
        """Raise an error for the newest who waits of the address with most: here, if that is this address."""
        most = max(self._waiting, key=self.waiting, default=address)
        if self.waiting(most) <= self.waiting(address) + 1:
            raise error
        turn = self._waiting[most][-1]
        self._forget(most, turn)
        if not turn.done():
            turn.set_exception(error)

    def _pass_on(self) -> None:
        while self._free and self._waiting:
            address = min(self._waiting, key=self._taken.__getitem__)
            if self._taken[address] >= self._of_address:
                return
            turn = self._waiting[address][0]
            self._forget(address, turn)
            if address in self._waiting:
                self._waiting.move_to_end(address)
            if not turn.done():
                self._free -= 1
                self._taken[address] += 1
                turn.set_result(None)

    def _forget(self, address: str, turn: asyncio.Future[None]) -> None:
        turns = self._waiting[address]
        turns.remove(turn)
        if not turns:
            del self._waiting[address]


class Workers:
    """A few threads for one kind of work, with a limited queue; addresses take turns (:class:`Turns`).

    If too much waits, the newest of the address with most is refused.
    """

    def __init__(self, name: str, threads: int, most: int, of_address: int | None = None) -> None:
        """``most``: how much may wait or run; ``of_address``: threads of one address, by default all."""
        self._threads = ThreadPoolExecutor(threads, name)
        self._turns = Turns(threads, of_address)
        self._most = most
        #: How much waits or runs.
        self.number = 0

    async def __call__(self, address: str, work: Callable[..., T], *values: Any, **named: Any) -> T:
        """Do work for an address in a thread.

        Raises BusyError if too much waits or runs, RuntimeError if the threads are closed before it begins.
        """
        if self.number >= self._most:
            self._turns.refuse_newest(address, BusyError("the server is busy: try again in a moment"))
        self.number += 1
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[T] = loop.create_future()
        try:
            await self._turns.take(address)
            try:
                running = self._threads.submit(work, *values, **named)
            except RuntimeError:  # the threads are closed: so the next one is told, too
                self._turns.give_back(address)
                raise
        except BaseException:
            self.number -= 1
            raise

        def pass_on(done: Future[T]) -> None:
            with suppress(RuntimeError):  # the loop is closed, and nobody waits
                loop.call_soon_threadsafe(self._end, address, ended, done)

        running.add_done_callback(pass_on)
        # It runs to its end, also if nobody waits for that any more.
        return await ended

    def _end(self, address: str, ended: asyncio.Future[T], done: Future[T]) -> None:
        """Pass the result of work to whoever waits for it, in the event loop."""
        self.number -= 1
        self._turns.give_back(address)
        if ended.done():  # who waited was cancelled
            return
        if done.cancelled():
            ended.set_exception(RuntimeError("nothing further begins"))
        elif (error := done.exception()) is not None:
            ended.set_exception(error)
        else:
            ended.set_result(done.result())

    def waiting(self, address: str) -> int:
        """How much of this address waits."""
        return self._turns.waiting(address)

    def close(self) -> None:
        """Begin nothing further."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Threads:
    """The pools of threads of one server."""

    #: Whether nothing further begins.
    closed = False

    def __init__(self, analyses: int = 8, records: int = 8) -> None:
        cores = os.cpu_count() or 1
        # How many connections there may be bounds what waits for these; of each table one choice waits at most.
        #: What takes milliseconds and reads no file: a view, a preview.
        self.quick = Workers("table", 4, _ANY)
        #: What writes a file: an action, a table to begin. What waits for the disk is written together.
        self.file = Workers("file", 8, _ANY)
        #: What reads a file and waits for no writer: a table to open.
        self.reading = Workers("reading", 1, _ANY)
        self.bots = Workers("bot", max(2, cores), _ANY)
        self.champions = Workers("champion", max(1, cores - 1), _ANY)
        self.analyses = Workers("analysis", 1, analyses)
        #: Of each table one step of a report waits at most.
        self.reports = Workers("report", 1, _ANY)
        #: Records of games take up to seconds to read.
        self.records = Workers("record", 1, records)

    def of_bot(self, name: str) -> Workers:
        """The threads in which the bot of this name thinks."""
        return self.champions if needs(name, TIME) else self.bots

    def close(self) -> None:
        """Begin nothing further."""
        pools = list(vars(self).values())
        self.closed = True
        for workers in pools:
            workers.close()
