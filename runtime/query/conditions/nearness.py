"""Words within an edit distance of a text (Levenshtein).

Replacing, deleting or inserting one letter is one edit. The Levenshtein automaton of the text (Schulz & Mihov 2002,
here as positions: letters of the text read, edits made) is walked side by side with the words, so that only
beginnings that are still near are visited.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError
from lexkit.formats.constants import MAX_LENGTH

from ..language.read_letters import TileText
from ..search.find_words_by_machine import MachinePool, from_the_front
from ..search.glushkov_automaton import Positions, read_by
from .condition import SearchOrFilter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.words.words import Words

#: Maximum distance.
MOST_CHANGES: Final = 3


class Near(SearchOrFilter):
    """Words at most ``distance`` edits away from a text."""

    reusable = True

    def __init__(self, value: str, index: Index) -> None:
        letters, sign, number = value.partition("~")
        source = TileText(value, index.alphabet)
        tiles = bytearray()
        while source.at < len(letters):
            tiles.append(source.letter_or_fail(f"not a letter of the {index.alphabet.name} alphabet"))
        if not tiles:
            source.fail("the text is missing", "letters")
        source.at += len(sign)
        if sign and not (number.isascii() and number.isdigit()):
            source.fail("not a number of edits", f"1 to {MOST_CHANGES} behind the ~")
        # Without leading zeros, two digits are more than any valid number has.
        self.distance = int(number.lstrip("0")[:2] or "0") if number else 1
        if not 1 <= self.distance <= MOST_CHANGES:
            raise QueryError("not a number of edits", expected=f"1 to {MOST_CHANGES}", found=number)
        if len(tiles) > MAX_LENGTH:
            raise QueryError("longer than any word", expected=f"at most {MAX_LENGTH} letters", found=len(tiles))
        self.value, self.tiles = value, bytes(tiles)
        self._alphabet = index.alphabet

    @cached_property
    def _machines(self) -> MachinePool:
        return MachinePool(near_positions(self.tiles, self.distance, self._alphabet.mask), self._alphabet)

    def words(self, index: Index) -> Words:
        machine = self._machines.borrow()
        found = from_the_front(index, machine)
        self._machines.give_back(machine)
        return found

    def cost(self, index: Index) -> float:
        """Return an estimate, measured on English: each edit multiplies the ways by twelve."""
        return min(8.0 * len(index), 600.0 * 12.0**self.distance)

    def fitting(self, words: Words) -> NDArray[np.bool_]:
        return read_by(words, self._machines.positions)

    def plan(self, index: Index) -> str:
        return f"goes along {self.value} from the front, with up to {self.distance} changes"


def near_positions(tiles: bytes, distance: int, alphabet: int) -> Positions:
    """Return the automaton of the texts at most ``distance`` edits away. ``alphabet``: mask of all letters.

    A position records how many of ``tiles`` were read, with how many edits, and how the last letter was taken: as
    the letter of the text, or as any other. A deletion takes no letter, so it is part of the next step.
    """
    size = len(tiles)
    labels: list[int] = []
    places: dict[tuple[int, int, bool], int] = {}
    for changes in range(distance + 1):
        for read in range(size + 1):
            if read:
                places[read, changes, True] = len(labels)
                labels.append(1 << tiles[read - 1])
            if changes:
                places[read, changes, False] = len(labels)
                labels.append(alphabet)

    def behind(read: int, changes: int) -> int:
        """Return the positions that can take the next letter."""
        following = 0
        for left_out in range(min(distance - changes, size - read) + 1):
            there, made = read + left_out, changes + left_out
            if there < size:
                following |= 1 << places[there + 1, made, True]
            if made < distance:
                following |= 1 << places[there, made + 1, False]
                if there < size:
                    following |= 1 << places[there + 1, made + 1, False]
        return following

    last = 0
    follow = []
    for (read, changes, _), place in places.items():
        follow.append(behind(read, changes))
        if size - read <= distance - changes:
            last |= 1 << place
    return Positions(tuple(labels), behind(0, 0), tuple(follow), last, size <= distance)
