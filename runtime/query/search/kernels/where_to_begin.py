"""Kernel: choice of the place where the search for a letter expression begins: at the front, or at a letter inside.

An expression is a row of parts. If it is cut between two of them, the parts left of the cut are read backwards
through the reverse part of the file, from the letter at the cut, and the parts right of it forwards. The cost of a
cut is estimated as the number of nodes that it would visit, from the frequencies of letters in a sample of the
words and from the number of different beginnings and inner strings that word lists have. The estimate affects only
the time that the search takes, never its answer.
"""

from __future__ import annotations

from typing import Any

from lexkit.formats.kernels import cython

if not cython.compiled:
    from lexkit.formats.kernels.node import ONE, lowest, popcount
    from lexkit.runtime.query.language.kernels.expression import Choice, Expression, Group, Letters, Repeat, Sequence

    from .position_automaton import zeros

    #: Number of parts before a cut that show how rare the strings found there are.
    NEAR = 6
    #: Maximum number of cuts to estimate, besides those at both ends.
    MOST_CUTS = 3
    #: Repetitions are estimated up to this number; hardly any word is longer.
    FAR = 24
    #: Maximum number of different lengths of strings.
    MOST_LENGTHS = 66
    #: Steps to locate a string that was found leftwards, and to go on from it.
    LOCATE = 8
    #: Fixed cost of a search from the middle.
    MIDDLE = 15_000
    #: A search below this cost needs no better entry, because looking for one costs as much.
    CHEAP = 25_000

#: Cost of a step from the front, which counts ranks, relative to one leftwards, when many are taken.
FORWARD = 1.5
#: More steps than any search takes.
ENDLESS = 1e300


class Profile:
    """Statistics of a lexicon that estimates use: arrays of doubles.

    ``shares``: share of each tile; ``pairs[a, b]``: share of tile a before tile b among neighbours; ``before[a]``,
    ``behind[b]``: sums of the pairs with tile a in front, with tile b behind; ``front[d]``: number of different
    beginnings of d letters; ``inside[d]``: number of different strings of d letters.
    """

    def __init__(
        self,
        shares: memoryview,
        pairs: memoryview,
        before: memoryview,
        behind: memoryview,
        front: memoryview,
        inside: memoryview,
    ) -> None:
        self.shares, self.pairs, self.before, self.behind = shares, pairs, before, behind
        self.front, self.inside = front, inside
        tiles = len(shares)
        if not (
            1 <= tiles <= 64
            and tiles == len(before) == len(behind)
            and pairs.shape == (tiles, tiles)
            and 1 <= len(front) == len(inside) <= MOST_LENGTHS
        ):
            raise ValueError("statistics of different sizes")
        self.letters = (ONE << tiles - 1) - 1 << 1

    def share(self, mask: int) -> float:
        """Return the share of these letters among the tiles of words."""
        share = 0.0
        mask &= self.letters
        while mask:
            share += self.shares[lowest(mask)]
            mask &= mask - 1
        return share

    def share_beside(self, mask: int, read: int, leftwards: bool) -> float:
        """Return the share of these letters behind one of ``read``, or in front of it. ``read`` 0 means any letter.

        Vowels stand side by side far less often than if letters did not depend on their neighbours.
        """
        letters = self.letters
        if read == 0 or read & letters == letters or mask & letters == letters:
            return self.share(mask)
        both, whole = 0.0, 0.0
        read &= letters
        while read:
            near = lowest(read)
            read &= read - 1
            whole += self.behind[near] if leftwards else self.before[near]
            rest = mask & letters
            while rest:
                far = lowest(rest)
                rest &= rest - 1
                both += self.pairs[far, near] if leftwards else self.pairs[near, far]
        return both / whole if whole else 0.0


class Cut:
    """Entry: before part ``place`` of the row, at an estimated number of ``steps``. Place 0 is the front."""

    def __init__(self, place: int, steps: float) -> None:
        self.place = place
        self.steps = steps

    def __lt__(self, other: Cut) -> bool:
        return self.steps < other.steps


def parts_of(expression: Expression) -> tuple[Expression, ...]:
    """Return the row of parts of an expression.

    Groups are opened, and the required repetitions of a part are written out.
    """
    parts: list[Expression] = []
    _collect(expression, parts)
    return tuple(parts)


def _collect(expression: Expression, parts: list[Expression]) -> None:
    if isinstance(expression, Sequence):
        for part in expression.parts:
            _collect(part, parts)
    elif isinstance(expression, Group):
        _collect(expression.inner, parts)
    elif isinstance(expression, Repeat) and 0 < expression.least <= 63:
        row = parts_of(expression.inner)
        if len(row) != 1:
            parts.append(expression)
            return
        parts.extend(row * expression.least)
        if expression.most is None:
            parts.append(Repeat(expression.inner, 0, None))
        elif expression.most > expression.least:
            parts.append(Repeat(expression.inner, 0, expression.most - expression.least))
    else:
        parts.append(expression)


def cuts(parts: tuple[Expression, ...], known: Profile) -> list[Cut]:
    """Return places where a search may begin, each with its estimated steps, the cheapest first.

    Stops estimating at the first place that costs less than ``CHEAP``, so the list may be incomplete.
    """
    require_parts(parts, known)
    least = _Estimate(known, known.front, True).through(parts, ENDLESS).visited
    if least < CHEAP:
        return [Cut(0, least)]
    least *= FORWARD
    rarest = sorted([(_rarity(parts, place, known), place) for place in middles(parts)])
    chosen = [place for _, place in rarest[:MOST_CUTS]]
    # From the end, unless it allows any letters.
    if len(parts) in [place for _, place in rarest[MOST_CUTS:]] and not takes_all(parts[len(parts) - 1], known):
        chosen.append(len(parts))
    found = [Cut(0, least)]
    for place in chosen:
        if least < CHEAP:
            break
        steps = _estimate_steps(parts, place, known, least)
        least = min(least, steps)
        found.append(Cut(place, steps))
    return sorted(found)


def require_parts(parts: tuple[Expression, ...], known: Profile) -> None:
    """Raise TypeError if parts are not expressions, or if there is no profile."""
    if known is None:
        raise TypeError("estimates need a profile")
    for part in parts:
        if not isinstance(part, Expression):
            raise TypeError("a row has expressions")


def middles(parts: tuple[Expression, ...]) -> list[int]:
    """Return the inner places where a search may begin: those behind a letter, and the end.

    The parts left of such a place must take a letter, because every path of the reverse part begins with one.
    """
    places = []
    filled = False
    for place, part in enumerate(parts, 1):
        filled = filled or not part.nullable
        if (filled and isinstance(part, Letters)) or place == len(parts):
            places.append(place)
    return places


def text_of_row(parts: tuple[Expression, ...], alphabet: int) -> tuple[bytes, bool, bool] | None:
    """Return the tiles of a row of single letters, and whether any letters may stand before and behind them.

    Returns None if the row is another one. ``alphabet``: mask of all letters.
    """
    tiles = bytearray()
    before, behind = False, False
    for place, part in enumerate(parts, 1):
        mask = part.letters
        if isinstance(part, Letters) and mask and not mask & (mask - 1):
            tiles.append(lowest(mask))
        elif is_anything(part, alphabet) and place == 1:
            before = True
        elif is_anything(part, alphabet) and place == len(parts):
            behind = True
        else:
            return None
    return bytes(tiles), before, behind


def is_anything(part: Expression, alphabet: int) -> bool:
    """Return whether a part matches any number of any letters."""
    if not isinstance(part, Repeat) or part.least or part.most is not None or not isinstance(part.inner, Letters):
        return False
    return part.letters == alphabet


def _rarity(parts: tuple[Expression, ...], place: int, known: Profile) -> float:
    rarity = 1.0
    read = 0
    for part in parts[max(0, place - NEAR) : place]:
        mask = part.letters if isinstance(part, Letters) else 0
        if mask:
            rarity *= known.share_beside(mask, read, False)
        read = mask
    return rarity


def takes_all(part: Expression, known: Profile) -> bool:
    """Return whether a part matches any number of any letters."""
    if not isinstance(part, Repeat) or part.most is not None or not isinstance(part.inner, Letters):
        return False
    return known.share(part.letters) > 0.999


def _estimate_steps(parts: tuple[Expression, ...], place: int, known: Profile, least: float) -> float:
    """Return the estimated steps of a search from an inner entry. The estimate may stop once it is above ``least``."""
    left = _Estimate(known, known.inside, False).through(parts[:place][::-1], least)
    alive = left.alive()
    steps = MIDDLE + left.visited + LOCATE * alive
    if place < len(parts) and steps < least:
        # Number of paths that go on from one string at its usual distance from the front.
        size = len(known.front)
        usual = 0.0
        for depth in range(size):
            usual += depth * left.paths[depth]
        begin = max(0, min(cython.cast(cython.Py_ssize_t, usual / max(alive, 1e-9) + 0.5), size - 1))
        there: Any = zeros(size - begin, "d")
        for depth in range(size - begin):
            there[depth] = known.front[begin + depth] / known.front[begin]
        steps += alive * _Estimate(known, there, True).through(parts[place:], least / max(alive, 1e-9)).visited
    return steps


class _Estimate:
    """Simulated walk through a row of parts.

    ``there``: number of different strings of each length; ``paths[d]``: number of strings of d letters that the
    walk has reached; ``mass[d]``: their share of all strings if letters were independent; ``low``, ``high``: first
    and last length at which paths can differ from 0; ``read``: letters of the last one read, 0 for any;
    ``visited``: nodes so far; ``forwards``: false if the walk goes from the letter at a cut to the left.
    """

    def __init__(self, known: Profile, there: memoryview, forwards: bool) -> None:
        if not cython.compiled:
            self.paths, self.mass = [0.0] * MOST_LENGTHS, [0.0] * MOST_LENGTHS
        self.known = known
        self.there = there
        self.size = len(there)
        self.forwards = forwards
        self.low = self.high = self.read = 0
        self.visited = 0.0
        self.paths[0] = self.mass[0] = 1.0

    def through(self, parts: tuple[Expression, ...], most: float) -> _Estimate:
        """Walk through the parts, or until more than ``most`` nodes are visited."""
        for number, part in enumerate(parts, 1):
            # Forwards, a last part that matches any rest needs no walk.
            if self.visited > most or (self.forwards and number == len(parts) and takes_all(part, self.known)):
                break
            self._part(part)
        return self

    def alive(self) -> float:
        """Return the number of strings that the walk has reached."""
        alive = 0.0
        for depth in range(self.size):
            alive += self.paths[depth]
        return alive

    def _part(self, part: Expression) -> None:
        if isinstance(part, Letters):
            self._letter(part.letters)
        elif isinstance(part, Sequence):
            for piece in part.parts:
                self._part(piece)
        elif isinstance(part, Group):
            self._part(part.inner)
        elif isinstance(part, Choice):
            before, after = self._copy(), self._none()
            for option in part.options:
                self._take(before)
                self._part(option)
                after._add(self)
            self._take(after)
        elif isinstance(part, Repeat):
            self._repeat(part)

    def _repeat(self, part: Repeat) -> None:
        inner = part.inner
        if isinstance(inner, Letters) and (part.least or part.most is not None):
            after = self._none()
            if part.least == 0:
                after._add(self)
            times = FAR if part.most is None else min(FAR, part.most)
            for number in range(1, times + 1):
                self._letter(inner.letters)
                if self.alive() < 1e-6:
                    break
                if number >= part.least:
                    after._add(self)
            self._take(after)
            return
        # Other parts once, and then any number of their letters: otherwise nested repetitions would be walked as
        # often as the product of their numbers.
        if part.least:
            self._part(inner)
        self._any_number(inner.letters)

    def _none(self) -> _Estimate:
        """Return an estimate of the same kind that has reached no strings."""
        none = _Estimate(self.known, self.there, self.forwards)
        none.paths[0] = none.mass[0] = 0.0
        none.low, none.high = MOST_LENGTHS, -1
        return none

    def _copy(self) -> _Estimate:
        copy = self._none()
        copy._add(self)
        return copy

    def _add(self, other: _Estimate) -> None:
        """Add the strings that another estimate has reached."""
        for depth in range(other.low, min(other.high + 1, self.size)):
            self.paths[depth] += other.paths[depth]
            self.mass[depth] += other.mass[depth]
        self.low, self.high = min(self.low, other.low), max(self.high, other.high)

    def _take(self, other: _Estimate) -> None:
        """Replace the strings reached by those of another estimate."""
        for depth in range(self.size):
            self.paths[depth] = other.paths[depth]
            self.mass[depth] = other.mass[depth]
        self.low, self.high = other.low, other.high
        if other.high < 0:
            self.low = self.high = 0
        self.read = 0

    def _letter(self, mask: int) -> None:
        share, number = self.known.share_beside(mask, self.read, not self.forwards), popcount(mask)
        self.read = mask
        low = self.low
        if low >= self.size:
            return
        high = min(self.high, self.size - 2)
        for depth in range(high, low - 1, -1):
            deeper = depth + 1
            weight = self.mass[depth] * share
            alive = self.paths[depth] * number
            most = self.there[deeper] * weight
            # At the very first letter there are few paths, however rare it is.
            if alive > most and (depth > 0 or self.forwards):
                alive = most
            self.mass[deeper] = weight
            self.paths[deeper] = alive
            self.visited += alive
        self.paths[low] = self.mass[low] = 0.0
        self.low, self.high = low + 1, high + 1

    def _any_number(self, mask: int) -> None:
        share, number = self.known.share_beside(mask, mask, not self.forwards), popcount(mask)
        self.read = 0
        low = self.low
        if low >= self.size:
            return
        before, weight = self.paths[low], self.mass[low]
        for depth in range(low + 1, self.size):
            weight = min(1.0, self.mass[depth] + share * weight)
            self.mass[depth] = weight
            most = min(before * number, self.there[depth] * weight)
            self.visited += most
            before = max(self.paths[depth], most)
            self.paths[depth] = before
        self.high = self.size - 1
