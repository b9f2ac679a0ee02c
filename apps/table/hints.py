"""Hints in steps, and lists of the best moves, for tables that allow them."""

from __future__ import annotations

from typing import Any, Final

import lexkit
from lexkit.errors import OutOfTurnError

from .seats import choice_of_bot

#: Content of a hint at each step.
STEPS: Final = ("score", "place", "tiles", "play")


def advise(view: lexkit.View) -> lexkit.Action:
    """Return the best action by equity."""
    return choice_of_bot("static", view, 0)


def hint_of(action: lexkit.Action, step: int) -> dict[str, Any]:
    """Return the hint at a step, from 1: the score, then the place, then the tiles, then the play.

    An exchange, a pass and a challenge have no place: their second step reveals everything.
    """
    hint: dict[str, Any] = {"step": step, "last": step >= len(STEPS), "kind": action.kind}
    move = action.move
    if not isinstance(move, lexkit.Move):
        hint["last"] = step >= 2
        if step >= 2:
            hint["text"] = text_of(action)
        return hint
    hint["score"] = move.score
    if step >= 2:
        hint |= {"place": move.place, "across": move.across}
    if step >= 3:
        hint["tiles"] = sorted(_labels(move))
    if step >= 4:
        hint |= {"text": text_of(action), "word": move.words[0], "squares": list(move.squares)}
    return hint


def moves_of(view: lexkit.View, lexicon: lexkit.Lexicon, number: int) -> list[dict[str, Any]]:
    """Return the best moves by equity, including exchanges: text, score, leave, equity.

    Raises OutOfTurnError if the player of the view is not to move.
    """
    if view.to_move != view.player or view.result is not None:
        raise OutOfTurnError("cannot list moves of this player", expected="the player to move")
    moves = lexicon.moves(view.board, view.rack, "candidates")
    best = moves.by_equity(lexicon, view.bag, exchanges=view.exchanges[view.player])[:number]
    return [{"text": one.text, "score": one.score, "leave": str(one.leave), "equity": one.equity} for one in best]


def text_of(action: lexkit.Action) -> str:
    """Return an action that a player chose as a person would type it."""
    return action.text if action.kind in ("placement", "exchange") else action.kind


def _labels(move: lexkit.Move) -> list[str]:
    """Return the tiles that a move takes from the rack, a blank as ``?``."""
    labels = move.snapshot.rules.alphabet.labels
    return ["?" if tile & 0x80 else labels[tile - 1] for tile in move.played if tile]
