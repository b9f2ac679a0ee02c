"""Words made of the tiles of a rack.

The words use all of the tiles, some of them, or all of them and more. A rack is letters, blanks (``?``) and classes
(``[AEI]``: a tile that is one of these). A walk through the automaton that takes tiles off the rack finds its
words. If the file has a hash of alphagrams and the rack has no classes and at most two blanks, anagrams are looked
up there (Enos 2004), in microseconds. Before the first lookup the hash is validated against every word, once for
each open lexicon.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError
from lexkit.base.time_limits import look
from lexkit.runtime.words.words import Words

from ..language.read_letters import tile_reader
from ..search.find_words_by_machine import from_the_front, from_the_middle_of_a_rack
from ..search.kernels.rack_machine import (
    ALL_OF_IT,
    MORE_THAN_IT,
    MOST_CLASSES,
    MOST_TILES,
    SOME_OF_IT,
    MultisetMachine,
)
from ..search.letter_statistics import profile
from .condition import SearchOrFilter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index

    from ..search.kernels.alphagram_hash import Anagrams


def proved_anagrams(index: Index) -> Anagrams | None:
    """Return the lexicon's hash of alphagrams, or None if its file has none.

    The first call validates it: 8 ms for 178,691 words. Raises CorruptFileError, with the rule, if it is damaged.
    """
    return index.remember("alphagrams", _prove)


def _prove(index: Index) -> Anagrams | None:
    section = index.file.alphagrams
    if section is None:
        return None
    from lexkit.formats.alphagrams_section import TILE_WEIGHTS, prove_alphagrams

    from ..search.kernels.alphagram_hash import Anagrams

    prove_alphagrams(section, index.file.gaddag, index.path, look)
    return Anagrams(
        index.nodes,
        len(index.alphabet),
        section.starts.data,
        section.entries.data,
        section.bucket_bits,
        section.rank_mask,
        TILE_WEIGHTS.data,
        index.table,
    )


def anagrams_of(index: Index, text: str) -> Words | None:
    """Return the words of exactly these tiles, ``?`` for blanks, in 2 us.

    Returns None if the file has no hash, or if the hash cannot tell.
    """
    index.require_open()
    anagrams = proved_anagrams(index)
    found = None if anagrams is None or type(text) is not str else anagrams.of_text(text)
    return None if found is None else _words_found(index, *found)


def alphagram_words(index: Index, tiles: bytes, blanks: int = 0) -> Words | None:
    """Return the words of exactly these tiles and blanks: 2 us without blanks, 3 us with one, 15 us with two.

    Returns None if the file has no hash, or if there are more than two blanks; the automaton has the answer then.
    """
    anagrams = proved_anagrams(index)
    found = None if anagrams is None else anagrams.of_tiles(tiles, blanks)
    return None if found is None else _words_found(index, *found)


def _words_found(index: Index, ranges: int, numbers: bytes) -> Words:
    """Return the words that the kernel found, as ranges and as ranks.

    ``numbers``: int64, first the starts of ``ranges`` ascending, disjoint ranges, then their stops, then all ranks.
    """
    array = np.frombuffer(numbers, np.int64)
    words = Words.__new__(Words)
    words.hold(index, (array[:ranges], array[ranges : 2 * ranges]), every=array[2 * ranges :])
    return words


class Tiles:
    """Tiles of a query: sorted letters, blanks, classes as masks."""

    __slots__ = ("blanks", "classes", "letters")

    def __init__(self, letters: bytes, blanks: int, classes: tuple[int, ...]) -> None:
        self.letters = letters
        self.blanks = blanks
        self.classes = classes


def read_tiles(text: str, index: Index) -> Tiles:
    """Read tiles in any order from a text.

    Spaces between them are ignored. Raises QuerySyntaxError for malformed text, QueryError for too many tiles or
    classes.
    """
    source = tile_reader(text, index.alphabet)
    letters: list[int] = []
    classes: list[int] = []
    blanks = 0
    while source.next:
        if source.next in "?.":
            source.at += 1
            blanks += 1
        elif source.next.isspace():
            source.at += 1
        else:
            mask = source.letters()
            if mask.bit_count() == 1:
                letters.append(mask.bit_length() - 1)
            else:
                classes.append(mask)
    for what, number, most in (
        ("tiles", len(letters) + blanks + len(classes), MOST_TILES),
        ("classes of letters", len(classes), MOST_CLASSES),
    ):
        if number > most:
            raise QueryError(f"too many {what}", expected=f"at most {most}", found=number)
    return Tiles(bytes(sorted(letters)), blanks, tuple(classes))


def rack_letters(kind: str, value: str, index: Index) -> bytes | None:
    """Return the letters of the rack that the words of ``kind:value`` are made of.

    Any other letter of a word stands for a blank or a class. Returns None if the words of this kind are not made of
    a rack, or if the rack has neither blank nor class.
    """
    if kind not in _MADE_OF:
        return None
    tiles = read_tiles(value, index)
    return tiles.letters if tiles.blanks or tiles.classes else None


class OfTiles(SearchOrFilter):
    """Words made of these tiles. ``mode`` is a constant of :mod:`..search.kernels.rack_machine`."""

    def __init__(self, mode: int, text: str, index: Index) -> None:
        self.tiles = tiles = read_tiles(text, index)
        self._single = [bytes([tile]) for tile in tiles.letters]
        self.steps_to_look = _STEPS_TO_DEAL * (3 if tiles.classes else 1)
        self.mode = mode

    def _machine(self, index: Index) -> MultisetMachine:
        tiles = self.tiles
        return MultisetMachine(len(index.alphabet), tiles.letters, tiles.blanks, tiles.classes, self.mode)

    def words(self, index: Index) -> Words:
        if self._is_looked_up(index):
            found = alphagram_words(index, self.tiles.letters, self.tiles.blanks)
            if found is not None:
                return found
        rarest = self._rarest(index) if self.mode == MORE_THAN_IT else 0
        if rarest:
            return from_the_middle_of_a_rack(index, rarest, self._machine(index))
        return from_the_front(index, self._machine(index))

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        spelled = words.core.tiles(*words.ranges())
        return np.fromiter(map(self._is_made_of, spelled), bool, len(spelled))

    def _is_made_of(self, word: bytes) -> bool:
        """Return whether one word is made of the tiles.

        A letter of the rack that fits is used before a class or a blank, which can replace it elsewhere.
        """
        tiles = self.tiles
        wild = tiles.blanks + len(tiles.classes)
        if self.mode == ALL_OF_IT and len(word) != len(tiles.letters) + wild:
            return False
        rest = word
        for letter in self._single:
            rest = rest.replace(letter, b"", 1)
        if self.mode == MORE_THAN_IT:
            has_all = len(word) - len(rest) == len(tiles.letters) and len(rest) >= wild
            return has_all and most_classes(rest, tiles.classes) == len(tiles.classes)
        # ALL_OF_IT has as many tiles as letters: if each letter has a tile, every tile is used.
        return len(rest) <= tiles.blanks + most_classes(rest, tiles.classes)

    def _is_looked_up(self, index: Index) -> bool:
        """Return whether the file has a hash of alphagrams that answers this."""
        if index.file.alphagrams is None:
            return False
        from ..search.kernels.alphagram_hash import MAX_BLANKS

        return self.mode == ALL_OF_IT and not self.tiles.classes and self.tiles.blanks <= MAX_BLANKS

    def _rarest(self, index: Index) -> int:
        """Return the rarest letter, or 0 if all are too common."""
        share = profile(index).share
        rarest = min(self.tiles.letters, key=lambda tile: share(1 << tile), default=0)
        return rarest if rarest and share(1 << rarest) < _RARE else 0

    def cost(self, index: Index) -> float:
        """Return the estimated steps.

        Measured on English: each tile doubles the ways, a blank multiplies them by six.
        """
        if self._is_looked_up(index):
            return 50.0 + float(len(index.alphabet)) ** self.tiles.blanks
        if self.mode == MORE_THAN_IT:
            rarest = self._rarest(index)
            return len(index) * (20 * profile(index).share(1 << rarest) if rarest else 4.0)
        wild = self.tiles.blanks + len(self.tiles.classes)
        return min(4.0 * len(index), 20.0 * 2.0 ** len(self.tiles.letters) * 6.0**wild)

    def plan(self, index: Index) -> str:
        if self._is_looked_up(index):
            return "looks the letters up in the hash of alphagrams"
        if self.mode != MORE_THAN_IT:
            return "takes tiles off the rack, from the front"
        rarest = self._rarest(index)
        if not rarest:
            return "looks for all of the tiles, from the front"
        return f"from the {index.alphabet.labels[rarest - 1]}, leftwards, then right"


def most_classes(letters: bytes, classes: tuple[int, ...]) -> int:
    """Return the maximum number of classes that can each take a letter of their own."""
    # All sets of classes that the letters so far can be assigned to.
    reached = {0}
    for letter in letters if classes else b"":
        fitting = [1 << place for place, mask in enumerate(classes) if mask >> letter & 1]
        reached |= {given | place for given in reached for place in fitting}
    return max(map(int.bit_count, reached))


#: Steps to assign tiles to the letters of a word, on the scale of the estimates.
_STEPS_TO_DEAL: Final = 60.0
#: Kinds whose words use only letters of the rack, its blanks and classes.
_MADE_OF: Final = frozenset({"anagram", "subanagram"})
#: The search begins at a letter if its share of all tiles is below this.
_RARE: Final = 0.03


anagram: Final = partial(OfTiles, ALL_OF_IT)
subanagram: Final = partial(OfTiles, SOME_OF_IT)
superanagram: Final = partial(OfTiles, MORE_THAN_IT)
