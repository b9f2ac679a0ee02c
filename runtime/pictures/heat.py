"""Numbers by square, for heat maps, and the letters that a square takes.

lexkit.pictures.board_svg(board, heat=lexkit.pictures.best_scores(lex.moves(board, "RETAINS")))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...errors import PositionError, require_kind, require_several
from ...formats.alphabet import LetterSet
from ...limits import look
from ..game.board import Board
from ..game.judge import check_alphabet, core_of
from ..game.layout import read_square
from ..game.move import Move
from ..game.scoring import run_through
from ..game.text.notation import LETTERS, square_name

if TYPE_CHECKING:
    from ..automaton.index import HasIndex


def squares_used(moves: Iterable[Move]) -> dict[str, int]:
    """How many moves put a tile on a square, by the square's name. About 2 us a move."""
    used: Counter[str] = Counter()
    require_several(moves, "moves", "Moves, or several")
    for move in moves:
        look()
        columns = require_kind(move, Move, "moves", "Moves, or several").snapshot.rules.layout.columns
        used.update([square_name(square, columns) for square in move.squares])
    return dict(used)


def best_scores(moves: Iterable[Move]) -> dict[str, int]:
    """The score of the best move that puts a tile on a square, by the square's name. About 2 us a move."""
    best: dict[str, int] = {}
    require_several(moves, "moves", "Moves, or several")
    for move in moves:
        look()
        columns = require_kind(move, Move, "moves", "Moves, or several").snapshot.rules.layout.columns
        for square in move.squares:
            name = square_name(square, columns)
            best[name] = max(move.score, best.get(name, move.score))
    return best


def cross_letters(board: Board, square: str, lexicon: HasIndex) -> tuple[LetterSet, LetterSet]:
    """(across, down): the letters that a word across, and one down, lets stand on an empty square.

    Each is formed with the tiles that touch the square in that direction; without any, all letters are allowed. Raises
    PositionError for a covered square, one off the board, and a brick.
    """
    look()
    require_kind(board, Board, "board", "a lexkit.Board")
    rules, grid, index = board.rules, board.grid, core_of(lexicon)
    check_alphabet(index, rules)
    layout, alphabet = rules.layout, rules.alphabet
    place = read_square(layout, require_kind(square, str, "square", "a str such as 8D"))
    if grid[place] or place in layout.bricks:
        raise PositionError("not an empty square", found=square)
    allowed = []
    for across in (True, False):
        first, step, last = run_through(layout, grid, place, across)
        before, after = (
            grid[first:place:step].translate(LETTERS),
            grid[place + step : last + 1 : step].translate(LETTERS),
        )
        if before and after:
            mask = index.walk().cross_set(before, after)
        elif before or after:
            mask = index.walk().cross_sets(before or after)[bool(before)]
        else:
            mask = (1 << len(alphabet) + 1) - 2
        allowed.append(LetterSet(alphabet, mask))
    return allowed[0], allowed[1]
