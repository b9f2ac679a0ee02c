"""Lists of tiles, their graphs, and damaged graphs, to try the kernels of formats and compiler on."""

import itertools
from collections.abc import Iterable, Iterator

import numpy as np
from hypothesis import strategies as st

from lexkit.compiler.construct.minimal_automaton import arrange, build_sorted
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.formats.automaton_section import Graph


def tile_lists(*, longest: int = 8, most: int = 60) -> st.SearchStrategy[tuple[int, TileWords]]:
    """The size of an alphabet, and sorted words over a few of its letters."""

    def words(letters: int) -> st.SearchStrategy[tuple[int, TileWords]]:
        used = st.lists(st.integers(1, letters), min_size=1, max_size=4, unique=True)
        word = used.flatmap(lambda some: st.lists(st.sampled_from(some), min_size=1, max_size=longest).map(bytes))
        return st.tuples(st.just(letters), st.lists(word, max_size=most).map(TileWords.of).map(TileWords.sorted_unique))

    return st.integers(1, 63).flatmap(words)


def graph_of(words: TileWords, letters: int) -> Graph:
    """The graph of sorted words."""
    return arrange(build_sorted(words), letters)


def every_word(tiles: Iterable[int], longest: int) -> TileWords:
    """Every word over these tiles with at most so many: few nodes, many words."""
    some = np.array(list(tiles), np.uint8)
    blocks = []
    for length in range(1, longest + 1):
        places = np.indices((len(some),) * length).reshape(length, -1).T
        blocks.append(TileWords.joined(some[places].ravel(), np.full(len(places), length, np.int64)))
    tiled = TileWords.joined(
        np.concatenate([block.tiles for block in blocks]), np.concatenate([block.lengths for block in blocks])
    )
    return tiled.sorted_unique()


def damaged(words: np.ndarray) -> Iterator[np.ndarray]:
    """The array with each of its words replaced by 0, numbers about its own, the largest, and each bit flipped."""
    for place, value in itertools.product(range(len(words)), range(37)):
        number = int(words[place])
        other = number ^ 1 << value if value < 32 else (0, number - 1, number + 1, place, 0xFFFFFFFF)[value - 32]
        copy = words.copy()
        copy[place] = other & 0xFFFFFFFF
        yield copy
