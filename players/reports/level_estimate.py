"""Which of the levels loses as many points a turn as a player did: an estimate.

The losses of the levels are measured, as ``lexicons/players/level_costs.toml`` says, by the static reports of games.
A report has the same losses by equity at each of its levels, so the estimate does not depend on that.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit import lexicons
from lexkit.runtime.game.layout import Layout

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.rules import Rules

#: Fewest turns with a known loss of which a level is estimated.
FEWEST: Final = 10
#: Standard errors within which a mean lies in 95 of 100 cases.
_ERRORS: Final = 1.96


class LevelEstimate(NamedTuple):
    """Levels by number, from 1; 0 is below the first one, and one more than there are is above the last one.

    Attributes:
        nearest: Level whose loss is nearest.
        low: Weakest level that may lose as much in as many turns.
        high: Strongest one.
    """

    nearest: int
    low: int
    high: int

    def __str__(self) -> str:
        last = len(lexicons.levels())
        ends = {0: "below 1", last + 1: f"above {last}"}
        nearest, low, high = (ends.get(level, f"{level}") for level in self)
        if self.low == self.high:
            return nearest
        if self.low and self.high <= last:
            return f"{nearest} ({low} to {high})"
        return f"{nearest} ({f'from {low}' if self.low else f'to {high}' if self.high <= last else 'any'})"


def level_table(rules: Rules) -> str:
    """Return the name of the table of losses that holds for games by these rules, or ""."""
    usual = rules.layout == Layout.named("standard") and not (
        rules.changed.keys() & {"rack_size", "bingo", "bonuses", "length_bonuses", "variant"}
    )
    fitting = (name for name in lexicons.level_costs() if lexicons.same_tiles(rules.alphabet, lexicons.alphabet(name)))
    return next(fitting, "") if usual else ""


def level_note(table: str, index: Index) -> str:
    """Return the note on the levels of a table for games with this lexicon; "" if they were measured with its list."""
    costs = lexicons.level_costs()[table] if table else {}
    if not table or costs["list_sha256"] == index.file.provenance.get("sha256"):
        return ""
    return f"levels were measured with {costs['origin']}; with another one they lose other amounts"


def estimate_level(loss: float, turns: int, table: str) -> LevelEstimate | None:
    """Return the levels of a player who lost these points in so many turns; None if too little is known.

    A level may lose as much if the mean of that many of its turns is as far from its own in 5 of 100 cases or more.
    """
    if not table or turns < FEWEST:
        return None
    means, spreads = _losses(table)
    mean = loss / turns
    last = len(means) - 1
    # Beyond the ends, more or less is no contradiction.
    apart = [abs(mean - one) for one in means]
    apart[0], apart[last] = max(0.0, means[0] - mean), max(0.0, mean - means[last])
    nearest = min(range(last + 1), key=lambda level: (apart[level], abs(2 * level - last)))
    possible = [level for level in range(last + 1) if apart[level] <= _ERRORS * spreads[level] / sqrt(turns)]
    return LevelEstimate(nearest, min([nearest, *possible]), max([nearest, *possible]))


@cache
def _losses(table: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return (mean losses, their spreads) of the levels, with one more level at either end."""
    costs = lexicons.level_costs()[table]
    means, spreads = costs["mean"], costs["spread"]
    below, above = 2 * means[0] - means[1], max(0.0, 2 * means[-1] - means[-2])
    return (below, *means, above), (spreads[0], *spreads, spreads[-1])
