"""Trained leave values: a number for every leave, from the section ``leaves`` of a lexicon.

A lexicon without that section whose words are those of the bundled list has the values that are shipped for it.

Inside, worths are whole thousandths of a point, so that sums of them compare alike on every machine and in kernels.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ... import lexicons
from ...errors import QueryError
from ...formats.leaves_section import StoredLeaves, leave_steps, open_leaves
from .leaves import LeaveValues

if TYPE_CHECKING:
    from ...formats.alphabet import Alphabet
    from ..automaton.index import Index
    from ..game.layout import Layout
    from ..game.move_finder import Worths

__all__ = ["THOUSAND", "TrainedValues", "find_trained", "trained_values"]

#: Worths are counted in thousandths of a point.
THOUSAND = 1000


class TrainedValues(LeaveValues):
    """The leave values of a table.

    A leave with more tiles than the table has is worth nothing.
    """

    def __init__(self, stored: StoredLeaves, alphabet: Alphabet) -> None:
        self.stored = stored
        self.alphabet = alphabet
        #: What kernels are given, by layout: see :func:`.equity.worths_for`.
        self.worths: dict[Layout, Worths] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return (TrainedValues, (self.stored, self.alphabet))

    @cached_property
    def thousandths(self) -> NDArray[np.int32]:
        """The values by place, int32, in thousandths of a point, rounded down. 3 ms for English."""
        return (self.stored.values.astype(np.int32) * THOUSAND) // self.stored.scale

    def places(self, counts: NDArray[np.int64], kinds: NDArray[np.int64]) -> NDArray[np.int64]:
        """The place of the leave of each row of counts, -1 for one that is too long.

        ``kinds``: the tiles of the columns, ascending.
        """
        steps = leave_steps(self.stored.letters, self.stored.longest)
        places = np.zeros(len(counts), np.int64)
        used = np.zeros(len(counts), np.int64)
        for column in range(len(kinds) - 1, -1, -1):
            for copy in range(int(counts[:, column].max(initial=0))):
                fits = np.flatnonzero((counts[:, column] > copy) & (used < self.stored.longest))
                places[fits] += steps[used[fits], kinds[column] + 1]
                used[fits] += 1
        places[counts.sum(axis=1) > self.stored.longest] = -1
        return places

    def thousandths_of(self, counts: NDArray[np.int64], kinds: NDArray[np.int64]) -> NDArray[np.int64]:
        """The worth of each row of counts in thousandths of a point, int64."""
        places = self.places(counts, kinds)
        return np.where(places < 0, 0, self.thousandths[places]).astype(np.int64)

    def of_counts(self, counts: NDArray[np.int64], kinds: NDArray[np.int64]) -> NDArray[np.float64]:
        return self.thousandths_of(counts, kinds) / THOUSAND


def find_trained(index: Index) -> TrainedValues | None:
    """The leave values of a lexicon, or None, cached: those of its file, else those shipped for its list.

    Shipped values are read when they are first needed, in 15 ms.
    """
    values: TrainedValues | None = index.remember("leave values", _find_trained)
    return values


def _find_trained(index: Index) -> TrainedValues | None:
    stored = index.file.leaves
    if stored is None:
        shipped = lexicons.trained().get(str(index.file.provenance.get("sha256")))
        if shipped is None or shipped["alphabet"] != index.alphabet.name:
            return None
        stored = open_leaves(shipped["file"], len(index.alphabet))
    return TrainedValues(stored, index.alphabet)


def trained_values(index: Index) -> TrainedValues:
    """The leave values of a lexicon, cached: see :func:`find_trained`.

    Raises QueryError if it has none.
    """
    values = find_trained(index)
    if values is None:
        raise QueryError(
            "this lexicon has no leave values",
            found=index.path or "one in memory",
            remedy="train them: lexc leaves FILE, or play greedy",
        )
    return values
