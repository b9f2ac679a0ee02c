"""The player ``positional``: equity by the unseen tiles, and the last turns played out.

While the bag has tiles it plays the highest equity, as ``static`` does, but adapts the value of a leave to the
tiles that may be drawn to it: a Q is worth less if no U is left (:class:`PooledValues`). When the bag is empty, the
opponent's rack is known: the best candidates by equity are played out, with both players going on by equity, and
the one with the largest gain is played.

A kernel does the same in whole games: ``adapt`` in :mod:`lexkit.runtime.game.kernels.leave_table`, ``_look_ahead``
in :mod:`lexkit.runtime.game.kernels.game_player`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Self

import numpy as np
from numpy.typing import NDArray

from lexkit.runtime.game.move_finder import Worths, finder_for
from lexkit.runtime.game.moves import order
from lexkit.runtime.game.rack import Rack
from lexkit.runtime.game.rules import OUT_SWING, count_left
from lexkit.runtime.game.text.notation import KINDS

from .base import Choice, Situation, Strategy
from .equity import KEPT, equities, points_unseen, worths_for
from .leaves import THOUSAND, Leaves, LeaveValues, TrainedValues, list_leaves, trained_values
from .one_ply import choose_by_equity

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.rules import Rules

#: Number of candidates that are played out when the bag is empty.
TRIES: Final = 20
#: Weight of the excess worth of a tile to be drawn, in units of 2 ** -HOPED_BITS: measured, see
#: docs/notes/players.md.
HOPED: Final = 5
#: Binary digits of the weight HOPED behind the point.
HOPED_BITS: Final = 3


def positional_worths(values: TrainedValues, rules: Rules) -> Worths:
    """Return the worths that kernels need to play like this player."""
    whole = (*rules.distribution, *[0] * (64 - len(rules.distribution)))
    return worths_for(values, rules.layout)._replace(whole=whole, tries=TRIES)


class PooledValues(LeaveValues):
    """Trained values, adapted to the unseen tiles, of which the next will be drawn.

    A leave with one more tile has a value too. Its mean over the unseen tiles, less its mean over all tiles besides
    the leave's, is the excess worth of each tile to be drawn; a part of it counts. ``unseen``: number of each
    unseen tile; ``bag``: number in the bag. For the leaves of racks of ``held`` tiles.
    """

    def __init__(self, values: TrainedValues, rules: Rules, unseen: Sequence[int], bag: int, held: int) -> None:
        self.alphabet = values.alphabet
        self._values = values
        self._all = np.array(rules.distribution, np.int64)
        self._unseen = np.array(unseen, np.int64)
        self._bag, self._held = bag, held

    def leaves(self, rack: Rack) -> Leaves:
        return list_leaves(self, rack.counts)

    def of_counts(self, counts: NDArray[np.int64], kinds: NDArray[np.int64]) -> NDArray[np.float64]:
        worths = self._values.thousandths_of(counts, kinds)
        unseen = int(self._unseen.sum())
        if unseen > 0 and self._all.sum() > self._held:
            sizes = counts.sum(axis=1)
            full = np.zeros((len(counts), 64), np.int64)
            full[:, kinds] = counts
            full = full[:, : len(self._all)]
            # (leave, tile) -> the worth of the leave with the tile.
            one_more = (full[:, None] + np.eye(len(self._all), dtype=np.int64)).reshape(-1, len(self._all))
            with_tile = self._values.thousandths_of(one_more, np.arange(len(self._all))).reshape(full.shape)
            hoped = with_tile @ self._unseen // unseen
            usual = (with_tile * (self._all - full)).sum(axis=1) // (self._all.sum() - sizes)
            drawn = np.minimum(self._held - sizes, self._bag)
            more = drawn * HOPED * (hoped - usual) >> HOPED_BITS
            worths += np.where(sizes < self._values.stored.longest, more, 0)
        return worths / THOUSAND


class Positional(Strategy):
    """Strategy that plays the highest equity by the unseen tiles, and plays out the last turns."""

    name = "positional"

    def __init__(self, values: TrainedValues) -> None:
        self.values = values

    @classmethod
    def named(cls, name: str, index: Index, rules: Rules, seed: int | str) -> Self:
        return cls(trained_values(index))

    def choose(self, situation: Situation) -> Choice:
        rules, rack, bag = situation.board.rules, situation.rack, situation.bag
        unseen = count_left(rules, situation.board.grid.translate(KINDS, b"\0") + rack.tiles)
        if bag:
            return choose_by_equity(situation, PooledValues(self.values, rules, unseen, bag, len(rack)))
        if sum(unseen) > rules.rack_size or min(unseen) < 0:
            # With several opponents, or a count that the rules do not give.
            return choose_by_equity(situation, self.values)
        moves = situation.moves()
        found = moves.to_numpy()
        worths = equities(found, rack, situation.board.grid, 0, self.values, rules)
        numbers = order(found)
        numbers = numbers[np.argsort(-worths[numbers], kind="stable")][:TRIES]
        candidates = [moves[int(number)] for number in numbers]
        other = Rack(bytes(unseen) + bytes(64 - len(unseen)), rules.alphabet)
        gains = [self._play_out(situation, move, other) for move in candidates] if len(candidates) > 1 else []
        best = int(np.argmax(gains)) if gains else 0
        return Choice(candidates[best] if candidates else None, considered=len(found))

    def _play_out(self, situation: Situation, move: Move, other: Rack) -> int:
        """Return the player's gain on the opponent by a move, if both go on by equity until one is out or both pass."""
        board = situation.board.copy()
        rules = board.rules
        finder, worths = finder_for(situation.core, board), worths_for(self.values, rules.layout)
        racks = [situation.rack, other]
        gains = [0, 0]
        player = passes = 0
        best: Move | None = move
        while passes < 2:
            if best is None:
                passes += 1
            else:
                passes = 0
                board.play(best)
                gains[player] += best.score
                racks[player] -= best.played
                if not racks[player]:
                    gains[player] += OUT_SWING * rules.points_of(list(racks[1 - player].counts))
                    return gains[0] - gains[1]
            player = 1 - player
            costs = KEPT, OUT_SWING * THOUSAND * points_unseen(rules, board.grid, racks[player])
            best = finder.best_by_worth(finder.read(board, racks[player]), worths, 0, 0, costs)[0]
        left = [rules.points_of(list(rack.counts)) for rack in racks]
        return gains[0] - left[0] - gains[1] + left[1]
