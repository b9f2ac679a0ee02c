"""Threads for what takes time: bots, hints and analyses, apart from what answers at once.

Guaranteed: the thread of the event loop never waits for a bot; what writes a file has one thread of its own, and what
reads one another, so that a file that another process has locked holds up no look at any game; players that think for
seconds (``champion``) have threads of their own, so that quick ones do not wait for them, and so has reading records;
at most ``limits.analyses`` analyses run or wait. Addresses take turns at bots, analyses and records.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from .requests import Workers

T = TypeVar("T")
#: As much as anybody asks for.
_ANY: Final = 1 << 31


def is_champion(name: str) -> bool:
    """Whether this bot thinks for seconds."""
    return name.startswith("champion")


class Threads:
    """The pools of threads of one server."""

    def __init__(self, analyses: int = 8, records: int = 8) -> None:
        cores = os.cpu_count() or 1
        self._quick = ThreadPoolExecutor(4, "table")
        self._file = ThreadPoolExecutor(1, "file")
        self._reading = ThreadPoolExecutor(1, "reading")
        # Of each table one choice waits at most: how many games there may be bounds them.
        self._bots = Workers("bot", max(2, cores), _ANY)
        self.champions = Workers("champion", max(1, cores - 1), _ANY)
        self.analyses = Workers("analysis", 1, analyses)
        #: Records of games take up to seconds to read.
        self.records = Workers("record", 1, records)

    async def quick(self, work: Callable[..., T], *values: Any) -> T:
        """Do what takes milliseconds and reads no file: a view, a preview."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, work, *values)

    async def file(self, work: Callable[..., T], *values: Any) -> T:
        """Do what writes a file, one after the other: an action, a table to begin."""
        return await asyncio.get_running_loop().run_in_executor(self._file, work, *values)

    async def reading(self, work: Callable[..., T], *values: Any) -> T:
        """Do what reads a file and waits for no writer: a table to open."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, work, *values)

    async def bot(self, name: str, work: Callable[[], T], address: str = "") -> T:
        """Have the bot of this name think, for a player of this address."""
        return await (self.champions if is_champion(name) else self._bots).do(address, work)

    def close(self) -> None:
        """Begin nothing further."""
        for pool in (self._quick, self._file, self._reading):
            pool.shutdown(wait=False, cancel_futures=True)
        for workers in (self._bots, self.champions, self.analyses, self.records):
            workers.close()
