"""The best candidate of a position, by simulation.

    simulation = lexkit.simulate(board, lexicon=lex, plies=2, seed=1)
    for results in simulation:                # after each round
        print(results[0])
    print(simulation.best)

In an iteration the opponent is dealt a rack of what is unseen, the candidate is played, and then both players make the
best static plays, ``plies`` turns or to the end. The result is the chance to win with the lead at the end
(:mod:`.win_chances`) and the spread with the leaves; candidates rank by their mean chances, and spread decides between
equal ones. Rounds go on until one candidate is better than all others with the wanted confidence.

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

from lexkit.base.checks import require_kind, require_many, require_whole
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
    from lexkit.runtime.automaton.index import HasIndex, Index
    from lexkit.runtime.game.board import Board

    from ..leaves import LeaveValues
    from .inference import Inference

#: Turns after the candidate, by default and at most.
PLIES: Final = 2
MOST_PLIES: Final = 64
#: Candidates, by default and at most.
CANDIDATES: Final = 15
MOST_CANDIDATES: Final = 1000
#: Iterations of a candidate, by default and at most, and those of a round: some 50 ms of all candidates.
ITERATIONS: Final = 5000
MOST_ITERATIONS: Final = 1_000_000
_ROUND: Final = 32
#: Seconds that are no limit.
_LONGEST: Final = 1e9


@dataclass(frozen=True, slots=True)
class Simulated:
    """What a simulation says of a ``candidate``.

    ``win``: the mean chance to win, 0 to 1; ``stderr``: its standard error; ``equity``: the mean change of the spread,
    with the candidate's score and what is left, in points; ``iterations``: how many there were; ``live``: whether it
    may still be the best; ``equity_stderr``: the standard error of the equity. If there was no time for any iteration,
    ``win`` and the errors are not a number, and ``equity`` is the candidate's own.
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
        """The points that the candidate scores."""
        return self.candidate.score

    def __str__(self) -> str:
        won = f" {self.win:.3f} +-{self.stderr:.3f}" if self.iterations else ""
        return f"{self.candidate.text}{won} {self.equity:+z.1f}"


def simulate(
    board: Board | View | str,
    rack: Rack | str | None = None,
    *,
    lexicon: HasIndex | None = None,
    plies: int = PLIES,
    candidates: int | Sequence[Candidate] = CANDIDATES,
    confidence: float = 0.99,
    iterations: int = ITERATIONS,
    seed: int = 0,
    timeout: float | None = None,
    threads: int | None = None,
    leaves: HasIndex | LeaveValues | None = None,
    chances: WinChances | None = None,
    opponent: Inference | None = None,
    passes: int | None = None,
    exchanges: tuple[int, int] = (0, 0),
    budget: int | None = None,
    halving: bool = False,
) -> Simulation:
    """A simulation of a position of two players: iterate over it, or ask for its :attr:`Simulation.best`.

    ``board``: also CGP, or the :class:`lexkit.View` of a player, which knows of passes and exchanges; ``rack``: by
    default that of the player to move; ``lexicon``: by default the one that judges the board's plays; ``plies``: turns
    after the candidate, up to 64; ``candidates``: how many of the best by equity, or the candidates themselves;
    ``confidence``: between 0 and 1, that the best one is; ``iterations``: the most of each candidate; ``timeout``:
    seconds, after which the best so far is given: that of the highest equity, with 0 ``iterations``, if they are too
    few for one round, whereas a limit of :func:`lexkit.within` is then an error; ``leaves``: a lexicon's or others, by
    default those of ``lexicon``; ``chances``: by default those shipped for the list, or by a rule
    (:mod:`.win_chances`); ``opponent``: what :func:`lexkit.infer` says of the opponent's tiles, which a share of the
    iterations ignores (``Inference.unknown``); by default the opponent holds in all iterations what the position gives
    as that rack, or as a part of it, or what the view knows. ``passes``: how many turns before were passes, in a row;
    by default all that the position counts without a point, if none of them can have been an exchange that counts, else
    none. ``exchanges``: how often the player to move and the opponent have exchanged, if the rules limit that. Some 120
    us an iteration of two turns on one core, and 16 bytes. ``budget``: iterations of all candidates together, after
    which it ends, but at least one of each. ``halving``: leave the weaker half of the candidates behind each time an
    equal part of ``budget`` or ``timeout`` is used, and let equity count for some iterations (:mod:`.race`): the best
    choice for little work, but without the confidence.

    All of :class:`lexkit.Rules` hold in an iteration, except that nobody challenges. Raises PositionError if the rack
    is missing, too many tiles are on the board or the opponent cannot hold the tiles given, QueryError for impossible
    numbers.
    """
    if hasattr(rack, "core"):
        raise TypeError(f"rack: expected tiles, found {show_value(rack)}: give a lexicon as lexicon=")
    if chances is not None:
        require_kind(chances, WinChances, "chances", "lexkit.WinChances")
    plies = require_whole(plies, "number of plies", 0, MOST_PLIES)
    iterations = require_whole(iterations, "number of iterations", 1, MOST_ITERATIONS)
    if isinstance(candidates, int):
        candidates = require_whole(candidates, "number of candidates", 1, MOST_CANDIDATES)
    if not isinstance(confidence, int | float) or not 0 < confidence < 1:
        raise QueryError("invalid confidence", expected="between 0 and 1", found=show_value(confidence))
    threads = count_threads(threads)
    if budget is not None:
        budget = require_whole(budget, "number of iterations in all", 1)
    if not isinstance(halving, bool):
        raise QueryError("neither True nor False", place="halving", expected="True or False", found=show_value(halving))
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
    # What comes before the first round takes some milliseconds, and is done even if there is less time.
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

    Iterating goes on with it, round by round, and gives :attr:`results` after each; it ends when one candidate is left,
    or when it is stopped. ``finished``: None, or why it ended: ``confident``, ``iterations`` (if halving,
    also when one is left), ``time``, ``stopped`` or, at Ctrl-C, ``interrupted``.
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
        """Made by :func:`simulate`; ``end``: a time of ``time.monotonic``."""
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
        """Stop: the round under way is the last."""
        self.finished = self.finished or "stopped"

    @property
    def chances(self) -> WinChances:
        """The chances to win that it uses."""
        return self._setting.chances

    @property
    def iterations(self) -> int:
        """Iterations of each candidate that is still in the race."""
        return self._done

    @property
    def results(self) -> list[Simulated]:
        """All candidates, best first, those still in the race before others."""
        return [_told(arm) for arm in self._ranked()]

    @property
    def best(self) -> Simulated:
        """The best candidate, after all rounds that are still to come."""
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
        # Of equal ones, the one of higher equity: the order in which they came.
        return sorted(self._arms, key=lambda arm: (not arm.live, -arm.worth))

    def _go_on(self) -> None:
        """Play a round, and leave those behind that are worse than the leader."""
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
    """What all candidates of a simulation share: the position, the players, and tables of threads."""

    def __init__(
        self,
        index: Index,
        board: Board,
        rack: Rack | str | None,
        leaves: HasIndex | LeaveValues | None,
        chances: WinChances | None,
        plies: int,
        seed: int,
    ) -> None:
        rules = board.rules
        require_two_players(board)
        self.finder: Finder = finder_for(index, board)
        self.rules, self.plies, self.seed = rules, plies, seed
        self.rack = Rack(bytes(self.finder.counts_of(board, rack)), rules.alphabet)
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
        self._tables: list[tuple[Any, Any]] = []
        self._holdings: bytes = b""
        self._weights = np.zeros(0)

    def remember(self, zeros: int, passes: int | None, exchanges: tuple[int, int]) -> None:
        """Take what happened in the turns before."""
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
        """Take what is known of the opponent's tiles."""
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
        """An arm for each candidate."""
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
        returned = np.zeros(64, np.uint8)
        grid = grid_after(self.grid, candidate.move)
        if candidate.move is not None:
            draws = len(candidate.move.played)
        else:
            draws = len(candidate.exchanged)
            for tile in candidate.exchanged:
                returned[tile] += 1
        before = self._turns_after(candidate)
        return Arm(candidate, grid, kept.tobytes(), returned.tobytes(), min(draws, self.bag), before)

    def _turns_after(self, candidate: Candidate) -> tuple[int, ...]:
        """The numbers that the kernel calls ``before``, after a candidate."""
        zeros, passes, idle, own, others = self.before
        after = self.rules.idle_after(candidate.kind, candidate.score, zeros, passes)
        return *after, 0 if candidate.score else idle + 1, own + (candidate.kind == EXCHANGE), others

    def play(self, arms: Sequence[Arm], first: int, number: int, threads: int) -> list[Results]:
        """Iterations from number ``first`` on, of each arm."""

        def play_one(some: slice) -> Results:
            look()  # before a table is made
            arm: Arm = arms[some.start]
            # Taken and given back in one step each: threads share the list.
            try:
                table = self._tables.pop()
            except IndexError:
                table = self.finder.new_rollouts(self.worths, self.worths, patience=idle_turns(self.rules))
            rollouts, after = table
            rows = np.zeros((number, len(Row)), np.int64)
            after.set(memoryview(arm.grid))
            counts = memoryview(self.unseen), memoryview(arm.kept), arm.draws, memoryview(arm.returned), self.held
            known = memoryview(self._holdings), self._weights.data
            rollouts.roll(*counts, *known, arm.before.data, self.plies, self.seed, first, rows.reshape(-1).data)
            self._tables.append(table)  # one that failed is not used again
            return arm.read(rows, self.lead, self.chances)

        results: list[Results] = run_in_threads(play_one, [slice(at, at + 1) for at in range(len(arms))], threads)
        return results
