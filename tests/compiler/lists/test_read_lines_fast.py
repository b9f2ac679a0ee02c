"""The kernel that reads usual lines: the words of a plain reading of the text, or a surprise, never other words."""

import unicodedata
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lexkit.compiler.kernels import word_list_lines
from lexkit.compiler.lists import word_list
from lexkit.compiler.lists.read_lines_fast import BlockWords, UsualLines
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.compiler.lists.word_list import read_words
from lexkit.errors import AlphabetError, WordListError
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.formats.bounded_input import MAX_LINE
from lexkit.formats.constants import MAX_LENGTH
from lexkit.lexicons import alphabet
from tests.tile_graphs import tile_lists

#: Letters that NFC joins to others, changes, or does not know; letters that are blanks or two of another's.
STRANGE = Alphabet("strange", [Tile(label, label) for label in ("A", "\u0301", "Ä", "AB", "\u03a9", "日", "ß")])
ALPHABETS = [*map(alphabet, ("english", "polish", "catalan", "german")), STRANGE]
#: Parts of lines: letters, what ends or separates words, what looks like either, and broken UTF-8.
PARTS = [
    *(text.encode() for text in ("a", "A", "Z", "ab", "ą", "Ż", "ä", "ß", "é", "e\u0301", "\u0301", "·", "l·l", "ny")),
    *(
        text.encode()
        for text in ("日", "\u212b", "\u2126", "\u0374", "\U0001f600", "\ufeff", "\u0085", "\u2028", "[A]")
    ),
    *(b"\n", b"\n", b"\r\n", b"\r", b" ", b"\t", b" what it means", " é".encode(), b"#", b"1", b"\0", b"\x80"),
    *(b"\xff", b"\xc0\x80", b"\xc3", b"\xe2\x80", b"a" * 63, b"b" * 64, b"a" * 70_000, b"x" * 65_535, b" " * 65_535),
]


def read(block: bytes, letters: Alphabet, low: int = 1, high: int = MAX_LENGTH) -> BlockWords | None:
    return UsualLines(letters, low, high, MAX_LINE, numbered=True).read(block)


def plain_words(block: bytes, letters: Alphabet) -> list[tuple[int, bytes]] | None:
    """(line, tiles) of each word; None if anything is wrong with the text."""
    found = []
    try:
        text = unicodedata.normalize("NFC", block.decode())
        for number, line in enumerate(text.removesuffix("\n").split("\n")):
            word = line.removesuffix("\r").lstrip(" \t").replace("\t", " ").split(" ")[0]
            if len(line) >= MAX_LINE:
                return None
            if word:
                found.append((number, letters.encode(word)))
    except (UnicodeDecodeError, AlphabetError):
        return None
    return None if any(len(word) > MAX_LENGTH for _, word in found) else found


blocks = st.lists(st.sampled_from(PARTS), max_size=12).map(lambda parts: b"".join(parts) + b"\n")


@given(blocks, st.sampled_from(ALPHABETS), st.integers(1, 4), st.integers(4, 63))
@example(b"a\r\n", ALPHABETS[0], 1, 63)
@example(b"ab c\r\n \n\ra\n", ALPHABETS[0], 1, 63)
@example("aą\u0301\n".encode(), ALPHABETS[1], 1, 63)
@example("A\u0301\n".encode(), STRANGE, 1, 63)
def test_words_are_those_of_a_plain_reading_or_none(block: bytes, letters: Alphabet, low: int, high: int) -> None:
    found = read(block, letters, low, high)
    expected = plain_words(block, letters)
    if expected is None:
        assert found is None
    elif found is not None:
        taken = [(number, word) for number, word in expected if low <= len(word) <= high]
        words = TileWords.joined(found.tiles, found.lengths)
        assert list(zip(found.numbers.tolist(), words, strict=True)) == taken
        assert found.lines == block.count(b"\n")
        sizes = [len(word) for _, word in expected]
        assert found.too_short == sum(size < low for size in sizes)
        assert found.too_long == sum(size > high for size in sizes)


@given(st.data(), st.sampled_from([*map(alphabet, ("english", "polish", "german"))]))
def test_usual_lines_are_no_surprise(data: st.DataObject, letters: Alphabet) -> None:
    spellings = [text for text in letters.spellings if len(text) == 1]
    word = st.lists(st.sampled_from(spellings), min_size=1, max_size=MAX_LENGTH).map("".join)
    ends = st.sampled_from(["\n", "\r\n", " \n", "\tnoun 1\n", " é ü 日\n", "\n\n", " a\rb\n"])
    rows = data.draw(st.lists(st.tuples(st.sampled_from(["", " ", "\t "]), word, ends), min_size=1, max_size=9))
    found = read("".join(map("".join, rows)).encode(), letters)
    assert found is not None
    assert list(TileWords.joined(found.tiles, found.lengths)) == [letters.encode(text) for _, text, _ in rows]


@given(blocks, st.sampled_from(ALPHABETS), st.booleans(), st.booleans())
@example(b"a\xff\n", ALPHABETS[0], False, False)
@example(b"ok \xff\n", ALPHABETS[0], False, True)
@example("été\nas\n".encode(), ALPHABETS[0], True, False)
def test_lists_and_errors_do_not_depend_on_the_way(block: bytes, letters: Alphabet, fold: bool, skip: bool) -> None:
    told: list[object] = []
    for fast in (UsualLines.read, lambda usual, block: None):
        seen: list[tuple[int, list[int]]] = []
        with (
            mock.patch.object(UsualLines, "read", fast),
            mock.patch.object(word_list, "_read_text", return_value=iter([block])),
        ):
            try:
                listed = read_words(
                    ["replaced by the block"],
                    letters,
                    fold=fold,
                    skip_invalid=skip,
                    witness=lambda _, line, numbers, seen=seen: seen.append((line, numbers.tolist())),
                )
            except WordListError as error:
                told.append(str(error))
            else:
                counts = listed.lines, listed.too_short, listed.too_long, listed.invalid, listed.shown
                told.append((list(listed.words), counts, seen))
    assert told[0] == told[1]


def test_a_list_with_one_strange_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel reads the blocks before and behind it; lines keep their numbers."""
    monkeypatch.setattr("lexkit.formats.bounded_input.BLOCK", 64)
    monkeypatch.setattr("lexkit.formats.bounded_input.BLOCK", 37)
    rows = ["WORD"] * 40 + ["E\u0301T\u00c9"] + ["WORDS"] * 40
    (tmp_path / "list.txt").write_text("\n".join(rows))
    listed = read_words(tmp_path / "list.txt", alphabet("english"), skip_invalid=True)
    assert (len(listed.words), listed.lines, listed.invalid) == (80, 81, 1)
    assert listed.shown == [(41, 1, "'\u00c9'")]


@pytest.mark.parametrize(
    ("block", "sizes"),
    [
        (b"", (0x800, 64, 64, 0)),
        (b"A", (0x800, 64, 64, 0)),
        (b"A\n", (1, 64, 64, 0)),
        (b"A\n", (0x800, 1, 64, 0)),
        (b"A\n", (0x800, 64, 0, 0)),
        (b"AS\nA\n", (0x800, 64, 64, 1)),
    ],
)
def test_wrong_calls_are_refused(block: bytes, sizes: tuple[int, ...]) -> None:
    arrays = [np.zeros(size, kind) for size, kind in zip(sizes, (np.uint8, np.uint8, np.uint8, np.int64), strict=True)]
    with pytest.raises(ValueError, match=r"whole lines|room"):
        word_list_lines.read_lines(memoryview(block), *(array.data for array in arrays), 1, 63, 63, 99)


@given(tile_lists(), st.sampled_from(["english", "polish", "russian", "greek", "catalan"]))
def test_text_is_the_words_one_a_line(case: tuple[int, TileWords], name: str) -> None:
    letters = alphabet(name)
    words = TileWords.of([bytes(min(tile, len(letters)) for tile in word) for word in case[1]])
    expected = "".join(letters.decode(word) + "\n" for word in words).encode()
    assert b"".join(words.text(letters)) == expected
