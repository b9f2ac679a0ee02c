"""Levels: players who miss words and plays, so that a person can win.

A word is known or not, for all games of a seed: long words and words of rare letters less often. A play of a known word
comes to mind or not: one that forms several words at once less often. The level plays the highest score of what comes
to mind; if nothing does, the play that came nearest to it. Their numbers are in ``lexicons/players/levels.toml``.

Guaranteed: a choice depends on the level, its seed, the squares and the rack alone, and is the same on any machine.
"""

from __future__ import annotations

from hashlib import blake2b
from math import comb, floor, log2
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from ... import lexicons
from ..game.moves import order
from .evaluation import Choice, Evaluation, choose_without_moves

if TYPE_CHECKING:
    from ..game.move import Snapshot
    from ..game.rules import Rules
    from .evaluation import Situation

#: Letters of a word that are no harder to find than fewer.
_SHORT: Final = 4
#: Most letters of a word, and most halvings that are told apart.
_MOST: Final = 64
#: The step, and the shifts and multipliers of the generator SplitMix64 (Steele, Lea & Flood 2014).
STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_STEPS: Final = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1))


def level_names() -> tuple[str, ...]:
    """The names of the levels, the weakest first."""
    return tuple(lexicons.levels())


class Level(Evaluation):
    """The evaluation of one level: ``Level("casual", seed=7)``."""

    def __init__(self, name: str, seed: int | str = 0) -> None:
        self.name = name
        self.seed = seed
        numbers = lexicons.levels()[name]
        self._see = numbers["see"]
        # Powers as products: every machine rounds these alike.
        self._cross, self._letter, self._rare = (
            np.cumprod([1.0, *[numbers[key]] * _MOST]) for key in ("cross", "letter", "rare")
        )

    def choose(self, situation: Situation) -> Choice:
        moves = situation.moves()
        if not len(moves):
            return choose_without_moves(situation, 0)
        snapshot, found = situation.board.snapshot(), moves.to_numpy()
        words, crossed = words_of(snapshot, found)
        position = seed_of(self.seed, snapshot.grid + situation.rack.counts)
        places = np.column_stack([found[name] for name in ("row", "column", "down", "played")])
        seen = _chances(_hash(np.column_stack([places, found["tiles"]]), position))
        # How far each play is from coming to mind: those below 1 do.
        distance = np.maximum(self.unknown(words, snapshot.rules), seen / (self._see * self._cross[crossed]))
        in_mind = np.flatnonzero(distance < 1)
        if not len(in_mind):
            in_mind = np.flatnonzero(distance == distance.min())
        best = in_mind[order(found[in_mind])[0]]
        return Choice(moves[int(best)], considered=len(moves))

    def unknown(self, words: NDArray[np.uint8], rules: Rules) -> NDArray[np.float64]:
        """How far each word, a row of tile numbers, is from being known: those below 1 are."""
        lengths = np.count_nonzero(words, axis=1)
        known = self._letter[np.maximum(lengths - _SHORT, 0)] * self._rare[_halvings(words, lengths, rules)]
        distance: NDArray[np.float64] = _chances(_hash(words, seed_of(self.seed, b"words"))) / known
        return distance


def words_of(snapshot: Snapshot, found: NDArray[np.void]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """(main words, how many cross words) of plays.

    Words are rows of tile numbers, without the mark of blanks, and zeros behind.
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
    """How many times the chance to draw each word must be doubled to that of as many average letters, at least 0."""
    counts = rules.distribution[1:]
    total = sum(counts)
    if not total:
        return np.zeros(len(words), np.intp)
    average = sum(count * log2(count) for count in counts if count) / total
    expected = np.array([floor(average * length) for length in range(words.shape[1] + 1)])
    ways = np.ones(len(words))
    for tile, count in enumerate(counts, 1):
        if (used := np.count_nonzero(words == tile, axis=1)).any():
            # Copies that the bag does not have come from blanks.
            table = [comb(count, number) or 0.5 for number in range(int(used.max()) + 1)]
            ways *= np.array(table, np.float64)[used]
    powers: NDArray[np.intp] = np.frexp(ways)[1] - 1
    return np.clip(expected[lengths] - powers, 0, _MOST).astype(np.intp)


def seed_of(seed: int | str, data: bytes) -> int:
    """64 bits of a seed and of what they are for."""
    return int.from_bytes(blake2b(f"{seed}\n".encode() + data, digest_size=8).digest(), "little")


def _hash(rows: NDArray[np.uint8], seed: int) -> NDArray[np.uint64]:
    """A 64-bit number for each row, which looks random."""
    numbers = np.full(len(rows), seed, np.uint64)
    for column in range(rows.shape[1]):
        numbers = mix(numbers + rows[:, column] + STEP)
    return numbers


def mix(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers that look random."""
    for shift, factor in _STEPS:
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    return numbers


def _chances(numbers: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Numbers from 0 to below 1."""
    chances: NDArray[np.float64] = (numbers >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return chances
