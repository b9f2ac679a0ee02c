"""Words that stand in another lexicon or in a file of words as well."""

import gzip
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.compiler.build import Options, build
from lexkit.errors import (
    CorruptFileError,
    LexiconNotFoundError,
    LexkitError,
    QuerySyntaxError,
    TimeLimitError,
    TruncatedFileError,
    WordListError,
)
from lexkit.formats.bounded_input import MAX_LINE
from lexkit.runtime.query.conditions.other_lists import InLexicon
from lexkit.runtime.query.conditions.registry import KINDS
from tests.making import make, word_lists

WORDS = ["AB", "ABLE", "CABLE", "ZEST"]


def found(lexicon: Lexicon, value: object) -> list[str]:
    return KINDS["in"].make(str(value), lexicon.core).words(lexicon.core).to_list()


def file(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def lexicon_file(folder: Path, name: str, words: list[str], alphabet: str = "english") -> Path:
    path = folder / name
    build(words, path, Options(alphabet=alphabet))
    return path


@pytest.mark.parametrize("name", ["words.txt", "words", "words.lst"])
def test_a_file_of_words(tmp_path: Path, name: str) -> None:
    content = "\ufeffzest 17 a word with more behind it\r\n\n  able\n123\nÀB\ncab\nABLE"
    assert found(make(WORDS), file(tmp_path, name, content.encode())) == ["ABLE", "ZEST"]


def test_compressed_files(tmp_path: Path) -> None:
    content = b"CABLE\nAB\n"
    assert found(make(WORDS), file(tmp_path, "w.txt.gz", gzip.compress(content))) == ["AB", "CABLE"]
    assert found(make(WORDS), file(tmp_path, "w.txt.zst", zstandard.compress(content))) == ["AB", "CABLE"]
    with pytest.raises(TruncatedFileError):
        found(make(WORDS), file(tmp_path, "cut.txt.gz", gzip.compress(content)[:-5]))
    with pytest.raises(CorruptFileError):
        found(make(WORDS), file(tmp_path, "wrong.txt.zst", b"CABLE\n"))


@given(word_lists("ABC"), word_lists("ABC"), st.sampled_from(["\n", "\r\n", " x\n"]))
def test_like_a_set(tmp_path_factory: pytest.TempPathFactory, one: list[str], other: list[str], end: str) -> None:
    folder = tmp_path_factory.mktemp("in")
    lexicon = make(one)
    expected = sorted(set(one) & set(other))
    assert found(lexicon, file(folder, "other.txt", "".join(word + end for word in other).encode())) == expected
    condition = InLexicon(make(other))
    assert condition.words(lexicon.core).to_list() == expected
    half = lexicon.words()[::2]
    assert condition.among(half).to_list() == [word for word in half.to_list() if word in set(other)]


def test_many_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that are cut by the end of a block are whole words all the same."""
    from lexkit.formats import bounded_input

    monkeypatch.setattr(bounded_input, "BLOCK", 3)
    assert found(make(WORDS), file(tmp_path, "w.txt", b"\xef\xbb\xbfAB x\nQABLE\nCABLE\n\nZEST")) == [
        "AB",
        "CABLE",
        "ZEST",
    ]


def test_another_lexicon(tmp_path: Path) -> None:
    path = lexicon_file(tmp_path, "other.gaddag", ["ABLE", "ZEST", "QI"])
    assert found(make(WORDS), path) == ["ABLE", "ZEST"]
    renamed = path.rename(tmp_path / "other.bin")
    assert found(make(WORDS), renamed) == ["ABLE", "ZEST"]


def test_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXKIT_HOME", str(tmp_path))
    lexicon_file(tmp_path, "club.gaddag", ["ABLE", "QI"])
    assert found(make(WORDS), "club") == ["ABLE"]
    assert found(make([*WORDS, "ZZXQ"]), "english") == WORDS


def test_words_of_another_alphabet_are_none(tmp_path: Path) -> None:
    path = lexicon_file(tmp_path, "spanish.gaddag", ["CHE", "AB", "LLAMA", "AÑO"], "spanish")
    assert found(make(["CHE", "AB", "LLAMA", "WE"]), path) == ["AB", "CHE", "LLAMA"]
    spanish = make(["CHE", "AÑO", "AB"], "spanish")
    assert found(spanish, lexicon_file(tmp_path, "e.gaddag", ["CHE", "WE"])) == ["CHE"]
    assert found(spanish, file(tmp_path, "e.txt", "WWW\naño\n".encode())) == ["AÑO"]


def test_the_same_lexicon_is_itself(tmp_path: Path) -> None:
    path = lexicon_file(tmp_path, "same.gaddag", WORDS)
    assert found(Lexicon.open(path), path) == WORDS


def test_what_cannot_be_read(tmp_path: Path) -> None:
    lexicon = make(WORDS)
    with pytest.raises(QuerySyntaxError):
        found(lexicon, "")
    for name in ("no such name", "\0", "x" * 5000, "no/such/file.gaddag", "-", tmp_path):
        with pytest.raises(LexkitError):
            found(lexicon, name)
    with pytest.raises(LexiconNotFoundError):
        found(lexicon, "nosuchname")
    with pytest.raises(WordListError, match=r"line 2.*0xff"):
        found(lexicon, file(tmp_path, "bytes.txt", b"AB\n\xff\xfe\n"))
    with pytest.raises(WordListError, match="too long"):
        found(lexicon, file(tmp_path, "endless.txt", b"A" * (MAX_LINE + 1)))
    with pytest.raises(LexkitError):
        found(lexicon, file(tmp_path, "short.gaddag", b"\x89LEX"))
    assert found(lexicon, file(tmp_path, "empty.txt", b"")) == []


def test_asked_of_another_lexicon_than_it_was_made_for(tmp_path: Path) -> None:
    condition = KINDS["in"].make(str(file(tmp_path, "w.txt", b"AB\nZEST\n")), make(WORDS).core)
    assert condition.words(make(["ZEST", "QI"]).core).to_list() == ["ZEST"]


def test_a_long_file_is_read_in_time_or_given_up(tmp_path: Path) -> None:
    """Found: no limit of time was kept while a file of words was read: some kB of gzip held a thread for ever."""
    path = file(tmp_path, "long.txt.gz", gzip.compress(b"AB\n" * 20_000_000, 1))
    with pytest.raises(TimeLimitError):
        make(WORDS).search(f'in:"{path}"', timeout=0.05)
