"""Owners of cards: the user on this machine, or in a network each browser.

On 127.0.0.1 there is one learner, whose cards are those of ``lexq quiz``. In a network each browser makes a key of 128
random bits, and has its own file.

Guaranteed: without a key nobody finds its cards; a file is named by a hash of the key, so that the folder has no keys;
looking at cards without having any makes no file; there are at most ``limits.learners`` files, and an address can make
only few of them. Beyond that, a new file replaces the least recently used one, if that was unused for
``limits.unused``.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from lexkit.apps.study import Card, Deck
from lexkit.errors import QueryError

from ..limits import Limits, RateLimits
from ..requests import BadMessageError

#: Name of the only learner of a server for this machine.
OWN: Final = "own"
_KEY: Final = re.compile(r"[0-9a-f]{32}")


class _Opened:
    """Open deck, and the number of its users."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.users = 0


class Learners:
    """Decks of a server's learners. Safe to use from any thread."""

    def __init__(self, folder: Path, limits: Limits, *, network: bool) -> None:
        self._folder = folder
        self._limits = limits
        self._network = network
        self._lock = threading.RLock()
        self._opened: dict[str, _Opened] = {}
        self._new = RateLimits(limits.learners_a_second, limits.learner_burst)
        #: Learners that have a file or are about to get one.
        self._known = {path.stem for path in (folder / "web-study").glob("*.sqlite")} if network else set()

    def check(self) -> None:
        """Open the user's own file, if it is used here. Raises StorageError if it cannot be opened."""
        if not self._network:
            with self.deck(self.name("")):
                pass

    def name(self, key: str) -> str:
        """Return the name of a learner by the key. Raises BadMessageError for an invalid key."""
        if not self._network:
            return OWN
        if not _KEY.fullmatch(key):
            raise BadMessageError("not a key", place="learner", expected="32 hexadecimal digits")
        return hashlib.sha256(key.encode()).hexdigest()[:40]

    @contextmanager
    def deck(self, name: str, address: str = "") -> Iterator[Deck]:
        """Open the deck of a learner for the block.

        Its file is made with the first card; that raises QueryError if there are too many files, in all or of the
        address.
        """
        with self._lock:
            opened = self._opened.get(name)
            if opened is None:
                opened = self._opened[name] = _Opened(self._deck(name, address))
            opened.users += 1
        try:
            yield opened.deck
        finally:
            with self._lock:
                opened.users -= 1
                if not opened.users:
                    del self._opened[name]
                    opened.deck.close()

    def require_room(self, name: str) -> None:
        """Raise QueryError if there is no room for another learner."""
        with self._lock:
            if self._network and name not in self._known and len(self._known) >= self._limits.learners:
                self._longest_unused()

    def add(self, deck: Deck, cards: Sequence[Card]) -> int:
        """Add cards to a deck and return how many changed. Raises QueryError if there are too many."""
        if len({card[:3] for card in (*deck.cards(), *cards)}) > self._limits.cards:
            raise QueryError("too many cards", expected=f"at most {self._limits.cards:,}")
        return deck.add(cards) if cards else 0

    def _deck(self, name: str, address: str) -> Deck:
        if not self._network:
            return Deck(self._folder / "study.sqlite")
        path = self._path(name)
        with suppress(OSError):
            os.utime(path)  # marks the time of the last use
        return Deck(path, before_making=lambda: self._take_room(name, address), reviews=self._limits.reviews)

    def _take_room(self, name: str, address: str) -> None:
        """Count a learner whose file is about to be made. Raises QueryError if there is no room."""
        with self._lock:
            if name in self._known:
                return
            self.require_room(name)
            if not self._new.take(address):
                raise QueryError("too many new people at once: try again later, or in the browser that has cards")
            if len(self._known) >= self._limits.learners:
                gone = self._longest_unused()
                Deck.delete(self._path(gone))
                self._known.discard(gone)
            self._known.add(name)

    def _longest_unused(self) -> str:
        """Return the learner to evict. Raises QueryError if all were active recently."""
        used = {name: self._used(name) for name in self._known - self._opened.keys()}
        longest = min(used, key=lambda name: used[name], default=None)
        if longest is None or used[longest] > time.time() - self._limits.unused:
            raise QueryError("this server has no room for more people's cards")
        return longest

    def _used(self, name: str) -> float:
        try:
            return self._path(name).stat().st_mtime
        except OSError:
            return 0.0

    def _path(self, name: str) -> Path:
        return self._folder / "web-study" / f"{name}.sqlite"
