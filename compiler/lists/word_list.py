"""Read a word list into tiles: the compiler's first stage.

A list has one word a line, as the first field; this module ignores anything after the first space. The text is in
UTF-8. A byte order mark at the start is dropped. Only LF and CRLF end a line: a lone CR, U+0085 or U+2028 in a
word is an error. The text is normalized to Unicode NFC and then read by the alphabet's spellings.

The text is read and encoded in blocks of whole lines, so that the tiles, not the text, determine the memory, and a
line that never ends is an error after 64 KiB. A kernel reads blocks without anything unusual
(:mod:`.read_lines_fast`); this module reads all others with numpy, in the exact way, and raises all errors.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.checks import require_whole
from lexkit.base.errors import AlphabetError, LexkitError, WordListError, show_value
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.bounded_input import BLOCK, MAX_LINE, MAX_LIST, Meter, read_blocks, size_before_reading, to_nfc
from lexkit.formats.constants import MAGIC, MAX_LENGTH, MAX_LETTERS, MAX_TILES
from lexkit.formats.folding import AUTO, CaseFolder, Folder, fold_case, split_letters
from lexkit.formats.foreign.signatures import refuse_no_text
from lexkit.formats.tile import Tile

from .read_lines_fast import BlockWords, UsualLines
from .sorted_words import TileWords

#: Name of the default alphabet.
DEFAULT_ALPHABET: Final = "english"
#: Names of lists that are tables.
TABLE: Final = re.compile(r"\.([ct]sv)(\.gz|\.zst)?$", re.I)
#: Number of wrong lines that an error names.
SHOWN: Final = 10
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

#: The first field of each line.
_FIRST_FIELDS: Final = re.compile(r"^[ \t]*([^ \t\n]*)", re.M)
#: A spelling of several code points is replaced by a private code point for its tile before the table look-up.
_PRIVATE: Final = 0xF0000
#: In an encoded block, a tile is this plus its number; this alone is a character that is not a letter.
_TILE: Final = 0x80


@dataclass
class WordList:
    """The words of a list, in the order of the file, and what was left out."""

    words: TileWords
    alphabet: Alphabet
    lines: int = 0
    too_short: int = 0
    too_long: int = 0
    invalid: int = 0
    #: The first lines that are not words, as (line, column, what was found).
    shown: list[tuple[int, int, str]] = field(default_factory=list)
    #: Example of how folding would read a letter of those lines, such as ``É as E``, or "".
    foldable: str = ""
    #: Number of lines with text behind their word, which was ignored.
    behind: int = 0
    #: The first of these lines, as (line, text).
    shown_behind: list[tuple[int, str]] = field(default_factory=list)


def check_lengths(min_length: int, max_length: int) -> None:
    """Raise LexkitError unless these are valid limits for the lengths of words."""
    low, high = (require_whole(length, "length", 1, MAX_LENGTH, LexkitError) for length in (min_length, max_length))
    if low > high:
        raise LexkitError("invalid lengths", expected="min_length <= max_length", found=f"{low} and {high}")


def read_words(
    source: str | PathLike[str] | Iterable[str],
    alphabet: Alphabet | str,
    *,
    min_length: int = 1,
    max_length: int = MAX_LENGTH,
    skip_invalid: bool = False,
    fold: bool = False,
    witness: Callable[[bytes, int, NDArray[np.int64]], None] | None = None,
    name: str | None = None,
    line_of: Callable[[int], int] | None = None,
    most_shown: int = SHOWN,
) -> WordList:
    """Read a word list. About 1 us a word for one-letter labels.

    Args:
        source: A path (``.txt``, ``.txt.gz``, ``.txt.zst``), ``-`` for standard input, or words.
        alphabet: An alphabet, or ``"auto"`` for the letters of the list, ordered by code point, without regard to
            case (:func:`lexkit.formats.folding.fold_case`).
        min_length: Shorter words are left out and counted.
        max_length: Longer words are left out and counted.
        skip_invalid: Leave out lines that are not words, instead of raising an error.
        fold: Read letters that the alphabet lacks as the letters that they stand for
            (:mod:`lexkit.formats.folding`).
        witness: Called with each block of whole lines, the number of its first line, and the numbers of the lines
            whose words are taken.
        name: Name of the list in errors.
        line_of: Maps the number of a word to its line in the file, if words do not have a line each.
        most_shown: Number of invalid lines that the result names.

    Raises:
        WordListError: The list cannot be read, or has lines that are not words; the error counts these and names
            the first ten.
        AlphabetError: The list has too many letters for an alphabet.
    """
    name = name or (fspath(source) if isinstance(source, str | PathLike) else "<words>")
    meter = Meter(name, "the list", WordListError, MAX_LIST)
    if isinstance(source, str | PathLike):
        meter.foresee(size_before_reading(source))
    blocks = join_lines(_read_text(source), meter)
    if isinstance(alphabet, str):
        if fold:
            raise AlphabetError("letters cannot be folded", path=name, expected="a named alphabet", found="auto")
        kept = list(blocks)
        alphabet = _collect_alphabet((block for _, block in kept), name)
        blocks = iter(kept)
    result = WordList(TileWords.of(()), alphabet)
    encoder = _Encoder(alphabet, Folder(alphabet) if fold else CaseFolder.of(alphabet))
    usual = UsualLines(alphabet, min_length, max_length, MAX_LINE, witness is not None)
    tiles, lengths = _GrowingBytes(), _GrowingBytes()
    for line, block in blocks:
        found = usual.read(block)
        if found is None:
            found = _read_exactly(block, line, name, encoder, result, min_length, max_length, line_of, most_shown)
        result.lines = line + found.lines - 1
        result.too_short += found.too_short
        result.too_long += found.too_long
        if b" " in block or b"\t" in block:
            _note_text_behind(block, line, result)
        if witness is not None:
            witness(block, line, found.numbers + line)
        tiles.append(found.tiles)
        lengths.append(found.lengths)
        # A small packed list can unpack without end, so stop at the limit of a lexicon.
        if tiles.size > MAX_TILES:
            expected = f"at most {MAX_TILES:,} letters"
            raise WordListError("the list is too long", path=name, place=f"line {result.lines}", expected=expected)
    if result.invalid and not skip_invalid:
        raise invalid_lines_error(result, name)
    result.words = TileWords.joined(tiles.array(), lengths.array())
    return result


def _note_text_behind(block: bytes, line: int, result: WordList) -> None:
    """Count the lines of a block that have text behind their word, and keep the first ones to show."""
    numbers = [number for number, text in enumerate(block.split(b"\n"), line) if len(text.split(None, 1)) > 1]
    result.behind += len(numbers)
    for number in numbers[: SHOWN - len(result.shown_behind)]:
        text = block.split(b"\n", number - line + 1)[number - line][:240].decode("utf-8", "replace")
        result.shown_behind.append((number, text.strip()[:60]))


class _GrowingBytes:
    """An array that grows in place.

    Pieces to be joined at the end would leave gaps in memory that nothing else fits. Linux moves a large array
    without copying it; for other systems it grows by at least an eighth, so that they copy it seldom.
    """

    def __init__(self) -> None:
        self.size = 0
        self._room = np.zeros(0, np.uint8)

    def append(self, more: NDArray[np.uint8]) -> None:
        end = self.size + len(more)
        if end > len(self._room):
            self._room.resize(end + (end >> 3), refcheck=False)
        self._room[self.size : end] = more
        self.size = end

    def array(self) -> NDArray[np.uint8]:
        """Return the whole array. Nothing may be appended afterwards."""
        self._room.resize(self.size, refcheck=False)
        return self._room


def _read_exactly(
    block: bytes,
    line: int,
    name: str,
    encoder: _Encoder,
    result: WordList,
    min_length: int,
    max_length: int,
    line_of: Callable[[int], int] | None,
    most_shown: int,
) -> BlockWords:
    """Read a block with any content; ``result`` counts and shows the lines that are not words."""
    encoded, numbers = encoder.encode(block, line, name)
    sizes = encoded.lengths
    wrong = encoder.find_wrong_words(encoded)
    bad = sizes > MAX_LENGTH
    bad[wrong] = True
    if bad.any():
        result.invalid += int(bad.sum())
        rows = block.split(b"\n")
        for index in np.flatnonzero(bad)[: most_shown - len(result.shown)].tolist():
            number = int(numbers[index])
            column, found = encoder.explain(rows[number - line])
            result.shown.append((number if line_of is None else line_of(number), column, found))
        result.foldable = result.foldable or encoder.foldable
    short = (sizes < min_length) & ~bad
    long = (sizes > max_length) & ~bad
    left_out = bad | short | long
    if left_out.any():
        encoded, numbers = encoded.take(~left_out), numbers[~left_out]
    lengths = encoded.lengths.astype(np.uint8)
    lines = block.count(b"\n")
    return BlockWords(encoded.tiles, lengths, numbers - line, lines, int(short.sum()), int(long.sum()))


def invalid_lines_error(result: WordList, name: str) -> WordListError:
    """Return the error for lines that are not words."""
    many = result.invalid > 1
    places = "; ".join(f"line {line}, column {column}: {found}" for line, column, found in result.shown)
    rest = f"; and {result.invalid - len(result.shown)} more" if result.invalid > len(result.shown) else ""
    return WordListError(
        f"{result.invalid:,} {'lines are not words' if many else 'line is not a word'} of "
        f"1 to {MAX_LENGTH} letters of the {result.alphabet.name} alphabet",
        path=name,
        found=places + rest,
        remedy=(f"read {result.foldable} and so on with fold=True, " if result.foldable else "")
        + "correct them, leave them out with skip_invalid=True, or choose another: alphabet=NAME",
    )


def _read_text(source: str | PathLike[str] | Iterable[str]) -> Iterator[bytes]:
    if isinstance(source, str | PathLike):
        yield from read_blocks(source)
        return
    if isinstance(source, bytes | bytearray | memoryview) or not isinstance(source, Iterable):
        expected = "a path that is a str or a path object, or words, each a str"
        raise WordListError("not a word list", expected=expected, found=show_value(source))
    block = bytearray()
    for number, word in enumerate(source, 1):
        if not isinstance(word, str):
            raise WordListError("not a word", place=f"word {number}", expected="a str", found=show_value(word))
        if "\n" in word:
            raise WordListError("a word holds a line end", found=repr(word))
        block += word.encode("utf-8", "surrogatepass") + b"\n"
        if len(block) >= BLOCK:
            yield bytes(block)
            block.clear()
    yield bytes(block)


def join_lines(blocks: Iterator[bytes], meter: Meter) -> Iterator[tuple[int, bytes]]:
    """Regroup blocks into (number of the first line, whole lines with their ends).

    Raises an error of the meter's class for a line that does not end, and at the limits of the meter.
    """
    line, whole, rest = 1, b"", b""
    for block in blocks:
        if line == 1 and not whole and not rest:
            block = block.removeprefix(BYTE_ORDER_MARK)
        line += whole.count(b"\n")  # lines of the block before
        joined = rest + block if rest else block
        cut = joined.rfind(b"\n") + 1
        whole, rest = joined[:cut], joined[cut:]
        if len(rest) > MAX_LINE:
            if line == 1 and not whole and b"\r" in rest[:MAX_LINE] and b"\0" not in rest[:2]:
                raise _returns_error(meter.name, meter.error)
            number = line + whole.count(b"\n")
            raise meter.error(
                "the line does not end",
                path=meter.name,
                place=f"line {number}, column {MAX_LINE + 1}",
                expected=f"at most {MAX_LINE} bytes a line",
                remedy="a list has one word a line",
            )
        if whole:
            meter.count(len(whole), line, whole.isspace())
            yield line, whole
    if rest:
        line += whole.count(b"\n")
        meter.count(len(rest), line, rest.isspace())
        yield line, rest + b"\n"


def decode(block: bytes, line: int, name: str, kind: type[LexkitError] = WordListError) -> str:
    """Decode lines from UTF-8 to text in Unicode NFC.

    ``line``: number of the first line. Raises ``kind``, with line and column, if they are not UTF-8.
    """
    try:
        text = block.decode("utf-8")
    except UnicodeDecodeError as error:
        start = block.rfind(b"\n", 0, error.start) + 1
        column = len(block[start : error.start].decode("utf-8", "replace")) + 1
        if block.startswith(MAGIC):
            raise kind("a lexicon, not a list", path=name, remedy="read it with lexc list") from None
        if line == 1:
            refuse_no_text(block, name, kind, "a list")
        if line == 1 and block.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise _utf_16_error(name, kind) from None
        line += block.count(b"\n", 0, error.start)
        raise kind(
            "not UTF-8",
            path=name,
            place=f"line {line}, column {column}",
            found=f"byte 0x{block[error.start]:02x}",
            remedy="convert the file, perhaps by: iconv -f LATIN1 -t UTF-8",
        ) from None
    if line == 1:
        if block[:4:2] == b"\0\0" or block[1:4:2] == b"\0\0":
            raise _utf_16_error(name, kind)
        if kind is WordListError and text.count("\n") == 1 and "\r" in text.rstrip():
            raise _returns_error(name, kind)
    return to_nfc(text, kind, path=name, line=line)


def _utf_16_error(name: str, kind: type[LexkitError]) -> LexkitError:
    remedy = "convert the file: iconv -f UTF-16 -t UTF-8"
    return kind("not UTF-8", path=name, expected="a text in UTF-8", found="a text in UTF-16", remedy=remedy)


def _returns_error(name: str, kind: type[LexkitError]) -> LexkitError:
    remedy = r"convert the file: tr '\r' '\n'"
    return kind("lines end with CR alone", path=name, expected="LF or CR LF", found="one line", remedy=remedy)


class _Classes(dict[int, int]):
    """Table for ``str.translate`` from the code points of lists to the encoded letters of one alphabet."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.update({_PRIVATE + number: _TILE + number for number in range(MAX_LETTERS + 1)})
        self.update({ord(text): _TILE + number for text, number in alphabet.spellings.items() if len(text) == 1})
        self.update({ord("\n"): ord("\n"), ord(" "): ord(" "), ord("\t"): ord(" ")})

    def __missing__(self, code_point: int) -> int:
        return _TILE


class _Encoder:
    """Encodes blocks of lines as tiles of one alphabet."""

    def __init__(self, alphabet: Alphabet, folder: Folder | None = None) -> None:
        self.alphabet = alphabet
        self.folder = folder
        self.foldable = ""
        self.classes = _Classes(alphabet)

    def encode(self, block: bytes, line: int, name: str) -> tuple[TileWords, NDArray[np.int64]]:
        """Encode the first field of each line as (words, their line numbers), with tile 0 for non-letters."""
        text = decode(block, line, name).replace("\r\n", " \n")
        if self.folder is not None:
            text = self.folder.fold_first_fields(text)
        if self.alphabet.multiple is not None:
            pattern, numbers, _ = self.alphabet.multiple
            text = pattern.sub(lambda match: chr(_PRIVATE + numbers[match[0]]), _replace_private(text))
        rows = text.translate(self.classes).encode("latin-1").split(b"\n")
        _check_lines(rows, line, name)
        fields = {number: row.split(None, 1)[0] for number, row in enumerate(rows, line) if row and not row.isspace()}
        tiles = np.frombuffer(b"".join(fields.values()), np.uint8) - np.uint8(_TILE)
        return TileWords.joined(tiles, np.array([*map(len, fields.values())], np.int64)), np.array([*fields], np.int64)

    def find_wrong_words(self, words: TileWords) -> NDArray[np.intp]:
        """Find the indices of the words with anything but letters."""
        wrong = np.flatnonzero(words.tiles == 0)
        return np.unique(np.searchsorted(words.offsets, wrong, side="right") - 1)

    def explain(self, row: bytes) -> tuple[int, str]:
        """Explain what is wrong with the word of a line, as (column, description)."""
        text = to_nfc(row.decode("utf-8", "replace"))
        text = text.removesuffix("\r")
        word = text.lstrip(" \t").replace("\t", " ").split(" ", 1)[0]
        column = len(text) - len(text.lstrip(" \t")) + 1
        folded, places = (word, range(len(word))) if self.folder is None else self.folder.fold_places(word)
        try:
            return column, f"a word of {len(self.alphabet.encode(folded))} letters"
        except AlphabetError as error:
            at = places[error.at]
            return column + at, self._describe(word[at])

    def _describe(self, letter: str) -> str:
        """Return the repr of a character that is not a letter, for an error message.

        Remembers in ``foldable`` the first such character that ``fold`` would replace, for the error's remedy.
        """
        if not self.foldable and self.folder is None and not letter.isascii():
            plain = Folder(self.alphabet).letter(letter)
            self.foldable = f"{letter} as {plain}" if plain else ""
        return repr(letter)


def _replace_private(text: str) -> str:
    """Replace code points that could be mistaken for replaced spellings."""
    if text.isascii() or max(text) < chr(_PRIVATE):
        return text
    return "".join("\ufffd" if ord(c) >= _PRIVATE else c for c in text)


def _check_lines(rows: list[bytes], line: int, name: str) -> None:
    """Raise WordListError if one of these lines, numbered from ``line``, is too long."""
    longest = max(rows, key=len)
    if len(longest) >= MAX_LINE:
        raise WordListError(
            "a line is too long",
            path=name,
            place=f"line {line + rows.index(longest)}",
            expected=f"at most {MAX_LINE} characters a line",
            found=len(longest) + 1,
        )


def _collect_alphabet(blocks: Iterable[bytes], name: str) -> Alphabet:
    """Make an alphabet of the letters in the first fields of these lines."""
    seen = np.zeros(sys.maxunicode + 1, np.bool_)
    line = 1
    for block in blocks:
        text = decode(block, line, name)
        line += block.count(b"\n")
        if " " in text or "\t" in text:
            text = "".join(_FIRST_FIELDS.findall(text))
        seen[np.frombuffer(text.encode("utf-32-le"), np.uint32)] = True
    letters = [chr(code) for code in np.flatnonzero(seen).tolist()]
    variants: dict[str, set[str]] = {}
    for letter in letters:
        if unicodedata.category(letter)[0] in "LMN":
            for one in split_letters(fold_case(letter)):
                variants.setdefault(one, set()).update([letter] if fold_case(letter) == one else [])
    if len(variants) > MAX_LETTERS:
        raise AlphabetError(
            "too many different letters for one alphabet",
            path=name,
            expected=f"at most {MAX_LETTERS}",
            found=len(variants),
            remedy="name the alphabet: alphabet=NAME",
        )
    tiles = sorted([_make_tile(folded, seen_as) for folded, seen_as in variants.items()], key=lambda tile: tile.label)
    return Alphabet(AUTO, tiles, title="from the word list")


def _make_tile(folded: str, seen_as: set[str]) -> Tile:
    """Make the tile of a letter, given in folded case, that the list writes in these forms."""
    cases = [folded, *map(to_nfc, (folded.upper(), folded.lower(), folded.title()))]
    forms = [form for form in dict.fromkeys(cases) if fold_case(form) == folded]
    upper, lower = cases[1:3]
    label = upper if upper in forms and len(upper) == 1 else folded
    small = lower if lower in forms else label
    aliases = sorted({*forms, *seen_as} - {label, small})
    return Tile(label, small, aliases=tuple(aliases))
