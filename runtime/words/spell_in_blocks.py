"""Work on many words, a block at a time.

Work on each word, in numpy or in Python, is done for one block of words at a time, with a check of the deadline
between blocks. So neither the delay in noticing a deadline nor the memory beside the answer grows with the number
of words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lexkit.base import lazy_numpy as np
from lexkit.base.time_limits import look

from .listing import Listing
from .memory_limits import BLOCK, require_few
from .rank_ranges import join_ranges
from .words import Words, words_between, words_of_ranges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..automaton.index import Index


def in_blocks(words: Words, size: int | None = None) -> Iterator[Words]:
    """Yield the words, in their order, a block at a time, with a check of the deadline before each.

    ``size``: words in a block, BLOCK by default.
    """
    require_few(words)
    size = size or BLOCK
    for start in range(0, len(words), size):
        look()
        yield words if len(words) <= size else words[start : start + size]


def values_in_blocks(words: Words, measure: Callable[[Words], NDArray[Any]]) -> NDArray[Any]:
    """Return one number for each word, in their order.

    If one block has Python ints as values, the whole answer does.
    """
    if isinstance(words, Listing):  # its ranges are not in its order
        return values_in_blocks(words.sorted(), measure)[words.places()]
    if len(words) <= BLOCK:
        return measure(words)
    values: NDArray[Any] | None = None
    done = 0
    for block in in_blocks(words):
        found = measure(block)
        if values is None:
            values = np.empty(len(words), found.dtype)
        elif found.dtype == np.object_ != values.dtype:
            values = values.astype(np.object_)
        values[done : done + len(block)] = found
        done += len(block)
    assert values is not None
    return values


def list_in_blocks(words: Words, describe: Callable[[Words], list[Any]], size: int | None = None) -> list[Any]:
    """Return one object for each word, in their order."""
    if isinstance(words, Listing):
        found = list_in_blocks(words.sorted(), describe, size)
        return [found[place] for place in words.places().tolist()]
    listed: list[Any] = []
    for block in in_blocks(words, size):
        listed += describe(block)
    return listed


def where_in_blocks(words: Words, fitting: Callable[[Words], NDArray[np.bool_]], size: int | None = None) -> Words:
    """Return the words, in the alphabet's order, for which the mask of their block is true."""
    if len(words) <= (size or BLOCK):
        require_few(words)
        return words.where(fitting(words))
    return union(words.core, [block.where(fitting(block)) for block in in_blocks(words, size)])


def union(index: Index, some: Sequence[Words]) -> Words:
    """Return the union of sets of words of one lexicon."""
    if not some:
        return words_between(index, 0, 0)
    return words_of_ranges(index, *join_ranges([words.ranges() for words in some], look))
