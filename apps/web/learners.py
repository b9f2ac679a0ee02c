"""Whose cards are studied: the user's own on this machine, and in a network those of each browser.

On 127.0.0.1 there is one learner, and the cards are those of ``lexq quiz``. In a network a browser makes up a key of
128 random bits, and has a file of its own.

Guaranteed: whoever lacks a key finds no card of it; the name of a file is a hash of the key, so that the folder has no
key; whoever looks at cards without having one makes no file; at most ``limits.learners`` files are made.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from lexkit.errors import QueryError

from ..study import Deck
from .limits import Limits
from .messages import BadMessageError

__all__ = ["OWN", "Learners"]

#: What the learner of a server on this machine alone is called.
OWN: Final = "own"
_KEY: Final = re.compile(r"[0-9a-f]{32}")


class _Opened:
    """An open deck, and how many use it."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.users = 0


class Learners:
    """The decks of a server's learners. Safe to use from any thread."""

    def __init__(self, folder: Path, limits: Limits, *, network: bool) -> None:
        self._folder = folder
        self._limits = limits
        self._network = network
        self._lock = threading.Lock()
        self._opened: dict[str, _Opened] = {}
        self._making = threading.Lock()
        #: The learners that have a file, or are about to.
        self._known = {path.stem for path in (folder / "web-study").glob("*.sqlite")} if network else set()

    def check(self) -> None:
        """Open the user's own file, if it is used here. Raises StorageError for one that cannot be."""
        if not self._network:
            with self.deck(self.name("")):
                pass

    def name(self, key: str) -> str:
        """What a learner is called here. Raises BadMessageError if it is not a key."""
        if not self._network:
            return OWN
        if not _KEY.fullmatch(key):
            raise BadMessageError("not a key", place="learner", expected="32 hexadecimal digits")
        return hashlib.sha256(key.encode()).hexdigest()[:40]

    @contextmanager
    def deck(self, name: str) -> Iterator[Deck]:
        """The deck of a learner, open until the end of the block.

        Its file is made with the first card, which raises QueryError if it is one too many.
        """
        with self._lock:
            opened = self._opened.get(name)
            if opened is None:
                opened = self._opened[name] = _Opened(self._deck(name))
            opened.users += 1
        try:
            yield opened.deck
        finally:
            with self._lock:
                opened.users -= 1
                if not opened.users:
                    del self._opened[name]
                    opened.deck.close()

    def require_room(self, name: str, *, take: bool = False) -> None:
        """Raise QueryError if this learner is one too many. ``take``: a file is made now."""
        with self._making:
            if self._network and name not in self._known and len(self._known) >= self._limits.learners:
                raise QueryError("this server keeps the cards of as many people as it may")
            if take:
                self._known.add(name)

    def _deck(self, name: str) -> Deck:
        if not self._network:
            return Deck(self._folder / "study.sqlite")
        path = self._folder / "web-study" / f"{name}.sqlite"
        return Deck(path, before_making=lambda: self.require_room(name, take=True))
