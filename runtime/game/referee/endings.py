"""Ends of games, and their effect on the scores.

| ``reason`` | when | scores |
|---|---|---|
| ``out`` | the bag and a rack are empty, and the last play stands | as ``out_bonus`` states |
| ``zeros`` | ``zero_turns`` scoreless turns in a row | each player loses the points of the rack |
| ``passes`` | ``pass_turns`` passes in a row | each player loses the points of the rack |
| ``resignation`` | one player is left | unchanged; that player wins |
| ``time`` | a player's overtime is over its limit | unchanged; of two players the other one wins |
| ``challenge`` | a challenge under ``triple`` | unchanged; the player who was wrong loses |

Overtime is fined in every game that ends. Players with equal scores draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ..rules import OUT_BONUSES, Rules, are_turns_up
from .game_state import GameState, Result, complete

OUT: Final = "out"
ZEROS: Final = "zeros"
PASSES: Final = "passes"


def ending_points(rules: Rules, left: Sequence[int], out: int | None, unplaced: int = 0) -> list[int]:
    """Return the change of the scores at the end for the points left on racks.

    ``out``: the player who went out, None if scoreless turns or passes ended the game; ``unplaced``: points of
    tiles on the racks of others that are not attributed to one of them.
    """
    if out is None:
        return [-points for points in left]
    gained, lost = OUT_BONUSES[rules.out_bonus]
    gain = gained * (sum(left) + unplaced)
    return [gain if player == out else -lost * points for player, points in enumerate(left)]


def end_after_turn(state: GameState, rules: Rules) -> GameState:
    """Return the state, ended if the rules end the game after an exchange, a pass or a placement that is not out."""
    if rules.pass_turns and state.passes >= rules.pass_turns:
        return _end_with_racks(state, rules, PASSES)
    if are_turns_up(rules, state.grid, state.zeros):
        return _end_with_racks(state, rules, ZEROS)
    return state


def end(state: GameState, rules: Rules, out: int) -> GameState:
    """Return the state, ended by a player who went out."""
    state = complete(state)
    # Tiles that are not known to be on one of several racks are on the others' racks too.
    unplaced = 0 if state.bag else sum([rules.points[tile] for tile in state.pool.tiles])
    ending = ending_points(rules, [rules.points_of(counts) for counts in state.racks], out, unplaced)
    return _finish(state, OUT, ending, _overtime(state, rules))


def recount(state: GameState, rules: Rules) -> GameState:
    """Return the state of a recorded game, with its end recounted from what is known of the racks by now."""
    result = state.result
    if result is None or result.reason not in (OUT, ZEROS, PASSES):
        return state
    again = state._replace(result=None, times=None)
    counted = end(again, rules, state.out) if state.out is not None else _end_with_racks(again, rules, result.reason)
    # Overtime is counted at the end, before the increment for its turn.
    return fine(counted, result.overtime)._replace(times=state.times)


def fine(state: GameState, points: Iterable[int]) -> GameState:
    """Return the state with points (0 or less) added to each player; if the game has ended, as overtime."""
    result = state.result
    if result is None:
        return state._replace(scores=tuple([sum(both) for both in zip(state.scores, points, strict=True)]))
    overtime = tuple([sum(both) for both in zip(result.overtime, points, strict=True)])
    return _finish(state, result.reason, result.ending, overtime, result.losers)


def lose(state: GameState, rules: Rules, reason: str, losers: Iterable[int]) -> GameState:
    """Return the state, ended by the loss of players, whatever the scores."""
    return _finish(state, reason, [0] * len(state.scores), _overtime(state, rules), frozenset(losers))


def _end_with_racks(state: GameState, rules: Rules, reason: str) -> GameState:
    ending = ending_points(rules, [rules.points_of(counts) for counts in state.racks], None)
    return _finish(state, reason, ending, _overtime(state, rules))


def _overtime(state: GameState, rules: Rules) -> tuple[int, ...]:
    return state.times.penalties(rules) if state.times else (0,) * len(state.scores)


def _finish(
    state: GameState,
    reason: str,
    ending: Sequence[int],
    overtime: tuple[int, ...],
    losers: frozenset[int] = frozenset(),
) -> GameState:
    scores = [sum(points) for points in zip(state.scores, ending, overtime, strict=True)]
    able = [player for player in range(len(scores)) if player not in losers | state.gone]
    best = max([scores[player] for player in able], default=0)
    winners = [player for player in able if scores[player] == best]
    winner = winners[0] if len(winners) == 1 else None
    result = Result(reason, winner, tuple(scores), tuple(ending), overtime, losers)
    return state._replace(result=result, challengeable=None, last_window=False)
