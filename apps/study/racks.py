"""Timed rounds: a wall of racks, whose words must all be typed before the time is up.

    wall = Wall(lexicon, choose_racks(lexicon, "length:7", SORT).listed, seconds=240)
    wall.guess("otarine")       # [Guess(word="OTARINE", rack="AEINORT", found=True)]
    wall.missed()               # the racks with words that were not typed
    wall = Wall(lexicon, wall.missed(), seconds=240)

A wall grades no cards, but the missed racks can become cards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import lexkit
from lexkit.errors import OutOfTurnError

from .cards import Card, Deck
from .questions import Kind, ask, questions_of, read_words

#: Default number of racks of a wall, and seconds for the whole wall.
RACKS: Final = 50
SECONDS: Final = 240.0
_KIND: Final = Kind.anagrams.value
#: Messages if there are no racks: without a query, and with one.
NO_CARDS: Final = "no racks: you have no such cards yet; name a query, such as length:7"
NO_RACKS: Final = "no racks: the query finds no words, or its list has no such page"


class Part:
    """One page of a list of racks or words.

    ``listed`` has the entries of the page, at most ``size``; ``total`` is the length of the whole list.
    """

    def __init__(self, whole: Sequence[str], size: int, page: int = 1) -> None:
        self._first = size * (page - 1)
        self.listed = list(whole[self._first : size * page])
        self.total = len(whole)

    def describe(self, unit: str) -> str:
        """Describe the part, such as ``racks 1 to 200 of 271``; return "" for the whole list."""
        if len(self.listed) == self.total:
            return ""
        return f"{unit} {self._first + 1:,} to {self._first + len(self.listed):,} of {self.total:,}"


def choose_racks(
    lexicon: lexkit.Lexicon, query: str, sort: Sequence[str], most: int = RACKS, page: int = 1, common: bool = False
) -> Part:
    """Return a page of the racks of the words of a query, each once; with ``common``, of its common words."""
    return Part(questions_of(_KIND, lexicon, query, sort, common), most, page)


def racks_of_cards(deck: Deck, lexicon: str, most: int = RACKS, page: int = 1) -> Part:
    """Return a page of the racks of cards, most often missed first, then least often asked."""
    cards = sorted(deck.cards(lexicon, _KIND), key=lambda card: (-card.misses, card.reviews, card.question))
    return Part([card.question for card in cards], most, page)


def cards_of_racks(lexicon: str, racks: Iterable[str]) -> list[Card]:
    """Return new cards for racks, such as those that were missed."""
    return [Card(lexicon, _KIND, rack) for rack in racks]


class Rack(NamedTuple):
    """Rack of a wall: its letters, the words found, and the number of words left."""

    letters: str
    found: tuple[str, ...]
    left: int


class Guess(NamedTuple):
    """Typed word: the rack that it belongs to, if any, and whether it was new."""

    word: str
    rack: str | None
    found: bool


class Wall:
    """Racks whose words must be typed, in any order, before the time is up.

    ``seconds`` None means no time limit; ``now`` returns the time in seconds. A wall is used by one thread at a time.
    """

    def __init__(
        self,
        lexicon: lexkit.Lexicon,
        racks: Iterable[str],
        seconds: float | None = SECONDS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lexicon = lexicon
        self._now = now
        self._answers: dict[str, list[str]] = {}
        for letters in racks:
            words = words_of_rack(lexicon, letters)
            if words:
                self._answers[letters] = words
        self._rack_of = {word: letters for letters, words in self._answers.items() for word in words}
        self._found: set[str] = set()
        self._end = None if seconds is None else now() + seconds
        self._given_up = False

    @property
    def total(self) -> int:
        """Number of words to find."""
        return len(self._rack_of)

    @property
    def found(self) -> int:
        """Number of words found."""
        return len(self._found)

    @property
    def left(self) -> float | None:
        """Seconds left, None without a time limit."""
        return None if self._end is None else max(0.0, self._end - self._now())

    @property
    def over(self) -> bool:
        """True if all words were found, the time is up, or the user gave up."""
        return self._given_up or self.found == self.total or self.left == 0

    def racks(self) -> list[Rack]:
        """Return the racks in order, with the words found so far."""
        made = []
        for letters, words in self._answers.items():
            found = [word for word in words if word in self._found]
            made.append(Rack(letters, tuple(found), len(words) - len(found)))
        return made

    def guess(self, text: str) -> list[Guess]:
        """Judge typed words. Raises OutOfTurnError if the wall is over."""
        if self.over:
            raise OutOfTurnError("the round is over", expected="words before the time is up")
        told = []
        for word in read_words(text, self._lexicon.alphabet):
            rack = self._rack_of.get(word)
            new = rack is not None and word not in self._found
            if new:
                self._found.add(word)
            told.append(Guess(word, rack, new))
        return told

    def give_up(self) -> None:
        """End the wall."""
        self._given_up = True

    def missed(self) -> list[str]:
        """Return the racks with words that were not found."""
        return [rack.letters for rack in self.racks() if rack.left]

    def answers(self, letters: str) -> list[str]:
        """Return all words of a rack. Raises OutOfTurnError before the wall is over."""
        if not self.over:
            raise OutOfTurnError("the round is not over", expected="to be asked after its end")
        return self._answers[letters]


def words_of_rack(lexicon: lexkit.Lexicon, letters: str) -> list[str]:
    """Return the words of a rack, none if there are too many for a card."""
    asked = ask(_KIND, lexicon, letters)
    return [] if asked is None else list(asked.answers)
