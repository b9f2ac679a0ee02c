"""The table of anagrams: what spells a word is never denied, and what spells none is seldom affirmed."""

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies

from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.runtime.game.kernels import kernels_for
from tests.tile_graphs import graph_of

WIDTHS = {"narrow": (26, 7), "wide": (40, 9)}


def table_of(words: Sequence[bytes], letters: int, rack_size: int = 7) -> Any:
    graph = graph_of(TileWords.of(words).sorted_unique(), letters)
    return kernels_for(graph.width, rack_size).AnagramTable(graph.walkable(), (2 << letters) - 2)


def some_words(letters: int, number: int, seed: int) -> list[bytes]:
    chance = random.Random(seed)
    return [bytes(chance.choices(range(1, letters + 1), k=chance.randint(2, 9))) for _ in range(number)]


@given(strategies.lists(strategies.lists(strategies.integers(1, 9), min_size=2, max_size=6).map(bytes)))
def test_every_word_in_any_order(words: list[bytes]) -> None:
    table = table_of(words or [b"\1\2"], 9)
    for word in words:
        assert table.may_spell(word)
        assert table.may_spell(word[::-1])
        assert table.may_spell(word[1:] + b"\0")


@pytest.mark.parametrize("kind", WIDTHS)
def test_few_others(kind: str) -> None:
    letters, rack_size = WIDTHS[kind]
    words = some_words(letters, 5000, 1)
    table = table_of(words, letters, rack_size)
    assert all(map(table.may_spell, words))
    known = set(map(bytes, map(sorted, words)))
    others = [word for word in some_words(letters, 5000, 2) if bytes(sorted(word)) not in known]
    assert sum(map(table.may_spell, others)) < len(others) // 50


def test_a_blank_is_any_letter() -> None:
    words = [b"\1\2\3", b"\4\4\5"]
    table = table_of(words, 26)
    known = {bytes(sorted(word)) for word in words}
    for pair in product(range(1, 27), repeat=2):
        spells = any(bytes(sorted((*pair, letter))) in known for letter in range(1, 27))
        if spells:
            assert table.may_spell(bytes((*pair, 0)))
    affirmed = sum(table.may_spell(bytes((*pair, 0))) for pair in product(range(1, 27), repeat=2))
    assert affirmed < 26 * 26 // 4


@pytest.mark.parametrize("word", [b"\0\0", b"\x1b", b"\x80", b"\xff\1"])
def test_wrong_tiles(word: bytes) -> None:
    with pytest.raises(ValueError, match=r"outside the alphabet|one blank"):
        table_of([b"\1\2"], 26).may_spell(word)
