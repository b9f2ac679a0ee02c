"""Objects of the kernels' classes, complete ones: those that answer some questions."""

import gc
import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any, Final

import numpy as np

import lexkit
from lexkit import Board, Lexicon, Rules
from lexkit.compiler.build import Options
from lexkit.formats.leaves_section import leave_count, leave_steps
from lexkit.players.kernels.leave_sums import LeaveSums
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.query.language.patterns_and_regex import read_regex
from tests.game.positions import REAL

_EARLY: Final = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AMSTVIQ/ 12/0 0"
_LATE: Final = (
    "6VILL5/9A5/8QI5/7PUR5/7OI1L4/7OM1E2J1/2C5SWOT1E1/1jUVENAL1UNITER/2BI1OX2DEB1R1/1HES1HEIDS1IOS1/"
    "1I1NA2N2KA3/2WONT1T1GAE3/2AMA1YE1OE1P2/oOFY1TUN1ADZE2/RIF4T1D1AGRE GR/C 387/366 0"
)
#: Questions that take all kernels of the runtime, in one thread.
_QUESTIONS: Final[tuple[Callable[[Lexicon, Rules], Any], ...]] = (
    lambda lex, rules: lex.moves(Board.from_cgp(REAL[0], rules=rules), "AEINR??"),
    lambda lex, rules: lex.moves(Board.from_cgp(REAL[0], rules=rules), "AEINR??", generator="dawg"),
    lambda lex, rules: lex.best_move(Board.from_cgp(_EARLY, rules=rules)),
    lambda lex, rules: list(
        lexkit.simulate(Board.from_cgp(_EARLY, rules=rules), lexicon=lex, candidates=2, iterations=4, threads=1)
    ),
    lambda lex, rules: lexkit.solve(Board.from_cgp(_LATE, rules=rules), lex, plies=1, threads=1),
    lambda lex, rules: lex.moves(Board(rules=replace(rules, variant="wordsmog")), "AEIR"),
    lambda lex, rules: lex.best_move(Board(rules=replace(rules, variant="wordsmog")), "AEIR"),
    lambda lex, rules: finder_for(lex.core, Board(rules=rules)).new_census(
        np.zeros(28 * rules.rack_size, np.int64).data
    ),
    lambda lex, rules: lexkit.playability(lex, 1, rules=rules, threads=1),
    lambda lex, rules: lexkit.playability(lex, 1, rules=rules, known=lex.words().lengths() < 4, threads=1),
    lambda lex, rules: LeaveSums(leave_steps(3, 2).reshape(-1).data, 2, np.ones(4, np.int64).data, leave_count(3, 2)),
    lambda lex, rules: [*lex.substring("AX"), len(lex.substring("A")), *lex.anagram("AX?")],
    lambda lex, rules: [lex.anagram("RETAIN").to_list(), *lex.subanagram("[AE]X?"), *lex.pattern("Q[IU]*")],
    lambda lex, rules: read_regex(r"(A|B).\1{2}", lex.alphabet),
    lambda lex, rules: tuple(KINDS["regex"].make(".*Q.*", lex.core).ways),
    lambda lex, rules: lex.search("suffix:S prefix:Q"),
    lambda lex, rules: [*lex.pattern("*[AX]Q?*"), *lex.regex(r"(.)(.)\2\1"), *lex.near("QUIZ", 1)],
    lambda lex, rules: [*lex.phrases("MOST", 2), lex.back_hooks(3), lex.points(5), lex.search("sort:probability")],
    lambda lex, rules: lexkit.build(["AX"], options=Options(alphagrams=True)).anagram("AX"),
)


def objects_seen(lexicon: Lexicon, kinds: set[type], rack_size: int) -> dict[type, list[Any]]:
    """Objects of these classes that a lexicon's answers take, and what they hold."""
    rules = Rules(rack_size=rack_size)
    found: dict[int, Any] = {}

    def take(one: Any) -> None:
        if isinstance(one, tuple):
            for held in one:
                take(held)
        if type(one) in kinds and id(one) not in found:
            found[id(one)] = one
            for held in gc.get_referents(one):
                take(held)

    def called(frame: FrameType, event: str, argument: Any) -> None:
        if event == "c_call":
            take(getattr(argument, "__self__", None))

    for ask in _QUESTIONS:
        sys.setprofile(called)
        try:
            take(ask(lexicon, rules))
        finally:
            sys.setprofile(None)
    return {kind: [one for one in found.values() if type(one) is kind] for kind in kinds}
