"""Choice of the place where the search for a letter expression begins: at the front, or at a letter inside.

An expression is a row of parts. If it is cut between two of them, the parts left of the cut are read backwards
through the reverse part of the file, from the letter at the cut, and the parts right of it forwards. The cost of a
cut is estimated as the number of nodes that it would visit, from the frequencies of letters in a sample of the
words and from the number of different beginnings and inner strings that word lists have. The estimate affects only
the time that the search takes, never its answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import inf
from operator import or_
from typing import TYPE_CHECKING, Final, TypeAlias

from ..language.expression import Choice, Expression, Group, Letters, Repeat, Sequence, parts_within
from .letter_statistics import Profile, profile

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index

#: Number of parts before a cut that show how rare the strings found there are.
_NEAR: Final = 6
#: Cost of a step from the front, which counts ranks, relative to one leftwards, when many are taken.
_FORWARD: Final = 1.5
#: Maximum number of cuts to estimate, besides those at both ends.
_MOST_CUTS: Final = 3
#: Steps to locate a string that was found leftwards, and to go on from it.
_LOCATE: Final = 8.0
#: Fixed cost of a search from the middle.
_MIDDLE: Final = 15000.0
#: A search below this cost needs no better entry, because looking for one costs as much.
CHEAP: Final = 25000.0
#: Repetitions are estimated up to this number; hardly any word is longer.
_FAR: Final = 24


def parts_of(expression: Expression) -> tuple[Expression, ...]:
    """Return the row of parts of an expression.

    Groups are opened, and the required repetitions of a part are written out.
    """
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
    """Entry: before part ``place`` of the row, at an estimated number of ``steps``. Place 0 is the front."""

    place: int
    steps: float


def cuts(parts: tuple[Expression, ...], index: Index) -> list[Cut]:
    """Return places where a search may begin, each with its estimated steps, the cheapest first.

    Stops estimating at the first place that costs less than ``CHEAP``, so the list may be incomplete.
    """
    known = profile(index)
    front = Cut(0, _Estimate(known, known.front).through(parts).visited)
    if front.steps < CHEAP:
        return [front]
    front = Cut(0, _FORWARD * front.steps)
    rarest = sorted(middles(parts), key=lambda place: _rarity(parts[max(0, place - _NEAR) : place], known))
    chosen = rarest[:_MOST_CUTS]
    # From the end, unless it allows any letters.
    if len(parts) in rarest[_MOST_CUTS:] and not takes_all(parts[-1], known):
        chosen.append(len(parts))
    found, least = [front], front.steps
    for place in chosen:
        if least < CHEAP:
            break
        steps = _estimate_steps(parts, place, known, least)
        least = min(least, steps)
        found.append(Cut(place, steps))
    return sorted(found, key=lambda cut: cut.steps)


def middles(parts: tuple[Expression, ...]) -> list[int]:
    """Return the inner places where a search may begin: those behind a letter, and the end.

    The parts left of such a place must take a letter, because every path of the reverse part begins with one.
    """
    places = []
    filled = False
    for place, part in enumerate(parts, 1):
        filled = filled or not _may_be_empty(part)
        if (filled and isinstance(part, Letters)) or place == len(parts):
            places.append(place)
    return places


def _rarity(parts: tuple[Expression, ...], known: Profile) -> float:
    rarity, read = 1.0, 0
    for part in parts:
        mask = part.mask if isinstance(part, Letters) else 0
        rarity *= known.share_beside(mask, read, False) if mask else 1.0
        read = mask
    return rarity


def takes_all(part: Expression, known: Profile) -> bool:
    """Return whether a part matches any number of any letters."""
    if not (isinstance(part, Repeat) and part.most is None and isinstance(part.inner, Letters)):
        return False
    return known.share(part.inner.mask) > 0.999


def _estimate_steps(parts: tuple[Expression, ...], place: int, known: Profile, least: float) -> float:
    """Return the estimated steps of a search from an inner entry. The estimate may stop once it is above ``least``."""
    left = _Estimate(known, known.inside).through(parts[:place][::-1], least)
    alive = sum(left.paths)
    steps = _MIDDLE + left.visited + _LOCATE * alive
    if place < len(parts) and steps < least:
        # Number of paths that go on from one string at its usual distance from the front.
        usual = sum(depth * paths for depth, paths in enumerate(left.paths)) / max(alive, 1e-9)
        rest = known.front[min(round(usual), len(known.front) - 1) :]
        share = [number / rest[0] for number in rest]
        steps += alive * _Estimate(known, share).through(parts[place:], least / max(alive, 1e-9)).visited
    return steps


#: Paths and mass by length, and the range of lengths that have any.
_State: TypeAlias = tuple[list[float], list[float], tuple[int, int]]


class _Estimate:
    """Simulated walk through a row of parts.

    ``there``: number of different strings of each length; ``paths[d]``: number of strings of d letters that the
    walk has reached; ``mass[d]``: their share of all strings if letters were independent; ``visited``: nodes so
    far.
    """

    def __init__(self, known: Profile, there: list[float] | tuple[float, ...]) -> None:
        self.known = known
        self.there = there
        self.paths = [0.0] * len(there)
        self.mass = [0.0] * len(there)
        self.paths[0] = self.mass[0] = 1.0
        #: First and last length at which paths can differ from 0.
        self.lengths = (0, 0)
        #: Set of letters of the last one read, 0 for any.
        self.read = 0
        #: Number of nodes visited so far.
        self.visited = 0.0

    def through(self, parts: tuple[Expression, ...], most: float = inf) -> _Estimate:
        """Walk through the parts, or until more than ``most`` nodes are visited."""
        forwards = self.there is not self.known.inside
        for number, part in enumerate(parts, 1):
            # Forwards, a last part that matches any rest needs no walk.
            if self.visited > most or (forwards and number == len(parts) and takes_all(part, self.known)):
                break
            self._part(part)
        return self

    def _part(self, part: Expression) -> None:
        match part:
            case Letters(mask):
                self._letter(mask)
            case Repeat(Letters(mask), 0, None):
                self._any_number(mask)
            case Repeat(Letters() as inner, least, most):
                stops = [] if least else [self._state()]
                for number in range(1, min(_FAR, _FAR if most is None else most) + 1):
                    self._part(inner)
                    if sum(self.paths) < 1e-6:
                        break
                    if number >= least:
                        stops.append(self._state())
                self._join(stops)
            case Repeat(inner, least, _):
                # Once, and then any number of its letters: otherwise nested repetitions would be walked as often as
                # the product of their numbers.
                if least:
                    self._part(inner)
                self._any_number(_letters_of(inner))
            case Choice(options):
                before, stops = self._state(), []
                for option in options:
                    self._join([before])
                    self._part(option)
                    stops.append(self._state())
                self._join(stops)
            case Sequence(inside):
                for piece in inside:
                    self._part(piece)
            case Group(_, inner):
                self._part(inner)

    def _state(self) -> _State:
        return self.paths.copy(), self.mass.copy(), self.lengths

    def _join(self, states: list[_State]) -> None:
        """Take the sum of several states."""
        self.read = 0
        if not states:
            self.paths, self.mass, self.lengths = [0.0] * len(self.there), [0.0] * len(self.there), (0, 0)
            return
        (paths, mass, (least, most)), *others = states
        self.paths, self.mass = paths, mass = paths.copy(), mass.copy()
        for more_paths, more_mass, (low, high) in others:
            for depth in range(low, min(high + 1, len(paths))):
                paths[depth] += more_paths[depth]
                mass[depth] += more_mass[depth]
            least, most = min(least, low), max(most, high)
        self.lengths = least, most

    def _letter(self, mask: int) -> None:
        share, number = self._share_next(mask), mask.bit_count()
        self.read = mask
        there, paths, mass = self.there, self.paths, self.mass
        low, high = self.lengths
        if low >= len(there):
            return
        high = min(high, len(there) - 2)
        for depth in range(high, low - 1, -1):
            deeper = depth + 1
            mass[deeper] = weight = mass[depth] * share
            alive = paths[depth] * number
            most = there[deeper] * weight
            # At the very first letter there are few paths, however rare it is.
            if alive > most and (depth or there is not self.known.inside):
                alive = most
            paths[deeper] = alive
            self.visited += alive
        paths[low] = mass[low] = 0.0
        self.lengths = (low + 1, high + 1)

    def _share_next(self, mask: int) -> float:
        """Return the share of these letters as the next one read."""
        return self.known.share_beside(mask, self.read, self.there is self.known.inside)

    def _any_number(self, mask: int) -> None:
        self.read = mask
        share, number = self._share_next(mask), mask.bit_count()
        self.read = 0
        there, paths, mass = self.there, self.paths, self.mass
        low = self.lengths[0]
        if low >= len(there):
            return
        before, weight = paths[low], mass[low]
        for depth in range(low + 1, len(paths)):
            weight = mass[depth] + share * weight
            if weight > 1.0:
                weight = 1.0
            mass[depth] = weight
            more = before * number
            most = there[depth] * weight
            if more > most:
                more = most
            self.visited += more
            before = paths[depth]
            if more > before:
                paths[depth] = before = more
        self.lengths = (low, len(paths) - 1)


def _letters_of(part: Expression) -> int:
    """Return the mask of all letters that occur in an expression."""
    return reduce(or_, (inner.mask for inner in parts_within(part) if isinstance(inner, Letters)), 0)


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
