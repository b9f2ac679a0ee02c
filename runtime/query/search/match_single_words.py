"""Reading a few words by a position automaton, without walking the lexicon.

A condition that checks words found by others need not find all of its own. Words are read letter by letter through a
lazily built deterministic automaton: a state is a set of positions, built when a word first reaches it. Only letters
that are read build states, so memory and time are bounded by the words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ....formats.kernels import numpy_on_first_use as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...words.words import Words
    from .glushkov_automaton import Positions


def read_by(words: Words, positions: Positions) -> NDArray[np.bool_]:
    """Which of the words match: bool, shape (words,), in their order.

    About 0.6 us a word.
    """
    alphabet = words.core.alphabet
    taking = [
        sum(1 << place for place, label in enumerate(positions.labels) if label >> tile & 1)
        for tile in range(len(alphabet) + 1)
    ]
    texts: Any = words.to_list()
    letters: Mapping[Any, int] = dict(enumerate(taking))
    if alphabet.simple:
        letters = dict(zip(alphabet, taking[1:], strict=True))
    else:
        texts = map(alphabet.encode, texts)
    start = _State(_States(positions, letters), positions.first, positions.nullable)
    return np.fromiter((_accepts(start, text) for text in texts), bool, len(words))


def _accepts(state: _State, text: Any) -> bool:
    for letter in text:
        state = state[letter]
    return state.accepts


class _States:
    """The states of one automaton, by their sets of positions."""

    def __init__(self, positions: Positions, letters: Mapping[Any, int]) -> None:
        self.positions = positions
        self.letters = letters
        self.made: dict[int, _State] = {}

    def state(self, reached: int) -> _State:
        """The state after these positions have taken a letter."""
        if reached not in self.made:
            following = 0
            rest = reached
            while rest:
                lowest = rest & -rest
                following |= self.positions.follow[lowest.bit_length() - 1]
                rest ^= lowest
            self.made[reached] = _State(self, following, bool(reached & self.positions.last))
        return self.made[reached]


class _State(dict[Any, "_State"]):
    """Letter -> the next state, built when it is needed."""

    __slots__ = ("accepts", "following", "states")

    def __init__(self, states: _States, following: int, accepts: bool) -> None:
        self.states = states
        self.following = following
        self.accepts = accepts

    def __missing__(self, letter: Any) -> _State:
        behind = self[letter] = self.states.state(self.following & self.states.letters[letter])
        return behind
