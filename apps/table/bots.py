"""What bots choose, and what a hint is: by players of lexkit, from views alone.

Guaranteed: a bot knows its view and nothing else; its choice depends on the view, its name and its seed alone, unless
it thinks by the clock (``champion:2``); it ends within its time limit, with a pass if there is nothing better.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import lexkit
from lexkit.errors import OutOfTurnError, QueryError, TimeLimitError

#: Seconds after which a bot gives up a choice. Those that think have their own, shorter ones.
LIMIT: Final = 60.0
#: What a hint says, step by step.
STEPS: Final = ("score", "place", "tiles", "play")


class Thought(NamedTuple):
    """What a bot chose, and the revision of the table for which it did."""

    seat: int
    revision: int
    action: lexkit.Action


def choose(name: str, view: lexkit.View, seed: int | str) -> lexkit.Action:
    """What a bot does. Raises QueryError for a name that no player has, and for a lexicon that it cannot play with."""
    try:
        with lexkit.within(LIMIT):
            return lexkit.player(name, seed=seed).choose(view)
    except TimeLimitError:
        return lexkit.Action("pass")


def check_bot(name: str, view: lexkit.View) -> None:
    """Check, quickly, that a bot can play a game. ``view``: of the player to move. Raises QueryError if it cannot."""
    lexkit.player(name)
    # A champion needs what static needs, and takes seconds.
    quick = "static" if name.partition(":")[0] == "champion" else name
    choose(quick, view, 0)


def advise(view: lexkit.View) -> lexkit.Action:
    """The best action by equity, or by score if the lexicon has no leave values."""
    try:
        return choose("static", view, 0)
    except QueryError:
        return choose("greedy", view, 0)


def hint_of(action: lexkit.Action, step: int, alphabet: lexkit.Alphabet) -> dict[str, Any]:
    """What a hint says at a step, from 1: the score, then the place, then the tiles, then the play.

    An exchange, a pass and a challenge have no places: their second step says all.
    """
    hint: dict[str, Any] = {"step": step, "last": step >= len(STEPS), "kind": action.kind}
    move = action.move
    if not isinstance(move, lexkit.Move):
        hint["last"] = step >= 2
        if step >= 2:
            hint["text"] = text_of(action, alphabet)
        return hint
    hint["score"] = move.score
    if step >= 2:
        hint |= {"place": move.place, "across": move.across}
    if step >= 3:
        hint["tiles"] = sorted(_labels(move))
    if step >= 4:
        hint |= {"text": text_of(action, alphabet), "word": move.words[0], "squares": list(move.squares)}
    return hint


def moves_of(view: lexkit.View, lexicon: lexkit.Lexicon, number: int) -> list[dict[str, Any]]:
    """The best moves by equity, exchanges among them: text, score, leave, equity.

    By score, and with an equity of None, if the lexicon has no leave values. Raises OutOfTurnError if the player of the
    view is not to move.
    """
    if view.to_move != view.player or view.result is not None:
        raise OutOfTurnError("nothing to list", expected="the player to move")
    moves = lexicon.moves(view.board, view.rack, "candidates")
    try:
        best: Any = moves.by_equity(lexicon, view.bag, exchanges=view.exchanges[view.player])[:number]
    except QueryError:
        best = moves.top(number)
    return [
        {"text": one.text, "score": one.score, "leave": str(one.leave), "equity": getattr(one, "equity", None)}
        for one in best
    ]


def text_of(action: lexkit.Action, alphabet: lexkit.Alphabet) -> str:
    """An action as a person would type it, for one that a player chose."""
    if isinstance(action.move, lexkit.Move):
        return action.move.text
    if action.kind == "exchange":
        tiles = action.exchanged
        return f"-{lexkit.Rack.of_tiles(tiles, alphabet) if isinstance(tiles, bytes) else tiles}"
    return action.kind


def _labels(move: lexkit.Move) -> list[str]:
    """The tiles that a move takes from the rack, a blank as ``?``."""
    labels = move.snapshot.rules.alphabet.labels
    return ["?" if tile & 0x80 else labels[tile - 1] for tile in move.played if tile]
