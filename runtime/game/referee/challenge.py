"""Challenge rules: what is judged, and the cost of a challenge.

| rule | a wrong challenge |
|---|---|
| ``void`` | does not occur: words are checked before a play is accepted |
| ``single`` | costs nothing |
| ``double`` | costs the challenger's turn |
| ``triple`` | loses the challenger the game |
| ``5pt``, ``10pt`` | gives the challenged player these points; ``5pt/word``: for each word challenged |

A successful challenge takes the play back: it counts as a scoreless turn, and all others have seen its tiles. Under
``triple`` the player of an invalid word loses the game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit.base.checks import require_many
from lexkit.base.errors import IllegalMoveError

from ..wordsmog import is_word

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index

    from ..move import Move

_POINTS: Final = re.compile(r"([0-9]+)pt(/word)?")


class ChallengeRule(NamedTuple):
    """Cost of a challenge."""

    #: True if words are checked before a play is accepted, so that nothing can be challenged.
    void: bool = False
    #: True if a wrong challenge costs the challenger's turn.
    costs_turn: bool = False
    #: True if a challenge ends the game.
    decides: bool = False
    #: Points that a wrong challenge gives the challenged player.
    points: int = 0
    #: True if the points are for each word challenged.
    each_word: bool = False


@lru_cache(maxsize=16)
def challenge_rule(name: str) -> ChallengeRule:
    """Return the challenge rule of a name that :class:`lexkit.Rules` accepts."""
    points = _POINTS.fullmatch(name)
    if points:
        return ChallengeRule(points=int(points[1]), each_word=points[2] is not None)
    return ChallengeRule(void=name == "void", costs_turn=name == "double", decides=name == "triple")


def words_challenged(move: Move, words: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the words of a play that are challenged, by default all.

    A word that the play forms twice may be named twice. Raises IllegalMoveError for other words, and for none.
    """
    formed = move.words
    if words is None:
        return formed
    wanted = [words] if isinstance(words, str) else require_many(words, "words", "words of the play")
    spelled = {word.upper(): word for word in formed}
    others = [word for word in wanted if word.upper() not in spelled]
    if others or not wanted:
        raise IllegalMoveError(
            "not words of the play",
            place="challenge",
            expected=", ".join(formed),
            found=(", ".join(others) or "none")[:100],
        )
    left = Counter(formed)
    challenged = []
    for word in [spelled[word.upper()] for word in wanted]:
        if left[word]:
            left[word] -= 1
            challenged.append(word)
    return tuple(challenged)


def invalid_words(lexicon: Index, move: Move) -> list[str]:
    """Return the words of a play that are not in the lexicon, each once."""
    return list(dict.fromkeys(word for word in move.words if not is_word(lexicon, move.snapshot.rules, word)))
