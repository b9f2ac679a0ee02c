"""The best line of an endgame.

    solution = lexkit.solve(board, timeout=5)
    solution.spread, solution.move, solution.line, solution.exact

The search assumes that both players know both racks, as players who count tiles do. The search itself is a kernel,
:mod:`lexkit.runtime.game.kernels.endgame_search`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lexkit.base.checks import require_whole
from lexkit.base.errors import PositionError, QueryError, TimeLimitError
from lexkit.base.time_limits import count_threads, look, within
from lexkit.runtime.game.many_positions import run_in_threads
from lexkit.runtime.game.move import Move, Snapshot, grid_after
from lexkit.runtime.game.move_finder import Finder, finder_for
from lexkit.runtime.game.referee.player_view import board_and_index
from lexkit.runtime.game.rules import score_bound

from .racks_and_bag import Turns, both_racks, passes_before, turns_left

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index, LexiconLike
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.game.referee.player_view import View

#: Default maximum size of a search's tables, in megabytes.
MEGABYTES: Final = 256
#: Bound of all values; larger ones could overflow the search's numbers.
WIDEST: Final = 1 << 29
#: Exception that stops a search -> name of the reason.
STOPS: Final[dict[type[BaseException], str]] = {
    TimeLimitError: "time",
    KeyboardInterrupt: "interrupted",
    MemoryError: "memory",
    OverflowError: "memory",
}
#: Maximum depth of a search, in turns.
MOST_PLIES: Final = 95
#: The search looks one turn ahead, then two, up to this; then it follows all lines to their ends.
DEEPENED: Final = 3
#: Depth from which the kernel follows all lines to their ends.
WHOLE: Final = 62


class UnsearchableError(PositionError):
    """The position exceeds what a search can follow, whatever the time."""


@dataclass(frozen=True)
class Solution:
    """Result of an endgame, with the best play.

    Attributes:
        spread: Points that the player to move gains on the other until the end, by the best play of both; add the
            difference of the scores to get the final difference.
        move: The best move, None for a pass.
        line: That move and all that follow, as far as they are known.
        depth: Number of turns that the search looked ahead; unless the answer is exact, both players then play what
            looks best.
        exact: Whether nothing was left out, so that spread and line are certain.
        nodes: Number of positions visited.
        stopped: Why the search ended early: ``""``, ``"time"``, ``"interrupted"`` (Ctrl-C), ``"plies"`` (the depth
            that the caller allowed) or ``"memory"``.
    """

    spread: int
    move: Move | None
    line: tuple[Move | None, ...]
    depth: int
    exact: bool
    nodes: int
    stopped: str = ""

    def __str__(self) -> str:
        """Return ``+12 exactly: O14 R. +2, pass, O13 G.. +4``."""
        line = ", ".join(["pass" if move is None else str(move) for move in self.line])
        sure = "exactly" if self.exact else "at 1 ply" if self.depth == 1 else f"at {self.depth} plies"
        return f"{self.spread:+d} {sure}: {line}"

    def _repr_html_(self) -> str:
        from ..pictures.results import show_solution

        return show_solution(self)


def solve(
    board: Board | View | str,
    lexicon: LexiconLike | None = None,
    *,
    timeout: float | None = None,
    plies: int | None = None,
    memory: int = MEGABYTES,
    progress: Callable[[Solution], object] | None = None,
    threads: int | None = 1,
    passes: int | None = None,
) -> Solution:
    """Find the best line of an endgame: a position of two players with an empty bag.

    The other rack may be missing in the position: it is all that is unseen. When the time is up, or at Ctrl-C, the
    best line so far is returned, and ``stopped`` names the reason.

    Args:
        board: A board, its CGP, or a player's view.
        lexicon: By default the one that :meth:`lexkit.Board.explain` uses.
        timeout: Seconds; the limit of :func:`lexkit.within` applies too.
        plies: Maximum depth in turns.
        memory: Maximum size of the search's tables in megabytes; they grow as the search goes on.
        progress: Called with the best line so far each time the search has looked further ahead: one turn, two,
            three, and all; one and all if the other player has no play; or turn by turn as far as ``plies`` allows.
        threads: Number of threads that search a large endgame together; None or 0 for one per processor. Each has
            its part of ``memory``, at least one megabyte. Any number gives the same exact ``spread``, but ``line``
            may be another one with the same spread, and an answer that is not exact may differ. The same number
            always gives the same answer, unless time ends the search.
        passes: Number of passes in a row before this turn; by default as a view knows, else all scoreless turns
            that the position counts.

    Raises:
        PositionError: A rack is missing, the bag is not empty, or the game is over.
        TimeLimitError: Not even one move could be evaluated in time.
        QueryError: A limit is impossible, or ``memory`` is more than the system has.
    """
    plies = MOST_PLIES if plies is None else require_whole(plies, "number of plies", 1)
    threads = count_threads(threads)
    with within(timeout):
        look()
        position, (board, index) = board, board_and_index(board, lexicon)
        racks = both_racks(board)
        passes = passes_before(position, board.zeros, passes)
        turns = turns_left(board.rules, board.grid, board.zeros, passes, racks[0].tiles + racks[1].tiles)
        endgame = Endgame(index, board, memory, threads)
        endgame.begin(board.grid, turns)
        endgame.deal(racks[0].counts, racks[1].counts)
        return endgame.solve(min(plies, MOST_PLIES), progress)


class Endgame:
    """Search of endgames for one lexicon and one set of rules, one after another. For one caller at a time."""

    def __init__(self, index: Index, board: Board, memory: int = MEGABYTES, threads: int = 1) -> None:
        """Make a search with the rules of ``board``; ``memory`` is in megabytes, ``threads`` a maximum.

        Raises QueryError if there is not enough memory.
        """
        finder: Finder = finder_for(index, board)
        self.rules = board.rules
        bound = score_bound(self.rules) * 2 * self.rules.rack_size
        if bound >= WIDEST // 2:
            raise UnsearchableError(
                "scores under these rules are too high to search", expected=f"less than {WIDEST // 2:,}"
            )
        self.search = _new_search(finder, memory, threads)

    def begin(self, grid: bytes, turns: Turns) -> None:
        """Set the board of the next search."""
        self.grid = grid
        self.search.begin(grid, *turns)

    def deal(self, first: bytes, second: bytes, bag: bytes = b"") -> int:
        """Give both players racks, as counts; return the gain of the first, who is to move, until the bag is empty."""
        return result_of(self.search, self.search.deal(memoryview(first + second), memoryview(bag)))

    def deepen(self, depth: int, low: int, high: int) -> int:
        """Return the value for the player to move, or a bound beyond ``low`` or ``high``.

        Raises what stops the search.
        """
        return result_of(self.search, self.search.deepen(depth, low, high))

    def deepen_within(self, budget: int, depth: int, low: int, high: int) -> int | None:
        """Return the result of :meth:`deepen`, within a budget.

        None means that the search visited about ``budget`` positions (0: no limit) before it ended.
        """
        self.search.budget = budget
        value = self.search.deepen(depth, low, high)
        self.search.budget = 0
        return None if self.search.spent else result_of(self.search, value)

    def bound(self) -> int | None:
        """Return an upper bound for the player to move if the other one has no play, else None.

        Raises what stops the search.
        """
        bound: int | None = self.search.bound()
        if bound is None:
            self.search.failure()
        return bound

    def solve(self, plies: int, progress: Callable[[Solution], object] | None = None) -> Solution:
        """Deepen the search until its answer is exact, it reaches the maximum depth, or it is stopped.

        After three turns it follows all lines to their ends at once: one turn further each time takes longer in
        total. It does so after one turn if the other player has no play.
        """
        spread, depth, exact, stopped, alone = 0, 0, False, "", False
        line: list[Any] = []
        try:
            for turns in depths_up_to(plies):
                if alone and turns < WHOLE:
                    continue
                spread = self.deepen(turns, -WIDEST, WIDEST)
                line, exact = self.search.line(), self.search.proved
                depth = self.search.furthest if turns == WHOLE else turns
                if progress is not None:
                    progress(self._solution(spread, line, depth, exact))
                if exact:
                    break
                alone = turns == 1 and plies >= WHOLE and self.bound() is not None
            stopped = "" if exact else "plies"
        except tuple(STOPS) as error:
            stopped = name_stop(error)
            # The deeper search has evaluated the best move of the last one first.
            if self.search.tried:
                spread, line = self.search.best, self.search.line()
            elif not depth:
                if stopped != "memory":
                    raise
                raise UnsearchableError("too much to search", found=error, remedy="a rack with fewer blanks") from None
        return self._solution(spread, line, depth, exact, stopped)

    def _solution(self, spread: int, line: list[Any], depth: int, exact: bool, stopped: str = "") -> Solution:
        moves = tuple(self._moves(line))
        return Solution(spread, moves[0], moves, depth, exact, self.search.nodes, stopped)

    def _moves(self, line: list[tuple[int, bytes, int]]) -> Any:
        """Return the moves of a line, None for a pass."""
        grid = self.grid
        for score, tiles, place in line:
            if not tiles:
                yield None
                continue
            move = Move(Snapshot(self.rules, grid), place >> 16, place >> 8 & 255, not place & 1, tiles, score)
            yield move
            grid = grid_after(grid, move)


def depths_up_to(plies: int) -> list[int]:
    """Return the depths of successive searches if ``plies`` turns are allowed."""
    if plies < WHOLE:
        return [*range(1, plies + 1)]
    return [*range(1, DEEPENED + 1), *range(WHOLE, plies + 1)]


def name_stop(error: BaseException) -> str:
    """Return the name of the reason that stopped a search."""
    return next(why for kind, why in STOPS.items() if isinstance(error, kind))


def _new_search(finder: Finder, memory: int, threads: int) -> Any:
    memory = require_whole(memory, "memory, in megabytes", 1)
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, ValueError, OSError):
        there = memory  # the system does not say
    try:
        if memory > there:
            raise MemoryError
        # A thread needs memory for the moves of a line; a position with blanks has many.
        if min(threads, memory) > 1:
            return SharedSearch(finder, memory << 20, min(threads, memory))
        return finder.new_endgame_search(memory << 20)
    except (MemoryError, OverflowError, ValueError):
        expected = f"at most {there:,} megabytes" if memory > there else "less"
        raise QueryError("there is not enough memory", place="memory", expected=expected, found=f"{memory:,}") from None


#: Number of positions visited before more threads join: some milliseconds.
ENOUGH: Final = 1000
#: A number greater than that of all moves of a position.
_ALL: Final = 1 << 24


class _Found(NamedTuple):
    """Result of a search: the value, the index of the best move, the line, the mark of the move."""

    value: int
    place: int
    line: list[tuple[int, bytes, int]]
    move: int


class SharedSearch:
    """Search of one endgame after another by several threads: each searches a share of the first position's moves.

    At each depth, one thread first searches the move that was best at the depth before. Its value is the bound that
    the others must exceed. Nearly all of them do not, so little is lost because threads do not share results. Every
    thread has its own search and tables, and takes every n-th of the other moves, in an order that is the same for
    all threads.

    Guaranteed: neither the speed of a thread nor the order in which threads end changes an answer. Threads begin
    when the search has visited some positions: small endgames are solved before that.

    It has the part of a search's interface that :class:`Endgame` uses: ``begin``, ``deal``, ``deepen``,
    ``bound``, ``failure``, ``line``, ``nodes``, ``tried``, ``best``, ``proved``.
    """

    def __init__(self, finder: Finder, memory: int, threads: int) -> None:
        """Make a search with ``memory`` bytes for the tables of all threads, at most ``threads``."""
        self._finder, self._memory, self._threads = finder, memory // threads, threads
        self._searches = [finder.new_endgame_search(self._memory)]
        self._begun: tuple[Any, ...] = ()
        self._dealt: tuple[Any, ...] = ()
        self._ready = 1
        self._found: list[_Found] = []
        self.proved = False

    def begin(self, *arguments: Any) -> None:
        """Set the board of the next search."""
        self._begun = arguments
        self._searches[0].begin(*arguments)
        self._ready = 1

    def deal(self, *arguments: Any) -> int | None:
        """Give both players racks."""
        self._dealt = arguments
        self._found = []
        gained: int | None = self._searches[0].deal(*arguments)
        self._ready = 1
        return gained

    def failure(self) -> None:
        """Raise what stopped the search of :meth:`deal`."""
        self._searches[0].failure()

    @property
    def nodes(self) -> int:
        """Number of positions visited by all threads."""
        return sum(search.nodes for search in self._searches[: self._ready])

    def bound(self) -> int | None:
        """Return an upper bound for the player to move if the other one has no play, else None."""
        bound: int | None = self._searches[0].bound()
        return bound

    @property
    def furthest(self) -> int:
        """Maximum length of a line that any thread has followed, in turns."""
        return max([int(search.furthest) for search in self._searches[: self._ready]])

    @property
    def tried(self) -> bool:
        """True if any move of the first position was evaluated by the current search."""
        return bool(self._found)

    @property
    def best(self) -> int:
        """Value of the best of these moves."""
        return self._best().value

    def line(self) -> list[tuple[int, bytes, int]]:
        """Return the best line found."""
        return self._best().line

    def deepen(self, depth: int, low: int, high: int) -> int:
        """Search to a depth, and return the value. Raises what stops the search."""
        first = self._searches[0]
        move = self._best().move if self._found else 0
        self._found = []
        if self.nodes < ENOUGH:
            value = self._take(first, first.deepen(depth, low, high))
            self.proved = first.proved
            return value
        bound = self._take(first, first.deepen_share(depth, low, high, move, 0, _ALL))
        self.proved = first.proved
        number = min(self._threads, first.choices - 1)
        if number > 0 and bound < high - 1:
            self._make_ready(number)
            shares = [slice(share, share + 1) for share in range(number)]

            def search_share(share: slice) -> bool:
                search = self._searches[share.start]
                value = search.deepen_share(depth, bound, high, move, 1 + share.start, number)
                self._take(search, value)
                proved: bool = search.proved
                return proved

            self.proved = all(run_in_threads(search_share, shares, number)) and self.proved
        return self.best

    def _best(self) -> _Found:
        """Return the best result; among equal moves the one that comes first."""
        return max(self._found, key=lambda found: (found.value, -found.place))

    def _take(self, search: Any, value: int | None) -> int:
        """Store a search's result and return its value. Raises what stopped it."""
        if value is not None or search.tried:
            best = search.best if value is None else value
            self._found.append(_Found(best, search.best_place, search.line(), search.best_move))
        return result_of(search, value)

    def _make_ready(self, number: int) -> None:
        """Prepare this number of searches of the endgame."""
        while self._ready < number:
            if self._ready == len(self._searches):
                self._searches.append(self._finder.new_endgame_search(self._memory))
            search = self._searches[self._ready]
            search.begin(*self._begun)
            result_of(search, search.deal(*self._dealt))
            self._ready += 1


def result_of(search: Any, value: int | None) -> int:
    """Return the value of a search; if it is None, raise what stopped the search."""
    if value is None:
        search.failure()
    assert value is not None
    return value
