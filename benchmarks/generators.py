"""The GADDAG's generator against the DAWG's: time a move, and anchors, states and arcs a position.

    python benchmarks/generators.py [WORDS [POSITIONS]]

WORDS: a word list, without it the bundled one; POSITIONS: CGP, a position a line, without it the 325 of tests/golden.
Both make the cross sets of each position from scratch, in the same way; that time is also given by itself, and taken
off. The paper is Gordon 1994, Table IV: 1000 games on a VAX 4300, compressed structures (2.60 where they are expanded).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from measuring import machine, medians

import lexkit
from lexkit.compiler.build import Options, compile_list
from lexkit.formats.lexicon_file import open_bytes
from lexkit.runtime.game.many_positions import moves_of_each
from lexkit.runtime.game.moves import Moves

GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "positions.cgp"
GADDAG, DAWG = "gaddag", "dawg"


def opened(source: str | None) -> lexkit.Lexicon:
    """The lexicon of a word list, in memory, or of a file, or the bundled one."""
    if source is None or source.endswith(".gaddag"):
        return lexkit.open(source or "english")
    _, _, pieces = compile_list(source, Options())
    return lexkit.Lexicon(open_bytes(b"".join(pieces)))


def found(lex: lexkit.Lexicon, positions: list[Any], generator: str) -> list[Moves]:
    """All moves of all positions, in one thread."""
    return moves_of_each(lex.core, positions, 1, generator)


def counted(lex: lexkit.Lexicon, positions: list[Any], generator: Any) -> list[float]:
    """Anchors, states and arcs of a position, on average."""
    each = [lex.counters(board, rack, generator) for board, rack in positions]
    return [sum(column) / len(each) for column in zip(*each, strict=True)]


def line(what: str, both: Iterable[float], paper: str, digits: int = 0) -> None:
    """One line of the table; both: of the GADDAG and of the DAWG."""
    gaddag, dawg = both
    print(f"{what:34} {dawg:12,.{digits}f} {gaddag:12,.{digits}f} {dawg / gaddag:8.2f} {paper:>8}")


def main() -> None:
    lex = opened(sys.argv[1] if len(sys.argv) > 1 else None)
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else GOLDEN
    boards = [lexkit.Board.from_cgp(text) for text in path.read_text("utf-8").splitlines() if text.strip()]
    positions = [(board, board.racks[0]) for board in boards]
    without_rack = [(board, "") for board in boards]
    moves = {name: sum(map(len, found(lex, positions, name))) for name in (GADDAG, DAWG)}
    if moves[GADDAG] != moves[DAWG] or not moves[GADDAG]:
        sys.exit(f"the generators do not find the same moves: {moves}")

    times = medians(
        {
            GADDAG: lambda: found(lex, positions, GADDAG),
            DAWG: lambda: found(lex, positions, DAWG),
            "set up": lambda: found(lex, without_rack, GADDAG),
        }
    )
    gaddag, dawg = (counted(lex, positions, name) for name in (GADDAG, DAWG))
    number = moves[GADDAG]
    print(machine())
    print(f"{len(lex):,} words; {len(boards):,} positions of {path.name}, {number:,} moves\n")
    print(f"{'':34} {'DAWG':>12} {'GADDAG':>12} {'ratio':>8} {'paper':>8}")
    line("ns a move", (times[name] / number * 1e9 for name in (GADDAG, DAWG)), "2.36")
    set_up = times["set up"]
    line("the same less set-up", ((times[name] - set_up) / number * 1e9 for name in (GADDAG, DAWG)), "-")
    line("us a position", (times[name] / len(boards) * 1e6 for name in (GADDAG, DAWG)), "2.36", 1)
    line("arcs traversed a position", (gaddag[2], dawg[2]), "2.50")
    line("states visited a position", (gaddag[1], dawg[1]), "-")
    line("anchors used a position", (gaddag[0], dawg[0]), "1.64", 1)
    line(
        "ns an arc",
        (times[name] / len(boards) / all_[2] * 1e9 for name, all_ in ((GADDAG, gaddag), (DAWG, dawg))),
        "0.94",
        1,
    )
    print(f"\nset-up of a position (squares, cross sets, the call's share): {set_up / len(boards) * 1e6:.1f} us")


if __name__ == "__main__":
    main()
