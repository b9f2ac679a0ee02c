"""A process of low priority that makes reports turn by turn, and delays no thread here.

    making = ReportProcess()
    making.step(1, game, 0.3)   # Report.to_dict() after the first step; again for the next, until there is none: None
    making.drop(1)              # before that, if nobody wants the others

An unfinished report takes some 6 MB there. The process begins with the first step, and again, with what is asked for
then, if it has ended.

Guaranteed: it ends with the server, also with one that is killed.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import lexkit
from lexkit.errors import LexkitError, StorageError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

#: How much it gives way to others: with more, a busy machine would never let it end.
_NICE: Final = 5
#: Racks that luck is measured with.
_DRAWS: Final = 24
#: Lexicons that stay open: each takes some 20 MB with all that a report needs of it.
_LEXICONS: Final = 4


class ReportProcess:
    """Makes reports elsewhere. For one thread, but any may close it."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")  # not forked: this process has threads
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False
        #: Held while the process is started or killed, so that none starts after :meth:`close`.
        self._changing = Lock()
        #: The reports that are unfinished there.
        self._begun: set[int] = set()

    def step(self, number: int, game: lexkit.Game, seconds: float) -> dict[str, Any] | None:
        """Return the report after its next step, as Report.to_dict gives it; None after the last.

        ``number``: of the report; ``seconds``: for a turn.

        Raises StorageError if the process cannot go on, RuntimeError if it is closed.
        """
        for _ in range(2):
            try:
                return self._ask(number, game, seconds)
            except (EOFError, OSError):  # it was killed, perhaps for its memory
                self._end()
        raise StorageError("the report was interrupted", remedy="open the game again")

    def drop(self, number: int) -> None:
        """Forget a report, if it is unfinished."""
        if number in self._begun and self._pipe is not None:
            self._begun.remove(number)
            with suppress(OSError):  # it was killed
                self._pipe.send((number, False))

    def close(self) -> None:
        """End the process, also in the middle of a step."""
        with self._changing:
            self._closed = True
            if self._process is not None:
                self._process.kill()

    def _begin(self) -> Connection:
        with self._changing:
            if self._closed:
                raise RuntimeError("no report is made any more")
            if self._pipe is None:
                pipe, there = self._context.Pipe()
                with there:
                    process = self._context.Process(target=make_reports, args=(there,), daemon=True)
                    process.start()
                    give_way(process, _NICE)
                self._pipe, self._process = pipe, process
            return self._pipe

    def _ask(self, number: int, game: lexkit.Game, seconds: float) -> dict[str, Any] | None:
        pipe = self._begin()
        pipe.send((number, number in self._begun or (game.to_json(), pickle.dumps(game.lexicon), seconds)))
        facts: dict[str, Any] | LexkitError | None = pipe.recv()
        if isinstance(facts, dict):
            self._begun.add(number)
        else:
            self._begun.discard(number)
        if isinstance(facts, LexkitError):
            raise facts
        return facts

    def _end(self) -> None:
        self._begun.clear()
        with self._changing:
            if self._process is not None and self._pipe is not None:
                self._process.kill()
                self._process.join()
                self._pipe.close()
            self._process = self._pipe = None


def give_way(process: SpawnProcess, nice: int) -> None:
    """Have a process that has just been started give way to others by so much.

    It does so already while it loads what it needs, which takes most of a second.
    """
    assert process.pid is not None
    with suppress(AttributeError, OSError):  # not POSIX, or it has ended
        os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + nice)


def make_reports(pipe: Connection) -> None:
    """Make reports as asked, in a process of their own, until nobody can ask any more.

    What is asked: the number of a report, and what it begins with; True for its next step, False to forget it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it
    reports: dict[int, Iterator[Any]] = {}
    open_lexicon = lru_cache(_LEXICONS)(pickle.loads)
    gc.freeze()
    with suppress(EOFError, OSError):
        while True:
            answer: Any
            try:
                number, wanted = pipe.recv()
                if wanted is False:
                    del reports[number]
                    continue
                if wanted is not True:
                    text, lexicon, seconds = wanted
                    game = lexkit.Game.from_json(text, open_lexicon(lexicon))
                    reports[number] = game.reports("endgame", time=seconds, threads=1, draws=_DRAWS)
                report = next(reports[number], None)
                answer = None if report is None else report.to_dict()
            except LexkitError as error:  # a lexicon that is gone among them
                answer = error
            if not isinstance(answer, dict):
                reports.pop(number, None)
            pipe.send(answer)
            gc.collect()  # searches that ran out of time are in cycles, and have some 20 MB each
