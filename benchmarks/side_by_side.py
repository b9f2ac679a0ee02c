"""Every task that other programs do too: lexkit's figure on this machine, and theirs, in one table.

    python benchmarks/side_by_side.py [WORDS]

WORDS: a word list, without it the bundled one. The rows are those of the five reports below, each of which also runs by
itself. ``peers.toml`` has the other programs' figures, with the machine that each was measured on: compare only
figures of one machine.
"""

from __future__ import annotations

import sys

import build_and_query
import endgames
import moves
import queries
from measuring import row

import players


def main() -> None:
    words = sys.argv[1:2]
    row("", "lexkit", "other programs, by machine")
    for report in (build_and_query, queries, moves, players):
        sys.argv[1:] = words
        report.main()
    sys.argv[1:] = []
    endgames.main()


if __name__ == "__main__":
    main()
