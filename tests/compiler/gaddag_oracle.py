"""What a GADDAG should be, said in plain Python from the paper's definition; nothing here uses the compiler's way.

Paths are bytes of tile numbers, the separator being 0. A state, in the paper's convention, is told by what its
arcs can still spell: the strings of two or more tiles that complete a path.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from lexkit.compiler.construct.minimal_automaton import UnplacedNodes
from lexkit.compiler.kernels.gordon_automaton import Gordon
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.lexicons import alphabet
from tests.oracle import Oracle

ENGLISH = alphabet("english")


def tiles(text: str) -> bytes:
    """The tiles of an English path; ◊ is the separator."""
    return b"\0".join(ENGLISH.encode(part) for part in text.split("◊"))


def tile_words(words: Iterable[str | bytes]) -> TileWords:
    return TileWords.of(tiles(word) if isinstance(word, str) else word for word in words).sorted_unique()


#: Behind P, Q, R and S stand states that differ in their third or fourth arc only, and behind T one like P's.
NEARLY_EQUAL = [
    f"{stem}{letter}{end}"
    for stem, ends in {"P": "MMM", "Q": "MMN", "R": "MMNN", "S": "MMNM", "T": "MMM"}.items()
    for letter, end in zip("ABCD", ends, strict=False)
]


def gaddag_paths(words: Iterable[bytes]) -> set[bytes]:
    """{REV(x)◊y | xy is a word and x is not empty}, without the separator where y is empty."""
    labels = [chr(tile) for tile in range(256)]
    oracle = Oracle([word.decode("latin-1") for word in words], labels)
    return {"".join(path).replace("◊", "\0").encode("latin-1") for path in oracle.gaddag_paths()}


@st.composite
def lexicons(draw: st.DrawFn, longest: int = 9) -> tuple[int, TileWords]:
    """(letters, sorted unique words of 1 to ``longest`` letters); often few letters, so that much is shared."""
    letters = draw(st.one_of(st.integers(1, 4), st.integers(1, 63)))
    word = st.lists(st.integers(1, letters), min_size=1, max_size=longest).map(bytes)
    return letters, TileWords.of(draw(st.sets(word, max_size=25))).sorted_unique()


# -- the paper's counts, from a language alone ----------------------------------------------------------


@dataclass(frozen=True)
class Counts:
    states: int
    arcs: int
    letter_sets: int


def completions(paths: set[bytes]) -> dict[bytes, frozenset[bytes]]:
    """Every proper beginning of a path, the empty one included -> the strings that complete it."""
    found: dict[bytes, set[bytes]] = {b"": set()}
    for path in paths:
        for at in range(len(path)):
            found.setdefault(path[:at], set()).add(path[at:])
    return {beginning: frozenset(rest) for beginning, rest in found.items()}


def letter_sets(paths: set[bytes]) -> set[int]:
    """The letter sets of all arcs: a beginning's completions of one letter, as bits."""
    return {sum(1 << rest[0] for rest in ends if len(rest) == 1) for ends in completions(paths).values()}


def _longer(ends: frozenset[bytes]) -> frozenset[bytes]:
    return frozenset(rest for rest in ends if len(rest) > 1)


def unminimized_counts(paths: set[bytes]) -> Counts:
    beginnings = completions(paths)
    states = sum(bool(_longer(ends)) for ends in beginnings.values())
    return Counts(states, len(beginnings) - 1, len(letter_sets(paths)))


def merged_counts(paths: set[bytes], state_of: dict[bytes, object]) -> Counts:
    """With the beginnings merged that ``state_of`` calls equal."""
    arcs = {}
    for beginning, ends in completions(paths).items():
        if _longer(ends):
            arcs[state_of[beginning]] = len({rest[0] for rest in _longer(ends)})
    return Counts(len(arcs), sum(arcs.values()), len(letter_sets(paths)))


def semi_minimized_counts(paths: set[bytes]) -> Counts:
    """Behind the separator REV(x)◊y is told by xy (section "Partial and full minimization")."""

    def key(beginning: bytes) -> tuple[bool, bytes]:
        left, separator, right = beginning.partition(b"\0")
        return bool(separator), left[::-1] + right if separator else left

    return merged_counts(paths, {beginning: key(beginning) for beginning in completions(paths)})


def minimized_counts(paths: set[bytes]) -> Counts:
    """Nerode: equal where the arcs can spell the same."""
    return merged_counts(paths, {beginning: _longer(ends) for beginning, ends in completions(paths).items()})


# -- walking what the compiler built --------------------------------------------------------------------


def bits(mask: int) -> list[int]:
    return [bit for bit in range(64) if mask >> bit & 1]


def node_paths(nodes: UnplacedNodes, root: int, beginning: bytes = b"") -> Iterator[bytes]:
    """All paths from a node, by plain recursion."""
    for letter in bits(int(nodes.letter_sets[root])):
        yield beginning + bytes([letter])
    children = nodes.children[int(nodes.first[root]) : int(nodes.first[root + 1])].tolist()
    for letter, child in zip(bits(int(nodes.child_sets[root])), children, strict=True):
        yield from node_paths(nodes, child, beginning + bytes([letter]))


def node_at(nodes: UnplacedNodes, path: bytes) -> int:
    """The node that a path leads to from the reverse root."""
    node = nodes.reverse_root
    for letter in path:
        place = bits(int(nodes.child_sets[node])).index(letter)
        node = int(nodes.children[int(nodes.first[node]) + place])
    return node


class Arcs:
    """A built automaton, arc by arc; arc 0 is INIT."""

    def __init__(self, built: Gordon) -> None:
        arrays = [array.tolist() for array in built.arrays()]
        self.letters, self.destinations, self.following, self.letter_sets, self.first = arrays

    def of_state(self, state: int) -> list[int]:
        arcs = []
        arc = self.first[state] if state else 0
        while arc:
            arcs.append(arc)
            arc = self.following[arc]
        return arcs

    def next_arc(self, arc: int, letter: int) -> int:
        """The paper's NextArc."""
        (found,) = (a for a in self.of_state(self.destinations[arc]) if self.letters[a] == letter)
        return found

    def at(self, path: bytes) -> int:
        """The last arc of a path from INIT."""
        arc = 0
        for letter in path:
            arc = self.next_arc(arc, letter)
        return arc

    def state(self, text: str) -> int:
        """Where an English path leads."""
        state: int = self.destinations[self.at(tiles(text))]
        return state

    def paths(self, arc: int = 0, beginning: bytes = b"") -> Iterator[bytes]:
        for letter in bits(self.letter_sets[arc]):
            yield beginning + bytes([letter])
        for follower in self.of_state(self.destinations[arc]):
            yield from self.paths(follower, beginning + bytes([self.letters[follower]]))


def counts_of(built: Gordon) -> Counts:
    return Counts(built.states, built.arcs, len(np.unique(built.arrays()[3])))
