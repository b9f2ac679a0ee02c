"""Questions to a file of 700 bytes and 4,294,967,294 words: refused before there is room for a number for each word."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.errors import LexkitError, QueryError
from lexkit.formats.lexicon_file import open_bytes
from tests.attacks.forge import hand_made
from tests.attacks.test_disagreement import chain

#: What each question may take, in bytes.
MOST = 64 << 20
QUERIES = ("includes:AA", "includes:AB", "includes:AABB", "points:2-", "in:LIST", "not in:LIST", "length:3 includes:AA")


@pytest.fixture(scope="module")
def giant() -> lexkit.Lexicon:
    words, places, total = chain(31, 2, True)
    fields = {"byte_end": 2, "half_end": 2, "nodes": 32, "arcs": 60}
    return lexkit.Lexicon(open_bytes(hand_made(words, word_count=total, forward_root=places[-1], **fields)))


def peak(ask: Callable[[], Any]) -> int:
    """The most memory that a refused question takes."""
    tracemalloc.start()
    try:
        with pytest.raises(LexkitError):
            ask()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("query", QUERIES)
def test_queries_that_look_at_each_word(giant: lexkit.Lexicon, query: str, tmp_path: Path) -> None:
    """Found: a letter given twice took 4.1 GB before any size was looked at."""
    path = tmp_path / "list.txt"
    path.write_text("AB\nAA\n", "utf-8")
    assert peak(lambda: giant.search(query.replace("LIST", str(path))).to_list()) < MOST


def test_methods_that_look_at_each_word(giant: lexkit.Lexicon) -> None:
    words = giant.words()
    asked = (words.to_list, words.to_numpy, words.lengths, lambda: words.sorted_by("-length"), lambda: words[::2])
    asked += tuple(
        lambda name=name: getattr(lexkit.measures, name)(words) for name in ("points", "vowels", "palindromes")
    )
    for ask in asked:
        assert peak(ask) < MOST


@pytest.mark.parametrize("limit", [-1, float("nan"), 1.5, "5", True])
def test_limits_that_are_none(limit: Any) -> None:
    with pytest.raises(QueryError, match="invalid number of words"):
        lexkit.open().search("prefix:AX", limit=limit)
