"""The words that a letter expression means, found from the cheapest way in. See :mod:`.way_in`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from .condition import Finding
from .expression import Expression, Letters, Sequence, reverse
from .positions import Positions, positions
from .reading import STEPS_TO_READ, read_by
from .walks import from_the_front, from_the_middle, machine_of
from .way_in import Cut, cuts, parts_of

if TYPE_CHECKING:
    from ..lexicon import Lexicon
    from ..words import Words

__all__ = ["LetterExpression"]


class LetterExpression(Finding):
    """The words that are met by an expression without Echo."""

    def __init__(self, text: str, expression: Expression, lexicon: Lexicon) -> None:
        """``text``: how the query language writes it. QueryError where the expression is too large."""
        self.text = text
        self.parts = parts_of(expression)
        self.lexicon = lexicon
        #: Made at once, so that one that is too large is refused before anything is found.
        self.whole = positions(expression)

    @cached_property
    def ways(self) -> list[Cut]:
        """The ways in, the cheapest first."""
        return cuts(self.parts, self.lexicon)

    def words(self, lexicon: Lexicon) -> Words:
        return self.words_from(self.ways[0].place, lexicon)

    def words_from(self, place: int, lexicon: Lexicon) -> Words:
        """The words, with the search begun before this part; the same for every way in there is."""
        if place == 0:
            return from_the_front(lexicon, machine_of(lexicon, self.whole))
        return from_the_middle(lexicon, *self._sides(place))

    def _sides(self, place: int) -> tuple[Positions, Positions]:
        left = reverse(Sequence(self.parts[:place]))
        return positions(left), positions(Sequence(self.parts[place:]))

    def cost(self, lexicon: Lexicon) -> float:
        return 50 + self.ways[0].steps

    def cost_among(self, lexicon: Lexicon, number: float) -> float:
        return min(self.cost(lexicon), STEPS_TO_READ * number)

    def among(self, words: Words) -> Words:
        """Few words are read, rather than that all are found."""
        if STEPS_TO_READ * len(words) > self.cost(words.lexicon):
            return super().among(words)
        return words.where(read_by(words, self.whole))

    def plan(self, lexicon: Lexicon) -> str:
        best = self.ways[0]
        front = next(cut.steps for cut in self.ways if cut.place == 0)
        if best.place == 0:
            return f"from the front: about {best.steps:,.0f} steps"
        part = self.parts[best.place - 1]
        if isinstance(part, Letters):
            where = f"from the {'/'.join(self.lexicon.alphabet.letter_set(part.mask & self.lexicon.alphabet.mask))}"
        else:
            where = "from the end"
        rest = ", then right" if best.place < len(self.parts) else ""
        return f"{where} leftwards{rest}: about {best.steps:,.0f} steps; from the front {front:,.0f}"
