"""A quiz: questions, answers and grades, for terminal and web.

    quiz = Quiz(deck, "anagrams", lexicon="english", query="length:7 probability:1-500", new=20)
    question = quiz.next()              # None at the end
    result = quiz.answer("NASTIER ...") # judged, graded and stored
    quiz.regrade("easy")                # to change the grade

Cards that are due come first, the longest overdue before others; then new ones, in the order of the query or shuffled;
then those missed in this quiz, until they are right. An answer with all right words and no others is graded *good*, any
other *again*.

Threads: a quiz belongs to one user and is used by one thread at a time; its deck may be shared.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from lexkit.errors import OutOfTurnError, QueryError, show_value

from ..table.lexicons import lasting_name, open_lexicon
from .cards import AGAIN, DAY, GOOD, RATINGS, Card, Deck
from .questions import KINDS, SORT, AskedCard, ask, mark_answer, questions_of


class Question(NamedTuple):
    """Question: its ``number`` of a ``total``, its text, and a note beside it."""

    number: int
    total: int
    kind: str
    prompt: str
    beside: str
    new: bool


class Result(NamedTuple):
    """Result of an answer: ``answers`` are all right ones; ``days`` until the card comes again."""

    right: bool
    answers: tuple[str, ...]
    missing: tuple[str, ...]
    wrong: tuple[str, ...]
    rating: str
    days: float


class Quiz:
    """Questions of one kind about the words of a query, or about all cards of the deck (``query=None``).

    ``new`` is the maximum number of new cards; 0 asks only due ones. ``most`` is the maximum number of questions, not
    counting those asked again. ``shuffle`` asks new cards in random order; ``common`` asks only for common words.
    ``now`` returns the time in seconds since 1970. Raises QueryError for an unknown kind, and the errors of
    :meth:`lexkit.Lexicon.search`.
    """

    def __init__(
        self,
        deck: Deck,
        kind: str,
        *,
        lexicon: str | None = None,
        query: str | None = None,
        questions: Iterable[str] | None = None,
        new: int = 20,
        most: int | None = None,
        sort: Sequence[str] = SORT,
        shuffle: bool = False,
        common: bool = False,
        now: Callable[[], float] = time.time,
    ) -> None:
        if kind not in KINDS:
            raise QueryError("no such kind of card", expected=", ".join(KINDS), found=show_value(kind))
        self._deck = deck
        self._kind = kind
        self._name = lasting_name(lexicon)
        self._lexicon = open_lexicon(self._name)
        self._now = now
        #: Due time of the next card that is not due yet, in seconds since 1970; None if there is none.
        self.next_due: float | None = None
        #: Number of questions about the words of the query, or of cards in the deck, due or not.
        self.among = 0
        self._cards = deque(self._choose(query, questions, new, sort, most, shuffle, common))
        self._total = len(self._cards)
        self._asked: tuple[Card, AskedCard] | None = None
        #: Last answer: card before, card after, result, text, and whether it was the first answer to its card.
        self._graded: tuple[Card, Card, Result, str, bool] | None = None
        self._number = 0
        #: Number of questions answered, repetitions not counted, and of right first answers.
        self.answered = 0
        self.right = 0
        self._seen: set[str] = set()

    def _choose(
        self,
        query: str | None,
        questions: Iterable[str] | None,
        new: int,
        sort: Sequence[str],
        most: int | None,
        shuffle: bool,
        common: bool,
    ) -> list[Card]:
        """Return the cards to ask: due ones, then new ones."""
        wanted = None
        if questions is not None:
            wanted = list(questions)
        elif query is not None:
            wanted = questions_of(self._kind, self._lexicon, query, sort, common)
        known = {card.question: card for card in self._deck.cards(self._name, self._kind)}
        if wanted is None:
            wanted = list(known)
        among, now = set(wanted), self._now()
        self.among = len(among)
        reviewed = [(card, card.memory.due) for card in known.values() if card.memory and card.question in among]
        due = [card for card, when in reviewed if when <= now]
        self.next_due = min([when for _, when in reviewed if when > now], default=None)
        fresh: list[Card] = []
        if shuffle:
            random.shuffle(wanted)
        for question in wanted:
            if len(fresh) >= new:
                break
            card = known.get(question) or Card(self._name, self._kind, question)
            if card.memory is None:
                fresh.append(card)
        return [*due, *fresh][:most]

    def next(self) -> Question | None:
        """Return the next question, None at the end. A question that was not answered is asked again."""
        if self._asked is None:
            while self._cards:
                card = self._cards.popleft()
                asked = ask(self._kind, self._lexicon, card.question, card.reviews)
                if asked is not None:
                    self._asked = card, asked
                    self._number += 1
                    break
                self._total -= 1
            else:
                return None
        card, asked = self._asked
        return Question(
            self._number, max(self._number, self._total), self._kind, asked.prompt, asked.beside, card.memory is None
        )

    def answer(self, text: str) -> Result:
        """Judge and grade an answer; "" means "I do not know". Raises OutOfTurnError if nothing was asked."""
        if self._asked is None:
            raise OutOfTurnError("nothing was asked", expected="next() before answer()")
        card, asked = self._asked
        missing, wrong = mark_answer(self._kind, asked, text, self._lexicon.alphabet)
        right = not missing and not wrong
        result = Result(right, asked.answers, missing, wrong, "", 0.0)
        first = card.question not in self._seen
        result = self._grade(card, result, GOOD if right else AGAIN, text, first)
        self._seen.add(card.question)
        self.answered += first
        self.right += first and right
        self._asked = None
        return result

    def regrade(self, rating: str) -> Result:
        """Change the grade of the last answer: ``again``, ``hard``, ``good`` or ``easy``."""
        if self._graded is None:
            raise OutOfTurnError("nothing was answered", expected="an answer to grade")
        if rating not in RATINGS:
            raise QueryError("no such grade", expected=", ".join(RATINGS), found=show_value(rating))
        before, after, result, text, first = self._graded
        if first:
            self.right += (rating != "again") - (result.rating != "again")
        asked_again = self._asked is not None and self._asked[0] == after
        if asked_again:
            self._asked = None
            self._number -= 1
            self._total -= 1
        elif after in self._cards:
            self._cards.remove(after)
            self._total -= 1
        result = self._grade(before, result, RATINGS[rating], text, first, instead=True)
        if asked_again and rating == "again":
            self._cards.rotate(1)  # its card is the current question again
        return result

    def _grade(
        self, card: Card, result: Result, rating: int, text: str, first: bool, *, instead: bool = False
    ) -> Result:
        now = self._now()
        after = self._deck.grade(card, rating, now, text, instead=instead)
        assert after.memory is not None
        name = next(name for name, number in RATINGS.items() if number == rating)
        result = result._replace(rating=name, days=(after.memory.due - now) / DAY)
        self._graded = card, after, result, text, first
        if rating == AGAIN:
            self._cards.append(after)
            self._total += 1
        return result
