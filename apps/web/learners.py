"""Whose cards are studied: the user's own on this machine, and in a network those of each browser.

On 127.0.0.1 there is one learner, and the cards are those of ``lexq quiz``. In a network a browser makes up a key of
128 random bits, and has a file of its own.

Guaranteed: whoever lacks a key finds no card of it; the name of a file is a hash of the key, so that the folder has no
key; at most ``limits.learners`` files are made.
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

    def name(self, key: str) -> str:
        """What a learner is called here. Raises BadMessageError for what is no key."""
        if not self._network:
            return OWN
        if not _KEY.fullmatch(key):
            raise BadMessageError("not a key", place="learner", expected="32 hexadecimal digits")
        return hashlib.sha256(key.encode()).hexdigest()[:40]

    @contextmanager
    def deck(self, name: str) -> Iterator[Deck]:
        """The deck of a learner, open until the end of the block. Raises QueryError if it is one too many."""
        with self._lock:
            opened = self._opened.get(name)
            if opened is None:
                opened = self._opened[name] = _Opened(Deck(self._path(name)))
            opened.users += 1
        try:
            yield opened.deck
        finally:
            with self._lock:
                opened.users -= 1
                if not opened.users:
                    del self._opened[name]
                    opened.deck.close()

    def _path(self, name: str) -> Path:
        if not self._network:
            return self._folder / "study.sqlite"
        folder = self._folder / "web-study"
        path = folder / f"{name}.sqlite"
        if not path.exists() and folder.exists() and sum(1 for _ in folder.glob("*.sqlite")) >= self._limits.learners:
            raise QueryError("this server keeps the cards of as many people as it may")
        return path
