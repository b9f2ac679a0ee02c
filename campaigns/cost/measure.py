"""The program that counts cases: it is started under callgrind, and writes a line of JSON for each.

    python -m campaigns.cost.measure SCRATCH BUDGET MODULES FIRST EACH [TEXT ...]

takes every EACH-th case of some modules of the table, with commas between, from FIRST on, with one of the TEXTs in its
name. A case is asked at lengths that grow, until it costs BUDGET instructions or has its largest length. Before that it
is asked at a small length twice: what is imported, compiled or remembered once is not counted. Some of it is only for
longer inputs; so a growth that would be a finding is counted again, and the least counts. The garbage collector does
not run.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from operator import itemgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from campaigns.cost.doors.case import Case
from campaigns.cost.instructions import Counter as InstructionCounter
from campaigns.cost.judge import lengths_to_confirm
from campaigns.cost.world import World
from lexkit.base import time_limits as limits
from lexkit.errors import LexkitError

#: The least length that is counted, and the one before.
LEAST: Final = 1 << 10
WARM: Final = 1 << 8
#: What costs less than this part of the budget is asked at eight times the length next.
CHEAP: Final = 200


class Clock:
    """A clock by which no limit ends, and how often it was asked."""

    def __init__(self) -> None:
        self.looks = 0

    def monotonic(self) -> float:
        self.looks += 1
        return 0.0


class Asked:
    """One call of a case: what it is given is made before it is counted."""

    def __init__(self, case: Case, world: World, n: int) -> None:
        self.case = case
        self.world = world
        given = case.make(n)
        self.given = case.ready(world, given) if case.ready else given
        self.outcome = "answered"

    def __call__(self) -> None:
        try:
            self.case.call(self.world, self.given)
        except LexkitError as error:
            self.outcome = type(error).__name__
        except Exception as error:
            self.outcome = f"{type(error).__name__}, not one of lexkit"


def measure(case: Case, world: World, instructions: InstructionCounter, budget: int) -> dict[str, Any]:
    """The instructions of a case by its length."""
    clock = Clock()
    rows: dict[int, tuple[int, int, int, str]] = {}  # length, instructions, looks at the clock, outcome
    times: Counter[int] = Counter()
    with limits.within(float("inf")):
        limits.time, kept = SimpleNamespace(monotonic=clock.monotonic), limits.time
        try:
            for small in (WARM, WARM + 1):
                Asked(case, world, min(small, case.most))()

            def ask(n: int) -> int:
                found = (n, *count(case, world, instructions, clock, n))
                times[n] += 1
                rows[n] = min(rows.get(n, found), found, key=itemgetter(1))
                return found[1]

            ask_at_lengths(case.most, budget, ask)
            while lengths := lengths_to_confirm(sorted(rows.values()), case.bound, case.most, times):
                for n in lengths:
                    ask(n)
        finally:
            limits.time = kept
    return {"case": case.name, "bound": case.bound, "rows": sorted(rows.values())}


def count(case: Case, world: World, instructions: InstructionCounter, clock: Clock, n: int) -> tuple[int, int, str]:
    """What a case costs at one length."""
    asked = Asked(case, world, n)
    before = clock.looks
    return instructions.count(asked), clock.looks - before, asked.outcome


def ask_at_lengths(most: int, budget: int, ask: Callable[[int], int]) -> None:
    """Ask at lengths up to the largest, or to one that costs the budget, and at the half and the quarter of that.

    Lengths grow fast as long as they cost little. If a longer input costs less, since it is refused, those between are
    asked too.
    """
    costs: dict[int, int] = {}

    def cost_of(n: int) -> int:
        if n not in costs:
            costs[n] = ask(n)
        return costs[n]

    n = min(LEAST, most // 4)
    while cost_of(n) <= budget and n < most:
        longer = min(most, n * (8 if costs[n] < budget // CHEAP else 2))
        if cost_of(longer) < costs[n]:
            for between in (2 * n, 4 * n):
                if between < longer and cost_of(between) > budget:
                    break
        n = longer
    cost_of(n // 2)
    cost_of(n // 4)


def main(scratch: str, budget: str, modules: str, first: str, each: str, *texts: str) -> None:
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    gc.disable()
    world = World(Path(scratch) / "world")
    cases = [
        case
        for name in modules.split(",")
        for case in import_module(f"campaigns.cost.doors.{name}").cases()
        if not texts or any(text in case.name for text in texts)
    ]
    instructions = InstructionCounter(Path(scratch))
    for number, case in enumerate(cases[int(first) :: int(each)]):
        out.write(json.dumps({"begun": case.name}) + "\n")
        out.flush()
        told = measure(case, world, instructions, int(budget))
        out.write(json.dumps(told) + "\n")
        out.flush()
        if number % 50 == 49:
            gc.collect()
    out.close()
    world.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
