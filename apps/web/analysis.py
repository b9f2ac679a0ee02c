"""Analysis of a position: its moves and their values, reported repeatedly as the values become more exact.

The first report lists the moves by equity, with the user's own plays and the one that was made. What follows depends on
the bag: a simulation gives chances to win; with one tile in the bag, all draws are tried; with none, a search finds the
gain of each of the best moves until the end, exactly if time allows. Before that, the analysis says which tiles the
opponent may have kept, by the last play.

Guaranteed: an analysis knows only what the seat that asked sees; it ends within ``limits.analysis``, or at once if
it is stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

import lexkit
from lexkit.base.time_limits import look
from lexkit.errors import IllegalMoveError, LexkitError, PositionError, QueryError, TimeLimitError

from ..table import NotAllowedError, Table
from ..table.lexicons import as_meant
from ..table.seat_view import move_of
from .limits import Limits
from .requests import sentence

Row: TypeAlias = dict[str, Any]
#: Key of a play: the move of a placement, the text of any other play.
_Key: TypeAlias = lexkit.Move | str

#: Maximum number of the user's own plays.
OWN_PLAYS: Final = 10
#: Number of moves listed, and of moves simulated or searched.
_LISTED: Final = 15
_WEIGHED: Final = 10
#: Time limit for listing the moves, in seconds.
_BEGIN: Final = 1.0
#: Seconds between reports of a simulation.
_REPORTS: Final = 0.3
#: Share of the time for inferring the opponent's tiles, numbers of leaves to evaluate in turn, and of those shown.
_TO_INFER: Final = 0.25
_LEAVES: Final = (500, 5_000)
_LEAVES_SHOWN: Final = 10
#: Share of the time for the best line of an endgame; the other moves share the rest.
_BEST_LINE: Final = 0.6
#: Plies searched once the bag is empty, for successive reports.
_PLIES: Final = (1, 4)


class Analysis:
    """Analysis of a position as a seat sees it."""

    def __init__(
        self, table: Table, seat: int | None, turn: int | None, limits: Limits, plays: Sequence[str] = ()
    ) -> None:
        """``turn`` is a past turn, or None; ``plays`` are the user's own plays, as typed.

        Raises NotAllowedError in a game in progress between two people, and at the end of any game; IllegalMoveError
        for an impossible play.
        """
        if not (table.hints or table.over or table.recorded):
            raise NotAllowedError("there is no analysis while two people play")
        mover = table.trying(seat, turn)
        view = table.view(mover, turn)
        #: Revision of the table that is analysed.
        self.revision = int(view["revision"])
        self._board = table.board(mover, turn)
        self._bag = int(view["bag"])
        if not self._bag and len(self._board.racks) == 2 and mover == view["to_move"]:
            # The bag is empty: all unseen tiles are on the other rack.
            unseen = _rack_text(view["unseen"])
            self._board.racks = [rack if player == mover else unseen for player, rack in enumerate(self._board.racks)]
        self._view = table.known(mover, turn)
        self._lexicon = table.game.lexicon
        self._seconds = limits.analysis
        self._limit: Any = None
        self._stopped = False
        self._rows: list[Row] = []
        self._weighed: list[lexkit.Candidate] = []
        #: Plays that must be analysed (own ones and the one made), and the marks for their rows.
        self._marked: dict[_Key, Row] = {}
        most = int(view["exchangeable"])
        for play in plays:
            self._mark(self._read(play, most, judged=True), own=True)
        made = table.view(mover)["history"][int(view["turn"]) :][:1]
        if made and made[0]["player"] == mover and made[0]["kind"] in ("placement", "exchange", "pass"):
            with suppress(LexkitError):  # a record may have a play that its rules forbid
                self._mark(self._read(made[0]["text"], most, judged=False), played=True)

    def _mark(self, play: _Key, **mark: bool) -> None:
        self._marked.setdefault(play, {}).update(mark)

    def _read(self, play: str, most: int, *, judged: bool) -> _Key:
        """Parse a typed play; ``most`` is the maximum number of tiles to exchange. Raises IllegalMoveError."""
        board = self._board
        rack = lexkit.Rack(board.rack, board.alphabet)
        play = as_meant(play, rack, board.alphabet)
        action = lexkit.Action.read(play)
        if action.kind == "placement":
            move = move_of(board, rack, play)
            phonies = [word for word in move.words if self._lexicon and word not in self._lexicon]
            if judged and phonies:
                raise IllegalMoveError("not in the lexicon", found=", ".join(phonies))
            return move
        if action.kind == "exchange":
            given = lexkit.Rack(str(action.exchanged), board.alphabet)
            if not rack.has(given.tiles) or len(given) > most:
                raise IllegalMoveError("the exchange is not possible", expected=f"at most {most} tiles of {rack}")
            return f"-{given}"
        if action.kind != "pass":
            raise IllegalMoveError("not a play", expected="a play such as 8D LIFE, -AEI, pass", found=play)
        return "-"

    def stop(self) -> None:
        """Make the analysis end soon. Safe from any thread."""
        self._stopped = True
        if self._limit is not None:
            self._limit.stop()

    def begin(self) -> list[Row]:
        """Return the moves by equity, none if there was no time. Raises LexkitError."""
        with suppress(TimeLimitError), lexkit.within(_BEGIN) as self._limit:
            return [] if self._stopped else self._list_moves()
        return []

    def run(self, report: Callable[[dict[str, Any]], None]) -> None:
        """Analyse, and report results repeatedly; the last report has ``done`` set."""
        leaves = "" if self._lexicon is None else self._lexicon.leaves.note
        known: dict[str, Any] = {"rows": self._rows, "note": "", "leaves": leaves, "kept": None}

        def tell(rows: list[Row], note: str = "", **more: Any) -> None:
            known.update(rows=rows, note=note, **more)
            report({**known, "done": False})

        try:
            with lexkit.within(self._seconds) as self._limit:
                if not self._stopped:
                    self._analyse(tell)
        except TimeLimitError:
            pass
        except LexkitError as error:
            known["note"] = sentence(error)
        report({**known, "done": True})

    def _list_moves(self) -> list[Row]:
        """Return the moves by equity, computed once."""
        board, lexicon = self._board, self._lexicon
        if lexicon is None or not board.rack:
            raise QueryError("no rack is known here")
        if not self._rows:
            moves = lexicon.moves(board, board.rack, "candidates")
            by_equity = moves.by_equity(lexicon, self._bag)
            marked = [one for one in by_equity[_LISTED:] if _key(one) in self._marked] if self._marked else []
            listed = [*by_equity[:_LISTED], *marked]
            others = [one for one in listed[_WEIGHED:] if _key(one) in self._marked]
            self._weighed = [*listed[:_WEIGHED], *others]
            rows: dict[_Key, Row] = {_key(one): _candidate(one) for one in listed}
            for key in self._marked:
                if key not in rows and isinstance(key, lexkit.Move):
                    rows[key] = _placement(key)
            self._rows = [{**row, **self._marked.get(key, {})} for key, row in rows.items()]
        return self._rows

    def _to_weigh(self, rows: list[Row]) -> list[Row]:
        """Return the first rows and the marked ones, except phonies, which have no equity."""
        first = rows[:_WEIGHED] + [row for row in rows[_WEIGHED:] if "own" in row or "played" in row]
        return [row for row in first if "equity" in row]

    def _analyse(self, tell: Callable[..., None]) -> None:
        begun = bool(self._rows)
        rows = self._list_moves()
        if not begun:
            tell(rows)
        if self._lexicon is None or len(self._board.racks) != 2:
            return
        self._infer(self._lexicon, lambda kept: tell(rows, kept=kept))
        if not self._bag:
            self._search_endgame(rows, tell)
        elif self._bag == 1:
            self._try_all_draws(rows, tell)
        elif len(rows) > 1:
            self._simulate(rows, tell)

    def _infer(self, lexicon: lexkit.Lexicon, tell: Callable[[Row], None]) -> None:
        """Report what the last play says of the tiles that the opponent kept: by few leaves at first, then by more."""
        view = self._view
        if not self._bag or view.known[1 - view.player]:
            return
        turn = max([number for number, turn in enumerate(view.turns, 1) if turn.kind != "challenge"], default=0)
        try:
            with lexkit.within(_TO_INFER * self._seconds):
                for most in _LEAVES:
                    found = lexkit.infer(view, lexicon=lexicon, margin=lexkit.Inference.MARGINS, most=most)
                    if not found.unseen:  # the turn reveals nothing
                        return
                    tell(_kept(turn, found))
                    if found.exact:
                        return
        except TimeLimitError:
            look()  # the analysis itself is stopped, or has no more time

    def _simulate(self, rows: list[Row], tell: Callable[..., None]) -> None:
        """Report moves by chance to win, from a simulation."""
        simulation = lexkit.simulate(
            self._board, lexicon=self._lexicon, candidates=self._weighed, timeout=self._seconds, threads=1
        )
        told = time.monotonic()
        weighed: list[Row] = []
        known = {row["text"]: row for row in rows}
        for results in simulation:
            weighed = [
                {**known[one.candidate.text], "win": round(100 * one.win, 1), "mean": round(one.equity, 1)}
                for one in results
            ]
            if self._stopped:
                simulation.stop()
                break
            if time.monotonic() - told >= _REPORTS:
                told = time.monotonic()
                tell(_first(weighed, rows), f"{simulation.iterations:,} games")
        tell(_first(weighed, rows), f"{simulation.iterations:,} games")

    def _try_all_draws(self, rows: list[Row], tell: Callable[..., None]) -> None:
        """Report moves by the number of winning draws of the last tile."""
        wanted: dict[str | None, Row] = {row["text"]: row for row in self._to_weigh(rows) if row["kind"] == "placement"}
        passing = [row for row in rows if row["kind"] == "pass"]
        wanted.update(zip([None], passing, strict=False))
        for plies in _PLIES:
            outcomes = lexkit.pre_endgame(self._board, self._lexicon, moves=list(wanted), plies=plies)
            weighed = []
            for one in outcomes:
                row = wanted[None if one.move is None else one.move.text]
                weighed.append({**row, "win": round(100 * one.win, 1), "mean": round(one.spread, 1)})
            stopped = any(one.stopped for one in outcomes)
            known = not any(one.open for one in outcomes)
            sure = "to the end" if known else f"{plies} turn{'s' * (plies > 1)} ahead"
            model = "; a pass against a greedy opponent" if passing else ""
            tell(_first(weighed, rows), f"all draws of the last tile, {sure}{model}")
            if stopped or known:
                return

    def _search_endgame(self, rows: list[Row], tell: Callable[..., None]) -> None:
        """Report moves by the spread that they gain until the end."""
        end = time.monotonic() + self._seconds
        board, lexicon = self._board, self._lexicon
        solution = lexkit.solve(board, lexicon, timeout=_BEST_LINE * self._seconds)
        note = f"until the end {solution}"
        best = "-" if solution.move is None else solution.move.text
        known = {best: {"gain": solution.spread, "exact": solution.exact}}
        if solution.move is not None and all(row["text"] != best for row in rows):
            move = solution.move
            rows = [{**_placement(move), **self._marked.get(move, {})}, *rows]
        tell(_by_gain(rows, known, best), note)
        for row in self._to_weigh(rows):
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


def _kept(turn: int, found: lexkit.Inference) -> Row:
    """Return what was inferred from a turn; no tiles if none make it the best play."""
    chances = found.tiles.items() if found.ways else ()
    tiles = [[tile, _percent(chance), _percent(usual)] for tile, (chance, usual) in chances]
    likeliest = list(found.ways)[:_LEAVES_SHOWN]
    leaves = [[str(leave), _percent(found.chance(leave)), _percent(found.usual(leave))] for leave in likeliest]
    facts: Row = {"turn": turn, "fitting": len(found), "exact": found.exact, "margin": found.margin}
    return {**facts, "tiles": tiles, "leaves": leaves}


def _percent(chance: float) -> float:
    return round(100 * chance, 1)


def _first(weighed: list[Row], rows: list[Row]) -> list[Row]:
    """Return the analysed rows, then the others."""
    known = {row["text"] for row in weighed}
    return weighed + [row for row in rows if row["text"] not in known]


def _by_gain(rows: list[Row], known: dict[str, dict[str, Any]], best: str) -> list[Row]:
    """Return rows by known gain, largest first and ``best`` before equal ones, then the others."""
    weighed = [{**row, **known[row["text"]]} for row in rows if row["text"] in known]
    return _first(sorted(weighed, key=lambda row: (-int(row["gain"]), row["text"] != best)), rows)


def _points(board: lexkit.Board) -> int:
    """Return the points of the tiles on the rack of the player to move."""
    alphabet = board.alphabet
    points = {tile.label: tile.points for tile in alphabet.tiles} | {"?": alphabet.blank_points}
    return sum(points[label] for label in lexkit.Rack(board.rack, alphabet))


def _rack_text(unseen: dict[str, int]) -> str:
    """Return the text of a rack, given the number of each tile."""
    return "".join([(label if len(label) == 1 else f"[{label}]") * count for label, count in unseen.items()])


def _key(one: lexkit.Candidate) -> _Key:
    return one.text if one.move is None else one.move


def _placement(move: lexkit.Move) -> Row:
    facts: Row = {"text": move.text, "place": move.place, "tiles": move.tiles, "score": move.score}
    return {**facts, "words": list(move.words), "kind": "placement"}


def _candidate(one: lexkit.Candidate) -> Row:
    row = {"text": one.text, "score": 0, "kind": one.kind} if one.move is None else _placement(one.move)
    return {**row, "leave": str(one.leave), "equity": round(float(one.equity), 1)}
