"""Games over HTTP: start a game, join by a link, read a record, list what is offered.

    POST /api/games     {"opponent": "club", "position": CGP, ...}  -> {"game", "token", "invitation"}
    POST /api/duplicates {"kind": "normal", "seconds": 120, ...}    -> the same, for a duplicate game
    POST /api/invitation {"invitation": "..."}                      -> a description of a link's game, before joining
    POST /api/join      {"invitation": "...", "name": "Bob"}        -> {"game", "token"}
    POST /api/learn     {"lexicon": NAME}: leave values, in a minute    -> {"done", "share", "seconds"}
    POST /api/standings {"games": "NAME NAME"}                      -> {NAME: {"players", "scores", "to_move", ...}}
    POST /api/records   a game in GCG; ?lexicon=NAME, as offered    -> {"game"}
    GET  /api/offers    the opponents, lexicons and boards

Play itself goes over a WebSocket: see :mod:`.rooms`. A token is never part of a requested URL: pages keep it after
``#``, which browsers do not send, and send it in the first message. Whoever starts a game does not get the token of
the other seat, only the code of an invitation; so the two cannot look into each other's racks.

Guaranteed: of any number of people who open a link at once, exactly one takes the seat (in a duplicate game each
takes a new one, while there are any), also after the server was killed and restarted; the file has no code by which
a seat can be taken, and no more links than there are games.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import lexkit
from lexkit.errors import GameRecordError, LexkitError, QueryError
from lexkit.players.registry import TIME, needs, opponents

from ..database import Database
from ..table import AnyTable, DuplicateTable, NotAllowedError, Seat, Table, Tables
from ..table.lexicons import lasting_name, list_facts
from .choices import CHALLENGES, DUPLICATES, LAYOUTS, VARIANTS, describe_game
from .limits import Limits, RateLimits, address_of
from .requests import BadMessageError, answer, between, lexicon_named, line, one_of, post, text, too_many
from .threads import Threads
from .training import Training, training_facts

#: Identifier of the opponent who joins by a link.
FRIEND: Final = "friend"
#: Maps an opponent to its name and a note.
OPPONENTS: Final = {one.name: (one.title, one.note) for one in opponents()}
#: Default name of a person.
_NOBODY: Final = "Player"
#: Maximum number of games in a request for standings.
_GAMES: Final = 30
#: Seconds of overtime after which a game with a clock is lost.
_OVERTIME: Final = 600
#: A person's name; long enough for emoji of ten characters. The game validates it.
Name: TypeAlias = Annotated[str, text(30)]
LexiconName: TypeAlias = Annotated[str, line(100)]
Code: TypeAlias = Annotated[str, line(64)]
Layout: TypeAlias = Annotated[str, one_of(LAYOUTS)]
Variant: TypeAlias = Annotated[str, one_of(VARIANTS)]


class NewGame(Struct):
    """A game to start."""

    opponent: Annotated[str, line(40)]
    name: Name = ""
    friend: Name = ""
    lexicon: LexiconName = ""
    layout: Layout = "standard"
    minutes: Annotated[int, between(0, 180)] = 0
    challenge: Annotated[str, one_of(CHALLENGES)] = "void"
    variant: Variant = "classic"
    first: Annotated[str, one_of(("any", "me", "other"))] = "any"
    #: Position in CGP to start from.
    position: Annotated[str, line(1000)] = ""


class NewDuplicate(Struct):
    """A duplicate game to start. ``seconds`` is the time per turn."""

    friends: Annotated[str, one_of(("no", "yes"))] = "no"
    name: Name = ""
    lexicon: LexiconName = ""
    layout: Layout = "standard"
    kind: Annotated[str, one_of(DUPLICATES)] = "normal"
    variant: Variant = "classic"
    seconds: Annotated[int, between(0, 3600)] = 0


class Join(Struct):
    """A link to follow, and the name of the person."""

    invitation: Code
    name: Name = ""


class Invited(Struct):
    """A link to describe the game of."""

    invitation: Code


class Learn(Struct):
    """A lexicon to train leave values for, or to stop training for."""

    lexicon: LexiconName = ""
    cancel: bool = False


class Standings(Struct):
    """Names of games, separated by spaces."""

    games: Annotated[str, line(_GAMES * 41)]


@dataclass(eq=False)
class Games:
    """Routes about games. ``lexicons`` maps a name on the page to a name or path for lexkit.open."""

    tables: Tables
    invitations: Invitations
    lexicons: Mapping[str, str | None]
    threads: Threads
    limits: Limits
    training: Training = field(default_factory=Training)
    #: True if users may change the leave values in a lexicon's file; not in a network.
    learns: bool = True

    def __post_init__(self) -> None:
        opponents: list[dict[str, Any]] = [
            {"id": name, "name": title, "note": note} for name, (title, note) in OPPONENTS.items()
        ]
        self._offers = {
            "opponents": [*opponents, {"id": FRIEND, "name": "A friend", "note": "by a link"}],
            "layouts": [{"id": name, "name": title} for name, title in LAYOUTS.items()],
            "duplicates": [{"id": name, "name": title, "note": note} for name, (title, note) in DUPLICATES.items()],
            "variants": [{"id": name, "name": title, "note": note} for name, (title, note) in VARIANTS.items()],
            "challenges": [{"id": rule, "name": name, "note": note} for rule, (name, note) in CHALLENGES.items()],
        }
        self._begun = RateLimits(self.limits.games_a_second, self.limits.game_burst)
        self.tables.delete_unplayed("web", time.time() - self.limits.unplayed)
        there = {one.name for one in self.tables.list(kind="web", most=self.limits.games)}
        #: Number of stored tables, and the lock for counting.
        self._count, self._counting = len(there), threading.Lock()
        self.invitations.forget(lambda name: name not in there)

    def routes(self) -> list[Route]:
        """Return the routes of games."""
        return [
            Route("/api/offers", self.offers),
            post("/api/games", self._begin, NewGame, self._begun),
            post("/api/duplicates", self._begin_duplicate, NewDuplicate, self._begun),
            post("/api/join", self._join, Join, self._begun),
            post("/api/invitation", self._invitation, Invited),
            post("/api/learn", self._learn, Learn),
            post("/api/standings", self._standings, Standings),
            Route("/api/records", self.read_record, methods=["POST"]),
        ]

    async def offers(self, request: Request) -> Response:
        """Answer with the choices for a new game."""
        lists = await self.threads.quick(self._lists)
        return JSONResponse({**self._offers, "lexicons": lists})

    def _lists(self) -> list[dict[str, Any]]:
        lists = [{"name": name, **list_facts(lasting_name(path))} for name, path in self.lexicons.items()]
        return [training_facts(one, self.learns) for one in lists]

    async def read_record(self, request: Request) -> Response:
        """Store a game in GCG to step through and analyse, with an offered lexicon."""
        name = request.query_params.get("lexicon", "")
        if not self._begun.take(address_of(request.client)):
            return too_many()
        return await answer(request, partial(self._read_record, name=name))

    # -- in here ------------------------------------------------------------------------------------

    async def _begin(self, address: str, wanted: NewGame) -> dict[str, Any]:
        table = await self.threads.quick(self._make, wanted)
        game = await self.threads.file(self._keep, table)
        person, other = table.seats
        invitation = await self.threads.file(self.invitations.make, game, 1) if other.bot is None else None
        return {"game": game, "token": person.token, "invitation": invitation, "opponent": other.name}

    def _make(self, wanted: NewGame) -> Table:
        """Return a new table."""
        opponent = wanted.opponent
        if opponent not in OPPONENTS and opponent != FRIEND:
            raise BadMessageError("wrong value", place="opponent", expected=", ".join((*OPPONENTS, FRIEND)))
        if needs(opponent, TIME) and self.threads.champions.waiting >= self.limits.champions:
            raise QueryError("the champion plays as many games as it can", expected="another opponent for now")
        name, friend = wanted.name.strip() or "You", wanted.friend.strip() or "Player 2"
        if opponent == FRIEND and name.casefold() == "you":
            name = "Player 1"  # not "You", since the other player reads it too
        first, position = wanted.first, wanted.position.strip() or None
        if position is not None and first == "any":
            first = "me"
        if opponent == FRIEND:
            other = Seat(f"{friend} 2" if friend.casefold() == name.casefold() else friend)
        else:
            title = OPPONENTS[opponent][0]
            other = Seat(f"{title} bot" if title.casefold() == name.casefold() else title, bot=opponent)
        rules: dict[str, Any] = {"challenge": wanted.challenge, "overtime_limit": _OVERTIME}
        if wanted.variant != "classic":  # otherwise the position may name one
            rules["variant"] = wanted.variant
        return Table.new(
            [name, other],
            lexicon=lexicon_named(self.lexicons, wanted.lexicon),
            layout=wanted.layout,
            rules=rules,
            clock=(60.0 * wanted.minutes, 0.0) if wanted.minutes else None,
            first=secrets.randbelow(2) if first == "any" else int(first == "other"),
            wait=True,
            position=position,
        )

    async def _begin_duplicate(self, address: str, wanted: NewDuplicate) -> dict[str, Any]:
        """Make a duplicate game, for one person or with friends who join by a link; then it waits for the host."""
        name, several = wanted.name.strip() or "You", wanted.friends == "yes"
        table = await self.threads.quick(
            DuplicateTable.new,
            [f"{_NOBODY} 1" if several and name.casefold() == "you" else name],
            lexicon=lexicon_named(self.lexicons, wanted.lexicon),
            kind=wanted.kind,
            layout=wanted.layout,
            rules={"variant": wanted.variant},
            seconds=wanted.seconds or None,
            wait=several,
        )
        game = await self.threads.file(self._keep, table)
        invitation = await self.threads.file(self.invitations.make, game, NEW_SEAT) if several else None
        return {"game": game, "token": table.seats[0].token, "invitation": invitation, "opponent": ""}

    async def _join(self, address: str, wanted: Join) -> dict[str, Any]:
        game, seat = await self.threads.file(self.invitations.accept, wanted.invitation)
        table = await self.threads.reading(self.tables.open_any, game)
        name = wanted.name.strip()
        if isinstance(table, DuplicateTable):
            seat = await self.threads.file(table.join, name or _NOBODY)
        elif isinstance(table, Table) and name:
            with suppress(LexkitError):  # the link is used up, and the game can be played without this name
                await self.threads.file(table.rename, seat, name)
        return {"game": game, "token": table.seats[seat].token, "opponent": table.seats[0].name}

    async def _invitation(self, address: str, wanted: Invited) -> dict[str, Any]:
        """Return a description of the game that a link invites to: who invites, word list, board, clock and rules."""
        game, _ = await self.threads.reading(self.invitations.find, wanted.invitation)
        table = await self.threads.reading(self.tables.open_any, game)
        names = [name for name, path in self.lexicons.items() if path == table.lexicon_name]
        return {"by": table.seats[0].name, **describe_game(table.setting(), *names)}

    async def _learn(self, address: str, wanted: Learn) -> dict[str, Any]:
        """Train leave values for a lexicon, or cancel that, and return the progress."""
        if not self.learns:
            raise NotAllowedError("leave values are trained where this server runs")
        name = lasting_name(lexicon_named(self.lexicons, wanted.lexicon))
        return await self.threads.quick(self.training.cancel if wanted.cancel else self.training.step, name)

    async def _standings(self, address: str, wanted: Standings) -> dict[str, Any]:
        """Return the standings of games by name, with no more than a spectator sees."""
        found = await self.threads.reading(self.tables.find, wanted.games.split()[:_GAMES])
        told = ("players", "scores", "over", "turns", "to_move", "winner", "reason", "maximum", "lexicon")
        return {one.name: {field: getattr(one, field) for field in told} for one in found if one.kind == "web"}

    async def _read_record(self, body: bytes, name: str) -> dict[str, Any]:
        lexicon = lexicon_named(self.lexicons, name)

        def read() -> Table:
            with lexkit.within(self.limits.search):
                try:
                    return Table.from_gcg(body, lexicon=lexicon)
                except GameRecordError as error:
                    raise no_record(error) from None

        table = await self.threads.records(read)
        game = await self.threads.file(self._keep, table)
        return {"game": game, "token": "", "opponent": " and ".join(seat.name for seat in table.seats)}

    def _keep(self, table: AnyTable) -> str:
        """Store a table, if there is room or an unused one can be deleted."""
        with self._counting:
            if self._count >= self.limits.games:
                gone = self.tables.delete_unused("web", time.time() - self.limits.unplayed)
                if gone is None:
                    raise QueryError("this server is full", expected="fewer games: old ones are deleted after a while")
                self._count -= 1
                self.invitations.forget(lambda name: name == gone)
            self._count += 1
        try:
            return self.tables.add(table, kind="web")
        except BaseException:
            with self._counting:
                self._count -= 1
            raise


def no_record(error: GameRecordError) -> GameRecordError:
    """Return the error about a record for a user who has just chosen a file."""
    parts = [f"expected {error.expected}"] if error.expected is not None else [error.what]
    parts += [f"found {error.found}"[:80]] if error.found is not None else []
    where = f"{error.place}: " if error.place else ""
    return GameRecordError(f"not a game in GCG: {where}{', '.join(parts)}")


#: Seat of an invitation to a duplicate game, which gives everyone a new seat and is never used up.
NEW_SEAT: Final = -1
#: SQLite application id of files of invitations: "lxiv".
_APPLICATION: Final = 0x6C786976
_MIGRATIONS: Final = (
    """
    CREATE TABLE invitations (
        code TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        seat INTEGER NOT NULL,
        made REAL NOT NULL,
        used REAL
    ) STRICT
    """,
)


class UsedInvitationError(LexkitError, LookupError):
    """The link is unknown or was used already."""

    def __init__(self) -> None:
        super().__init__("this link has been used, or does not exist: ask for another game")


class Invitations:
    """Invitations of a server, in a SQLite file."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self._database = Database(path, application=_APPLICATION, migrations=_MIGRATIONS)

    def make(self, name: str, seat: int) -> str:
        """Make an invitation to a seat of a table and return its code."""
        code = secrets.token_urlsafe(16)
        with self._database.transaction() as connection:
            row = (_kept(code), name, seat, time.time())
            connection.execute("INSERT INTO invitations VALUES (?, ?, ?, ?, NULL)", row)
        return code

    def accept(self, code: str) -> tuple[str, int]:
        """Use up a code (except for NEW_SEAT); return its table and seat. Raises UsedInvitationError."""
        found = self.find(code)
        if found[1] == NEW_SEAT:
            return found
        with self._database.transaction() as connection:
            if not connection.execute("DELETE FROM invitations WHERE code = ?", (_kept(code),)).rowcount:
                raise UsedInvitationError
        return found

    def find(self, code: str) -> tuple[str, int]:
        """Return the table and the seat of a code. Raises UsedInvitationError."""
        rows = self._database.rows("SELECT name, seat FROM invitations WHERE code = ? AND used IS NULL", (_kept(code),))
        for name, seat in rows:
            return str(name), int(str(seat))
        raise UsedInvitationError

    def forget(self, gone: Callable[[str], bool]) -> None:
        """Delete links that were used, and those to tables for which ``gone`` is true."""
        rows = self._database.rows("SELECT code, name, used FROM invitations")
        codes = [(code,) for code, name, used in rows if used is not None or gone(str(name))]
        if codes:
            with self._database.transaction() as connection:
                connection.executemany("DELETE FROM invitations WHERE code = ?", codes)

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def _kept(code: str) -> str:
    """Return the hash of a code, which the file stores."""
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
