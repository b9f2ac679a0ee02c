"""Endgames by brute force: every line of play to its end. The oracle of the tests.

Moves are found by the word scan, which shares no code with lexkit, and neither does this. Nothing is left out and
nothing is estimated: turns without a point and passes are counted one by one, as the rules of the referee say.
"""

import random
from dataclasses import dataclass, replace
from functools import cache

from tests.game.kernels.random_positions import random_bonuses, random_words
from tests.game.word_scan import BLANK, Game, Grid, Move, Word, put, word_scan

Rack = tuple[int, ...]
Squares = tuple[tuple[int, ...], ...]
#: Row and column, whether across, tiles; None for a pass.
Play = tuple[int, int, bool, Word] | None
GLYPHS = {".": (1, 1), "'": (2, 1), '"': (3, 1), "-": (1, 2), "=": (1, 3), "#": (0, 0)}


@dataclass(frozen=True)
class Small:
    """A small endgame, and the rules by which it ends. ``zeros``: turns without a point before it, all passes."""

    letters: int
    words: tuple[Word, ...]
    glyphs: tuple[str, ...]
    points: tuple[int, ...]
    bingo: int
    rack_size: int
    board: Squares
    racks: tuple[Rack, Rack]
    zeros: int
    zero_turns: int
    pass_turns: int
    bonuses: tuple[tuple[int, int], ...] = ()
    length_bonuses: tuple[tuple[int, int], ...] = ()

    @property
    def game(self) -> Game:
        """What the word scan wants to know."""
        grids = [[[GLYPHS[glyph][kind] for glyph in row] for row in self.glyphs] for kind in (0, 1)]
        start = len(self.glyphs) // 2, len(self.glyphs[0]) // 2
        bonuses = dict(self.bonuses), dict(self.length_bonuses)
        return Game(grids[0], grids[1], start, list(self.points), self.bingo, self.rack_size, *bonuses)


class BruteForce:
    """All lines of one endgame."""

    def __init__(self, small: Small) -> None:
        self.small = small
        self.game = small.game
        self.value = cache(self._value)
        self.moves = cache(self._find_moves)

    def values(self) -> dict[Play, int]:
        """What each first move comes to."""
        small = self.small
        return self._each(small.board, small.racks, small.zeros, small.zeros)

    def _value(self, board: Squares, racks: tuple[Rack, Rack], zeros: int, passes: int) -> int:
        return max(self._each(board, racks, zeros, passes).values())

    def _each(self, board: Squares, racks: tuple[Rack, Rack], zeros: int, passes: int) -> dict[Play, int]:
        own, other = racks
        each: dict[Play, int] = {}
        turns = [(None, board, own, 0)]
        for move in self.moves(board, own):
            row, column, across, tiles, score = move
            after = tuple(map(tuple, put([list(line) for line in board], move)))
            turns.append(((row, column, across, tiles), after, taken(own, tiles), score))
        for play, after, left, score in turns:
            if not any(left):
                each[play] = score + 2 * self.worth(other)
                continue
            missed, passed = 0 if score else zeros + 1, 0 if play else passes + 1
            if self.ends(missed, passed):
                each[play] = score + self.worth(other) - self.worth(left)
            else:
                each[play] = score - self.value(after, (other, left), missed, passed)
        return each

    def most_alone(self) -> int:
        """Return the most that the first player gains if the other one only passes; the first may stop at any time."""
        other = self.worth(self.small.racks[1])

        @cache
        def most(board: Squares, rack: Rack) -> int:
            gains = [other - self.worth(rack)]
            for move in self.moves(board, rack):
                left = taken(rack, move[3])
                after = tuple(map(tuple, put([list(line) for line in board], move)))
                gains.append(move[4] + (most(after, left) if any(left) else 2 * other))
            return max(gains)

        return most(self.small.board, self.small.racks[0])

    def ends(self, zeros: int, passes: int) -> bool:
        """Whether the game is over after this many turns without a point, or passes, in a row."""
        return 0 < self.small.zero_turns <= zeros or 0 < self.small.pass_turns <= passes

    def worth(self, rack: Rack) -> int:
        """The points of its tiles."""
        return sum(count * self.small.points[tile] for tile, count in enumerate(rack))

    def _find_moves(self, board: tuple[tuple[int, ...], ...], rack: Rack) -> set[Move]:
        return word_scan(self.small.words, [list(line) for line in board], rack, self.game)


def taken(rack: Rack, tiles: Word) -> Rack:
    """The rack without the tiles of a play."""
    left = list(rack)
    for tile in tiles:
        left[0 if tile & BLANK else tile] -= 1
    return tuple(left)


def random_small(seed: int) -> Small:
    """A random endgame of at most six tiles."""
    rng = random.Random(seed)
    letters = rng.choice([3, 4, 5, 8, 26, 40, 63])
    used = sorted({letters, *rng.sample(range(1, letters + 1), min(letters, rng.randint(3, 6)))})
    words = random_words(rng, used, longest=8)[:120]
    rows, columns = rng.choice([(3, 3), (4, 4), (5, 5), (5, 5), (4, 7), (7, 4), (6, 6), (7, 7)])
    glyphs = [[rng.choice("......'\"-=") for _ in range(columns)] for _ in range(rows)]
    if rng.random() < 0.2:
        glyphs[0][rng.randrange(columns)] = "#"
    points = [rng.choice([0, 0, 1]), *(rng.choice([0, 1, 1, 2, 3, 4, 8]) for _ in range(letters))]
    rack_size = rng.choice([3, 4, 7, 7, 9])
    small = Small(
        letters, tuple(words), tuple(map("".join, glyphs)), tuple(points), rng.choice([0, 10, 50]), rack_size,
        (), ((), ()), 0, 6, 0,
    )  # fmt: skip
    board: Grid = [[0] * columns for _ in range(rows)]
    for _ in range(rng.randint(1, 6)):
        moves = word_scan(words, board, _random_rack(rng, letters, used, 4), small.game)
        if moves:
            board = put(board, rng.choice(sorted(moves)))
    first = rng.randint(1, min(4, rack_size))
    racks = [_random_rack(rng, letters, used, size) for size in (first, rng.randint(1, min(rack_size, 5 - first, 3)))]
    rng.shuffle(racks)
    zero_turns, pass_turns = rng.choice(
        [(6, 0), (6, 0), (6, 0), (2, 0), (3, 0), (1, 0), (0, 4), (0, 2), (6, 4), (12, 3)]
    )
    least = min(limit for limit in (zero_turns, pass_turns) if limit)
    zeros = rng.choice([0, 0, rng.randrange(least)])
    bonuses = random_bonuses(random.Random(f"bonuses {seed}"), rack_size, max(rows, columns))
    return Small(
        small.letters, small.words, small.glyphs, small.points, small.bingo, rack_size,
        tuple(map(tuple, board)), (racks[0], racks[1]), zeros, zero_turns, pass_turns,
        *(tuple(each.items()) for each in bonuses),
    )  # fmt: skip


def random_stuck(seed: int) -> Small:
    """A random endgame of three to five tiles against one or two, of which one is in no word."""
    small = random_small(seed)
    rng = random.Random(f"stuck {seed}")
    used = sorted({tile for word in small.words for tile in word})
    letters, points = small.letters, small.points
    alone = next((tile for tile in range(1, letters + 1) if tile not in used), letters + 1)
    if alone > letters:
        letters, points = alone, (*points, rng.choice([0, 1, 4, 8]))
    first = list(_random_rack(rng, letters, used, min(small.rack_size, rng.choice([3, 3, 4, 4, 5]))))
    other = list(_random_rack(rng, letters, used, 0 if rng.random() < 0.7 else 1))
    other[alone] += 1
    return replace(small, letters=letters, points=points, racks=(tuple(first), tuple(other)))


def _random_rack(rng: random.Random, letters: int, used: list[int], size: int) -> Rack:
    rack = [0] * (letters + 1)
    for _ in range(size):
        rack[0 if rng.random() < 0.08 else rng.choice(used)] += 1
    return tuple(rack)
