"""Timed rounds: a wall of racks, all of whose words are to be typed before the time is up.

    wall = Wall(lexicon, choose_racks(lexicon, "length:7", SORT).listed, seconds=240)
    wall.guess("otarine")       # [Guess(word="OTARINE", rack="AEINORT", found=True)]
    wall.missed()               # the racks with words that were not typed
    wall = Wall(lexicon, wall.missed(), seconds=240)

A wall grades no card. The racks that were missed can become cards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import lexkit
from lexkit.errors import OutOfTurnError

from .cards import Card, Deck
from .questions import Kind, ask, questions_of, read_words

#: Racks of a wall, and seconds for all of them.
RACKS: Final = 50
SECONDS: Final = 240.0
_KIND: Final = Kind.anagrams.value
#: What is said if there are no racks: without a query, and with one.
NO_CARDS: Final = "no racks: you have no such cards yet; name a query, such as length:7"
NO_RACKS: Final = "no racks: the query finds no words, or its list has no such page"


class Part:
    """A part of a list of racks or words.

    ``listed``: those of the page, of ``size`` each; ``total``: how many the whole list has.
    """

    def __init__(self, whole: Sequence[str], size: int, page: int = 1) -> None:
        self._first = size * (page - 1)
        self.listed = list(whole[self._first : size * page])
        self.total = len(whole)

    def describe(self, unit: str) -> str:
        """Return which part it is, such as ``racks 1 to 200 of 271``; "" for the whole list."""
        if len(self.listed) == self.total:
            return ""
        return f"{unit} {self._first + 1:,} to {self._first + len(self.listed):,} of {self.total:,}"


def choose_racks(lexicon: lexkit.Lexicon, query: str, sort: Sequence[str], most: int = RACKS, page: int = 1) -> Part:
    """Return a part of the racks of the words that a query finds, each once."""
    return Part(questions_of(_KIND, lexicon, query, sort), most, page)


def racks_of_cards(deck: Deck, lexicon: str, most: int = RACKS, page: int = 1) -> Part:
    """Return a part of the racks of one's cards: those missed most often first, then those that were never asked."""
    cards = sorted(deck.cards(lexicon, _KIND), key=lambda card: (-card.misses, card.reviews, card.question))
    return Part([card.question for card in cards], most, page)


def cards_of_racks(lexicon: str, racks: Iterable[str]) -> list[Card]:
    """New cards of racks, such as those that were missed."""
    return [Card(lexicon, _KIND, rack) for rack in racks]


class Rack(NamedTuple):
    """A rack of a wall: its letters, the words that were found, and how many are left."""

    letters: str
    found: tuple[str, ...]
    left: int


class Guess(NamedTuple):
    """A typed word: the rack on the wall that it belongs to, if any, and whether it was new."""

    word: str
    rack: str | None
    found: bool


class Wall:
    """Racks whose words are to be typed, in any order, before the time is up.

    ``seconds``: None for as long as it takes; ``now`` gives seconds. A wall is used by one thread at a time.
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
        """How many words there are to find."""
        return len(self._rack_of)

    @property
    def found(self) -> int:
        """How many words were found."""
        return len(self._found)

    @property
    def left(self) -> float | None:
        """Seconds until the end; None if there is no clock."""
        return None if self._end is None else max(0.0, self._end - self._now())

    @property
    def over(self) -> bool:
        """Whether everything was found, the time is up, or the user gave up."""
        return self._given_up or self.found == self.total or self.left == 0

    def racks(self) -> list[Rack]:
        """The racks, in order, without the words that were not found."""
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
        """The racks with words that were not found."""
        return [rack.letters for rack in self.racks() if rack.left]

    def answers(self, letters: str) -> list[str]:
        """All words of a rack. Raises OutOfTurnError before the wall is over."""
        if not self.over:
            raise OutOfTurnError("the round is not over", expected="to be asked after its end")
        return self._answers[letters]


def words_of_rack(lexicon: lexkit.Lexicon, letters: str) -> list[str]:
    """The words of a rack; none if no card could ask for them."""
    asked = ask(_KIND, lexicon, letters)
    return [] if asked is None else list(asked.answers)
