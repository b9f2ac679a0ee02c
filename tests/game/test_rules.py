"""Rules: their bounds, their tables, and what a position must hold to."""

import dataclasses
import pickle

import pytest

from lexkit import Alphabet, Layout, Rules, lexicons
from lexkit.errors import AlphabetError, PositionError
from lexkit.formats.alphabet import Tile
from lexkit.runtime.game.rules import MAX_SCORE, score_bound
from lexkit.runtime.game.text.position import check_position, shared_rules
from tests.running import each


def test_defaults():
    rules = Rules()
    assert rules.layout is Layout.named("standard")
    assert rules.alphabet is lexicons.alphabet("english")
    assert (rules.rack_size, rules.bingo, rules.exchange_minimum, rules.zero_turns) == (7, 50, 7, 6)


def test_tables():
    rules = Rules(alphabet="english")
    assert rules.points[0] == 0
    assert rules.points[1] == 1
    assert rules.points[26] == 10
    assert len(rules.points) == len(rules.distribution) == 27
    assert rules.distribution[0] == 2
    assert sum(rules.distribution) == 100
    assert len(rules.values) == 256
    assert rules.values[17] == 10
    assert rules.values[0x80 | 17] == rules.values[0] == rules.values[63] == 0


def test_a_blank_may_be_worth_something():
    rules = Rules(alphabet=Alphabet("x", [Tile("A", "a", 3)], blank_points=2))
    assert rules.points == (2, 3)
    assert (rules.values[0], rules.values[1], rules.values[0x81]) == (0, 3, 2)


def test_frozen_equal_hashable_picklable():
    rules = Rules("super", "spanish", rack_size=8, bingo=35, exchange_minimum=1, zero_turns=12)
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.bingo = 40  # type: ignore[misc]
    assert rules == Rules("super", "spanish", 8, 35, 1, 12)
    assert hash(rules) == hash(Rules("super", "spanish", 8, 35, 1, 12))
    assert rules != Rules("super", "spanish", 8, 40, 1, 12)
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert dataclasses.replace(rules, bingo=40).bingo == 40


def test_shared():
    layout, alphabet = Layout.named("standard"), lexicons.alphabet("english")
    assert shared_rules(layout, alphabet, 50, 7, 6) is shared_rules(layout, alphabet, 50, 7, 6)
    assert shared_rules(layout, alphabet, 50, 7, 6) == Rules()
    for bingo in range(100):
        assert shared_rules(layout, alphabet, bingo, 7, 6).bingo == bingo


@each(
    ("field", "value", "message"),
    [
        ("rack_size", 0, "rack_size: out of range: expected 1 to 15, found 0"),
        ("rack_size", 16, "rack_size: out of range: expected 1 to 15, found 16"),
        ("rack_size", True, "rack_size"),
        ("rack_size", 7.0, "rack_size"),
        ("bingo", -1, "bingo: out of range"),
        ("bingo", 10_001, "bingo: out of range"),
        ("exchange_minimum", -1, "exchange_minimum"),
        ("zero_turns", 0, "zero_turns"),
        ("zero_turns", "6", "zero_turns"),
        ("bonuses", {16: 5}, "bonuses: tiles: out of range: expected 1 to 15, found 16"),
        ("length_bonuses", {33: 5}, "length_bonuses: tiles: out of range: expected 1 to 32, found 33"),
        ("length_bonuses", {"8": -1}, "length_bonuses: points: out of range"),
        ("length_bonuses", {"eight": 1}, "length_bonuses: tiles: out of range"),
    ],
)
def test_out_of_range(field, value, message):
    with pytest.raises(PositionError, match=message):
        Rules(**{field: value})


def test_names_that_nobody_knows():
    with pytest.raises(PositionError, match="no such board layout"):
        Rules("hexagonal")
    with pytest.raises(AlphabetError, match="no such alphabet"):
        Rules(alphabet="klingon")


def test_no_play_scores_beyond_32_bits():
    quadruple = Layout("x", ["~" * 32] * 32)
    with pytest.raises(PositionError, match="a play could score too much: expected at most 2147483647, found up to"):
        Rules(quadruple, rack_size=15)
    Rules(quadruple, rack_size=7)
    dear = Alphabet("x", [Tile("A", "a", (1 << 31) - 1)])
    with pytest.raises(PositionError, match="score too much"):
        Rules("standard", dear)
    dear_blank = Alphabet("x", [Tile("A", "a", 1)], blank_points=(1 << 31) - 1)
    with pytest.raises(PositionError, match="score too much"):
        Rules("standard", dear_blank)


def test_the_bound_is_one():
    """On a board all of quadruple words, the best play there is stays below what was computed."""
    for size in range(1, 8):
        layout = Layout("x", ["~" * 9] * 9)
        rules = Rules(layout, Alphabet("x", [Tile("A", "a", 9)]), rack_size=size)
        # nine tiles in line, `size` of them new, each with a cross word over the whole board
        best = 9 * 9 * 4**size + size * 4 * 9 * 9 + 50
        assert best <= score_bound(rules) <= MAX_SCORE
        more = dataclasses.replace(rules, bonuses={size: 10_000}, length_bonuses={9: 10_000})
        assert best + 20_000 <= score_bound(more)


def grid(rules: Rules, **tiles: str) -> bytes:
    """Squares from names: ``H8="CARE"`` down, ``_8H="CARE"`` across."""
    squares = bytearray(rules.layout.rows * rules.layout.columns)
    for name, text in tiles.items():
        across = name[0] == "_"
        place = name.lstrip("_")
        number = int("".join(filter(str.isdigit, place)))
        column = ord("".join(filter(str.isalpha, place))) - 65
        for at, tile in enumerate(rules.text.read(text)):
            row, col = (number - 1, column + at) if across else (number - 1 + at, column)
            squares[row * rules.layout.columns + col] = tile
    return bytes(squares)


RULES = Rules()


def test_positions_that_can_be():
    check_position(RULES, bytes(225), ["", ""])
    check_position(RULES, grid(RULES, _8G="CARE"), ["AEINRT?", ""])
    check_position(RULES, grid(RULES, H8="CARE", _9H="ABLE", K9="ETA"), ["", "", "ZQ"])
    check_position(RULES, grid(RULES, _8A="AAAAAAAAaEEEEEE"), [])


@each(
    ("tiles", "racks", "message"),
    [
        ({"_8H": "A"}, [], "8H: a single tile is not a word"),
        ({"_1A": "CARE"}, [], "1A: the tiles do not reach the start square: expected a tile on 8H"),
        ({"_8G": "CARE", "_1A": "ABLE"}, [], "1A: the word floats: it is not connected"),
        ({"_8G": "CARE", "_9K": "ABLE"}, [], "9K: the word floats"),
        ({"_8G": "CARE", "O9": "AB", "_10A": "AB"}, [], "9O: the word floats"),
        # A row's end and the next row's start are no neighbours.
        ({"_8H": "CAREABLE", "_9A": "TO"}, [], "9A: the word floats"),
        ({"_8H": "ZOO", "H8": "ZZ"}, [], "board and racks: more tiles Z than there are: expected at most 1, found 2"),
        ({"_8H": "ZOO"}, ["Z"], "more tiles Z"),
        ({"_8H": "abc"}, [], r"more tiles \? than there are: expected at most 2, found 3"),
        ({"_8H": "abC"}, ["", "?"], r"more tiles \?"),
        ({}, ["QQ"], "more tiles Q"),
        ({}, ["", "AEINRSTU"], "rack 2: rack too long: expected at most 7 tiles, found 8"),
        ({}, ["", "AEINRSTUAEINRSTU"], "rack 2: too many tiles on a rack: expected at most 15, found 16"),
        ({}, ["AE1"], "rack 1: not a tile of the english alphabet: found '1'"),
    ],
)
def test_positions_that_cannot(tiles, racks, message):
    with pytest.raises(PositionError, match=message):
        check_position(RULES, grid(RULES, **tiles), racks)


def test_tiles_on_a_brick():
    rules = Rules(Layout("x", [".....", "..#..", "....."], "1A"))
    with pytest.raises(PositionError, match="2C: there is a tile on a brick: found E"):
        check_position(rules, grid(rules, A1="CAT", _2A="ABE"), [])


def test_an_alphabet_without_a_distribution_limits_nothing():
    rules = Rules(alphabet=Alphabet("x", [Tile("A", "a", 1)]))
    check_position(rules, grid(rules, _8A="A" * 15), ["AAAAAA?"])


def test_groups_of_every_shape_are_followed():
    """A spiral over a whole board, then the same with one tile missing."""
    rules = Rules(Layout("x", ["." * 9] * 9, "1A"), Alphabet("x", [Tile("A", "a", 1)]))
    squares, row, column, turn = bytearray(81), 0, 0, 0
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    path = [(0, 0)]
    for length in (8, 8, 8, 6, 6, 4, 4, 2, 2):
        for _ in range(length):
            row, column = row + steps[turn][0], column + steps[turn][1]
            path.append((row, column))
        turn = (turn + 1) % 4
    for row, column in path:
        squares[row * 9 + column] = 1
    check_position(rules, bytes(squares), [])
    for row, column in path[1:-1]:
        broken = bytearray(squares)
        broken[row * 9 + column] = 0
        with pytest.raises(PositionError, match=r"floats|single"):
            check_position(rules, bytes(broken), [])


def test_repr_is_short():
    shown = "Rules('standard', 'english', rack_size=7, bingo=35, exchange_minimum=7, zero_turns=6)"
    assert repr(Rules(bingo=35)) == shown
    assert eval(shown) == Rules(bingo=35)


def test_rules_of_an_alphabet_are_made_once() -> None:
    """Games share what a lexicon's finder made for them; with changes, and of other classes, they are their own."""

    class Mine(Rules):
        pass

    assert Rules.from_alphabet("english") is Rules.from_alphabet("english")
    assert Rules.from_alphabet("english") is not Rules.from_alphabet("english", "super")
    assert Rules.from_alphabet("english", bingo=40).bingo == 40
    assert Rules.from_alphabet("english").bingo == 50
    assert type(Mine.from_alphabet("english")) is Mine
