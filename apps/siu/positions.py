"""Position of a session: lexicon, board, and the board before the last move, which inference needs."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import lexkit
from lexkit import engine
from lexkit.errors import LexkitError, PositionError

if TYPE_CHECKING:
    from .requests import Options

#: Matches a name of a lexicon that cannot be a path.
_NAME: Final = re.compile(r"[A-Za-z0-9_]+[A-Za-z0-9_.-]*(?:@[A-Za-z0-9_.-]+)?")
#: Matches the suffix that the cache adds to the name of a bundled list.
_COMPILED: Final = re.compile(r"-[0-9a-f]{16}-[0-9]+$")
#: Maximum number of moves after a position, twice that of the longest games.
_MOST_MOVES: Final = 400
#: Maximum number of open lexicons.
_OPEN: Final = 4


class BadMoveError(LexkitError, ValueError):
    """A move in a list is not legal on its board."""


@dataclass
class Position:
    """Position to search. ``before`` is the board before the last move, None if there was no move."""

    board: lexkit.Board
    lexicon: lexkit.Lexicon
    name: str
    before: lexkit.Board | None = None
    last: engine.MoveToken | None = None


class Lexicons:
    """Lexicons that front ends may open, by name and never by path."""

    def __init__(self, given: str | None) -> None:
        """``given`` is the value of ``lexq -l``, the default lexicon."""
        self._given = given
        self._opened = lru_cache(maxsize=_OPEN)(self._open)

    def find(self, name: str, data_path: str) -> tuple[lexkit.Lexicon, str]:
        """Return a lexicon and its name; ``""`` means the default. Raises LexkitError if there is none."""
        if name and not _NAME.fullmatch(name):
            raise PositionError("not the name of a lexicon", expected="letters, digits, _ and -", found=repr(name[:40]))
        opened = self._opened(name, data_path)
        path = opened.path
        return opened, name or (_COMPILED.sub("", path.name.partition(".")[0]) if path else "memory")

    def _open(self, name: str, data_path: str) -> lexkit.Lexicon:
        if not name:
            return lexkit.open(self._given)
        for folder in filter(None, data_path.split(";")):
            for suffix in (".gaddag", ".gaddag.zst"):
                file = Path(folder) / f"{name}{suffix}"
                if os.path.exists(file):
                    return lexkit.open(file)
        for spelled in dict.fromkeys((name, name.lower())):
            try:
                return lexkit.open(spelled)
            except lexkit.errors.LexiconNotFoundError:
                continue
        raise lexkit.errors.LexiconNotFoundError("no such lexicon here", found=repr(name))


def read_board(cgp: str, moves: list[str], lexicon: lexkit.Lexicon, name: str, options: Options) -> Position:
    """Read a CGP text and the moves after it.

    Raises PositionError for an invalid text, BadMoveError for an invalid move.
    """
    position = Position(_read_cgp(cgp, lexicon, options), lexicon, name)
    if len(moves) > _MOST_MOVES:
        raise BadMoveError("too many moves", expected=f"at most {_MOST_MOVES}", found=len(moves))
    told: set[int] = set()
    for number, text in enumerate(moves, 1):
        try:
            token = engine.read_move(text)
            if token.action is None:
                if number < len(moves):
                    raise BadMoveError("a rack may only be the last of the moves")
                position.board.rack = token.rack
                continue
            position.before, position.last = position.board.copy(), token
            told |= {position.board.to_move} if token.rack else set()
            _play(position.board, token)
        except LexkitError as error:
            raise BadMoveError(f"move {number}: {error}") from error
    board = position.board
    if count_unseen(board) > board.rules.rack_size:
        # A rack given with a move is the one that the move was made from; the other player has not seen it.
        board.racks = ["" if seat in told and seat != board.to_move else rack for seat, rack in enumerate(board.racks)]
    return position


def named_lexicon(cgp: str) -> str | None:
    """Return the lexicon that the opcodes of a CGP text name, or None."""
    tokens = cgp.split()
    at = tokens.index("lex") + 1 if "lex" in tokens else len(tokens)
    return tokens[at].rstrip(";") if at < len(tokens) else None


def _read_cgp(cgp: str, lexicon: lexkit.Lexicon, options: Options) -> lexkit.Board:
    tokens = cgp.split()
    layout = None if options["BoardLayout"] == "auto" or "bdn" in tokens else options["BoardLayout"]
    alphabet = None if "ld" in tokens else options["LetterDistribution"] or None
    board = lexkit.Board.from_cgp(cgp, alphabet=alphabet, layout=layout, lexicon=lexicon)
    if "var" not in board.opcodes and options["Variant"] != board.rules.variant:
        chosen: Any = options["Variant"]  # one of the variants, as the option was checked
        rules = replace(board.rules, variant=chosen)
        board = lexkit.Board.from_cgp(board.to_cgp(), rules=rules, lexicon=lexicon)
    return board


def _play(board: lexkit.Board, token: engine.MoveToken) -> None:
    """Play a move on the board; a play that was challenged off counts as a pass."""
    action = token.action
    assert action is not None
    if token.rack and not token.withdrawn:
        board.rack = token.rack
    if token.withdrawn or action.kind == "pass":
        board.pass_turn()
    elif action.kind == "exchange" and isinstance(action.exchanged, int):
        if not 0 < action.exchanged <= board.rules.rack_size:
            raise PositionError("not an exchange", expected=f"1 to {board.rules.rack_size}", found=action.exchanged)
        board.rack = ""
        board.pass_turn()
    elif action.kind == "exchange":
        board.exchange(str(action.exchanged))
    else:
        assert isinstance(action.move, str)
        player = board.to_move
        board.play(action.move)
        board.scores = tuple([score + token.bonus * (seat == player) for seat, score in enumerate(board.scores)])
    if token.lost_turn:
        board.pass_turn()


def count_unseen(board: lexkit.Board) -> int:
    """Return the number of tiles neither on the board nor on the rack of the player to move."""
    total = board.alphabet.blanks + sum(tile.count for tile in board.alphabet.tiles)
    return total - len(board) - len(lexkit.Rack(board.rack, board.alphabet))
