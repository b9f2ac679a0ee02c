"""What all kinds of table share: seats, the lock, and saving changes.

A file (:class:`.tables.Tables`), a room of the server and a terminal take any :class:`AnyTable`; what may be done at a
table, its own class says: :class:`.table.Table`, :class:`.duplicate_table.DuplicateTable`.
"""

from __future__ import annotations

import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import lexkit
from lexkit.errors import OutOfTurnError, PositionError, show_value

from . import seat_view
from .lexicons import list_facts
from .seats import Seat, StaleTableError, Thought, seat_of, seated


class AnyTable(ABC):
    """A game, and who plays it.

    ``name``: what :class:`.tables.Tables` calls it, or None; ``revision`` grows with each change; ``lexicon_name``: as
    :func:`lexkit.open` takes it.
    """

    #: How the facts of such a table are marked in a file.
    mark = ""

    def __init__(self, seats: Iterable[Seat | str], lexicon_name: str | None) -> None:
        self.seats = seated(seats)
        self.lexicon_name = lexicon_name
        self.name: str | None = None
        self.revision = 0
        #: What keeps a change before it has happened, if something does; and the revision that it has kept.
        self.keep: Callable[[Any, Any], None] | None = None
        self.kept = 0
        #: One acts at a time, and may wait for a file meanwhile; the other lock is held for moments.
        self._acting, self._lock = threading.RLock(), threading.RLock()

    # -- what each kind of table says ---------------------------------------------------------------

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    @abstractmethod
    def rules(self) -> lexkit.Rules:
        """The rules of the game."""

    @property
    @abstractmethod
    def lexicon(self) -> lexkit.Lexicon | None:
        """The lexicon of the game."""

    @property
    def recorded(self) -> bool:
        """Whether this is a game that was played elsewhere."""
        return False

    @property
    def bot(self) -> str | None:
        """The bot to move, or None if it is not a bot's turn."""
        return None

    @property
    def ends_in(self) -> float | None:
        """The seconds until :meth:`flag` ends something, if nobody acts; None: never."""
        return None

    @property
    def timed(self) -> bool:
        """Whether the time that passes changes what is to be kept."""
        return True

    @abstractmethod
    def view(self, seat: int | None, turn: int | None = None) -> dict[str, Any]:
        """What a seat sees, as plain data for JSON.

        ``seat``: None is a spectator; ``turn``: as it was after this many turns.
        """

    @abstractmethod
    def preview(self, seat: int | None, play: str, turn: int | None = None) -> dict[str, Any]:
        """The score, words and squares of a placement, now or after ``turn`` turns. Its words are not judged."""

    @abstractmethod
    def come(self, seat: int) -> None:
        """Mark a seat as taken."""

    @abstractmethod
    def flag(self) -> bool:
        """End the turn or the game if its time is up. Returns whether it was."""

    def think(self) -> Thought | None:
        """What the bot to move chooses, which may take seconds; None if no bot is to move."""
        return None

    def settle(self, thought: Thought) -> lexkit.Turn | None:
        """Do what a bot chose, unless the table has changed since: None then."""
        return None

    @abstractmethod
    def facts(self, game: Any = None) -> dict[str, Any]:
        """The whole table for JSON, hidden parts included: what ``of_facts`` takes."""

    @classmethod
    @abstractmethod
    def of_facts(cls, facts: Mapping[str, Any]) -> AnyTable:
        """Make a table from what :meth:`facts` gave. Raises GameRecordError if that is damaged."""

    @abstractmethod
    def summary(self, game: Any = None) -> dict[str, Any]:
        """The fields of :class:`.tables.Listed` that the game decides; None is the game as it is."""

    # -- what all share -----------------------------------------------------------------------------

    def seat_of(self, token: str) -> int:
        """The seat of a token. Raises UnknownTokenError for any other text."""
        return seat_of(self.seats, token)

    def setting(self) -> dict[str, Any]:
        """What does not change: the names of players, the word list, and :func:`.seat_view.setting`."""
        facts: dict[str, Any] = {"name": self.name}
        facts["players"] = [{"name": seat.name, "bot": seat.bot} for seat in self.seats]
        name = self.lexicon_name
        facts |= {} if name is None else {"lexicon": os.path.basename(name), "list": list_facts(name, self.lexicon)}
        return {**facts, **seat_view.setting(self.rules)}

    def _require_person(self, seat: int, revision: int | None) -> None:
        if self.seats[self._seat(seat)].bot is not None:
            raise OutOfTurnError("not a person's seat", place="seat", found=seat)
        if revision is not None and revision != self.revision:
            raise StaleTableError("the table has changed", expected=self.revision, found=show_value(revision))

    def _seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(self.seats):
            raise PositionError("no such seat", expected=f"0 to {len(self.seats) - 1}", found=show_value(seat))
        return seat
