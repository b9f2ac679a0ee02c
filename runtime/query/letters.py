"""Stand-in until the machine kernel is there: looks at every word."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from .condition import Finding
from .expression import Expression
from .positions import Positions, positions

if TYPE_CHECKING:
    from ..lexicon import Lexicon
    from ..words import Words


def met(automaton: Positions, tiles: bytes) -> bool:
    places, nullable = automaton.first, automaton.nullable
    for tile in tiles:
        here = 0
        ahead = 0
        for p, label in enumerate(automaton.labels):
            if places >> p & 1 and label >> tile & 1:
                here |= 1 << p
                ahead |= automaton.follow[p]
        places, nullable = ahead, bool(here & automaton.last)
    return nullable


class LetterExpression(Finding):
    def __init__(self, text: str, expression: Expression) -> None:
        self.text = text
        self.positions = positions(expression)

    def words(self, lexicon: Lexicon) -> Words:
        encode = lexicon.alphabet.encode
        return lexicon.words().where(np.array([met(self.positions, encode(w)) for w in lexicon], bool))

    def cost(self, lexicon: Lexicon) -> float:
        return 1e9
