"""Why another play would have been better, in a few words: facts that differ between it and what was played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ...game.move_finder import finder_for
from ...game.rack import Rack, tiles_of
from ...game.rules import count_unseen

if TYPE_CHECKING:
    from ...automaton.index import Index
    from ...game.board import Board
    from ..candidates import Candidate
    from .turn_costs import Cost

#: Points, of score, of what is kept or of replies, that are worth a word; and racks whose replies are compared.
_WORTH_A_WORD: Final = 2.0
_RACKS: Final = 20
#: Facts that are told of one play.
_MOST: Final = 2


def why_better(best: Candidate, played: Candidate, cost: Cost, bag: int, index: Index, board: Board) -> str:
    """What the best of a turn had, or gained, that was missed: ``a bingo, 31 points more``.

    ``board``: before the turn; ``bag``: the tiles in it.
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
    """Whether the replies to one play score more than those to the other, with the same racks."""
    after = [_mean_reply(candidate, index, board) for candidate in (best, played)]
    less = after[1] - after[0]
    if less >= _WORTH_A_WORD:
        yield f"replies score {_points(less)} less"
    elif less <= -_WORTH_A_WORD:
        yield "it keeps the board open"


def _mean_reply(candidate: Candidate, index: Index, board: Board) -> float:
    """The mean of the highest scores with racks that the other player may have."""
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
    """``1 point``, ``12 points``: rounded, at least 1."""
    whole = max(1, round(number))
    return f"{whole} point{'s' * (whole != 1)}"
