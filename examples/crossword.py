"""Fill a crossword grid with words, none twice.

Patterns find the words that fit a slot, set algebra removes those that are used already. The slot with the fewest words
left goes first, and prefers words that leave its crossing slots many. A search that takes long starts again.

    $ python examples/crossword.py --seed 1
    $ python examples/crossword.py --seed 1 --avoid 'suffix:S or suffix:ED'

A grid of your own is a text file: `.` an open square, `#` a black one, a letter stays.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from math import prod
from pathlib import Path
from random import Random

import lexkit

GRID = """
    # . . . . # #
    # . . . . . #
    . . . . . . .
    . . . # . . .
    . . . . . . .
    # . . . . . #
    # # . . . . #
"""
STEPS = 300  # of the first search; each further one may take twice as many

Squares = dict[tuple[int, int], str]
Slot = tuple[tuple[int, int], ...]


def read_grid(text: str) -> Squares:
    """Return the content of each square, by row and column. Raises ValueError if the text is not a grid."""
    rows = ["".join(line.split()).upper() for line in text.splitlines() if line.strip()]
    if len({len(row) for row in rows}) != 1:
        raise ValueError("the rows of a grid are equally long, and there is at least one")
    squares = {(down, across): square for down, row in enumerate(rows) for across, square in enumerate(row)}
    if wrong := [square for square in squares.values() if square not in ".#" and not square.isalpha()]:
        raise ValueError(f"a square is . or # or a letter, not {wrong[0]!r}")
    return squares


def find_slots(squares: Squares) -> list[Slot]:
    """Return the runs of two or more open squares, across and down."""
    bottom, right = max(squares)
    across = [[(row, column) for column in range(right + 1)] for row in range(bottom + 1)]
    lines = [*across, *zip(*across, strict=True)]
    runs = [tuple(run) for line in lines for _, run in groupby(line, lambda cell: squares[cell] == "#")]
    return [run for run in runs if len(run) > 1 and squares[run[0]] != "#"]


def fill(lex: lexkit.Lexicon, squares: Squares, seed: int = 0, avoid: str = "") -> Squares | None:
    """Return the grid filled with words, none twice, or None.

    Uses no word that the query ``avoid`` finds. Raises QuerySyntaxError if it cannot be read.
    """
    random = Random(seed)
    steps = left = STEPS

    @cache
    def fitting(text: str) -> lexkit.Words:
        return lex.search(f"pattern:{text} not ({avoid})") if avoid else lex.pattern(text)

    @cache
    def count_letters(text: str, place: int) -> Counter[str]:
        return Counter(word[place] for word in fitting(text))

    def go_on(squares: Squares, slots: list[Slot], used: list[str]) -> Squares | None:
        nonlocal left
        left -= 1
        if not slots or left < 0:
            return None if slots else squares
        texts = {slot: "".join(squares[cell] for cell in slot) for slot in slots}
        taken = lexkit.Words.of_ranks(lex, lex.ranks(used))
        words = {slot: fitting(text) - taken for slot, text in texts.items()}
        slot = min(slots, key=lambda slot: len(words[slot]))
        others = [other for other in slots if other != slot]
        crossed = [(other, cell) for other in others for cell in other if cell in slot]
        counts = [(slot.index(cell), count_letters(texts[other], other.index(cell))) for other, cell in crossed]
        promise = {word: prod(count[word[place]] for place, count in counts) for word in words[slot]}
        for word in sorted(promise, key=lambda word: -(promise[word] ** random.uniform(0.5, 1))):
            letters = dict(zip(slot, word, strict=True))
            if promise[word] and (filled := go_on(squares | letters, others, [*used, word])):
                return filled
        return None

    while (filled := go_on(squares, find_slots(squares), [])) is None and left < 0:
        steps = left = 2 * steps
    return filled


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a filled grid."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("grid", nargs="?", type=Path, metavar="FILE", help="a grid (default: one of 7x7)")
    parser.add_argument("--seed", type=int, default=0, help="for another fill (default: 0)")
    parser.add_argument("--avoid", default="", metavar="QUERY", help="use no word that this query finds")
    options = parser.parse_args(arguments)
    try:
        squares = read_grid(options.grid.read_text("utf-8") if options.grid else GRID)
        filled = fill(lexkit.open("english"), squares, options.seed, options.avoid)
    except (OSError, ValueError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    if filled is None:
        parser.exit(1, "there is no fill\n")
    for _, row in groupby(filled, key=lambda square: square[0]):
        print(" ".join(filled[square] for square in row))


if __name__ == "__main__":
    main()
