"""Training of leave values by a census: what every rack is worth on many boards.

Static players play games, and one board of each is taken, with more and fewer tiles left in turn. A kernel finds the
best score of every set of tiles on it (``runtime/game/kernels/board_census.py``), and from that what a share of all
racks is worth there: the most over the ways to play some tiles and to keep the others, with the current leave values.
After some boards each rack has been evaluated many times, the rare ones as often as the others, and leaves are learned
from their means as in :mod:`.training_rounds`. The method is wolges'.

A rack need not fit what is left: it is one of all tiles of the game.

Pieces of training for workers, of a census or of self-play, are the rules, the seed, the current leave values, and
which games. The values of a round are the same for all of its pieces: a worker unpacks them once.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.time_limits import count_threads, look
from lexkit.formats.constants import MAX_LEAVE_VALUES
from lexkit.formats.leaves_section import StoredLeaves, leave_count, leave_steps
from lexkit.runtime.game.many_positions import run_in_threads
from lexkit.runtime.game.rack import count_racks
from lexkit.runtime.workers.pieces_of_work import in_order

from .autoplay.kernel_games import PLACEMENT, KernelMatch, PlayedGames
from .leaves import THOUSAND, TrainedValues

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.rules import Rules

#: Most different racks: their tiles and sums take 400 MB.
MOST_RACKS: Final = 1 << 24
#: Of the racks, the share that a board weighs: one in this number.
SHARE: Final = 16
#: Tiles left on the boards taken in turn: fewest and most, in steps that meet all numbers between.
_LEFT: Final = 15, 87, 31
#: Boards of one thread at a time.
_BOARDS: Final = 4


def can_count(rules: Rules) -> bool:
    """Whether a census is possible: few enough racks and sets of tiles."""
    places = leave_count(len(rules.alphabet), rules.rack_size)
    return places <= MAX_LEAVE_VALUES and 0 < count_racks(rules.distribution, rules.rack_size) <= MOST_RACKS


def all_racks(rules: Rules) -> NDArray[np.uint8]:
    """Every different full rack: uint8, shape (racks, size), each ascending."""
    size = rules.rack_size
    parts = [np.zeros((0, length), np.uint8) for length in range(size + 1)]
    parts[0] = np.zeros((1, 0), np.uint8)
    for tile, count in enumerate(rules.distribution):
        longer = []
        for length in range(size + 1):
            some = [parts[length]]
            for copies in range(1, min(count, length) + 1):
                before = parts[length - copies]
                some.append(np.hstack([before, np.full((len(before), copies), tile, np.uint8)]))
            longer.append(np.concatenate(some))
        parts = longer
    return parts[size]


class Census:
    """The racks of a game, how often each was weighed, and the sum of its worths."""

    def __init__(self, index: Index, rules: Rules, seed: int, threads: int | None = None) -> None:
        self.index = index
        self.rules = rules
        self.seed = seed
        self.threads = count_threads(threads)
        self.racks = all_racks(rules)
        self.steps = np.array(leave_steps(len(rules.alphabet), rules.rack_size)).reshape(-1)
        self.forget()

    def forget(self) -> None:
        """Start over, with other leave values."""
        self.seen = np.zeros(len(self.racks), np.int32)
        self.worth = np.zeros(len(self.racks), np.int64)

    def means(self) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]:
        """(racks, mean worth in points, times seen) of the racks that were weighed."""
        met = self.seen > 0
        seen = self.seen[met].astype(np.float64)
        return self.racks[met], self.worth[met] / (seen * THOUSAND), seen

    def take(
        self,
        values: TrainedValues,
        boards: int,
        start: int,
        progress: Callable[[int], None] | None = None,
        executor: Any = None,
    ) -> None:
        """Take a number of boards, of the games from number ``start`` on of players who have these values.

        The boards, and the racks weighed on each, depend on the seed and the number of the game alone.
        """
        if executor is None:
            weighed = self.weigh(values, boards, start)
        else:
            # As many boards as there are shares of the racks, so that each share comes back once.
            pieces = cut_pieces(pack_training(self.rules, self.seed, values), start, boards, SHARE)
            weighed = (one for part in in_order(executor, self.index, _weigh_piece, pieces) for one in part)
        for number, worths in weighed:
            self.seen[number % SHARE :: SHARE] += 1
            self.worth[number % SHARE :: SHARE] += worths
            if progress is not None:
                progress(1)

    def weigh(self, values: TrainedValues, boards: int, start: int) -> Iterator[tuple[int, NDArray[np.int32]]]:
        """(number of a game, worths of its share of the racks) for each of some boards."""
        match = KernelMatch.of_static(self.index, self.rules, self.seed, values)
        steps = np.array(leave_steps(values.stored.letters, values.stored.longest)).reshape(-1)
        leaves = values.thousandths.data, steps.data, values.stored.longest
        tables: list[Any] = []

        def work(some: slice) -> list[tuple[int, NDArray[np.int32]]]:
            try:
                census, squares = tables.pop()
            except IndexError:
                census, squares = match.finder.new_census(self.steps.data), match.finder.new_squares()
            found = []
            for number in range(some.start, some.stop):
                look()
                squares.set(memoryview(grids[number]))
                census.survey(squares, match.finder.both)
                racks = np.ascontiguousarray(self.racks[(first + number) % SHARE :: SHARE])
                worths = np.zeros(len(racks), np.int32)
                census.weigh(racks.reshape(-1).data, *leaves, worths.data)
                found.append((first + number, worths))
            tables.append((census, squares))
            return found

        step = 2 * self.threads * _BOARDS
        for first in range(start, start + boards, step):
            grids = self._boards(match, first, min(step, start + boards - first))
            bounds = [*range(0, len(grids), _BOARDS), len(grids)]
            chunks = [slice(low, high) for low, high in pairwise(bounds)]
            for part in run_in_threads(work, chunks, self.threads):
                yield from part

    def _boards(self, match: KernelMatch, first: int, boards: int) -> list[bytes]:
        """One board of each of these games."""
        grids = []
        for games in match.play(boards, first, self.threads):
            for at in range(len(games)):
                grids.append(self._board(games, at))
        return grids

    def _board(self, games: PlayedGames, at: int) -> bytes:
        """The board of a game on which the number of tiles left is nearest to the one whose turn it is."""
        low, high, step = _LEFT
        wanted = low + (games.first + at) * step % (high - low)
        turns = games.turns_of(at)
        left = sum(self.rules.distribution)
        grid = bytearray(self.rules.layout.rows * self.rules.layout.columns)
        best, chosen = None, bytes(grid)
        for turn in turns:
            if turn["kind"] != PLACEMENT:
                continue
            self._lay(grid, turn)
            left -= int(turn["played"])
            distance = abs(left - wanted)
            if best is None or distance < best:
                best, chosen = distance, bytes(grid)
        return chosen

    def _lay(self, grid: bytearray, turn: Any) -> None:
        """Lay the tiles of a turn."""
        columns = self.rules.layout.columns
        square = int(turn["row"]) * columns + int(turn["column"])
        step = columns if turn["down"] else 1
        for tile in turn["tiles"][: int(turn["played"])].tolist():
            while grid[square]:
                square += step
            grid[square] = tile


def _weigh_piece(index: Index, packed: bytes, start: int, boards: int) -> list[tuple[int, NDArray[np.int32]]]:
    """Weigh racks on some boards, in a worker."""
    rules, seed, values = unpack_training(index, packed)
    return list(_census_of(index, rules, seed).weigh(values, boards, start))


@lru_cache(maxsize=2)
def _census_of(index: Index, rules: Rules, seed: int) -> Census:
    return Census(index, rules, seed, 1)


# -- pieces for workers -----------------------------------------------------------------------------------


def pack_training(rules: Rules, seed: int, values: TrainedValues) -> bytes:
    """What all pieces of a round have in common. About 1 MB for English."""
    stored = values.stored
    table = stored.letters, stored.longest, stored.scale, stored.values
    return pickle.dumps((pickle.dumps((rules, seed)), zlib.compress(pickle.dumps(table), 1)))


def cut_pieces(packed: bytes, start: int, number: int, size: int) -> Iterator[tuple[Any, ...]]:
    """(packed, first, number) of each piece of ``size`` games or boards from ``start`` on."""
    for first in range(start, start + number, size):
        yield packed, first, min(size, start + number - first)


def unpack_training(index: Index, packed: bytes) -> tuple[Rules, int, TrainedValues]:
    """(rules, seed, values) of a round, in a worker; the same objects for all pieces."""
    game, table = pickle.loads(packed)
    rules, seed = _game_of(game)
    return rules, seed, _values_of(index, table)


@lru_cache(maxsize=4)
def _game_of(packed: bytes) -> tuple[Rules, int]:
    rules, seed = pickle.loads(packed)
    return rules, seed


@lru_cache(maxsize=2)
def _values_of(index: Index, packed: bytes) -> TrainedValues:
    return TrainedValues(StoredLeaves(*pickle.loads(zlib.decompress(packed))), index.alphabet)
