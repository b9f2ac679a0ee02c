"""Outcomes of games or of pairs of games: the share won, points, and their confidence intervals.

A unit is a game, or a pair of games with the same bag and swapped seats. In a pair the luck of the draw cancels as
far as both games stay alike, so that fewer games show the same difference. Units, not games, are independent. Only
whole numbers are stored, so that sums do not depend on the order of adding.

A sequential test of two shares plays until one of them is likely enough: Wald's probability ratio test, on outcomes
of games (three) or of pairs (five). The likelihood of a share is that of the most likely distribution of outcomes
with this mean (a generalized test, as chess engines are tested with): if p are the observed shares of outcomes
worth a, that distribution is p / (1 + t (a - share)), with t such that its mean is the share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, log10, sqrt
from typing import Any, Final

from lexkit.base.errors import PositionError, show_value

#: Half the width of the 95% interval, in standard deviations.
_DEVIATIONS: Final = 1.959964


def share_of_elo(elo: float) -> float:
    """Return the expected share of games won for a difference in Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass
class Outcomes:
    """Sums over units of ``size`` games, for the first player: ``outcomes.add(half_points, spread)``.

    Attributes:
        counts: Number of units that brought 0, 1, 2 ... half points, two for each game won.
        spread: Sum of the first player's points less the second's.
        squares: Sum of the squares of each unit's spread.
    """

    size: int
    counts: list[int] = field(default_factory=list)
    spread: int = 0
    squares: int = 0

    def __post_init__(self) -> None:
        self.counts = self.counts or [0] * (2 * self.size + 1)

    @property
    def units(self) -> int:
        """Number of units."""
        return sum(self.counts)

    def add(self, half_points: int, spread: int) -> None:
        """Add a unit.

        Args:
            half_points: Half points of the first player in the unit.
            spread: The first player's points less the second's.
        """
        self.counts[half_points] += 1
        self.spread += spread
        self.squares += spread * spread

    def merge(self, other: Outcomes) -> None:
        """Add the units of other outcomes.

        Args:
            other: The other outcomes.
        """
        self.counts = [sum(both) for both in zip(self.counts, other.counts, strict=True)]
        self.spread += other.spread
        self.squares += other.squares

    @property
    def share(self) -> float:
        """Share of the games that the first player won, draws half; 0.5 without games."""
        units = self.units
        return self._half_points() / (2 * self.size * units) if units else 0.5

    def _half_points(self) -> int:
        return sum(half * count for half, count in enumerate(self.counts))

    @property
    def interval(self) -> tuple[float, float]:
        """95% confidence interval of the true share: Wilson's, with the variance of the units."""
        units, share = self.units, self.share
        if not units:
            return 0.0, 1.0
        most = 2 * self.size
        squares = sum(half * half * count for half, count in enumerate(self.counts)) / most**2
        variance = squares / units - share * share
        # The number of games, won or lost without draws or pairs, that would give the same certainty.
        alike = units * share * (1 - share) / variance if variance > 0 else float(units)
        spread = _DEVIATIONS**2 / alike
        middle = (share + spread / 2) / (1 + spread)
        width = _DEVIATIONS * sqrt(share * (1 - share) / alike + spread / (4 * alike)) / (1 + spread)
        return max(0.0, middle - width), min(1.0, middle + width)

    @property
    def mean(self) -> float:
        """Mean spread of a game, in points."""
        return self.spread / max(1, self.units * self.size)

    @property
    def deviation(self) -> float:
        """Standard deviation of a unit's spread, in points a game; 0 for fewer than two units."""
        units = self.units
        if units < 2:
            return 0.0
        return sqrt((units * self.squares - self.spread**2) / (units * (units - 1))) / self.size

    @property
    def mean_interval(self) -> tuple[float, float]:
        """95% confidence interval of the mean spread."""
        width = _DEVIATIONS * self.deviation / sqrt(max(1, self.units))
        return self.mean - width, self.mean + width

    @property
    def elo(self) -> float | None:
        """Difference in Elo that corresponds to the share, None if one player won all games."""
        share = self.share
        return -400 * log10(1 / share - 1) if 0 < share < 1 else None

    def to_json(self) -> dict[str, Any]:
        """Return the figures as data for JSON."""
        return {
            "share": round(self.share, 5),
            "interval": [round(bound, 5) for bound in self.interval],
            "mean": round(self.mean, 3),
            "mean_interval": [round(bound, 3) for bound in self.mean_interval],
            "deviation": round(self.deviation, 3),
        }


#: Number of units added to each outcome, so that none has a likelihood of 0.
_PRIOR: Final = 1e-3
#: Number of bisection steps that find t.
_HALVINGS: Final = 80
_ELO: Final = "elo"


@dataclass(frozen=True)
class SequentialTest:
    """Test of the share ``low`` against ``high``: ``SequentialTest(0.5, 0.52).verdict(counts)``.

    ``error``: the probability of a wrong verdict, either way. Raises PositionError unless 0 < low < high < 1.
    """

    low: float
    high: float
    error: float = 0.05

    def __post_init__(self) -> None:
        numbers = all(isinstance(share, int | float) for share in (self.low, self.high, self.error))
        if not numbers or not 0 < self.low < self.high < 1:
            found = f"{show_value(self.low)} and {show_value(self.high)}"
            raise PositionError("not a test of two shares", expected="0 < low < high < 1", found=found)
        if not 0 < self.error < 0.5:
            raise PositionError("not a probability of an error", expected="above 0 and below 0.5", found=self.error)

    @classmethod
    def read(cls, text: str) -> SequentialTest:
        """Return the test of a text: ``0.5,0.52`` are shares, ``0elo,10elo`` differences in Elo.

        Args:
            text: The text.

        Raises:
            PositionError: The text has another form.
        """
        numbers = []
        for part in text.split(","):
            number = part.strip().lower()
            try:
                value = float(number.removesuffix(_ELO))
            except ValueError:
                value = float("nan")
            numbers.append(share_of_elo(value) if number.endswith(_ELO) else value)
        if len(numbers) != 2 or any(number != number for number in numbers):
            raise PositionError(
                "not a test of two shares", expected="LOW,HIGH such as 0.5,0.52 or 0elo,10elo", found=show_value(text)
            )
        return cls(*numbers)

    @property
    def bound(self) -> float:
        """Logarithm of the likelihood ratio, either way, at which the test ends."""
        return log((1 - self.error) / self.error)

    def ratio(self, counts: Sequence[int]) -> float:
        """Return the logarithm of the likelihood ratio of ``high`` to ``low``.

        Args:
            counts: Number of units of each outcome.
        """
        if not any(counts):
            return 0.0
        known = [count + _PRIOR for count in counts]
        worths = [at / (len(counts) - 1) for at in range(len(counts))]
        low, high = (_tilt(known, worths, share) for share in (self.low, self.high))
        return sum(
            count * log((1 + low * (worth - self.low)) / (1 + high * (worth - self.high)))
            for count, worth in zip(known, worths, strict=True)
        )

    def verdict(self, counts: Sequence[int]) -> str | None:
        """Return the share accepted, ``low`` or ``high``, or None if more games are needed.

        Args:
            counts: Number of units of each outcome.
        """
        ratio = self.ratio(counts)
        return "high" if ratio >= self.bound else "low" if ratio <= -self.bound else None


def _tilt(counts: Sequence[float], worths: Sequence[float], share: float) -> float:
    """Return the t of the most likely distribution with the mean ``share``."""
    # The mean decreases with t; weights stay positive in this interval.
    least, most = -1 / (1 - share), 1 / share
    for _ in range(_HALVINGS):
        middle = (least + most) / 2
        excess = sum(
            count * (worth - share) / (1 + middle * (worth - share))
            for count, worth in zip(counts, worths, strict=True)
        )
        if excess > 0:
            least = middle
        else:
            most = middle
    return (least + most) / 2
