"""A process of low priority that makes reports turn by turn, and delays no thread here.

    making = ReportProcess(256)
    making.step(1, game, 0.3)   # the facts of the first step; again for the next, until there is none: None

It begins with the first step, and again, with what is asked for then, if it has ended.

Guaranteed: it ends with the server, also with one that is killed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
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


class ReportProcess:
    """Makes reports elsewhere. For one thread, but any may close it."""

    def __init__(self, most: int) -> None:
        """``most``: reports at once; of more, the one that had no step for longest starts over."""
        self._most = most
        self._context = multiprocessing.get_context("spawn")  # not forked: this process has threads
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False
        #: Held while the process is started or killed, so that none starts after :meth:`close`.
        self._changing = Lock()
        #: The reports that are under way there, in the order of their last steps.
        self._begun: dict[int, None] = {}

    def step(self, number: int, game: lexkit.Game, seconds: float) -> dict[str, Any] | None:
        """What the next step of a report tells, None after the last. ``number``: its own; ``seconds``: for a turn.

        Raises StorageError if the process cannot go on, RuntimeError if it is closed.
        """
        for _ in range(2):
            try:
                return self._ask(number, game, seconds)
            except (EOFError, OSError):  # it was killed, perhaps for its memory
                self._end()
        raise StorageError("the report was interrupted", remedy="open the game again")

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
        begin = None if number in self._begun else (game.to_json(), game.lexicon, seconds)
        self._begun.pop(number, None)
        dropped = next(iter(self._begun)) if len(self._begun) >= self._most else None
        pipe.send((number, dropped, begin))
        facts: dict[str, Any] | LexkitError | None = pipe.recv()
        if dropped is not None:
            del self._begun[dropped]
        if isinstance(facts, LexkitError):
            raise facts
        if facts is not None:
            self._begun[number] = None
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
    """Make reports as asked, in a process of their own, until nobody can ask any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it
    reports: dict[int, Iterator[Any]] = {}
    with suppress(EOFError, OSError):
        while True:
            answer: Any
            try:
                number, dropped, begin = pipe.recv()
                reports.pop(dropped, None)
                if begin is not None:
                    text, lexicon, seconds = begin
                    game = lexkit.Game.from_json(text, lexicon)
                    reports[number] = game.reports("endgame", time=seconds, threads=1, draws=_DRAWS)
                report = next(reports[number], None)
                answer = None if report is None else facts_of(report)
            except LexkitError as error:  # a lexicon that is gone among them
                answer = error
            if not isinstance(answer, dict):
                reports.pop(number, None)
            pipe.send(answer)


def facts_of(report: Any) -> dict[str, Any]:
    """What a page shows of a report."""
    whole = report.to_dict()
    for turn, told in zip(report.turns, whole["turns"], strict=True):
        told["lost"] = turn.lost
        told["found"], told["win_loss"] = (None, None) if turn.cost is None else (turn.cost.found, turn.cost.win_loss)
    wanted = ("number", "seat", "action", "grade", "ungraded", "lost", "win_loss", "found", "why", "luck", "phony")
    told = ("name", "small", "medium", "large", "mistake_index", "win_loss", "spread_loss", "luck", "bingos")
    facts = {name: whole[name] for name in ("level", "weighed", "to_weigh", "curve", "worst", "remarks")}
    players = [{name: player[name] for name in told} for player in whole["players"]]
    return {**facts, "players": players, "turns": [{name: turn[name] for name in wanted} for turn in whole["turns"]]}
