"""A low-priority process that makes reports turn by turn.

    process = ReportProcess()
    await process.step(1, game, 0.3)    # Report.to_dict() after the first step, the next ...; None after the last
    process.drop(1)                     # before that, if nobody wants the others

An unfinished report takes about 6 MB there. The process is started by the first step, and restarted if it has died.

Guaranteed: it ends with the server, even if that is killed.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import pickle
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

import lexkit
from lexkit.errors import StorageError

from .threads import end_with_parent

#: Nice value of the process; with a higher one it would starve on a busy machine.
_NICE: Final = 5
#: Number of racks to measure luck with.
_DRAWS: Final = 24
#: Maximum number of open lexicons; each takes about 20 MB with everything that a report needs.
_LEXICONS: Final = 4


class ReportProcess:
    """Client of the process, for one event loop."""

    def __init__(self) -> None:
        self._pool: Executor | None = None
        self._closed = False
        #: Numbers of the unfinished reports in the process.
        self._begun: set[int] = set()

    async def step(self, number: int, game: lexkit.Game, seconds: float) -> dict[str, Any] | None:
        """Return the report after its next step, as Report.to_dict gives it; None after the last.

        Args:
            number: Number that identifies the report.
            game: Game to report on.
            seconds: Time per turn.

        Raises:
            StorageError: The process has died.
            RuntimeError: It is closed.
        """
        loop = asyncio.get_running_loop()
        for _ in range(2):
            pool = self._open()
            begin = None if number in self._begun else (game.to_json(), pickle.dumps(game.lexicon), seconds)
            try:
                facts = await loop.run_in_executor(pool, make_step, number, begin)
            except BrokenProcessPool:  # it was killed, perhaps for its memory
                if self._pool is pool:
                    self._pool = None
                    self._begun.clear()
                continue
            except BaseException:
                self._begun.discard(number)
                raise
            (self._begun.discard if facts is None else self._begun.add)(number)
            return facts
        raise StorageError("the report was interrupted", remedy="open the game again")

    def drop(self, number: int) -> None:
        """Discard a report if it is unfinished."""
        self._begun.discard(number)
        if self._pool is not None:
            with suppress(RuntimeError):  # it was killed
                self._pool.submit(drop_report, number)

    def close(self) -> None:
        """End the process after its current step."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _open(self) -> Executor:
        if self._closed:
            raise RuntimeError("no report is made any more")
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")  # not forked: this process has threads
            self._pool = ProcessPoolExecutor(1, spawn, initializer=_begin_worker)
        return self._pool


# -- in the process -----------------------------------------------------------------------------------------

_REPORTS: Final[dict[int, Iterator[Any]]] = {}
_open_lexicon = lru_cache(_LEXICONS)(pickle.loads)


def _begin_worker() -> None:
    """Lower the priority, ignore Ctrl-C, which the server handles, and end with the server."""
    if hasattr(os, "nice"):  # POSIX
        os.nice(_NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(lambda: os._exit(1))
    gc.freeze()


def make_step(number: int, begin: tuple[str, bytes, float] | None) -> dict[str, Any] | None:
    """Return a report after its next step; None after the last.

    Args:
        number: The number of the report.
        begin: For the first step: game, lexicon and time per turn; else None.
    """
    try:
        if begin is not None:
            text, lexicon, seconds = begin
            game = lexkit.Game.from_json(text, _open_lexicon(lexicon))
            _REPORTS[number] = game.reports("endgame", time=seconds, threads=1, draws=_DRAWS)
        report = next(_REPORTS[number], None)
    except BaseException:
        drop_report(number)
        raise
    finally:
        gc.collect()  # timed-out searches are in reference cycles, about 20 MB each
    if report is None:
        drop_report(number)
        return None
    facts: dict[str, Any] = report.to_dict()
    return facts


def drop_report(number: int) -> None:
    """Forget a report."""
    _REPORTS.pop(number, None)
