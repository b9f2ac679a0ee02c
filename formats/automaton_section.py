"""An automaton section: its head and its node array. SPEC.md, section 4.

:class:`Graph` is a proved section; compiler and runtime both build on it.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import section_errors

from .alphabet import Alphabet
from .constants import GRAPH, GRAPH_SIZE, MAX_LENGTH
from .header_and_sections import Bytes
from .kernels import proof
from .kernels.nodes import Nodes

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Graph:
    """A node array with its roots and the bounds of its parts.

    ``memory``: uint32, little-endian; SPEC.md, section 4, describes the nodes. ``forward_root`` leads along the
    words themselves, ``reverse_root`` along REV(x)◊y. Nodes before ``byte_end`` have one-byte counts, those before
    ``half_end`` two-byte counts, those before ``forward_end`` four-byte counts, and the others none.
    """

    memory: memoryview
    width: int
    letters: int
    word_count: int
    forward_root: int
    reverse_root: int
    byte_end: int
    half_end: int
    forward_end: int
    nodes: int
    arcs: int

    @cached_property
    def words(self) -> NDArray[np.uint32]:
        """The nodes as an array: uint32, shape (n,), read-only if the memory is."""
        return np.frombuffer(self.memory, "<u4")

    def walkable(self, look: Callable[..., None] = lambda ahead=0.0: None) -> Nodes:
        """Return the node array in the form that kernels take. ``look``: see :class:`.kernels.nodes.Nodes`."""
        return Nodes(
            self.memory,
            self.width,
            self.forward_root,
            self.reverse_root,
            self.byte_end,
            self.half_end,
            self.word_count,
            self.letters,
            look,
        )

    def head(self) -> bytes:
        """Return the head of the section, padded to its size."""
        _, width, letters, word_count, *rest = (getattr(self, one.name) for one in fields(self))
        return GRAPH.pack(width, letters, word_count, len(self.memory), *rest).ljust(GRAPH_SIZE, b"\0")

    def pieces(self) -> tuple[Bytes, ...]:
        """Return the whole section: its head, and the array, which is not copied."""
        return self.head(), np.ascontiguousarray(self.words, "<u4").data.cast("B")


def read_graph(section: memoryview, alphabet: Alphabet, name: str, path: str | PathLike[str] | None = None) -> Graph:
    """Prove that the graph in this section is safe to walk, and return it.

    ``words`` is a view of the section, not a copy. Raises CorruptFileError with the broken rule and its place.
    Cost: see :mod:`lexkit.formats.kernels.proof`.
    """

    corrupt = section_errors(path, name)
    if len(section) < GRAPH_SIZE:
        raise corrupt("G1: head", f"{GRAPH_SIZE} bytes", f"{len(section)} bytes")
    width, letters, word_count, size, *rest = GRAPH.unpack_from(section)
    forward_root, reverse_root, byte_end, half_end, forward_end, nodes, arcs = rest
    if any(section[GRAPH.size : GRAPH_SIZE]):
        raise corrupt("G1: head", "zeros behind the fields", bytes(section[GRAPH.size : GRAPH_SIZE]).hex())
    if len(section) != GRAPH_SIZE + 4 * size:
        raise corrupt("G2: size of the node array", f"{GRAPH_SIZE + 4 * size} bytes", f"{len(section)} bytes")
    if letters != len(alphabet) or width != alphabet.width:
        raise corrupt("G3: letters and set width", (len(alphabet), alphabet.width), (letters, width))
    if not byte_end <= half_end <= forward_end <= size:
        raise corrupt("G4: parts of the array", f"ascending, at most {size}", (byte_end, half_end, forward_end))
    words = section[GRAPH_SIZE:].cast("I")
    heights = _allocate_zeros((size + 1) // 2)
    totals = _allocate_zeros(4 * ((forward_end + 1) // 2)).cast("I")
    rule, place, found_nodes, found_arcs = proof.prove(
        words, heights, totals, width, alphabet.mask, byte_end, half_end, forward_end, MAX_LENGTH
    )
    if rule:
        found = f"0x{int(words[place]):08x}" if place < size else "the end of the array"
        raise corrupt(f"word {place}", proof.RULES[rule], found)
    for root, end, what in ((forward_root, forward_end, "forward"), (reverse_root, size, "reverse")):
        if root >= end or not proof.is_node(heights, root):
            raise corrupt(f"G5: {what} root", f"the start of a node below {end}", root)
    below = proof.words_below(totals, forward_root)
    if below != word_count:
        raise corrupt("G6: number of words", below, word_count)
    if (nodes, arcs) != (found_nodes, found_arcs):
        raise corrupt("G7: nodes and arcs", (found_nodes, found_arcs), (nodes, arcs))
    return Graph(words, width, letters, word_count, *rest)


def _allocate_zeros(size: int) -> memoryview:
    """Allocate zeros, all of which are about to be written.

    The system maps the memory at once if it can: a page fault for each page would cost a millisecond of the five
    that opening 180,000 words takes.
    """
    if size == 0 or not hasattr(mmap, "MAP_POPULATE"):
        return memoryview(bytearray(size))
    return memoryview(mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_POPULATE))
