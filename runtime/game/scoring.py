"""The score of a play, and the words it forms.

A word scores the points of its tiles, each new tile times the letter multiplier of its square, and the sum times
the word multipliers of the squares newly covered. A blank scores the points that the alphabet states, usually 0. A
play scores its main word, every cross word, and the bonuses of :meth:`Rules.bonuses_of`, such as the one for a full
rack. The kernels have scorers of their own, which take points and bonuses from a :class:`.kernels.scoring.Scoring`.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from .kernels.scoring import Scoring

if TYPE_CHECKING:
    from .layout import Layout
    from .rules import Rules


@lru_cache(maxsize=64)
def scoring_of(rules: Rules) -> Scoring:
    """Return the scoring record of some rules, the only source of the kernels' numbers."""
    rows = [[0] * 32 for _ in range(17)]
    for tiles in range(1, rules.rack_size + 1):
        rows[tiles] = [rules.bonus(tiles, length) for length in range(1, 33)]
    longest = max(rules.layout.rows, rules.layout.columns)
    rising = all(
        max(rows[tiles][: length + 1]) <= rows[tiles + 1][length + 1]
        for tiles in range(1, rules.rack_size)
        for length in range(longest - 1)
    )
    points = rules.points + (0,) * (64 - len(rules.points))
    return Scoring(rules.rack_size, points, memoryview(array("i", chain.from_iterable(rows))).toreadonly(), rising)


class FormedWord(NamedTuple):
    """A word on the board, with its points. ``row``, ``column``: its first square; ``tiles``: its tile bytes."""

    row: int
    column: int
    across: bool
    tiles: bytes
    points: int


class Formed(NamedTuple):
    """Words that a play forms, and its score.

    ``words``: the main word first, then cross words in the order of their squares; ``squares``: squares filled, as
    row * columns + column, in the order of the tiles; ``tiles``: for each square of the main word the tile put
    down, or 0 if it was covered; ``bonuses``: name and points of each bonus; ``score``: all points.
    """

    words: tuple[FormedWord, ...]
    squares: tuple[int, ...]
    tiles: bytes
    bonuses: list[tuple[str, int]]
    score: int


def form(rules: Rules, grid: bytes, row: int, column: int, across: bool, played: bytes) -> Formed:
    """Put tiles on free squares, and return words and score.

    ``grid``: the board before the play; the play must be one that :mod:`.judge` accepts. ``row`` and ``column``:
    the main word's first square. About 10 us.
    """
    layout = rules.layout
    values = rules.values
    square = row * layout.columns + column
    step, last = line_of(layout, square, across)[1:]
    left = iter(played)
    shown, own, squares = bytearray(), bytearray(), []
    total, multiplier = 0, 1
    crosses: list[FormedWord] = []
    while square <= last:
        tile = grid[square]
        if tile:
            own.append(0)
            total += values[tile]
        else:
            tile = next(left, 0)
            if not tile:
                break
            own.append(tile)
            squares.append(square)
            worth = values[tile] * layout.letter_multipliers[square]
            total += worth
            multiplier *= layout.word_multipliers[square]
            cross = _form_cross_word(rules, grid, square, not across, tile, worth)
            if cross:
                crosses.append(cross)
        shown.append(tile)
        square += step
    bonuses = rules.bonuses_of(len(played), len(shown))
    main = FormedWord(row, column, across, bytes(shown), total * multiplier)
    score = main.points + sum([cross.points for cross in crosses])
    if bonuses:
        score += sum([points for _, points in bonuses])
    return Formed((main, *crosses), tuple(squares), bytes(own), bonuses, score)


def fill_squares(layout: Layout, grid: bytes, start: int, across: bool, number: int) -> tuple[int, ...]:
    """Return the free squares that a play of ``number`` tiles from this square on fills. About 1 us."""
    step, last = line_of(layout, start, across)[1:]
    free = [square for square in range(start, last + 1, step) if not grid[square]]
    return tuple(free[:number])


def line_of(layout: Layout, square: int, across: bool) -> tuple[int, int, int]:
    """Return (first square, step, last square) of a square's row or column."""
    row, column = divmod(square, layout.columns)
    if across:
        first = row * layout.columns
        return first, 1, first + layout.columns - 1
    return column, layout.columns, column + (layout.rows - 1) * layout.columns


def run_through(layout: Layout, grid: bytes, square: int, across: bool) -> tuple[int, int, int]:
    """Return (first square, step, last square) of the run of tiles through a square, which may itself be empty."""
    low, step, high = line_of(layout, square, across)
    first = last = square
    while first > low and grid[first - step]:
        first -= step
    while last < high and grid[last + step]:
        last += step
    return first, step, last


def _form_cross_word(rules: Rules, grid: bytes, square: int, across: bool, tile: int, worth: int) -> FormedWord | None:
    """Return the word that a tile forms across the play, or None."""
    first, step, last = run_through(rules.layout, grid, square, across)
    if first == last:
        return None
    tiles = bytearray(grid[first : last + 1 : step])
    total = worth + sum([rules.values[other] for other in tiles])
    tiles[(square - first) // step] = tile
    row, column = divmod(first, rules.layout.columns)
    points = total * rules.layout.word_multipliers[square]
    return FormedWord(row, column, across, bytes(tiles), points)
