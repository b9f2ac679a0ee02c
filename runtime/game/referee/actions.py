"""Actions of players: from the state before an action to the state after it.

Each function checks the rules of its action, and raises IllegalMoveError or OutOfTurnError. :mod:`.game_state`
moves the tiles, :mod:`.endings` ends the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lexkit.base.checks import require_many
from lexkit.base.errors import IllegalMoveError, OutOfTurnError, show_value

from ..rack import Rack, as_rack
from ..rules import exchangeable as may_exchange
from ..wordsmog import is_word
from .challenge import challenge_rule, invalid_words, words_challenged
from .endings import end, end_after_turn, lose
from .game_state import GameState, exchange_unknown, give_turn, skip, take_back
from .game_state import exchange as exchange_tiles
from .game_state import play as put_tiles
from .turn import CHALLENGE

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index

    from ..bag import Bag
    from ..move import Move
    from ..rules import Rules

_NO_TILES = bytes(64)


def place(
    state: GameState, move: Move, rules: Rules, lexicon: Index | None, bag: Bag, dealt: bool
) -> tuple[GameState, bytes]:
    """Return (state, tiles drawn) after a placement."""
    if rules.challenge == "void" and lexicon is not None:
        phoneys = invalid_words(lexicon, move)
        if phoneys:
            raise IllegalMoveError("not in the lexicon", place=move.place, found=", ".join(phoneys))
    player = state.to_move
    after, drawn = put_tiles(state, move, bag, dealt)
    if not after.sizes[player] and not after.bag:
        after = after._replace(out=player)
        if after.challengeable is None:
            return give_turn(end(after, rules, player)), drawn
        return give_turn(after._replace(last_window=True)), drawn
    return give_turn(end_after_turn(after, rules)), drawn


def exchangeable(state: GameState, player: int, rules: Rules) -> int:
    """Return the number of tiles a player may exchange."""
    return may_exchange(rules, state.bag, state.sizes[player], state.exchanges[player])


def exchange(
    state: GameState, tiles: Rack | str | int, rules: Rules, bag: Bag, dealt: bool
) -> tuple[GameState, Rack | None, bytes]:
    """Return (state, tiles put back if they are known, tiles drawn) after an exchange."""
    allowed = exchangeable(state, state.to_move, rules)
    given = None
    if isinstance(tiles, int):
        if dealt or isinstance(tiles, bool):
            raise IllegalMoveError("not an exchange", place="exchange", expected="tiles", found=show_value(tiles))
        count = tiles
    elif isinstance(tiles, Rack | str):
        given = as_rack(tiles, rules.alphabet)
        count = len(given)
    else:
        raise TypeError(f"tiles: expected a text or a Rack, found {show_value(tiles)}")
    if not 0 < count <= allowed:
        expected = f"1 to {allowed} tiles" if allowed else "none: the bag or the number of exchanges does not allow it"
        raise IllegalMoveError("not an exchange", place="exchange", expected=expected, found=show_value(count))
    if given:
        after, drawn = exchange_tiles(state, given.tiles, rules, bag, dealt)
    else:
        after, drawn = exchange_unknown(state, rules), b""
    return give_turn(end_after_turn(after, rules)), given, drawn


def pass_turn(state: GameState, rules: Rules) -> GameState:
    """Return the state after a pass, or after the last play was accepted."""
    if state.last_window and state.out is not None:
        return end(state, rules, state.out)
    return give_turn(end_after_turn(skip(state, rules), rules))


def judge_challenge(
    state: GameState, words: str | Iterable[str] | None, invalid: Iterable[str] | None, lexicon: Index | None
) -> tuple[tuple[str, bool], ...]:
    """Return the words challenged, each with whether it is valid."""
    move = state.challengeable
    if move is None:
        raise OutOfTurnError("nothing to challenge", expected="a placement by the player before")
    challenged = words_challenged(move, words)
    if invalid is not None:
        wrong = (
            set(words_challenged(move, invalid)) if (invalid := require_many(invalid, "invalid", "words")) else set()
        )
        return tuple([(word, word not in wrong) for word in challenged])
    if lexicon is None:
        raise IllegalMoveError(
            "there is no lexicon to judge by", place="challenge", remedy="name the invalid words: invalid="
        )
    return tuple([(word, is_word(lexicon, move.snapshot.rules, word)) for word in challenged])


def challenge(
    state: GameState, before: GameState, judged: tuple[tuple[str, bool], ...], rules: Rules, bag: Bag, dealt: bool
) -> tuple[GameState, int]:
    """Return (state, points for the player challenged) after a challenge. ``before``: the state before the play."""
    rule = challenge_rule(rules.challenge)
    challenger, challenged = state.to_move, before.to_move
    move = state.challengeable
    assert move is not None
    if not all(valid for _, valid in judged):
        after = take_back(state, before, move, rules, bag, dealt)
        if rule.decides:
            return lose(after, rules, CHALLENGE, [challenged]), 0
        return end_after_turn(after, rules), 0
    if rule.decides:
        return lose(state, rules, CHALLENGE, [challenger]), 0
    points = rule.points * (len(judged) if rule.each_word else 1)
    scores = [score + points * (player == challenged) for player, score in enumerate(state.scores)]
    after = state._replace(scores=tuple(scores), challengeable=None)
    if state.last_window:
        return settle(after, rules), points
    if rule.costs_turn:
        return pass_turn(after, rules), points
    return after, points


def settle(state: GameState, rules: Rules) -> GameState:
    """Return the state in which the last play can no longer be challenged."""
    if state.last_window and state.out is not None:
        return end(state, rules, state.out)
    return state._replace(challengeable=None)


def shown_tiles(known: tuple[bytes, ...], rules: Rules) -> tuple[str, ...]:
    """Return the tiles that everyone knows as texts, by player."""
    return tuple(["" if counts == _NO_TILES else str(Rack(counts, rules.alphabet)) for counts in known])
