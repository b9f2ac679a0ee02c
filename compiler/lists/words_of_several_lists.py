"""Read several lists: their words in one alphabet, and which list has which word.

A list is an open lexicon file or a word list, in any form that :func:`.word_list.read_words` reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...errors import AlphabetError, require_flag, require_kind
from ...formats.alphabet import Alphabet
from ...formats.constants import MAX_LENGTH, MAX_LETTERS
from ...formats.lexicon_file import LexiconFile
from ...lexicons import find_alphabet
from .read_list import read_list
from .sorted_words import TileWords, spell_words
from .word_list import DEFAULT_ALPHABET, WordList, check_lengths

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
    """Read (the lists, each sorted and unique, their one alphabet).

    ``alphabet``: an alphabet, a name, or "auto"; by default that of the lexicons among the sources, else english.
    ``fold``: as in :func:`.word_list.read_words`; a lexicon was folded when it was built, if at all.
    Raises AlphabetError if the lexicons have different alphabets, or other letters, or letters in another order, than
    ``alphabet``.
    """
    check_lengths(min_length, max_length)
    skip_invalid, fold = require_flag(skip_invalid, "skip_invalid"), require_flag(fold, "fold")
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
    """Choose the alphabet of all lists, or "auto"."""
    require_kind(alphabet, str | Alphabet | None, "alphabet", "an Alphabet, the name of one, or None")
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
        "lexicons of different alphabets",
        path=file.path,
        expected=f"{name}{letters}",
        found=f"{file.alphabet.name} ({' '.join(file.alphabet)})",
        remedy="those with the same letters can be read as one alphabet: alphabet=NAME",
    )


def _join_alphabets(alphabets: Sequence[Alphabet]) -> Alphabet:
    """Join the letters of alphabets that were taken from lists, in the order of code points."""
    tiles = {tile.label: tile for alphabet in alphabets for tile in alphabet.tiles}
    if len(tiles) > MAX_LETTERS:
        raise AlphabetError(
            "too many different letters for one alphabet", expected=f"at most {MAX_LETTERS}", found=len(tiles)
        )
    return Alphabet("auto", [tiles[label] for label in sorted(tiles)], title=alphabets[0].title)


def _retile(listed: WordList, alphabet: Alphabet) -> None:
    """Renumber the tiles of a list for an alphabet that has all of its letters."""
    numbers = np.zeros(len(listed.alphabet) + 1, np.uint8)
    numbers[1:] = [1 + alphabet.labels.index(label) for label in listed.alphabet]
    listed.words = TileWords(numbers[listed.words.tiles], listed.words.offsets)
    listed.alphabet = alphabet


def union(lists: Sequence[TileWords]) -> tuple[TileWords, NDArray[np.uint64]]:
    """Unite at most 64 sorted, unique lists into (one list, the mask of each word).

    A mask has bit k if list k has the word. Cost: about 0.1 us for each word of each list.
    """
    size = max(1, *(int(words.lengths.max(initial=0)) for words in lists))
    rows = np.concatenate([words.rows(size) for words in lists])
    # Each list is in order already, so that a stable sort merges them.
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
    """Describe for a provenance where a list came from, or return ""."""
    if isinstance(source, LexiconFile):
        return str(source.provenance.get("source") or (source.path.name if source.path else ""))
    return Path(source).name if isinstance(source, str | PathLike) else ""
