"""Evaluate moves while one to four tiles are in the bag.

    for outcome in lexkit.pre_endgame(board, timeout=10):
        outcome.move, outcome.wins, outcome.ties, outcome.losses, outcome.open, outcome.spread

A move that empties the bag begins an endgame in which both players know both racks. Each way to draw the last tiles
is such an endgame, searched as in :mod:`.solution`. After a move that leaves tiles in the bag, and after a pass,
neither player knows the other's rack. Then the following model is used, and ``Outcome.assumes`` names it: until the
bag is empty, both make the play with the highest sum of points on the squares and off the rack, a play of the whole
rack before all others, and pass only if they have none; from then on both know everything. The same holds after an
exchange, if the rules allow one with that few tiles in the bag; later exchanges are not considered.

The search has stages. The first plays out every move for every draw; then fewer and fewer moves are searched deeper
and deeper. Such a stage counts only if it is finished. The last stage searches all moves to the end, the best known
first, draw by draw. Draws that take more positions than a budget wait until all others have been searched, and then
the budget grows. Its results count at once.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit.base.checks import require_whole
from lexkit.base.errors import IllegalMoveError, PositionError
from lexkit.base.time_limits import look, within
from lexkit.runtime.game.judge import as_played
from lexkit.runtime.game.move import Move, grid_after
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.game.rack import Rack, as_rack, tiles_of
from lexkit.runtime.game.referee.player_view import board_and_index, times_exchanged
from lexkit.runtime.game.referee.turn import EXCHANGE, PASS, PLACEMENT, Action, action_of
from lexkit.runtime.game.rules import exchangeable, share_unseen

from ..candidates import require_exchanges
from .racks_and_bag import (
    Draw,
    draws,
    exchange_draws,
    exchanges_of,
    known_of_opponent,
    least_turns,
    mover_and_unseen,
    passes_before,
    turns_left,
    zeros_as_passes,
)
from .solution import MEGABYTES, STOPS, WHOLE, WIDEST, Endgame, name_stop

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.runtime.automaton.index import LexiconLike
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.game.referee.player_view import View

#: Maximum number of tiles in the bag.
MOST_IN_BAG: Final = 4
#: Maximum number of tiles in the bag for comparing all exchanges: with four, one exchange has 50,000 draws.
_EXCHANGES_IN_BAG: Final = 2
#: Default depth of the search, in turns.
USUAL_PLIES: Final = 4
#: Number of moves searched one ply deep, two and so on, unless the caller chose the moves.
_KEPT: Final = (32, 16, 8, 4)
#: Maximum depth of a search for the spread; deeper ones find who wins.
_DEEPEST_SPREAD: Final = 2
#: Budget of the first search of a draw to the end, in positions.
_BUDGET: Final = 1 << 12
#: Factor by which the budget grows for each further search.
_MORE: Final = 8
#: Share of draws expected to win, by depth, that are won in the end: measured, see docs/notes/endgame.md.
_TRUST: Final = (0.75, 0.99, 0.95, 0.99)
#: Model of both players after a move that leaves tiles in the bag.
GREEDY: Final = "greedy"


class _ByDraw(NamedTuple):
    """Each draw, its winner (1, 0 or -1, None if open), and the alphabet of its tiles."""

    draws: tuple[Draw, ...]
    signs: list[int | None]
    alphabet: Alphabet


@dataclass(frozen=True)
class Outcome:
    """Results of a move over all draws of the tiles in the bag.

    Ways to draw count all tiles as different and in order: 8 ways for one tile in the bag and seven unknown ones on
    the other rack. After an exchange they include all orders of the bag.

    Attributes:
        move: The move, None for a pass or an exchange.
        wins: Number of ways to draw that are certain to win.
        ties: Number of ways that are certain to tie.
        losses: Number of ways that are certain to lose.
        open: Number of ways that are undecided.
        win: Share of wins with half of the ties; open ways count as the search expects them.
        spread: Mean difference of the final scores, as far as it was searched: at most two turns ahead, if no draw
            is decided earlier.
        depth: Number of turns that the search looked ahead of the empty bag.
        assumes: ``""`` if the move empties the bag; ``"greedy"`` if tiles are left: then all numbers assume that
            both players make the play that looks best until the bag is empty.
        exact: Whether wins, ties and losses are certain: nothing is open, and nothing assumed.
        stopped: Why the search ended early: ``""``, ``"time"``, ``"interrupted"`` (Ctrl-C) or ``"memory"``; moves
            that it did not reach are then missing.
        exchanged: Tiles of an exchange, or None.
    """

    move: Move | None
    wins: int
    ties: int
    losses: int
    open: int
    win: float
    spread: float
    depth: int
    exact: bool
    assumes: str = ""
    stopped: str = ""
    exchanged: Rack | None = None
    _by_draw: _ByDraw | None = field(default=None, repr=False, compare=False)

    @property
    def draws(self) -> dict[str, tuple[str, ...]]:
        """Draws by result (``wins``, ``ties``, ``losses``, ``open``), first tile first, each listed once.

        Tiles that are drawn together are in the order of the alphabet. After an exchange a draw is the tiles drawn,
        then the bag into which the others were returned.
        """
        found: dict[str, list[str]] = {"wins": [], "ties": [], "losses": [], "open": []}
        names = {1: "wins", 0: "ties", -1: "losses", None: "open"}
        if self._by_draw is not None:
            draws, signs, alphabet = self._by_draw
            for draw, sign in zip(draws, signs, strict=True):
                tiles = tiles_of(draw.drawn) + draw.bag
                text = "".join([str(Rack.of_tiles([tile], alphabet)) for tile in tiles])
                found[names[sign]].append(text)
        return {name: tuple(texts) for name, texts in found.items()}

    @property
    def action(self) -> Action:
        """Move as an action of a game."""
        return action_of(self.move, self.exchanged)

    @property
    def text(self) -> str:
        """Move in GCG notation: ``8D .IFE``, ``-AEI``, ``-``."""
        if self.move is not None:
            return self.move.text
        return f"-{self.exchanged or ''}"

    @property
    def basis(self) -> str:
        """Basis of the counts: ``exact``, ``4 plies``, ``to the end, greedy opponent``."""
        if self.exact:
            return "exact"
        depth = _counted(self.depth, "ply", "plies") if self.open else "to the end"
        return f"{depth}, {self.assumes} opponent" if self.assumes else depth

    def __str__(self) -> str:
        """Return ``8D .IFE +13: 6 wins, 1 tie, 1 loss, spread +12.5 (exact)``."""
        counts = [_counted(self.wins, "win"), _counted(self.ties, "tie"), _counted(self.losses, "loss", "losses")]
        counts += [f"{self.open:,} open"] if self.open else []
        name = self.move or ("pass" if self.exchanged is None else self.text)
        return f"{name}: {', '.join(counts)}, spread {self.spread:+z.1f} ({self.basis})"


class Outcomes(list[Outcome]):
    """List of outcomes, which notebooks show as a table."""

    def _repr_html_(self) -> str:
        from ..pictures.results import show_outcomes

        return show_outcomes(self)


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def pre_endgame(
    board: Board | View | str,
    lexicon: LexiconLike | None = None,
    *,
    moves: Iterable[Move | Action | str | None] | None = None,
    timeout: float | None = None,
    plies: int | None = None,
    memory: int = MEGABYTES,
    exchanges: int = 0,
    passes: int | None = None,
) -> list[Outcome]:
    """Evaluate each move with 1 to 4 tiles in the bag, over all draws.

    All tiles that the player to move does not see may be in the bag, except those that the position gives as the
    opponent's rack, or as a part of it, and those that a view knows. When the time is up, or at Ctrl-C, the results
    established so far are returned.

    Args:
        board: A board, its CGP, or a player's view.
        lexicon: As for :func:`lexkit.solve`.
        moves: Moves to compare, as :meth:`lexkit.Board.play` takes them, ``"-AEI"`` for an exchange, None for a
            pass, or :class:`lexkit.Action`. By default all placements, a pass, and, if the rules allow exchanges
            now and the bag has at most two tiles, all exchanges; fewer and fewer of them are searched deeper and
            deeper.
        timeout: Seconds; the limit of :func:`lexkit.within` applies too.
        plies: Depth of the search once the bag is empty, in turns. By default 4, and then, with a ``timeout``, to
            the end for who wins, the moves that look best first and then all others. From 62 on it means to the
            end.
        memory: As for :func:`lexkit.solve`.
        exchanges: Number of exchanges that the player to move has made, for rules that limit them.
        passes: As for :func:`lexkit.solve`.

    Returns:
        The results, best first.

    Raises:
        PositionError: The rack is missing, the opponent cannot have the tiles given, another number of tiles is in
            the bag, or the game is over.
        TimeLimitError: Not even one move was played out in time.
        IllegalMoveError: A move is illegal.
    """
    deepest = USUAL_PLIES if plies is None else require_whole(plies, "number of plies", 1)
    whole = deepest >= WHOLE or (plies is None and timeout is not None)
    with within(timeout):
        look()
        exchanges = times_exchanged(board, require_exchanges(exchanges))
        position, (board, index) = board, board_and_index(board, lexicon)
        passes = passes_before(position, board.zeros, passes)
        rack, unseen = mover_and_unseen(board)
        in_bag = share_unseen(board.rules, sum(unseen))[1]
        if not 0 < in_bag <= MOST_IN_BAG:
            raise PositionError(
                "not a pre-endgame",
                place="bag",
                expected=f"1 to {MOST_IN_BAG} tiles in the bag",
                found=in_bag,
                remedy=None if in_bag else "solve takes an empty bag",
            )
        endgame = Endgame(index, board, memory)
        known = known_of_opponent(position, board, unseen).counts
        able = exchangeable(board.rules, in_bag, len(rack), exchanges)
        found: list[Move | Rack | None]
        if moves is None:
            plays = sorted(finder_for(index, board).candidates(board, rack), key=lambda move: -move.score)
            found = list(plays)
            few = in_bag <= _EXCHANGES_IN_BAG
            found += [Rack(given, board.alphabet) for given in exchanges_of(rack.counts, able) if few]
            found.append(None)
        else:
            found = [_read(board, move, able) for move in moves]
            if not found:
                raise IllegalMoveError("no move to compare", place="moves", expected="one or more")
        candidates = [_SearchedMove(board, passes, move, rack, unseen, known, in_bag) for move in found]
        return Outcomes(_compare(endgame, candidates, deepest, whole=whole, chosen=moves is not None))


def _read(board: Board, move: Move | Action | str | None, able: int) -> Move | Rack | None:
    """Return a placement, the tiles of an exchange, or None for a pass. Raises IllegalMoveError for others."""
    if isinstance(move, str) and move.startswith("-"):
        move = Action.read(move)
    if not isinstance(move, Action):
        return None if move is None else as_played(board.snapshot(), move)
    if move.kind == PLACEMENT and move.move is not None:
        return as_played(board.snapshot(), move.move)
    if move.kind == PASS:
        return None
    if move.kind != EXCHANGE or isinstance(move.exchanged, int):
        raise IllegalMoveError("not a move to compare", place="moves", expected="tiles", found=str(move))
    tiles = as_rack(move.exchanged, board.alphabet)
    if not 0 < len(tiles) <= able:
        raise IllegalMoveError("no such exchange", place="moves", expected=f"at most {able} tiles", found=f"-{tiles}")
    return tiles


def _compare(
    endgame: Endgame, candidates: list[_SearchedMove], deepest: int, *, whole: bool, chosen: bool
) -> list[Outcome]:
    """Search stage after stage, until nothing is left to search or the search is stopped.

    ``deepest``: depth in turns for the best moves, before all are searched to the end if ``whole``; ``chosen``:
    search all moves that deep.
    """
    played_out: list[_SearchedMove] = []
    stopped = ""
    kept = [len(candidates), *_KEPT]
    ranked = [*candidates]
    try:
        for stage, depth in enumerate([0, *range(1, min(deepest, USUAL_PLIES if whole else WHOLE) + 1)]):
            among = ranked if chosen else ranked[: kept[min(stage, len(_KEPT))]]
            for candidate in among:
                candidate.search(endgame, depth)
                if depth == 0:
                    played_out.append(candidate)
            for candidate in among:
                candidate.finish(depth)
            ranked[: len(among)] = sorted(among, key=_SearchedMove.rank)
        if whole:
            _search_to_the_end(endgame, candidates)
        while not whole and (best := min(candidates, key=_SearchedMove.rank)).unfinished and best.depth < deepest:
            best.search(endgame, deepest)
            best.finish(deepest)
    except tuple(STOPS) as error:
        if not played_out:
            raise
        stopped = name_stop(error)
    return [replace(each.outcome(), stopped=stopped) for each in sorted(played_out, key=_SearchedMove.rank)]


def _search_to_the_end(endgame: Endgame, candidates: list[_SearchedMove]) -> None:
    """Search all draws of all moves to the end: always the next draw of the move that currently ranks first.

    A draw whose search visits more positions than the budget waits until all others have been searched.
    """
    budget = _BUDGET
    while waiting := [candidate for candidate in candidates if candidate.unfinished]:
        queue = [(candidate.rank(), at) for at, candidate in enumerate(waiting)]
        heapq.heapify(queue)
        for candidate in waiting:
            candidate.begin_round()
        while queue:
            at = heapq.heappop(queue)[1]
            candidate = waiting[at]
            if candidate.depth < USUAL_PLIES:
                # Thus all spreads are searched equally deep, and the search to the end is faster.
                depth = max(_DEEPEST_SPREAD, candidate.depth + 1)
                candidate.search(endgame, depth)
                candidate.finish(depth)
                candidate.begin_round()
            elif not candidate.search_next(endgame, budget):
                continue
            heapq.heappush(queue, (candidate.rank(), at))
        budget *= _MORE


class _DrawResult(NamedTuple):
    """Result of one draw: the final difference of the scores, and whether the winner is certain.

    ``spread`` has the sign of the result; ``mean`` counts for the mean difference.
    """

    spread: int
    mean: int
    proved: bool

    @property
    def sign(self) -> int:
        """1 if the player to move wins, 0 for a tie, -1 for a loss."""
        return (self.spread > 0) - (self.spread < 0)


class _SearchedMove:
    """A move searched for all draws."""

    def __init__(
        self,
        board: Board,
        passes: int,
        chosen: Move | Rack | None,
        rack: Rack,
        unseen: bytes,
        known: bytes,
        in_bag: int,
    ) -> None:
        """Prepare a move: ``chosen`` is a placement, the tiles of an exchange, or None for a pass.

        ``passes``: number in a row before it; ``unseen``, ``known``: counts of the unseen tiles, and of those among
        them that the opponent has.
        """
        given = chosen if isinstance(chosen, Rack) else None
        self.move = move = chosen if isinstance(chosen, Move) else None
        self.exchanged = given
        played = move.played if move else b""
        self.rules = board.rules
        self._before = board.grid
        self._rack, self._spent = rack, played if given is None else given.tiles
        score = move.score if move else 0
        self.lead = board.lead + score
        kind = PASS if move is None and given is None else PLACEMENT if given is None else EXCHANGE
        self.zeros, self.passes = self.rules.idle_after(kind, score, board.zeros, passes)
        drawn = min(len(played), in_bag)
        self._unseen, self._known, self._drawn, self._left = unseen, known, drawn, in_bag - drawn
        self.empties = len(played) >= in_bag
        #: Results of the draws, the results of an unfinished stage, and the draws left for a round of the last
        #: stage.
        self._results: list[_DrawResult | None] = []
        self._pending: dict[int, _DrawResult] = {}
        self._round: list[int] = []
        #: Draws that cannot be decided: their lines are longer than the search's maximum.
        self._endless: set[int] = set()
        # Number of ways to draw by the sign of the result (-1 is the last index): certain ones, and the others.
        self._certain, self._expected = [0, 0, 0], [0, 0, 0]
        self._sum = 0
        self.depth = self._furthest = 0

    # There may be thousands of moves and little time: data for the search is computed when it begins.

    @cached_property
    def grid(self) -> bytes:
        """Squares after the move."""
        return grid_after(self._before, self.move)

    @cached_property
    def kept(self) -> bytes:
        """Counts of the tiles kept."""
        return (self._rack - self._spent).counts

    @property
    def over(self) -> bool:
        """True if the move ends the game, as the last of several scoreless turns."""
        rules, zeros, passes = self.rules, self.zeros, self.passes
        return zeros_as_passes(rules, self.grid, zeros, passes) >= least_turns(rules, self.grid)

    @property
    def tiles(self) -> bytes:
        """All tiles that are not on the board."""
        return self._rack.tiles + tiles_of(self._unseen)

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        """All draws, computed lazily."""
        pool = bytes([have - less for have, less in zip(self._unseen, self._known, strict=True)])
        if self.exchanged is not None:
            found = exchange_draws(pool, self.exchanged.counts, self._left)
        else:
            found = draws(pool, self._drawn, self._left)
        if not any(self._known):
            return found
        others = (bytes([one + more for one, more in zip(draw.other, self._known, strict=True)]) for draw in found)
        return tuple([draw._replace(other=other) for draw, other in zip(found, others, strict=True)])

    def search(self, endgame: Endgame, depth: int) -> None:
        """Search all draws that are not yet certain to a depth; :meth:`finish` ends the stage."""
        if depth and not self.unfinished:
            return
        if not self._results:
            self._results = [None] * len(self.draws)
        over = self.over
        if not over:
            self._begin(endgame)
        for number, draw in enumerate(self.draws):
            look()
            known = self._results[number]
            if over:
                spread = self.lead + self.rules.points_of(draw.other) - self.rules.points_of(self._own(draw))
                self._take(number, _DrawResult(spread, spread, True))
            elif known is None or not known.proved:
                result = self._search_draw(endgame, draw, depth, known)
                if result is None:
                    continue
                if known is None or result.proved:
                    self._take(number, result)
                else:
                    self._pending[number] = result

    def finish(self, depth: int) -> None:
        """Let the results of a stage count."""
        for number, result in self._pending.items():
            self._take(number, result)
        self._pending.clear()
        self.depth = max(self.depth, depth)

    def begin_round(self) -> None:
        """Begin a round of searches to the end. Draws that look lost are last in the list, and are searched first."""
        self._pending.clear()
        open_draws = [at for at, result in enumerate(self._results) if result is not None and not result.proved]
        left = [(result.sign, at) for at in open_draws if at not in self._endless and (result := self._results[at])]
        self._round = [at for _, at in sorted(left, reverse=True)]

    def search_next(self, endgame: Endgame, budget: int) -> bool:
        """Search a draw to the end within a budget of positions; return False if no draw was left."""
        while self._round:
            number = self._round.pop()
            known = self._results[number]
            if known is None or known.proved:
                continue
            look()
            self._begin(endgame)
            result = self._search_draw(endgame, self.draws[number], WHOLE, known, budget)
            if result is not None:
                if not result.proved:
                    self._endless.add(number)
                self._take(number, result)
            return True
        return False

    def _begin(self, endgame: Endgame) -> None:
        """Set the search to the board after the move."""
        endgame.begin(self.grid, turns_left(self.rules, self.grid, self.zeros, self.passes, self.tiles))

    def _search_draw(
        self, endgame: Endgame, draw: Draw, depth: int, known: _DrawResult | None, budget: int = 0
    ) -> _DrawResult | None:
        """Search one draw, with the other player to move. Return None if the search exceeded the budget."""
        search = endgame.search
        gained = endgame.deal(draw.other, self._own(draw), draw.bag)
        lead = self.lead - gained
        if search.over:
            return _DrawResult(lead, lead, True)
        sign = -1 if search.mover == 0 else 1
        if depth <= _DEEPEST_SPREAD or known is None:
            spread = lead + sign * endgame.deepen(depth, -WIDEST, WIDEST)
            self._furthest = max(self._furthest, search.furthest)
            return _DrawResult(spread, spread, search.proved)
        # Decide who wins: compare the value with the value of a tie.
        tie = -sign * lead
        value = endgame.deepen_within(budget, depth, tie - 1, tie + 1)
        self._furthest = max(self._furthest, search.furthest)
        return None if value is None else _DrawResult(lead + sign * value, known.mean, search.proved)

    def _take(self, number: int, result: _DrawResult) -> None:
        """Replace the result of a draw."""
        ways, before = self.draws[number].ways, self._results[number]
        if before is not None:
            (self._certain if before.proved else self._expected)[before.sign] -= ways
            self._sum -= ways * before.mean
        self._results[number] = result
        (self._certain if result.proved else self._expected)[result.sign] += ways
        self._sum += ways * result.mean

    def _own(self, draw: Draw) -> bytes:
        """Return the counts of the mover's rack after the draw."""
        return bytes([kept + drawn for kept, drawn in zip(self.kept, draw.drawn, strict=True)])

    @property
    def unfinished(self) -> bool:
        """True if more can be established."""
        left = len(self._results) - sum([result is not None and result.proved for result in self._results])
        return not self._results or left > len(self._endless)

    def outcome(self) -> Outcome:
        """Return the results of the search so far."""
        signs = [result.sign if result is not None and result.proved else None for result in self._results]
        ties, wins, losses = self._certain
        left = sum(self._expected)
        ways = wins + ties + losses + left
        return Outcome(
            self.move,
            wins,
            ties,
            losses,
            left,
            (wins + self._expected[1] + (ties + self._expected[0]) / 2) / ways,
            self._sum / ways,
            self.depth if left else max(self.depth, self._furthest),
            not left and self.empties,
            "" if self.empties else GREEDY,
            exchanged=self.exchanged,
            _by_draw=_ByDraw(self.draws, signs, self.rules.alphabet),
        )

    def rank(self) -> tuple[float, bool, float]:
        """Return the sort key of a move, best first: wins and half of the ties, then certainty, then the spread.

        An expected win counts less than a certain one.
        """
        ties, wins, losses = self._certain
        expected = self._expected[1] + self._expected[0] / 2
        ways = wins + ties + losses + sum(self._expected)
        trust = _TRUST[min(self.depth, len(_TRUST) - 1)]
        return -(wins + ties / 2 + trust * expected) / ways, not self.empties, -self._sum / ways
