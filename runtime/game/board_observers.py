"""Followers of a board: objects that are kept up to date with its plays, as cross sets are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

#: Most followers of one board: one for each lexicon it is used with.
_MOST: Final = 4


class Follower(Protocol):
    """An object that follows a board's plays, as cross sets do."""

    def put(self, squares: Sequence[int], tiles: bytes) -> None:
        """Update for tiles put on squares."""

    def take(self, squares: Sequence[int]) -> None:
        """Update for squares emptied again."""


class Followers:
    """The followers of a board, each with the grid that it knows.

    A grid never changes: each play makes a new one, and a follower of another grid is not used.
    """

    __slots__ = ("_known",)

    def __init__(self, known: Sequence[tuple[Follower, bytearray]] = ()) -> None:
        self._known = list(known)

    def __reduce_ex__(self, protocol: Any) -> Any:
        # The oldest protocols know no slots.
        return super().__reduce_ex__(max(2, protocol))

    def __len__(self) -> int:
        return len(self._known)

    def add(self, follower: Follower, grid: bytearray) -> None:
        """Add a follower that knows this grid; the oldest is dropped if there are too many."""
        self._known = [*self._known[-_MOST + 1 :], (follower, grid)]

    def find(self, grid: bytearray, owner: object, make: Callable[[bytearray], Follower]) -> Any:
        """An owner's follower of this grid, made if there is none yet."""
        for follower, seen in self._known:
            if seen is grid and getattr(follower, "owner", None) is owner:
                return follower
        follower = make(grid)
        self.add(follower, grid)
        return follower

    def moved(self, grid: bytearray, other: bytearray, tell: Callable[[Follower], None]) -> Followers:
        """The followers of one grid, told of the change to another. None if one of them fails."""
        followers = [follower for follower, seen in self._known if seen is grid]
        try:
            for follower in followers:
                tell(follower)
        except Exception:  # no memory
            return Followers()
        return Followers([(follower, other) for follower in followers])
