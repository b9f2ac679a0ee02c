"""The game tree two plies deep, counted by the word scan, as chess programs count theirs (perft).

One count stands for thousands of moves: a move missed, found twice or left on the board after it was taken back shows
in it. tests/golden/two_plies.json keeps the counts of fixed cases, written by make_two_plies.py. Shares no code with
lexkit.

A case there is complete: `words` and `board` in the letters A.. (tile 1 is A), a board row with "." for an empty square
and lower case for a designated blank, racks with "?" for a blank (the first is to move), multipliers a digit a square
with 0 for a brick, `start` as row and column from 0, and `points` by tile number, the blank's first. `counts` is what
two_plies counted, by the names of TwoPlies.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.game.word_scan import BLANK, Game, Grid, Word, put, word_scan

Case = dict[str, Any]


class TwoPlies(NamedTuple):
    """How many first moves there are and the sum of their scores, and the same of all answers to all of them."""

    first_moves: int
    first_scores: int
    second_moves: int
    second_scores: int


def two_plies(
    words: Sequence[Word], game: Game, board: Grid, rack_first: Sequence[int], rack_second: Sequence[int]
) -> TwoPlies:
    """Counts the moves of one rack, and after each of them the moves of the other. Passes are not counted."""
    first = word_scan(words, board, rack_first, game)
    second_moves = second_scores = 0
    for move in first:
        second = word_scan(words, put(board, move), rack_second, game)
        second_moves += len(second)
        second_scores += _scores(second)
    return TwoPlies(len(first), _scores(first), second_moves, second_scores)


def _scores(moves: set[tuple[int, int, bool, Word, int]]) -> int:
    return sum(score for *_, score in moves)


def game_of(case: Case) -> Game:
    """The game of a case as it is written in two_plies.json."""
    return Game(
        [list(map(int, row)) for row in case["letter_multipliers"]],
        [list(map(int, row)) for row in case["word_multipliers"]],
        (case["start"][0], case["start"][1]),
        case["points"],
        case["bingo"],
        case["rack_size"],
    )


def count_case(case: Case) -> TwoPlies:
    """The counts of a case as it is written in two_plies.json."""
    game = game_of(case)
    words = [tuple(map(tile, word)) for word in case["words"]]
    board = [list(map(tile, row)) for row in case["board"]]
    first, second = (counts(rack, len(case["points"])) for rack in case["racks"])
    return two_plies(words, game, board, first, second)


def tile(letter: str) -> int:
    """The tile of a letter: A is 1, a a blank that stands for it, "." no tile."""
    if letter == ".":
        return 0
    return ord(letter) - ord("A") + 1 if letter.isupper() else (ord(letter) - ord("a") + 1) | BLANK


def counts(rack: str, length: int) -> list[int]:
    """A rack by tile number, from its letters."""
    by_tile = [0] * length
    for letter in rack:
        by_tile[0 if letter == "?" else tile(letter)] += 1
    return by_tile
