"""The words that somebody should learn next: those whose knowledge adds most in games (personal playability).

    known = known_words(deck, lexicon, name)              # mask by rank: cards that are known and not due
    games, listed = learn_next("anagrams", lexicon, known, 50)
    listed[0].question, listed[0].words, listed[0].points

Points are gained in 1,000 games: in the positions of static players who know all words, a choice among the words that
are known is compared with one that has the new word too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import lexkit
from lexkit import measures
from lexkit.errors import LexkitError, TimeLimitError

from .cards import KNOWN, Card, Deck
from .questions import PUZZLES, ask

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Default number of games: 20 seconds on one idle core.
GAMES: Final = 8_000
#: Standard errors on either side of a value that hold it in 95% of all runs.
_SURE: Final = 1.96


class NextWord(NamedTuple):
    """A question to learn: its unknown words, the points they add in 1,000 games, and half the 95% interval."""

    question: str
    words: tuple[str, ...]
    points: float
    interval: float

    def to_json(self) -> dict[str, Any]:
        """Return the question as data for JSON."""
        return {**self._asdict(), "points": round(self.points, 1), "interval": round(self.interval, 1)}


def known_words(deck: Deck, lexicon: lexkit.Lexicon, name: str, now: float | None = None) -> NDArray[Any]:
    """Return a mask of the words, by rank, of the cards that are known and not due. ``name``: the lexicon's name."""
    import numpy as np

    now = time.time() if now is None else now
    words: list[str] = []
    for card in deck.cards(name):
        if card.memory is not None and card.memory.state == KNOWN and card.memory.due > now:
            words += _words_of(card, lexicon)
    known = np.zeros(len(lexicon), np.bool_)
    ranks = lexicon.ranks(words)
    known[ranks[ranks >= 0]] = True
    return known


def _words_of(card: Card, lexicon: lexkit.Lexicon) -> list[str]:
    """Return the words that somebody knows who knows a card. There are none if it is of another alphabet."""
    if card.kind == PUZZLES:
        return []
    try:
        if card.kind == "anagrams":
            asked = ask(card.kind, lexicon, card.question)
            return [] if asked is None else list(asked.answers)
        return [card.question] if card.question in lexicon else []
    except TimeLimitError:
        raise
    except LexkitError:
        return []


def learn_next(
    kind: str,
    lexicon: lexkit.Lexicon,
    known: NDArray[Any],
    most: int,
    games: int = GAMES,
    *,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[int, list[NextWord]]:
    """Return (number of games played, what to learn next, the most valuable first, as questions of a kind of cards).

    A question of anagrams is worth what all its unknown words add together. The games are the same each time;
    ``timeout`` plays fewer of them.

    Raises:
        QueryError: There is no such number of games.
        PositionError: The alphabet has no tiles to play with.
    """
    found = lexkit.playability(lexicon, games, known=known, threads=threads, timeout=timeout, progress=progress)
    together = kind == "anagrams"
    values = found.alphagrams if together else found.values
    errors = found.alphagram_errors if together else found.errors
    assert values is not None
    assert errors is not None
    worth = lexicon.words().where(~known & (values > 0))
    ranks = worth.to_numpy()
    listed: list[NextWord] = []
    seen: set[str] = set()
    for word, rank in _in_order(lexicon, ranks, values):
        question = measures.alphagrams(lexicon.words()[rank : rank + 1])[0] if together else word
        asked = None if question in seen else ask(kind, lexicon, question)
        seen.add(question)
        if asked is None:
            continue
        words = [one for one in asked.answers if not known[lexicon.ranks([one])[0]]] if together else [word]
        listed.append(NextWord(question, tuple(words), float(values[rank]), _SURE * float(errors[rank])))
        if len(listed) >= most:
            break
    return found.games, listed


def _in_order(lexicon: lexkit.Lexicon, ranks: NDArray[Any], values: NDArray[Any]) -> Iterator[tuple[str, int]]:
    """Yield words of these ranks with their ranks, the highest value first."""
    for rank in ranks[(-values[ranks]).argsort(kind="stable")].tolist():
        yield lexicon.words()[rank], rank
