"""Conditions on front hooks, back hooks and inner hooks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QuerySyntaxError
from lexkit.formats.constants import MAX_LENGTH
from lexkit.runtime.words.hooks import (
    BACK_HOOKS,
    FEW,
    FRONT_HOOKS,
    back_hooks,
    front_hooks,
    inner_hooks,
    takes_prefix,
    takes_suffix,
)
from lexkit.runtime.words.words import Words, all_words

from ..language.read_letters import letters_of
from .condition import Filter, SearchOrFilter
from .prefix_suffix_substring import Contained
from .word_measures import Measured

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index

#: Bits of :func:`lexkit.runtime.words.hooks.inner_hooks`.
_FRONT, _BACK = 1, 2
#: Stands for either of these bits.
_EITHER: Final = 0
#: Steps of 10 ns for each word of the lexicon to find all hooks at one end, the first time.
_STEPS_ONCE: Final = 3.0
#: Steps for each word that starts with a text, to check whether the rest is a word.
_STEPS_BEHIND: Final = 3.0
#: Steps that the estimate of a suffix has for each word that ends with it.
_STEPS_ENDING: Final = 30.0
#: Steps to look up a word with one letter more, on the scale of the estimates.
_STEPS_TO_LOOK_UP: Final = 100.0


def _check_each(words: Words, texts: Sequence[bytes], in_front: bool) -> NDArray[np.bool_]:
    """Return which words stay words with each of these texts added, looked up one by one.

    ``in_front``: add the texts in front, otherwise behind.
    """
    rank = words.core.walk().rank

    def takes(tiles: bytes, text: bytes) -> bool:
        return len(tiles) + len(text) <= MAX_LENGTH and rank(text + tiles if in_front else tiles + text) >= 0

    spelled = words.core.tiles(*words.ranges())
    return np.fromiter((all(takes(tiles, text) for text in texts) for tiles in spelled), bool, len(spelled))


class Taking(SearchOrFilter):
    """Words that are still words with a text added."""

    steps_to_look = _STEPS_TO_LOOK_UP

    def __init__(self, find: Callable[[Index, bytes], Words], value: str, index: Index) -> None:
        self.tiles = letters_of(value, index.alphabet)
        self.find = find
        self.ending = Contained("suffix", value, index)

    def words(self, index: Index) -> Words:
        index.require_open()
        return self.find(index, self.tiles)

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        return _check_each(words, [self.tiles], self.find is takes_prefix)

    def cost(self, index: Index) -> float:
        if self.find is takes_prefix:
            low, high = index.walk().prefix(self.tiles) if len(self.tiles) <= MAX_LENGTH else (0, 0)
            return 100 + _STEPS_BEHIND * (high - low)
        every = _STEPS_ONCE * len(index)
        # If few words end with a long text, takes_suffix() strips it from those.
        ending = self.ending.cost(index)
        return 100 + (every if len(self.tiles) < 3 or ending > len(index) / FEW * _STEPS_ENDING else ending)

    def plan(self, index: Index) -> str:
        if self.find is takes_prefix:
            return "walks all words beside those that start with the letters"
        return "passes all words that go on"


class HookLetters(SearchOrFilter):
    """Words that take each of these letters as a hook."""

    steps_to_look = _STEPS_TO_LOOK_UP

    def __init__(self, in_front: bool, value: str, index: Index) -> None:
        self.in_front = in_front
        self.tiles = sorted(set(letters_of(value, index.alphabet)))
        self.wanted = np.uint64(sum(1 << tile for tile in self.tiles))

    def words(self, index: Index) -> Words:
        index.require_open()
        if self.in_front and not self._are_known(index):
            found = takes_prefix(index, bytes(self.tiles[:1]))
            for tile in self.tiles[1:]:
                found = found & takes_prefix(index, bytes([tile]))
            return found
        return all_words(index).where(self._have_all(all_words(index)))

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        if self._are_known(words.core):
            return self._have_all(words)
        return _check_each(words, [bytes([tile]) for tile in self.tiles], self.in_front)

    def _have_all(self, words: Words) -> NDArray[np.bool_]:
        hooks = front_hooks(words) if self.in_front else back_hooks(words)
        have: NDArray[np.bool_] = hooks & self.wanted == self.wanted
        return have

    def _are_known(self, index: Index) -> bool:
        """Return whether the hooks of all words at this end are cached."""
        return index.remembers(FRONT_HOOKS if self.in_front else BACK_HOOKS)

    def cost(self, index: Index) -> float:
        if self._are_known(index):
            return 0.2 * len(index)
        return 100 + len(index) * (0.1 * len(self.tiles) if self.in_front else _STEPS_ONCE)

    def plan(self, index: Index) -> str:
        if self.in_front and not self._are_known(index):
            return "walks all words beside those that start with each letter"
        return f"looks at the {'front' if self.in_front else 'back'} hooks of all words"


class InnerHook(Filter):
    """Words that are still words without an end letter."""

    ENDS: Final = {"front": _FRONT, "back": _BACK, "both": _FRONT | _BACK, "either": _EITHER}

    def __init__(self, value: str, index: Index) -> None:
        try:
            self.wanted = self.ENDS[value.lower()]
        except KeyError:
            raise QuerySyntaxError(
                "not a side of a word", text=value, expected="front, back, both or either", found=repr(value)
            ) from None

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        found = inner_hooks(words)
        fitting: NDArray[np.bool_] = found > 0 if self.wanted == _EITHER else found & self.wanted == self.wanted
        return fitting

    def cost_among(self, index: Index, number: float) -> float:
        missing = sum(not index.remembers(name) for name in (FRONT_HOOKS, BACK_HOOKS))
        return number / 5 + missing * _STEPS_ONCE * len(index)


def _number_of(hooks: Callable[[Words], NDArray[np.uint64]]) -> Callable[[Words], NDArray[np.uint8]]:
    return lambda words: np.bitwise_count(hooks(words))


taking_prefix: Final = partial(Taking, takes_prefix)
taking_suffix: Final = partial(Taking, takes_suffix)
front_hook: Final = partial(HookLetters, True)
back_hook: Final = partial(HookLetters, False)
front_hook_count: Final = partial(Measured, "front-hooks", _number_of(front_hooks), FRONT_HOOKS, once=_STEPS_ONCE)
back_hook_count: Final = partial(Measured, "back-hooks", _number_of(back_hooks), BACK_HOOKS, once=_STEPS_ONCE)
