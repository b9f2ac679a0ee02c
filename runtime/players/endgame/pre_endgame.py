"""Evaluate moves while one to four tiles are in the bag.

    for outcome in lexkit.pre_endgame(board, timeout=10):
        outcome.move, outcome.wins, outcome.ties, outcome.losses, outcome.spread

A move that empties the bag begins an endgame in which both players know both racks: each way to draw the last tiles is
one, and is searched as :mod:`.solution` does. After a move that leaves tiles in the bag, and after a pass, neither
player knows the other's rack. Then this model holds, and ``Outcome.assumes`` says so: until the bag is empty, both make
the play with most points on the squares and off the rack, one of the whole rack before all others, and pass only if
they have none; from then on both know everything. The same holds after an exchange, if the rules allow one with that
few tiles in the bag; later exchanges are not considered.

The search goes in stages. In the first it plays out every move for every draw; then fewer and fewer moves are searched
deeper and deeper. A stage counts only if it is finished.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from ....errors import IllegalMoveError, PositionError, require_whole
from ....limits import look, within
from ...game.judge import as_played
from ...game.move import Move, grid_after
from ...game.move_finder import finder_for
from ...game.rack import Rack, as_rack, tiles_of
from ...game.referee.player_view import board_and_index, times_exchanged
from ...game.referee.turn import EXCHANGE, PASS, PLACEMENT, Action, action_of
from ...game.rules import exchangeable, share_unseen
from ..candidates import require_exchanges
from .racks_and_bag import (
    Draw,
    draws,
    exchange_draws,
    exchanges_of,
    least_turns,
    mover_and_unseen,
    passes_before,
    turns_left,
    zeros_as_passes,
)
from .solution import MEGABYTES, MOST_PLIES, STOPS, WHOLE, WIDEST, Endgame, depths_up_to, name_stop

if TYPE_CHECKING:
    from ....formats.alphabet import Alphabet
    from ...automaton.index import HasIndex
    from ...game.board import Board
    from ...game.referee.player_view import View

#: Most tiles in the bag.
MOST_IN_BAG: Final = 4
#: Most tiles in the bag if all exchanges are compared: with four, one has 50,000 draws.
_EXCHANGES_IN_BAG: Final = 2
#: How deep the search goes if the caller does not say.
USUAL_PLIES: Final = 4
#: Moves that are searched one ply deep, two and so on, unless the caller chose the moves.
_KEPT: Final = (32, 16, 8, 4)
#: The deepest search for the spread; deeper ones find who wins.
_DEEPEST_SPREAD: Final = 2


class _ByDraw(NamedTuple):
    """Each draw, who wins with it (1, 0 or -1), and the alphabet of its tiles."""

    draws: tuple[Draw, ...]
    signs: list[int]
    alphabet: Alphabet


@dataclass(frozen=True)
class Outcome:
    """The results of a move over all draws of the tiles in the bag.

    ``move``: None for a pass or an exchange. ``wins``, ``ties``, ``losses``: in how many of the ways to draw them, all
    tiles told apart and in order: 8 in all for one tile in the bag and seven on the other rack; after an exchange also
    in all orders of the bag. ``spread``: the mean difference of the final scores, as far as it was searched: at most
    two turns ahead, if no draw is decided earlier. ``depth``: how many turns ahead of the empty bag the search looked.
    ``exact``: whether wins, ties and losses are certain. ``assumes``: ``""`` if the move empties the bag; ``"greedy"``
    if tiles are left, and both players make the play that looks best until none is. ``stopped``: why the search ended
    early: ``""``, ``"time"``, ``"interrupted"`` (Ctrl-C) or ``"memory"``; moves that it did not come to are then
    missing. ``exchanged``: the tiles of an exchange, or None.
    """

    move: Move | None
    wins: int
    ties: int
    losses: int
    spread: float
    depth: int
    exact: bool
    assumes: str = ""
    stopped: str = ""
    exchanged: Rack | None = None
    _by_draw: _ByDraw | None = field(default=None, repr=False, compare=False)

    @property
    def draws(self) -> dict[str, tuple[str, ...]]:
        """``wins``, ``ties``, ``losses``: the draws that lead to each, first tile first, each listed once.

        Of tiles that are drawn together the order does not matter: they are in the order of the alphabet. After an
        exchange they are the tiles drawn, then the bag into which the others were returned.
        """
        found: dict[str, list[str]] = {"wins": [], "ties": [], "losses": []}
        if self._by_draw is not None:
            draws, signs, alphabet = self._by_draw
            for draw, sign in zip(draws, signs, strict=True):
                tiles = tiles_of(draw.drawn) + draw.bag
                text = "".join([str(Rack.of_tiles([tile], alphabet)) for tile in tiles])
                found[("ties", "wins", "losses")[sign]].append(text)
        return {name: tuple(texts) for name, texts in found.items()}

    @property
    def action(self) -> Action:
        """The move as an action of a game."""
        return action_of(self.move, self.exchanged.tiles if self.exchanged else b"")

    @property
    def text(self) -> str:
        """The move as GCG writes it: ``8D .IFE``, ``-AEI``, ``-``."""
        if self.move is not None:
            return self.move.text
        return f"-{self.exchanged or ''}"

    @property
    def win(self) -> float:
        """The share of wins, with half of the ties."""
        return (self.wins + self.ties / 2) / (self.wins + self.ties + self.losses)

    def __str__(self) -> str:
        """``8D .IFE +13: 6 wins, 1 tie, 1 loss, spread +12.5``."""
        counts = [_counted(self.wins, "win"), _counted(self.ties, "tie"), _counted(self.losses, "loss", "losses")]
        name = self.move or ("pass" if self.exchanged is None else self.text)
        return f"{name}: {', '.join(counts)}, spread {self.spread:+z.1f}"


class Outcomes(list[Outcome]):
    """A list that notebooks show as a table."""

    def _repr_html_(self) -> str:
        from ...pictures.results import show_outcomes

        return show_outcomes(self)


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def pre_endgame(
    board: Board | View | str,
    lexicon: HasIndex | None = None,
    *,
    moves: Iterable[Move | Action | str | None] | None = None,
    timeout: float | None = None,
    plies: int | None = None,
    memory: int = MEGABYTES,
    exchanges: int = 0,
    passes: int | None = None,
) -> list[Outcome]:
    """The results of each move with 1 to 4 tiles in the bag, the best first.

    All tiles that the player to move does not see may be in the bag: the other rack is not looked at. ``moves``: the
    moves to compare, as :meth:`lexkit.Board.play` takes them, ``"-AEI"`` for an exchange, None for a pass, or
    :class:`lexkit.Action`; by default all placements, a pass, and exchanges if the rules allow them now and the bag has
    at most two tiles, of which fewer and fewer are searched deeper and deeper. ``timeout``: seconds; when they have
    passed, also those of :func:`lexkit.within`, or at Ctrl-C, the answer is what was finished. ``plies``: how deep to
    search once the bag is empty; by default 4 turns, and then, if there is a ``timeout``, to the end for who wins.
    ``lexicon``, ``memory`` and ``passes`` are as for :func:`lexkit.solve`. ``exchanges``: how often the player to move
    has exchanged, if the rules limit that.

    Raises PositionError if the rack is missing, another number of tiles is in the bag, or the game is over;
    TimeLimitError if not even one move was played out in time; IllegalMoveError for an illegal one.
    """
    deepest = USUAL_PLIES if plies is None else min(require_whole(plies, "number of plies", 1), MOST_PLIES)
    depths = [0, *depths_up_to(deepest)]
    if plies is None and timeout is not None:
        depths.append(WHOLE)
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
        candidates = [_Candidate(board, passes, move, rack, unseen, in_bag) for move in found]
        return Outcomes(_compare(endgame, candidates, depths, chosen=moves is not None))


def _read(board: Board, move: Move | Action | str | None, able: int) -> Move | Rack | None:
    """A placement, the tiles of an exchange, or None for a pass. Raises IllegalMoveError for others."""
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
    given = move.exchanged
    tiles = Rack.of_tiles(given, board.alphabet) if isinstance(given, bytes) else as_rack(given, board.alphabet)
    if not 0 < len(tiles) <= able:
        raise IllegalMoveError("no such exchange", place="moves", expected=f"at most {able} tiles", found=f"-{tiles}")
    return tiles


def _compare(endgame: Endgame, candidates: list[_Candidate], depths: list[int], *, chosen: bool) -> list[Outcome]:
    """Search stage after stage, until the last one or until something stops it."""
    finished: list[tuple[int, Outcome]] = []
    kept = [len(candidates), *_KEPT]
    try:
        for stage, depth in enumerate(depths):
            among = candidates if chosen else candidates[: kept[min(stage, len(_KEPT))]]
            if depth and all(candidate.exact for candidate in among):
                break
            for number, candidate in enumerate(among):
                candidate.search(endgame, depth)
                if depth == 0:
                    finished.append((number, candidate.outcome()))
            for candidate in among:
                candidate.depth = depth if depth < WHOLE else max(candidate.depth, candidate.furthest)
            candidates[: len(among)] = sorted(among, key=_Candidate.worth, reverse=True)
            finished = [(number, candidate.outcome()) for number, candidate in enumerate(candidates)]
    except tuple(STOPS) as error:
        if not finished:
            raise
        if depth == 0:
            finished.sort(key=lambda one: (-one[1].win, -one[1].spread, one[0]))
        return [replace(outcome, stopped=name_stop(error)) for _, outcome in finished]
    return [outcome for _, outcome in finished]


@dataclass
class _Result:
    """What one draw came to: the final difference of the scores, and whether who wins is certain."""

    spread: int
    mean: int
    proved: bool


class _Totals(NamedTuple):
    """The results of all draws, added up once: many moves with many draws take seconds."""

    wins: int
    ties: int
    losses: int
    mean: float
    signs: list[int]
    exact: bool


class _Candidate:
    """A move that is searched for all draws."""

    def __init__(
        self, board: Board, passes: int, chosen: Move | Rack | None, rack: Rack, unseen: bytes, in_bag: int
    ) -> None:
        """``passes``: in a row before it; ``chosen``: a placement, the tiles of an exchange, or None for a pass."""
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
        self._unseen, self._drawn, self._left = unseen, drawn, in_bag - drawn
        self.empties = len(played) >= in_bag
        self.results: list[_Result] = []
        self._totals = _Totals(0, 0, 0, 0.0, [], False)
        self.depth = self.furthest = 0

    # There may be thousands of moves and little time: what only a search needs is found when it begins.

    @cached_property
    def grid(self) -> bytes:
        """The squares after it."""
        return grid_after(self._before, self.move)

    @cached_property
    def kept(self) -> bytes:
        """The counts of the tiles kept."""
        return (self._rack - self._spent).counts

    @property
    def over(self) -> bool:
        """Whether it ends the game, as the last of several turns without a point."""
        rules, zeros, passes = self.rules, self.zeros, self.passes
        return zeros_as_passes(rules, self.grid, zeros, passes) >= least_turns(rules, self.grid)

    @property
    def tiles(self) -> bytes:
        """All tiles that are not on the board."""
        return self._rack.tiles + tiles_of(self._unseen)

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        """All draws, listed when they are first needed."""
        if self.exchanged is not None:
            return exchange_draws(self._unseen, self.exchanged.counts, self._left)
        return draws(self._unseen, self._drawn, self._left)

    def search(self, endgame: Endgame, depth: int) -> None:
        """Search all draws to a depth, of which those that are certain need none."""
        if depth and self.exact:
            return
        over = self.over
        results = []
        if not over:
            endgame.begin(self.grid, turns_left(self.rules, self.grid, self.zeros, self.passes, self.tiles))
        for number, draw in enumerate(self.draws):
            look()
            known = self.results[number] if self.results else None
            if over:
                spread = self.lead + self.rules.points_of(draw.other) - self.rules.points_of(self._own(draw))
                results.append(_Result(spread, spread, True))
            elif known is None or not known.proved:
                results.append(self._search_draw(endgame, draw, depth, known))
            else:
                results.append(known)
        self.results = results
        self._totals = self._add_up()

    def _search_draw(self, endgame: Endgame, draw: Draw, depth: int, known: _Result | None) -> _Result:
        """Search one draw: the other player is to move."""
        search = endgame.search
        gained = endgame.deal(draw.other, self._own(draw), draw.bag)
        lead = self.lead - gained
        if search.over:
            return _Result(lead, lead, True)
        sign = -1 if search.mover == 0 else 1
        if depth <= _DEEPEST_SPREAD or known is None:
            spread = lead + sign * endgame.deepen(depth, -WIDEST, WIDEST)
            return _Result(spread, spread, search.proved)
        # Who wins: whether the value is above or below the one that would be a tie.
        tie = -sign * lead
        spread = lead + sign * endgame.deepen(depth, tie - 1, tie + 1)
        self.furthest = max(self.furthest, search.furthest)
        return _Result(spread, known.mean, search.proved)

    def _own(self, draw: Draw) -> bytes:
        """The counts of the mover's rack after the draw."""
        return bytes([kept + drawn for kept, drawn in zip(self.kept, draw.drawn, strict=True)])

    @property
    def exact(self) -> bool:
        """Whether wins, ties and losses are certain."""
        return self._totals.exact

    def _add_up(self) -> _Totals:
        """Add up the results of all draws."""
        ways = [draw.ways for draw in self.draws]
        signs = [(result.spread > 0) - (result.spread < 0) for result in self.results]
        wins, ties, losses = (
            sum([way for way, sign in zip(ways, signs, strict=True) if sign == s]) for s in (1, 0, -1)
        )
        mean = sum([way * result.mean for way, result in zip(ways, self.results, strict=True)]) / sum(ways)
        return _Totals(wins, ties, losses, mean, signs, all(result.proved for result in self.results))

    def outcome(self) -> Outcome:
        """What the search has found so far."""
        wins, ties, losses, mean, signs, exact = self._totals
        assumes = "" if self.empties else "greedy"
        by_draw = _ByDraw(self.draws, signs, self.rules.alphabet)
        found = wins, ties, losses, mean, self.depth, exact, assumes
        return Outcome(self.move, *found, exchanged=self.exchanged, _by_draw=by_draw)

    def worth(self) -> tuple[float, float]:
        """What moves are compared by: the share of wins, then the spread."""
        wins, ties, losses, mean, *_ = self._totals
        return (wins + ties / 2) / (wins + ties + losses), mean
