"""Champion against static: pairs of games with the same bags, whatever else the machine does.

    python benchmarks/strength/champion.py KEPT [PAIRS [SECONDS [SEED]]]

KEPT: a file that keeps what is played; the same call goes on from there. SEED: of the bags, 15 by default; with another
seed and another file, other pairs are played, also at the same time. A choice has the work of SECONDS (1) of one core
that does nothing else: 7,500 iterations for each in a simulation, and as many seconds of the processor's time, not of
the wall's, for what is compared and solved when the bag is nearly empty.
"""

from __future__ import annotations

import sys
import time
from types import SimpleNamespace

import lexkit
from lexkit import Match
from lexkit.base import time_limits as limits
from lexkit.players import champion
from lexkit.players.simulation import race, simulate


def main() -> None:
    kept = sys.argv[1]
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 15
    processor = SimpleNamespace(monotonic=time.process_time)
    for module in (limits, champion, race, simulate):
        module.time = processor  # type: ignore[attr-defined]
    lex = lexkit.open()
    player = f"champion:{seconds:g}:{round(champion.ITERATIONS_A_SECOND * seconds)}it"
    match = Match(lex, player, "static", seed=seed, paired=True)
    print(match.tally(2 * pairs, threads=1, resume=kept))


if __name__ == "__main__":
    main()
