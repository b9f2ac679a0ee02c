"""Stage 1 of the compiler: the text of a word list as tiles.

One word a line: its first field; what follows a blank is left to others. UTF-8; a byte order mark at the very
start is dropped, LF and CRLF end a line, and nothing else does (a lone CR, U+0085 or U+2028 is an error where
it stands in a word). Text is brought to Unicode NFC and then read by the alphabet's own spellings.

The text is read and encoded in blocks of whole lines with numpy, so that memory is bounded by the tiles, not
by the text, and a line that never ends is an error after 64 KiB.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from os import PathLike, fspath
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...errors import AlphabetError, WordListError
from ...formats.alphabet import Alphabet, Tile
from ...formats.layout import MAGIC, MAX_LENGTH, MAX_LETTERS, MAX_TILES, MAX_UNPACKED
from ...formats.streams import read_blocks
from .sorted_words import TileWords

__all__ = ["WordList", "read_words"]

MAX_LINE: Final = 1 << 16
#: How many offending lines an error names.
SHOWN: Final = 10
#: Text is encoded once this much of it is there.
_BLOCK: Final = 4 << 20

_INVALID, _NEWLINE, _BLANK, _RETURN = 0, 128, 129, 130
#: Spellings of several code points are replaced by one private code point a tile before the table look-up.
_PRIVATE: Final = 0xF0000


@dataclass
class WordList:
    """What was read: the words in the order of the file, and what was left out and why."""

    words: TileWords
    alphabet: Alphabet
    lines: int = 0
    too_short: int = 0
    too_long: int = 0
    invalid: int = 0
    #: The first lines that held something else than a word: (line, column, what was found).
    shown: list[tuple[int, int, str]] = field(default_factory=list)


def read_words(
    source: str | PathLike[str] | Iterable[str],
    alphabet: Alphabet | str,
    *,
    min_length: int = 1,
    max_length: int = MAX_LENGTH,
    skip_invalid: bool = False,
    witness: Callable[[bytes, int, NDArray[np.int64]], None] | None = None,
) -> WordList:
    """Read a word list: a path (``.txt``, ``.txt.gz``, ``.txt.zst``), ``-`` for standard input, or words.

    ``alphabet`` is one, or ``"auto"``: the letters that occur in the list, in the order of their code points,
    a lower-case letter counting as its capital. Words shorter or longer than asked are left out and counted.
    WordListError names the first ten lines that hold no word of the alphabet, and their number, unless
    ``skip_invalid`` leaves them out. ``witness`` is shown each block of whole lines, the number of its first line, and
    the numbers of the lines whose words are taken. About 1 us a word for one-letter labels.
    """
    name = fspath(source) if isinstance(source, str | PathLike) else "<words>"
    blocks = _whole_lines(_text_blocks(source), name)
    if isinstance(alphabet, str):
        kept = list(_held(blocks, name))
        alphabet = _letters_of((block for _, block in kept), name)
        blocks = iter(kept)
    result = WordList(TileWords.of(()), alphabet)
    encoder = _Encoder(alphabet)
    tiles: list[NDArray[np.uint8]] = []
    lengths: list[NDArray[np.int64]] = []
    unspellable = letters = 0
    for line, block in blocks:
        encoded, numbers = encoder.encode(block, line, name)
        result.lines = line + block.count(b"\n") - 1
        sizes = encoded.lengths
        wrong = encoder.wrong_words(encoded)
        huge = sizes > MAX_LENGTH
        huge[wrong] = False
        if len(wrong) or huge.any():
            bad = huge.copy()
            bad[wrong] = True
            result.invalid += int(bad.sum())
            unspellable += len(wrong)
            for index in np.flatnonzero(bad)[: SHOWN - len(result.shown)].tolist():
                number = int(numbers[index])
                result.shown.append((number, *encoder.explain(block, number - line)))
            encoded = encoded.take(~bad)
            sizes = encoded.lengths
            numbers = numbers[~bad]
        short = sizes < min_length
        long = sizes > max_length
        if short.any() or long.any():
            result.too_short += int(short.sum())
            result.too_long += int(long.sum())
            encoded = encoded.take(~(short | long))
            numbers = numbers[~(short | long)]
        if witness is not None:
            witness(block, line, numbers)
        tiles.append(encoded.tiles)
        lengths.append(encoded.lengths)
        letters += len(encoded.tiles)
        # Small packed lists can unpack without end: what a lexicon cannot hold is not held in memory either.
        if letters > MAX_TILES:
            expected = f"at most {MAX_TILES:,} letters"
            raise WordListError("too long a list", path=name, place=f"line {result.lines}", expected=expected)
    if result.invalid and not skip_invalid:
        raise _refusal(result, name)
    if tiles:
        result.words = TileWords.joined(np.concatenate(tiles), np.concatenate(lengths))
    return result


def _held(blocks: Iterator[tuple[int, bytes]], name: str) -> Iterator[tuple[int, bytes]]:
    """The blocks, for who holds them all: WordListError where they are more than anybody should."""
    size = 0
    for line, block in blocks:
        size += len(block)
        if size > MAX_UNPACKED:
            expected = f"at most {MAX_UNPACKED:,} bytes where the alphabet is to be found in it"
            raise WordListError("too long a list", path=name, place=f"line {line}", expected=expected)
        yield line, block


def _refusal(result: WordList, name: str) -> WordListError:
    many = result.invalid > 1
    places = "; ".join(f"line {line}, column {column}: {found}" for line, column, found in result.shown)
    rest = f"; and {result.invalid - len(result.shown)} more" if result.invalid > len(result.shown) else ""
    return WordListError(
        f"{result.invalid:,} {'lines hold' if many else 'line holds'} no word of the "
        f"{result.alphabet.name} alphabet of at most {MAX_LENGTH} letters",
        path=name,
        found=places + rest,
        remedy="correct them, leave them out with --skip-invalid, or choose another --alphabet",
    )


def _text_blocks(source: str | PathLike[str] | Iterable[str]) -> Iterator[bytes]:
    if isinstance(source, str | PathLike):
        yield from read_blocks(source)
        return
    for word in source:
        if "\n" in word:
            raise WordListError("a word holds a line end", found=repr(word))
        yield word.encode("utf-8", "surrogatepass") + b"\n"


def _whole_lines(blocks: Iterator[bytes], name: str) -> Iterator[tuple[int, bytes]]:
    """(number of the first line, block of whole lines), each block ending with a newline."""
    line = 1
    pending: list[bytes] = []
    size = 0
    tail = 0  # bytes since the last newline
    first = True
    for block in blocks:
        if first and block:
            block = block.removeprefix(b"\xef\xbb\xbf")
            first = False
        pending.append(block)
        size += len(block)
        last = block.rfind(b"\n")
        tail = len(block) - last - 1 if last >= 0 else tail + len(block)
        if tail > MAX_LINE:
            number = line + sum(part.count(b"\n") for part in pending)
            raise WordListError(
                "a line does not end",
                path=name,
                place=f"line {number}, column {MAX_LINE + 1}",
                expected=f"at most {MAX_LINE} bytes a line",
                remedy="a word list has one word a line",
            )
        if size >= _BLOCK and tail < size:
            joined = b"".join(pending)
            cut = len(joined) - tail
            yield line, joined[:cut]
            line += joined.count(b"\n")
            pending, size = [joined[cut:]], tail
    rest = b"".join(pending)
    if rest:
        yield line, rest if rest.endswith(b"\n") else rest + b"\n"


def _decode(block: bytes, line: int, name: str) -> str:
    try:
        text = block.decode("utf-8")
    except UnicodeDecodeError as error:
        start = block.rfind(b"\n", 0, error.start) + 1
        column = len(block[start : error.start].decode("utf-8", "replace")) + 1
        if block.startswith(MAGIC):
            raise WordListError("a lexicon, no word list", path=name, remedy="read it with lexc list") from None
        encoding = "UTF-16" if block.startswith((b"\xff\xfe", b"\xfe\xff")) else "LATIN1"
        line += block.count(b"\n", 0, error.start)
        raise WordListError(
            "not UTF-8",
            path=name,
            place=f"line {line}, column {column}",
            found=f"byte 0x{block[error.start]:02x}",
            remedy=f"convert the list, perhaps by: iconv -f {encoding} -t UTF-8",
        ) from None
    return text if text.isascii() else unicodedata.normalize("NFC", text)


@lru_cache(maxsize=4)
def _table(alphabet: Alphabet) -> NDArray[np.uint8]:
    """Code point -> tile number, or what else it is."""
    table = np.zeros(0x110000, np.uint8)
    for text, number in alphabet.spellings.items():
        if len(text) == 1:
            table[ord(text)] = number
    table[_PRIVATE : _PRIVATE + MAX_LETTERS + 1] = np.arange(MAX_LETTERS + 1)
    table[[ord("\n"), ord(" "), ord("\t"), ord("\r")]] = (_NEWLINE, _BLANK, _BLANK, _RETURN)
    return table


class _Encoder:
    """Blocks of lines -> tiles, for one alphabet."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        self.table = _table(alphabet)
        self.multiple = alphabet.multiple

    def _classes(self, block: bytes, line: int, name: str) -> NDArray[np.uint8]:
        """One class a code point of the block: a tile number, or newline, blank, return, invalid."""
        if block.isascii() and self.alphabet.simple and b"[" not in block:
            return self.table[:128][np.frombuffer(block, np.uint8)]
        text = _decode(block, line, name)
        if self.multiple is not None:
            pattern, numbers = self.multiple
            text = pattern.sub(lambda match: chr(_PRIVATE + numbers[match[0]]), _no_private(text))
        classes: NDArray[np.uint8] = self.table[np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")]
        return classes

    def encode(self, block: bytes, line: int, name: str) -> tuple[TileWords, NDArray[np.int64]]:
        """The first field of each line that has one, as tiles (0 where it is no letter), and its line."""
        classes = self._classes(block, line, name)
        newlines = np.flatnonzero(classes == _NEWLINE)
        _check_lines(newlines, line, name)
        returns = np.flatnonzero(classes == _RETURN)
        if len(returns):
            ending = classes[returns + 1] == _NEWLINE
            classes[returns[ending]] = _BLANK
            classes[returns[~ending]] = _INVALID
        inside = (classes & 128) == 0
        edges = np.flatnonzero(np.diff(inside, prepend=False, append=False))
        starts, ends = edges[::2], edges[1::2]
        numbers = np.searchsorted(newlines, starts)
        if len(starts) and (numbers[1:] == numbers[:-1]).any():
            first = np.ones(len(starts), bool)
            first[1:] = numbers[1:] != numbers[:-1]
            starts, ends, numbers = starts[first], ends[first], numbers[first]
            change = np.zeros(len(classes) + 1, np.int8)
            change[starts] = 1
            change[ends] -= 1
            inside = np.cumsum(change[:-1], dtype=np.int8).astype(bool)
        return TileWords.joined(classes[inside], ends - starts), numbers + line

    def wrong_words(self, words: TileWords) -> NDArray[np.intp]:
        """Indices of the words that hold something else than letters."""
        wrong = np.flatnonzero(words.tiles == _INVALID)
        return np.unique(np.searchsorted(words.offsets, wrong, side="right") - 1)

    def explain(self, block: bytes, line: int) -> tuple[int, str]:
        """Column and description of what is wrong with the word of the block's line (from 0)."""
        text = unicodedata.normalize("NFC", block.split(b"\n", line + 1)[line].decode("utf-8", "replace"))
        text = text.removesuffix("\r")
        word = text.lstrip(" \t").replace("\t", " ").split(" ", 1)[0]
        column = len(text) - len(text.lstrip(" \t")) + 1
        for end in range(len(word), 0, -1):
            try:
                self.alphabet.encode(word[:end])
            except AlphabetError:
                continue
            if end == len(word):
                return column, f"a word of {len(self.alphabet.encode(word))} letters"
            return column + end, repr(word[end])
        return column, repr(word[0])


def _no_private(text: str) -> str:
    """Text without code points that would pass for replaced spellings."""
    if text.isascii() or max(text) < chr(_PRIVATE):
        return text
    return "".join("\ufffd" if ord(c) >= _PRIVATE else c for c in text)


def _check_lines(newlines: NDArray[np.intp], line: int, name: str) -> None:
    sizes = np.diff(newlines, prepend=-1)
    if len(sizes) and int(sizes.max()) > MAX_LINE:
        raise WordListError(
            "a line is too long",
            path=name,
            place=f"line {line + int(sizes.argmax())}",
            expected=f"at most {MAX_LINE} characters a line",
            found=int(sizes.max()),
        )


def _letters_of(blocks: Iterable[bytes], name: str) -> Alphabet:
    """The alphabet of the letters that occur in the first fields of these lines."""
    letters: Counter[str] = Counter()
    line = 1
    for block in blocks:
        text = _decode(block, line, name)
        line += block.count(b"\n")
        for row in text.split("\n"):
            letters.update(row.lstrip(" \t").removesuffix("\r").replace("\t", " ").split(" ", 1)[0])
    capitals = {_capital(letter) for letter in letters if unicodedata.category(letter)[0] in "LMN"}
    if len(capitals) > MAX_LETTERS:
        raise AlphabetError(
            "too many different letters for one alphabet",
            path=name,
            expected=f"at most {MAX_LETTERS}",
            found=len(capitals),
            remedy="name the alphabet with --alphabet",
        )
    return Alphabet("auto", [Tile(label, _lower(label)) for label in sorted(capitals)], title="from the word list")


def _capital(letter: str) -> str:
    """The capital that this letter is the small form of, and of nothing else; else the letter."""
    upper = letter.upper()
    return upper if len(upper) == 1 and upper.lower() == letter else letter


def _lower(label: str) -> str:
    lower = label.lower()
    return lower if len(lower) == 1 and lower.upper() == label else label
