"""Threads for what takes time: bots, hints and analyses, apart from what answers at once.

Guaranteed: the thread of the event loop never waits for a bot; what writes a file has one thread of its own, and what
reads one another, so that a file that another process has locked holds up no look at any game; players that think for seconds (``champion``)
have threads of their own, so that quick ones do not wait for them; an analysis ends within ``limits.analysis``, at once
if its client leaves, and at most ``limits.analyses`` run or wait.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import lexkit
from lexkit.errors import LexkitError, QueryError, TimeLimitError

from ..table import NotAllowedError, Table
from .limits import Limits
from .messages import BadMessageError

__all__ = ["Analysis", "Threads", "is_champion"]

T = TypeVar("T")
#: Moves that an analysis lists, and those that it simulates.
_LISTED: Final = 15
_SIMULATED: Final = 10
#: Seconds between two reports of a simulation.
_REPORTS: Final = 0.3


def is_champion(name: str) -> bool:
    """Whether this bot thinks for seconds."""
    return name.startswith("champion")


class Threads:
    """The pools of threads of one server."""

    def __init__(self) -> None:
        #: How many analyses run or wait.
        self.analysing = 0
        #: How many choices of champions run or wait.
        self.championing = 0
        cores = os.cpu_count() or 1
        self._quick = ThreadPoolExecutor(4, "table")
        self._file = ThreadPoolExecutor(1, "file")
        self._reading = ThreadPoolExecutor(1, "reading")
        self._bots = ThreadPoolExecutor(max(2, cores), "bot")
        self._champions = ThreadPoolExecutor(max(1, cores - 1), "champion")
        self._analyses = ThreadPoolExecutor(1, "analysis")

    async def quick(self, work: Callable[..., T], *values: Any) -> T:
        """Do what takes milliseconds and reads no file: a view, a preview."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, work, *values)

    async def file(self, work: Callable[..., T], *values: Any) -> T:
        """Do what writes a file, one after the other: an action, a table to begin."""
        return await asyncio.get_running_loop().run_in_executor(self._file, work, *values)

    async def reading(self, work: Callable[..., T], *values: Any) -> T:
        """Do what reads a file and waits for no writer: a table to open."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, work, *values)

    async def bot(self, name: str, work: Callable[[], T]) -> T:
        """Have the bot of this name think."""
        if not is_champion(name):
            return await asyncio.get_running_loop().run_in_executor(self._bots, work)
        self.championing += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._champions, work)
        finally:
            self.championing -= 1

    @contextmanager
    def one_analysis(self, most: int) -> Iterator[None]:
        """Count an analysis from now to the end of the block. Raises BadMessageError if it is one too many."""
        if self.analysing >= most:
            raise BadMessageError("the server is busy: try again in a moment")
        self.analysing += 1
        try:
            yield
        finally:
            self.analysing -= 1

    async def analysis(self, work: Callable[[], T]) -> T:
        """Analyse."""
        return await asyncio.get_running_loop().run_in_executor(self._analyses, work)

    def close(self) -> None:
        """Begin nothing further."""
        for pool in (self._quick, self._file, self._reading, self._bots, self._champions, self._analyses):
            pool.shutdown(wait=False, cancel_futures=True)


class Analysis:
    """The moves of a position, with what they are worth: first by equity, then by simulation."""

    def __init__(self, table: Table, seat: int | None, turn: int | None, limits: Limits) -> None:
        """Of what a seat sees. Raises NotAllowedError in a game of two people that goes on."""
        if not (table.hints or table.over or table.recorded):
            raise NotAllowedError("no analysis while two people play")
        self._board = table.board(self._mover(table, seat, turn), turn)
        self._lexicon = table.game.lexicon
        self._limit = limits.analysis
        self._stopped = False

    @staticmethod
    def _mover(table: Table, seat: int | None, turn: int | None) -> int | None:
        """Whose rack it is about: the player's to move, once all racks are open; else the seat's own."""
        if not (table.over or table.recorded):
            return seat
        view = table.view(None, turn)
        return table.to_move if view["to_move"] is None else int(view["to_move"])

    def stop(self) -> None:
        """End soon, from any thread."""
        self._stopped = True

    def run(self, report: Callable[[dict[str, Any]], None]) -> None:
        """Analyse, and report what is known from time to time; the last report is done."""
        rows: list[dict[str, Any]] = []
        try:
            with lexkit.within(self._limit):
                rows = self._analyse(report)
        except TimeLimitError:
            pass
        except LexkitError as error:
            report({"rows": rows, "done": True, "note": str(error.what)})
            return
        report({"rows": rows, "done": True, "note": ""})

    def _analyse(self, report: Callable[[dict[str, Any]], None]) -> list[dict[str, Any]]:
        board, lexicon = self._board, self._lexicon
        if lexicon is None or not board.racks[0] or self._stopped:
            raise QueryError("no rack is known here")
        moves = lexicon.moves(board)
        if lexicon.leaves is None:
            rows = [_row(move.place, move.tiles, move.score, words=move.words) for move in moves.top(_LISTED)]
            report({"rows": rows, "done": False, "note": ""})
            return rows
        best = moves.by_equity(lexicon)[:_LISTED]
        rows = [_candidate(one) for one in best]
        report({"rows": rows, "done": False, "note": ""})
        if len(board.racks) == 2 and len(best) > 1:
            rows = self._simulate(report, rows)
        return rows

    def _simulate(self, report: Callable[[dict[str, Any]], None], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The moves by their chances to win."""
        simulation = lexkit.simulate(
            self._board, lexicon=self._lexicon, candidates=_SIMULATED, timeout=self._limit, threads=1
        )
        told = time.monotonic()
        for results in simulation:
            known = {one.candidate.text: one for one in results}
            rows = [
                {**_candidate(one.candidate), "win": round(100 * one.win, 1), "mean": round(one.equity, 1)}
                for one in results
            ] + [row for row in rows if row["text"] not in known]
            if self._stopped:
                simulation.stop()
                break
            if time.monotonic() - told >= _REPORTS:
                told = time.monotonic()
                report({"rows": rows, "done": False, "note": f"{simulation.iterations:,} games"})
        return rows


def _row(place: str, tiles: str, score: int, words: Any = ()) -> dict[str, Any]:
    return {"text": f"{place} {tiles}", "place": place, "tiles": tiles, "score": score, "words": list(words)}


def _candidate(one: Any) -> dict[str, Any]:
    placed = one.kind == "placement"
    row = _row(one.place, one.tiles, one.score, one.words) if placed else {"text": one.text, "score": 0}
    equity = float(one.equity)
    return {**row, "kind": one.kind, "text": one.text, "leave": str(one.leave), "equity": round(equity, 1)}
