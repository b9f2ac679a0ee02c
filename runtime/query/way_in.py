"""Where to begin a search for a letter expression: at the front, or at a letter in its middle.

An expression is a row of parts. Cut between two of them, what is left of the cut is read backwards through the
reverse part, from the letter at the cut, and what is right of it forwards. Each cut is estimated by how many nodes it
would visit: letters as frequent as in a sample of the words, and as many different beginnings, and strings inside of
words, as lists of words have. The estimate decides only how long the search takes, never what it finds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final

import numpy as np

from .expression import Choice, Expression, Group, Letters, Repeat, Sequence

if TYPE_CHECKING:
    from ..lexicon import Lexicon

__all__ = ["CHEAP", "Cut", "Profile", "cuts", "middles", "parts_of", "profile"]

#: Words of the sample.
_SAMPLE: Final = 256
#: Cuts that are estimated, besides those at both ends.
_MOST_CUTS: Final = 4
#: Steps it takes to locate a string that was found leftwards, and to go on from it.
_LOCATE: Final = 8.0
#: What a search from the middle takes before its first step, and what is too cheap to look further.
_MIDDLE: Final = 6000.0
CHEAP: Final = 6000.0
#: Shares kept.
_MOST_SHARES: Final = 4096
#: How fast strings branch, as a share of the alphabet, at the front of a word and inside; measured on English.
_FRONT, _INSIDE = 0.35, 0.45
#: Repetitions are estimated up to here: hardly a word is longer.
_FAR: Final = 24


@dataclass(frozen=True)
class Profile:
    """What an estimate knows of a lexicon. ``front[d]``: beginnings of d letters; ``inside[d]``: strings of d."""

    shares: tuple[float, ...]
    front: tuple[float, ...]
    inside: tuple[float, ...]
    #: Shares of sets of letters that were asked for.
    known: dict[int, float]

    def share(self, mask: int) -> float:
        """Share of the tiles in words that are one of these letters."""
        share = self.known.get(mask)
        if share is None:
            share = sum([share for tile, share in enumerate(self.shares) if mask >> tile & 1])
            if len(self.known) < _MOST_SHARES:
                self.known[mask] = share
        return share


def profile(lexicon: Lexicon) -> Profile:
    """The lexicon's profile, from a sample of its words; made once, in about 0.3 ms."""
    if lexicon._profile is None:
        lexicon._profile = _profile(lexicon)
    return lexicon._profile


def _profile(lexicon: Lexicon) -> Profile:
    number = len(lexicon)
    letters = len(lexicon.alphabet)
    ranks = np.unique(np.linspace(0, max(0, number - 1), min(number, _SAMPLE)).astype(np.int64))
    words = [lexicon.alphabet.encode(word) for word in lexicon.words_at(ranks)]
    counts = np.bincount(np.frombuffer(b"".join(words), np.uint8), minlength=letters + 1) + 0.1
    lengths = [len(word) for word in words]
    scale = number / max(1, len(words))
    deepest = max(lengths, default=0) + 1
    reaching = [scale * sum(length >= depth for length in lengths) for depth in range(deepest + 1)]
    places = [scale * sum(max(0, length - depth + 1) for length in lengths) for depth in range(deepest + 1)]
    return Profile(
        tuple((counts / counts.sum()).tolist()),
        _different(reaching, letters, _FRONT),
        _different(places, letters, _INSIDE),
        {},
    )


def _different(all_of_them: list[float], letters: int, branching: float) -> tuple[float, ...]:
    """How many different strings of each length there are among so many."""
    different = [1.0]
    for depth in range(1, len(all_of_them)):
        possible = letters * max(1.5, branching * letters) ** (depth - 1)
        there = all_of_them[depth]
        different.append(max(1e-9, there * possible / (there + possible)))
    return tuple(different)


def parts_of(expression: Expression) -> tuple[Expression, ...]:
    """The row of parts that an expression is, groups opened and letters that must come again and again set apart."""
    match expression:
        case Sequence(parts):
            return tuple(piece for part in parts for piece in parts_of(part))
        case Group(_, inner):
            return parts_of(inner)
        case Repeat(inner, least, most) if 0 < least <= 63 and len(row := parts_of(inner)) == 1:
            rest = None if most is None else most - least
            return row * least + (() if rest == 0 else (Repeat(inner, 0, rest),))
        case _:
            return (expression,)


@dataclass(frozen=True)
class Cut:
    """A way in: before part number ``place`` of the row; 0 is the front. ``steps``: what it is expected to take."""

    place: int
    steps: float


def cuts(parts: tuple[Expression, ...], lexicon: Lexicon) -> list[Cut]:
    """The ways in that were looked at, the cheapest first. Where the front is cheap, no other is."""
    known = profile(lexicon)
    front = Cut(0, _Estimate(known, known.front).through(parts).visited)
    if front.steps < CHEAP:
        return [front]
    rarest = sorted(middles(parts), key=lambda place: _rarity(parts[max(0, place - 3) : place], known))
    chosen = {*rarest[:_MOST_CUTS], *(place for place in rarest if place == len(parts))}
    return sorted([front, *(Cut(place, _steps(parts, place, known)) for place in chosen)], key=lambda cut: cut.steps)


def middles(parts: tuple[Expression, ...]) -> list[int]:
    """The places but the front where a search may begin: behind a letter, or at the end.

    What is left of it must not be empty, since a path of the reverse part has at least a letter there.
    """
    places = []
    filled = False
    for place, part in enumerate(parts, 1):
        filled = filled or not _may_be_empty(part)
        if (filled and isinstance(part, Letters)) or place == len(parts):
            places.append(place)
    return places


def _rarity(parts: tuple[Expression, ...], known: Profile) -> float:
    rarity = 1.0
    for part in parts:
        rarity *= known.share(part.mask) if isinstance(part, Letters) else 1.0
    return rarity


def _steps(parts: tuple[Expression, ...], place: int, known: Profile) -> float:
    left = _Estimate(known, known.inside).through(parts[:place][::-1])
    alive = sum(left.paths)
    steps = _MIDDLE + left.visited + _LOCATE * alive
    if place < len(parts):
        # From here on as far from the front as usual: how many ways go on from one string.
        usual = sum(depth * paths for depth, paths in enumerate(left.paths)) / max(alive, 1e-9)
        rest = known.front[min(round(usual), len(known.front) - 1) :]
        steps += alive * _Estimate(known, tuple(number / rest[0] for number in rest)).through(parts[place:]).visited
    return steps


class _Estimate:
    """A walk through a row of parts, in numbers.

    ``there``: how many different strings of each length there are; ``paths[d]``: how many of those with d letters the
    walk stands at; ``mass[d]``: what share of them it would be, were letters independent; ``visited``: nodes so far.
    """

    def __init__(self, known: Profile, there: tuple[float, ...]) -> None:
        self.known = known
        self.there = there
        self.paths = [0.0] * len(there)
        self.mass = [0.0] * len(there)
        self.paths[0] = self.mass[0] = 1.0
        self.visited = 0.0

    def through(self, parts: tuple[Expression, ...]) -> _Estimate:
        forwards = self.there is not self.known.inside
        for number, part in enumerate(parts, 1):
            # Forwards, what takes any rest needs no walk.
            if not (forwards and number == len(parts) and self._takes_all(part)):
                self._part(part)
        return self

    def _takes_all(self, part: Expression) -> bool:
        if not (isinstance(part, Repeat) and part.most is None and isinstance(part.inner, Letters)):
            return False
        return self.known.share(part.inner.mask) > 0.999

    def _part(self, part: Expression) -> None:
        match part:
            case Letters(mask):
                self._letter(mask)
            case Repeat(Letters(mask), 0, None):
                self._any_number(mask)
            case Repeat(Letters() as inner, least, most):
                paths, mass = ([0.0] * len(self.there), [0.0] * len(self.there)) if least else (self.paths, self.mass)
                for number in range(1, min(_FAR, _FAR if most is None else most) + 1):
                    self._part(inner)
                    if sum(self.paths) < 1e-6:
                        break
                    if number >= least:
                        paths, mass = _added(paths, self.paths), _added(mass, self.mass)
                self.paths, self.mass = paths, mass
            case Repeat(inner, least, _):
                # Once is looked at, and then any number of its letters: else what is repeated in what is
                # repeated would be gone through as often as all of it multiplies to.
                if least:
                    self._part(inner)
                self._any_number(_letters_of(inner))
            case Choice(options):
                before = self.paths, self.mass
                paths, mass = [0.0] * len(self.there), [0.0] * len(self.there)
                for option in options:
                    self.paths, self.mass = before
                    self._part(option)
                    paths, mass = _added(paths, self.paths), _added(mass, self.mass)
                self.paths, self.mass = paths, mass
            case Sequence(inside):
                for piece in inside:
                    self._part(piece)
            case Group(_, inner):
                self._part(inner)

    def _letter(self, mask: int) -> None:
        share, number = self.known.share(mask), mask.bit_count()
        there = self.there
        paths, mass = [0.0] * len(there), [0.0] * len(there)
        for depth, alive in enumerate(self.paths[:-1]):
            if alive > 1e-6:
                deeper = depth + 1
                mass[deeper] = self.mass[depth] * share
                paths[deeper] = alive * number
                most = there[deeper] * mass[deeper]
                # At the first letter of all they are few, however rare.
                if paths[deeper] > most and (depth or there is not self.known.inside):
                    paths[deeper] = most
        self.visited += sum(paths)
        self.paths, self.mass = paths, mass

    def _any_number(self, mask: int) -> None:
        share, number = self.known.share(mask), mask.bit_count()
        paths, mass = self.paths.copy(), self.mass.copy()
        before, weight = paths[0], mass[0]
        for depth in range(1, len(paths)):
            weight = mass[depth] + share * weight
            if weight > 1.0:
                weight = 1.0
            mass[depth] = weight
            more = before * number
            most = self.there[depth] * weight
            if more > most:
                more = most
            self.visited += more
            before = paths[depth]
            if more > before:
                paths[depth] = before = more
        self.paths, self.mass = paths, mass


def _letters_of(part: Expression) -> int:
    """All letters that stand anywhere in an expression."""
    match part:
        case Letters(mask):
            return mask
        case Repeat(inner) | Group(_, inner):
            return _letters_of(inner)
        case Sequence(inside) | Choice(inside):
            return reduce(or_, map(_letters_of, inside), 0)
        case _:
            return 0


def _added(one: list[float], other: list[float]) -> list[float]:
    return [mine + yours for mine, yours in zip(one, other, strict=True)]


def _may_be_empty(part: Expression) -> bool:
    match part:
        case Repeat(inner, least, _):
            return least == 0 or _may_be_empty(inner)
        case Sequence(inside):
            return all(map(_may_be_empty, inside))
        case Choice(options):
            return any(map(_may_be_empty, options))
        case Group(_, inner):
            return _may_be_empty(inner)
        case _:
            return False
