"""The best candidate of a position, by simulation.

    simulation = lexkit.simulate(board, lexicon=lex, plies=2, seed=1)
    for results in simulation:                # after each round
        print(results[0])
    print(simulation.best)

In an iteration the opponent is dealt a rack of the unseen tiles, the candidate is played, and then both players
make the best static plays, for ``plies`` turns or to the end. The result is the chance to win with the lead at the
end (:mod:`.win_chances`) and the spread with the leaves. Candidates rank by their mean chances, and spread decides
between equal ones. Rounds continue until one candidate is better than all others with the requested confidence.

Guaranteed: the same seed gives the same results with any number of threads, round for round.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from lexkit.base.checks import require_many, require_whole
from lexkit.base.errors import PositionError, QueryError, TimeLimitError, show_value
from lexkit.base.time_limits import count_threads, look, within
from lexkit.runtime.game.many_positions import run_in_threads
from lexkit.runtime.game.move import grid_after
from lexkit.runtime.game.move_finder import Finder, Row, finder_for
from lexkit.runtime.game.rack import Rack
from lexkit.runtime.game.referee.player_view import View, board_and_index
from lexkit.runtime.game.referee.turn import EXCHANGE
from lexkit.runtime.game.rules import MAX_TURNS, count_unseen, exchangeable, share_unseen

from ..base import idle_turns
from ..candidates import Candidate, by_equity, find_values, require_candidate, require_exchanges, require_two_players
from ..endgame.racks_and_bag import known_of_opponent
from ..equity import worths_for
from ..leaves import TrainedValues
from .inference import known_rack
from .race import Arm, ByConfidence, ByHalves, Race, Results, expect_by_equity
from .win_chances import WinChances, chances_for

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index, LexiconLike
    from lexkit.runtime.game.board import Board

    from ..leaves import LeaveValues
    from .inference import Inference

#: Default number of turns after the candidate.
PLIES: Final = 2
#: Maximum number of turns after the candidate.
MOST_PLIES: Final = 64
#: Default number of candidates.
CANDIDATES: Final = 15
#: Maximum number of candidates.
MOST_CANDIDATES: Final = 1000
#: Default number of iterations of a candidate.
ITERATIONS: Final = 5000
#: Maximum number of iterations of a candidate.
MOST_ITERATIONS: Final = 1_000_000
#: Number of iterations of each candidate in a round, some 50 ms for all of them. The clock is read each time that all
#: candidates together have had about as many.
_ROUND: Final = 32
#: Number of seconds that stands for no limit.
_LONGEST: Final = 1e9


@dataclass(frozen=True, slots=True)
class Simulated:
    """Results of a ``candidate`` in a simulation.

    If there was no time for any iteration, ``win`` and the errors are NaN, and ``equity`` is the candidate's own.

    Attributes:
        candidate: The candidate.
        win: Mean chance to win, 0 to 1.
        stderr: Standard error of ``win``.
        equity: Mean change of the spread, with the candidate's score and the leaves, in points.
        iterations: Number of iterations.
        live: Whether the candidate may still be the best.
        equity_stderr: Standard error of ``equity``.
    """

    candidate: Candidate
    win: float
    stderr: float
    equity: float
    iterations: int
    live: bool
    equity_stderr: float = float("nan")

    @property
    def score(self) -> int:
        """Points that the candidate scores."""
        return self.candidate.score

    def __str__(self) -> str:
        won = f" {self.win:.3f} +-{self.stderr:.3f}" if self.iterations else ""
        return f"{self.candidate.text}{won} {self.equity:+z.1f}"


def simulate(
    board: Board | View | str,
    rack: Rack | str | None = None,
    *,
    lexicon: LexiconLike | None = None,
    plies: int = PLIES,
    candidates: int | Sequence[Candidate] = CANDIDATES,
    confidence: float = 0.99,
    iterations: int = ITERATIONS,
    seed: int = 0,
    timeout: float | None = None,
    threads: int | None = None,
    leaves: LexiconLike | LeaveValues | None = None,
    chances: WinChances | None = None,
    opponent: Inference | None = None,
    passes: int | None = None,
    exchanges: tuple[int, int] = (0, 0),
    budget: int | None = None,
    halving: bool = False,
) -> Simulation:
    """Simulate a position of two players: iterate over the result, or read its :attr:`Simulation.best`.

    All of :class:`lexkit.Rules` hold in an iteration, except that nobody challenges. About 90 us and 16 bytes an
    iteration of two turns on one core, with ten candidates.

    Args:
        board: A board, its CGP, or the :class:`lexkit.View` of a player, which knows of passes and exchanges.
        rack: By default the rack of the player to move.
        lexicon: By default the one that judges the board's plays.
        plies: Number of turns after the candidate, up to 64.
        candidates: Number of the best candidates by equity, or the candidates themselves.
        confidence: Probability, between 0 and 1, that the result is the best candidate.
        iterations: Maximum number of iterations of each candidate.
        seed: Decides the tiles drawn.
        timeout: Seconds, after which the best so far is returned: the one of the highest equity, with 0
            ``iterations``, if they are too few for one round. A limit of :func:`lexkit.within` is an error in that
            case.
        threads: Number of threads; by default one for each processor.
        leaves: A lexicon or leave values; by default those of ``lexicon``.
        chances: By default those shipped for the list, or computed by a rule (:mod:`.win_chances`).
        opponent: Result of :func:`lexkit.infer` for the opponent's tiles; a share of the iterations ignores it
            (``Inference.unknown``). By default the opponent holds, in all iterations, the rack or the part of it
            that the position gives, or the tiles that the view knows.
        passes: Number of passes in a row before this turn. By default all scoreless turns that the position counts,
            if none of them can have been an exchange that counts, else none.
        exchanges: Number of exchanges of the player to move and of the opponent, for rules that limit them.
        budget: Number of iterations of all candidates together, after which it ends, but at least one of each.
        halving: Drop the weaker half of the candidates each time an equal part of ``budget`` or ``timeout`` is
            used, and let equity count for some iterations (:mod:`.race`): the best choice for little work, but
            without the confidence.

    Returns:
        A simulation under way.

    Raises:
        PositionError: The rack is missing, too many tiles are on the board, or the opponent cannot hold the tiles
            given.
        QueryError: A number is impossible.
    """
    if hasattr(rack, "core"):
        raise TypeError(f"rack: expected tiles, found {show_value(rack)}: give a lexicon as lexicon=")
    plies = require_whole(plies, "number of plies", 0, MOST_PLIES)
    iterations = require_whole(iterations, "number of iterations", 1, MOST_ITERATIONS)
    if not isinstance(candidates, Sequence):
        candidates = require_whole(candidates, "number of candidates", 1, MOST_CANDIDATES)
    if not 0 < confidence < 1:
        raise QueryError("invalid confidence", expected="between 0 and 1", found=show_value(confidence))
    threads = count_threads(threads)
    if budget is not None:
        budget = require_whole(budget, "number of iterations in all", 1)
    if halving and budget is None and timeout is None:
        raise QueryError("nothing to halve", expected="a budget or a timeout")
    if isinstance(board, View):
        passes = board.passes if passes is None else passes
        exchanges = exchanges if any(exchanges) else (board.exchanges[board.player], board.exchanges[1 - board.player])
    position = board
    board, index = board_and_index(board, lexicon)
    look()
    began = time.monotonic()
    with within(timeout):
        pass  # refuses a limit that is not a time
    # Preparing the first round takes some milliseconds, and is done even if there is less time.
    setting = _Setting(index, board, rack, leaves, chances, plies, require_whole(seed, "seed", 0, (1 << 64) - 1))
    setting.remember(board.zeros, passes, exchanges)
    if opponent is None:
        opponent = known_rack(known_of_opponent(position, board, setting.unseen))
    if opponent is not None:
        setting.know(opponent)
    arms = setting.arms(candidates)
    end = None if timeout is None else began + min(timeout, _LONGEST)
    race: Race = ByConfidence(arms, 1 - float(confidence), budget)
    if halving:
        expect_by_equity(arms, setting.chances, sum(setting.unseen), setting.lead)
        race = ByHalves(arms, budget, began, end)
    return Simulation(setting, arms, race, iterations, end, threads)


class Simulation:
    """A simulation under way.

    Iterating continues it, round by round, and yields :attr:`results` after each. It ends when one candidate is
    left, or when it is stopped.

    Attributes:
        finished: None, or why it ended: ``confident``, ``iterations`` (if halving, also when one is left),
            ``time``, ``stopped`` or, at Ctrl-C, ``interrupted``.
    """

    def __init__(
        self,
        setting: _Setting,
        arms: list[Arm],
        race: Race,
        iterations: int,
        end: float | None,
        threads: int,
    ) -> None:
        """Store the parts that :func:`simulate` made; ``end`` is a time of ``time.monotonic``."""
        self._setting = setting
        self._arms = arms
        self._race = race
        self._iterations = iterations
        self._end = end
        self._threads = threads
        self._done = 0
        self.finished: str | None = None

    def __iter__(self) -> Iterator[list[Simulated]]:
        while self.finished is None:
            self._go_on()
            yield self.results

    def stop(self) -> None:
        """Stop the simulation after the current round."""
        self.finished = self.finished or "stopped"

    @property
    def chances(self) -> WinChances:
        """Chances to win that the simulation uses."""
        return self._setting.chances

    @property
    def iterations(self) -> int:
        """Number of iterations of each candidate that is still in the race."""
        return self._done

    @property
    def results(self) -> list[Simulated]:
        """All candidates, best first, those still in the race before others."""
        return [_told(arm) for arm in self._ranked()]

    @property
    def best(self) -> Simulated:
        """Best candidate, after all remaining rounds."""
        for _ in self:
            pass
        return _told(self._ranked()[0])

    def __repr__(self) -> str:
        of = f"{len(self._arms)} candidates"
        if not self._done and self.finished is None:
            return f"<Simulation of {of}, not begun: iterate over it, or ask for its best>"
        return f"<Simulation: {self._done:,} iterations of {of}, best {self.results[0]}>"

    def _repr_html_(self) -> str:
        from ..pictures.results import show_simulation

        return show_simulation(self)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a simulation under way is not copied or pickled: its results are")

    def _ranked(self) -> list[Arm]:
        # Among equal ones the one of higher equity comes first: the order in which they came.
        return sorted(self._arms, key=lambda arm: (not arm.live, -arm.worth))

    def _go_on(self) -> None:
        """Play a round, and drop candidates that are worse than the leader."""
        live = [arm for arm in self._arms if arm.live]
        number = min(_ROUND, self._iterations - self._done, self._race.most(len(live)) or _ROUND)
        try:
            with within(None if self._end is None else max(1e-6, self._end - time.monotonic())):
                look()  # iterations of a game that is over never do
                results = self._setting.play(live, self._done, number, self._threads)
        except TimeLimitError:
            if self._done == 0 and (self._end is None or time.monotonic() <= self._end):
                raise
            self.finished = "time"
            return
        except KeyboardInterrupt:
            if self._done == 0:
                raise
            self.finished = "interrupted"
            return
        for arm, more in zip(live, results, strict=True):
            arm.add(more)
        self._done += number
        self._race.leave_behind(live)
        self.finished = self.finished or self._race.ended(self._done, self._iterations)


def _told(arm: Arm) -> Simulated:
    wins, number = arm.wins, len(arm)
    if number == 0:
        return Simulated(arm.candidate, math.nan, math.nan, arm.candidate.equity, 0, arm.live)
    variances = [each.squares / (number - 1) if number > 1 else math.nan for each in (wins, arm.spreads)]
    errors = [math.sqrt(variance / number) for variance in variances]
    return Simulated(arm.candidate, wins.mean, errors[0], arm.spreads.mean, number, arm.live, errors[1])


class _Setting:
    """Data that all candidates of a simulation share: the position, the players, and tables of threads."""

    def __init__(
        self,
        index: Index,
        board: Board,
        rack: Rack | str | None,
        leaves: LexiconLike | LeaveValues | None,
        chances: WinChances | None,
        plies: int,
        seed: int,
    ) -> None:
        rules = board.rules
        require_two_players(board)
        self.finder: Finder = finder_for(index, board)
        self.rules, self.plies, self.seed = rules, plies, seed
        self.rack = self.finder.rack_of(board, rack)
        self.moves = self.finder.candidates(board, self.rack)
        self.grid = self.moves.snapshot.grid
        self.lead = board.lead
        values = find_values(index if leaves is None else leaves, rules)
        if not isinstance(values, TrainedValues):
            raise QueryError("the kernel does not know these leave values", expected="trained ones, of a lexicon")
        self.values, self.worths = values, worths_for(values, rules.layout)
        self.unseen = count_unseen(rules, self.grid, self.rack.tiles)
        self.held, self.bag = share_unseen(rules, sum(self.unseen))
        self.chances = chances_for(rules) if chances is None else chances
        self._tables: list[tuple[Any, bytes]] = []
        self._holdings: bytes = b""
        self._weights = np.zeros(0)

    def remember(self, zeros: int, passes: int | None, exchanges: tuple[int, int]) -> None:
        """Store the passes and exchanges of earlier turns."""
        rules = self.rules
        if passes is None:
            exchanged = rules.exchanges_count and exchangeable(rules, self.bag, rules.rack_size)
            passes = 0 if exchanged else zeros
            passes = min(passes, rules.pass_turns - 1) if rules.pass_turns else passes
        passes = require_whole(passes, "number of passes", 0, MAX_TURNS)
        if not isinstance(exchanges, Sequence) or len(exchanges) != 2:
            raise TypeError(f"exchanges: expected two numbers, found {show_value(exchanges)}")
        own, others = map(require_exchanges, exchanges)
        self.before = zeros, passes, zeros, own, others
        self.exchanges = zeros < idle_turns(rules)

    def know(self, opponent: Inference) -> None:
        """Store what is known of the opponent's tiles."""
        if not hasattr(opponent, "ways"):
            raise TypeError(f"opponent: expected a lexkit.Inference, found {show_value(opponent)}")
        unseen = np.frombuffer(self.unseen, np.uint8)
        for leave in opponent.ways:
            if len(leave) > self.held or (np.frombuffer(leave.counts, np.uint8) > unseen).any():
                raise PositionError(
                    "the opponent cannot hold these tiles", place="opponent", expected="unseen tiles", found=str(leave)
                )
        self._holdings, self._weights = opponent.rows

    def arms(self, candidates: int | Sequence[Candidate]) -> list[Arm]:
        """Return an arm for each candidate."""
        if isinstance(candidates, int):
            best = by_equity(self.moves, self.values, self.bag, self.before[3])
            able = best if self.exchanges else (each for each in best if each.kind != EXCHANGE)
            chosen: Sequence[Candidate] = list(islice(able, candidates))
        else:
            chosen = require_many(candidates, "candidates", "a number or Candidates")
            for each in chosen:
                require_candidate(each, self.moves.snapshot, self.rack)
        if not chosen:
            raise QueryError("nothing to simulate", expected="a candidate")
        return [self._arm(candidate) for candidate in chosen]

    def _arm(self, candidate: Candidate) -> Arm:
        kept = np.frombuffer(candidate.leave.counts, np.uint8)
        grid = grid_after(self.grid, candidate.move)
        if candidate.move is not None:
            draws = len(candidate.move.played)
        else:
            draws = len(candidate.exchanged or ())
        returned = candidate.exchanged.counts if candidate.exchanged else bytes(64)
        before = self._turns_after(candidate)
        return Arm(candidate, grid, kept.tobytes(), returned, min(draws, self.bag), before)

    def _turns_after(self, candidate: Candidate) -> tuple[int, ...]:
        """Return the kernel's ``before`` numbers after a candidate."""
        zeros, passes, idle, own, others = self.before
        after = self.rules.idle_after(candidate.kind, candidate.score, zeros, passes)
        return *after, 0 if candidate.score else idle + 1, own + (candidate.kind == EXCHANGE), others

    def play(self, given: Sequence[Arm], first: int, number: int, threads: int) -> list[Results]:
        """Return the results of the iterations from number ``first`` on, for each of the given arms."""
        # Put candidates that keep the same tiles side by side: they draw the same tiles, and share what is found.
        arms = sorted(given, key=lambda arm: arm.kept)
        grids = b"".join([arm.grid for arm in arms])
        kept = b"".join([arm.kept for arm in arms])
        returned = b"".join([arm.returned for arm in arms])
        draws = np.array([arm.draws for arm in arms], np.int64)
        before = np.concatenate([arm.before for arm in arms])
        rows = np.zeros((len(arms), number, len(Row)), np.int64)

        def play_some(part: slice) -> None:
            look()  # before a table is made
            # Threads share the list: a table is taken and given back in one atomic step.
            try:
                rollouts, last = self._tables.pop()
            except IndexError:
                rollouts = self.finder.new_rollouts(self.worths, self.worths, patience=idle_turns(self.rules))
                last = b""
            if last != grids:
                rollouts.begin(memoryview(grids))
            counts = memoryview(self.unseen), memoryview(kept), draws.data, memoryview(returned), self.held
            known = memoryview(self._holdings), self._weights.data
            for start in range(part.start, part.stop, at_once):
                look()
                some = np.zeros((len(arms), min(at_once, part.stop - start), len(Row)), np.int64)
                numbers = self.plies, self.seed, first + start
                rollouts.roll(*counts, *known, before.data, *numbers, some.reshape(-1).data)
                rows[:, start : start + some.shape[1]] = some
            self._tables.append((rollouts, grids))  # one that failed is not used again

        at_once = max(1, _ROUND // len(arms))
        share = -(-number // threads)
        parts = [slice(at, min(at + share, number)) for at in range(0, number, share)]
        run_in_threads(play_some, parts, threads)
        results = {id(arm): arm.read(rows[at], self.lead, self.chances) for at, arm in enumerate(arms)}
        return [results[id(arm)] for arm in given]
