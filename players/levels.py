"""Levels: players who miss words and plays, so that a person can win.

A word is known or not, for all games of a seed. Long words are known less often, and so are words that few people
know: as the lexicon's own column ``known`` says, else, for English, as recorded for the bundled list; in other
languages, words of rare letters. A play of a known word is
noticed or not: one that forms several words at once less often, and one of many tiles, such as a bingo. The level
plays the highest score among the plays noticed; if there are none, the play that came nearest to it. The numbers
are in ``lexicons/players/levels.toml``.

Guaranteed: a choice depends on the level, its seed, the squares and the rack alone, and is the same on any machine.
"""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import blake2b
from math import comb, floor, inf, log2
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from lexkit import lexicons
from lexkit.base.time_limits import look
from lexkit.formats.columns_section import TEXT
from lexkit.lexicons.bundled_columns import BEST_KNOWN, KNOWN
from lexkit.runtime.game.moves import order
from lexkit.runtime.words.column import column_of

from .base import Choice, Strategy, choose_without_moves

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.move import Snapshot
    from lexkit.runtime.game.rules import Rules

    from .base import Situation

#: Words up to this length are equally easy to find.
_SHORT: Final = 4
#: Maximum length of the words that have classes of difficulty.
_LONGEST: Final = 15
#: Maximum length of a word, and maximum number of halvings that are distinguished.
_MOST: Final = 64
#: Number of kinds of tiles, no tile included.
_KINDS: Final = 64
#: Number of plays that are evaluated first; then twice as many, and so on.
_AT_FIRST: Final = 32
#: Maximum number of plays that are evaluated together.
_AT_ONCE: Final = 4096
#: Step of the generator SplitMix64 (Steele, Lea & Flood 2014).
STEP: Final = np.uint64(0x9E3779B97F4A7C15)
#: Shifts and multipliers of SplitMix64.
_STEPS: Final = tuple(
    (np.uint64(shift), np.uint64(factor)) for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
)
_LAST_SHIFT: Final = np.uint64(31)


def level_names() -> tuple[str, ...]:
    """Return the names of the levels, weakest first."""
    return tuple(lexicons.levels())


class Level(Strategy):
    """Strategy of one level: ``Level("casual", seed=7)``."""

    def __init__(self, name: str, seed: int | str = 0, index: Index | None = None) -> None:
        self.name = name
        self.seed = seed
        own = None if index is None else index.file.columns.get(KNOWN)
        self._classes = None if index is None or own is None or own.kind == TEXT else index.remember(KNOWN, _own)
        numbers = lexicons.levels()[name]
        self._see: float = numbers["see"]
        self._cross, self._tile = _powers(numbers["cross"]), _powers(numbers["tile"])
        self._letter, self._known, self._rare = (_powers(numbers[key]) for key in ("letter", "known", "rare"))

    @classmethod
    def named(cls, name: str, index: Index, rules: Rules, seed: int | str) -> Self:
        return cls(name, seed, index)

    def choose(self, situation: Situation) -> Choice:
        moves = situation.moves()
        if not len(moves):
            return choose_without_moves(situation, 0)
        snapshot, found = situation.board.snapshot(), moves.to_numpy()
        position = seed_of(self.seed, snapshot.grid + situation.rack.counts)
        # The best plays come first, so that the first one noticed is the choice, usually after few.
        ordered = order(found)
        nearest, least, start, number = 0, inf, 0, _AT_FIRST
        while start < len(found) and least >= 1:
            look()
            distance = self._distance(snapshot, found[ordered[start : start + number]], position)
            in_mind = np.flatnonzero(distance < 1)
            at = int(in_mind[0] if len(in_mind) else distance.argmin())
            if distance[at] < least:
                nearest, least = start + at, float(distance[at])
            start, number = start + number, min(2 * number, _AT_ONCE)
        return Choice(moves[int(ordered[nearest])], considered=len(moves))

    def _distance(self, snapshot: Snapshot, found: NDArray[np.void], position: int) -> NDArray[np.float64]:
        """Return the distance of each play from being noticed: plays below 1 are."""
        words, crossed = words_of(snapshot, found)
        places = np.column_stack([found[name] for name in ("row", "column", "down", "played")])
        drawn = _chances(_hash(np.column_stack([places, found["tiles"]]), position))
        tiles = np.maximum(found["played"].astype(np.intp) - _SHORT, 0)
        seen = self._see * self._cross[crossed] * self._tile[tiles]
        return np.maximum(self.unknown(words, snapshot.rules), drawn / seen)

    def unknown(self, words: NDArray[np.uint8], rules: Rules) -> NDArray[np.float64]:
        """Return the distance of each word, a row of tile numbers, from being known: words below 1 are."""
        lengths = np.count_nonzero(words, axis=1)
        if self._classes is not None:
            strange = self._known[_steps_of(words, *self._classes)]
        elif lexicons.same_language(rules.alphabet, lexicons.BUNDLED):
            strange = self._known[_steps_of(words, *_english())]
        else:
            strange = self._rare[_halvings(words, lengths, rules)]
        known = self._letter[np.maximum(lengths - _SHORT, 0)] * strange
        distance: NDArray[np.float64] = _chances(_hash(words, seed_of(self.seed, b"words"))) / known
        return distance


def _steps_of(words: NDArray[np.uint8], numbers: NDArray[np.uint64], steps: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the difficulty of each word, a row of tile numbers, of the words with these numbers (ascending)."""
    width = min(words.shape[1], _LONGEST)
    rows = np.zeros((len(words), _LONGEST), np.uint8)
    rows[:, :width] = words[:, :width]
    wanted = _hash(rows, 0)
    places = np.minimum(np.searchsorted(numbers, wanted), len(numbers) - 1)
    there = (numbers[places] == wanted) & ~words[:, _LONGEST:].any(axis=1)
    found: NDArray[np.intp] = np.where(there, steps[places], lexicons.word_steps()[-1])
    return found


@cache
def _english() -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """Return (a number for each word of the bundled list, ascending; its difficulty): 0.1 s, once."""
    text, classes = lexicons.words_by_class()
    letters = np.frombuffer(text, np.uint8)
    ends = np.flatnonzero(letters == ord("\n"))
    starts = np.concatenate([[0], ends[:-1] + 1])
    places = starts[:, None] + np.arange(_LONGEST)
    there = places < ends[:, None]
    # Tile 1 is A.
    words = np.where(there, letters[np.minimum(places, len(letters) - 1)] - (ord("A") - 1), 0).astype(np.uint8)
    return _numbered(words, np.frombuffer(classes, np.uint8))


def _own(index: Index) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """Return the same for a lexicon with a column ``known``: 0.3 s, once."""
    column = column_of(index, KNOWN)
    missing = np.zeros(len(column), bool) if column.absent is None else column.absent
    known = np.where(missing, 0, np.nan_to_num(column.values)).clip(0, BEST_KNOWN).astype(np.intp)
    words = np.zeros((len(column), _LONGEST), np.uint8)
    for rank, tiles in enumerate(index.tiles(np.zeros(1, np.int64), np.full(1, len(column)))):
        if rank % _AT_ONCE == 0:
            look()
        if len(tiles) <= _LONGEST:  # no other is looked up
            words[rank] = np.frombuffer(tiles.ljust(_LONGEST, b"\0"), np.uint8)
    return _numbered(words, BEST_KNOWN - known)


def _numbered(words: NDArray[np.uint8], classes: NDArray[Any]) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """Return (a number for each word, ascending; its difficulty) by the class of each word."""
    numbers = _hash(words, 0)
    order_of_numbers = np.argsort(numbers)
    steps = np.array(lexicons.word_steps(), np.intp)[classes]
    return numbers[order_of_numbers], steps[order_of_numbers]


def words_of(snapshot: Snapshot, found: NDArray[np.void]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return (main words, number of cross words) of plays.

    Words are rows of tile numbers, without the mark of blanks, padded with zeros.
    """
    layout = snapshot.rules.layout
    rows, columns = layout.rows, layout.columns
    tiles = np.zeros((rows + 2, columns + 2), np.uint8)
    tiles[1:-1, 1:-1] = np.frombuffer(snapshot.grid, np.uint8).reshape(rows, columns)
    covered = tiles != 0
    beside = np.zeros((2, *tiles.shape), bool)
    beside[0, 1:-1] = covered[:-2] | covered[2:]
    beside[1, :, 1:-1] = covered[:, :-2] | covered[:, 2:]
    down = found["down"].astype(np.intp)
    row, column = found["row"].astype(np.intp) + 1, found["column"].astype(np.intp) + 1
    words = np.zeros((len(found), max(rows, columns)), np.uint8)
    crossed = np.zeros(len(found), np.int64)
    laid = np.zeros(len(found), np.intp)
    going = np.ones(len(found), bool)
    for at in range(words.shape[1]):
        there = tiles[row, column]
        put = going & (there == 0) & (laid < found["played"])
        going &= put | (there != 0)
        if not going.any():
            break
        own = found["tiles"][np.arange(len(found)), np.minimum(laid, found["tiles"].shape[1] - 1)]
        words[:, at] = np.where(going, np.where(put, own, there) & 63, 0)
        crossed += put & beside[down, row, column]
        laid += put
        row = np.where(going, row + down, row)
        column = np.where(going, column + 1 - down, column)
    return words, crossed


def _halvings(words: NDArray[np.uint8], lengths: NDArray[np.intp], rules: Rules) -> NDArray[np.intp]:
    """Return the number of doublings, at least 0, that make each word as likely to be drawn as average letters."""
    expected, draws = _draws(tuple(rules.distribution[1:]), words.shape[1])
    cells = np.arange(0, _KINDS * len(words), _KINDS)[:, None] + words
    used = np.bincount(cells.ravel(), minlength=_KINDS * len(words)).reshape(len(words), _KINDS)
    # Row by row, so that every machine rounds alike.
    ways = np.multiply.reduce(draws[np.arange(len(draws))[:, None], used.T[1 : len(draws) + 1]], axis=0)
    halvings: NDArray[np.intp] = np.clip(expected[lengths] - (np.frexp(ways)[1] - 1), 0, _MOST)
    return halvings


@lru_cache(maxsize=64)
def _draws(counts: tuple[int, ...], width: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return halvings of the chance to draw average letters, and ways to draw each tile.

    The first is by the number of letters, at most ``width``, the second by tile and number.
    """
    total = sum(counts)
    average = sum(count * log2(count) for count in counts if count) / total if total else 0.0
    expected = np.array([floor(average * length) for length in range(width + 1)], np.intp)
    # Copies that the bag lacks come from blanks.
    ways = [[comb(count, number) or 0.5 for number in range(width + 1)] for count in counts]
    return expected, np.array(ways if total else np.ones((len(counts), width + 1)), np.float64)


@cache
def _powers(number: float) -> NDArray[np.float64]:
    """Return the powers of a number, as products, which every machine rounds alike."""
    return np.cumprod(np.array([1.0, *[number] * _MOST]), dtype=np.float64)


def seed_of(seed: int | str, data: bytes) -> int:
    """Return 64 bits of a seed and of its purpose."""
    return int.from_bytes(blake2b(f"{seed}\n".encode() + data, digest_size=8).digest(), "little")


def _hash(rows: NDArray[np.uint8], seed: int) -> NDArray[np.uint64]:
    """Return a pseudo-random 64-bit number for each row."""
    numbers = np.full(len(rows), seed, np.uint64)
    for column in range(rows.shape[1]):
        numbers += rows[:, column]
        numbers += STEP
        numbers = mix(numbers)
    return numbers


def mix(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return pseudo-random numbers, one for each number."""
    for shift, factor in _STEPS:
        numbers = (numbers ^ (numbers >> shift)) * factor
    return numbers ^ (numbers >> _LAST_SHIFT)


def _chances(numbers: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return numbers from 0 to below 1."""
    chances: NDArray[np.float64] = (numbers >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return chances
