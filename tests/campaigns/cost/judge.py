"""Judges how the cost of a case grows with the length of its input."""

from __future__ import annotations

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
    Steps that add fewer than ``least`` instructions are not judged.
    """
    by_length = {row[0]: row for row in rows}
    found: tuple[float, list[Any]] = (0.0, [])
    for n in by_length:
        if 2 * n in by_length and 4 * n in by_length:
            three = [by_length[times * n] for times in (1, 2, 4)]
            one, two, four = (row[1] for row in three)
            if two - one >= least / 2 and four - two >= least:
                found = max(found, ((four - two) / (two - one), three))
    return found


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
