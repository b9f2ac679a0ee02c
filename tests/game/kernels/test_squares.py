"""Cross sets, cross scores and runs of the squares: as defined, and the same after play and undo as from scratch."""

import random
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any

from tests.game.kernels.making import Kernels, row_by_row, with_kernels
from tests.game.kernels.random_positions import random_game_rules, random_positions, random_words
from tests.game.word_scan import BLANK, Game, Grid, Square, Word

Seen = tuple[int, ...]
NAMES = ("tile", "cross set", "cross score", "cross multiplier", "end of the run behind", "score of that run")


def lines(game: Game) -> Iterator[tuple[int, int]]:
    """Direction (0 for rows) and number of each line."""
    for direction, number in ((0, game.rows), (1, game.columns)):
        yield from ((direction, line) for line in range(number))


def differences(found: Any, expected: list[list[Seen]], game: Game) -> list[str]:
    """Where squares say something else than expected, in words."""
    told = []
    for (direction, number), line in zip(lines(game), expected, strict=True):
        for at, (has, wants) in enumerate(zip(found.describe_line(direction, number), line, strict=True)):
            told += [
                f"square {at} of {'column' if direction else 'row'} {number}: {name} {one}, not {other}"
                for name, one, other in zip(NAMES, has, wants, strict=True)
                if one != other
            ]
    return told


def from_scratch(kernels: Kernels, board: Grid) -> list[list[Seen]]:
    made = kernels.holding(board)
    return [made.describe_line(*line) for line in lines(kernels.game)]


def by_definition(words: set[Word], letters: int, game: Game, board: Grid) -> list[list[Seen]]:
    """The same from the words themselves: every letter tried on every square."""
    ways = (board, [list(line) for line in zip(*board, strict=True)])
    told = []
    for direction, number in lines(game):
        line, across = ways[direction][number], ways[1 - direction]
        squares = [(at, number) if direction else (number, at) for at in range(len(line))]
        told.append(
            [_square(line, at, across[at], number, squares[at], words, letters, game) for at in range(len(line))]
        )
    return told


def _square(
    line: list[int], at: int, across: list[int], place: int, square: Square, words: set[Word], letters: int, game: Game
) -> Seen:
    """What a square says that is number ``at`` in its line, and number ``place`` in the line that crosses it."""
    if line[at]:
        return (line[at], 0, 0, 0, 0, 0)
    if game.is_brick(square):
        return (0, 0, 0, 0, 0, 0)
    row, column = square
    first, last = place, place
    while first > 0 and across[first - 1]:
        first -= 1
    while last + 1 < len(across) and across[last + 1]:
        last += 1
    cross, score, multiplier = (2 << letters) - 2, 0, 0
    if first < last:
        before, behind = across[first:place], across[place + 1 : last + 1]
        cross = 0
        for letter in range(1, letters + 1):
            if tuple(tile & ~BLANK for tile in (*before, letter, *behind)) in words:
                cross |= 1 << letter
        word = game.word_multipliers[row][column]
        score = sum(game.points[0 if tile & BLANK else tile] for tile in (*before, *behind)) * word
        multiplier = game.letter_multipliers[row][column] * word
    end = at
    while end + 1 < len(line) and line[end + 1]:
        end += 1
    run = sum(game.points[0 if tile & BLANK else tile] for tile in line[at + 1 : end + 1])
    return (0, cross, score, multiplier, end if end > at else 0, run)


def test_squares_say_what_the_words_say() -> None:
    for position in random_positions(4711, 150):
        kernels = Kernels(position.words, position.letters, position.game)
        expected = by_definition(set(position.words), position.letters, position.game, position.board)
        wrong = differences(kernels.holding(position.board), expected, position.game)
        assert not wrong, f"{len(wrong)} differences to the definition: {'; '.join(wrong[:5])}"


def test_put_and_take_say_what_a_new_board_says() -> None:
    """Tiles put anywhere and taken from anywhere, not only as games have them: the squares know no game."""
    rng = random.Random(1988)
    for number in range(60):
        letters = rng.choice([3, 8, 26, 40, 63])
        game = random_game_rules(rng, letters)
        words = random_words(rng, rng.sample(range(1, letters + 1), min(letters, 4)), longest=9)
        used = sorted({letter for word in words for letter in word})
        kernels = Kernels(words, letters, game)
        board = [[0] * game.columns for _ in range(game.rows)]
        squares = kernels.empty().like()
        for step in range(25):
            free, taken = [], []
            for at in range(game.rows * game.columns):
                row, column = divmod(at, game.columns)
                if board[row][column]:
                    taken.append(at)
                elif not game.is_brick((row, column)):
                    free.append(at)
            if taken and (not free or rng.random() < 0.4):
                chosen = rng.sample(taken, min(len(taken), rng.randint(1, 7)))
                squares.take(chosen)
                tiles = [0] * len(chosen)
                what = f"{chosen} taken"
            else:
                chosen = rng.sample(free, min(len(free), rng.randint(1, 7)))
                tiles = [rng.choice(used) | (BLANK if rng.random() < 0.2 else 0) for _ in chosen]
                squares.put(chosen, tiles)
                what = f"{tiles} put on {chosen}"
            for at, tile in zip(chosen, tiles, strict=True):
                board[at // game.columns][at % game.columns] = tile
            wrong = differences(squares, from_scratch(kernels, board), game)
            assert not wrong, f"game {number}, step {step}, {what}: {'; '.join(wrong[:5])}"
        same_moves_on_both(kernels, squares, board, used, rng)


def same_moves_on_both(kernels: Kernels, squares: Any, board: Grid, used: list[int], rng: random.Random) -> None:
    """What generators read of squares but nobody is told: the nodes behind runs, and which lines have tiles."""
    rack = [0] * len(kernels.game.points)
    for _ in range(min(5, kernels.game.rack_size)):
        rack[rng.choice(used)] += 1
    fresh = kernels.holding(board)
    for name in kernels.generators:
        kept, made = kernels.moves(name, rack, squares), kernels.moves(name, rack, fresh)
        assert kept == made, f"{name} finds {len(kept)} moves after put and take, {len(made)} on a new board"


def test_games_there_and_back() -> None:
    """Whole games put down move by move, then taken up again; each board on the way back as on the way there."""
    for kernels, positions in groupby(with_kernels(random_positions(21, 120)), key=lambda pair: pair[1]):
        game = [(position.board, kernels) for position, _ in positions]
        squares = kernels.holding(game[0][0])
        moves = []
        for (before, _), (after, _) in pairwise(game):
            old, new = row_by_row(before), row_by_row(after)
            moves.append([at for at, tile in enumerate(new) if tile != old[at]])
            squares.put(moves[-1], bytes(new[at] for at in moves[-1]))
            wrong = differences(squares, from_scratch(kernels, after), kernels.game)
            assert not wrong, f"after {len(moves)} moves: {'; '.join(wrong[:5])}"
        for move, (board, _) in zip(reversed(moves), reversed(game[:-1]), strict=True):
            squares.take(move)
            wrong = differences(squares, from_scratch(kernels, board), kernels.game)
            assert not wrong, f"after taking {move}: {'; '.join(wrong[:5])}"
