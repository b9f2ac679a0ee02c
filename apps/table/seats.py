"""Seats of a table: people and bots, their names, tokens of people, choices of bots, and time.

    Seat("Ann"), Seat("club", bot="club"), Seat("Champion", bot="champion:2")

The table supplies the time of a game's clock from a stopwatch: it pauses while no program has the table open, until
every invited person has joined, and while a bot to move waits for a processor.

Guaranteed: a seat's token has 128 random bits, is compared in constant time, and is in no view of a table. A bot knows
only its view; its choice depends only on the view, its name and its seed, unless it thinks by the clock
(``champion:2``). It ends within its time limit, with a pass if it has found nothing better.
"""

from __future__ import annotations

import hmac
import json
import math
import secrets
import time
from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import Any, Final, NamedTuple

import lexkit
from lexkit.errors import LexkitError, PositionError, TimeLimitError, show_value
from lexkit.players.registry import LEAVES, TIME, needs

#: Maximum length of the text of an action or a play.
LONGEST: Final = 300


class TableNotFoundError(LexkitError, LookupError):
    """There is no table with this name."""


class UnknownTokenError(LexkitError, PermissionError):
    """The token belongs to no seat at this table."""


class NotAllowedError(LexkitError, PermissionError):
    """The table does not allow this: a hint, an undo, a view of a rack."""


class StaleTableError(LexkitError, RuntimeError):
    """The table has changed since the caller's view, here or in another process: get a new view."""


class Seat(NamedTuple):
    """Place at a table: a person's, or a bot's if ``bot`` names a player as for :func:`lexkit.player`."""

    name: str
    bot: str | None = None
    #: Token that lets a person act here; "" for a bot.
    token: str = ""


def seated(seats: Iterable[Seat | str]) -> tuple[Seat, ...]:
    """Return seats, with a token for each person; a text is the name of a person.

    The referee checks their number. Raises PositionError for anything else, or if two have the same name.
    """
    found = []
    for one in seats:
        seat = Seat(one) if isinstance(one, str) else one
        if not isinstance(seat, Seat) or not isinstance(seat.name, str) or not isinstance(seat.bot, str | None):
            raise PositionError("not a seat", place="seats", expected="names and bots", found=show_value(seat))
        found.append(seat if seat.bot is not None or seat.token else seat._replace(token=secrets.token_urlsafe(16)))
    seen: set[str] = set()
    for seat in found:
        name = seat.name.casefold()
        if name in seen:
            raise PositionError("two seats have the same name", place="seats", found=show_value(seat.name))
        seen.add(name)
    return tuple(found)


def seat_of(seats: Sequence[Seat], token: Any) -> int:
    """Return the seat of a token. Raises UnknownTokenError for any other text."""
    found = None
    given = token.encode("utf-8", "surrogatepass") if isinstance(token, str) else b""
    for number, seat in enumerate(seats):
        # Compare all, so that the time reveals nothing.
        if seat.token and hmac.compare_digest(seat.token.encode(), given):
            found = number
    if found is None:
        raise UnknownTokenError("not a token of this table")
    return found


def renamed(game: lexkit.Game, seats: Sequence[Seat], seat: int, name: str) -> tuple[lexkit.Game, tuple[Seat, ...]]:
    """Return a game and its seats with one player renamed. A name that is taken gets a number appended.

    Raises GameRecordError for an invalid name.
    """
    name = free_name(name, [one.name for number, one in enumerate(seats) if number != seat])
    places = seated([one._replace(name=name) if number == seat else one for number, one in enumerate(seats)])
    record = {**json.loads(game.to_json()), "players": [one.name for one in places]}
    return lexkit.Game.from_json(json.dumps(record), game.lexicon), places


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return this name, with the first number that makes it unique if it is taken."""
    others = {one.casefold() for one in taken}
    return next(
        one for one in chain([name], (f"{name} {number}" for number in count(2))) if one.casefold() not in others
    )


#: Seconds after which a bot passes. Bots that think by the clock have shorter limits of their own.
_THINKING: Final = 60.0


class Thought(NamedTuple):
    """Choice of a bot, and the revision of the table that it applies to."""

    seat: int
    revision: int
    action: lexkit.Action


def choice_of_bot(name: str, view: lexkit.View, seed: int | str) -> lexkit.Action:
    """Return a bot's action. Raises QueryError for an unknown player, or a lexicon that it cannot play with."""
    try:
        with lexkit.within(_THINKING):
            return lexkit.player(name, seed=seed).choose(view)
    except TimeLimitError:
        return lexkit.Action("pass")


def check_bot(name: str, view: lexkit.View) -> None:
    """Check quickly that a bot can play a game. ``view`` is that of the player to move. Raises QueryError if not."""
    lexkit.player(name)
    # Players that think by the clock take seconds; static needs the same leave values.
    choice_of_bot("static" if needs(name, TIME) and needs(name, LEAVES) else name, view, 0)


#: Step in seconds: bots answer after, and are charged for, a whole number of steps. A blank makes them think longer,
#: but for less than a step, so that the time does not reveal it, unless they are champions.
STEP: Final = 0.05


def rest_of_step(seconds: float) -> float:
    """Return the seconds from this time to the next whole number of steps."""
    return max(1, math.ceil(seconds / STEP)) * STEP - seconds


class Stopwatch:
    """Stopwatch in seconds, initially stopped. Not safe for threads: the table locks it."""

    __slots__ = ("_since", "at")

    def __init__(self, at: float) -> None:
        #: Reading when it was last started or stopped.
        self.at = at
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """True while it runs."""
        return self._since is not None

    def read(self) -> float:
        """Return the reading in seconds, rounded to microseconds."""
        return round(self.at + (0.0 if self._since is None else time.monotonic() - self._since), 6)

    def run(self, running: bool) -> None:
        """Start or stop it."""
        now = time.monotonic()
        self.at += 0.0 if self._since is None else now - self._since
        self._since = now if running else None

    def stop_at_step(self) -> None:
        """Stop it, and round the time since its start up to whole steps; no-op if it is stopped."""
        since, before = self._since, self.at
        self.run(False)
        if since is not None:
            self.at += rest_of_step(self.at - before)
