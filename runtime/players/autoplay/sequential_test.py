"""A sequential test of two shares: games are played until one of two hypotheses is likely enough.

Wald's sequential probability ratio test, on outcomes of games (three) or of pairs (five). The likelihood of a share is
that of the most likely distribution of outcomes with this mean (a generalized test, as chess engines are tested with):
if p are the observed shares of outcomes worth a, that distribution is p / (1 + t (a - share)), with t such that its
mean is the share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from ....errors import PositionError, show_value
from .outcome_statistics import share_of_elo

#: How many units are added to each outcome, so that none has a likelihood of 0.
_PRIOR: Final = 1e-3
#: Halvings of the interval in which t is found.
_HALVINGS: Final = 80
_ELO: Final = "elo"


@dataclass(frozen=True)
class SequentialTest:
    """A test of the share ``low`` against ``high``: ``SequentialTest(0.5, 0.52).verdict(counts)``.

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
        """The test of a text: ``0.5,0.52`` are shares, ``0elo,10elo`` differences in Elo.

        Raises PositionError for another text.
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
        """The logarithm of the likelihood ratio, either way, at which the test ends."""
        return log((1 - self.error) / self.error)

    def ratio(self, counts: Sequence[int]) -> float:
        """The logarithm of the likelihood ratio of ``high`` to ``low``, by the number of units of each outcome."""
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
        """``low`` or ``high``, whichever is accepted, or None: more games are needed."""
        ratio = self.ratio(counts)
        return "high" if ratio >= self.bound else "low" if ratio <= -self.bound else None


def _tilt(counts: Sequence[float], worths: Sequence[float], share: float) -> float:
    """The t of the most likely distribution with the mean ``share``."""
    # The mean falls with t; weights stay positive between these.
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
