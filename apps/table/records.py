"""Records of a table's game: GCG and CGP for a seat while it is played, whole when it is over; games from GCG.

Guaranteed: what is written for a seat has nothing that the seat does not see.
"""

from __future__ import annotations

from collections import Counter

import lexkit

_ENCODING = "#character-encoding"


def gcg_of_seat(game: lexkit.Game, seat: int | None) -> str:
    """The record of a game that goes on, as a seat knows it; None: as everyone does.

    It is written by a game that is not dealt, and follows the turns with the racks of that seat alone. Raises
    GameRecordError if the game began from a position.
    """
    if game.position is not None:
        return game.to_gcg()  # which says that there is no such record
    copy = lexkit.Game(
        game.lexicon, game.players, rules=game.rules, first=game.first, dealt=False, seed="a record has no bag"
    )
    view = game.view(0 if seat is None else seat)
    for turn in view.turns:
        if turn.player == seat and turn.rack is not None:
            _show(copy, turn.player, turn.rack)
        _repeat(copy, turn if turn.player == seat else turn.hidden())
    if seat is not None:
        _show(copy, seat, view.rack)
    return copy.to_gcg()


def in_utf8(text: str) -> str:
    """A record that says that it is in UTF-8, if it has letters that need it."""
    return text if text.isascii() or text.startswith(_ENCODING) else f"{_ENCODING} UTF-8\n{text}"


def _show(copy: lexkit.Game, player: int, rack: lexkit.Rack) -> None:
    if not copy.over:
        copy.set_rack(player, rack)


def _repeat(copy: lexkit.Game, turn: lexkit.Turn) -> None:
    """Do again, in the copy, what a turn did."""
    if turn.kind == "placement":
        copy.play(turn.text)
    elif turn.kind == "exchange":
        copy.exchange(turn.exchanged or turn.size)
    elif turn.kind == "challenge":
        counted = Counter(word for word, _ in turn.words)
        copy.challenge(list(counted.elements()), invalid=[word for word, valid in turn.words if not valid])
    elif turn.kind == "resignation":
        copy.resign(player=turn.player)
    elif turn.kind in ("pass", "accept"):
        copy.pass_turn()
