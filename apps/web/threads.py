"""Threads for what takes time, apart from what answers at once; processes that end with the one that started them.

Guaranteed: the thread of the event loop never waits for a bot; writing files has its own threads, and reading them
another, so that a file locked by another process delays no view of a game; players that think for seconds
(``champion``) have threads of their own, so that quick ones do not wait for them, and so has reading records. Where the
queue of a kind of work is limited, further work is refused at once.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from lexkit.errors import LexkitError
from lexkit.players.registry import TIME, needs

T = TypeVar("T")
_UNLIMITED: Final = 1 << 31


class BusyError(LexkitError, RuntimeError):
    """Too much waits already."""

    status = 503

    def __init__(self, what: str = "the server is busy: try again in a moment", **parts: Any) -> None:
        super().__init__(what, **parts)


class Workers:
    """A pool of threads for one kind of work."""

    def __init__(self, name: str, threads: int, maximum: int = _UNLIMITED) -> None:
        """``maximum``: how much may run or wait."""
        self._executor = ThreadPoolExecutor(threads, name)
        self._threads = threads
        self._maximum = maximum
        #: How much runs or waits.
        self.number = 0

    async def __call__(self, work: Callable[..., T], *values: Any, **named: Any) -> T:
        """Do work in a thread, in the order of the calls.

        What waits and is cancelled does not begin; what runs goes on to its end.

        Raises:
            BusyError: Too much runs or waits.
            RuntimeError: The threads are closed.
        """
        if self.number >= self._maximum:
            raise BusyError
        running = asyncio.get_running_loop().run_in_executor(self._executor, partial(work, *values, **named))
        self.number += 1
        try:
            return await running
        finally:
            self.number -= 1

    @property
    def waiting(self) -> int:
        """How much waits for a thread."""
        return max(0, self.number - self._threads)

    def close(self) -> None:
        """Begin nothing further: what waits is cancelled."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def end_with_parent(end: Callable[[], object]) -> None:
    """Have this process end with the one of ``multiprocessing`` that started it, however that ended.

    Args:
        end: Ends this process. It is called in a thread.
    """
    parent: Any = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        end()

    threading.Thread(target=wait, daemon=True).start()


class Threads:
    """The pools of threads of one server."""

    #: Whether nothing further begins.
    closed = False

    def __init__(self, analyses: int = 8, records: int = 8) -> None:
        cores = os.cpu_count() or 1
        #: What takes milliseconds and reads no file: a view, a preview.
        self.quick = Workers("table", 4)
        #: What writes a file: an action, a table to begin. What waits for the disk is written together.
        self.file = Workers("file", 8)
        #: What reads a file and waits for no writer: a table to open.
        self.reading = Workers("reading", 1)
        self.bots = Workers("bot", max(2, cores))
        self.champions = Workers("champion", max(1, cores - 1))
        self.analyses = Workers("analysis", 1, analyses)
        #: Records of games take up to seconds to read.
        self.records = Workers("record", 1, records)

    def of_bot(self, name: str) -> Workers:
        """Return the threads in which the bot of this name thinks."""
        return self.champions if needs(name, TIME) else self.bots

    def close(self) -> None:
        """Begin nothing further."""
        pools = list(vars(self).values())
        self.closed = True
        for workers in pools:
            workers.close()
