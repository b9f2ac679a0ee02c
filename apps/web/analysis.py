"""The analysis of a position: its moves, and what they are worth, reported as more is known.

First come the moves by equity, also while others have their turns. Then, by what is in the bag: a simulation gives
chances to win; with one tile in the bag all draws are tried; with none, what each of the best moves gains until the end
is searched for, exactly if time allows.

Guaranteed: an analysis knows what the seat that asked sees; it ends within ``limits.analysis``, at once if it is
stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, TypeAlias

import lexkit
from lexkit.errors import LexkitError, PositionError, QueryError, TimeLimitError

from ..table import NotAllowedError, Table
from .limits import Limits

Row: TypeAlias = dict[str, Any]

#: Moves that are listed, and those that are simulated or searched.
_LISTED: Final = 15
_WEIGHED: Final = 10
#: Seconds in which the moves are listed, before they are weighed.
_BEGIN: Final = 1.0
#: Seconds between two reports of a simulation.
_REPORTS: Final = 0.3
#: The part of the time that the best line of an endgame may take; the other moves share the rest.
_BEST_LINE: Final = 0.6
#: Turns that are looked ahead once the bag is empty, from one report to the next.
_PLIES: Final = (1, 4)


class Analysis:
    """The moves of a position, as a seat sees it."""

    def __init__(self, table: Table, seat: int | None, turn: int | None, limits: Limits) -> None:
        """``turn``: of the past, or None.

        Raises NotAllowedError in a game of two people that goes on, and at the end of any.
        """
        if not (table.hints or table.over or table.recorded):
            raise NotAllowedError("no analysis while two people play")
        mover = self._mover(table, seat, turn)
        view = table.view(mover, turn)
        if view["over"]:
            raise NotAllowedError("the game is over here: step back to a move")
        #: Of the table, as it was analysed.
        self.revision = int(view["revision"])
        self._board = table.board(mover, turn)
        self._bag = int(view["bag"])
        if not self._bag and len(self._board.racks) == 2 and mover == view["to_move"]:
            # All that is unseen is on the other rack.
            unseen = _rack_text(view["unseen"])
            self._board.racks = [rack if player == mover else unseen for player, rack in enumerate(self._board.racks)]
        self._lexicon = table.game.lexicon
        self._seconds = limits.analysis
        self._limit: Any = None
        self._stopped = False
        self._rows: list[Row] = []

    @staticmethod
    def _mover(table: Table, seat: int | None, turn: int | None) -> int | None:
        """Whose rack it is about: the player's to move, once all racks are open; else the seat's own."""
        if not (table.over or table.recorded):
            return seat
        mover: int | None = table.view(None, turn)["to_move"]
        return mover

    def stop(self) -> None:
        """End soon, from any thread."""
        self._stopped = True
        if self._limit is not None:
            self._limit.stop()

    def begin(self) -> list[Row]:
        """The moves by equity, which take no turn to find: none if there was no time. Raises LexkitError."""
        with suppress(TimeLimitError), lexkit.within(_BEGIN) as self._limit:
            return [] if self._stopped else self._list_moves()
        return []

    def run(self, report: Callable[[dict[str, Any]], None]) -> None:
        """Analyse, and report what is known from time to time; the last report is done."""
        known: dict[str, Any] = {"rows": self._rows, "note": ""}

        def tell(rows: list[Row], note: str = "") -> None:
            known.update(rows=rows, note=note)
            report({**known, "done": False})

        try:
            with lexkit.within(self._seconds) as self._limit:
                if not self._stopped:
                    self._analyse(tell)
        except TimeLimitError:
            pass
        except LexkitError as error:
            known["note"] = str(error.what)
        report({**known, "done": True})

    def _list_moves(self) -> list[Row]:
        """The moves by equity, or by score if the lexicon has no values of leaves; found once."""
        board, lexicon = self._board, self._lexicon
        if lexicon is None or not board.rack:
            raise QueryError("no rack is known here")
        if not self._rows:
            moves = lexicon.moves(board, board.rack)
            if lexicon.leaves is None:
                best = moves.top(_LISTED)
                self._rows = [_row(move.place, move.tiles, move.score, words=move.words) for move in best]
            else:
                self._rows = [_candidate(one) for one in moves.by_equity(lexicon, self._bag)[:_LISTED]]
        return self._rows

    def _analyse(self, tell: Callable[..., None]) -> None:
        begun = bool(self._rows)
        rows = self._list_moves()
        if not begun:
            tell(rows)
        if self._lexicon is None or self._lexicon.leaves is None or len(self._board.racks) != 2:
            return
        if not self._bag:
            self._search_endgame(rows, tell)
        elif self._bag == 1:
            self._try_all_draws(rows, tell)
        elif len(rows) > 1:
            self._simulate(rows, tell)

    def _simulate(self, rows: list[Row], tell: Callable[..., None]) -> None:
        """The moves by their chances to win."""
        simulation = lexkit.simulate(
            self._board, lexicon=self._lexicon, candidates=_WEIGHED, timeout=self._seconds, threads=1
        )
        told, note = time.monotonic(), ""
        for results in simulation:
            weighed = [
                {**_candidate(one.candidate), "win": round(100 * one.win, 1), "mean": round(one.equity, 1)}
                for one in results
            ]
            if self._stopped:
                simulation.stop()
                break
            if time.monotonic() - told >= _REPORTS:
                told, note = time.monotonic(), f"{simulation.iterations:,} games"
                tell(_first(weighed, rows), note)
        tell(_first(weighed, rows), note)

    def _try_all_draws(self, rows: list[Row], tell: Callable[..., None]) -> None:
        """The moves by how many draws of the last tile win."""
        wanted: dict[str | None, Row] = {row["text"]: row for row in rows[:_WEIGHED] if row["kind"] == "placement"}
        passing = [row for row in rows if row["kind"] == "pass"]
        wanted.update(zip([None], passing, strict=False))
        for plies in _PLIES:
            outcomes = lexkit.pre_endgame(self._board, self._lexicon, moves=list(wanted), plies=plies)
            weighed = []
            for one in outcomes:
                row = wanted[None if one.move is None else one.move.text]
                draws = one.wins + one.ties + one.losses
                win = round(100 * (one.wins + one.ties / 2) / draws, 1)
                weighed.append({**row, "win": win, "mean": round(one.spread, 1)})
            stopped = any(one.stopped for one in outcomes)
            sure = "surely" if all(one.exact for one in outcomes) else f"{plies} turn{'s' * (plies > 1)} ahead"
            tell(_first(weighed, rows), f"all draws of the last tile, {sure}")
            if stopped or sure == "surely":
                return

    def _search_endgame(self, rows: list[Row], tell: Callable[..., None]) -> None:
        """The moves by what they gain on the other player until the end."""
        end = time.monotonic() + self._seconds
        board, lexicon = self._board, self._lexicon
        solution = lexkit.solve(board, lexicon, timeout=_BEST_LINE * self._seconds)
        note = f"until the end {solution}"
        best = "-" if solution.move is None else solution.move.text
        known = {best: {"gain": solution.spread, "exact": solution.exact}}
        if solution.move is not None and all(row["text"] != best for row in rows):
            move = solution.move
            rows = [{**_row(move.place, move.tiles, move.score, move.words), "kind": "placement"}, *rows]
        tell(_by_gain(rows, known, best), note)
        for row in rows[:_WEIGHED]:
            left = end - time.monotonic()
            if row["text"] in known or row["kind"] == "exchange" or left <= 0:
                continue
            after = board.copy()
            score = row["score"]
            if row["kind"] == "pass":
                after.pass_turn()
            else:
                after.play(row["text"])
            with suppress(TimeLimitError, PositionError):  # a pass may end the game
                if all(after.racks):
                    reply = lexkit.solve(after, lexicon, timeout=left / 3)
                    gain, exact = score - reply.spread, reply.exact
                else:
                    gain, exact = score + 2 * _points(after), True
                known[row["text"]] = {"gain": gain, "exact": exact}
                tell(_by_gain(rows, known, best), note)
            if self._stopped:
                return


def _first(weighed: list[Row], rows: list[Row]) -> list[Row]:
    """The rows that were weighed, then the others."""
    known = {row["text"] for row in weighed}
    return weighed + [row for row in rows if row["text"] not in known]


def _by_gain(rows: list[Row], known: dict[str, dict[str, Any]], best: str) -> list[Row]:
    """The rows whose gain is known, the largest first and of equal ones the best, then the others."""
    weighed = [{**row, **known[row["text"]]} for row in rows if row["text"] in known]
    return _first(sorted(weighed, key=lambda row: (-int(row["gain"]), row["text"] != best)), rows)


def _points(board: lexkit.Board) -> int:
    """The points of the rack of the player to move, who cannot play any more."""
    alphabet = board.alphabet
    points = {tile.label: tile.points for tile in alphabet.tiles} | {"?": alphabet.blank_points}
    return sum(points[label] for label in lexkit.Rack(board.rack, alphabet))


def _rack_text(unseen: dict[str, int]) -> str:
    """A rack as text, of how many there are of each tile."""
    return "".join([(label if len(label) == 1 else f"[{label}]") * count for label, count in unseen.items()])


def _row(place: str, tiles: str, score: int, words: Iterable[str] = ()) -> Row:
    return {"text": f"{place} {tiles}", "place": place, "tiles": tiles, "score": score, "words": list(words)}


def _candidate(one: Any) -> Row:
    placed = one.kind == "placement"
    row = _row(one.place, one.tiles, one.score, one.words) if placed else {"text": one.text, "score": 0}
    equity = float(one.equity)
    return {**row, "kind": one.kind, "text": one.text, "leave": str(one.leave), "equity": round(equity, 1)}
