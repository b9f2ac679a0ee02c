"""Verify that a lexicon file is correct, for ``lexc verify`` and every build.

Opening a file proves that it is safe. This module proves that it holds exactly the words of a list, in each of its
parts: the forward and the reverse part, the expanded form, the alphagrams, the DAGGAD, the editions, and the
columns whose files are given. It relies as little as possible on what an untrusted file states about itself, for
example its lengths and alphabet, and reports such statements to the user.

:func:`find_difference` proves that a graph and sorted, unique words are the same language: the forward part holds
word i at rank i and nothing else, and the reverse part holds exactly the paths REV(x)◊y of Gordon's definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from lexkit.base.errors import CorruptFileError, LexkitError, show_value
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.automaton_section import Graph
from lexkit.formats.constants import DAGGAD, EDITIONS, MAX_LENGTH
from lexkit.formats.kernels.nodes import Nodes
from lexkit.formats.lexicon_file import LexiconFile
from lexkit.formats.sections import DERIVED_SECTIONS, KNOWN_SECTIONS
from lexkit.lexicons import alphabet as shipped_alphabet
from lexkit.lexicons import alphabet_names

from .kernels import check_paths
from .lists.list_input import ListInput
from .lists.sorted_words import TileWords

if TYPE_CHECKING:
    from lexkit.formats.columns_section import StoredColumn
    from lexkit.formats.editions_section import Edition

#: (what differs, what was expected, what was found).
Difference: TypeAlias = tuple[str, object, object]


@dataclass(frozen=True)
class Verified:
    """The result of a verification. ``words``: number of words that were proved."""

    words: int
    #: Remarks without a full stop: which words the file states that it leaves out, what was not compared.
    notes: tuple[str, ...] = ()


def verify_list(
    file: LexiconFile,
    source: str | PathLike[str] | Iterable[str],
    skip_invalid: bool = False,
    *,
    columns: Sequence[str] = (),
    definitions: bool = False,
    spelling: bool = False,
) -> Verified:
    """Prove that an opened file holds exactly the words of this list.

    Words outside the lengths that the file was built for do not count. ``columns`` (each ``NAME=FILE[:TITLE]``),
    ``definitions`` and ``spelling`` name the sources of columns, which must have the values of those sources.
    Raises LexkitError with the first difference. About 0.8 s for 178,691 words.
    """
    low, high = _read_stated_lengths(file)
    fold, every_spelling = _read_stated_folding(file)
    fields, names = _read_stated_form(file)
    spelled = every_spelling if fold else spelling
    source_list = ListInput(
        source, fields=fields, definitions=definitions, spelling=spelled, fold=fold, names=names, columns=columns
    )
    listed = source_list.read(file.alphabet, min_length=low, max_length=high, skip_invalid=skip_invalid)
    words = listed.words.sorted_unique()
    demand_equal(file, words, file.alphabet)
    _demand_minimal(file, words)
    _demand_provenance(file, words)
    # Columns of the list's other fields may have been replaced since.
    named = {text.partition("=")[0] for text in columns}
    named |= {name for name, given in (("definition", definitions), ("spelling", spelling)) if given}
    made = [one for one in source_list.make_columns(words, file.alphabet, skip_invalid) if one[0].name in named]
    for column, _ in made:
        _demand_column(file, column, words)
    notes = _collect_notes(file, {column.name for column, _ in made})
    left_out = listed.too_short + listed.too_long
    if left_out:
        notes.insert(0, f"by its own statement for words of {low} to {high} letters; the list has {left_out:,} others")
    if fold:
        notes.insert(0, "by its own statement with folded letters, such as É as E")
    if listed.invalid:
        notes.insert(0, f"{listed.invalid:,} lines of the list are not words of its alphabet")
    return Verified(len(words), tuple(notes))


def verify_provenance(file: LexiconFile) -> Verified:
    """Prove that every part of an opened file has the words that its provenance states.

    Raises LexkitError with the first difference.
    """
    from .lists.sorted_words import spell_words

    words = spell_words(file.gaddag)
    if "sha256" not in file.provenance:
        raise LexkitError(
            "its provenance does not say which words it should have",
            path=file.path,
            remedy="compare it with a list: lexc verify FILE --words WORDS",
        )
    _demand_provenance(file, words)
    demand_equal(file, words, file.alphabet)
    _demand_minimal(file, words)
    return Verified(len(words), tuple(_collect_notes(file, set(file.columns))))


def demand_columns(file: LexiconFile) -> None:
    """Raise CorruptFileError if a column breaks a rule that opening the file does not check."""
    for column in file.columns.values():
        _ = column.missing  # reads all of it


def demand_equal(file: LexiconFile, words: TileWords, alphabet: Alphabet) -> None:
    """Raise LexkitError unless every section of the file that depends on the words matches these words."""
    demand_columns(file)
    difference = _compare_graph(file.gaddag, words, alphabet)
    for name in DERIVED_SECTIONS:
        if difference is None and name in file.sections.data:
            difference = _compare_derived(file, name, words, alphabet)
    if difference is not None:
        raise _difference_error(file, *difference)


def _compare_graph(graph: Graph, words: TileWords, alphabet: Alphabet) -> Difference | None:
    """Find a difference like :func:`find_difference`, with a missing word as text."""
    difference = find_difference(graph, words)
    if difference is None:
        return None
    what, index, found = difference
    if found is not None or not isinstance(index, int):
        return difference
    word = bytes(words.tiles[words.offsets[index] : words.offsets[index + 1]])
    return what, alphabet.decode(word), "other words"


def _compare_derived(file: LexiconFile, name: str, words: TileWords, alphabet: Alphabet) -> Difference | None:
    """Find a difference between a section and the one that the words determine.

    The DAGGAD is compared path by path, other sections byte by byte.
    """
    from .construct.minimal_automaton import build_sorted
    from .construct.optional_sections import DERIVED, mirror

    if name == DAGGAD:
        assert file.daggad is not None
        return _compare_graph(file.daggad, mirror(words), alphabet)
    derived = DERIVED[name]
    same = derived.make(words, len(alphabet), build_sorted) == file.sections.data[name]
    return None if same else derived.difference


def demand_editions(file: LexiconFile, words: TileWords) -> None:
    """Raise CorruptFileError (rule M9) unless each edition has the words that its hash states."""
    assert file.editions is not None
    for number, edition in enumerate(file.editions.listed):
        demand_edition(file, edition, words.take(file.editions.members(number)))


def demand_edition(file: LexiconFile, edition: Edition, words: TileWords) -> None:
    """Raise CorruptFileError (rule M9) unless the edition's hash is that of these words."""
    found = words.sha256(file.alphabet)
    if found != edition.sha256:
        place = f"M9: section {EDITIONS}, {edition.name}"
        raise CorruptFileError.at(file.path, place, f"words of SHA-256 {edition.sha256}", found)


def _difference_error(file: LexiconFile, what: str, expected: object, found: object) -> LexkitError:
    return LexkitError(
        f"the lexicon does not match the word list: {what}", path=file.path, expected=expected, found=found
    )


def _read_stated_lengths(file: LexiconFile) -> tuple[int, int]:
    """Return the length limits that the file states it was built with. Raises LexkitError if they are impossible."""
    chosen = file.provenance.get("options", {})
    if isinstance(chosen, dict):
        low, high = chosen.get("min_length", 1), chosen.get("max_length", MAX_LENGTH)
        if isinstance(low, int) and isinstance(high, int) and 1 <= low <= high <= MAX_LENGTH:
            return low, high
    raise LexkitError(
        "its provenance states impossible lengths",
        path=file.path,
        expected=f"1 <= min_length <= max_length <= {MAX_LENGTH}",
        found=show_value(chosen),
    )


def _read_stated_folding(file: LexiconFile) -> tuple[bool, bool]:
    """Return whether the file states that (letters of its list were folded, the spelling of all words was kept)."""
    chosen = file.provenance.get("options", {})
    if not isinstance(chosen, dict):
        return False, False
    return chosen.get("fold") is True, chosen.get("spelling") is True


def _read_stated_form(file: LexiconFile) -> tuple[tuple[str, ...], bool]:
    """Return (the names of the list's fields, whether names of a dictionary were taken), as the file states them."""
    chosen = file.provenance.get("options", {})
    fields = chosen.get("fields", ()) if isinstance(chosen, dict) else ()
    if not isinstance(fields, list) or not all(isinstance(name, str) for name in fields):
        fields = ()
    return tuple(fields), isinstance(chosen, dict) and chosen.get("names") is True


def _demand_provenance(file: LexiconFile, words: TileWords) -> None:
    """Raise LexkitError unless the file has the words that its provenance states."""
    for key, found in (("words", len(words)), ("sha256", words.sha256(file.alphabet))):
        stated = file.provenance.get(key, found)
        if stated != found:
            raise LexkitError(
                "the words are not those that its provenance states",
                path=file.path,
                place=key,
                expected=repr(stated)[:80].strip("'"),
                found=found,
            )
    if file.editions is not None:
        demand_editions(file, words)


def _demand_minimal(file: LexiconFile, words: TileWords) -> None:
    """Raise LexkitError if nodes are equal or not on a path.

    The paths are already proved, so that counting nodes is enough: then each path REV(x)◊ ends at the one node of
    x.
    """
    from .construct.minimal_automaton import build_sorted

    for graph, listed in ((file.gaddag, words), (file.daggad, None)):
        if graph is None:
            continue
        listed = words.reversed().sorted_unique() if listed is None else listed
        expected = len(build_sorted(listed))
        if graph.nodes != expected:
            raise _difference_error(file, "number of nodes, each once and on a path", expected, graph.nodes)


def _demand_column(file: LexiconFile, expected: StoredColumn, words: TileWords) -> None:
    """Raise LexkitError unless the file has this column with the same value for each word."""
    found = file.columns.get(expected.name)
    if found is None:
        raise _difference_error(file, f"no column {expected.name}", expected.name, ", ".join(file.columns) or "none")
    if found.kind != expected.kind:
        raise _difference_error(file, f"column {expected.name}", expected.kind, found.kind)
    pairs = zip(_list_values(found), _list_values(expected), strict=True)
    rank = next((rank for rank, (one, other) in enumerate(pairs) if one != other), None)
    if rank is not None:
        word = file.alphabet.decode(next(iter(words.take(np.array([rank])))))
        one, other = _list_values(found)[rank], _list_values(expected)[rank]
        raise _difference_error(file, f"column {expected.name}, {word}", show_value(other), show_value(one))


def _list_values(column: StoredColumn) -> list[object]:
    """Return the value of each word, or None, by rank."""
    from lexkit.formats.columns_section import TEXT

    if column.kind == TEXT:
        return [text or None for text in column.texts.all()]
    values: list[object] = column.values.tolist()
    if column.absent is not None:
        for rank in np.flatnonzero(column.absent).tolist():
            values[rank] = None
    return values


def _collect_notes(file: LexiconFile, compared: set[str]) -> list[str]:
    """List remarks on the parts of the file that were not compared with anything."""
    notes = []
    name = file.alphabet.name
    if name not in alphabet_names():
        notes.append(f"the alphabet {name!r} is the file's own")
    elif shipped_alphabet(name) != file.alphabet:
        notes.append(f"the alphabet {name!r} is the file's own: not the one of that name that comes with lexkit")
    left = [column for column in file.columns if column not in compared]
    if left:
        notes.append(f"not compared with anything: column {', '.join(left)}")
    if file.leaves is not None:
        notes.append("not compared with anything: the leave values, which are trained")
    unknown = [section for section in file.sections.data if section not in KNOWN_SECTIONS]
    if unknown:
        notes.append(f"not known to this release: section {', '.join(unknown)}")
    return notes


#: Number of words that are checked between two points where Ctrl-C interrupts.
_BLOCK: Final = 1 << 14


def find_difference(graph: Graph, words: TileWords) -> Difference | None:
    """Find the first difference between a proved graph and sorted, unique words.

    Returns None or (what differs, expected, found); if a word is missing, ``expected`` is its index and ``found``
    None.
    """
    if graph.word_count != len(words):
        return "number of words", len(words), graph.word_count
    missing = _find_missing_path(graph, words)
    if missing >= 0:
        return "a word's path is missing", missing, None
    found = _count_paths(graph)
    if found != len(words.tiles):
        return "number of paths", len(words.tiles), found
    return None


def _find_missing_path(graph: Graph, words: TileWords) -> int:
    """Return the index of the first word that lacks a path, or -1."""
    nodes = graph.walkable()
    if _has_all_paths(nodes, words):
        return -1
    return check_paths.missing_path(nodes, words.tiles.data, words.offsets.data)


def _has_all_paths(nodes: Nodes, words: TileWords) -> bool:
    """Return whether all paths of the words exist, by :func:`.kernels.check_paths.has_all_paths` in two threads."""
    found = [True, True]

    def follow(half: int, low: int, high: int) -> None:
        for begin in range(low, high, _BLOCK):
            end = min(begin + _BLOCK, high)
            if not (all(found) and check_paths.has_all_paths(nodes, words.tiles.data, words.offsets.data, begin, end)):
                found[half] = False
                return

    middle = len(words) // 2
    thread = Thread(target=follow, args=(1, middle, len(words)))
    thread.start()
    try:
        follow(0, 0, middle)
    except BaseException:
        found[0] = False  # the other half stops, too
        raise
    finally:
        thread.join()
    return all(found)


def _count_paths(graph: Graph) -> int:
    """Count the paths from the reverse root."""
    totals = np.zeros((len(graph.words) + 1) // 2, np.uint64)
    check_paths.count_paths(graph.walkable(), graph.forward_end, totals.data)
    return int(totals[graph.reverse_root >> 1])
