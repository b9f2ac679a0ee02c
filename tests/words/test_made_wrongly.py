"""Classes that take arrays or node numbers check them whole, and arrays that kernels read again stay as they are."""

from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit.errors import QueryError
from lexkit.formats.alphagrams_section import TILE_WEIGHTS
from lexkit.runtime.automaton.read_only_arrays import freeze, freeze_all
from tests.running import each


@pytest.fixture(scope="module")
def lex() -> lexkit.Lexicon:
    return lexkit.open()


def int64(*numbers: int) -> Any:
    return np.array(numbers, np.int64)


@each(
    ("starts", "stops"),
    [
        (np.arange(10_000_000), int64(1)),
        (int64(0), int64()),
        (int64(-1), int64(5)),
        (int64(5), int64(5)),
        (int64(5), int64(4)),
        (int64(5, 0), int64(6, 1)),
        (int64(0, 2), int64(3, 4)),
        (int64(0), int64(1 << 40)),
        (int64(0).astype(np.uint64), int64(1).astype(np.uint64)),
        (int64(0).astype(float), int64(1).astype(float)),
        (int64(0).reshape(1, 1), int64(1).reshape(1, 1)),
        (np.int64(0), np.int64(1)),
        (None, None),
        ("A", "B"),
    ],
)
def test_words_of_wrong_ranges(lex: lexkit.Lexicon, starts: Any, stops: Any) -> None:
    """Found: starts of ten million ranges and one stop ended the interpreter."""
    for holder in (lex, lex.core):
        with pytest.raises(QueryError, match="not ranges of ranks"):
            lexkit.Words(holder, starts, stops)


def test_words_of_ranges(lex: lexkit.Lexicon) -> None:
    starts, stops = int64(0, 7), int64(2, 8)
    words = lexkit.Words(lex, starts, stops)
    starts[:] = 1 << 60
    assert words.to_list() == [lex[0], lex[1], lex[7]]
    assert lexkit.Words(lex, int64(), int64()).to_list() == []


@each("ranks", [[0, 0], [-1], [1 << 40], [[1]], [1.5], "A", None, [None]])
def test_listings_of_wrong_ranks(lex: lexkit.Lexicon, ranks: Any) -> None:
    with pytest.raises(QueryError):
        lexkit.Listing(lex, ranks)


@each("node", [-1, 1 << 40, 1 << 80, None, "A", 1.5])
def test_cursors_at_no_node(lex: lexkit.Lexicon, node: Any) -> None:
    with pytest.raises(QueryError, match="no such node"):
        lexkit.Cursor(lex.core, node)


def test_objects_that_only_lexkit_makes(lex: lexkit.Lexicon) -> None:
    board = lexkit.Board()
    for made in (None, [], np.zeros(3), np.zeros((2, 2), np.uint8)):
        with pytest.raises(TypeError, match=r"made by lexkit\.Lexicon\.moves"):
            lexkit.Moves(board.snapshot(), made, bytes(64))  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"made by lexkit\.Lexicon\.column"):
            lexkit.Column(lex.core, made)  # type: ignore[arg-type]


def test_arrays_that_kernels_read_again_cannot_be_written(lex: lexkit.Lexicon) -> None:
    """Found: Moves.to_numpy().setflags(write=True) worked."""
    words = [
        lex.prefix("AX"),
        lex.suffix("AX"),
        lex.words(),
        lex.anagram("AEINST"),
        lex.prefix("AX").sorted_by("-length"),
    ]
    arrays = [array for some in words for array in some.ranges()]
    arrays += [lex.moves(lexkit.Board(), "AEINRST").to_numpy(), TILE_WEIGHTS]
    lexkit.measures.points(lex.words())
    arrays += [array for array in lex.core.cache.values() if isinstance(array, np.ndarray)]
    for array in [*arrays, *(array[1:] for array in arrays)]:
        assert not array.flags.writeable
        if array.size:
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.setflags(write=True)


def test_frozen_arrays_are_the_same() -> None:
    for array in (
        np.arange(6),
        np.arange(6)[::2],
        np.zeros((2, 3), np.bool_),
        np.zeros(0),
        np.arange(6).reshape(2, 3).T,
    ):
        frozen = freeze(array)
        assert np.array_equal(frozen, array)
        assert frozen.dtype == array.dtype
        assert freeze(frozen) is frozen or not array.size or array.ndim > 1
    one, two, three = freeze_all((np.arange(3), 5, None))
    assert (one.tolist(), two, three) == ([0, 1, 2], 5, None)
