"""Tables II and III of Gordon (1994): printed figures and formulas.

The formulas reproduce every number of bytes in Table III. They also reproduce every number of bits per character, if
the characters are the letters of all words, without delimiters: the paper's 74,988 words then have between 504,550
and 504,667 letters, which agrees with its "averaging 6.7 letters per word".
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from ..formats.constants import set_width

#: Bytes of an arc.
_WORD: Final = 4


def expanded_bytes(states: int, letter_sets: int, columns: int, width: int = 1) -> int:
    """Size of the expanded form in bytes.

    It has a word for each state and column, and for each letter set. ``columns``: the number of letters, and in a
    GADDAG one more for the separator; ``width``: words in a set of letters, always one in the paper.
    """
    return _WORD * (columns * states + width * letter_sets)


def compressed_bytes(states: int, arcs: int, letter_sets: int, width: int = 1) -> int:
    """Size of the compressed form in bytes: a word for each state, arc and letter set."""
    return _WORD * (width * states + arcs + width * letter_sets)


@dataclass(frozen=True)
class Figures:
    """One column of Table III. Only states with arcs count, and letter sets are those of arcs, each once."""

    states: int
    arcs: int
    letter_sets: int
    expanded_bytes: int
    expanded_bits: float
    compressed_bytes: int
    compressed_bits: float

    @classmethod
    def of(cls, states: int, arcs: int, letter_sets: int, *, letters: int, separator: bool, characters: int) -> Figures:
        """Compute a column. ``characters``: the length of all words together."""
        width = set_width(letters)
        expanded = expanded_bytes(states, letter_sets, letters + separator, width)
        compressed = compressed_bytes(states, arcs, letter_sets, width)
        per = max(1, characters)
        return cls(states, arcs, letter_sets, expanded, 8 * expanded / per, compressed, 8 * compressed / per)

    @property
    def expanded_arc(self) -> int:
        """Bits of an arc in the expanded form. Above 32 the paper's arcs overflow, and the bytes are fiction."""
        return self.states.bit_length() + (self.letter_sets - 1).bit_length()

    @property
    def compressed_arc(self) -> int:
        """Bits of an arc in the compressed form. A state is an index into states and arcs there."""
        return (self.states + self.arcs).bit_length() + (self.letter_sets - 1).bit_length()

    def ratio(self, other: Figures) -> dict[str, float]:
        """Divide the states, arcs, letter sets and bytes by the other's, or give 0 if it has none."""
        pairs = ((name, getattr(self, name), getattr(other, name)) for name in _COMPARED)
        return {name: mine / theirs if theirs else 0.0 for name, mine, theirs in pairs}

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "expanded_arc": self.expanded_arc, "compressed_arc": self.compressed_arc}


_COMPARED: Final = ("states", "arcs", "letter_sets", "expanded_bytes", "compressed_bytes")

#: Number of words in the paper's lexicon, of 2 to 8 letters.
WORDS: Final = 74_988

#: By structure. The paper has no unminimized GADDAG.
TABLE_3: Final = {
    "DAWG, unminimized": Figures(55_503, 91_901, 908, 5_775_944, 91.6, 593_248, 9.4),
    "DAWG, minimized": Figures(17_856, 49_341, 908, 1_860_656, 29.5, 272_420, 4.3),
    "GADDAG, semi-minimized": Figures(250_924, 413_887, 2_575, 27_110_092, 429.8, 2_669_544, 42.3),
    "GADDAG, minimized": Figures(89_031, 244_117, 2_575, 9_625_648, 152.6, 1_342_892, 21.3),
}

#: Number of states by number of outgoing arcs (from 0) in the minimized structures.
TABLE_2: Final = {
    "DAWG, minimized": (
        0, 5_708, 5_510, 2_904, 1_385, 775, 445, 299, 189, 148, 98, 84, 53, 52, 41, 30, 20, 23, 16, 14, 10, 18, 12,
        8, 6, 4, 4,
    ),
    "GADDAG, minimized": (
        0, 35_103, 24_350, 11_291, 5_927, 3_654, 2_187, 1_435, 1_009, 821, 641, 493, 389, 325, 254, 198, 165, 150,
        128, 102, 81, 87, 65, 59, 52, 26, 34, 5,
    ),
}  # fmt: skip
