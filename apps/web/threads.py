"""Thread pools, one for each kind of work, and processes that end with the one that started them.

Guaranteed: the thread of the event loop never waits for a bot; writing and reading files have separate threads, so that
a file locked by another process delays no view of a game; players that think for seconds (``champion``) have their own
threads, so that quick ones do not wait for them, and so does reading records. If the queue of a kind of work is full,
further work is refused at once.
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
    """Too much work is waiting already."""

    status = 503

    def __init__(self, what: str = "the server is busy: try again in a moment", **parts: Any) -> None:
        super().__init__(what, **parts)


class Workers:
    """Pool of threads for one kind of work."""

    def __init__(self, name: str, threads: int, maximum: int = _UNLIMITED) -> None:
        """``maximum`` is the maximum number of jobs that run or wait."""
        self._executor = ThreadPoolExecutor(threads, name)
        self._threads = threads
        self._maximum = maximum
        #: Number of jobs that run or wait.
        self.number = 0

    async def __call__(self, work: Callable[..., T], *values: Any, **named: Any) -> T:
        """Do work in a thread, in the order of the calls.

        A waiting call that is cancelled does not start; a running one goes on to its end.

        Raises:
            BusyError: Too many jobs run or wait.
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
        """Number of jobs that wait for a thread."""
        return max(0, self.number - self._threads)

    def close(self) -> None:
        """Start no further jobs; waiting ones are cancelled."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def end_with_parent(end: Callable[[], object]) -> None:
    """Make this process end with its parent of ``multiprocessing``, however that ends.

    Args:
        end: Function that ends this process; it is called in a thread.
    """
    parent: Any = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        end()

    threading.Thread(target=wait, daemon=True).start()


class Threads:
    """Thread pools of one server."""

    #: True once nothing further is started.
    closed = False

    def __init__(self, analyses: int = 8, records: int = 8) -> None:
        cores = os.cpu_count() or 1
        #: Work of milliseconds that uses no file, such as a view or a preview.
        self.quick = Workers("table", 4)
        #: Work that writes a file, such as an action or a new table. Waiting writes are grouped.
        self.file = Workers("file", 8)
        #: Work that reads a file and waits for no writer, such as opening a table.
        self.reading = Workers("reading", 1)
        self.bots = Workers("bot", max(2, cores))
        self.champions = Workers("champion", max(1, cores - 1))
        self.analyses = Workers("analysis", 1, analyses)
        #: Reading records of games, which may take seconds.
        self.records = Workers("record", 1, records)

    def of_bot(self, name: str) -> Workers:
        """Return the threads in which the bot of this name thinks."""
        return self.champions if needs(name, TIME) else self.bots

    def close(self) -> None:
        """Start no further work."""
        pools = list(vars(self).values())
        self.closed = True
        for workers in pools:
            workers.close()
