"""Every legal move by the word scan: each word of the list at each square in each direction. The oracle of the tests.

This is how Weinberger's and Turcan's programs found their moves, before graphs of words. It is slow, and plain enough
to be believed: a word is laid on a stretch of a row or column, and whatever the rules forbid drops it. It shares no
code with lexkit, knows tiles by number only, and skips only what cannot be a move (a stretch that touches nothing, a
word with letters that are neither on the rack nor in the row).

Tiles: 0 is an empty square, 1..63 a tile by its number in the alphabet, 0x80|t a blank designated as t. A rack is a
list of counts by tile number, the blanks at 0.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

BLANK = 0x80

Word = tuple[int, ...]
Square = tuple[int, int]
Grid = list[list[int]]
#: Row and column of the main word's first square, whether it runs across, the tiles put down in order, the score.
Move = tuple[int, int, bool, Word, int]
#: A word as it lies on the board: each of its squares with the tile there.
Laid = list[tuple[Square, int]]


@dataclass(frozen=True)
class Game:
    """What does not change from one position to the next. A multiplier of 0 is a brick."""

    letter_multipliers: Grid
    word_multipliers: Grid
    start: Square
    points: list[int]
    bingo: int = 50
    rack_size: int = 7
    #: More points for laying so many tiles, and for a word of such a length.
    bonuses: Mapping[int, int] = field(default_factory=dict)
    length_bonuses: Mapping[int, int] = field(default_factory=dict)

    def bonus(self, laid: int, length: int) -> int:
        """Points for laying so many tiles, in a word of this length."""
        by_tiles = self.bonuses.get(laid, 0) + (self.bingo if laid == self.rack_size else 0)
        return by_tiles + self.length_bonuses.get(length, 0)

    @property
    def rows(self) -> int:
        return len(self.word_multipliers)

    @property
    def columns(self) -> int:
        return len(self.word_multipliers[0])

    @property
    def symmetric(self) -> bool:
        """Whether the layout is its own mirror image in the diagonal, so that across and down are the same."""
        grids = (self.letter_multipliers, self.word_multipliers)
        mirrored = all(grid == [list(line) for line in zip(*grid, strict=True)] for grid in grids)
        return mirrored and self.start[0] == self.start[1]

    def is_brick(self, square: Square) -> bool:
        return self.word_multipliers[square[0]][square[1]] == 0


def word_scan(words: Sequence[Word], board: Grid, rack: Sequence[int], game: Game) -> set[Move]:
    """All legal moves with their scores, each once.

    A single tile that makes words both ways is a move across. On an empty board moves are across only if the layout
    is symmetric, else in both directions. Each choice of the tiles that are blanks is a move of its own.
    """
    known = {word for word in words if len(word) >= 2}
    needs = [(sum(1 << tile for tile in set(word)), word) for word in known]
    first_move = not any(map(any, board))
    anchors = {game.start} if first_move else set(_beside_tiles(board))
    moves: set[Move] = set()
    for across in (True,) if first_move and game.symmetric else (True, False):
        for line in _lines(game, across):
            if anchors.isdisjoint(line):
                continue
            here = _words_of_line(needs, [board[row][column] for row, column in line], rack)
            for first in range(len(line)):
                for length, candidates in here.items():
                    squares = line[first : first + length]
                    if len(squares) < length or anchors.isdisjoint(squares) or any(map(game.is_brick, squares)):
                        continue
                    if _touches_in_line(board, line, first, first + length):
                        continue
                    for tiles, score in _laid_on(squares, candidates, across, known, board, rack, game):
                        moves.add((*squares[0], across, tiles, score))
    return moves


def put(board: Grid, move: Move) -> Grid:
    """The board after the move."""
    row, column, across, tiles, _ = move
    after = [list(line) for line in board]
    for tile in tiles:
        while after[row][column]:
            row, column = (row, column + 1) if across else (row + 1, column)
        after[row][column] = tile
    return after


def _lines(game: Game, across: bool) -> list[list[Square]]:
    """The rows, or the columns, each as its squares."""
    if across:
        return [[(row, column) for column in range(game.columns)] for row in range(game.rows)]
    return [[(row, column) for row in range(game.rows)] for column in range(game.columns)]


def _beside_tiles(board: Grid) -> Iterator[Square]:
    """The empty squares next to a tile: a play is connected when it covers one of them."""
    for row, line in enumerate(board):
        for column, tile in enumerate(line):
            around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            if not tile and any(_tile_at(board, square) for square in around):
                yield row, column


def _touches_in_line(board: Grid, line: list[Square], first: int, end: int) -> bool:
    """Whether a tile stands directly before or after line[first:end]: the word would be a longer one."""
    ends = line[max(0, first - 1) : first] + line[end : end + 1]
    return any(_tile_at(board, square) for square in ends)


def _tile_at(board: Grid, square: Square) -> int:
    """The tile on a square; 0 outside the board."""
    row, column = square
    return board[row][column] if 0 <= row < len(board) and 0 <= column < len(board[0]) else 0


def _words_of_line(needs: list[tuple[int, Word]], line: list[int], rack: Sequence[int]) -> dict[int, list[Word]]:
    """By length, the words with no more letters missing from both the rack and the line than there are blanks."""
    present = {tile & ~BLANK for tile in line} | {tile for tile, count in enumerate(rack) if count}
    missing = ~sum(1 << tile for tile in present)
    here: dict[int, list[Word]] = defaultdict(list)
    for letters, word in needs:
        if (letters & missing).bit_count() <= rack[0]:
            here[len(word)].append(word)
    return here


def _laid_on(
    squares: list[Square],
    candidates: list[Word],
    across: bool,
    known: set[Word],
    board: Grid,
    rack: Sequence[int],
    game: Game,
) -> Iterator[tuple[Word, int]]:
    """The tiles put down, and the score, of each way to lay one of the words on exactly these squares."""
    there = [board[row][column] for row, column in squares]
    empty = [place for place, tile in enumerate(there) if not tile]
    if len(empty) > sum(rack):
        return
    crossing = [_crossing(board, squares[place], across) for place in empty]
    if not across and len(empty) == 1 and any(crossing[0]):
        return  # one tile, words both ways: counted across
    letters = [tile & ~BLANK for tile in there]
    for word in candidates:
        if any(old not in (0, new) for old, new in zip(letters, word, strict=True)):
            continue
        put_down = [word[place] for place in empty]
        if not _cross_words_known(put_down, crossing, known):
            continue
        for tiles in _from_rack(put_down, rack):
            new = dict(zip((squares[place] for place in empty), tiles, strict=True))
            main = [(square, new.get(square, tile)) for square, tile in zip(squares, there, strict=True)]
            score = _word_score(main, new, game)
            for placed, (before, after) in zip(new.items(), crossing, strict=True):
                if before or after:
                    score += _word_score([*before, placed, *after], new, game)
            yield tiles, score + game.bonus(len(tiles), len(squares))


def _cross_words_known(put_down: list[int], crossing: list[tuple[Laid, Laid]], known: set[Word]) -> bool:
    """Whether each word the new tiles make in the other direction is in the list; a tile alone makes none."""
    for letter, (before, after) in zip(put_down, crossing, strict=True):
        if (before or after) and (*_letters(before), letter, *_letters(after)) not in known:
            return False
    return True


def _crossing(board: Grid, square: Square, across: bool) -> tuple[Laid, Laid]:
    """The tiles that run up to a square, and on from it, in the other direction."""
    down, right = (1, 0) if across else (0, 1)
    runs: list[Laid] = []
    for sign in (-1, 1):
        run: Laid = []
        row, column = square[0] + sign * down, square[1] + sign * right
        while tile := _tile_at(board, (row, column)):
            run.append(((row, column), tile))
            row, column = row + sign * down, column + sign * right
        runs.append(run)
    return runs[0][::-1], runs[1]


def _letters(laid: Laid) -> list[int]:
    return [tile & ~BLANK for _, tile in laid]


def _from_rack(letters: Sequence[int], rack: Sequence[int]) -> Iterator[Word]:
    """Every way to make these letters of the tiles on the rack: each of its own tile, or of a blank."""
    if not letters:
        yield ()
        return
    for taken, tile in ((letters[0], letters[0]), (0, letters[0] | BLANK)):
        if rack[taken]:
            left = list(rack)
            left[taken] -= 1
            for tiles in _from_rack(letters[1:], left):
                yield (tile, *tiles)


def _word_score(laid: Laid, new: dict[Square, int], game: Game) -> int:
    """What one word counts: premium squares only under the new tiles."""
    total, factor = 0, 1
    for (row, column), tile in laid:
        points = game.points[0 if tile & BLANK else tile]
        if (row, column) in new:
            points *= game.letter_multipliers[row][column]
            factor *= game.word_multipliers[row][column]
        total += points
    return total * factor
