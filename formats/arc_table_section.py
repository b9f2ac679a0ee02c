"""The section ``expanded``, a proved table of arcs by state and letter. SPEC.md, "Expanded form".

An arc is a number: the index of its letter set, shifted left by the bits of a state's number, plus the state it
leads to. Arc 0 means "no arc", state 0 "nowhere", and letter set 0 is the empty set.
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import section_errors

from .alphabet import Alphabet
from .constants import EXPANDED_HEAD, EXPANDED_HEAD_SIZE, MAX_LENGTH, SEPARATOR, expanded_widths

#: Number of rows that are proved together, so that temporary arrays stay small.
_ROWS: Final = 1 << 15


@dataclass(frozen=True)
class Expanded:
    """A proved table.

    ``letter_sets``: uint64, ascending, the empty set first; ``arcs``: uint32 or uint64, shape (states + 1,
    letters + 1). Both are little-endian, read-only views of the section. ``init``: the arc to the root.
    """

    letter_sets: NDArray[np.uint64]
    arcs: NDArray[np.uint32] | NDArray[np.uint64]
    state_bits: int
    init: int

    @property
    def states(self) -> int:
        """Number of states, without the empty row."""
        return len(self.arcs) - 1

    @property
    def start(self) -> tuple[int, int]:
        """Destination of INIT: (root, letters that are words by themselves)."""
        return self._follow(self.init)

    def step(self, state: int, tile: int) -> tuple[int, int]:
        """Follow the state's arc for this tile to (state, letter set), or to (0, 0)."""
        return self._follow(int(self.arcs[state, tile]))

    def _follow(self, arc: int) -> tuple[int, int]:
        return arc & (1 << self.state_bits) - 1, int(self.letter_sets[arc >> self.state_bits])


def read_expanded(
    section: memoryview, alphabet: Alphabet, name: str, path: str | PathLike[str] | None = None
) -> Expanded:
    """Prove and read the table in this section.

    Proved: every index is in range, no path loops or is longer than the longest word, a path has at most one
    separator, and letter sets have letters of the alphabet only. Raises CorruptFileError with the broken rule and
    its place. Cost: about 0.2 s for the 43 MB of 178,691 English words.
    """

    corrupt = section_errors(path, name)
    if len(section) < EXPANDED_HEAD_SIZE:
        raise corrupt("E1: head", f"{EXPANDED_HEAD_SIZE} bytes", f"{len(section)} bytes")
    arc_size, columns, states, sets, state_bits, init = EXPANDED_HEAD.unpack_from(section)
    padding = bytes(section[EXPANDED_HEAD.size : EXPANDED_HEAD_SIZE])
    if any(padding):
        raise corrupt("E1: head", "zeros behind the fields", padding.hex())
    if columns != len(alphabet) + 1:
        raise corrupt("E2: letters + 1", len(alphabet) + 1, columns)
    if sets == 0:
        raise corrupt("E3: letter sets", "at least the empty one", 0)
    if (state_bits, arc_size) != expanded_widths(states, sets):
        raise corrupt("E4: bits of a state, bytes of an arc", expanded_widths(states, sets), (state_bits, arc_size))
    arcs_at = EXPANDED_HEAD_SIZE + 8 * sets
    size = arcs_at + arc_size * columns * (states + 1)
    if len(section) != size:
        raise corrupt("E5: size", f"{size} bytes", f"{len(section)} bytes")
    letter_sets = np.frombuffer(section, "<u8", sets, EXPANDED_HEAD_SIZE)
    if letter_sets[0] != 0 or (letter_sets[1:] <= letter_sets[:-1]).any():
        raise corrupt("E6: letter sets", "the empty one, then ascending", "another order")
    foreign = int(np.bitwise_or.reduce(letter_sets)) & ~alphabet.mask
    if foreign:
        raise corrupt("E7: letter sets", "letters of the alphabet only", hex(foreign))
    arcs = np.frombuffer(section, f"<u{arc_size}", offset=arcs_at).reshape(states + 1, columns)
    # The root is the last state, since all others are below it.
    if init & (1 << state_bits) - 1 != states or init >> state_bits >= sets:
        raise corrupt("E8: INIT", f"an arc to state {states}, letter set below {sets}", hex(init))
    if arcs[0].any():
        raise corrupt("E9: row 0", "no arcs", int(np.count_nonzero(arcs[0])))
    highest = np.zeros(states + 1, arcs.dtype)
    for start in range(0, states + 1, _ROWS):
        rows = arcs[start : start + _ROWS]
        to = rows & (1 << state_bits) - 1
        highest[start : start + _ROWS] = to.max(axis=1)
        here = np.arange(start, start + len(rows))
        for broken, rule, expected in (
            ((rows >> state_bits >= sets).any(axis=1), "E10: letter set of an arc", f"an index below {sets}"),
            (~rows.any(axis=1) & (here > 0), "E11: a state", "at least one arc"),
            ((to.max(axis=1) >= here) & (here > 0), "E12: destination of an arc", "a lower state"),
        ):
            if broken.any():
                row = int(np.argmax(broken))
                raise corrupt(f"row {start + row}, {rule}", expected, rows[row].tolist())
    levels = _find_levels(highest)
    if len(levels) - 1 > MAX_LENGTH:
        raise corrupt("E13: longest path", f"at most {MAX_LENGTH} arcs", len(levels) - 1)
    twice = _mark_behind_separator(arcs, levels, (1 << state_bits) - 1) & (arcs[:, SEPARATOR] != 0)
    if twice.any():
        raise corrupt(f"row {int(np.argmax(twice))}, E14: separator", "none behind a separator", "an arc for it")
    return Expanded(letter_sets, arcs, state_bits, init)


def _find_levels(highest: NDArray[np.unsignedinteger]) -> list[int]:
    """Divide the states into levels such that arcs lead only to lower levels.

    Returns the first state of each level, and the end of the last. ``highest``: highest destination of each state.
    Since destinations are lower than their sources, there are as many levels as the longest path has arcs.
    """
    running = np.maximum.accumulate(highest)
    levels = [1]
    while levels[-1] < len(highest):
        levels.append(int(np.searchsorted(running, levels[-1])))
        # The path is too long already; the rest does not matter.
        if len(levels) > MAX_LENGTH + 1:
            break
    return levels


def _mark_behind_separator(
    arcs: NDArray[np.uint32] | NDArray[np.uint64], levels: list[int], mask: int
) -> NDArray[np.bool_]:
    """Mark the states that are reachable across a separator."""
    behind = np.zeros(len(arcs), bool)
    behind[arcs[:, SEPARATOR] & mask] = True
    for start, end in zip(levels[-2::-1], levels[:0:-1], strict=True):
        rows = start + np.flatnonzero(behind[start:end])
        behind[arcs[rows] & mask] = True
    return behind
