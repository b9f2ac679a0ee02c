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
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from lexkit.errors import LexkitError

T = TypeVar("T")
#: As much as anybody asks for.
_ANY: Final = 1 << 31


def is_champion(name: str) -> bool:
    """Whether this bot thinks for seconds."""
    return name.startswith("champion")


class BusyError(LexkitError, RuntimeError):
    """Too much waits already."""

    status = 503


class Workers:
    """A few threads for one kind of work, with a limited queue; addresses take turns.

    If too much waits, the newest of the address with most is refused.
    """

    def __init__(self, name: str, threads: int, most: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._most = most
        #: How much waits or runs.
        self.number = 0
        #: What waits, by address: the address that had its turn last is the last one.
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def __call__(self, address: str, work: Callable[..., T], *values: Any, **named: Any) -> T:
        """Do work for an address in a thread. Raises BusyError if too much waits or runs."""
        if self.number >= self._most:
            self._refuse_one(address)
        self.number += 1
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[T] = loop.create_future()
        try:
            await self._turn(address)
            self._threads.submit(self._run, loop, ended, partial(work, *values, **named))
        except BaseException:
            self.number -= 1
            raise
        # It runs to its end, also if nobody waits for that any more.
        return await ended

    def _run(self, loop: asyncio.AbstractEventLoop, ended: asyncio.Future[T], work: Callable[[], T]) -> None:
        """Run work in a thread, and pass its result to the event loop."""
        try:
            tell = partial(self._end, ended, ended.set_result, work())
        except BaseException as error:
            tell = partial(self._end, ended, ended.set_exception, error)
        with suppress(RuntimeError):  # the loop is closed, and nobody waits
            loop.call_soon_threadsafe(tell)
        del tell  # it has an error, whose traceback has this frame

    async def _turn(self, address: str) -> None:
        """Wait until a thread is free, and the turn is that of this address."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._pass_on()  # it was given a thread, and does not take it
            raise

    def _end(self, ended: asyncio.Future[T], tell: Callable[[Any], None], outcome: Any) -> None:
        self.number -= 1
        self._pass_on()
        if not ended.done():  # if it is, who waited was cancelled
            tell(outcome)

    def _pass_on(self) -> None:
        """Give a free thread to the address that has waited longest."""
        while self._waiting:
            address, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[address] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def waiting(self, address: str) -> int:
        """How much of this address waits."""
        return len(self._waiting.get(address, ()))

    def _refuse_one(self, address: str) -> None:
        """Refuse the newest job of the address with the longest queue. Raises BusyError if that is this one."""
        most = max(self._waiting, key=lambda one: len(self._waiting[one]), default=address)
        busy = BusyError("the server is busy: try again in a moment")
        if self.waiting(most) <= self.waiting(address) + 1:
            raise busy
        turn = self._waiting[most].pop()
        if not turn.done():
            turn.set_exception(busy)

    def close(self) -> None:
        """Begin nothing further."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Threads:
    """The pools of threads of one server."""

    #: Whether nothing further begins.
    closed = False

    def __init__(self, analyses: int = 8, records: int = 8, reports: int = 256) -> None:
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
        #: Of each report one turn waits at most.
        self.reports = Workers("report", 1, reports)
        #: Records of games take up to seconds to read.
        self.records = Workers("record", 1, records)

    def of_bot(self, name: str) -> Workers:
        """The threads in which the bot of this name thinks."""
        return self.champions if is_champion(name) else self.bots

    def close(self) -> None:
        """Begin nothing further."""
        pools = list(vars(self).values())
        self.closed = True
        for workers in pools:
            workers.close()
