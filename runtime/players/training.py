"""Training of leave values: games of static players teach what the racks they met were worth.

Players without leave values begin. In each generation static players play many games, and at every turn with a full
rack and tiles in the bag the equity of the choice is noted. A leave's value is then the mean over the racks that hold
it, less the mean over all racks; each rack counts once, with its mean, times the ways to draw the rest of it
(:mod:`.kernels.leave_sums`). The next generation plays with these values.

Leaves of rare tiles are in few racks. A leave's value is drawn towards what its smaller leaves say of it, as far as its
racks were few: the values of a leave less one tile and less two tiles give its own, if tiles work together in pairs
only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from ...errors import PositionError
from ...formats import __version__
from ...formats.constants import MAX_LEAVE_VALUES
from ...formats.leaves import StoredLeaves, leave_count, leave_steps
from ..limits import look
from .equity import worths_for
from .kernel_games import PASS, KernelMatch, PlayedGames
from .kernels.leave_sums import LeaveSums
from .trained_leaves import THOUSAND, TrainedValues

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..game.rules import Rules

__all__ = ["GENERATIONS", "LONGEST", "Training", "train"]

#: Games of each generation: nothing is gained by many games before leaves are known roughly.
GENERATIONS: Final = (20_000, 60_000, 120_000)
#: Steps of a point in what is stored: +-131 points.
SCALE: Final = 250
#: Tiles of the longest leave, however large racks are.
LONGEST: Final = 6
#: Weight of what smaller leaves say of a leave, in racks seen: the variance of one rack's worth over that of the error
#: of what they say, both measured on English.
DOUBT: Final = 200.0
#: Games whose turns are held before they are counted.
_GAMES: Final = 20_000


@dataclass
class Training:
    """Leave values being trained: ``generation`` plays and learns once, ``values`` are those of now."""

    index: Index
    rules: Rules
    seed: int = 1
    threads: int | None = None
    games: int = 0
    values: TrainedValues = field(init=False)

    def __post_init__(self) -> None:
        letters = len(self.rules.alphabet)
        self.longest = max(1, min(LONGEST, self.rules.rack_size - 1))
        count = leave_count(letters, self.longest)
        if count > MAX_LEAVE_VALUES:
            raise PositionError("too many leaves", expected=f"at most {MAX_LEAVE_VALUES:,}", found=f"{count:,}")
        if not any(self.rules.distribution):
            raise PositionError("no tiles to play with", place=f"alphabet {self.rules.alphabet.name}")
        self._store(np.zeros(count))

    def generation(self, games: int, progress: Callable[[int], None] | None = None) -> None:
        """Play this number of games with the values of now, and learn new ones.

        ``progress``: called with the number of games since its last call. About 1.2 ms a game and thread.
        """
        worths = worths_for(self.values, self.rules.layout)
        match = KernelMatch(self.index, self.rules, self.seed, worths, worths)
        racks = _Racks(self.rules.rack_size)
        for some in match.play(games, self.games, self.threads):
            racks.add(some)
            if progress is not None:
                progress(len(some))
        self.games += games
        self._learn(*racks.means())

    def _learn(self, racks: NDArray[np.uint8], means: NDArray[np.float64], seen: NDArray[np.float64]) -> None:
        """Take the values that racks, their mean worths and the times they were seen give."""
        letters = len(self.rules.alphabet)
        steps = leave_steps(letters, self.longest)
        bag = np.array(self.rules.distribution[: letters + 1], np.int64)
        sums = LeaveSums(steps.reshape(-1).data, self.longest, bag.data, leave_count(letters, self.longest))
        size = self.rules.rack_size
        for first in range(0, len(means), 1 << 16):
            look()
            some = slice(first, first + (1 << 16))
            sums.add(racks[some].reshape(-1).data, size, means[some].data, seen[some].data)
        weights, worths, doubts = sums.weights, sums.worths, sums.doubts
        if not weights[0]:
            return  # no full rack was ever seen
        found = np.divide(worths, weights, out=np.zeros_like(worths), where=weights > 0) - worths[0] / weights[0]
        support = np.divide(weights**2, doubts, out=np.zeros_like(worths), where=doubts > 0)
        self._store(_drawn_to_smaller(found, support, bag, self.longest))

    def _store(self, values: NDArray[np.float64]) -> None:
        steps = np.clip(np.rint(values * SCALE), -(1 << 15) + 1, (1 << 15) - 1).astype(np.int16)
        letters = len(self.rules.alphabet)
        made = {
            "method": "self-play",
            "games": self.games,
            "seed": self.seed,
            "layout": self.rules.layout.name,
            "rack_size": self.rules.rack_size,
            "tool": f"lexkit {__version__}",
        }
        self.values = TrainedValues(StoredLeaves(letters, self.longest, SCALE, steps, made), self.rules.alphabet)


def train(
    index: Index,
    rules: Rules,
    *,
    games: Sequence[int] = GENERATIONS,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> StoredLeaves:
    """Train leave values for a lexicon and rules.

    ``games``: of each generation. The same seed gives the same values, with any number of ``threads`` (by default one
    for each processor). Raises PositionError if the alphabet has no distribution or too many letters.
    """
    training = Training(index, rules, seed, threads)
    for number in games:
        training.generation(number, progress)
    return training.values.stored


class _Racks:
    """The full racks of turns while the bag had tiles, and what each turn was worth."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.keys: NDArray[np.void] = np.zeros(0, f"V{size}")
        self.seen = np.zeros(0, np.int64)
        self.worth = np.zeros(0, np.int64)
        self._waiting: list[tuple[NDArray[np.uint8], NDArray[np.int64]]] = []
        self._games = 0

    def add(self, games: PlayedGames) -> None:
        """Note the turns of some games."""
        turns: Any = games.turns
        turns = turns[(turns["held"] == self.size) & (turns["bag"] > 0) & (turns["kind"] != PASS)]
        self._waiting.append((turns["rack"][:, : self.size].copy(), turns["worth"].astype(np.int64)))
        self._games += len(games)
        if self._games >= _GAMES:
            self._count()

    def _count(self) -> None:
        """Add up what is waiting, each rack once."""
        if not self._waiting:
            return
        racks, worths = (np.concatenate(parts) for parts in zip(*self._waiting, strict=True))
        self._waiting, self._games = [], 0
        keys = np.concatenate([self.keys, np.ascontiguousarray(racks).view(f"V{self.size}")[:, 0]])
        seen = np.concatenate([self.seen, np.ones(len(worths), np.int64)])
        worth = np.concatenate([self.worth, worths])
        columns = keys.view(np.uint8).reshape(-1, self.size)
        order = np.lexsort(columns.T)
        columns = columns[order]
        new = np.concatenate([[True], (columns[1:] != columns[:-1]).any(axis=1)]) if len(order) else np.zeros(0, bool)
        starts = np.flatnonzero(new)
        self.keys = keys[order][starts]
        self.seen, self.worth = (np.add.reduceat(column[order], starts) for column in (seen, worth))

    def means(self) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]:
        """(racks, mean worth in points, times seen): uint8 of shape (racks, size), float64, float64."""
        self._count()
        racks = self.keys.view(np.uint8).reshape(-1, self.size)
        return racks, self.worth / (self.seen * THOUSAND), self.seen.astype(np.float64)


def _drawn_to_smaller(
    found: NDArray[np.float64], support: NDArray[np.float64], bag: NDArray[np.int64], longest: int
) -> NDArray[np.float64]:
    """The values, each drawn towards what smaller leaves say, by how few racks it was in; 0 for impossible leaves.

    If f(L) is a sum over the tiles of L and over their pairs, and S and T are the sums of f over L less one tile and
    less two, then f(L) = 2 S / (n - 1) - 2 T / ((n - 1) (n - 2)) for n > 2 tiles. For two tiles it is S, for one 0.
    """
    kinds = len(bag)
    steps = leave_steps(kinds - 1, longest)
    values = np.zeros_like(found)
    for size in range(1, longest + 1):
        leaves = _leaves_of(kinds, size)
        counts = (leaves[:, :, None] == leaves[:, None, :]).sum(axis=2)
        leaves = leaves[(counts <= bag[leaves]).all(axis=1)]
        places = steps[np.arange(size), leaves + 1].sum(axis=1)
        expected = np.zeros(len(leaves))
        if size == 2:
            expected = _sum_without(values, leaves, [(0,), (1,)], steps)
        elif size > 2:
            ones = _sum_without(values, leaves, [(at,) for at in range(size)], steps)
            pairs = [(at, to) for to in range(size) for at in range(to)]
            twos = _sum_without(values, leaves, pairs, steps)
            expected = 2 * ones / (size - 1) - 2 * twos / ((size - 1) * (size - 2))
        weight = support[places]
        values[places] = (weight * found[places] + DOUBT * expected) / (weight + DOUBT)
    return values


def _leaves_of(kinds: int, size: int) -> NDArray[np.int64]:
    """All multisets of ``size`` tiles, each descending: int64, shape (leaves, size)."""
    flat = np.fromiter(
        (kind for leave in combinations_with_replacement(range(kinds - 1, -1, -1), size) for kind in leave), np.int64
    )
    return flat.reshape(-1, size)


def _sum_without(
    values: NDArray[np.float64], leaves: NDArray[np.int64], each: Sequence[tuple[int, ...]], steps: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The sum of the values of leaves without the tiles in some columns, over all these choices of columns."""
    total = np.zeros(len(leaves))
    for left_out in each:
        kept = np.delete(leaves, left_out, axis=1)
        total += values[steps[np.arange(kept.shape[1]), kept + 1].sum(axis=1)]
    return total
