"""Who sits at a table: people and bots, their names, and the tokens that let a person act.

    Seat("Ann"), Seat("club", bot="club"), Seat("Champion", bot="champion:2")

Guaranteed: a seat's token is 128 random bits, is compared in constant time, and is in no view of a table.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from lexkit.errors import LexkitError, PositionError, show_value


class TableNotFoundError(LexkitError, LookupError):
    """There is no table of that name."""


class UnknownTokenError(LexkitError, PermissionError):
    """A token that is not that of a seat at this table."""


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

    Raises PositionError for a number of seats that no game has, and for two of one name.
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
            raise PositionError("two seats of one name", place="seats", found=show_value(seat.name))
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
