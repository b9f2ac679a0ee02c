"""Walks of machines through a lexicon: from machines to words.

From the front, one machine is walked through the forward part. From a letter in the middle, one machine is walked
leftwards through the reverse part, the strings it finds are located in the forward part, and another machine goes
on from each. A walk runs a few milliseconds at a time, so that Ctrl-C and deadlines can interrupt it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError
from lexkit.base.time_limits import look
from lexkit.formats.compiled_kernels import is_compiled
from lexkit.runtime.automaton.kernels.substring_walk import (
    MAX_STRINGS,
    MAX_VISITS,
    ContradictionError,
    TooManyStringsError,
)
from lexkit.runtime.words.memory_limits import SMALL_BLOCK
from lexkit.runtime.words.prefix_suffix_substring import ALL_ROWS, ROWS
from lexkit.runtime.words.rank_ranges import FoundRanges, Ranges, merge_ranges
from lexkit.runtime.words.words import Words, words_between, words_of_query, words_of_ranges

from .kernels import machine_walk
from .kernels.lazy_state_machine import ACCEPTS, ALL, PositionMachine
from .kernels.machine_walk import Forward, Leftward
from .kernels.position_automaton import Positions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index

#: Number of steps between two checks of the deadline.
_STEPS: Final = 1 << 20 if is_compiled(machine_walk) else 1 << 13
#: Maximum number of steps of a walk, which take ten seconds. A file of 700 bytes can have 2^32 words.
_MOST_STEPS: Final = 1 << 30
#: Maximum number of states that an idle machine has room for: usually 40 KB.
_IDLE_ROOM: Final = 256


class MachinePool:
    """Machines that run one position automaton, one for each walk. A small idle one keeps the states it has found."""

    __slots__ = ("_idle", "positions")

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self._idle: list[PositionMachine] = []

    def borrow(self) -> PositionMachine:
        """Return a machine that no other walk is using."""
        try:
            return self._idle.pop()
        except IndexError:
            return PositionMachine(self.positions)

    def give_back(self, machine: PositionMachine) -> None:
        """Return the machine of a walk that has ended."""
        if machine.room <= _IDLE_ROOM and not self._idle:
            self._idle.append(machine)


def _forward(index: Index, machine: Any) -> Forward:
    index.require_open()
    return Forward(index.nodes, machine)


def _run_to_end(walk: Forward | Leftward) -> None:
    """Run a walk to its end. Raises QueryError if it takes too many steps or finds too much."""
    for _ in range(0, _MOST_STEPS, _STEPS):
        if not walk.go(_STEPS):
            return
        look()
        if walk.found > MAX_STRINGS:
            break
    raise QueryError(
        "too many ways to go on",
        expected=f"at most {MAX_STRINGS:,}, found in {_MOST_STEPS:,} steps",
        remedy="ask for more letters",
    )


def from_the_front(index: Index, machine: Any) -> Words:
    """Return the words that a machine accepts."""
    walk = _forward(index, machine)
    _run_to_end(walk)
    return words_of_query(index, FoundRanges(index, *walk.answer(), walk.number()))


def from_the_middle(index: Index, left: MachinePool, right: MachinePool) -> Words:
    """Return the words that ``left`` and then ``right`` match.

    ``left``: the automaton of the reversed left side, which must not accept the empty text.
    """
    start, rest = left.borrow(), right.borrow()
    found = _walk_from_the_middle(index, start, rest, right.positions)
    left.give_back(start)
    right.give_back(rest)
    return found


def _walk_from_the_middle(index: Index, start: Any, rest: Any, right: Positions) -> Words:
    walk = _forward(index, rest)
    told = walk.told()
    onward = right.first_letters()
    texts = _find_beginnings(
        index,
        start,
        {"first": index.alphabet.mask, "unfit": 0, "onward": onward, "whole": bool(told & ACCEPTS), "anywhere": False},
    )
    if texts is None:
        return words_between(index, 0, 0)
    starts, stops = _locate(index, texts)
    whole = (texts[-1] & np.uint64(1)).astype(np.int64)
    nodes = (texts[-1] >> np.uint64(1)).astype(np.int64)
    if told & ALL:
        return words_of_ranges(index, *merge_ranges(starts, stops))
    if told & ACCEPTS:
        ended = whole > 0
        pieces = [(starts[ended], starts[ended] + 1)]
    else:
        pieces = []
    going = nodes > 0
    if onward and going.any():
        walk.begin(nodes[going].data, (starts + whole)[going].data)
        _run_to_end(walk)
        pieces.append(_arrays(walk))
    if not pieces:
        return words_between(index, 0, 0)
    return words_of_ranges(index, *merge_ranges(*(np.concatenate(part) for part in zip(*pieces, strict=True))))


def from_the_middle_of_a_rack(index: Index, tile: int, machine: Any) -> Words:
    """Return the words with this tile that a machine accepts.

    The machine must not depend on the order of tiles. Each word is found once, from its first occurrence of the
    tile.
    """
    alphabet = index.alphabet.mask
    texts = _find_beginnings(
        index,
        machine,
        {"first": 1 << tile, "unfit": 1 << tile, "onward": alphabet, "whole": True, "anywhere": True},
    )
    if texts is None:
        return words_between(index, 0, 0)
    starts, stops = _locate(index, texts)
    bits, found = index.nodes.tile_bits, []
    walk = _forward(index, machine)
    for first in range(0, len(starts), SMALL_BLOCK):
        some = slice(first, first + SMALL_BLOCK)
        for column, start, stop in zip(
            texts[:, some].T.tolist(), starts[some].tolist(), stops[some].tolist(), strict=True
        ):
            node, ended = column[-1] >> 1, column[-1] & 1
            walk.begin_behind(node, start + ended, _unpack_key(column[:-1], bits))
            told = walk.told()
            if told & ALL:
                found.append((start, stop))
            elif ended and told & ACCEPTS:
                found.append((start, start + 1))
            if node and not told & ALL:
                _run_to_end(walk)
        look()
    both = np.concatenate([np.array(found, np.int64).reshape(-1, 2).T, _arrays(walk)], axis=1)
    return words_of_ranges(index, *merge_ranges(*both))


def _arrays(walk: Forward) -> Ranges:
    """Return the ranges that a walk found."""
    starts, stops = walk.answer()
    return np.frombuffer(starts, np.int64), np.frombuffer(stops, np.int64)


def _unpack_key(rows: list[int], bits: int) -> bytes:
    """Return the tiles of a key."""
    tiles = bytes(row >> shift & (1 << bits) - 1 for row in rows for shift in range(64 - bits, -1, -bits))
    return tiles.rstrip(b"\0")


def _find_beginnings(index: Index, machine: Any, asked: dict[str, Any]) -> NDArray[np.uint64] | None:
    """Return the strings that a machine finds leftwards, as sorted keys, or None: uint64, shape (rows + 1, strings)."""
    index.require_open()
    for rows in (ROWS, ALL_ROWS):
        walk = Leftward(index.nodes, machine, rows, **asked)
        try:
            _run_to_end(walk)
        except ContradictionError:
            raise index.contradiction("Q1") from None
        except TooManyStringsError:
            raise QueryError(
                "too many ways to begin",
                expected=f"at most {MAX_STRINGS:,}, found in {MAX_VISITS:,} steps",
                remedy="ask for more letters",
            ) from None
        if walk.longest_found() <= rows * (64 // index.nodes.tile_bits):
            break
    texts = walk.answer()
    return None if texts is None else np.asarray(texts)


def _locate(index: Index, texts: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the ranges of ranks of the words with these beginnings."""
    starts = np.empty(texts.shape[1], np.int64)
    stops = np.empty(texts.shape[1], np.int64)
    index.walk().locate(texts.data, starts.data, stops.data)
    if (starts >= stops).any():
        raise index.contradiction("Q2")
    return starts, stops
