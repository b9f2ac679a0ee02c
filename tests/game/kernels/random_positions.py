"""Random small lexicons, layouts and positions, seeded, each with the word scan's answer. For tests of the generators.

What is drawn: alphabets of 3 to 63 letters, lists of 5 to 400 words (of few letters, many of them grown from others, so
that words hook and cross; some lists with words of one letter, which nobody may play), boards from 1x1 to 21x21,
square or not, plain, mirrored in the diagonal or not, with premium squares up to 4x and bricks, racks of 1 to 15 tiles
with blanks. Positions are those of games: from the empty board on, a random legal move after each.

Positions that come one after the other share their words and game while `position.words` is the same object, so a
test may keep the lexicon it has built. The same seed gives the same positions. Shares no code with lexkit.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.game.word_scan import Game, Grid, Move, Square, Word, put, word_scan

#: Rows and columns, with how often they are drawn: mostly small ones, as the scan takes longer on large boards.
SIZES = {
    (1, 1): 1, (1, 9): 1, (8, 1): 1, (2, 2): 1, (2, 7): 2, (3, 3): 3, (4, 4): 5, (5, 5): 8, (6, 4): 6, (5, 9): 7,
    (7, 7): 14, (9, 6): 8, (9, 9): 14, (11, 11): 8, (7, 15): 5, (15, 15): 8, (19, 21): 2, (21, 17): 2, (21, 21): 4,
}  # fmt: skip


@dataclass(frozen=True)
class Position:
    """A board, a rack, and every legal move by the word scan. `letters` is the size of the alphabet."""

    letters: int
    words: list[Word]
    game: Game
    board: Grid
    rack: list[int]
    moves: set[Move]


def random_positions(seed: int, number: int) -> Iterator[Position]:
    """So many positions of as many random games as that takes."""
    rng = random.Random(seed)
    found = 0
    while found < number:
        for position in _random_game(rng):
            yield position
            found += 1
            if found == number:
                return


def _random_game(rng: random.Random) -> Iterator[Position]:
    """The positions of one game, a rack drawn anew at each turn; few of them with nothing to play."""
    letters = rng.choice([3, 4, 5, 6, 8, 12, 26, 26, 32, 33, 47, 62, 63])
    # Few letters are in use, whatever the alphabet; the last one is among them.
    used = sorted({letters, *rng.sample(range(1, letters + 1), min(letters, rng.randint(3, 9)))})
    game = random_game_rules(rng, letters)
    words = random_words(rng, used, longest=max(game.rows, game.columns) + 1)
    board: Grid = [[0] * game.columns for _ in range(game.rows)]
    for _ in range(rng.randint(1, 20)):
        for _ in range(4):
            rack = random_rack(rng, letters, used, game.rack_size)
            moves = word_scan(words, board, rack, game)
            if moves:
                break
        yield Position(letters, words, game, board, rack, moves)
        if moves:
            board = put(board, rng.choice(sorted(moves)))
        elif rng.random() < 0.7:
            return


def random_words(rng: random.Random, used: list[int], longest: int) -> list[Word]:
    """A list of 5 to 400 words, sorted, without repeats (fewer where so few letters make no more)."""
    wanted = rng.choice([rng.randint(5, 30), rng.randint(30, 120), rng.randint(120, 400)])
    shortest = 1 if rng.random() < 0.2 else 2
    frequent = used + rng.choices(used, k=len(used))
    words: list[Word] = []
    for _ in range(wanted):
        if words and rng.random() < 0.45:
            # Grown from another: an extension at either end, or two words in one.
            word = rng.choice(words)
            more = rng.choice(words) if rng.random() < 0.2 else (rng.choice(used),)
            word = word + more if rng.random() < 0.5 else more + word
        else:
            length = rng.choice([shortest, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8])
            word = tuple(rng.choices(frequent, k=length))
        words.append(word[: max(2, min(longest, 21))])
    return sorted(set(words))


def random_game_rules(rng: random.Random, letters: int) -> Game:
    """A layout with its premium squares, points of tiles, rack size and bingo."""
    rows, columns = rng.choices(list(SIZES), weights=list(SIZES.values()))[0]
    start = _random_start(rng, rows, columns)
    letter_multipliers = [[1] * columns for _ in range(rows)]
    word_multipliers = [[1] * columns for _ in range(rows)]
    premium = rng.choice([0.0, 0.1, 0.3, 0.6])
    brick = rng.choice([0.0, 0.0, 0.04, 0.12])
    for row in range(rows):
        for column in range(columns):
            if rng.random() < premium:
                # Sometimes both kinds on one square.
                if rng.random() < 0.7:
                    letter_multipliers[row][column] = rng.randint(2, 4)
                if rng.random() < 0.4:
                    word_multipliers[row][column] = rng.randint(2, 4)
            if rng.random() < brick and (row, column) != start:
                letter_multipliers[row][column] = word_multipliers[row][column] = 0
    if rows == columns and rng.random() < 0.5:
        # Mirrored in the diagonal; if the start square is on it too, an empty board is played across only.
        for row in range(rows):
            for column in range(row):
                if (column, row) != start and (row, column) != start:
                    letter_multipliers[row][column] = letter_multipliers[column][row]
                    word_multipliers[row][column] = word_multipliers[column][row]
    points = [rng.choice([0, 0, 0, 1, 3]), *(rng.choice([0, 1, 1, 1, 2, 3, 4, 5, 8, 10]) for _ in range(letters))]
    rack_size = rng.choice([1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 8, 9, 9, rng.randint(10, 15)])
    bingo = rng.choice([0, 35, 50, 50])
    bonuses = random_bonuses(random.Random(f"{points} {rack_size}"), rack_size, max(rows, columns))
    return Game(letter_multipliers, word_multipliers, start, points, bingo, rack_size, *bonuses)


def random_bonuses(rng: random.Random, rack_size: int, longest: int) -> tuple[dict[int, int], dict[int, int]]:
    """Bonuses of half of the games, by tiles laid and by length. Their chance is their own: all else is as without."""
    by_tiles = {rng.randint(1, rack_size): rng.randint(0, 60) for _ in range(rng.choice([0, 0, 0, 0, 1, 3]))}
    if rng.random() < 0.1:  # longer words never have less
        first = rng.randint(2, 8)
        return by_tiles, {length: 10 * (length - first) for length in range(first, longest + 1)}
    return by_tiles, {
        rng.randint(2, max(2, longest)): rng.randint(0, 60) for _ in range(rng.choice([0, 0, 0, 1, 2, 4]))
    }


def _random_start(rng: random.Random, rows: int, columns: int) -> Square:
    """Mostly the middle, sometimes any square."""
    if rng.random() < 0.6:
        return rows // 2, columns // 2
    return rng.randrange(rows), rng.randrange(columns)


def random_rack(rng: random.Random, letters: int, used: list[int], rack_size: int) -> list[int]:
    """Counts by tile number, blanks at 0: mostly a full rack of letters that words have, with 0 to 2 blanks."""
    size = rack_size if rng.random() < 0.6 else rng.randint(1, rack_size)
    blanks = rng.choices([0, 1, 2, 3], weights=[60, 24, 14, 2])[0]
    if size > 9:
        blanks = min(blanks, 1)  # A long word of many blanks has thousands of designations.
    rack = [0] * (letters + 1)
    for place in range(size):
        if place < blanks:
            rack[0] += 1
        else:
            rack[rng.choice(used) if rng.random() < 0.95 else rng.randint(1, letters)] += 1
    return rack
