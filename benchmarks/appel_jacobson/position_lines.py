"""The lines of a position for :mod:`line_search`: tiles and cross sets, as Appel & Jacobson have them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

import lexkit

__all__ = ["ALL", "BLANK", "LINES", "WIDTH", "CrossSets", "Lines", "as_plays", "lines_of"]

#: Lines of a position, rows first; squares of a line, of which the first and those behind the board are empty and
#: allow nothing: the paper's sentinels.
LINES, WIDTH = 30, 18

#: All letters, as bits from 1, and what is added to a tile that is a blank.
ALL, BLANK = 0x7FFFFFE, 32


@dataclass(frozen=True)
class Lines:
    """A position: of each square of each line its tile, cross set (uint32), and whether it is crossed; the rack.

    A square is crossed if it is empty with a tile next to it in the other direction. On an empty board the start
    square is crossed in its row.
    """

    tiles: np.ndarray
    cross: np.ndarray
    crossed: np.ndarray
    rack: bytes


class CrossSets:
    """The letters that fit between two texts of tiles, so that all three together are a word."""

    def __init__(self, words: Iterable[bytes]) -> None:
        self._words = frozenset(words)
        self._known: dict[tuple[bytes, bytes], int] = {}

    def __call__(self, before: bytes, after: bytes) -> int:
        key = before, after
        if key not in self._known:
            fitting = (t for t in range(1, 27) if before + bytes([t]) + after in self._words)
            self._known[key] = sum(1 << tile for tile in fitting)
        return self._known[key]


def lines_of(board: lexkit.Board, rack: lexkit.Rack | str, cross_sets: CrossSets) -> Lines:
    """The lines of a position on the standard board. A rack is text, ? for a blank."""
    grid = np.frombuffer(board.grid, np.uint8).reshape(15, 15) & 0x7F
    tiles = np.zeros((LINES, WIDTH), np.uint8)
    tiles[:15, 1:16], tiles[15:, 1:16] = grid, grid.T
    cross = np.zeros((LINES, WIDTH), np.uint32)
    crossed = np.zeros((LINES, WIDTH), np.uint8)
    for line in range(LINES):
        over, place = (15, line + 1) if line < 15 else (0, line - 14)
        for at in range(1, 16):
            across = tiles[over + at - 1]
            if across[place]:
                continue
            first, last = place, place
            while across[first - 1]:
                first -= 1
            while across[last + 1]:
                last += 1
            crossed[line, at] = first < last
            before, after = across[first:place].tobytes(), across[place + 1 : last + 1].tobytes()
            cross[line, at] = cross_sets(before, after) if first < last else ALL
    if not grid.any():
        crossed[7, 8] = 1
    held = bytes(0 if label == "?" else ord(label) - 64 for label in str(rack))
    return Lines(tiles.ravel(), cross.ravel(), crossed.ravel(), held)


def as_plays(moves: Iterable[lexkit.Move]) -> set[tuple[int, int, bytes]]:
    """lexkit's moves as (line, square, tiles), as :class:`~line_search.LineSearch` keeps plays."""
    plays = set()
    for move in moves:
        line, first = (move.row, move.column) if move.across else (move.column + 15, move.row)
        step = 1 if move.across else 15
        start = move.row * 15 + move.column
        laid = dict(zip(move.squares, move.played, strict=True))
        tiles = [laid.get(start + step * place, 0) for place in range(len(move.words[0]))]
        plays.add((line, first + 1, bytes((t & 0x7F) + BLANK if t & 0x80 else t for t in tiles)))
    return plays
