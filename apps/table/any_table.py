"""Base class of all kinds of table: seats, locks, and saving changes.

A file (:class:`.tables.Tables`), a room of the server and a terminal take any :class:`AnyTable`. The subclasses
:class:`.table.Table` and :class:`.duplicate_table.DuplicateTable` define the actions.
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
    """A game and its seats.

    ``name`` is the key in :class:`.tables.Tables`, or None; ``revision`` grows with each change; ``lexicon_name`` is a
    name as :func:`lexkit.open` takes it.
    """

    #: Mark of this kind of table in the facts that a file stores.
    mark = ""

    def __init__(self, seats: Iterable[Seat | str], lexicon_name: str | None) -> None:
        self.seats = seated(seats)
        self.lexicon_name = lexicon_name
        self.name: str | None = None
        self.revision = 0
        #: Callback that saves a change before it takes effect, or None.
        self.keep: Callable[[Any, Any], None] | None = None
        #: Revision that was saved last.
        self.kept = 0
        #: ``_acting`` is held for a whole action, which may wait for a file; ``_lock`` only for moments.
        self._acting, self._lock = threading.RLock(), threading.RLock()

    # -- what each kind of table defines ---------------------------------------------------------------

    @property
    @abstractmethod
    def over(self) -> bool:
        """True if the game has ended."""

    @property
    @abstractmethod
    def rules(self) -> lexkit.Rules:
        """Rules of the game."""

    @property
    @abstractmethod
    def lexicon(self) -> lexkit.Lexicon | None:
        """Lexicon of the game."""

    @property
    def recorded(self) -> bool:
        """True for the record of a game that was played elsewhere."""
        return False

    @property
    def bot(self) -> str | None:
        """Bot to move, None if it is not a bot's turn."""
        return None

    @property
    def ends_in(self) -> float | None:
        """Seconds until :meth:`flag` ends a turn or the game if nobody acts, None for never."""
        return None

    @property
    def timed(self) -> bool:
        """True if passing time changes the state to be saved."""
        return True

    @abstractmethod
    def view(self, seat: int | None, turn: int | None = None) -> dict[str, Any]:
        """Return what a seat sees, as plain data for JSON.

        ``seat`` None is a spectator; ``turn`` asks for the state after this many turns.
        """

    @abstractmethod
    def preview(self, seat: int | None, play: str, turn: int | None = None) -> dict[str, Any]:
        """Return score, words and squares of a placement, now or after ``turn`` turns, without judging its words."""

    @abstractmethod
    def come(self, seat: int) -> None:
        """Mark a seat as taken."""

    @abstractmethod
    def flag(self) -> bool:
        """End the turn or the game if its time is up, and return whether it was."""

    def think(self) -> Thought | None:
        """Let the bot to move choose, which may take seconds; return None if no bot is to move."""
        return None

    def settle(self, thought: Thought) -> lexkit.Turn | None:
        """Play a bot's choice and return the turn; return None if the table has changed since."""
        return None

    @abstractmethod
    def facts(self, game: Any = None) -> dict[str, Any]:
        """Return the whole table for JSON, hidden parts included, as ``of_facts`` takes it."""

    @classmethod
    @abstractmethod
    def of_facts(cls, facts: Mapping[str, Any]) -> AnyTable:
        """Make a table from the data of :meth:`facts`. Raises GameRecordError if it is damaged."""

    @abstractmethod
    def summary(self, game: Any = None) -> dict[str, Any]:
        """Return the fields of :class:`.tables.Listed` that depend on the game, by default the current one."""

    # -- what all kinds share -----------------------------------------------------------------------------

    def seat_of(self, token: str) -> int:
        """Return the seat of a token. Raises UnknownTokenError for any other text."""
        return seat_of(self.seats, token)

    def setting(self) -> dict[str, Any]:
        """Return the constant part of the view: player names, the word list, and :func:`.seat_view.setting`."""
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
