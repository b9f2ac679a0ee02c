"""Observers of a board: objects that are notified of its plays and updated, such as cross sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

#: Maximum number of observers of one board: one for each lexicon it is used with.
_MOST: Final = 4


class Observer(Protocol):
    """An object that is notified of a board's plays, such as cross sets."""

    def put(self, squares: Sequence[int], tiles: bytes) -> None:
        """Update for tiles put on squares."""

    def take(self, squares: Sequence[int]) -> None:
        """Update for squares emptied again."""


class Observers:
    """Observers of a board, each with the grid that it is current for.

    A grid never changes: each play makes a new one, and an observer of another grid is not used.
    """

    __slots__ = ("asked", "known")

    def __init__(self, known: Sequence[tuple[Observer, bytes]] = (), asked: object = None) -> None:
        self.known = list(known)
        #: Owner whose last request found no observer.
        self.asked = asked

    def __reduce_ex__(self, protocol: Any) -> Any:
        # Protocols 0 and 1 do not support slots.
        return super().__reduce_ex__(max(2, protocol))

    def __len__(self) -> int:
        return len(self.known)

    def add(self, observer: Observer, grid: bytes) -> None:
        """Add an observer of this grid; the oldest is dropped if there are too many."""
        self.known = [*self.known[-_MOST + 1 :], (observer, grid)]

    def moved(self, grid: bytes, other: bytes, tell: Callable[[Observer], None]) -> Observers:
        """Return the observers of one grid, notified of the change to another. None if one of them fails."""
        observers = [observer for observer, seen in self.known if seen is grid]
        try:
            for observer in observers:
                tell(observer)
        except Exception:  # no memory
            return Observers()
        return Observers([(observer, other) for observer in observers], self.asked)
