"""Judges how the cost of a case grows with the length of its input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

#: How often what is added may grow if the length doubles: n log n grows 2.2 times, with tables 2.6, a square 4 times.
MOST: Final = 2.8
#: What is cheaper is not judged: constants, and tables that grow, are most of it.
LEAST_COST: Final = 1_000_000
#: Instructions from one look at the clock to the next: some 10 ms.
BETWEEN_LOOKS: Final = 30_000_000


def growth(rows: list[Any], least: int = LEAST_COST) -> tuple[float, list[Any]]:
    """The largest growth, and the three rows that show it.

    Of lengths n, 2n and 4n: what the last step adds by what the one before adds, so that constants do not count.
    Steps that add fewer than ``least`` instructions are not judged. If 8n is there and costs more than 4n, its step
    must have grown as well: what begins at some length, such as threads or a table that doubles, is no growth.
    """
    costs = {row[0]: row[1] for row in rows}
    found: tuple[float, list[Any]] = (0.0, [])
    for n in costs:
        if 2 * n in costs and 4 * n in costs:
            one, two, four = (costs[times * n] for times in (1, 2, 4))
            if two - one >= least / 2 and four - two >= least:
                grown = (four - two) / (two - one)
                if (eight := costs.get(8 * n, 0)) > four:
                    grown = min(grown, (eight - four) / (four - two))
                found = max(found, (grown, [row for row in rows if row[0] in (n, 2 * n, 4 * n)]))
    return found


def lengths_to_confirm(rows: list[Any], bound: float, most: int, times: Mapping[int, int]) -> list[int]:
    """The lengths to ask again, or for the first time, before a growth above the bound is a finding.

    ``times``: how often each was asked. Each of the three is asked twice, since the first may have cost what is done
    once; then one is asked that is longer.
    """
    grown, three = growth(rows)
    if grown <= (bound or MOST):
        return []
    lengths = [row[0] for row in three]
    once = [n for n in lengths if times[n] < 2]
    return once or [n for n in (2 * max(lengths),) if n <= most and not times[n]]


def judge(told: dict[str, Any], *, looks: bool = False) -> list[str]:
    """What is wrong with a case that was counted; ``looks``: also if it works for long without looks at the clock."""
    found = []
    rows = told["rows"]
    grown, three = growth(rows)
    if grown > (told["bound"] or MOST):
        costs = ", ".join(f"{n:,}: {cost / 1e6:,.1f} M" for n, cost, *_ in three)
        found.append(f"{told['case']}: {grown:.1f} times for twice the length ({costs})")
    if looks:
        first, last = min(rows), max(rows, key=lambda row: row[1])
        added = last[1] - first[1]
        if added > BETWEEN_LOOKS * (last[2] - first[2] + 1):
            looked = f"{last[2]} looks at the clock in {last[1] / 1e6:,.1f} M instructions"
            found.append(f"{told['case']}: {looked} (n {last[0]:,}, {last[3]})")
    wrong = {outcome for *_, outcome in rows if "," in outcome}
    found += [f"{told['case']}: {outcome}" for outcome in sorted(wrong)]
    return found
