"""A round of puzzles: positions, attempts, hints, and grades of their cards.

    round_ = PuzzleRound(deck, lexicon="english", new=lexkit.puzzles(lexkit.open("english"), 20, seed=1))
    puzzle = round_.next()              # None at the end
    tried = round_.attempt("8D QUIZ")   # its loss; graded and stored if it is right
    solved = round_.give_up()           # graded and stored

Cards that are due come first, the longest overdue before others; then new puzzles, except those that are cards already.
A puzzle solved at once is graded *good*, after other attempts or hints *hard*, and *again* if given up.

Threads: a round belongs to one user and is used by one thread at a time; its deck may be shared.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import lexkit
from lexkit.errors import LexkitError, OutOfTurnError, TimeLimitError

from ..table.hints import STEPS, hint_of
from ..table.lexicons import as_meant, lasting_name, open_lexicon
from .cards import DAY, RATINGS, Card, Deck
from .questions import PUZZLES


class Solved(NamedTuple):
    """Result of a puzzle: the ``rating`` of its card, and ``days`` until it comes again."""

    right: bool
    rating: str
    days: float


class Tried(NamedTuple):
    """Result of an attempt: the play with its loss, and the result of the puzzle if it is right, else None."""

    play: lexkit.PuzzlePlay
    solved: Solved | None


class PuzzleRound:
    """Puzzles one after another: cards that are due, then ``new`` ones.

    With ``due``, due cards are asked, and new puzzles that are cards already are left out. ``most`` is the maximum
    number of puzzles; ``now`` returns the time in seconds since 1970.
    """

    def __init__(
        self,
        deck: Deck,
        *,
        lexicon: str | None = None,
        new: Iterable[lexkit.Puzzle] = (),
        due: bool = True,
        most: int | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._deck, self._now, self._most = deck, now, most
        self._name = lasting_name(lexicon)
        self.lexicon = open_lexicon(self._name)
        self._new = iter(new)
        #: Positions of all cards, and the cards to ask; their puzzles are parsed one by one.
        self._seen: set[str] = set()
        #: Due time of the next card that is not due yet, in seconds since 1970; None if there is none.
        self.next_due: float | None = None
        self._waiting = deque(self._choose() if due else ())
        self._asked: tuple[Card, lexkit.Puzzle] | None = None
        self._tries = 0
        self._hints = 0
        #: Number of finished puzzles, and of solved ones.
        self.answered = 0
        self.right = 0

    def _choose(self) -> list[Card]:
        """Return the cards to ask: due ones, then those that were never asked."""
        now = self._now()
        due, unasked = [], []
        for card in self._deck.cards(self._name, PUZZLES):
            self._seen.add(_position_of(card))
            if card.memory is None:
                unasked.append(card)
            elif card.memory.due <= now:
                due.append(card)
            else:
                self.next_due = min(card.memory.due, self.next_due or card.memory.due)
        return [*due, *unasked][: self._most]

    def _take(self) -> tuple[Card, lexkit.Puzzle] | None:
        """Return the next card and its puzzle, None at the end."""
        while self._waiting:
            card = self._waiting.popleft()
            with suppress(LexkitError):  # skip a card that this program did not write
                return card, lexkit.Puzzle.from_json(card.question)
        for puzzle in self._new:
            if puzzle.position not in self._seen:
                self._seen.add(puzzle.position)
                return self._deck.card(self._name, PUZZLES, puzzle.to_json()), puzzle
        return None

    def next(self) -> lexkit.Puzzle | None:
        """Return the next puzzle, None at the end. A puzzle neither solved nor given up is asked again."""
        while self._asked is None and self.answered != self._most:
            self._asked = self._take()
            self._tries = self._hints = 0
            if self._asked is None:
                break
            try:
                self.asked.play(self.asked.best, self.lexicon)
            except TimeLimitError:
                self._waiting.appendleft(self._asked[0])
                self._asked = None
                raise
            except LexkitError:
                self._asked = None  # its best play is no longer legal
        return None if self._asked is None else self._asked[1]

    @property
    def asked(self) -> lexkit.Puzzle:
        """Current puzzle. Raises OutOfTurnError if there is none."""
        if self._asked is None:
            raise OutOfTurnError("nothing was asked", expected="next() before this")
        return self._asked[1]

    def attempt(self, text: str) -> Tried:
        """Try a play, ``8D QUIZ`` or ``-AEI``, in any case; a right one ends the puzzle.

        Raises IllegalMoveError, with the reason, for an illegal play, which does not count as an attempt.
        """
        puzzle = self.asked
        meant = as_meant(" ".join(text.split()), puzzle.board.rack, self.lexicon.alphabet)
        play = puzzle.play(meant, self.lexicon)
        if play.text not in puzzle.answers:
            self._tries += 1
            return Tried(play, None)
        return Tried(play, self._end("hard" if self._tries or self._hints else "good"))

    def hint(self) -> dict[str, Any]:
        """Return the next hint: the ``tags`` of the best play, then its score, place and tiles; then the last again."""
        puzzle = self.asked
        self._hints = min(self._hints + 1, len(STEPS))
        if self._hints == 1:
            return {"step": 1, "last": False, "tags": list(puzzle.tags)}
        action = lexkit.Action.read(puzzle.best)
        if action.kind == "placement":
            action = lexkit.Action("placement", puzzle.board.move(puzzle.best))
        told = hint_of(action, self._hints - 1)
        return {**told, "step": self._hints, "last": told["last"] or self._hints == len(STEPS)}

    def give_up(self) -> Solved:
        """Give the puzzle up; its card is graded *again*."""
        return self._end("again")

    def _end(self, rating: str) -> Solved:
        if self._asked is None:
            raise OutOfTurnError("nothing was asked", expected="next() before this")
        now = self._now()
        after = self._deck.grade(self._asked[0], RATINGS[rating], now)
        assert after.memory is not None
        self._asked = None
        self.answered += 1
        self.right += rating != "again"
        return Solved(rating != "again", rating, (after.memory.due - now) / DAY)


def _position_of(card: Card) -> str:
    """Return the position of a card, "" if it is not a puzzle. It is not validated, since there may be many cards."""
    try:
        return str(json.loads(card.question)["position"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
