"""The strongest player: simulation, the last draws compared, and the endgame solved, as far as time allows.

| tiles in the bag | how it chooses |
|---|---|
| none | the endgame, solved (:func:`lexkit.solve`) |
| 1 to 4 | its best candidates over all draws of the bag (:func:`lexkit.pre_endgame`) |
| more | a simulation (:func:`lexkit.simulate`), two turns ahead; with few tiles to the end, using the last turn |

Late in the game it uses what the opponent's last turn reveals (:func:`lexkit.infer`), and always the tiles that a
challenge has shown.

With a clock it uses a share of the time left, by the number of turns that may still come. With hardly any time left
it plays as ``positional`` does, except in endgames, which take a few milliseconds. With three or four players it
plays by equity.
"""

from __future__ import annotations

import math
import random
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lexkit.base.checks import require_seconds, require_whole
from lexkit.base.errors import QueryError, TimeLimitError
from lexkit.base.time_limits import look, within
from lexkit.runtime.game.bag import require_seed
from lexkit.runtime.game.judge import core_of
from lexkit.runtime.game.referee.turn import Action, action_of

from .base import StrategyPlayer, forced_action
from .candidates import Candidate
from .endgame.pre_endgame import MOST_IN_BAG, pre_endgame
from .endgame.solution import UnsearchableError, solve
from .one_ply import Static
from .positional import Positional
from .simulation.inference import infer_from_view
from .simulation.simulate import MOST_ITERATIONS, Simulated, simulate

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index, LexiconLike
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.game.referee.player_view import View

    from .simulation.inference import Inference

#: Default number of seconds for a choice.
SECONDS: Final = 3.0
#: Suffix of a number of iterations in a name.
_ITERATIONS: Final = "it"
#: Minimum number of seconds to think at all.
_LEAST: Final = 0.05
#: Minimum number of seconds to search an endgame.
_LEAST_TO_SOLVE: Final = 0.005
#: Seconds of a clock that are never used.
_RESERVE: Final = 1.0
#: Share of its part of the remaining time that a turn may use.
_SHARE: Final = 0.8
#: Mean number of tiles that a turn uses.
_TILES_A_TURN: Final = 4.5
#: Number of candidates simulated.
_CANDIDATES: Final = 16
#: Number of candidates simulated late in the game.
_CANDIDATES_LATE: Final = 32
#: Share of the time, or of the iterations, for choosing the candidates that are compared over the last draws.
TO_CHOOSE: Final = 0.25
#: Number of candidates that are compared over the last draws.
COMPARED: Final = 10
#: With at most this many unseen tiles a simulation goes to the end of the game, and uses what the opponent's last
#: turn reveals.
_LATE: Final = 21
#: The same number for the depth of a simulation with less work than _HASTE.
_LATE_IN_HASTE: Final = 11
#: Work in seconds below which _LATE_IN_HASTE replaces _LATE, and the last turn is not used.
_HASTE: Final = 0.3
#: Number of iterations of two turns that count as a second of work. A core does some more.
ITERATIONS_A_SECOND: Final = 7500
#: Number of the opponent's leaves to evaluate for each second of work.
_LEAVES_A_SECOND: Final = 1000
#: Maximum number of the opponent's leaves to evaluate.
_MOST_LEAVES: Final = 1000
#: Share of the time that this may take.
_TO_INFER: Final = 0.2


class _Holder(NamedTuple):
    """Object with a lexicon's index."""

    core: Index


def plies_ahead(unseen: int, work: float = math.inf) -> int:
    """Return the number of turns that a simulation looks ahead.

    ``unseen``: number of tiles that the player does not see; ``work``: seconds that it may take.
    """
    return unseen if unseen <= (_LATE_IN_HASTE if work < _HASTE else _LATE) else 2


def share_of_iterations(iterations: float, plies: int, unseen: int) -> int:
    """Return the number of iterations of ``plies`` turns that equal ``iterations`` of two turns in work."""
    return round(iterations * 2 / min(plies, 1 + unseen / _TILES_A_TURN))


def require_uninterrupted(ended: str | None) -> None:
    """Raise KeyboardInterrupt if it ended a search.

    A search returns its results at Ctrl-C, and the caller would continue.
    """
    if ended == "interrupted":
        raise KeyboardInterrupt


class Champion:
    """A player that thinks.

    Args:
        lexicon: By default the game's.
        seconds: Seconds for each choice. A part of the work that does not end in time is stopped after twice as
            many seconds and one more; the choice is then ``positional``'s.
        iterations: Iterations of two turns, of all candidates of a simulation together; iterations of more turns
            are fewer. The simulation ends by them and not by the time, unless there is a clock, so that the same
            view and seed give the same choice while the bag has more than four tiles.
        seed: Decides the tiles drawn.
    """

    #: Name in matches and records.
    name = "champion"

    def __init__(
        self,
        lexicon: LexiconLike | None = None,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        seed: int | str = 0,
    ) -> None:
        """Store the settings. Raises QueryError for impossible numbers."""
        self._core = None if lexicon is None else core_of(lexicon)
        self._seconds = SECONDS if seconds is None else require_seconds(seconds)
        if iterations is not None:
            iterations = require_whole(iterations, "number of iterations", 1, MOST_ITERATIONS)
        self._iterations = iterations
        self._number = random.Random(f"champion {require_seed(seed)}").getrandbits(64)
        self._static = StrategyPlayer(Static.name, Static.named, lexicon, seed)
        self._hurried = StrategyPlayer(Positional.name, Positional.named, lexicon, seed)

    def __repr__(self) -> str:
        work = f"{self._seconds:g} s" if self._iterations is None else f"{self._iterations:,} iterations"
        return f"<Player {self.name}: {work} a choice>"

    def __eq__(self, other: object) -> bool:
        """Return whether the other player chooses alike: same lexicon, seed and time or iterations."""
        return isinstance(other, Champion) and self._facts == other._facts

    def __hash__(self) -> int:
        return hash(self._facts)

    @property
    def _facts(self) -> tuple[Any, ...]:
        return self._static, self._seconds, self._iterations, self._number

    @classmethod
    def named(
        cls, name: str, lexicon: LexiconLike | None = None, seed: int | str = 0, *, seconds: float | None = None
    ) -> Champion:
        """Return the player of a name.

        ``champion``, ``champion:2.5`` with its seconds, ``champion:7500it`` with its iterations,
        ``champion:1:7500it`` with both. ``seconds`` override those of the name. Raises QueryError for other names.
        """
        parts = name.split(":")[1:]
        iterations = told = None
        try:
            if parts and parts[-1].endswith(_ITERATIONS):
                iterations = int(_decimal(parts.pop().removesuffix(_ITERATIONS)))
            if parts:
                (text,) = parts
                told = float(_decimal(text))
        except ValueError:
            expected = f"seconds or iterations, as in {cls.name}:2.5 and {cls.name}:7500{_ITERATIONS}"
            raise QueryError("invalid time", expected=expected, found=repr(name)) from None
        if seconds is not None:
            return cls(lexicon, seconds=seconds, seed=seed)
        return cls(lexicon, seconds=told, iterations=iterations, seed=seed)

    def choose(self, view: View) -> Action:
        """Return the action for a view.

        Args:
            view: The player's view of the game.

        Raises:
            OutOfTurnError: The player of the view is not to move.
            QueryError: There is no lexicon.
        """
        began = time.monotonic()
        core, forced = forced_action(view, self._core)
        if forced is not None:
            return forced
        seconds = share_of_clock(view, self._seconds)
        if len(view.players) != 2:
            return self._static.choose(view)
        if seconds < (_LEAST if view.bag else _LEAST_TO_SOLVE):
            return self._hurried.choose(view)
        board = view.board.copy()
        board.rack = str(view.rack)
        try:
            with within(2 * seconds + 1):  # whatever a part of it takes longer than it was given
                return self._think(_Holder(core), board, view, seconds, began)
        except (TimeLimitError, UnsearchableError):
            # If a limit of the caller's has passed too, it ends this choice.
            return self._hurried.choose(view)

    def _think(self, lexicon: LexiconLike, board: Board, view: View, seconds: float, began: float) -> Action:
        if view.bag == 0:
            solution = solve(board, lexicon, timeout=seconds, passes=view.passes)
            require_uninterrupted(solution.stopped)
            return action_of(solution.move)
        if view.bag <= MOST_IN_BAG:
            best = self._simulate(board, lexicon, view, seconds, TO_CHOOSE)
            moves = [_action(each.candidate) for each in best[:COMPARED]]
            left = seconds - (time.monotonic() - began)
            if left >= _LEAST and len(moves) > 1:
                known: dict[str, Any] = {"passes": view.passes, "exchanges": view.exchanges[view.player]}
                board.racks = [rack or view.known[seat] for seat, rack in enumerate(board.racks)]
                try:
                    outcome = pre_endgame(board, lexicon, moves=moves, timeout=left, **known)[0]
                    require_uninterrupted(outcome.stopped)
                    return outcome.action
                except TimeLimitError:
                    pass
            return _action(best[0].candidate)
        return _action(self._simulate(board, lexicon, view, seconds)[0].candidate)

    def _simulate(
        self, board: Board, lexicon: LexiconLike, view: View, seconds: float, share: float = 1.0
    ) -> list[Simulated]:
        """Return the candidates, best first, simulated for a share of the time or of the iterations."""
        began = time.monotonic()
        unseen = sum(view.unseen.values())
        iterations = None if view.times is not None else self._iterations
        work = seconds if iterations is None else iterations / ITERATIONS_A_SECOND
        plies = plies_ahead(unseen, work)
        late = unseen <= _LATE and work >= _HASTE
        leaves = min(_MOST_LEAVES, int(work * _LEAVES_A_SECOND)) if late else 0
        opponent = self._infer(view, lexicon, leaves, None if iterations else _TO_INFER * seconds)
        left = share * seconds
        if leaves:
            left = max(_LEAST_TO_SOLVE, left - (time.monotonic() - began))
        budget = self._iterations and max(1, share_of_iterations(share * self._iterations, plies, unseen))
        simulation = simulate(
            board,
            lexicon=lexicon,
            plies=plies,
            candidates=_CANDIDATES_LATE if late else _CANDIDATES,
            iterations=MOST_ITERATIONS,
            budget=budget,
            halving=True,
            seed=self._number,
            timeout=left if iterations is None else None,
            opponent=opponent,
            passes=view.passes,
            exchanges=(view.exchanges[view.player], view.exchanges[1 - view.player]),
        )
        for _ in simulation:
            pass
        require_uninterrupted(simulation.finished)
        return simulation.results

    def _infer(self, view: View, lexicon: LexiconLike, leaves: int, timeout: float | None) -> Inference | None:
        """Return what the opponent may hold, or None if there is no time to evaluate these leaves."""
        try:
            with within(timeout):
                return infer_from_view(view, lexicon, most=leaves, seed=self._number)
        except TimeLimitError:
            look()  # a limit of the caller's ends more than this
            return None


def _decimal(text: str) -> str:
    """Return a text. Raises ValueError if it is not a number of ASCII digits, with at most one point."""
    if not text.isascii() or not text.replace(".", "", 1).isdigit():
        raise ValueError("no decimal number")
    return text


def share_of_clock(view: View, seconds: float) -> float:
    """Return the seconds for a choice: those given, or less if the player's clock requires it for the turns to come."""
    if view.times is None:
        return seconds
    left = view.times.left[view.player] - _RESERVE
    turns = 1 + math.ceil(sum(view.unseen.values()) / (2 * _TILES_A_TURN))
    return min(seconds, max(0.0, left * _SHARE / turns))


def _action(candidate: Candidate) -> Action:
    return candidate.action
