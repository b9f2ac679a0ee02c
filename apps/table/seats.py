"""Who sits at a table: people and bots, their names, tokens that let people act, what bots choose, and their time.

    Seat("Ann"), Seat("club", bot="club"), Seat("Champion", bot="champion:2")

A game's clock counts seconds that the table gives it. They are those of a stopwatch, not of the day: a table pauses
while no program has it open, until every invited person has joined, and while a bot to move waits for a processor.

Guaranteed: a seat's token is 128 random bits, is compared in constant time, and is in no view of a table. A bot knows
its view and nothing else; its choice depends on the view, its name and its seed alone, unless it thinks by the clock
(``champion:2``); it ends within its time limit, with a pass if there is nothing better.
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

#: Longest text of an action or a play.
LONGEST: Final = 300


class TableNotFoundError(LexkitError, LookupError):
    """There is no table of that name."""


class UnknownTokenError(LexkitError, PermissionError):
    """A token that belongs to no seat at this table."""


class NotAllowedError(LexkitError, PermissionError):
    """A hint, an undo or a look that this table does not allow."""


class StaleTableError(LexkitError, RuntimeError):
    """The table has changed since the caller looked, here or in another process: look again."""


class Seat(NamedTuple):
    """A place at a table: a person's, or a bot's if ``bot`` names a player as :func:`lexkit.player` does."""

    name: str
    bot: str | None = None
    #: What a person shows to act here; a bot has none.
    token: str = ""


def seated(seats: Iterable[Seat | str]) -> tuple[Seat, ...]:
    """Seats, each person's with a token; a text is the name of a person.

    How many there may be is the referee's rule. Raises PositionError if one is no seat, or two have one name.
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
    """The seat of a token. Raises UnknownTokenError for any other text."""
    found = None
    given = token.encode("utf-8", "surrogatepass") if isinstance(token, str) else b""
    for number, seat in enumerate(seats):
        # All are compared, so that the time tells nothing.
        if seat.token and hmac.compare_digest(seat.token.encode(), given):
            found = number
    if found is None:
        raise UnknownTokenError("not a token of this table")
    return found


def renamed(game: lexkit.Game, seats: Sequence[Seat], seat: int, name: str) -> tuple[lexkit.Game, tuple[Seat, ...]]:
    """A game and its seats after one player is renamed. A name that is taken gets a number behind it.

    Raises GameRecordError for a text that is no name.
    """
    name = free_name(name, [one.name for number, one in enumerate(seats) if number != seat])
    places = seated([one._replace(name=name) if number == seat else one for number, one in enumerate(seats)])
    record = {**json.loads(game.to_json()), "players": [one.name for one in places]}
    return lexkit.Game.from_json(json.dumps(record), game.lexicon), places


def free_name(name: str, taken: Iterable[str]) -> str:
    """This name, with the first number that makes it unique if it is taken."""
    others = {one.casefold() for one in taken}
    return next(
        one for one in chain([name], (f"{name} {number}" for number in count(2))) if one.casefold() not in others
    )


#: Seconds after which a bot gives up a choice. Those that think have their own, shorter ones.
_THINKING: Final = 60.0


class Thought(NamedTuple):
    """What a bot chose, and the revision of the table for which it did."""

    seat: int
    revision: int
    action: lexkit.Action


def choice_of_bot(name: str, view: lexkit.View, seed: int | str) -> lexkit.Action:
    """What a bot does. Raises QueryError for a name that no player has, and for a lexicon that it cannot play with."""
    try:
        with lexkit.within(_THINKING):
            return lexkit.player(name, seed=seed).choose(view)
    except TimeLimitError:
        return lexkit.Action("pass")


def check_bot(name: str, view: lexkit.View) -> None:
    """Check, quickly, that a bot can play a game. ``view``: of the player to move. Raises QueryError if it cannot."""
    lexkit.player(name)
    # Players that think take seconds; static needs the same leave values.
    choice_of_bot("static" if needs(name, TIME) and needs(name, LEAVES) else name, view, 0)


#: Bots answer after, and are charged for, a whole number of these seconds: with a blank they think longer, but for less
#: than this, unless they are champions.
STEP: Final = 0.05


def rest_of_step(seconds: float) -> float:
    """The seconds until this time is a whole number of steps."""
    return max(1, math.ceil(seconds / STEP)) * STEP - seconds


class Stopwatch:
    """A stopwatch: the seconds that it ran. At first it is stopped. Not safe for threads: a table has a lock."""

    __slots__ = ("_since", "at")

    def __init__(self, at: float) -> None:
        #: The time when it was last started or stopped.
        self.at = at
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self._since is not None

    def read(self) -> float:
        """The time, in whole microseconds."""
        return round(self.at + (0.0 if self._since is None else time.monotonic() - self._since), 6)

    def run(self, running: bool) -> None:
        """Go on, or stand still, from now."""
        now = time.monotonic()
        self.at += 0.0 if self._since is None else now - self._since
        self._since = now if running else None

    def stop_at_step(self) -> None:
        """Stop, at a whole number of steps; nothing happens if it is stopped."""
        since, before = self._since, self.at
        self.run(False)
        if since is not None:
            self.at += rest_of_step(self.at - before)
