"""A table of a duplicate game: everybody has the same rack, and a turn ends when all have handed in, or the time is up.

    table = DuplicateTable.new(["Ann"], lexicon="english", seconds=120, seed=7)
    table.join("Bob"); table.submit(0, "8D QUIZ", turn=1); table.submit(1, None, turn=1)    # None: no play

:class:`lexkit.Duplicate` has the rules. The table adds what people need: seats, also for those who come later, the play
that each has handed in, which may be replaced until the turn ends, and time that passes only while a program has the
table open. The host, who made the game, has the first seat.

Guaranteed: nobody sees what another has handed in, or the best play, before the turn has ended; an action that raises
an error changes nothing, except that a turn whose time is up then ends; one that :class:`.tables.Tables` could not save
has not happened.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import lexkit
from lexkit.base.checks import require_whole
from lexkit.errors import GameOverError, GameRecordError, PositionError, QueryError, show_value

from . import seat_view
from .any_table import AnyTable
from .lexicons import lasting_name, open_lexicon, rules_for
from .seats import LONGEST, NotAllowedError, Seat, StaleTableError, Stopwatch, free_name, seated

#: Most people at such a table.
MOST_PLAYERS: Final = 12


class _DuplicateState(NamedTuple):
    """How a game stands: it is replaced as a whole.

    ``handed``: the seats that have handed in a play, or none, in this turn; ``begun``: whether the first turn has.
    """

    game: lexkit.Duplicate
    seats: tuple[Seat, ...]
    handed: frozenset[int] = frozenset()
    begun: bool = True


class DuplicateTable(AnyTable):
    """A duplicate game at a table. It is made by :meth:`new`, or opened by :class:`.tables.Tables`.

    ``wait``: until :meth:`begin` there is no rack to see, and no time passes; ``spent``: seconds of this turn.
    """

    mark = "duplicate"

    def __init__(
        self,
        game: lexkit.Duplicate,
        seats: Iterable[Seat | str],
        *,
        lexicon_name: str | None,
        handed: Iterable[int] = (),
        wait: bool = False,
        spent: float = 0.0,
    ) -> None:
        super().__init__(seats, lexicon_name)
        if [seat.name for seat in self.seats] != [*game.players] or any(seat.bot for seat in self.seats):
            raise PositionError("not a person's seat for each player", place="seats", found=show_value(self.seats))
        self._standing = _DuplicateState(game, self.seats, frozenset(handed), not wait)
        self._watch = Stopwatch(spent)
        self._watch.run(not wait and not game.over)

    @classmethod
    def new(
        cls,
        names: Iterable[Seat | str],
        *,
        lexicon: str | None = None,
        kind: str = "normal",
        layout: lexkit.Layout | str = "standard",
        rules: Mapping[str, Any] | None = None,
        seconds: float | None = None,
        seed: int | str | None = None,
        wait: bool = False,
    ) -> DuplicateTable:
        """A table with a new game; ``seconds``: the time for a turn. Raises subclasses of LexkitError."""
        seats, lexicon = seated(names), lasting_name(lexicon)
        opened = open_lexicon(lexicon)
        allowed = rules_for(opened, layout, rules or {})
        players = [seat.name for seat in seats]
        game = lexkit.Duplicate(opened, players, rules=allowed, kind=kind, seed=seed, seconds=seconds, at=0.0)
        return cls(game, seats, lexicon_name=lexicon, wait=wait)

    # -- asking -------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._standing.game.over

    @property
    def rules(self) -> lexkit.Rules:
        """The rules of the game."""
        return self._standing.game.rules

    @property
    def lexicon(self) -> lexkit.Lexicon | None:
        """The lexicon of the game."""
        return open_lexicon(self.lexicon_name)

    @property
    def turn(self) -> int:
        """The number of this turn, from 1: for :meth:`submit`."""
        return len(self._standing.game.turns) + 1

    @property
    def ends_in(self) -> float | None:
        """The seconds until the time for this turn is up; None without a clock, and before the first turn."""
        with self._lock:
            ends = self._standing.game.ends_at
            return None if ends is None or not self._watch.running else max(0.0, ends - self._watch.read())

    @property
    def handed(self) -> frozenset[int]:
        """The seats that have handed in a play, or none, in this turn."""
        return self._standing.handed

    def setting(self) -> dict[str, Any]:
        """What does not change: also the kind of duplicate game, and the seconds of a turn."""
        game = self._standing.game
        return {"duplicate": game.kind, "seconds": game.seconds, **super().setting()}

    def view(self, seat: int | None, turn: int | None = None) -> dict[str, Any]:
        """What a seat sees, as plain data for JSON; None: a spectator, who sees the rack as well.

        ``turn``: as it was after this many turns. ``history``: the finished turns, with everyone's plays; ``handed``:
        who has handed in; ``own``: what this seat has handed in; ``may``: what it may do now.
        """
        with self._lock:
            standing, revision, left = self._standing, self.revision, self.ends_in
        game, done = standing.game, len(standing.game.turns)
        shown = done if turn is None else require_whole(turn, "turn", 0, done, PositionError)
        past = shown < done
        turns, seen = game.turns[:shown], standing.begun
        squares, blanks = seat_view.squares_of(game.rules.alphabet, self._grid(game, shown))
        rack = game.turns[shown].rack if past else game.rack
        own = None if past or seat is None else game.play_of(seat)
        acts = seat is not None and not past and not game.over
        return {
            "names": [one.name for one in standing.seats],
            "seat": seat,
            "revision": revision,
            "turn": shown,
            "turns": done,
            "begun": standing.begun,
            "over": game.over and not past,
            "squares": squares,
            "blanks": blanks,
            "rack": list(rack) if seen else [],
            "bag": game.bag,
            "scores": [sum(one.scores[number] for one in turns) for number in range(len(standing.seats))],
            "maximum": sum(one.best.score for one in turns),
            "history": [_told_turn(one) for one in turns],
            "handed": [number in standing.handed for number in range(len(standing.seats))],
            "own": None if own is None else _told(own),
            "clock": None if past or left is None else {"left": left},
            "may": {
                "submit": acts and seen,
                "begin": acts and not seen and seat == 0,
                "close": acts and seen and seat == 0 and len(standing.seats) > 1,
            },
        }

    def preview(self, seat: int | None, play: str, turn: int | None = None) -> dict[str, Any]:
        """The score, words and squares of a placement now. Its words are not judged.

        Raises NotAllowedError for spectators, and IllegalMoveError if the board or the rack forbid it.
        """
        game = self._standing.game
        if seat is None or turn is not None or game.over or not self._standing.begun:
            raise NotAllowedError("there is no rack to play from here")
        move = seat_view.move_of(game.board, game.rack, play)
        return {"score": move.score, "words": list(move.words), "squares": list(move.squares), "place": move.place}

    # -- acting -------------------------------------------------------------------------------------

    def submit(self, seat: int, play: str | None, *, turn: int) -> bool:
        """Hand in a play, in place of an earlier one. Returns whether that ended the turn.

        ``play``: None or an empty text hands in none; ``turn``: its number. Raises StaleTableError
        if it has ended since, and what :meth:`lexkit.Duplicate.submit` raises.
        """
        with self._acting:
            self._require_turn(turn)
            self._require_person(seat, None)
            if not isinstance(play, str | None) or len(play or "") > LONGEST:
                raise QueryError(
                    "not a play", expected=f"a text of at most {LONGEST} characters", found=show_value(play)
                )
            before, now = self._standing, self._watch.read()
            game, handed = before.game.copy(), before.handed | {seat}
            game.submit(play or None, player=seat, at=now)
            ended = len(handed) == len(before.seats)
            if ended:
                game.finish_turn(at=now)
            self._become(before._replace(game=game, handed=frozenset() if ended else handed))
            return ended

    def close_turn(self, seat: int, *, turn: int) -> None:
        """End the turn for all, as only its host may. Players who have not handed in get nothing."""
        with self._acting:
            self._require_turn(turn)
            self._require_host(seat)
            self._finish()

    def begin(self, seat: int) -> None:
        """Begin the first turn, as only the host may. Others may still join."""
        with self._acting:
            self._require_host(seat)
            if not self._standing.begun:
                self._become(self._standing._replace(begun=True))

    def join(self, name: str) -> int:
        """Give a person a new seat, without points for the turns before.

        A name that is taken gets a number. Raises NotAllowedError if all seats are taken, GameOverError after the end,
        LexkitError if it is no name.
        """
        with self._acting:
            self.flag()
            before = self._standing
            if before.game.over:
                raise GameOverError("the game is over")
            if len(before.seats) >= MOST_PLAYERS:
                raise NotAllowedError("all seats of this game are taken")
            name = free_name(name, [seat.name for seat in before.seats])
            seats = (*before.seats, *seated([name]))
            record = json.loads(before.game.to_json())
            record["players"] = [seat.name for seat in seats]
            for plays in (*record["turns"], record["plays"]):
                plays.append(None)
            began = self._began(before.game)
            try:
                game = lexkit.Duplicate.from_json(json.dumps(record), open_lexicon(self.lexicon_name), at=began)
            except GameRecordError as error:
                raise PositionError("not a name", place="name", found=show_value(name)) from error
            self._become(before._replace(game=game, seats=seats))
            return len(seats) - 1

    def come(self, seat: int) -> None:
        """Do nothing: whoever begins the game says that all are here."""

    def flag(self) -> bool:
        """End the turn if its time is up. Returns whether it was."""
        with self._acting:
            left = self.ends_in
            ended = left is not None and left <= 0
            if ended:
                self._finish()
            return ended

    # -- kept ---------------------------------------------------------------------------------------

    def facts(self, game: _DuplicateState | None = None) -> dict[str, Any]:
        """The whole table for JSON, hidden parts included: what :meth:`of_facts` takes."""
        with self._lock:
            kept = self._standing if game is None else game
            spent = 0.0 if kept.game.over else max(0.0, self._watch.read() - self._began(kept.game))
        return {
            "table": self.mark,
            "seats": [list(seat) for seat in kept.seats],
            "lexicon": self.lexicon_name,
            "handed": sorted(kept.handed),
            "wait": not kept.begun,
            "spent": spent,
            "game": kept.game.to_json(),
        }

    @classmethod
    def of_facts(cls, facts: Mapping[str, Any]) -> DuplicateTable:
        """Make a table from what :meth:`facts` gave. Raises GameRecordError if that is damaged."""
        game = lexkit.Duplicate.from_json(facts["game"], open_lexicon(facts["lexicon"]), at=0.0)
        seats = [Seat(*seat) for seat in facts["seats"]]
        told = {name: facts[name] for name in ("handed", "wait", "spent")}
        return cls(game, seats, lexicon_name=facts["lexicon"], **told)

    def summary(self, game: _DuplicateState | None = None) -> dict[str, Any]:
        """The fields of :class:`.tables.Listed` that the game decides; None is the game as it is."""
        standing = self._standing if game is None else game
        played = standing.game
        facts = {"players": [seat.name for seat in standing.seats], "scores": played.scores}
        return {**facts, "turns": len(played.turns), "over": played.over, "maximum": played.maximum}

    # -- in here ------------------------------------------------------------------------------------

    @staticmethod
    def _grid(game: lexkit.Duplicate, turns: int) -> bytes:
        """The squares after this many turns."""
        grid = bytearray(game.board.grid)
        for turn in game.turns[turns:]:
            for square in turn.best.squares:
                grid[square] = 0
        return bytes(grid)

    @staticmethod
    def _began(game: lexkit.Duplicate) -> float:
        """The time of the table's clock when this turn began. Without a clock it means nothing."""
        return 0.0 if game.ends_at is None or game.seconds is None else game.ends_at - game.seconds

    def _finish(self) -> None:
        game = self._standing.game.copy()
        game.finish_turn(at=self._watch.read())
        self._become(self._standing._replace(game=game, handed=frozenset()))

    def _become(self, standing: _DuplicateState) -> None:
        if self.keep is not None:
            self.keep(self, standing)
        with self._lock:
            self.revision = self.revision + 1 if self.keep is None else self.kept
            self._standing, self.seats = standing, standing.seats
            self._watch.run(standing.begun and not standing.game.over)

    def _require_turn(self, turn: int) -> None:
        """Raise StaleTableError unless this turn goes on; NotAllowedError before the first one."""
        if not self._standing.begun:
            raise NotAllowedError("the game has not begun")
        if self.over:
            raise GameOverError("the game is over")
        if self.flag():
            raise StaleTableError("the time for this turn was up")
        if turn != self.turn:
            raise StaleTableError("this turn has ended", expected=self.turn, found=show_value(turn))

    def _require_host(self, seat: int) -> None:
        if self._seat(seat):
            raise NotAllowedError("only the player who made the game may do that")


def _told(move: lexkit.Move) -> dict[str, Any]:
    return {"text": move.text, "score": move.score}


def _told_turn(turn: lexkit.DuplicateTurn) -> dict[str, Any]:
    """A finished turn: ``plays`` with the points that each got, which are 0 for words that are not in the list."""
    best = turn.best
    told = {"place": best.place, "words": list(best.words), "squares": list(best.squares), "is_bingo": best.is_bingo}
    return {
        "number": turn.number,
        "rack": list(turn.rack),
        "best": _told(best) | told,
        "plays": [None if move is None else _told(move) for move in turn.plays],
        "points": list(turn.scores),
    }
