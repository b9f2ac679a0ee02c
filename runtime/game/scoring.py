"""What a play scores, and the words it forms: the one scorer in Python, beside those inside the kernels.

A word scores the points of its tiles, each newly placed one times the letter multiplier of its square, and all of it
times the word multipliers of the squares newly covered; a blank counts what the alphabet says (usually 0). A play
scores its main word, every cross word, and the bingo bonus when it is of exactly ``rack_size`` tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .layout import Layout
    from .rules import Rules

__all__ = ["Formed", "FormedWord", "form", "line_of", "run_through"]


class FormedWord(NamedTuple):
    """A word on the board: its first square, direction, tile bytes and points."""

    row: int
    column: int
    across: bool
    tiles: bytes
    points: int


class Formed(NamedTuple):
    """All that a play forms: the main word first, then cross words in the order of their squares."""

    words: tuple[FormedWord, ...]
    #: The squares filled, indices row * columns + column, in the order of the tiles.
    squares: tuple[int, ...]
    #: Where the main word's squares were already covered 0, else the tile put down: the play's own notation.
    tiles: bytes
    bingo: int
    score: int


def form(rules: Rules, grid: bytes, row: int, column: int, across: bool, played: bytes) -> Formed:
    """Put the tiles ``played`` down from the main word's first square on, over what is there, and add up.

    ``grid`` is the board before the play, which must be one that :mod:`.judge` lets pass. About 10 us.
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
            cross = _cross_word(rules, grid, square, not across, tile, worth)
            if cross:
                crosses.append(cross)
        shown.append(tile)
        square += step
    bingo = rules.bingo if len(played) == rules.rack_size else 0
    main = FormedWord(row, column, across, bytes(shown), total * multiplier)
    score = main.points + sum([cross.points for cross in crosses]) + bingo
    return Formed((main, *crosses), tuple(squares), bytes(own), bingo, score)


def line_of(layout: Layout, square: int, across: bool) -> tuple[int, int, int]:
    """(first square, step, last square) of the row or column that a square lies in."""
    row, column = divmod(square, layout.columns)
    if across:
        first = row * layout.columns
        return first, 1, first + layout.columns - 1
    return column, layout.columns, column + (layout.rows - 1) * layout.columns


def run_through(layout: Layout, grid: bytes, square: int, across: bool) -> tuple[int, int, int]:
    """(first square, step, last square) of the tiles in line with a square, itself included, covered or not."""
    low, step, high = line_of(layout, square, across)
    first = last = square
    while first > low and grid[first - step]:
        first -= step
    while last < high and grid[last + step]:
        last += step
    return first, step, last


def _cross_word(rules: Rules, grid: bytes, square: int, across: bool, tile: int, worth: int) -> FormedWord | None:
    """The word that a tile put down on this square forms across the play, None where it stands alone."""
    first, step, last = run_through(rules.layout, grid, square, across)
    if first == last:
        return None
    tiles = bytearray(grid[first : last + 1 : step])
    total = worth + sum([rules.values[other] for other in tiles])
    tiles[(square - first) // step] = tile
    row, column = divmod(first, rules.layout.columns)
    points = total * rules.layout.word_multipliers[square]
    return FormedWord(row, column, across, bytes(tiles), points)
