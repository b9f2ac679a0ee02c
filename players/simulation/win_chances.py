"""The chance to win by lead and number of tiles unseen by the player on turn.

The chance is a logistic curve of the lead: ``1 / (1 + exp(-(lead + gain) / width))``. ``gain`` is the mean gain of
the player on turn until the end, and ``width`` states how much it varies; both depend on the number of unseen
tiles. They are measured in games of static players (:func:`train_win_chances`). Those of the bundled list, and of
dictionaries of other languages, are shipped, and used for any list with the same tiles. With other tiles the gain is
0, and the width is such that a lead of 30 points more than there are unseen tiles wins nine games of ten, as wolges'
notes fit it.

A table of the chances of every lead, from the same games, predicts no better: docs/simulation.md has the figures.
"""

from __future__ import annotations

from functools import lru_cache
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit import lexicons
from lexkit.base.checks import require_whole
from lexkit.base.errors import PositionError, show_value
from lexkit.runtime.game.judge import core_of
from lexkit.runtime.game.rules import Rules, require_rules

from ..autoplay.kernel_games import PLACEMENT, KernelMatch, PlayedGames
from ..leaves import trained_values

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import LexiconLike

#: Maximum number of unseen tiles.
_MOST_UNSEEN: Final = 1 << 16
#: A lead of this many points more than there are unseen tiles wins nine games of ten.
_STEADY: Final = 30
_NINE_OF_TEN: Final = float(np.log(9))
#: Width of a logistic curve in units of its standard deviation.
_OF_DEVIATION: Final = float(np.sqrt(3) / np.pi)
#: Number of turns that a number of unseen tiles needs to be measured.
_ENOUGH: Final = 200
#: Minimum width in points.
_LEAST_WIDTH: Final = 1.0
#: Rules without effect between players who play only words of the list, as those of a simulation do.
_WITHOUT_EFFECT: Final = {"challenge", "withdrawn_is_pass", "overtime_points", "overtime_seconds", "overtime_limit"}


def _numbers(values: Any, what: str, kind: type[Any] = np.float64) -> NDArray[Any]:
    if isinstance(values, np.ndarray) and values.dtype.kind in "iuf"[: 2 if kind is np.int64 else 3]:
        return values
    try:
        if values is not None:  # numpy takes it for NaN
            with np.errstate(invalid="raise"):
                return np.array(values, kind)
    except (TypeError, ValueError):
        pass
    except (OverflowError, FloatingPointError):
        raise PositionError("not a number that is computed with", place=what, found=show_value(values)) from None
    raise TypeError(f"{what}: expected numbers, found {show_value(values)}")


class WinChances:
    """Chances to win by lead.

    Attributes:
        gains: float64, in points, one for each number of unseen tiles from 0 on. Larger numbers use the last one.
        widths: The same for the widths.
    """

    def __init__(self, gains: NDArray[np.float64], widths: NDArray[np.float64]) -> None:
        self.gains = _numbers(gains, "gains").astype(np.float64)
        self.widths = _numbers(widths, "widths").astype(np.float64)
        if (
            self.gains.ndim != 1
            or self.gains.shape != self.widths.shape
            or len(self.gains) == 0
            or not (np.isfinite(self.gains).all() and np.isfinite(self.widths).all() and (self.widths > 0).all())
        ):
            raise PositionError(
                "not valid chances to win", expected="a finite gain and a width above 0 for each number"
            )

    def __repr__(self) -> str:
        return f"<WinChances: for up to {len(self.gains) - 1} unseen tiles>"

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same gains and widths."""
        return (
            isinstance(other, WinChances)
            and np.array_equal(self.gains, other.gains)
            and np.array_equal(self.widths, other.widths)
        )

    def __hash__(self) -> int:
        return hash((len(self.gains), float(self.widths[0])))

    def of(self, unseen: NDArray[np.int64], lead: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the chances of the player on turn to win: float64, one for each lead.

        Args:
            unseen: Numbers of tiles that the player on turn does not see.
            lead: Leads in points.
        """
        lead = _numbers(lead, "lead")
        rows = np.clip(_numbers(unseen, "unseen", np.int64), 0, len(self.gains) - 1)
        # Beyond 700 the exponential overflows.
        steps = np.clip((lead + self.gains[rows]) / self.widths[rows], -700, 700)
        chances: NDArray[np.float64] = 1 / (1 + np.exp(-steps))
        return chances

    def of_one(self, unseen: int, lead: float) -> float:
        """Return the chance of the player on turn to win.

        Args:
            unseen: Number of tiles that the player on turn does not see.
            lead: Lead in points.

        Raises:
            PositionError: The number of tiles is negative.
        """
        unseen = min(require_whole(unseen, "number of unseen tiles", 0, kind=PositionError), len(self.gains))
        return float(self.of(np.array([unseen]), np.array([lead]))[0])

    def to_toml(self) -> str:
        """Return the gains and widths as two arrays of TOML, rounded to tenths of a point."""
        told = {"gains": self.gains, "widths": self.widths}
        return "".join(f"{name} = {fill(str(np.round(values, 1).tolist()), 116)}\n" for name, values in told.items())

    @staticmethod
    @lru_cache(maxsize=8)
    def by_rule(most_unseen: int) -> WinChances:
        """Return the chances for lists that were not measured.

        Args:
            most_unseen: Maximum number of unseen tiles.
        """
        most_unseen = require_whole(most_unseen, "number of unseen tiles", 0, _MOST_UNSEEN, PositionError)
        unseen = np.arange(most_unseen + 1, dtype=np.float64)
        return WinChances(np.zeros(len(unseen)), (_STEADY + unseen) / _NINE_OF_TEN)


def chances_for(rules: Rules) -> WinChances:
    """Return the chances for a game: those shipped for a list with the same tiles, or those by rule."""
    shipped = lexicons.trained_for(rules.alphabet)
    own = Rules.from_alphabet(rules.alphabet)
    changed = {name for name, _ in rules.changed.items() ^ own.changed.items()}
    usual = rules.layout == own.layout and changed <= _WITHOUT_EFFECT
    if shipped is None or not usual:
        return WinChances.by_rule(sum(rules.distribution))
    return WinChances(shipped["win_chances"]["gains"], shipped["win_chances"]["widths"])


def train_win_chances(
    lexicon: LexiconLike, *, rules: Rules | None = None, games: int = 20_000, seed: int = 0, threads: int | None = None
) -> WinChances:
    """Measure chances to win in games of static players, for :func:`lexkit.simulate`.

    Args:
        lexicon: Lexicon of the games.
        rules: By default those of the alphabet.
        games: Number of games, about 1.5 ms each and thread.
        seed: Decides the games. The same seed gives the same chances with any number of threads.
        threads: Number of threads; by default one for each processor.

    Returns:
        The chances.

    Raises:
        PositionError: The kernel does not know the rules.
    """
    index = core_of(lexicon)
    rules = Rules.from_alphabet(index.alphabet) if rules is None else require_rules(rules)
    games = require_whole(games, "number of games", 1)
    match = KernelMatch.of_static(index, rules, require_whole(seed, "seed", 0), trained_values(index))
    total = sum(rules.distribution)
    sums = np.zeros((3, total + 1))
    for played in match.play(games, threads=threads):
        unseen, changes = turns_of(played, total)
        for power in range(3):
            sums[power] += np.bincount(unseen, changes.astype(np.float64) ** power, total + 1)
    return _fit(sums)


def turns_of(played: PlayedGames, total: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (tiles unseen to the player on turn, change of that player's spread until the end) of all turns."""
    turns, players, lengths = played.turns, played.players(), played.lengths
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
    side = np.where(players == 0, 1, -1)
    laid = np.where(turns["kind"] == PLACEMENT, turns["played"], 0).astype(np.int64)
    before = [np.cumsum(each) - each for each in (laid, side * turns["score"].astype(np.int64))]
    laid_before, spread = (each - each[starts] for each in before)
    final = np.repeat(played.scores[:, 0] - played.scores[:, 1], lengths)
    unseen: NDArray[np.int64] = total - laid_before - turns["held"].astype(np.int64)
    return unseen, side * (final - spread)


def _fit(sums: NDArray[np.float64]) -> WinChances:
    """Fit gains and widths from counts and sums of first and second powers; interpolate where there are few."""
    numbers = np.arange(len(sums[0]))
    enough = sums[0] >= _ENOUGH
    if not enough.any():
        return WinChances.by_rule(len(numbers) - 1)
    count = sums[0][enough]
    means = sums[1][enough] / count
    deviations = np.sqrt(np.maximum(sums[2][enough] / count - means**2, 0))
    gains = np.interp(numbers, numbers[enough], means)
    widths = np.interp(numbers, numbers[enough], np.maximum(deviations * _OF_DEVIATION, _LEAST_WIDTH))
    return WinChances(gains, widths)
