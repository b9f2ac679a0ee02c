"""The orders of nodes: by definition, and back again; files of the order before this one."""

import random
from collections import deque
from pathlib import Path

import numpy as np
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.compiler.construct.minimal_automaton import arrange, build_sorted
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.errors import CorruptFileError
from lexkit.formats.automaton_section import Graph
from lexkit.formats.kernels.breadth_first import breadth_first
from lexkit.formats.lexicon_file import open_bytes
from lexkit.formats.node_order import arrange_for_packing, arrange_for_walks
from lexkit.formats.packed_lexicon import open_content, pack, unpack
from tests.attacks.forge import hand_made
from tests.making import bytes_of, letters, make, word_lists
from tests.tile_graphs import tile_lists

GOLDEN = Path(__file__).parent.parent / "golden"
#: Enough words for counts of two bytes.
CHOOSER = random.Random(1)
MANY = ["".join(CHOOSER.choices("AEIORSTNLD", k=CHOOSER.randint(3, 8))) for _ in range(1000)]


def node_starts(graph: Graph) -> dict[int, tuple[int, list[int]]]:
    """Of each node of the array, by its place: its length, and the places of its children. Read from SPEC.md."""
    words = graph.words.tolist()
    at, found = 0, {}
    while at < len(words):
        fan = sum(word.bit_count() for word in words[at + graph.width : at + 2 * graph.width])
        first = at + 2 * graph.width
        a_word = 4 if at < graph.byte_end else 2 if at < graph.half_end else 1
        counts = -(-(fan - 1) // a_word) if fan > 1 and at < graph.forward_end else 0
        found[at] = (2 * graph.width + fan + counts, words[first : first + fan])
        at += found[at][0]
    return found


def by_definition(graph: Graph) -> list[int]:
    """The places of the nodes in the order that SPEC.md describes, found with plain queues."""
    nodes = node_starts(graph)
    found = {graph.reverse_root: 0}
    found.setdefault(graph.forward_root, 1)
    waiting = deque(found)
    while waiting:
        for child in nodes[waiting.popleft()][1]:
            if child not in found:
                waiting.append(child)
            found.setdefault(child, len(found))
    depths = dict.fromkeys(found, 0)
    for place in sorted(found, reverse=True):
        for child in nodes[place][1]:
            depths[child] = max(depths[child], depths[place] + 1)

    def key(place: int) -> tuple[int, int, int, int]:
        part = sum(place >= end for end in (graph.byte_end, graph.half_end, graph.forward_end))
        return part, -depths[place], min(len(nodes[place][1]), 4), -found[place]

    return [0, *sorted((place for place in found if place), key=key)]


@given(tile_lists(most=30))
def test_files_are_in_the_order_for_walks(case: tuple[int, TileWords]) -> None:
    size, words = case
    graph = arrange(build_sorted(words), size)
    assert by_definition(graph) == list(node_starts(graph))


def test_many_nodes_in_the_order_for_walks() -> None:
    graph = make(MANY).core.file.gaddag
    assert 0 < graph.byte_end < graph.half_end == graph.forward_end < len(graph.words)
    assert by_definition(graph) == list(node_starts(graph))


def test_kernel_refuses_what_is_no_automaton() -> None:
    first, children = np.array([0, 0, 1], np.uint32), np.array([0], np.uint32)
    queue, depths = np.zeros(2, np.uint32), np.zeros(2, np.uint8)
    for wrong in (
        (first, children, 2, 1, queue, depths),
        (first, children, 1, -1, queue, depths),
        (first, children, 1, 1, queue[:1], depths),
        (first, children, 1, 1, queue, depths[:1]),
        (first, children[:0], 1, 1, queue, depths),
        (first[::-1].copy(), children, 0, 0, queue, depths),
        (first, children + 1, 1, 1, queue, depths),
    ):
        with pytest.raises(ValueError, match=r"node|children"):
            breadth_first(*(value.data if isinstance(value, np.ndarray) else value for value in wrong))


@given(word_lists("ABCDEF"), st.integers(6, 40), st.booleans())
def test_packing_order_and_back(words: list[str], size: int, daggad: bool) -> None:
    file = open_bytes(bytes_of(words, letters(size), daggad=daggad))
    arranged = arrange_for_packing(file)
    assert arranged is not None
    other = open_bytes(arranged)
    assert other.provenance == {**file.provenance, "packed": True}
    assert list(lexkit.Lexicon(other)) == list(lexkit.Lexicon(file))
    assert arrange_for_walks(other) == file.sections.whole
    assert arrange_for_packing(other) is None, "in that order already"


def test_large_files_are_packed_by_content(tmp_path: Path) -> None:
    (tmp_path / "x.gaddag").write_bytes(bytes_of(MANY, daggad=True, alphagrams=True))
    whole = (tmp_path / "x.gaddag").read_bytes()
    assert len(whole) > 1 << 16, "large enough to be laid out anew"
    (tmp_path / "x.zst").write_bytes(pack(tmp_path / "x.gaddag")[1])
    assert unpack(tmp_path / "x.zst") == whole
    assert open_content((tmp_path / "x.zst").read_bytes()).sections.whole == whole
    # What other programs unpack is a lexicon too, the same words with their nodes in another order.
    other = zstandard.decompress((tmp_path / "x.zst").read_bytes())
    assert other != whole
    assert list(lexkit.open(other)) == sorted(set(MANY))
    (tmp_path / "y.gaddag").write_bytes(other)
    (tmp_path / "y.zst").write_bytes(pack(tmp_path / "y.gaddag")[1])
    assert zstandard.decompress((tmp_path / "y.zst").read_bytes()) == other
    assert unpack(tmp_path / "y.zst") == whole


def test_files_of_the_order_by_content(tmp_path: Path) -> None:
    """Lexicons kept from before the order for walks open, walk, and unpack to their own bytes."""
    content = zstandard.decompress((GOLDEN / "some-by-content.gaddag.zst").read_bytes())
    assert unpack(GOLDEN / "some-by-content.gaddag.zst") == content
    kept = lexkit.open(content)
    now = make(list(kept), daggad=True)
    assert len(kept) == 413
    assert kept.to_bytes() != now.to_bytes()
    for old, new in ((kept.core.file.gaddag, now.core.file.gaddag), (kept.core.file.daggad, now.core.file.daggad)):
        assert (old.nodes, old.arcs, len(old.words)) == (new.nodes, new.arcs, len(new.words))
        assert by_definition(old) != list(node_starts(old))
        assert sorted(length for length, _ in node_starts(old).values()) == sorted(
            length for length, _ in node_starts(new).values()
        )
    for text in ("A", "ING", "TI", "S", "ER"):
        for kind in ("prefix", "suffix", "substring"):
            assert list(getattr(kept, kind)(text)) == list(getattr(now, kind)(text))
    board = lexkit.Board()
    assert {str(move) for move in kept.moves(board, "RETAINS")} == {str(move) for move in now.moves(board, "RETAINS")}
    # Packed now, it comes back as it was, by way of the same content.
    (tmp_path / "x.gaddag").write_bytes(content)
    (tmp_path / "x.zst").write_bytes(pack(tmp_path / "x.gaddag")[1])
    assert unpack(tmp_path / "x.zst") == content


def test_packing_order_is_that_of_older_files() -> None:
    """A packed file holds the very array that files of the order by content have."""
    kept = open_bytes(zstandard.decompress((GOLDEN / "some-by-content.gaddag.zst").read_bytes()))
    now = make(list(lexkit.Lexicon(kept)), daggad=True).core.file
    arranged = open_bytes(arrange_for_packing(now) or b"")
    for name in ("gaddag", "daggad"):
        assert arranged.sections.data[name] == kept.sections.data[name]


def test_nodes_that_nothing_leads_to(tmp_path: Path) -> None:
    """A file with such a node is packed as it is, and a packed one that claims to be laid out anew is refused."""
    # The empty node, a node {A} that nothing leads to, the root {A}.
    words = [0, 0, 2, 0, 4, 0]
    data = hand_made(words, 2, forward_root=4, reverse_root=4, nodes=3, arcs=0, word_count=1)
    file = open_bytes(data)
    assert arrange_for_packing(file) is None
    with pytest.raises(CorruptFileError, match="P6"):
        arrange_for_walks(file)
