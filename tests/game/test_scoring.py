"""Scores: by hand, and against a plain scorer that shares nothing with the one under test."""

import random

import pytest

from lexkit import Alphabet, Board, Layout, Rules, lexicons
from lexkit.errors import IllegalMoveError
from lexkit.formats.alphabet import Tile
from lexkit.runtime.game.scoring import form
from lexkit.runtime.game.text.notation import BLANK
from tests.game.positions import REAL
from tests.running import each


def empty(**rules) -> Board:
    return Board(rules=Rules(**rules))


@each(
    ("play", "score"),
    [
        ("8G CARE", 2 * (3 + 1 + 1 + 1)),
        ("8H CARE", 2 * (3 + 1 + 1 + 1)),
        ("8E CARES", 2 * (3 + 1 + 1 + 1 + 1)),
        ("8D CARES", 2 * (2 * 3 + 1 + 1 + 1 + 1)),
        ("H4 JUMBO", 2 * (2 * 8 + 1 + 3 + 3 + 1)),
        ("8G cARE", 2 * (0 + 1 + 1 + 1)),
        ("8D cARES", 2 * (0 + 1 + 1 + 1 + 1)),
        ("8D RETAINS", 2 * (2 + 6) + 50),
        ("8D RETAIns", 2 * (2 + 4) + 50),
    ],
)
def test_first_plays(play, score):
    assert empty().play(play).score == score


def test_multipliers_count_once():
    board = empty()
    assert board.play("8H CARE").score == 12
    # S on 8L is a double letter, and the start square counts no more
    assert board.play("8H ....S").score == 3 + 1 + 1 + 1 + 2
    # down through the S: nothing under it counts again
    move = board.play("L7 A.K")
    assert move.breakdown == (("ASK", 1 + 1 + 5),)


def test_cross_words_score_with_their_own_squares():
    board = empty()
    board.play("8H CARE")
    # 9H is plain, 9I a double letter, 9J plain
    move = board.play("9H ABA")
    assert move.words == ("ABA", "CA", "AB", "RA")
    assert move.breakdown == (("ABA", 1 + 6 + 1), ("CA", 4), ("AB", 1 + 6), ("RA", 2))
    assert move.score == 8 + 4 + 7 + 2


def test_a_double_word_doubles_the_cross_word_too():
    board = empty()
    board.play("8H CARE")
    board.play("K8 .XI")
    # 11K is a double word
    assert board.play("11K AT").breakdown == (("AT", 2 * (1 + 1)), ("EXIA", 2 * (1 + 8 + 1 + 1)))


def test_triple_words():
    board = empty()
    board.play("8D RETAINS")
    move = board.play("8A PRE.......")
    assert move.score == 3 * (3 + 1 + 1 + 7)
    assert move.breakdown == (("PRERETAINS", 36),)


def test_two_word_multipliers_multiply():
    board = empty(layout=Layout("x", ["=..........-..~"]), rack_size=15, bingo=0)
    assert board.play("1A " + "E" * 15).score == 3 * 2 * 4 * 15


def test_bingo_is_exactly_a_full_rack():
    board = empty(rack_size=5, bingo=35)
    assert board.play("8H CARES").breakdown == (("CARES", 2 * (7 + 1)), ("bingo", 35))
    board = empty(rack_size=9, bingo=35)
    assert board.play("8D RETAINS").breakdown == (("RETAINS", 16),)
    board = empty(bingo=0)
    assert board.play("8D RETAINS").breakdown == (("RETAINS", 16),)


def test_long_words_may_earn_more():
    """By the length of the main word in tiles, with those that lay there."""
    board = empty(length_bonuses={2: 3, "4": 10, 5: 6}, bonuses={1: 4})
    assert board.play("8E CARE").breakdown == (("CARE", 12), ("length", 10))
    assert board.play("9H AB").breakdown == (("AB", 1 + 2 * 3), ("EA", 2), ("length", 3))
    # A single tile's main word is that of its row, however the play is written.
    assert board.copy().play("8E ....S").breakdown == board.copy().play("I8 S.").breakdown
    assert board.play("I8 S.").breakdown == (("CARES", 7), ("SB", 4), ("bingo", 4), ("length", 6))
    assert empty(length_bonuses={7: 5}).play("8D RETAINS").breakdown[1:] == (("bingo", 50), ("length", 5))
    assert empty(length_bonuses={8: 20}).play("8D RETAINS").breakdown[1:] == (("bingo", 50),)
    assert empty(alphabet="spanish", length_bonuses={3: 7}).play("8G A[CH]E").breakdown[-1] == ("length", 7)


def test_a_blank_is_worth_what_the_alphabet_says():
    alphabet = Alphabet("x", [Tile("A", "a", 5, 9), Tile("B", "b", 7, 9)], blanks=2, blank_points=3)
    board = empty(alphabet=alphabet)
    assert board.play("8H aB").score == 2 * (3 + 7)
    assert board.play("8H ..b").breakdown == (("ABB", 3 + 7 + 3),)


def test_tiles_of_several_code_points():
    board = Board(alphabet="spanish")
    move = board.play("8G A[CH]E")
    assert move.words == ("ACHE",)
    assert move.score == 2 * (1 + 5 + 1)
    assert board.play("H7 [ll].A").breakdown == (("LLCHA", 0 + 5 + 1 + 0),)


def test_in_a_real_position():
    board = Board.from_cgp(REAL[0])
    # down to the N of OBEISANT, 10N a triple letter
    move = board.play("N10 ID.")
    assert move.words == ("IDN",)
    assert move.breakdown == (("IDN", 3 + 2 + 1),)


# -- against a plain scorer -----------------------------------------------------------------------------


def plainly(board: Board, placed: dict[tuple[int, int], int]) -> tuple[int, set[tuple[str, int]]]:
    """Score and words of tiles put down, from the definition alone."""
    layout, rules = board.layout, board.rules
    old = {divmod(at, layout.columns): tile for at, tile in enumerate(board.grid) if tile}
    everything = {**old, **placed}
    runs = set()
    for row, column in placed:
        for down, right in ((0, 1), (1, 0)):
            r, c = row, column
            while (r - down, c - right) in everything:
                r, c = r - down, c - right
            run = []
            while (r, c) in everything:
                run.append((r, c))
                r, c = r + down, c + right
            if len(run) > 1:
                runs.add(tuple(run))
    total, words = 0, set()
    for run in runs:
        points, times = 0, 1
        for at in run:
            tile = everything[at]
            worth = board.alphabet.blank_points if tile & BLANK else board.alphabet.tiles[tile - 1].points
            square = at[0] * layout.columns + at[1]
            if at in placed:
                worth *= layout.letter_multipliers[square]
                times *= layout.word_multipliers[square]
            points += worth
        total += points * times
        words.add((board.alphabet.decode(everything[at] & 0x7F for at in run), points * times))
    return total + (rules.bingo if len(placed) == rules.rack_size else 0), words


def random_play(board: Board, rng: random.Random) -> str:
    """Some play's text, often impossible: tiles from a random square on, over what lies there."""
    layout = board.layout
    across = rng.random() < 0.5
    row, column = rng.randrange(layout.rows), rng.randrange(layout.columns)
    number = rng.randint(1, 7)
    text, r, c = "", row, column
    while r < layout.rows and c < layout.columns:
        if board.grid[r * layout.columns + c]:
            text += "."
        elif number:
            tile = rng.randint(1, len(board.alphabet)) | (BLANK if rng.random() < 0.2 else 0)
            text += f"[{board.rules.text.labels[tile]}]"
            number -= 1
        else:
            break
        r, c = (r, c + 1) if across else (r + 1, c)
    return f"{row + 1}{board_column(column)} {text}" if across else f"{board_column(column)}{row + 1} {text}"


def board_column(column: int) -> str:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column]


@pytest.mark.parametrize("name", ["english", "spanish", "catalan"])
@pytest.mark.parametrize("seed", range(3))
def test_random_plays_score_as_defined(name, seed):
    rng = random.Random(seed)
    squares = "".join(rng.choice("..........'\"^-=~#") for _ in range(17 * 13))
    squares = squares[: 8 * 13 + 6] + "-" + squares[8 * 13 + 7 :]
    layout = Layout("random", [squares[first : first + 13] for first in range(0, 17 * 13, 13)])
    board = empty(layout=layout, alphabet=lexicons.alphabet(name))
    made = 0
    for _ in range(700):
        before = board.copy()
        try:
            move = board.play(random_play(board, rng))
        except IllegalMoveError:
            assert board == before
            continue
        made += 1
        placed = {divmod(at, 13): tile for at, tile in zip(move.squares, move.played, strict=True)}
        score, words = plainly(before, placed)
        assert move.score == score
        assert {pair for pair in move.breakdown if pair[0] != "bingo"} == words
        assert sum(points for _, points in move.breakdown) == score
        player = before.to_move
        assert board.scores[player] == before.scores[player] + score
    assert made > 5
    text = str(board)
    assert text != str(empty(layout=layout))
    while board.history:
        board.undo()
    assert board == empty(layout=layout, alphabet=lexicons.alphabet(name))


def test_what_is_formed_says_which_tiles_were_put_down():
    """Covered squares are 0 in the play's own notation, and have their tile in the word."""
    board = empty()
    board.play("8H CARE")
    tiles = board.alphabet.encode("SD")
    formed = form(board.rules, board.grid, 7, 6, True, tiles)
    assert formed.words[0].tiles == board.alphabet.encode("SCARED")
    assert formed.tiles == bytes([tiles[0], 0, 0, 0, 0, tiles[1]])
    assert formed.squares == (7 * 15 + 6, 7 * 15 + 11)
