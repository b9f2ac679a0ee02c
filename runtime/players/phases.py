"""How far players look ahead in each phase of a game, and how they hear Ctrl-C: for who plays and for who weighs."""

from __future__ import annotations

from typing import Final

__all__ = ["COMPARED", "plies_ahead", "require_uninterrupted"]

#: Candidates that are compared over the last draws.
COMPARED: Final = 10
#: With so few unseen tiles a simulation goes to the end of the game.
_TO_THE_END: Final = 14


def plies_ahead(unseen: int) -> int:
    """The turns that a simulation looks ahead with so many unseen tiles."""
    return unseen if unseen <= _TO_THE_END else 2


def require_uninterrupted(ended: str | None) -> None:
    """Raise KeyboardInterrupt if this is why a search ended: at Ctrl-C it gives what it has, and the caller goes on."""
    if ended == "interrupted":
        raise KeyboardInterrupt
