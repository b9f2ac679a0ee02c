"""The cost of a turn, in chances to win and in points, its grade, and why another play would have been better.

The play is compared with the best one, both evaluated as champion would.

| tiles in the bag | how both are weighed |
|---|---|
| none | the endgame, solved from either (:func:`lexkit.solve`) |
| 1 to 4 | over all draws of the bag (:func:`lexkit.pre_endgame`) |
| more, and exchanges | by a simulation of the best candidates and the play made (:func:`lexkit.simulate`) |

``simulation`` simulates every turn. ``champion`` simulates turns with 2 to 4 tiles in the bag too if its turns are
limited by iterations and not by time. A cost is never below 0: if the play looks better than the best one found,
its cost is 0.

The grade is none, small, medium or large: ``lexicons/players/grades.toml`` has the bounds, in chances to win while
the bag has tiles, in points once it is empty.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit import lexicons
from lexkit.base.checks import require_one_of, require_seconds, require_whole
from lexkit.base.errors import PositionError, TimeLimitError
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.game.rack import Rack, tiles_of
from lexkit.runtime.game.referee.player_view import board_before
from lexkit.runtime.game.rules import OUT_SWING, count_unseen
from lexkit.runtime.game.text.cgp import mover_first

from ..candidates import Candidate, by_equity
from ..champion import COMPARED, plies_ahead, require_uninterrupted
from ..endgame.pre_endgame import MOST_IN_BAG, pre_endgame
from ..endgame.solution import solve
from ..simulation.simulate import MOST_ITERATIONS, simulate

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexkit.runtime.automaton.index import Index, LexiconLike
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.game.referee.turn import Turn

    from ..candidates import Candidate
    from ..leaves import LeaveValues

#: Grade of a turn without a mistake.
NONE: Final = "none"
#: Grades of mistakes, the smallest first.
MISTAKES: Final = ("small", "medium", "large")
#: Ways to weigh turns.
WAYS: Final = ("champion", "simulation")
#: Basis of a cost that was not weighed.
EQUITY: Final = "equity"
#: Default number of seconds for a turn, without iterations.
SECONDS: Final = 1.0
#: Number of iterations of a simulation that has no time left.
_LEAST: Final = 16
#: Depth of an endgame search without a time limit, in turns; a pre-endgame is searched one turn deep.
_PLIES: Final = 4


class Cost(NamedTuple):
    """Cost of a turn.

    Attributes:
        by: Basis: ``equity``, ``endgame``, ``pre_endgame`` or ``simulation``.
        found: The best play, in GCG notation.
        win: Chance to win with the play made, 0 to 1.
        best_win: Chance to win with the best play, 0 to 1.
        win_loss: Loss of winning chances.
        spread_loss: Loss of points.
    """

    by: str
    found: str
    win: float
    best_win: float
    win_loss: float
    spread_loss: float


@dataclass(frozen=True)
class Weighing:
    """Settings for weighing turns: ``way``, the ``seconds`` and ``iterations`` for each turn, and the seed.

    ``threads``: of a simulation, by default one for each core. With iterations and no seconds the same turn has the
    same cost.
    """

    way: str
    seconds: float | None = None
    iterations: int | None = None
    seed: int = 0
    threads: int | None = None

    def __post_init__(self) -> None:
        """Raise QueryError for an unknown way."""
        require_one_of(self.way, WAYS, "no such way to weigh turns")
        if self.seconds is not None:
            require_seconds(self.seconds)
        if self.iterations is not None:
            require_whole(self.iterations, "number of iterations", 1, MOST_ITERATIONS)
        require_whole(self.seed, "seed", 0, (1 << 64) - 1)

    @property
    def _timeout(self) -> float | None:
        return SECONDS if self.seconds is None and self.iterations is None else self.seconds

    @property
    def _most_in_bag(self) -> int:
        """Maximum number of tiles in the bag for comparing all draws.

        More than one tile takes minutes without a time limit.
        """
        return 1 if self._timeout is None else MOST_IN_BAG

    def searches(self, kind: str, bag: int) -> bool:
        """Return whether a turn of this kind is searched to the end or over all draws, and not simulated."""
        return self.way == "champion" and (not bag or (bag <= self._most_in_bag and kind != "exchange"))

    def cost(
        self,
        turn: Turn,
        played: Candidate,
        lexicon: LexiconLike,
        values: LeaveValues,
        bag: int,
        exchanged: int = 0,
        known: str = "",
    ) -> Cost | None:
        """Return the cost of a turn of two players, or None if unknown.

        ``played``: the play made; ``bag``: number of tiles in the bag; ``exchanged``: the player's earlier
        exchanges; ``known``: tiles on the other rack that the player had seen.
        """
        if len(turn.scores) != 2:
            return None
        board = board_before(turn)
        board.racks = mover_first((str(turn.rack), known if bag else ""), board.to_move)
        if played.move is not None:
            played = replace(played, move=board.move(played.move.text))
        moves = finder_for(lexicon.core, board).candidates(board, played.rack)
        listed = by_equity(moves, values, bag, exchanged)[:COMPARED]
        candidates = [*listed, *([played] if _key(played) not in map(_key, listed) else [])]
        ways: list[Callable[[], Cost | None]] = []
        if self.searches(played.kind, bag):
            search = self._by_pre_endgame if bag else self._by_endgame
            ways.append(lambda: search(board, played, candidates, lexicon))
        ways.append(lambda: self._by_simulation(board, played, candidates, lexicon, values))
        for way in ways:
            try:
                cost = way()
            except (PositionError, TimeLimitError):
                continue
            if cost is not None:
                return cost
        return None

    def _by_endgame(self, board: Board, played: Candidate, _: list[Candidate], lexicon: LexiconLike) -> Cost:
        timeout = None if self._timeout is None else self._timeout / 2
        plies = _PLIES if timeout is None else None
        best = solve(board, lexicon, timeout=timeout, plies=plies)
        require_uninterrupted(best.stopped)
        lead = board.lead
        if played.move == best.move and played.kind != "exchange":
            value = best.spread
        else:
            value = _value_after(board, played, lexicon, timeout, plies)
        wins = [0.5 + ((lead + spread > 0) - (lead + spread < 0)) / 2 for spread in (value, best.spread)]
        found = "-" if best.move is None else best.move.text
        return cost_of("endgame", found, wins[0], wins[1], best.spread - value)

    def _by_pre_endgame(
        self, board: Board, played: Candidate, candidates: list[Candidate], lexicon: LexiconLike
    ) -> Cost | None:
        moves = [candidate.move for candidate in candidates if candidate.kind != "exchange"]
        plies = 1 if self._timeout is None else None
        found = pre_endgame(board, lexicon, moves=moves, timeout=self._timeout, plies=plies)
        require_uninterrupted(found[0].stopped)
        best, own = found[0], next((outcome for outcome in found if outcome.move == played.move), None)
        if own is None:
            return None  # there was no time for it
        text = "-" if best.move is None else best.move.text
        return cost_of("pre_endgame", text, own.win, best.win, best.spread - own.spread)

    def _by_simulation(
        self, board: Board, played: Candidate, candidates: list[Candidate], lexicon: LexiconLike, values: LeaveValues
    ) -> Cost:
        rules = board.rules
        unseen = sum(count_unseen(rules, board.grid, played.rack.tiles))
        # If there was no time for a round, play a short one.
        for iterations, timeout in ((self.iterations or MOST_ITERATIONS, self._timeout), (_LEAST, None)):
            simulation = simulate(
                board,
                played.rack,
                lexicon=lexicon,
                plies=plies_ahead(unseen),
                candidates=candidates,
                iterations=iterations,
                seed=self.seed,
                timeout=timeout,
                threads=self.threads,
                leaves=values,
            )
            for _ in simulation:
                pass
            require_uninterrupted(simulation.finished)
            if simulation.iterations:
                break
        results = simulation.results
        best, own = results[0], next(each for each in results if _key(each.candidate) == _key(played))
        return cost_of("simulation", best.candidate.text, own.win, best.win, best.equity - own.equity)


def _key(candidate: Candidate) -> tuple[object, Rack | None]:
    return candidate.move, candidate.exchanged


def cost_of(by: str, found: str, win: float, best_win: float, spread_loss: float) -> Cost:
    """Return a cost, which is never below 0."""
    lost = max(0.0, best_win - win), max(0.0, spread_loss)
    return Cost(by, found, round(win, 4), round(best_win, 4), round(lost[0], 4), round(lost[1], 2))


def _value_after(
    board: Board, played: Candidate, lexicon: LexiconLike, timeout: float | None, plies: int | None
) -> int:
    """Return the gain of a turn until the end: its points, less the gain of the other player after it."""
    after = board.copy()
    others = count_unseen(after.rules, after.grid, played.rack.tiles)
    if played.move is None:
        after.pass_turn()
    else:
        after.play(played.move)
        if len(played.move.played) == len(played.rack):
            return played.score + OUT_SWING * after.rules.points_of(others)
    racks = (str(Rack(others, played.rack.alphabet)), str(played.leave))
    after.racks = mover_first(racks, after.to_move)
    solution = solve(after, lexicon, timeout=timeout, plies=plies)
    require_uninterrupted(solution.stopped)
    return played.score - solution.spread


def grade_of(cost: Cost, bag: int) -> str:
    """Return the grade of a turn by its cost. ``bag``: number of tiles in the bag before the turn."""
    if bag:
        limits, lost = lexicons.grades()["win_percent"], round(100 * cost.win_loss, 2)
    else:
        limits, lost = lexicons.grades()["endgame_points"], cost.spread_loss
        if cost.by == "endgame" and cost.best_win == 1 > cost.win:
            return MISTAKES[-1]
    return max((name for name in MISTAKES if lost >= limits[name]), key=MISTAKES.index, default=NONE)


def badness_of(grade: str | None, cost: Cost | None) -> tuple[float, float, float]:
    """Return a sort key for mistakes: the grade, then the loss of winning chances, then the loss of points."""
    if grade not in MISTAKES or cost is None:
        return -1, 0, 0
    return MISTAKES.index(str(grade)), cost.win_loss, cost.spread_loss


def mistake_index(counts: Mapping[str, int]) -> float:
    """Return the weighted sum of mistakes. ``counts``: grade -> number."""
    weights = lexicons.grades()["weights"]
    return round(sum(weights[name] * counts.get(name, 0) for name in MISTAKES), 3)


#: Minimum difference worth mentioning, in points of score, leave or replies.
_WORTH_A_WORD: Final = 2.0
#: Number of racks whose replies are compared.
_RACKS: Final = 20
#: Maximum number of facts to show for one play.
_MOST: Final = 2


def why_better(best: Candidate, played: Candidate, cost: Cost, bag: int, index: Index, board: Board) -> str:
    """Return what the best play of a turn had, or gained, that was missed: ``a bingo, 31 points more``.

    ``board``: before the turn; ``bag``: number of tiles in the bag.
    """
    facts = list(_facts(best, played, cost, bag))
    if cost.by == "simulation" and len(facts) < _MOST:
        facts += _replies(best, played, index, board)
    if not facts and cost.by != "equity" and cost.win_loss:
        facts.append("it wins more often")
    return ", ".join(facts[:_MOST])


def _facts(best: Candidate, played: Candidate, cost: Cost, bag: int) -> Iterator[str]:
    if best.move is not None and best.move.is_bingo and not (played.move is not None and played.move.is_bingo):
        yield "a bingo"
    if not bag:
        if cost.best_win > cost.win and cost.by == "endgame":
            yield "it wins" if cost.best_win == 1 else "it draws"
        if not best.leave and played.leave:
            yield "it goes out"
        if cost.spread_loss >= 1:
            yield f"{_points(cost.spread_loss)} more until the end"
        return
    more = best.score - played.score
    kept = (best.equity - best.score) - (played.equity - played.score)
    told: list[tuple[float, str]] = [(more, f"{_points(more)} more")]
    if best.leave != played.leave:
        left = best.leave or "nothing"
        told.append((kept, f"keeps {left}, {_points(kept)} better than {played.leave or 'nothing'}"))
    for size, text in sorted(told, key=lambda fact: -fact[0]):
        if size >= _WORTH_A_WORD:
            yield text


def _replies(best: Candidate, played: Candidate, index: Index, board: Board) -> Iterator[str]:
    """Yield a remark if the replies to one play score more than those to the other, with the same racks."""
    after = [_mean_reply(candidate, index, board) for candidate in (best, played)]
    less = after[1] - after[0]
    if less >= _WORTH_A_WORD:
        yield f"replies score {_points(less)} less"
    elif less <= -_WORTH_A_WORD:
        yield "it keeps the board open"


def _mean_reply(candidate: Candidate, index: Index, board: Board) -> float:
    """Return the mean of the highest scores with racks that the other player may have."""
    after = board.copy()
    rack = candidate.rack
    if candidate.move is not None:
        after.play(after.move(candidate.move.text))
    else:
        after.pass_turn()
    finder = finder_for(index, after)
    pool = list(tiles_of(count_unseen(board.rules, board.grid, rack.tiles)))
    chance, size = random.Random(f"replies {rack}"), min(board.rules.rack_size, len(pool))
    scores = []
    for _ in range(_RACKS):
        move = finder.best(after, Rack.of_tiles(chance.sample(pool, size), rack.alphabet))
        scores.append(0 if move is None else move.score)
    return sum(scores) / len(scores)


def _points(number: float) -> str:
    """Return ``1 point`` or ``12 points``: rounded, at least 1."""
    whole = max(1, round(number))
    return f"{whole} point{'s' * (whole != 1)}"
