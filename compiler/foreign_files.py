"""Compile other programs' files of words, and write a lexicon as one of them.

The formats are in :mod:`lexkit.formats.foreign`. Their readers prove a file and spell its words; here these become a
lexicon like any other, and the GADDAG of the file, if it has one, is compared with it path by path. What is written is
read back and compared before it takes its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..errors import AlphabetError, CorruptFileError, LexkitError, WordListError
from ..formats.alphabet import Alphabet
from ..formats.automaton_section import Graph
from ..formats.columns_section import StoredColumn, pack_columns
from ..formats.constants import MAX_LENGTH, MAX_LETTERS
from ..formats.foreign.format_table import Format, FoundWords, Source, WordsToWrite
from ..formats.foreign.sibling_lists import SiblingLists, lists_of_sets, refuse_other_paths
from ..formats.header_and_sections import Bytes
from ..formats.lexicon_file import LexiconFile, open_bytes
from ..formats.node_order import NodeTable
from ..limits import look
from .build import Options, compile_words, name_of_source
from .construct.minimal_automaton import UnplacedNodes, build_sorted
from .lists.sorted_words import TileWords, spell_words
from .lists.word_list import read_words
from .verify import demand_equal

#: Seconds that it takes to compile a letter of the words, at least.
_LEAST_TO_COMPILE: Final = 5e-8


def compile_file(data: bytes, form: Format, alphabet: Alphabet, path: Path | None) -> tuple[TileWords, LexiconFile]:
    """Compile the words of another program's file into a lexicon in memory: (the sorted words, the lexicon).

    Raises LexiconFileError, WordListError or AlphabetError, and TimeLimitError. 0.8 s for 178,691 English words.
    """
    look()
    found = form.read(Source(data, path, len(alphabet)))
    look()
    listed = _as_tiles(found, form, alphabet, path)
    words = listed.sorted_unique()
    columns: Bytes | None = None
    if found.columns:
        ranks = np.searchsorted(words.rows(MAX_LENGTH), listed.rows(MAX_LENGTH))
        columns = pack_columns(
            [_column(name, values, ranks, len(words), path) for name, values in found.columns.items()]
        )
    origin = {"source": name_of_source(path), "format": form.name}
    look(len(words.tiles) * _LEAST_TO_COMPILE)
    pieces = compile_words(words, alphabet, Options(alphabet), origin, columns=columns)
    look()
    file = open_bytes(b"".join(pieces), path)
    demand_equal(file, words, alphabet)
    if found.lists is not None and found.lists.gaddag is not None:
        _compare_gaddag(found, form, file)
    return words, file


def write_file(file: LexiconFile, form: Format, name: str) -> tuple[bytes, int]:
    """(the bytes of a file of another program with the words of a lexicon, read back and compared; how many words).

    Raises LexkitError if the format cannot hold them.
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
    back = _as_tiles(found, form, file.alphabet, None).sorted_unique()
    if not (np.array_equal(back.tiles, words.tiles) and np.array_equal(back.offsets, words.offsets)):
        raise LexkitError(f"the words cannot be read back from {form.name}", remedy="report this")
    if found.lists is not None:
        refuse_other_paths(found.lists, lists)
    return made, len(words)


def _column(
    name: str, values: NDArray[np.int64], ranks: NDArray[np.intp], words: int, path: Path | None
) -> StoredColumn:
    ordered = np.zeros(words, np.int64)
    ordered[ranks] = values
    wrong = np.flatnonzero(ordered[ranks] != values)
    if len(wrong):
        found = f"{values[wrong[0]]} and {ordered[ranks[wrong[0]]]}"
        raise CorruptFileError.at(path, name, "one value for each word, however it is written", found)
    return StoredColumn.of_integers(name, ordered, np.zeros(words, bool))


def _as_tiles(found: FoundWords, form: Format, alphabet: Alphabet, path: Path | None) -> TileWords:
    """The words of a file in tiles of this alphabet. Raises CorruptFileError, AlphabetError or WordListError."""
    if found.labels is None:
        return TileWords.joined(found.letters, found.lengths)
    used = np.flatnonzero(np.bincount(found.letters, minlength=1)) - 1
    for label in (found.labels[number] for number in used.tolist()):
        if label.isspace() or not label.isprintable():
            raise CorruptFileError.at(path, "letters", "characters that words have", ascii(label))
    if _has_a_tile_for_each(form, alphabet):
        table = _tiles_of_labels(found, alphabet)
        tiles = table[found.letters]
        if tiles.all():
            if not form.characters and len(np.unique(table[used + 1])) < len(used):
                raise CorruptFileError.at(path, "letters", "another tile for each", "one tile twice")
            if int(found.lengths.max(initial=0)) > MAX_LENGTH:
                expected, longest = f"at most {MAX_LENGTH} letters", int(found.lengths.max())
                raise WordListError("the word is too long", path=path, expected=expected, found=longest)
            return TileWords.joined(tiles, found.lengths)
        if not form.characters:
            lacking = found.labels[int(found.letters[np.argmin(tiles)]) - 1]
            raise AlphabetError(f"{alphabet.name} has no such letter", path=path, found=lacking)
    labels = np.array(["", *found.labels], object)
    letters, bounds = labels[found.letters], np.cumsum(found.lengths).tolist()
    texts = ["".join(letters[end - size : end]) for size, end in zip(found.lengths.tolist(), bounds, strict=True)]
    try:
        return read_words(texts, alphabet).words
    except WordListError as error:
        error.path = None if path is None else str(path)
        raise


def _has_a_tile_for_each(form: Format, alphabet: Alphabet) -> bool:
    """Whether each letter of a file of labels is a tile; else, several characters may be one."""
    return alphabet.simple or not form.characters


def _tiles_of_labels(found: FoundWords, alphabet: Alphabet) -> NDArray[np.uint8]:
    """The tile of each number of a letter in a file, or 0."""
    numbers = [0, *(alphabet.number(label) or 0 for label in found.labels or ())]
    table = np.zeros(256, np.uint8)
    table[: len(numbers)] = numbers
    return table


def _compare_gaddag(found: FoundWords, form: Format, file: LexiconFile) -> None:
    """Raise CorruptFileError unless the GADDAG of a file has the paths of its words."""
    assert found.lists is not None
    lists = found.lists
    if found.labels is None:
        refuse_other_paths(lists, lists_of_graph(file.gaddag))
    elif _has_a_tile_for_each(form, file.alphabet):
        lists = replace(lists, letters=_tiles_of_labels(found, file.alphabet)[lists.letters])
        refuse_other_paths(lists, lists_of_graph(file.gaddag))
    else:
        # In the file's own letters, where a tile may be two.
        spelled = TileWords.joined(found.letters, found.lengths).sorted_unique()
        refuse_other_paths(lists, lists_of_nodes(build_sorted(spelled)))


def lists_of_graph(graph: Graph) -> SiblingLists:
    """The nodes of a lexicon as lists of siblings, with both roots."""
    table = NodeTable.of(graph.words, graph.width, graph.byte_end, graph.half_end, graph.forward_end)
    children = table.find_children(graph.words)
    roots = np.searchsorted(table.starts, (graph.forward_root, graph.reverse_root)).tolist()
    return lists_of_sets(table.letter_sets, table.child_sets, children, *roots)


def lists_of_nodes(nodes: UnplacedNodes) -> SiblingLists:
    """The same for an automaton that has no file."""
    return lists_of_sets(nodes.letter_sets, nodes.child_sets, nodes.children, nodes.forward_root, nodes.reverse_root)


def _sort_letters(words: TileWords) -> TileWords:
    """The alphagram of each word."""
    owner = np.repeat(np.arange(len(words)) << 8, words.lengths)
    return TileWords((np.sort(owner | words.tiles) & 0xFF).astype(np.uint8), words.offsets)


def _over_characters(file: LexiconFile, words: TileWords, in_bytes: bool) -> tuple[SiblingLists, Sequence[str]]:
    """(the nodes of a lexicon whose letters are characters or their bytes, in order of their codes; the characters)."""
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
