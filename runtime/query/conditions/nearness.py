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

from ..language.read_letters import tile_reader
from ..search.find_words_by_machine import MachinePool, from_the_front
from ..search.glushkov_automaton import read_by
from ..search.kernels.position_automaton import near_positions
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
        source = tile_reader(value, index.alphabet)
        tiles = bytearray()
        while source.at < len(letters):
            tiles.append(source.letter() or source.fail_letter(f"a letter of the {index.alphabet.name} alphabet"))
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
        self._letters = len(index.alphabet)

    @cached_property
    def _machines(self) -> MachinePool:
        return MachinePool(near_positions(self.tiles, self.distance, self._letters))

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
