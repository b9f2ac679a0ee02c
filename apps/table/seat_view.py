"""The view of a seat, as plain data for JSON, without information that is hidden from that seat.

It is made from a :class:`lexkit.View`, which has no other racks, no bag and no seed. A spectator sees what all players
know. When the game is over, everyone sees all racks. The GCG record of a seat is limited in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import lexkit
from lexkit.errors import IllegalMoveError, PositionError, show_value

from .seats import NotAllowedError

#: Bit of a tile byte that marks a blank.
_BLANK = 0x80


def at_turn(game: lexkit.Game, turn: int) -> lexkit.Game:
    """Return the game as it was after this many turns. Raises PositionError if it has had fewer."""
    if isinstance(turn, bool) or not isinstance(turn, int) or not 0 <= turn <= game.turn_number:
        raise PositionError("no such turn", expected=f"0 to {game.turn_number}", found=show_value(turn))
    copy = game.copy()
    for _ in range(game.turn_number - turn):
        copy.undo(at=None if copy.clock is None else copy.clock.at)
    return copy


def board_of(game: lexkit.Game, seat: int | None) -> lexkit.Board:
    """Return a new board with what a seat sees; only its own rack is known."""
    view = game.view(0 if seat is None else seat)
    board = view.board.copy()
    board.racks = [view.rack if player == seat else "" for player in range(len(game.players))]
    return board


def trying(game: lexkit.Game, seat: int | None, whole: bool) -> int:
    """Return the player whose rack a seat may try plays with.

    It is the player to move if all racks are open (``whole``), else the seat itself. Raises NotAllowedError for
    spectators of a game in progress, and at the end of a game.
    """
    if whole:
        seat = None if game.over else game.to_move
    if seat is None:
        raise NotAllowedError("there is no rack to play from here", remedy="step back to a move")
    return seat


def preview(view: lexkit.View, play: str) -> dict[str, Any]:
    """Return score, words and squares of a placement. Raises IllegalMoveError if it is not possible."""
    move = move_of(view.board, view.rack, play)
    return {"score": move.score, "words": list(move.words), "squares": list(move.squares), "place": move.place}


def move_of(board: lexkit.Board, rack: lexkit.Rack, play: str) -> lexkit.Move:
    """Parse a typed placement. Raises IllegalMoveError if the board or the rack forbids it."""
    move = board.move(play)
    if not rack.has(move.played):
        raise IllegalMoveError("not on the rack", place="rack", found=" ".join(rack.missing(move.played)))
    return move


def clock_facts(game: lexkit.Game, now: float | None, running: bool) -> dict[str, Any] | None:
    """Return the seconds that each player has left and whose clock runs, if any; None without a clock."""
    if game.clock is None:
        return None
    left = [game.time_left(number, now) for number in range(len(game.players))]
    return {"left": left, "running": game.to_move if running and not game.over else None}


def minutes(game: lexkit.Game) -> int:
    """Return the minutes that each player started with, rounded; 0 without a clock."""
    return 0 if game.start_times is None else round(game.start_times[0].seconds / 60)


def setting(rules: lexkit.Rules) -> dict[str, Any]:
    """Return the constant facts of a game: squares, tiles and rules.

    ``glyphs`` has the rows of the layout, as :class:`lexkit.Layout` writes them; ``tiles`` has for each tile its label,
    its spelling as a blank, its points and its number; the blank, ``?``, is last.
    """
    layout, alphabet = rules.layout, rules.alphabet
    tiles = [
        {"label": tile.label, "lower": tile.lower, "points": tile.points, "count": tile.count, "vowel": tile.vowel}
        for tile in alphabet.tiles
    ]
    blank = {"label": "?", "lower": "?", "points": alphabet.blank_points, "count": alphabet.blanks, "vowel": False}
    return {
        "layout": layout.name,
        "rows": layout.rows,
        "columns": layout.columns,
        "glyphs": list(layout.glyphs),
        "start": layout.start,
        "alphabet": alphabet.name,
        "tiles": [*tiles, blank],
        "bingo": rules.bingo,
        "challenge": rules.challenge,
        "variant": rules.variant,
    }


def squares_of(alphabet: lexkit.Alphabet, grid: bytes) -> tuple[list[str], list[int]]:
    """Return the tile of each square, row by row ("" if empty, blanks as written), and the squares of blanks."""
    text = dict(enumerate(alphabet.tiles, 1))
    squares = ["" if not tile else text[tile & ~_BLANK].lower if tile & _BLANK else text[tile].label for tile in grid]
    return squares, [square for square, tile in enumerate(grid) if tile & _BLANK]


def facts_for_seat(game: lexkit.Game, seat: int | None, whole: bool) -> dict[str, Any]:
    """Return what a seat sees of a game; None is a spectator. ``whole`` includes all racks, when the game is over.

    ``names`` has the players, whose names may change when a person joins; ``squares`` and ``blanks`` are those of
    :func:`squares_of`; ``unseen`` has the tiles in the bag and on racks that the seat does not see; ``history`` has the
    turns.
    """
    view = game.view(0 if seat is None else seat)
    if whole:
        # Nothing is hidden: take the turns with their racks.
        view = replace(view, turns=game.turns)
    rules, own = view.snapshot.rules, view.rack
    unseen = Counter(view.unseen)
    if seat is None:
        unseen += Counter(own)
    alphabet = rules.alphabet
    squares, blanks = squares_of(alphabet, view.snapshot.grid)
    order = [*alphabet.labels, "?"]
    return {
        "seat": seat,
        "names": list(game.players),
        "to_move": None if view.result else view.to_move,
        "over": view.result is not None,
        "waiting": view.waiting,
        "scores": list(view.scores),
        "sizes": list(view.sizes),
        "known": list(view.known),
        "bag": view.bag,
        "squares": squares,
        "blanks": blanks,
        "rack": None if seat is None else list(own),
        "racks": [list(rack) for rack in game.racks] if whole else None,
        "unseen": {label: unseen[label] for label in order if unseen[label] > 0},
        "exchangeable": view.exchangeable if seat == view.to_move and not view.result else 0,
        "history": history(view, seat, whole, game.start_scores, game.notes),
        "result": None if view.result is None else _result(view.result),
    }


def allowed(game: lexkit.Game, person: int | None, hints: bool, undo: bool) -> dict[str, bool]:
    """Return what a person may do now, nothing if ``person`` is None. ``hints`` and ``undo``: allowed at the table."""
    here = person is not None
    turn = here and not game.over and game.to_move == person
    return {
        "play": turn and not game.waiting,
        "pass": turn,
        "exchange": turn and not game.waiting and game.exchangeable > 0,
        "challenge": turn and game.challengeable is not None,
        "resign": here and not game.over,
        "hint": turn and hints,
        "undo": here and undo and any(one.player == person for one in game.turns),
    }


def history(
    view: lexkit.View, seat: int | None, whole: bool, start: Sequence[int], notes: Mapping[int, str]
) -> list[dict[str, Any]]:
    """Return the turns in order, each with the scores after it and its note. ``start`` has the initial scores.

    ``whole`` includes all racks, which the turns of the view must then have.
    """
    totals = list(start)
    placed: tuple[int, int] | None = None
    found = []
    for number, turn in enumerate(view.turns, 1):
        if not whole and turn.player != seat:
            turn = turn.hidden()
        told: dict[str, Any] = {
            "number": number,
            "player": turn.player,
            "kind": turn.kind,
            "text": turn.text,
            "score": turn.score,
        }
        if turn.kind == "placement" and turn.move is not None:
            move = turn.move
            placed = turn.player, turn.score
            totals[turn.player] += turn.score
            told |= {
                "place": move.place,
                "across": move.across,
                "squares": list(move.squares),
                "words": list(move.words),
                "is_bingo": move.is_bingo,
            }
        elif turn.kind == "challenge" and placed is not None:
            totals[placed[0]] += -placed[1] if turn.success else turn.score
            told |= {"success": turn.success, "judged": [[word, valid] for word, valid in turn.challenged]}
        elif turn.kind == "fine":
            totals[turn.player] += turn.score
        elif turn.kind == "exchange":
            told["size"] = turn.size
            # Exchanged tiles are known to their player, and to all at the end.
            if turn.exchanged:
                told["tiles"] = list(turn.exchanged)
        if turn.rack is not None:
            told["rack"] = list(turn.rack)
        if turn.time is not None:
            told["time"] = turn.time
        if number in notes:
            told["note"] = notes[number]
        told["totals"] = list(totals)
        found.append(told)
    return found


def _result(result: Any) -> dict[str, Any]:
    facts = {name: list(value) if isinstance(value, tuple) else value for name, value in result._asdict().items()}
    return {name: value for name, value in facts.items() if name != "losers"}


_ENCODING = "#character-encoding"


def gcg_of_seat(game: lexkit.Game, seat: int | None) -> str:
    """Return the GCG record of a game in progress as a seat knows it; None is what everyone knows.

    A game without a bag repeats the turns with the racks of that seat alone. Raises GameRecordError if the game began
    from a position.
    """
    if game.position is not None:
        return game.to_gcg()  # raises GameRecordError
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
    """Return a record with a header for UTF-8 if it is not ASCII."""
    return text if text.isascii() or text.startswith(_ENCODING) else f"{_ENCODING} UTF-8\n{text}"


def _show(copy: lexkit.Game, player: int, rack: lexkit.Rack) -> None:
    if not copy.over:
        copy.set_rack(player, rack)


def _repeat(copy: lexkit.Game, turn: lexkit.Turn) -> None:
    """Repeat a turn in the copy."""
    if turn.kind == "placement":
        copy.play(turn.text)
    elif turn.kind == "exchange":
        copy.exchange(turn.exchanged or turn.size)
    elif turn.kind == "challenge":
        counted = Counter(word for word, _ in turn.challenged)
        copy.challenge(list(counted.elements()), invalid=[word for word, valid in turn.challenged if not valid])
    elif turn.kind == "resignation":
        copy.resign(player=turn.player)
    elif turn.kind in ("pass", "accept"):
        copy.pass_turn()
