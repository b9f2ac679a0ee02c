r"""Expressions with echoes, and patterns whose digits are variables: conditions that remember what they met.

What they mean: a word meets an expression if there is *some* way to take its letters one after the other, all ways
being tried; an echo takes the letters that its group met last, once more, and where the group took no part there is
none to take. Repetitions may go round without a letter. That is what ``re`` does too, where what is repeated is not
empty.

A digit in a pattern is a variable, as in Appel and Jacobson's tool for breaking codes (1988): the same digit is the
same letter, different digits are different letters. In a cryptogram what is known already stands in the pattern as
letters, and a variable is for a letter not known yet: it is none of the letters that stand in the pattern by
themselves. ``?``, ``*``, ``^A`` and brackets of more than one letter say nothing about variables.

Cost: a walk of the forward part, as far as the beginnings of words go along with the expression; see
:mod:`.echo_walk` for what bounds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ...errors import QueryError
from ..patience import look
from ..words import Words
from .condition import Finding
from .echo_program import Program, program
from .echo_walk import MAX_AT_PLACE, MAX_STEPS, TOO_MANY, EchoWalk
from .expression import Echo, Expression, Group, Letters, Repeat, Sequence
from .heights import Heights
from .tile_text import TileText

if TYPE_CHECKING:
    from ..lexicon import Lexicon

__all__ = ["DIGITS", "Echoing", "variables_pattern"]

#: What a variable may be called.
DIGITS: Final = "0123456789"

#: Ranges given out at a time.
_ROOM: Final = 4096
#: Longest way on from each node, for each lexicon that has been asked.
_HEIGHTS: Final[WeakKeyDictionary[Lexicon, NDArray[np.uint8]]] = WeakKeyDictionary()
#: Steps of 10 ns at a place of the walk, and places for each word of the lexicon, about.
_PER_PLACE: Final = 3.0
_PLACES: Final = 2.5


class Echoing(Finding):
    """The words that an expression is met by which asks again for what its groups met.

    ``distinct``: its groups are of one letter each, which are all different.
    """

    def __init__(self, text: str, expression: Expression, lexicon: Lexicon, *, distinct: bool = False) -> None:
        self.text = text
        self.expression = expression
        self.program: Program = program(expression, lexicon.alphabet.mask, distinct)

    def words(self, lexicon: Lexicon) -> Words:
        lexicon._require_open()
        walk = self._walk(lexicon)
        found: list[NDArray[np.int64]] = []
        room = np.empty((2, _ROOM), np.int64)
        while not walk.done():
            look()
            given = walk.run(room[0].data, room[1].data)
            if given:
                found.append(room[:, :given].copy())
        if walk.trouble():
            limit = f"{MAX_AT_PLACE:,} at a time" if walk.trouble() == TOO_MANY else f"{MAX_STEPS:,} steps"
            raise QueryError(
                "the expression can be met in too many ways",
                expected=f"at most {limit}",
                remedy="use fewer groups of any length",
            )
        starts, stops = np.concatenate(found, axis=1) if found else room[:, :0]
        return Words(lexicon, np.ascontiguousarray(starts), np.ascontiguousarray(stops))

    def _walk(self, lexicon: Lexicon) -> EchoWalk:
        graph = lexicon._graph
        heights = _HEIGHTS.get(lexicon)
        if heights is None:
            heights = np.zeros(len(lexicon._array), np.uint8)
            Heights(lexicon._array, graph.width).fill(graph.forward_root, heights.data)
            _HEIGHTS[lexicon] = heights
        return EchoWalk(lexicon._array, graph, heights.data, self.program)

    def cost(self, lexicon: Lexicon) -> float:
        """A guess: the walk goes everywhere, but for what letters at the front leave out."""
        letters = max(1, len(lexicon.alphabet))
        places = _PLACES * len(lexicon)
        for mask in _front(self.expression):
            places *= mask.bit_count() / letters
        return 1000 + _PER_PLACE * places

    def plan(self, lexicon: Lexicon) -> str:
        return "walks from the front, remembering what groups met"


def _front(expression: Expression) -> list[int]:
    """The letters that a word must begin with, as masks, as far as that is plain to see."""
    match expression:
        case Letters(mask):
            return [mask]
        case Group(_, inner):
            return _front(inner)
        case Sequence(parts):
            masks: list[int] = []
            for part in parts:
                masks += _front(part)
                if not isinstance(part, Letters) and not (isinstance(part, Group) and isinstance(part.inner, Letters)):
                    break
            return masks
        case Repeat(inner, least, _) if least:
            return _front(inner)
        case _:
            return []


def variables_pattern(text: str, lexicon: Lexicon) -> Echoing:
    """The condition of a pattern in which digits are variables: ``1221``, ``1 2 2 1``, ``12?E2*1``.

    Blanks between its parts are left out. QuerySyntaxError where it cannot be read.
    """
    source = TileText(text, lexicon.alphabet)
    every = lexicon.alphabet.mask
    #: Letters, digits, and what is neither: None is any number of letters.
    parts: list[int | str | None] = []
    given = 0
    while source.next:
        if source.next.isspace():
            source.at += 1
        elif source.next in DIGITS:
            parts.append(source.next)
            source.at += 1
        elif source.take("*"):
            parts.append(None)
        elif source.take("?") or source.take("."):
            parts.append(every)
        elif source.take("^"):
            parts.append(every & ~source.letters())
        else:
            letter = source.letter()
            given |= 0 if letter is None else 1 << letter
            parts.append(source.letters() if letter is None else 1 << letter)
    numbers = {digit: number for number, digit in enumerate(dict.fromkeys(p for p in parts if isinstance(p, str)), 1)}
    met: set[str] = set()
    sequence: list[Expression] = []
    for part in parts:
        if part is None:
            sequence.append(Repeat(Letters(every), 0, None))
        elif isinstance(part, int):
            sequence.append(Letters(part))
        elif part in met:
            sequence.append(Echo(numbers[part]))
        else:
            met.add(part)
            sequence.append(Group(numbers[part], Letters(every & ~given)))
    return Echoing(f"pattern:{text}", Sequence(tuple(sequence)), lexicon, distinct=True)
