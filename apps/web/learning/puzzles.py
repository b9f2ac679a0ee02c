"""The page of puzzles: the rounds of ``lexq puzzles``, try by try.

    GET  /api/puzzles/offers     the tags with what they mean, and the lexicons
    POST /api/puzzles/begin      {"tag": "bingo", "lexicon", "game", "token"}   -> {"code", "step"}
    POST /api/puzzles/next       {"code", "step"}           -> {"result": the position, or nothing at the end, "step"}
    POST /api/puzzles/preview    {"code", "play"}           -> {"preview": the score, the words}
    POST /api/puzzles/try        {"code", "step", "play"}   -> {"result": what it loses, or the end of the puzzle}
    POST /api/puzzles/hint       {"code", "step"}           -> {"result": the next hint}
    POST /api/puzzles/give-up    {"code", "step"}           -> {"result": the end of the puzzle}

In a network each message names its ``learner`` (:mod:`.learners`). New puzzles are made one by one, when they are asked
for; those of a ``game`` are the mistakes of the seat whose token it is, or of all who played a recorded one.

Guaranteed: the best play leaves the server when its puzzle has ended, not before; each end is kept when it is told.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import lexkit
from lexkit.apps.study import Deck, PuzzleRound
from lexkit.apps.study.puzzle_round import Solved
from lexkit.apps.table import NotAllowedError, Table, Tables
from lexkit.apps.table.lexicons import lasting_name, list_facts, open_lexicon
from lexkit.apps.table.what_seats_see import move_of, setting, squares_of
from lexkit.errors import QueryError, TimeLimitError

from ..declared_fields import Number, OneOf, Text, lexicon_named, post
from ..limits import Allowances, Limits
from ..threads import Workers
from .learners import Learners
from .sessions import Sessions

#: Any tag.
_ANY: Final = ""
#: Iterations of each play in a simulation: less than at the shell, since other people wait, too.
_ITERATIONS: Final = 128
#: Most puzzles of a round.
_MOST: Final = 200
#: A play that may be typed.
_PLAY: Final = Text(120)


def finished_game(tables: Tables, game: str, token: str) -> tuple[Table, str | None]:
    """The table of a game that is over or recorded, and the name of the player whose token it is.

    Raises NotAllowedError if the game goes on, and for a token of no seat.
    """
    table = tables.open(game)
    if not (table.over or table.recorded):
        raise NotAllowedError("the game is not over")
    return table, table.seats[table.seat_of(token)].name if token else None


class Puzzles:
    """The rounds of a server; ``lexicons``: their lasting names, by those that the page shows."""

    def __init__(self, learners: Learners, tables: Tables, lexicons: Mapping[str, str], limits: Limits) -> None:
        self._learners, self._tables, self._names, self._limits = learners, tables, lexicons, limits
        told = [{"name": name, **list_facts(path)} for name, path in lexicons.items()]
        self._offers = {"tags": dict(lexkit.Puzzle.TAGS), "lexicons": told}
        self._workers = Workers("puzzles", 2, limits.searches_waiting)
        #: To make a puzzle takes seconds: tries wait for none.
        self._making = Workers("puzzles-making", 1, limits.studies_waiting)
        self._made = Allowances(limits.puzzles_a_second, limits.puzzle_burst)
        self._sessions: Sessions[PuzzleRound] = Sessions(limits, _standing)

    def routes(self) -> list[Route]:
        """The routes of puzzles, with the fields of their messages."""
        step = {"code": Text(64), "step": Number(0, 10**9)}

        def route(name: str, work: Any, workers: Workers, allowed: Allowances | None = None, /, **fields: Any) -> Route:
            async def do(address: str, **values: Any) -> dict[str, Any] | Response:
                return await workers(address, work, address, **values)

            return post(f"/api/puzzles/{name}", do, self._limits, allowed, **fields)

        wanted = {"lexicon": Text(100, ""), "tag": OneOf((_ANY, *lexkit.Puzzle.TAGS), _ANY)}
        of_game = {"game": Text(40, ""), "token": Text(64, "")}
        return [
            Route("/api/puzzles/offers", self.offers),
            route("begin", self._begin, self._workers, learner=Text(64, ""), **wanted, **of_game),
            route("next", self._next, self._making, self._made, **step),
            route("preview", self._preview, self._workers, code=Text(64), play=_PLAY),
            route("try", self._try, self._workers, **step, play=_PLAY),
            route("hint", self._hint, self._workers, **step),
            route("give-up", self._give_up, self._workers, **step),
        ]

    def close(self) -> None:
        """Start no more rounds, and close the decks."""
        self._workers.close()
        self._making.close()
        self._sessions.close()

    async def offers(self, request: Request) -> Response:
        """What can be chosen."""
        return JSONResponse(self._offers)

    # -- in here ------------------------------------------------------------------------------------

    def _begin(self, address: str, learner: str, lexicon: str, tag: str, game: str, token: str) -> dict[str, Any]:
        learner, name = self._learners.name(learner), lexicon_named(self._names, lexicon)
        self._learners.require_room(learner)
        new: Iterator[lexkit.Puzzle] = _Endless(open_lexicon(name), [tag] if tag else [])
        if game:
            table, player = finished_game(self._tables, game, token)
            name = lasting_name(table.lexicon_name)
            new = _of_game(table, open_lexicon(name), player)
        with ExitStack() as opened:
            deck: Deck = opened.enter_context(self._learners.deck(learner, address))
            round_ = PuzzleRound(deck, lexicon=name, new=new, due=not game, most=_MOST)
            return self._sessions.begin(round_, learner, address, opened.pop_all())

    def _next(self, address: str, code: str, step: int) -> dict[str, Any]:
        def work(one: PuzzleRound) -> dict[str, Any] | None:
            try:
                with lexkit.within(self._limits.puzzle):
                    puzzle = one.next()
            except TimeLimitError:
                raise QueryError("no such position was found in time: try again, or choose another kind") from None
            return None if puzzle is None else _facts(puzzle, one.lexicon)

        return self._sessions.take_step(code, step, work)

    def _preview(self, address: str, code: str, play: str) -> dict[str, Any]:
        def work(one: PuzzleRound) -> dict[str, Any]:
            board = one.asked.board
            move = move_of(board, lexkit.Rack(board.rack, board.alphabet), play)
            return {"preview": {"score": move.score, "words": list(move.words)}}

        return self._sessions.look(code, work)

    def _try(self, address: str, code: str, step: int, play: str) -> dict[str, Any]:
        def work(one: PuzzleRound) -> dict[str, Any]:
            puzzle = one.asked
            tried = one.attempt(play)
            return {**tried.play._asdict(), "end": None if tried.solved is None else _end(puzzle, tried.solved)}

        return self._sessions.take_step(code, step, work)

    def _hint(self, address: str, code: str, step: int) -> dict[str, Any]:
        return self._sessions.take_step(code, step, PuzzleRound.hint)

    def _give_up(self, address: str, code: str, step: int) -> dict[str, Any]:
        def work(one: PuzzleRound) -> dict[str, Any]:
            puzzle = one.asked
            return {"end": _end(puzzle, one.give_up())}

        return self._sessions.take_step(code, step, work)


def _of_game(table: Table, lexicon: lexkit.Lexicon, player: str | None) -> Iterator[lexkit.Puzzle]:
    options: dict[str, Any] = {"iterations": _ITERATIONS, "threads": 1}
    return lexkit.puzzles(lexicon, None, games=[table.game], player=player, **options)


class _Endless(Iterator[lexkit.Puzzle]):
    """Puzzles, each of a seed of its own, so that one that was not found in time is followed by another."""

    def __init__(self, lexicon: lexkit.Lexicon, tags: list[str]) -> None:
        self._lexicon, self._tags = lexicon, tags

    def __next__(self) -> lexkit.Puzzle:
        seed = secrets.randbelow(1 << 32)
        made = lexkit.puzzles(self._lexicon, 1, seed=seed, tags=self._tags, iterations=_ITERATIONS, threads=1)
        return next(made)


def _standing(round_: PuzzleRound) -> dict[str, Any]:
    return {"answered": round_.answered, "right": round_.right}


def _facts(puzzle: lexkit.Puzzle, lexicon: lexkit.Lexicon) -> dict[str, Any]:
    """Return the facts of a position that a page shows, with the origin of its leave values, without its best play."""
    board = puzzle.board
    squares, blanks = squares_of(board.alphabet, board.grid)
    rack = list(lexkit.Rack(board.rack, board.alphabet))
    facts = {"squares": squares, "blanks": blanks, "rack": rack, "scores": list(board.scores)}
    told = {name: getattr(puzzle, name) for name in ("source", "turn", "player", "played")}
    return {"setting": setting(board.rules), "view": facts, "leaves": lexicon.leaves.note, **told}


def _end(puzzle: lexkit.Puzzle, solved: Solved) -> dict[str, Any]:
    """What a page shows at the end of a puzzle."""
    tags = [lexkit.Puzzle.TAGS[tag] for tag in puzzle.tags]
    plays = [play._asdict() for play in puzzle.plays]
    told = {"best": puzzle.best, "answers": list(puzzle.answers), "why": puzzle.why, "grade": puzzle.grade}
    return {**told, "tags": tags, "plays": plays, **solved._asdict()}
