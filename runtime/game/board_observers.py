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

    __slots__ = ("_asked", "_known")

    def __init__(self, known: Sequence[tuple[Observer, bytearray]] = (), asked: object = None) -> None:
        self._known = list(known)
        #: Owner whose last request found no observer.
        self._asked = asked

    def __reduce_ex__(self, protocol: Any) -> Any:
        # Protocols 0 and 1 do not support slots.
        return super().__reduce_ex__(max(2, protocol))

    def __len__(self) -> int:
        return len(self._known)

    def add(self, observer: Observer, grid: bytearray) -> None:
        """Add an observer of this grid; the oldest is dropped if there are too many."""
        self._known = [*self._known[-_MOST + 1 :], (observer, grid)]

    def find(self, grid: bytearray, owner: object, make: Callable[[bytearray], Observer], lazy: bool = False) -> Any:
        """Return an owner's observer of this grid, made if there is none yet. ``lazy``: None at the first request."""
        for observer, seen in self._known:
            if seen is grid and getattr(observer, "owner", None) is owner:
                return observer
        if lazy and self._asked is not owner:
            self._asked = owner
            return None
        observer = make(grid)
        self.add(observer, grid)
        return observer

    def moved(self, grid: bytearray, other: bytearray, tell: Callable[[Observer], None]) -> Observers:
        """Return the observers of one grid, notified of the change to another. None if one of them fails."""
        observers = [observer for observer, seen in self._known if seen is grid]
        try:
            for observer in observers:
                tell(observer)
        except Exception:  # no memory
            return Observers()
        return Observers([(observer, other) for observer in observers], self._asked)
