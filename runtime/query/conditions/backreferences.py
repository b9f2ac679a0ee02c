r"""Expressions with backreferences (echoes), and patterns with variables.

A word matches an expression if there is *some* way to take its letters one after the other; all ways are tried. An echo
takes again the letters that its group matched last; if the group matched nothing, an echo of it fails. A repetition may
go round without taking a letter. ``re`` does the same, unless a repeated part is empty.

A pattern whose digits are variables is such an expression too: see :mod:`..language.patterns`.

Cost: a walk of the forward part, as far as the beginnings of words can match; see
:mod:`..search.kernels.backreference_walk` for its limits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....errors import QueryError
from ....formats.compiled_kernels import is_compiled
from ....formats.kernels import numpy_on_first_use as np
from ....limits import look
from ...words.words import Words, words_of_ranges
from ..language.expression import Expression, Group, Letters, Repeat, Sequence
from ..search.backreference_program import Program, program
from ..search.kernels import backreference_walk
from ..search.kernels.backreference_walk import MAX_AT_PLACE, MAX_STEPS, TOO_MANY, EchoWalk, fill_heights
from .condition import Finding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...automaton.index import Index

#: Seconds to find the longest way from each node, for each number of the node array, compiled and interpreted.
_PER_NUMBER: Final = 2e-9
_INTERPRETED: Final = 5e-7
#: Ranges that the walk returns at a time.
_ROOM: Final = 4096
#: Steps of 10 ns for each place of the walk, and places for each word of the lexicon, roughly.
_PER_PLACE: Final = 3.0
_PLACES: Final = 2.5


class BackreferenceExpression(Finding):
    """The words that match an expression with backreferences.

    ``distinct``: its groups take one letter each, all of them different.
    """

    def __init__(self, expression: Expression, index: Index, *, distinct: bool = False) -> None:
        self.expression = expression
        self.program: Program = program(expression, index.alphabet.mask, distinct)

    def words(self, index: Index) -> Words:
        index.require_open()
        walk = self._walk(index)
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
                "the expression can match in too many ways",
                expected=f"at most {limit}",
                remedy="use fewer groups of any length",
            )
        starts, stops = np.concatenate(found, axis=1) if found else room[:, :0]
        return words_of_ranges(index, np.ascontiguousarray(starts), np.ascontiguousarray(stops))

    def _walk(self, index: Index) -> EchoWalk:
        return EchoWalk(index.nodes, index.remember("longest rests", _longest_rests).data, self.program)

    def cost(self, index: Index) -> float:
        """Estimated steps: the walk goes wherever the first letters allow."""
        letters = max(1, len(index.alphabet))
        places = _PLACES * len(index)
        for mask in _front(self.expression):
            places *= mask.bit_count() / letters
        return 1000 + _PER_PLACE * places

    def plan(self, index: Index) -> str:
        return "walks from the front, remembering what groups met"


def _longest_rests(index: Index) -> NDArray[np.uint8]:
    """The length of the longest path from each node."""
    size = len(index.file.gaddag.words)
    look((_PER_NUMBER if is_compiled(backreference_walk) else _INTERPRETED) * size)
    heights = np.zeros(size, np.uint8)
    fill_heights(index.nodes, heights.data)
    return heights


def _front(expression: Expression) -> list[int]:
    """The letters that a word must begin with, as masks. It finds those that are obvious, not all."""
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
