"""Hooks: what words become with something in front or behind, and what they are without their first or last letter.

The one-letter hooks of all words are found by one walk for either end, about 30 ns a word, and kept with the lexicon;
longer texts are looked for each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import QuerySyntaxError
from ...formats.layout import MAX_LENGTH
from .condition import EitherWay, Filter
from .contained import Contained
from .given_letters import letters_of
from .kinds import Kind
from .numbers import RANGE, parse_range
from .pairs import Pairs
from .remembered import is_remembered, remembered

if TYPE_CHECKING:
    from ..lexicon import Lexicon
    from ..words import Words

__all__ = [
    "KINDS",
    "InnerHooks",
    "back_hooks",
    "front_hooks",
    "inner_hooks",
    "inner_hooks_of",
    "takes_prefix",
    "takes_suffix",
]

#: Marks of words that are words without their first, and without their last letter.
_FRONT, _BACK = 1, 2
#: Seconds that a word takes at least where all are passed.
_LEAST: Final = 2e-8
#: Steps of 10 ns a word of the lexicon for its hooks at one end, the first time.
_STEPS_ONCE: Final = 3.0
#: Steps for each word that starts with a text, to see whether the rest of it is a word.
_STEPS_BEHIND: Final = 3.0
#: Steps that the estimate of a suffix has for each word that ends with it.
_STEPS_ENDING: Final = 30.0
#: Steps for looking up what a word becomes, in the measure of the estimates.
_STEPS_TO_LOOK_UP: Final = 100.0
#: Where fewer words than one in so many end with a text, each of them is looked up without it.
_FEW: Final = 200


class InnerHooks(NamedTuple):
    """Whether a word without its first letter is a word, and without its last one."""

    front: bool
    back: bool


def _pairs(lexicon: Lexicon) -> Pairs:
    lexicon._require_open()
    graph = lexicon._graph
    return Pairs(lexicon._array, graph.width, graph.forward_root, graph.byte_end, graph.half_end, graph.word_count)


# -- what goes in front or behind ---------------------------------------------------------------------------


def takes_prefix(lexicon: Lexicon, tiles: bytes) -> Words:
    """The words that are words with these tiles in front as well."""
    if len(tiles) > MAX_LENGTH:
        return lexicon.words()[:0]
    low, high = lexicon._walk().prefix(tiles)
    lexicon.words()[low:high]._require_few(_LEAST)
    ranks = np.zeros(high - low, np.int64)
    found = _pairs(lexicon).taking_front(tiles, ranks.data)
    return _listed(lexicon, ranks[:found])


def takes_suffix(lexicon: Lexicon, tiles: bytes) -> Words:
    """The words that are words with these tiles behind as well."""
    from ..words import Words

    if not tiles:
        return lexicon.words()
    if len(tiles) > MAX_LENGTH:
        return lexicon.words()[:0]
    if len(tiles) == 1:
        return lexicon.words().where(back_hooks(lexicon.words()) >> np.uint64(tiles[0]) & np.uint64(1) == 1)
    if len(tiles) > 2:
        ending = lexicon.suffix(lexicon.alphabet.decode(tiles))
        if len(ending) < len(lexicon) // _FEW:
            walk = lexicon._walk()
            longer = lexicon._tiles(*ending._located())
            shorter = [walk.rank(spelled[: -len(tiles)]) for spelled in longer if spelled.endswith(tiles)]
            return Words.of_ranks(lexicon, [rank for rank in shorter if rank >= 0])
    lexicon.words()._require_few(_LEAST)
    ranks = np.zeros(len(lexicon), np.int64)
    found = _pairs(lexicon).taking_back(tiles, ranks.data)
    return _listed(lexicon, ranks[:found])


def _each_taking(words: Words, texts: Sequence[bytes], in_front: bool) -> NDArray[np.bool_]:
    """Which of the words are words with each of these texts in front, or behind: looked up one by one."""
    rank = words.lexicon._walk().rank

    def takes(tiles: bytes, text: bytes) -> bool:
        return len(tiles) + len(text) <= MAX_LENGTH and rank(text + tiles if in_front else tiles + text) >= 0

    spelled = words.lexicon._tiles(*words._located())
    return np.fromiter((all(takes(tiles, text) for text in texts) for tiles in spelled), bool, len(spelled))


def _listed(lexicon: Lexicon, ranks: NDArray[np.int64]) -> Words:
    from ..words import Words

    return Words.of_ranks(lexicon, ranks)


# -- one letter ---------------------------------------------------------------------------------------------

_Sets = tuple[NDArray[np.uint64], NDArray[np.uint8]]


def _fronts(lexicon: Lexicon) -> _Sets:
    lexicon.words()._require_few(_LEAST)
    masks, marks = np.zeros(len(lexicon), np.uint64), np.zeros(len(lexicon), np.uint8)
    _pairs(lexicon).fronts(masks.data, marks.data)
    return masks, marks


def _backs(lexicon: Lexicon) -> _Sets:
    lexicon.words()._require_few(_LEAST)
    masks, marks = np.zeros(len(lexicon), np.uint64), np.zeros(len(lexicon), np.uint8)
    _pairs(lexicon).backs(masks.data, marks.data)
    return masks, marks


def front_hooks(words: Words) -> NDArray[np.uint64]:
    """The letters that go in front of each word, as sets: bit t for tile t."""
    words.lexicon._require_open()
    return remembered(words.lexicon, "front hooks", _fronts)[0][words.to_numpy()]


def back_hooks(words: Words) -> NDArray[np.uint64]:
    """The letters that go behind each word, as sets: bit t for tile t."""
    words.lexicon._require_open()
    return remembered(words.lexicon, "back hooks", _backs)[0][words.to_numpy()]


def inner_hooks(words: Words) -> NDArray[np.uint8]:
    """Of each word: 1 if it is one without its first letter, 2 if without its last, 3 if both, else 0."""
    words.lexicon._require_open()
    ranks = words.to_numpy()
    fronts = remembered(words.lexicon, "front hooks", _fronts)[1][ranks]
    return fronts | remembered(words.lexicon, "back hooks", _backs)[1][ranks]


def inner_hooks_of(lexicon: Lexicon, tiles: bytes) -> InnerHooks:
    """The same of one text, which need not be a word."""
    if not 1 < len(tiles) <= MAX_LENGTH:
        return InnerHooks(False, False)
    walk = lexicon._walk()
    return InnerHooks(walk.rank(tiles[1:]) >= 0, walk.rank(tiles[:-1]) >= 0)


# -- conditions ---------------------------------------------------------------------------------------------


class Taking(EitherWay):
    """The words that are words with a text in front, or behind."""

    steps_to_look = _STEPS_TO_LOOK_UP

    def __init__(self, kind: str, value: str, lexicon: Lexicon, find: Callable[[Lexicon, bytes], Words]) -> None:
        self.text = f"{kind}:{value}"
        self.tiles = letters_of(value, lexicon)
        self.find = find
        self.ending = Contained("suffix", value, lexicon)

    def words(self, lexicon: Lexicon) -> Words:
        lexicon._require_open()
        return self.find(lexicon, self.tiles)

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        return _each_taking(words, [self.tiles], self.find is takes_prefix)

    def cost(self, lexicon: Lexicon) -> float:
        if self.find is takes_prefix:
            low, high = lexicon._walk().prefix(self.tiles) if len(self.tiles) <= MAX_LENGTH else (0, 0)
            return 100 + _STEPS_BEHIND * (high - low)
        every = _STEPS_ONCE * len(lexicon)
        # Long texts that few words end with are taken off those; see takes_suffix().
        ending = self.ending.cost(lexicon)
        return 100 + (every if len(self.tiles) < 3 or ending > len(lexicon) / _FEW * _STEPS_ENDING else ending)

    def plan(self, lexicon: Lexicon) -> str:
        if self.find is takes_prefix:
            return "walks the root and what is behind the letters side by side"
        return "passes all words that go on"


class HookLetters(EitherWay):
    """The words that each of these letters goes in front of, or behind."""

    steps_to_look = _STEPS_TO_LOOK_UP

    def __init__(self, kind: str, value: str, lexicon: Lexicon) -> None:
        self.text = f"{kind}:{value}"
        self.in_front = kind == "front-hook"
        self.tiles = sorted(set(letters_of(value, lexicon)))
        self.wanted = np.uint64(sum(1 << tile for tile in self.tiles))

    def words(self, lexicon: Lexicon) -> Words:
        lexicon._require_open()
        if self.in_front and not self._are_known(lexicon):
            found = takes_prefix(lexicon, bytes(self.tiles[:1]))
            for tile in self.tiles[1:]:
                found = found & takes_prefix(lexicon, bytes([tile]))
            return found
        return lexicon.words().where(self._have_all(lexicon.words()))

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        if self._are_known(words.lexicon):
            return self._have_all(words)
        return _each_taking(words, [bytes([tile]) for tile in self.tiles], self.in_front)

    def _have_all(self, words: Words) -> NDArray[np.bool_]:
        hooks = front_hooks(words) if self.in_front else back_hooks(words)
        have: NDArray[np.bool_] = hooks & self.wanted == self.wanted
        return have

    def _are_known(self, lexicon: Lexicon) -> bool:
        """Whether all hooks at this end were worked out before."""
        return is_remembered(lexicon, "front hooks" if self.in_front else "back hooks")

    def cost(self, lexicon: Lexicon) -> float:
        if self._are_known(lexicon):
            return 0.2 * len(lexicon)
        return 100 + len(lexicon) * (0.1 * len(self.tiles) if self.in_front else _STEPS_ONCE)

    def plan(self, lexicon: Lexicon) -> str:
        if self.in_front and not self._are_known(lexicon):
            return "walks the root and what is behind each letter side by side"
        return f"looks at the {'front' if self.in_front else 'back'} hooks of all words"


class HookNumber(Filter):
    """The words with so many letters that go in front, or behind."""

    def __init__(self, kind: str, value: str, hooks: Callable[[Words], NDArray[np.uint64]], remembered: str) -> None:
        self.text = f"{kind}:{value}"
        self.low, self.high = parse_range(value)
        self.hooks = hooks
        self.remembered = remembered

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        numbers = np.bitwise_count(self.hooks(words))
        fitting: NDArray[np.bool_] = (numbers >= self.low) & (numbers <= self.high)
        return fitting

    def cost_among(self, lexicon: Lexicon, number: float) -> float:
        return number / 10 + (0 if is_remembered(lexicon, self.remembered) else _STEPS_ONCE * len(lexicon))


class InnerHook(Filter):
    """The words that are words without their first letter, without their last, or each of the two."""

    _WANTED: Final = {"front": _FRONT, "back": _BACK, "both": _FRONT | _BACK}

    def __init__(self, value: str) -> None:
        self.text = f"inner-hook:{value}"
        try:
            self.wanted = self._WANTED[value.lower()]
        except KeyError:
            raise QuerySyntaxError(
                "no end of a word", text=value, expected="front, back or both", found=repr(value)
            ) from None

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        fitting: NDArray[np.bool_] = inner_hooks(words) & self.wanted == self.wanted
        return fitting

    def cost_among(self, lexicon: Lexicon, number: float) -> float:
        missing = sum(not is_remembered(lexicon, name) for name in ("front hooks", "back hooks"))
        return number / 5 + missing * _STEPS_ONCE * len(lexicon)


def _taking(name: str, where: str, example: str, find: Callable[[Lexicon, bytes], Words]) -> Kind:
    summary = f"Words that are words with LETTERS {where} them too"
    return Kind(name, "LETTERS", summary, example, lambda value, lexicon: Taking(name, value, lexicon, find))


def _hook(name: str, where: str, example: str) -> Kind:
    summary = f"Words that each of LETTERS goes {where}"
    return Kind(name, "LETTERS", summary, example, lambda value, lexicon: HookLetters(name, value, lexicon))


def _number(name: str, where: str, example: str, hooks: Callable[[Words], NDArray[np.uint64]], remembered: str) -> Kind:
    summary = f"Words that N different letters go {where}: {RANGE}"
    return Kind(name, "N or N-M", summary, example, lambda value, lexicon: HookNumber(name, value, hooks, remembered))


KINDS: Final = (
    _taking("takes-prefix", "in front of", "RE", takes_prefix),
    _taking("takes-suffix", "behind", "FUL", takes_suffix),
    _hook("front-hook", "in front of", "S"),
    _hook("back-hook", "behind", "Y"),
    _number("front-hooks", "in front of", ">=10", front_hooks, "front hooks"),
    _number("back-hooks", "behind", ">=8", back_hooks, "back hooks"),
    Kind(
        "inner-hook",
        "front, back or both",
        "Words that are words without their first letter (front), without their last (back), each of the two (both)",
        "both",
        lambda value, lexicon: InnerHook(value),
    ),
)
