"""Writes tests/golden/wordsmog.tsv anew: positions of WordSmog and what the scan that tries all orders finds there.

    python -m tests.game.kernels.make_wordsmog_positions

Run it only if the bundled list changes: the counts are there so that they do not change. The boards are those of random
games of WordSmog by the scan itself, with racks drawn from the tiles of English; each line has a position as CGP, how
many moves there are, the highest score, the sum of the scores, and the best move by the order that the kernels keep.
"""

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import lexkit
from tests.game.kernels.smog_scan import smog_scan
from tests.game.kernels.test_best_move import preferred
from tests.game.word_scan import BLANK, Game, Grid, Move, Word, put

GOLDEN = Path(__file__).parents[2] / "golden" / "wordsmog.tsv"
#: The tiles of English, blanks first, and their points.
COUNTS = [2, 9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1]
POINTS = [0, 1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10]
#: The upper left quarter of the standard board: letters and words that count more.
LETTERS = ["11121111", "11111311", "11111121", "21111112", "11111111", "13111311", "11211121", "11121111"]
WORDS = ["31111113", "12111111", "11211111", "11121111", "11112111", "11111111", "11111111", "31111112"]
#: Turns of each game whose positions are kept, and how many tiles a rack has: the scan tries all their orders.
KEPT = {0: 5, 1: 5, 3: 5, 6: 5, 9: 6, 12: 6}
GAMES = 3


def standard_game() -> Game:
    """The standard board, with the tiles of English."""

    def whole(quarter: list[str]) -> Grid:
        half = [[int(square) for square in row + row[-2::-1]] for row in quarter]
        return half + half[-2::-1]

    return Game(whole(LETTERS), whole(WORDS), (7, 7), POINTS)


def fitting(words: Sequence[Word], board: Grid, rack: Sequence[int]) -> list[Word]:
    """The words that have enough tiles on the rack and the board together: no play makes another one."""
    tiles = Counter(tile & ~BLANK for row in board for tile in row if tile)
    tiles.update({tile: number for tile, number in enumerate(rack) if tile})
    found = []
    kinds = set(tiles)
    for word in words:
        if len(set(word) - kinds) > rack[0]:
            continue
        missing = sum(max(0, number - tiles[tile]) for tile, number in Counter(word).items())
        if missing <= rack[0]:
            found.append(word)
    return found


def as_cgp(board: Grid, rack: Sequence[int]) -> str:
    """The position as CGP, in the notation of English."""
    rows = []
    for row in board:
        text, empty = "", 0
        for tile in [*row, None]:
            if tile == 0:
                empty += 1
                continue
            text += str(empty) if empty else ""
            empty = 0
            if tile is not None:
                text += spell([tile])
        rows.append(text)
    held = "".join(("?" if not tile else chr(64 + tile)) * number for tile, number in enumerate(rack))
    return f"{'/'.join(rows)} {held}/ 0/0 0 var wordsmog;"


def as_text(move: Move) -> str:
    """A move as its first square, its direction, and the tiles that are laid."""
    row, column, across, tiles, score = move
    place = f"{row + 1}{chr(65 + column)}" if across else f"{chr(65 + column)}{row + 1}"
    return f"{place} {spell(tiles)} {score}"


def spell(tiles: Sequence[int]) -> str:
    """The letters of tiles, lower case for a blank."""
    return "".join(chr((96 if tile & BLANK else 64) + (tile & ~BLANK)) for tile in tiles)


def draw(rng: random.Random, board: Grid, number: int) -> list[int]:
    """A rack of the tiles that are not on the board."""
    left = Counter(dict(enumerate(COUNTS)))
    left.subtract(0 if tile & BLANK else tile for row in board for tile in row if tile)
    rack = Counter(rng.sample(list(left.elements()), number))
    return [rack[tile] for tile in range(27)]


def main() -> None:
    game = standard_game()
    words = [tuple(ord(letter) - 64 for letter in word) for word in lexkit.open("english").words()]
    lines = ["position\tmoves\ttop\tsum\tbest"]
    for seed in range(GAMES):
        rng = random.Random(seed)
        board: Grid = [[0] * 15 for _ in range(15)]
        for turn in range(max(KEPT) + 1):
            rack = draw(rng, board, KEPT.get(turn, 3))
            moves = smog_scan(fitting(words, board, rack), board, rack, game)
            if not moves:
                continue
            if turn in KEPT:
                scores = [move[4] for move in moves]
                best = as_text(min(moves, key=preferred))
                lines.append(f"{as_cgp(board, rack)}\t{len(moves)}\t{max(scores)}\t{sum(scores)}\t{best}")
            most = max(len(move[3]) for move in moves)
            board = put(board, rng.choice(sorted(move for move in moves if len(move[3]) >= min(3, most))))
    GOLDEN.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
