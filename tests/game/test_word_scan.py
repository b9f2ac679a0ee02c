"""The word scan itself: positions whose moves and scores were counted by hand, and a scan from the tiles, not words."""

from collections.abc import Iterator, Sequence

import pytest

from tests.game.kernels.random_positions import Position, random_positions
from tests.game.two_ply import counts, tile
from tests.game.word_scan import BLANK, Game, Grid, Move, Square, put, word_scan
from tests.running import MANY, few_of

POINTS = [0, 1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10]


def plain(rows: int, columns: int, start: Square = (0, 0), rack_size: int = 7) -> Game:
    """A board without premium squares."""
    ones = [[1] * columns for _ in range(rows)]
    return Game(ones, ones, start, POINTS, rack_size=rack_size)


def drawn(rows: str) -> Grid:
    return [[tile(letter) for letter in row] for row in rows.split()]


def scan(words: str, board: str, rack: str, game: Game) -> set[tuple[str, str, int]]:
    """Each move as its place (row and column from 0, "across" or "down"), the tiles put down, and the score."""
    listed = [tuple(map(tile, word)) for word in words.split()]
    moves = word_scan(listed, drawn(board), counts(rack, 27), game)
    return {
        (f"{row},{column} {'across' if across else 'down'}", "".join(map(letter, tiles)), score)
        for row, column, across, tiles, score in moves
    }


def letter(number: int) -> str:
    return chr(number + 64) if number < BLANK else chr(number - BLANK + 96)


def test_care_crossed_and_extended() -> None:
    board = "....... ....... ....... .CARE.. ....... ....... ......."
    assert scan("CARE CARES SCARE AS SO RE", board, "SO", plain(7, 7, (3, 3))) == {
        ("3,1 across", "S", 7),  # CARES
        ("3,0 across", "S", 7),  # SCARE
        ("3,5 down", "SO", 9),  # SO, and CARES
        ("3,0 down", "SO", 9),  # SO, and SCARE
        ("3,2 down", "S", 2),  # AS, through the A
    }


def test_words_beside_words() -> None:
    assert scan("AA", "... AA. ...", "AA", plain(3, 3, (1, 1))) == {
        ("0,0 across", "AA", 6),  # with two cross words
        ("0,1 across", "AA", 4),  # with one
        ("2,0 across", "AA", 6),
        ("2,1 across", "AA", 4),
        ("0,0 down", "A", 2),
        ("0,1 down", "A", 2),
        ("1,0 down", "A", 2),
        ("1,1 down", "A", 2),
    }


def test_empty_board_across_only_where_the_layout_is_symmetric() -> None:
    across = {("2,1 across", "AB", 4), ("2,2 across", "AB", 4)}
    empty = "..... " * 5
    assert scan("AB", empty, "AB", plain(5, 5, (2, 2))) == across
    askew = {("1,2 across", "AB", 4), ("1,1 across", "AB", 4), ("0,2 down", "AB", 4), ("1,2 down", "AB", 4)}
    assert scan("AB", empty, "AB", plain(5, 5, (1, 2))) == askew
    # Not square: the start square on the diagonal does not make it symmetric.
    oblong = {("1,0 across", "AB", 4), ("1,1 across", "AB", 4), ("0,1 down", "AB", 4), ("1,1 down", "AB", 4)}
    assert scan("AB", "... ... ... ...", "AB", plain(4, 3, (1, 1))) == oblong
    # One premium square, or one brick, that has no mirror image.
    ones = [[1] * 5 for _ in range(5)]
    for multiplier in (2, 0):
        other = [list(line) for line in ones]
        other[0][4] = multiplier
        for game in (Game(ones, other, (2, 2), POINTS), Game(other, ones, (2, 2), POINTS)):
            down = {("1,2 down", "AB", 4), ("2,2 down", "AB", 4)}
            assert scan("AB", empty, "AB", game) == across | down


def test_first_move_on_the_premium_squares_of_the_standard_board() -> None:
    letters, words = [[1] * 15 for _ in range(15)], [[1] * 15 for _ in range(15)]
    letters[7][3] = letters[7][11] = letters[3][7] = letters[11][7] = 2
    words[7][7] = 2
    game = Game(letters, words, (7, 7), POINTS)
    assert scan("CARES", "............... " * 15, "CARESQ", game) == {
        ("7,3 across", "CARES", 20),  # the C twice
        ("7,4 across", "CARES", 14),
        ("7,5 across", "CARES", 14),
        ("7,6 across", "CARES", 14),
        ("7,7 across", "CARES", 16),  # the S twice
    }


def test_one_tile_that_makes_words_both_ways_is_across_with_both_scores() -> None:
    ones = [[1] * 3 for _ in range(3)]
    letters = [[1, 1, 1], [1, 2, 1], [1, 1, 1]]
    words = [[4, 4, 1], [4, 3, 1], [1, 1, 1]]  # the fours lie under tiles already: they count no more
    expected = {("0,1 across", "B", 4), ("1,0 down", "B", 4)}
    assert scan("AB", ".A. A.. ...", "B", Game(ones, ones, (0, 1), POINTS)) == expected | {("1,0 across", "B", 8)}
    # (1 + 2 x 3) x 3, twice
    assert scan("AB", ".A. A.. ...", "B", Game(letters, words, (0, 1), POINTS)) == expected | {("1,0 across", "B", 42)}


def test_blanks_each_designation_and_each_occurrence() -> None:
    assert scan("AA AB CB CC", "..", "A?", plain(1, 2)) == {
        ("0,0 across", "Aa", 1),
        ("0,0 across", "aA", 1),
        ("0,0 across", "Ab", 1),
    }
    assert scan("AA AB CB CC", "..", "B??", plain(1, 2)) == {
        ("0,0 across", "aa", 0),
        ("0,0 across", "aB", 3),
        ("0,0 across", "ab", 0),
        ("0,0 across", "cB", 3),
        ("0,0 across", "cb", 0),
        ("0,0 across", "cc", 0),
    }


def test_blanks_count_the_points_of_the_blank() -> None:
    game = Game([[1, 3, 1]], [[1, 1, 2]], (0, 0), [2, *POINTS[1:]])
    # The blank on the board 2, the blank from the rack 2 x 3, and C 3; the word twice.
    assert scan("ABC", "a..", "C?", game) == {("0,0 across", "bC", 22)}
    assert scan("ABC", "a..", "BC", game) == {("0,0 across", "BC", 28)}


def test_bricks_end_words_and_take_no_tile() -> None:
    ones = [[1, 1, 0, 1, 1]]
    game = Game(ones, ones, (0, 0), POINTS)
    words = "AB ABA BA ABAB ABABA"
    assert scan(words, ".....", "AABB?", game) == {
        ("0,0 across", tiles, score)
        for tiles, score in [("AB", 4), ("Ab", 1), ("aB", 3), ("BA", 4), ("Ba", 3), ("bA", 1)]
    }
    # Beyond the brick nothing is connected; before it, there is room for one tile.
    assert scan(words, "A....", "AABB", game) == {("0,0 across", "B", 4)}
    # A tile on the other side of a brick is no neighbour: what is played before it is a word.
    assert scan("AB BA", "A..BA", "B", game) == {("0,0 across", "B", 4)}
    # A start square under a brick cannot be covered.
    assert scan(words, ".....", "AABB", Game(ones, ones, (0, 2), POINTS)) == set()


def test_the_main_word_takes_in_all_tiles_in_line() -> None:
    assert scan("AB BA", "AB...", "AB", plain(1, 5)) == set()
    assert scan("AB BA ABBA", "AB...", "AB", plain(1, 5)) == {("0,0 across", "BA", 8)}
    assert scan("AB ABA BAB", "A.A..", "B", plain(1, 5)) == {("0,0 across", "B", 5), ("0,2 across", "B", 4)}
    # Tiles before and between those there.
    assert scan("CAB AC DACAB", ".A.AB", "CD", plain(1, 5)) == {("0,0 across", "DC", 10)}


def test_words_not_touched_are_not_looked_up() -> None:
    assert scan("AB", "ZQ. ..A ...", "B", plain(3, 3)) == {("1,2 down", "B", 4)}


def test_words_of_one_letter_are_not_played() -> None:
    assert scan("A B AB", "...", "A", plain(1, 3, (0, 1))) == set()
    assert scan("A", ".", "A", plain(1, 1)) == set()
    assert scan("A AB", "... ...", "AB", plain(2, 3, (0, 0))) == {("0,0 across", "AB", 4), ("0,0 down", "AB", 4)}


def test_bingo_only_with_exactly_the_rack_size() -> None:
    assert scan("ABA ABAB", "....", "AABB", plain(1, 4, rack_size=3)) == {
        ("0,0 across", "ABA", 55),
        ("0,0 across", "ABAB", 8),
    }
    # Tiles that lie there are not counted.
    assert scan("ABAB", "A...", "AABB", plain(1, 4, rack_size=3)) == {("0,0 across", "BAB", 58)}
    assert scan("ABAB", "AB..", "AABB", plain(1, 4, rack_size=3)) == {("0,0 across", "AB", 8)}


def test_nothing_to_play() -> None:
    assert scan("", "... ...", "AB", plain(2, 3)) == set()
    assert scan("AB", "... ...", "", plain(2, 3)) == set()
    assert scan("AB", "ABA BAB", "AB", plain(2, 3)) == set()


def test_put_skips_the_tiles_there() -> None:
    board = drawn(".A.b .... ....")
    assert put(board, (0, 0, True, (3, 4 | BLANK), 0)) == drawn("CAdb .... ....")
    assert put(board, (0, 1, False, (3, 4), 0)) == drawn(".A.b .C.. .D..")


def tile_scan(position: Position) -> set[Move]:
    """The same moves found from the tiles: every arrangement of them on the free squares of a line, then all words
    of the board that hold a new tile are looked up."""
    game, board = position.game, position.board
    known = {word for word in position.words if len(word) >= 2}
    occupied = {(row, column) for row in range(game.rows) for column in range(game.columns) if board[row][column]}
    moves = set()
    for squares in _stretches(game, occupied, sum(position.rack)):
        beside = {(row + dr, column + dc) for row, column in squares for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        if not (beside & occupied if occupied else game.start in squares):
            continue
        for tiles in _arrangements(position.rack, len(squares), position.letters):
            after = [list(line) for line in board]
            for (row, column), new in zip(squares, tiles, strict=True):
                after[row][column] = new
            formed = [run for run in _runs(after) if len(run) >= 2 and set(run) & set(squares)]
            if not formed or any(tuple(after[r][c] & ~BLANK for r, c in run) not in known for run in formed):
                continue
            main = max(formed, key=lambda run: (len(set(run) & set(squares)), run[0][0] == run[1][0]))
            across = main[0][0] == main[1][0]
            if not occupied and game.symmetric and not across:
                continue
            score = game.bonus(len(tiles), len(main))
            for run in formed:
                value, factor = 0, 1
                for row, column in run:
                    points = game.points[0] if after[row][column] & BLANK else game.points[after[row][column]]
                    fresh = (row, column) in squares
                    value += points * (game.letter_multipliers[row][column] if fresh else 1)
                    factor *= game.word_multipliers[row][column] if fresh else 1
                score += value * factor
            moves.add((*main[0], across, tiles, score))
    return moves


def _stretches(game: Game, occupied: set[Square], most: int) -> Iterator[tuple[Square, ...]]:
    """The next so many free squares from each free square on, to the right and down, up to a brick or the edge."""
    for row in range(game.rows):
        for column in range(game.columns):
            for down, right in ((0, 1), (1, 0)):
                squares: list[Square] = []
                r, c = row, column
                while r < game.rows and c < game.columns and not game.is_brick((r, c)) and len(squares) < most:
                    if (r, c) not in occupied:
                        squares.append((r, c))
                        yield tuple(squares)
                    elif not squares:
                        break
                    r, c = r + down, c + right


def _arrangements(rack: Sequence[int], length: int, letters: int) -> Iterator[tuple[int, ...]]:
    """All sequences of so many tiles of the rack, blanks as any letter."""
    if length == 0:
        yield ()
        return
    for number, count in enumerate(rack):
        if count:
            left = [had - (place == number) for place, had in enumerate(rack)]
            for rest in _arrangements(left, length - 1, letters):
                for new in [number] if number else [other | BLANK for other in range(1, letters + 1)]:
                    yield (new, *rest)


def _runs(board: Grid) -> Iterator[list[Square]]:
    """All stretches of tiles, across and down, those of one tile included."""
    rows, columns = len(board), len(board[0])
    lines = [[(row, column) for column in range(columns)] for row in range(rows)]
    for line in lines + [[(row, column) for row in range(rows)] for column in range(columns)]:
        run: list[Square] = []
        for row, column in line:
            if board[row][column]:
                run.append((row, column))
            elif run:
                yield run
                run = []
        if run:
            yield run


@pytest.mark.parametrize("seed", few_of(range(3), 1))
def test_tiles_first_finds_the_same_moves(seed: int) -> None:
    tried = found = 0
    for position in random_positions(seed, 200):
        game, size = position.game, sum(position.rack)
        arrangements = max(position.letters, 2) ** position.rack[0] * 4 ** min(size, 5)
        if size <= 6 and game.rows * game.columns <= 81 and arrangements <= 512:
            assert tile_scan(position) == position.moves
            tried += 1
            found += len(position.moves)
    assert tried >= 20
    assert found >= 100


def test_random_positions_are_the_same_for_a_seed_and_within_their_bounds() -> None:
    number = 150 if MANY else 50
    positions = list(random_positions(5, number))
    assert positions == list(random_positions(5, number))
    for position in positions:
        game, rack = position.game, position.rack
        assert 3 <= position.letters <= 63
        assert len(rack) == len(game.points) == position.letters + 1
        assert 1 <= sum(rack) <= game.rack_size <= 15
        assert 1 <= len(position.words) <= 400
        assert all(1 <= number <= position.letters for word in position.words for number in word)
        assert not game.is_brick(game.start)
        for letter_line, word_line in zip(game.letter_multipliers, game.word_multipliers, strict=True):
            for pair in zip(letter_line, word_line, strict=True):
                assert pair == (0, 0) or set(pair) <= {1, 2, 3, 4}
