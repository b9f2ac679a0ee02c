"""Find every word on a Boggle grid.

A depth-first search over neighbouring dice would try millions of paths. A cursor walks the lexicon beside it, and tells
after each letter if any word goes on like that: if not, the path is given up.

    $ python examples/boggle.py --seed 12
    $ python examples/boggle.py QI TE

Each argument is a row of the grid, of any size. As on the dice, a Q is Qu: two letters of the word, on one square.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Sequence
from itertools import groupby
from random import Random

import lexkit

#: The dice of the game as sold since 1987.
DICE = "AAEEGN ABBJOO ACHOPS AFFKPS AOOTTW CIMOTU DEILRX DELRVY DISTTY EEGHNW EEINSU EHRTVW EIOSST ELRTTY HIMNUQ HLNNRZ"
SHORTEST = 3
#: Points by length; words of more than eight letters give no more.
POINTS = {3: 1, 4: 1, 5: 2, 6: 3, 7: 5, 8: 11}

Square = tuple[int, int]
Grid = dict[Square, str]


def roll(seed: int) -> list[str]:
    """Return the four rows of a grid of dice, by seed."""
    random, dice = Random(seed), DICE.split()
    faces = [random.choice(die) for die in random.sample(dice, len(dice))]
    return ["".join(faces[start : start + 4]) for start in range(0, len(faces), 4)]


def read_grid(rows: Sequence[str]) -> Grid:
    """Return the letters of each square, by row and column. Raises ValueError if the rows are not equally long."""
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ValueError(f"the rows of a grid are equally long, and not empty: {' '.join(rows)}")
    return {
        (number, column): "QU" if letter == "Q" else letter
        for number, row in enumerate(rows)
        for column, letter in enumerate(row.upper())
    }


def neighbours(grid: Grid, square: Square) -> list[Square]:
    """Return the up to eight squares that touch this one."""
    row, column = square
    near = [(row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1)]
    return [other for other in near if other in grid and other != square]


def solve(lex: lexkit.Lexicon, grid: Grid) -> set[str]:
    """Return all words of three or more letters on the grid.

    No word uses a square twice. Raises AlphabetError if a square is not a letter of the lexicon.
    """
    touching = {square: neighbours(grid, square) for square in grid}
    found: set[str] = set()

    def visit(square: Square, before: lexkit.Cursor, used: frozenset[Square]) -> None:
        place = before.walk(grid[square])
        if place is None:
            return
        if place.complete and len(place.path) >= SHORTEST:
            found.add("".join(place.path))
        for following in touching[square]:
            if following not in used:
                visit(following, place, used | {following})

    for square in grid:
        visit(square, lex.cursor(), frozenset({square}))
    return found


def points(word: str) -> int:
    """Return the points of a word."""
    return POINTS[min(len(word), max(POINTS))]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a grid, its words, the longest first, and the points."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW", help="letters of a row; without any, dice are rolled")
    parser.add_argument("--seed", type=int, default=0, help="which roll of the dice (default: 0)")
    options = parser.parse_args(arguments)
    try:
        grid = read_grid(options.rows or roll(options.seed))
        words = sorted(solve(lexkit.open("english"), grid), key=lambda word: (-len(word), word))
    except ValueError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    for _, row in groupby(grid, key=lambda square: square[0]):
        print(" ".join(grid[square].title().ljust(2) for square in row).rstrip())
    for length, group in groupby(words, key=len):
        print()
        print(textwrap.fill(" ".join(group), 100, initial_indent=f"{length:2}  ", subsequent_indent="    "))
    print(f"\nwords: {len(words)}, points: {sum(map(points, words))}")


if __name__ == "__main__":
    main()
