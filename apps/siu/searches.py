"""Searches of ``go``. Each reports its results while it runs, and returns the best move.

A search runs within a time limit that may end at any moment. It begins with the best move by equity, which takes some
milliseconds, so that there is always an answer. With ``searchmoves`` it must list all moves first, and has no answer
until then.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeVar

import lexkit
from lexkit import engine
from lexkit.errors import IllegalMoveError, LexkitError, PositionError, QueryError, TimeLimitError

from .positions import count_unseen
from .protocol_lines import (
    Best,
    gen_line,
    infer_line,
    key_of_move,
    key_of_token,
    name_chances,
    peg_lines,
    sim_lines,
    solution_lines,
)

if TYPE_CHECKING:
    from .positions import Position
    from .protocol_lines import Output
    from .requests import Go, Options

_M = TypeVar("_M", bound="lexkit.Candidate | lexkit.Move")
#: Time limit for listing the moves of a position, in seconds.
_LISTING: Final = 10.0
#: Time limit for finding the best move by equity, in seconds.
_QUICK: Final = 1.0
#: Seconds between reports of a simulation.
_BETWEEN: Final = 0.25
#: Maximum size of a simulation in memory, in candidates times iterations.
_MOST_NUMBERS: Final = 20_000_000
#: Confidence at which a simulation with a time limit stops early.
_SURE: Final = 1 - 1e-9
#: Maximum number of tiles in the bag of a pre-endgame.
MOST_IN_BAG: Final = 4
#: Candidates and iterations of the simulation that selects moves for a pre-endgame search, and its share of the time.
COMPARED: Final = 10
_CHOOSING: Final = 300
TO_CHOOSE: Final = 0.25
#: With at most this many unseen tiles, ``auto`` simulates to the end of the game, as champion does.
TO_THE_END: Final = 21


@dataclass
class Outlook:
    """Results that later searches may use: the last inference and its board."""

    inference: lexkit.Inference | None = None
    board: lexkit.Board | None = None


class Search:
    """A search. Call ``first``, then ``run``; ``best`` is at any moment the token of the best move.

    The callback ``stopped`` returns whether the search must end.
    """

    def __init__(
        self,
        go: Go,
        position: Position,
        options: Options,
        outlook: Outlook,
        output: Output,
        stopped: Callable[[], bool],
    ) -> None:
        self.go, self.position, self.options, self.outlook, self.output = go, position, options, outlook, output
        self.stopped = stopped
        self.best = "none"
        self.board, self.lexicon = position.board, position.lexicon
        self._began = time.monotonic()
        self._unused = {*go.numbers, *go.flags} - {"movetime", "infinite"}
        self._unused |= {name for name in ("searchmoves", "alsosearchmoves") if getattr(go, name)}

    @property
    def seconds(self) -> float:
        """Time limit of the search in seconds."""
        if self.go.infinite:
            return math.inf
        return self.go.numbers.get("movetime", self.options.number("LongestSearch")) / 1000

    def _left(self) -> float:
        return max(0.001, self._began + self.seconds - time.monotonic())

    def first(self) -> None:
        """Find the move to answer if the search finds nothing better. It is short and cannot be stopped."""
        if self.go.mode == "infer":
            return
        if not self.board.rack:
            raise PositionError(
                "the rack is not known", expected="the tiles of the player to move: in the CGP, or as rack.TILES"
            )
        if self.go.searchmoves and self.go.mode != "endgame":
            return
        try:
            with lexkit.within(_QUICK):
                self._take(self._quick())
        except TimeLimitError:
            self._take(None)

    def run(self) -> None:
        """Search and report the results; ``best`` is ``none`` if there is no move."""
        # Each of MODES has its method.
        search: Callable[[], Best] = getattr(self, f"_{self.go.mode}")
        self._take(search())

    def _take(self, best: Best) -> None:
        self.best = best if isinstance(best, str) else engine.write_move(best)

    @cached_property
    def _known(self) -> dict[str, lexkit.Candidate]:
        """All candidates by key, listed once. Raises TimeLimitError if the search is stopped."""
        end = time.monotonic() + _LISTING
        known = {}
        with lexkit.within(_LISTING):
            for candidate in candidates_of(self.board, self.lexicon):
                if self.stopped() or time.monotonic() > end:
                    raise TimeLimitError("stopped")
                known[key_of_move(candidate)] = candidate
        return known

    def _use(self, *names: str) -> None:
        """Report all given parameters except these, which the search honours, as ignored."""
        for name in sorted(self._unused - set(names)):
            self.output.ignored(name, f"not for {self.go.mode}")
        self._unused = set()

    def _tell_provenance(self, leaves: str, win: str = "none") -> None:
        by = f"engine=lexkit/{lexkit.__version__} leaves={leaves} winpct={win} lexicon={self.position.name}"
        self.output.write(f"info string provenance {by}")

    # -- candidates ---------------------------------------------------------------------------------

    def _candidates(self) -> list[lexkit.Candidate]:
        """Return the candidates to search, best by equity first."""
        return self._choose(lambda most: candidates_of(self.board, self.lexicon)[:most], lambda: self._known)

    def _choose(self, best: Callable[[int], Iterable[_M]], known: Callable[[], Mapping[str, _M]]) -> list[_M]:
        """Return the moves that ``go`` names, or the best and those it adds. ``known`` returns all moves by key."""
        wanted, more = self.go.searchmoves, self.go.alsosearchmoves
        chosen: dict[str, _M] = {}
        if not wanted:
            with lexkit.within(_LISTING):
                chosen = {key_of_move(move): move for move in best(self.options.number("Candidates"))}
        for text in [*wanted, *more]:
            try:
                key = key_of_token(text, self.board)
                if key not in known():
                    raise IllegalMoveError("it is not among the moves that are compared here")
                chosen.setdefault(key, known()[key])
            except QueryError:  # the time is up
                raise
            except LexkitError as error:
                self.output.error("bad-move", f"{text[:80]}: {error}")
        if wanted and chosen:
            self._take(next(iter(chosen.values())))
        return list(chosen.values())

    # -- modes --------------------------------------------------------------------------------------

    def _gen(self) -> Best:
        self._use("searchmoves", "alsosearchmoves")
        candidates = self._candidates()
        self._tell_provenance(self._leaves())
        self.output.write(*[gen_line(each, each.score, each.equity, each.leave) for each in candidates])
        return candidates[0] if candidates else "none"

    def _sim(self) -> Best:
        self._use("searchmoves", "alsosearchmoves", "depth", "iterations", "stopcondition", "useinference", "threads")
        candidates = self._candidates()
        if not candidates:
            return "none"
        plies = min(64, self.go.numbers.get("depth", 2))
        simulation = self._begin_simulation(candidates, plies, self._left())
        self._tell_provenance(self._leaves(), name_chances(simulation.chances))
        return self._follow(simulation, candidates)

    def _begin_simulation(
        self,
        candidates: list[lexkit.Candidate],
        plies: int,
        seconds: float,
        iterations: int | None = None,
        halving: bool = False,
    ) -> lexkit.Simulation:
        limited = self.go.infinite or "movetime" in self.go.numbers
        most = max(1, _MOST_NUMBERS // len(candidates))
        wanted = iterations or self.go.numbers.get("iterations", 1_000_000 if limited else 5000)
        condition = self.go.numbers.get("stopcondition")
        confidence = condition / 100 if condition else _SURE if limited or "iterations" in self.go.numbers else 0.99
        opponent = self._inference() if "useinference" in self.go.flags else None
        return lexkit.simulate(
            self.board,
            lexicon=self.lexicon,
            plies=plies,
            candidates=candidates,
            confidence=confidence,
            iterations=min(wanted, most, 1_000_000),
            seed=self.options.number("Seed"),
            timeout=seconds,
            threads=self.go.numbers.get("threads", self.options.number("Threads")),
            opponent=opponent,
            halving=halving,
        )

    def _inference(self) -> lexkit.Inference | None:
        if self.board.racks[1 - self.board.to_move]:
            self.output.ignored("useinference", "the position gives the opponent's rack")
            return None
        known = self.outlook.inference if self.outlook.board == self.board else None
        if known is None or not len(known):
            self.output.ignored("useinference", "nothing was inferred of this position")
            return None
        return known

    def _follow(self, simulation: lexkit.Simulation, candidates: list[lexkit.Candidate]) -> Best:
        """Report the results of a simulation while it runs and at its end."""
        told = time.monotonic()
        try:
            for results in simulation:
                if self.stopped():
                    simulation.stop()
                if time.monotonic() - told >= _BETWEEN:
                    told = time.monotonic()
                    self.output.write(*sim_lines(each for each in results if each.live))
        except TimeLimitError:
            pass
        results = simulation.results
        self.output.write(*sim_lines(results))
        return results[0].candidate if simulation.iterations else candidates[0]

    def _infer(self) -> Best:
        self._use()
        before, last = self.position.before, self.position.last
        if before is None or last is None or last.action is None:
            raise PositionError(
                "there is no move to infer from", expected="position cgp ... moves ..., with the opponent's last"
            )
        self._tell_provenance(self._leaves())
        action = last.action if not last.withdrawn else lexkit.Action("pass")
        seed = self.options.number("Seed")
        try:
            margins = lexkit.Inference.MARGINS
            found = lexkit.infer(before, self.board.rack, action, lexicon=self.lexicon, margin=margins, seed=seed)
        except TimeLimitError:
            return "none"
        if len(found):
            self.output.write(f"info string margin {found.margin:g}")
        self.outlook.inference, self.outlook.board = found, self.board
        total = max(1, found.total)
        lines = [infer_line(leave, ways / total) for leave, ways in found.ways.items()]
        self.output.write(*lines[: self.options.number("Candidates")])
        return "none"

    def _endgame(self) -> Best:
        self._use("depth", "threads")
        self._tell_provenance("none")
        best = self._quick()
        try:
            solution = lexkit.solve(
                self.board,
                self.lexicon,
                timeout=self._left(),
                plies=max(1, self.go.numbers.get("depth", 95)),
                memory=self.options.number("EndgameHash"),
                progress=self._tell_solution,
                threads=self.go.numbers.get("threads", self.options.number("Threads")),
            )
        except TimeLimitError:
            return best
        if solution.stopped not in ("", "plies"):
            # An unfinished deeper search may have improved on the last reported solution.
            self._tell_solution(solution)
        return solution.move

    def _tell_solution(self, solution: lexkit.Solution) -> None:
        self._take(solution.move)
        self.output.write(*solution_lines(solution, time.monotonic() - self._began))

    def _peg(self) -> Best:
        self._use("searchmoves", "depth")
        self._tell_provenance("none")
        best = self._quick()
        moves = None
        if self.go.searchmoves:
            wanted = self._candidates()
            moves = [candidate.move for candidate in wanted if candidate.kind != "exchange"]
            if len(moves) < len(wanted):
                self.output.ignored("searchmoves", "exchanges are not compared here")
            if not moves:
                return "none"
        try:
            return self._compare(moves, self._left())
        except TimeLimitError:
            return best

    def _compare(self, moves: list[lexkit.Move | None] | None, seconds: float) -> Best:
        outcomes = lexkit.pre_endgame(
            self.board,
            self.lexicon,
            moves=moves,
            timeout=seconds,
            plies=max(1, self.go.numbers["depth"]) if "depth" in self.go.numbers else None,
            memory=self.options.number("EndgameHash"),
        )
        self.output.write(*chain.from_iterable(map(peg_lines, outcomes[: self.options.number("Candidates")])))
        return outcomes[0].move

    def _auto(self) -> Best:
        """Choose the search by the phase of the game, like champion, but use inference only if told to."""
        self._use("searchmoves", "alsosearchmoves", "depth", "iterations", "stopcondition", "useinference", "threads")
        unseen = count_unseen(self.board)
        bag = unseen - self.board.rules.rack_size
        if bag <= 0 and not self.go.searchmoves:
            return self._endgame()
        candidates = self._candidates()
        if not candidates:
            return "none"
        plies = self.go.numbers.get("depth", unseen if unseen <= TO_THE_END else 2)
        seconds = self._left()
        last = 0 < bag <= MOST_IN_BAG
        # With only a time, spend it on choosing the best move; iterations or a confidence ask for accurate figures.
        told = self.go.numbers.keys() & {"movetime", "iterations", "stopcondition"}
        halving = told == {"movetime"} and not self.go.infinite
        seconds, most = (seconds * TO_CHOOSE, None if halving else _CHOOSING) if last else (seconds, None)
        simulation = self._begin_simulation(candidates, min(64, plies), seconds, most, halving)
        self._tell_provenance(self._leaves(), name_chances(simulation.chances))
        best = self._follow(simulation, candidates)
        if not last or self.stopped():
            return best
        ranked = [each.candidate for each in simulation.results if each.candidate.kind != "exchange"]
        if len(ranked) < 2 or (isinstance(best, lexkit.Candidate) and best.kind == "exchange"):
            return best
        try:
            return self._compare([each.move for each in ranked[:COMPARED]], self._left())
        except TimeLimitError:
            return best

    def _quick(self) -> Best:
        """Return the best move by equity."""
        with lexkit.within(_LISTING):
            return self.lexicon.best_by_equity(self.board, self.board.rack)

    def _leaves(self) -> str:
        """Return the origin of the leave values as one token, the lexicon's name if they are its own."""
        leaves = self.lexicon.leaves
        return "-".join(leaves.origin.split()) if leaves.note else self.position.name


def candidates_of(board: lexkit.Board, lexicon: lexkit.Lexicon) -> lexkit.Candidates:
    """Return all candidates of a position by equity."""
    return lexicon.moves(board, board.rack, "candidates").by_equity(lexicon)
