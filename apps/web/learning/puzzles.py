"""The page of puzzles: rounds as in ``lexq puzzles``, one attempt per request.

    GET  /api/puzzles/offers     the tags with what they mean, and the lexicons
    POST /api/puzzles/begin      {"tag": "bingo", "lexicon", "game", "token"}   -> {"code", "step"}
    POST /api/puzzles/next       {"code", "step"}           -> {"result": the position, or nothing at the end, "step"}
    POST /api/puzzles/preview    {"code", "play"}           -> {"preview": the score, the words}
    POST /api/puzzles/try        {"code", "step", "play"}   -> {"result": what it loses, or the end of the puzzle}
    POST /api/puzzles/hint       {"code", "step"}           -> {"result": the next hint}
    POST /api/puzzles/give-up    {"code", "step"}           -> {"result": the end of the puzzle}

In a network each message names its ``learner`` (:mod:`.learners`). New puzzles are made one by one on request; those of
a ``game`` come from the mistakes of the token's seat, or of all players of a recorded game.

Guaranteed: the best play does not leave the server before its puzzle has ended; each result is stored before it is
sent.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import lexkit
from lexkit.apps.study import Deck, PuzzleRound
from lexkit.apps.study.puzzle_round import Solved
from lexkit.apps.table import NotAllowedError, Table, Tables
from lexkit.apps.table.lexicons import lasting_name, list_facts, open_lexicon
from lexkit.apps.table.seat_view import move_of, setting, squares_of
from lexkit.errors import QueryError, TimeLimitError

from ..games import Code, LexiconName
from ..limits import Limits, RateLimits
from ..requests import between, lexicon_named, line, one_of, post
from ..threads import Workers
from ..training import training_facts
from .learners import Learners
from .sessions import Sessions

#: Iterations of each play in a simulation: fewer than at the shell, since other people wait too.
_ITERATIONS: Final = 128
#: Maximum number of puzzles in a round.
_MOST: Final = 200
#: A typed play.
Play: TypeAlias = Annotated[str, line(120)]


class NewRound(Struct):
    """A round to begin: puzzles with a tag, or from the mistakes of a seat in a game."""

    learner: Code = ""
    lexicon: LexiconName = ""
    tag: Annotated[str, one_of(("", *lexkit.Puzzle.TAGS))] = ""
    game: Annotated[str, line(40)] = ""
    token: Code = ""


class Trial(Struct):
    """A play to preview the score of."""

    code: Code
    play: Play


class Step(Struct):
    """The next step of a round."""

    code: Code
    step: Annotated[int, between(0, 10**9)]


class Attempt(Step):
    """A play to try."""

    play: Play


def finished_game(tables: Tables, game: str, token: str) -> tuple[Table, str | None]:
    """Return the table of a finished or recorded game, and the name of the token's player.

    Raises NotAllowedError for a game in progress, UnknownTokenError for an unknown token.
    """
    table = tables.open(game)
    if not (table.over or table.recorded):
        raise NotAllowedError("the game is not over")
    return table, table.seats[table.seat_of(token)].name if token else None


class Puzzles:
    """Rounds of a server. ``lexicons`` maps a name on the page to its lasting name."""

    def __init__(
        self, learners: Learners, tables: Tables, lexicons: Mapping[str, str], limits: Limits, learns: bool = True
    ) -> None:
        self._learners, self._tables, self._names, self._limits = learners, tables, lexicons, limits
        told = [{"name": name, **training_facts(list_facts(path), learns)} for name, path in lexicons.items()]
        self._offers = {"tags": dict(lexkit.Puzzle.TAGS), "lexicons": told}
        self._workers = Workers("puzzles", 2, limits.searches_waiting)
        #: Making a puzzle takes seconds; its own thread keeps attempts from waiting.
        self._making = Workers("puzzles-making", 1, limits.studies_waiting)
        self._made = RateLimits(limits.puzzles_a_second, limits.puzzle_burst)
        self._sessions: Sessions[PuzzleRound] = Sessions(limits, _standing)

    def routes(self) -> list[Route]:
        """Return the routes of puzzles."""

        def route(name: str, work: Any, message: type[Struct], allowed: RateLimits | None = None) -> Route:
            workers = self._workers if allowed is None else self._making

            async def do(address: str, wanted: Any) -> dict[str, Any] | Response:
                return await workers(work, address, wanted)

            return post(f"/api/puzzles/{name}", do, message, allowed)

        return [
            Route("/api/puzzles/offers", self.offers),
            route("begin", self._begin, NewRound),
            route("next", self._next, Step, self._made),
            route("preview", self._preview, Trial),
            route("try", self._try, Attempt),
            route("hint", self._hint, Step),
            route("give-up", self._give_up, Step),
        ]

    def close(self) -> None:
        """Start no more rounds, and close the decks."""
        self._workers.close()
        self._making.close()
        self._sessions.close()

    async def offers(self, request: Request) -> Response:
        """Answer with the tags and lexicons to choose from."""
        return JSONResponse(self._offers)

    # -- in here ------------------------------------------------------------------------------------

    def _begin(self, address: str, wanted: NewRound) -> dict[str, Any]:
        learner, name = self._learners.name(wanted.learner), lexicon_named(self._names, wanted.lexicon)
        self._learners.require_room(learner)
        new: Iterator[lexkit.Puzzle] = _Endless(open_lexicon(name), [wanted.tag] if wanted.tag else [])
        if wanted.game:
            table, player = finished_game(self._tables, wanted.game, wanted.token)
            name = lasting_name(table.lexicon_name)
            new = _of_game(table, open_lexicon(name), player)
        with ExitStack() as opened:
            deck: Deck = opened.enter_context(self._learners.deck(learner, address))
            round_ = PuzzleRound(deck, lexicon=name, new=new, due=not wanted.game, most=_MOST)
            return self._sessions.begin(round_, learner, address, opened.pop_all())

    def _next(self, address: str, wanted: Step) -> dict[str, Any]:
        def work(one: PuzzleRound) -> dict[str, Any] | None:
            try:
                with lexkit.within(self._limits.puzzle):
                    puzzle = one.next()
            except TimeLimitError:
                raise QueryError("no such position was found in time: try again, or choose another kind") from None
            return None if puzzle is None else _facts(puzzle, one.lexicon)

        return self._sessions.take_step(wanted.code, wanted.step, work)

    def _preview(self, address: str, wanted: Trial) -> dict[str, Any]:
        def work(one: PuzzleRound) -> dict[str, Any]:
            board = one.asked.board
            move = move_of(board, lexkit.Rack(board.rack, board.alphabet), wanted.play)
            return {"preview": {"score": move.score, "words": list(move.words)}}

        return self._sessions.look(wanted.code, work)

    def _try(self, address: str, wanted: Attempt) -> dict[str, Any]:
        def work(one: PuzzleRound) -> dict[str, Any]:
            puzzle = one.asked
            tried = one.attempt(wanted.play)
            return {**tried.play._asdict(), "end": None if tried.solved is None else _end(puzzle, tried.solved)}

        return self._sessions.take_step(wanted.code, wanted.step, work)

    def _hint(self, address: str, wanted: Step) -> dict[str, Any]:
        return self._sessions.take_step(wanted.code, wanted.step, PuzzleRound.hint)

    def _give_up(self, address: str, wanted: Step) -> dict[str, Any]:
        def work(one: PuzzleRound) -> dict[str, Any]:
            puzzle = one.asked
            return {"end": _end(puzzle, one.give_up())}

        return self._sessions.take_step(wanted.code, wanted.step, work)


def _of_game(table: Table, lexicon: lexkit.Lexicon, player: str | None) -> Iterator[lexkit.Puzzle]:
    options: dict[str, Any] = {"iterations": _ITERATIONS, "threads": 1}
    return lexkit.puzzles(lexicon, None, games=[table.game], player=player, **options)


class _Endless(Iterator[lexkit.Puzzle]):
    """Endless puzzles, each with its own seed, so that another follows one that was not found in time."""

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
    """Return the facts that a page shows at the end of a puzzle."""
    tags = [lexkit.Puzzle.TAGS[tag] for tag in puzzle.tags]
    plays = [play._asdict() for play in puzzle.plays]
    told = {"best": puzzle.best, "answers": list(puzzle.answers), "why": puzzle.why, "grade": puzzle.grade}
    return {**told, "tags": tags, "plays": plays, **solved._asdict()}
