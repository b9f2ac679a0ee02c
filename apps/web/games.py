"""Games over HTTP: begun, joined by a link, read from a record; what is offered to choose from.

    POST /api/games     {"opponent": "club", "position": CGP, ...}  -> {"game", "token", "invitation"}
    POST /api/join      {"invitation": "..."}                       -> {"game", "token"}
    POST /api/records   a game in GCG; ?lexicon=NAME, as offered    -> {"game"}
    GET  /api/offers    the opponents, lexicons and boards

What is played goes over a WebSocket: see :mod:`.rooms`. A token is in no address: pages keep it behind ``#``, which
browsers do not send, and show it in the first message.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import lexkit
from lexkit.errors import GameRecordError, QueryError

from ..table import Seat, Table, Tables
from .invitations import Invitations
from .limits import Allowances, Limits, address_of
from .messages import Fields, read_message
from .offered import chosen
from .requests import answer
from .thinking import Threads, is_champion

#: What the page calls a person who comes by a link.
FRIEND: Final = "friend"
#: Opponent -> its name, and what the page says of it.
OPPONENTS: Final = {
    "beginner": ("Beginner", "knows short words"),
    "novice": ("Novice", "misses a lot"),
    "casual": ("Casual", "an evening player"),
    "club": ("Club", "plays every week"),
    "tournament": ("Tournament", "rarely misses"),
    "static": ("Expert", "sees every move"),
    "champion:3": ("Champion", "thinks ahead"),
}
LAYOUTS: Final = {"standard": "15 × 15", "super": "21 × 21"}
CHALLENGES: Final = ("void", "single", "double", "triple", "5pt", "10pt")
#: Longest name: a family of emoji has some ten characters. What a name may be the game says.
_NAME: Final = 30
#: Longest position as CGP.
_CGP: Final = 1000
#: Seconds of overtime after which a game with a clock is lost.
_OVERTIME: Final = 600


class Games:
    """What begins games; ``lexicons``: by the names that the page shows, each with what lexkit.open takes."""

    def __init__(
        self,
        tables: Tables,
        invitations: Invitations,
        lexicons: Mapping[str, str | None],
        threads: Threads,
        limits: Limits,
    ) -> None:
        self.tables = tables
        self.invitations = invitations
        self.lexicons = lexicons
        self.threads = threads
        self.limits = limits
        self._begun = Allowances(limits.games_a_second, limits.game_burst)
        tables.delete_unplayed("web", time.time() - limits.unplayed)
        there = {one.name for one in tables.list(kind="web", most=limits.games)}
        self._count = len(there)
        invitations.forget(lambda name: name not in there)

    def routes(self) -> list[Route]:
        """The routes of games."""
        return [
            Route("/api/offers", self.offers),
            Route("/api/games", self.begin, methods=["POST"]),
            Route("/api/join", self.join, methods=["POST"]),
            Route("/api/records", self.read_record, methods=["POST"]),
        ]

    async def offers(self, request: Request) -> Response:
        """What can be chosen."""
        opponents = [{"id": name, "name": title, "note": note} for name, (title, note) in OPPONENTS.items()]
        opponents.append({"id": FRIEND, "name": "A friend", "note": "by a link"})
        layouts = [{"id": name, "name": title} for name, title in LAYOUTS.items()]
        return JSONResponse({"opponents": opponents, "layouts": layouts, "lexicons": list(self.lexicons)})

    async def begin(self, request: Request) -> Response:
        """Begin a game."""
        return await self._answer(request, partial(self._begin, address=address_of(request.client)))

    async def join(self, request: Request) -> Response:
        """Take the seat that a link offers."""
        return await self._answer(request, self._join)

    async def read_record(self, request: Request) -> Response:
        """Keep a game in GCG, to step through and to analyse, with the lexicon of a name that is offered."""
        name = request.query_params.get("lexicon", "")
        address = address_of(request.client)
        return await self._answer(request, partial(self._read_record, name=name, address=address))

    # -- in here ------------------------------------------------------------------------------------

    async def _answer(self, request: Request, work: Callable[[bytes], Awaitable[dict[str, Any]]]) -> Response:
        if not self._begun.take(address_of(request.client)):
            return JSONResponse({"error": "too many games at once: wait a moment"}, 429)
        return await answer(request, self.limits, work)

    async def _begin(self, body: bytes, address: str) -> dict[str, Any]:
        table = await self.threads.quick(self._made, read_message(body), address)
        game = await self.threads.file(self._keep, table)
        person, other = table.seats
        invitation = await self.threads.file(self.invitations.make, game, 1) if other.bot is None else None
        return {"game": game, "token": person.token, "invitation": invitation, "opponent": other.name}

    def _made(self, wanted: Fields, address: str) -> Table:
        """The table that is wanted."""
        opponent = wanted.one_of("opponent", (*OPPONENTS, FRIEND))
        if is_champion(opponent) and self.threads.champions.waiting(address) >= self.limits.champions:
            raise QueryError("the champion plays as many games with you as it can", expected="another opponent for now")
        name = wanted.text("name", _NAME, "", plain=False).strip() or "You"
        if opponent == FRIEND and name.casefold() == "you":
            name = "Player 1"  # the other one reads it too
        lexicon = wanted.one_of("lexicon", tuple(self.lexicons), next(iter(self.lexicons)))
        layout = wanted.one_of("layout", tuple(LAYOUTS), "standard")
        minutes = wanted.number("minutes", 0, 180, 0)
        rules = {"challenge": wanted.one_of("challenge", CHALLENGES, "void"), "overtime_limit": _OVERTIME}
        first = wanted.one_of("first", ("any", "me", "other"), "any")
        position = wanted.text("position", _CGP, "").strip() or None
        if position is not None and first == "any":
            first = "me"
        other = self._other(opponent, wanted, name)
        return Table.new(
            [name, other],
            lexicon=self.lexicons[lexicon],
            layout=layout,
            rules=rules,
            clock=(60.0 * minutes, 0.0) if minutes else None,
            first=secrets.randbelow(2) if first == "any" else int(first == "other"),
            wait=True,
            position=position,
        )

    @staticmethod
    def _other(opponent: str, wanted: Fields, name: str) -> Seat:
        if opponent == FRIEND:
            friend = wanted.text("friend", _NAME, "", plain=False).strip() or "Player 2"
            return Seat(f"{friend} 2" if friend.casefold() == name.casefold() else friend)
        title = OPPONENTS[opponent][0]
        return Seat(f"{title} bot" if title.casefold() == name.casefold() else title, bot=opponent)

    async def _join(self, body: bytes) -> dict[str, Any]:
        code = read_message(body).text("invitation", 64)
        game, seat = await self.threads.file(self.invitations.accept, code)
        table = await self.threads.reading(self.tables.open, game)
        return {"game": game, "token": table.seats[seat].token, "opponent": table.seats[0].name}

    async def _read_record(self, body: bytes, name: str, address: str) -> dict[str, Any]:
        lexicon = chosen(self.lexicons, name)

        def read() -> Table:
            with lexkit.within(self.limits.search):
                try:
                    return Table.from_gcg(body, lexicon=lexicon)
                except GameRecordError as error:
                    raise _no_record(error) from None

        table = await self.threads.records.do(address, read)
        game = await self.threads.file(self._keep, table)
        return {"game": game, "token": "", "opponent": " and ".join(seat.name for seat in table.seats)}

    def _keep(self, table: Table) -> str:
        """Keep a table. It is called in the one thread for files, so that the count is exact."""
        if self._count >= self.limits.games:
            gone = self.tables.delete_unused("web", time.time() - self.limits.unplayed)
            if gone is None:
                raise QueryError("this server keeps as many games as it may", expected="that old ones are deleted")
            self._count -= 1
            self.invitations.forget(lambda name: name == gone)
        name = self.tables.add(table, kind="web")
        self._count += 1
        return name


def _no_record(error: GameRecordError) -> GameRecordError:
    """The error of a record, told to someone who has just chosen a file."""
    parts = [f"expected {error.expected}"] if error.expected is not None else [error.what]
    parts += [f"found {error.found}"[:80]] if error.found is not None else []
    where = f"{error.place}: " if error.place else ""
    return GameRecordError(f"not a game in GCG: {where}{', '.join(parts)}")
