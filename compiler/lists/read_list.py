"""Read lists of any form: words, a table, named fields, a hunspell dictionary; or several lists in one alphabet."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import AlphabetError, LexkitError, WordListError
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.bounded_input import read_blocks
from lexkit.formats.constants import MAX_LENGTH, MAX_LETTERS
from lexkit.formats.folding import AUTO
from lexkit.formats.lexicon_file import LexiconFile
from lexkit.formats.tile import Tile
from lexkit.lexicons import find_alphabet

from .sorted_words import TileWords, spell_words
from .word_list import BYTE_ORDER_MARK, DEFAULT_ALPHABET, TABLE, WordList, check_lengths, read_words

if TYPE_CHECKING:  # most lists have no fields
    from .fields_of_lists import FieldRows

#: A line of a list with scores, such as ``WORD;50``.
_SCORED: Final = re.compile(rb"\s*[^\s;]+;[ \t]*-?[0-9]+[ \t]*\r?(\n|$)")

_Witness = Callable[[bytes, int, NDArray[np.int64]], None]


def read_list(
    source: str | PathLike[str] | Iterable[str],
    alphabet: Alphabet | str,
    *,
    rows: FieldRows | None = None,
    fields: Sequence[str] = (),
    names: bool = False,
    witness: _Witness | None = None,
    **reading: Any,
) -> WordList:
    """Read a list: ``.csv`` and ``.tsv`` are tables, ``.dic`` is a hunspell dictionary, other names are word lists.

    ``fields``: the names of its fields, or ``rows``, which then has them; ``names``: also take the words with
    capitals of a dictionary. The other arguments, and the errors, are those of :func:`.word_list.read_words`.
    """
    name = fspath(source) if isinstance(source, str | PathLike) else "<words>"
    is_dictionary = name.lower().endswith(".dic")
    if names and not is_dictionary:
        raise LexkitError("the option names applies to hunspell dictionaries only", expected="a .dic file", found=name)
    line_of = None
    if is_dictionary:
        from .hunspell import Dictionary

        longest = reading.get("max_length", MAX_LENGTH)
        dictionary = Dictionary(name, alphabet if isinstance(alphabet, Alphabet) else None, names, longest)
        source, line_of = dictionary.words(), dictionary.line_of
    else:
        rows = rows or find_fields(source, fields)
    if rows is not None:
        source = rows.words()
    witnesses = [one for one in (rows, witness) if one is not None]

    def tell(block: bytes, line: int, numbers: NDArray[np.int64]) -> None:
        for one in witnesses:
            one(block, line, numbers)

    return read_words(source, alphabet, name=name, witness=tell if witnesses else None, line_of=line_of, **reading)


def require_words(lists: Iterable[WordList], name: str | PathLike[str]) -> None:
    """Raise WordListError if the lists of this name have no words; the error counts what was left out."""
    lists = list(lists)
    if any(len(one.words) for one in lists):
        return
    sums = {what: sum(getattr(one, what) for one in lists) for what in ("lines", "too_short", "too_long", "invalid")}
    found = [f"{number:,} {what.replace('_', ' ')}" for what, number in sums.items() if number]
    path = "standard input" if fspath(name) == "-" else name
    raise WordListError(
        "the list has no words", path=path, expected="a word a line", found=", ".join(found) or "nothing"
    )


def find_fields(
    source: str | PathLike[str] | Iterable[str],
    fields: Sequence[str],
    definitions: bool = False,
    reserved: Collection[str] = (),
) -> FieldRows | None:
    """Return the fields of a list with several a line, or None.

    ``definitions``: the text behind words is a field; ``reserved``: names that no column may have.
    """
    path = fspath(source) if isinstance(source, str | PathLike) else None
    if not fields and not (path is not None and TABLE.search(path)):
        return _find_scores(path, definitions)
    if path is None or path.lower().endswith(".dic"):
        raise WordListError(
            "this list has no fields", path=path, expected="a text or a table", remedy="leave out fields="
        )
    if definitions:
        remedy = "name them among the fields, and leave out definitions=True"
        raise WordListError("definitions are a field of this list", path=path, remedy=remedy)
    from .fields_of_lists import FieldRows

    return FieldRows(path, fields, reserved=reserved)


def _find_scores(path: str | None, definitions: bool) -> FieldRows | None:
    """Return the fields of a list of lines ``WORD;50``, as crossword makers write them, or None for other lists."""
    if path is None or definitions or path == "-" or path.lower().endswith(".dic") or not os.path.isfile(path):
        return None
    if _SCORED.match(next(read_blocks(path), b"").removeprefix(BYTE_ORDER_MARK)) is None:
        return None
    from .fields_of_lists import SCORED_FIELDS, FieldRows

    return FieldRows(path, SCORED_FIELDS, scores=True)


Source: TypeAlias = str | PathLike[str] | Iterable[str] | LexiconFile


def read_several(
    sources: Sequence[Source],
    alphabet: Alphabet | str | None = None,
    *,
    min_length: int = 1,
    max_length: int = MAX_LENGTH,
    skip_invalid: bool = False,
    fold: bool = False,
) -> tuple[list[WordList], Alphabet]:
    """Read several lists as (the lists, each sorted and unique; their common alphabet).

    ``alphabet``: an alphabet, a name, or "auto"; by default that of the lexicons among the sources, else english.
    ``fold``: as in :func:`.word_list.read_words`; a lexicon was folded when it was built, if at all. Raises
    AlphabetError if the lexicons have different alphabets, or other letters, or letters in another order, than
    ``alphabet``.
    """
    check_lengths(min_length, max_length)
    chosen = _choose_alphabet(sources, alphabet)
    read = []
    for source in sources:
        if isinstance(source, LexiconFile):
            words = spell_words(source.gaddag)
            short, long = words.lengths < min_length, words.lengths > max_length
            listed = WordList(words, source.alphabet, len(words), int(short.sum()), int(long.sum()))
            listed.words = words.take(~(short | long))
        else:
            listed = read_list(
                source, chosen, min_length=min_length, max_length=max_length, skip_invalid=skip_invalid, fold=fold
            )
        read.append(listed)
    if isinstance(chosen, str):
        chosen = _join_alphabets([listed.alphabet for listed in read])
        for listed in read:
            _retile(listed, chosen)
    for listed in read:
        listed.words = listed.words.sorted_unique()
    return read, chosen


def _choose_alphabet(sources: Sequence[Source], alphabet: Alphabet | str | None) -> Alphabet | str:
    """Choose the common alphabet of the lists, or "auto"."""
    lexicons = [source for source in sources if isinstance(source, LexiconFile)]
    if isinstance(alphabet, str) and alphabet != "auto":
        alphabet = find_alphabet(alphabet)
    if isinstance(alphabet, Alphabet):
        for file in lexicons:
            if file.alphabet.labels != alphabet.labels:
                raise _conflict_error(alphabet, file)
        return alphabet
    if all(file.alphabet.name == "auto" for file in lexicons) and (lexicons or alphabet == "auto"):
        return "auto"
    if alphabet == "auto":
        raise _conflict_error("auto", next(file for file in lexicons if file.alphabet.name != "auto"))
    if not lexicons:
        return find_alphabet(DEFAULT_ALPHABET)
    for file in lexicons:
        if file.alphabet != lexicons[0].alphabet:
            raise _conflict_error(lexicons[0].alphabet, file)
    return lexicons[0].alphabet


def _conflict_error(wanted: Alphabet | str, file: LexiconFile) -> AlphabetError:
    name, letters = (wanted, "") if isinstance(wanted, str) else (wanted.name, f" ({' '.join(wanted)})")
    return AlphabetError(
        "the lexicons have different alphabets",
        path=file.path,
        expected=f"{name}{letters}",
        found=f"{file.alphabet.name} ({' '.join(file.alphabet)})",
        remedy="those with the same letters can be read as one alphabet: alphabet=NAME",
    )


def _join_alphabets(alphabets: Sequence[Alphabet]) -> Alphabet:
    """Join the letters of alphabets that were taken from lists, ordered by code point."""
    tiles: dict[str, Tile] = {}
    for tile in chain.from_iterable(alphabet.tiles for alphabet in alphabets):
        aliases = {*tile.aliases, *tiles.get(tile.label, tile).aliases}
        tiles[tile.label] = replace(tile, aliases=tuple(sorted(aliases)))
    if len(tiles) > MAX_LETTERS:
        raise AlphabetError(
            "too many different letters for one alphabet", expected=f"at most {MAX_LETTERS}", found=len(tiles)
        )
    return Alphabet(AUTO, [tiles[label] for label in sorted(tiles)], title=alphabets[0].title)


def _retile(listed: WordList, alphabet: Alphabet) -> None:
    """Renumber the tiles of a list for an alphabet that has all of its letters."""
    numbers = np.zeros(len(listed.alphabet) + 1, np.uint8)
    numbers[1:] = [1 + alphabet.labels.index(label) for label in listed.alphabet]
    listed.words = TileWords(numbers[listed.words.tiles], listed.words.offsets)
    listed.alphabet = alphabet


def union(lists: Sequence[TileWords]) -> tuple[TileWords, NDArray[np.uint64]]:
    """Unite at most 64 sorted, unique lists as (one list, the mask of each word).

    A mask has bit k if list k has the word. Cost: about 0.1 us for each word of each list.
    """
    size = max(1, *(int(words.lengths.max(initial=0)) for words in lists))
    rows = np.concatenate([words.rows(size) for words in lists])
    # Each list is in order already, so a stable sort merges them.
    order = np.argsort(rows, kind="stable")
    rows = rows[order]
    fresh = np.ones(len(rows), bool)
    fresh[1:] = rows[1:] != rows[:-1]
    first = np.flatnonzero(fresh)
    bits = np.repeat(np.uint64(1) << np.arange(len(lists), dtype=np.uint64), [len(words) for words in lists])[order]
    masks = np.bitwise_or.reduceat(bits, first) if len(first) else bits
    everything = TileWords.joined(
        np.concatenate([words.tiles for words in lists]), np.concatenate([words.lengths for words in lists])
    )
    return everything.take(order[first]), masks


def describe_source(source: Source) -> str:
    """Return the origin of a list for a provenance, or ""."""
    if isinstance(source, LexiconFile):
        return str(source.provenance.get("source") or (source.path.name if source.path else ""))
    return Path(source).name if isinstance(source, str | PathLike) else ""
