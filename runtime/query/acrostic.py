"""Help with an acrostic: clues and a quotation that share letters.

Each letter of an answer to a clue is also a letter of the quotation, at a numbered place. So the words that fit a
clue limit those that fit the quotation, and vice versa. Appel and Jacobson (1988) wrote "an acrostic solver's
assistant" with their automaton.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from lexkit.base.errors import AlphabetError, QueryError
from lexkit.base.time_limits import look
from lexkit.formats.bounded_input import parse_toml, read_small_text
from lexkit.formats.constants import MAX_LENGTH

from ..words.spell_in_blocks import in_blocks
from .evaluate import meet

if TYPE_CHECKING:
    from ..automaton.index import Index
    from ..words.words import Words

#: Maximum number of places of a quotation.
MAX_PLACES: Final = 2_000


@dataclass(frozen=True)
class Entry:
    """Word of a clue or of the quotation.

    ``name``: the clue, or "" for the quotation; ``places``: the places of its letters.
    """

    name: str
    places: tuple[int, ...]


@dataclass(frozen=True)
class Fitting:
    """Words that fit an entry.

    ``letters``: the known letters, ``?`` elsewhere; ``words``: those that fit, possibly none.
    """

    entry: Entry
    letters: str
    words: Words


def solve(index: Index, quotation: str, clues: Mapping[str, str], answers: Mapping[str, str]) -> list[Fitting]:
    """Find the words that fit each clue and each word of the quotation.

    A letter stays possible at a place as long as a word that fits the clue and one that fits the quotation have it
    there. An entry that no word of the lexicon fits, by the known letters alone, limits nothing: it may be a name.
    If an entry loses all its words later, the letters contradict each other, or the lexicon lacks a word.

    Args:
        index: Index of the lexicon.
        quotation: The words, separated by spaces, with ``?`` for an unknown letter.
        clues: For each clue the numbers of its letters in the quotation, from 1. ``/`` ends a word of an answer.
        answers: Known letters of answers, with ``?`` for an unknown letter. Spaces are ignored.

    Returns:
        One entry for each word, the clues first.

    Raises:
        QueryError: A number or an answer does not fit the quotation, or letters contradict each other.
    """
    known, entries = _read_quotation(index, quotation)
    listed = [entry for name, numbers in clues.items() for entry in _read_clue(name, numbers, len(known))]
    _require_each_once(listed)
    for name, answer in answers.items():
        places = [place for entry in listed if entry.name == name for place in entry.places]
        _know(index, known, name, answer, places)
    entries = listed + entries
    possible = [1 << tile if tile else index.alphabet.mask for tile in known]
    found: dict[Entry, Words] = {}
    waiting = dict.fromkeys(entries)
    while waiting:
        look()
        entry = next(iter(waiting))
        del waiting[entry]
        words = meet(index, "pattern", "".join(_letters(index, possible[place]) for place in entry.places))
        found[entry] = words
        if not words:
            continue
        changed = set()
        for place, letters in zip(entry.places, _letters_of(index, words, len(entry.places)), strict=True):
            if possible[place] & letters != possible[place]:
                possible[place] &= letters
                changed.add(place)
        waiting |= dict.fromkeys(other for other in entries if other != entry and changed & {*other.places})
    labels = ("?", *index.alphabet.labels)
    return [Fitting(entry, "".join(labels[known[place]] for place in entry.places), found[entry]) for entry in entries]


def read_acrostic(path: str) -> tuple[str, dict[str, str], dict[str, str]]:
    """Read (quotation, clues, answers) from a TOML file. Raises QueryError unless these are there, as texts."""
    data = parse_toml(read_small_text(path, QueryError, "an acrostic"), path, QueryError, "an acrostic")
    quotation, tables = data.get("quotation"), [data.get(name, {}) for name in ("clues", "answers")]
    if not isinstance(quotation, str) or not all(
        isinstance(table, dict) and all(isinstance(value, str) for value in table.values()) for table in tables
    ):
        expected = 'quotation = "...", and texts in [clues] and [answers]'
        raise QueryError("not an acrostic", path=path, expected=expected)
    if strange := data.keys() - {"quotation", "clues", "answers"}:
        raise QueryError("not an acrostic", path=path, expected="quotation, clues and answers", found=min(strange))
    return quotation, tables[0], tables[1]


def _letters(index: Index, possible: int) -> str:
    """Return letters in the notation of patterns."""
    if possible == index.alphabet.mask:
        return "?"
    labels = [label for tile, label in enumerate(index.alphabet.labels, 1) if possible >> tile & 1]
    return f"[{''.join(f'[{label}]' if len(label) > 1 else label for label in labels)}]"


def _letters_of(index: Index, words: Words, length: int) -> list[int]:
    """Return the letters that words of one length have at each place, as bits."""
    sets = np.zeros(length, np.uint64)
    for block in in_blocks(words, 1 << 14):
        spelled = np.frombuffer(b"".join(index.tiles(*block.ranges())), np.uint8).reshape(-1, length)
        sets |= np.bitwise_or.reduce(np.uint64(1) << spelled.astype(np.uint64), axis=0)
    return [int(letters) for letters in sets]


def _read_quotation(index: Index, text: str) -> tuple[list[int], list[Entry]]:
    """Return the tile at each place, 0 for an unknown one, and the words."""
    known: list[int] = []
    entries = []
    for part in text.split():
        tiles = _read_tiles(index, part, "the quotation")
        if len(tiles) > MAX_LENGTH:
            raise QueryError(
                "longer than any word", place="the quotation", expected=f"at most {MAX_LENGTH}", found=part
            )
        entries.append(Entry("", tuple(range(len(known), len(known) + len(tiles)))))
        known += tiles
    if not 0 < len(known) <= MAX_PLACES:
        expected = f"1 to {MAX_PLACES:,} letters or ?"
        raise QueryError("not a quotation", expected=expected, found=f"{len(known):,} letters")
    return known, entries


def _read_tiles(index: Index, text: str, where: str) -> list[int]:
    """Return the tiles of a text, 0 for ``?``."""
    tiles: list[int] = []
    for piece in re.findall(r"\?|[^?\s]+", text):
        try:
            tiles += [0] if piece == "?" else index.alphabet.encode(piece)
        except AlphabetError as error:
            raise QueryError(error.what, place=where, expected=error.expected, found=error.found) from None
    return tiles


def _read_clue(name: str, numbers: str, places: int) -> list[Entry]:
    """Return the words of a clue."""
    entries = []
    for part in numbers.split("/"):
        listed = part.split()
        if not all(one.isascii() and one.isdecimal() and len(one) < 6 and 1 <= int(one) <= places for one in listed):
            raise QueryError(
                "not the letters of a clue", place=f"clue {name}", expected=f"numbers from 1 to {places}", found=part
            )
        if not 0 < len(listed) <= MAX_LENGTH:
            raise QueryError(
                "not a word of a clue", place=f"clue {name}", expected=f"1 to {MAX_LENGTH} numbers", found=len(listed)
            )
        entries.append(Entry(name, tuple(int(one) - 1 for one in listed)))
    return entries


def _require_each_once(entries: list[Entry]) -> None:
    """Raise QueryError if two letters of clues have the same place: in an acrostic each has its own."""
    owner: dict[int, str] = {}
    for entry in entries:
        for place in entry.places:
            if place in owner:
                raise QueryError(
                    "a place is used twice", place=f"clue {entry.name}", found=f"{place + 1}, also in {owner[place]}"
                )
            owner[place] = entry.name


def _know(index: Index, known: list[int], name: str, answer: str, places: list[int]) -> None:
    """Enter the known letters of an answer. Raises QueryError if it does not fit."""
    tiles = _read_tiles(index, answer, f"answer {name}")
    if not places:
        raise QueryError("an answer without a clue", found=name)
    if len(tiles) != len(places):
        raise QueryError(
            "an answer of another length", place=f"answer {name}", expected=f"{len(places)} letters", found=len(tiles)
        )
    for tile, place in zip(tiles, places, strict=True):
        if tile and known[place] and known[place] != tile:
            raise QueryError(
                "an answer contradicts the quotation", place=f"answer {name}", found=f"letter {place + 1} twice"
            )
        known[place] = tile or known[place]
