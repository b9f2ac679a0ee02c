"""Lexicons that have no file: built of words, opened from bytes, pickled with their content."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import zstandard

import lexkit
from lexkit.errors import (
    ClosedLexiconError,
    CorruptFileError,
    ForeignFileError,
    LexkitError,
    TruncatedFileError,
    WordListError,
)
from lexkit.runtime.automaton import index

WORDS = ["CARE", "CAREEN", "CARES", "SCARE"]


@pytest.fixture
def content(tmp_path: Path) -> bytes:
    lexkit.build(WORDS, tmp_path / "x.gaddag")
    return (tmp_path / "x.gaddag").read_bytes()


def test_words_without_a_target(content: bytes) -> None:
    for words in (WORDS, iter(reversed(WORDS)), {word.lower(): 1 for word in WORDS}):
        lexicon = lexkit.build(words)
        assert isinstance(lexicon, lexkit.Lexicon)
        assert list(lexicon) == WORDS
        assert lexicon.core.path is None
        assert lexicon.to_bytes() == content
    assert lexkit.build(["PERRO", "CHE"], options=lexkit.Options(alphabet="spanish")).alphabet.name == "spanish"
    assert len(lexkit.build([])) == 0
    with pytest.raises(WordListError, match="column 2: '4'"):
        lexkit.build(["C4RE"])
    with pytest.raises(TypeError, match="options"):
        lexkit.build(["CARE"], options="sorted")  # type: ignore[arg-type,call-overload]


def test_stages_are_told_in_both_ways(tmp_path: Path) -> None:
    kept: list[str] = []
    filed: list[str] = []
    lexkit.build(WORDS, tell=kept.append)
    lexkit.build(WORDS, tmp_path / "y.gaddag", tell=filed.append)
    assert set(filed) - set(kept) == {"write"}


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_open_like_a_file(content: bytes, kind: type, tmp_path: Path) -> None:
    assert list(lexkit.open(kind(content))) == WORDS
    assert list(lexkit.open(kind(zstandard.compress(content)))) == WORDS
    for broken, error in (
        (b"", TruncatedFileError),
        (content[:-1], TruncatedFileError),
        (content + b"\0", LexkitError),
        (content[:200] + bytes([content[200] ^ 1]) + content[201:], CorruptFileError),
        (b"nwl.gaddag", ForeignFileError),
    ):
        with pytest.raises(error):
            lexkit.open(kind(broken))


def test_bytes_that_change_later_change_nothing(content: bytes) -> None:
    changing = bytearray(content)
    lexicon = lexkit.open(memoryview(changing))
    changing[:] = bytes(len(changing))
    assert list(lexicon) == WORDS


def test_pickled_with_the_content(monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = lexkit.build(WORDS)
    assert list(pickle.loads(pickle.dumps(lexicon))) == WORDS
    assert pickle.loads(pickle.dumps(lexicon.prefix("CAR"))).to_list() == WORDS[:3]
    monkeypatch.setattr(index, "MOST_PICKLED", 100)
    with pytest.raises(LexkitError, match="at most 100 bytes"):
        pickle.dumps(lexicon)
    lexicon.close()
    with pytest.raises(ClosedLexiconError):
        lexicon.to_bytes()
