"""Compile other programs' files of words, and write a lexicon as such a file.

The formats are in :mod:`lexkit.formats.foreign`. Their readers prove a file and spell its words; here the words
become a lexicon like any other, and the GADDAG of the file, if it has one, is compared with the lexicon path by
path. A written file is read back and compared before it takes its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import AlphabetError, CorruptFileError, LexkitError, WordListError
from lexkit.base.time_limits import look
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.automaton_section import Graph
from lexkit.formats.columns_section import StoredColumn, pack_columns
from lexkit.formats.constants import MAX_LENGTH, MAX_LETTERS
from lexkit.formats.foreign.format_table import Format, FoundWords, Source, WordsToWrite
from lexkit.formats.foreign.sibling_lists import SiblingLists, lists_of_sets, refuse_other_paths
from lexkit.formats.header_and_sections import Bytes
from lexkit.formats.lexicon_file import LexiconFile, open_bytes
from lexkit.formats.node_order import NodeTable

from .build import Options, compile_words, name_of_source
from .construct.minimal_automaton import UnplacedNodes, build_sorted
from .lists.sorted_words import TileWords, spell_words
from .lists.word_list import WordList, invalid_lines_error, read_words
from .verify import demand_equal

#: Replacement for a space or a control character in a key.
_NO_LETTER: Final = "\u2423"
#: Tile number for a letter that the alphabet lacks, used where 0 is the separator.
_NO_TILE: Final = 255
#: Lower bound of the time to compile, in seconds per letter of the words.
_LEAST_TO_COMPILE: Final = 5e-8


@dataclass
class LeftOut:
    """The entries of a file that a lexicon cannot hold.

    ``invalid``: number of keys that are not words; ``shown``: the first of them, as (line, column, what was
    found); ``values``: number of values that are too large.
    """

    invalid: int = 0
    shown: list[tuple[int, int, str]] = field(default_factory=list)
    values: int = 0


def compile_file(
    data: bytes,
    form: Format,
    alphabet: Alphabet | str,
    path: Path | None,
    *,
    skip_invalid: bool = False,
    fold: bool = False,
) -> tuple[TileWords, LexiconFile, LeftOut]:
    """Compile the words of another program's file into a lexicon in memory.

    Returns (sorted words, lexicon, what was left out). ``alphabet``, ``skip_invalid`` and ``fold`` are as in
    :func:`.lists.word_list.read_words`, for keys instead of lines. Raises LexiconFileError, WordListError,
    AlphabetError or TimeLimitError. 0.8 s for 178,691 English words.
    """
    look()
    letters = MAX_LETTERS if isinstance(alphabet, str) else len(alphabet)
    found = form.read(Source(data, path, letters))
    look()
    listed, kept = _as_tiles(found, form, alphabet, path, fold)
    if listed.invalid and not skip_invalid:
        raise invalid_lines_error(listed, str(path))
    left_out = LeftOut(listed.invalid, listed.shown)
    words, alphabet = listed.words.sorted_unique(), listed.alphabet
    columns: Bytes | None = None
    if found.columns:
        ranks = np.searchsorted(words.rows(MAX_LENGTH), listed.words.rows(MAX_LENGTH))
        stored = [_column(name, values[kept], ranks, len(words), path) for name, values in found.columns.items()]
        left_out.values = sum(column.missing for column in stored)
        if left_out.values and not skip_invalid:
            raise WordListError(
                "values are too large for a column",
                path=path,
                expected=f"at most {(1 << 63) - 1:,}",
                found=f"{left_out.values:,} larger ones",
                remedy="leave these values out with skip_invalid=True",
            )
        columns = pack_columns(stored)
    origin = {"source": name_of_source(path), "format": form.name}
    look(len(words.tiles) * _LEAST_TO_COMPILE)
    pieces = compile_words(words, alphabet, Options(alphabet, fold=fold), origin, columns=columns)
    look()
    file = open_bytes(b"".join(pieces), path)
    demand_equal(file, words, alphabet)
    if found.lists is not None and found.lists.gaddag is not None and not (left_out.invalid or fold):
        _compare_gaddag(found, form, file)
    return words, file, left_out


def write_file(file: LexiconFile, form: Format, name: str) -> tuple[bytes, int]:
    """Return (the bytes of another program's file with the words of a lexicon, the number of words).

    The file was read back and compared. Raises LexkitError if the format cannot hold the words.
    """
    words = spell_words(file.gaddag)
    labels: Sequence[str] = file.alphabet.labels
    if form.parts == "alphagrams":
        words = _sort_letters(words).sorted_unique()
        lists = lists_of_nodes(build_sorted(words))
    elif form.characters:
        lists, labels = _over_characters(file, words, form.in_bytes)
    else:
        lists = lists_of_graph(file.gaddag)
    if form.parts != "both":
        only_gaddag = form.parts == "gaddag"
        lists = replace(lists, root=0) if only_gaddag else replace(lists, gaddag=None)
    made = form.write(WordsToWrite(form.name, lists, labels, name, words.tiles, words.lengths, file.alphabet.labels))
    found = form.read(Source(made, None, len(file.alphabet)))
    back = _as_tiles(found, form, file.alphabet, None)[0].words.sorted_unique()
    if not (np.array_equal(back.tiles, words.tiles) and np.array_equal(back.offsets, words.offsets)):
        raise LexkitError(f"the words cannot be read back from {form.name}", remedy="report this")
    if found.lists is not None:
        written = found.lists
        if found.labels is not None:  # a file may lack a number for a letter that no word has
            numbers = np.zeros(256, np.uint8)
            numbers[1 : len(found.labels) + 1] = [labels.index(label) + 1 for label in found.labels]
            written = replace(written, letters=numbers[written.letters])
        refuse_other_paths(written, lists)
    return made, len(words)


def _column(
    name: str, values: NDArray[np.int64], ranks: NDArray[np.intp], words: int, path: Path | None
) -> StoredColumn:
    """Make a column of values. Values of 64 bits, which are negative as int64, become missing."""
    ordered = np.zeros(words, np.int64)
    ordered[ranks] = values
    wrong = np.flatnonzero(ordered[ranks] != values)
    if len(wrong):
        found = f"{values[wrong[0]]} and {ordered[ranks[wrong[0]]]}"
        raise CorruptFileError.at(path, name, "one value for each word, however it is written", found)
    missing = ordered < 0
    return StoredColumn.of_integers(name, np.where(missing, 0, ordered), missing)


def _as_tiles(
    found: FoundWords, form: Format, alphabet: Alphabet | str, path: Path | None, fold: bool = False
) -> tuple[WordList, NDArray[np.intp]]:
    """Return (the words of a file in tiles of this alphabet, their indices among the words of the file).

    Keys that are not words are left out and counted. Raises CorruptFileError, AlphabetError or WordListError.
    """
    everything = np.arange(len(found.lengths))
    if isinstance(alphabet, Alphabet):
        if found.labels is None:
            return WordList(TileWords.joined(found.letters, found.lengths), alphabet), everything
        used = np.flatnonzero(np.bincount(found.letters, minlength=1)) - 1
        if _has_a_tile_for_each(form, alphabet) and found.lengths.all():
            table = _tiles_of_labels(found, alphabet)
            tiles = table[found.letters]
            if tiles.all() and int(found.lengths.max(initial=0)) <= MAX_LENGTH:
                if not form.characters and len(np.unique(table[used + 1])) < len(used):
                    raise CorruptFileError.at(path, "letters", "another tile for each", "one tile twice")
                return WordList(TileWords.joined(tiles, found.lengths), alphabet), everything
            if not form.characters and not tiles.all():
                lacking = found.labels[int(found.letters[np.argmin(tiles)]) - 1]
                raise AlphabetError(f"{alphabet.name} has no such letter", path=path, found=lacking)
    # Each character that no word may have becomes a visible one, so that no key is cut at it and read as a shorter
    # word.
    shown = [label if label.isprintable() and not label.isspace() else _NO_LETTER for label in found.labels or ()]
    labels = np.array([_NO_LETTER, *shown], object)
    letters, bounds = labels[found.letters], np.cumsum(found.lengths).tolist()
    texts = ["".join(letters[end - size : end]) for size, end in zip(found.lengths.tolist(), bounds, strict=True)]
    taken: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    listed = read_words(
        texts, alphabet, skip_invalid=True, fold=fold, witness=lambda _, __, numbers: taken.append(numbers.copy())
    )
    empty = np.flatnonzero(found.lengths == 0)
    listed.invalid += len(empty)
    listed.shown[:0] = [(int(number) + 1, 1, "an empty key") for number in empty[:1]]
    return listed, np.concatenate(taken).astype(np.intp) - 1


def _has_a_tile_for_each(form: Format, alphabet: Alphabet) -> bool:
    """Return whether each letter of a file with labels is one tile; otherwise several characters may be one."""
    return alphabet.simple or not form.characters


def _tiles_of_labels(found: FoundWords, alphabet: Alphabet) -> NDArray[np.uint8]:
    """Return the tile of each letter number of a file (uint8, shape (256,)), 0 for letters without a tile."""
    numbers = [0, *(alphabet.number(label) or 0 for label in found.labels or ())]
    table = np.zeros(256, np.uint8)
    table[: len(numbers)] = numbers
    return table


def _compare_gaddag(found: FoundWords, form: Format, file: LexiconFile) -> None:
    """Raise CorruptFileError unless the GADDAG of a file has exactly the paths of its words."""
    assert found.lists is not None
    lists = found.lists
    if found.labels is None:
        refuse_other_paths(lists, lists_of_graph(file.gaddag))
    elif _has_a_tile_for_each(form, file.alphabet):
        table = _tiles_of_labels(found, file.alphabet)
        table[1:][table[1:] == 0] = _NO_TILE
        lists = replace(lists, letters=table[lists.letters])
        refuse_other_paths(lists, lists_of_graph(file.gaddag))
    else:
        # Compare in the file's own letters: one tile may be two of them.
        spelled = TileWords.joined(found.letters, found.lengths).sorted_unique()
        refuse_other_paths(lists, lists_of_nodes(build_sorted(spelled)))


def lists_of_graph(graph: Graph) -> SiblingLists:
    """Return the nodes of a lexicon as lists of siblings, with both roots."""
    table = NodeTable.of(graph.words, graph.width, graph.byte_end, graph.half_end, graph.forward_end)
    children = table.find_children(graph.words)
    roots = np.searchsorted(table.starts, (graph.forward_root, graph.reverse_root)).tolist()
    return lists_of_sets(table.letter_sets, table.child_sets, children, *roots)


def lists_of_nodes(nodes: UnplacedNodes) -> SiblingLists:
    """Return the nodes of an automaton that is not laid out as lists of siblings, with both roots."""
    return lists_of_sets(nodes.letter_sets, nodes.child_sets, nodes.children, nodes.forward_root, nodes.reverse_root)


def _sort_letters(words: TileWords) -> TileWords:
    """Return the alphagram of each word."""
    owner = np.repeat(np.arange(len(words)) << 8, words.lengths)
    return TileWords((np.sort(owner | words.tiles) & 0xFF).astype(np.uint8), words.offsets)


def _over_characters(file: LexiconFile, words: TileWords, in_bytes: bool) -> tuple[SiblingLists, Sequence[str]]:
    """Return (the nodes of a lexicon over characters or their bytes instead of tiles, by code; the characters)."""
    labels = file.alphabet.labels
    if file.alphabet.simple and list(labels) == sorted(labels) and ("".join(labels).isascii() or not in_bytes):
        return lists_of_graph(file.gaddag), labels
    texts = ["".join([labels[tile - 1] for tile in word]) for word in words]
    if in_bytes:
        texts = [text.encode().decode("latin-1") for text in texts]
    lengths = np.array([len(text) for text in texts], np.int64)
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), "<u4")
    kinds, numbers = np.unique(codes, return_inverse=True)
    if len(kinds) > MAX_LETTERS or int(lengths.max(initial=0)) > MAX_LENGTH:
        expected = f"at most {MAX_LETTERS} different characters or bytes, and {MAX_LENGTH} a word"
        raise AlphabetError("too many characters", expected=expected, found=len(kinds))
    spelled = TileWords.joined((numbers + 1).astype(np.uint8), lengths).sorted_unique()
    if len(spelled) < len(words):
        raise AlphabetError("two words have one spelling in characters", found=file.alphabet.name)
    return lists_of_nodes(build_sorted(spelled)), tuple(map(chr, kinds.tolist()))
