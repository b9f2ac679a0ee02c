"""Games that begin from a position: every tile is somewhere, and the game goes on as any other does."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.errors import GameRecordError, IllegalMoveError, PositionError

ROWS = "15/15/15/15/15/15/15/5CArE6/15/15/15/15/15/15/15"
#: One row after the other, so that all but these tiles lie on the board.
END = (
    "6VILL5/9A5/8QI5/7PUR5/7OI1L4/7OM1E2J1/2C5SWOT1E1/1jUVENAL1UNITER/2BI1OX2DEB1R1/1HES1HEIDS1IOS1/1I1NA2N2KA3/"
    "2WONT1T1GAE3/2AMA1YE1OE1P2/oOFY1TUN1ADZE2/RIF4T1D1AGRE"
)
NAMES = ("Ann", "Bob")


def count_all(game: lexkit.Game) -> Counter[str]:
    """The tiles of board, racks and bag, by label."""
    alphabet = game.rules.alphabet
    grid = [tile for tile in game.board.grid if tile]
    tiles = [0 if tile & 0x80 else tile for tile in grid] + list(game.bag.tiles)
    found = Counter(["?" if not tile else alphabet.labels[tile - 1] for tile in tiles])
    for rack in game.racks:
        found.update(rack)
    return found


def distribution(game: lexkit.Game) -> Counter[str]:
    alphabet = game.rules.alphabet
    return Counter({**{tile.label: tile.count for tile in alphabet.tiles}, "?": alphabet.blanks})


@given(
    st.lists(st.sampled_from(["", "Q", "AEINRT?", "VVW", "Z"]), min_size=2, max_size=4),
    st.integers(0, 3),
    st.booleans(),
    st.integers(0, 5),
    st.integers(0, 1000),
)
def test_every_tile_is_somewhere(racks: list[str], first: int, dealt: bool, zeros: int, seed: int) -> None:
    racks = [rack if racks.index(rack) == number else "" for number, rack in enumerate(racks)]
    first %= len(racks)
    scores = [7 * number for number in range(len(racks))]
    text = f"{ROWS} {'/'.join(racks)} {'/'.join(map(str, scores))} {zeros}"
    names = [f"player {number}" for number in range(len(racks))]
    game = lexkit.Game(None, names, position=text, first=first, dealt=dealt, seed=seed)
    assert count_all(game) == distribution(game)
    assert game.to_move == first
    for step, (rack, score) in enumerate(zip(racks, scores, strict=True)):
        player = (first + step) % len(racks)
        assert game.scores[player] == score == game.start_scores[player]
        assert not Counter(rack) - Counter(game.racks[player])
        assert len(game.racks[player]) == (7 if dealt else len(rack))
    assert game.bag_size == 96 - 7 * len(racks)
    again = lexkit.Game(None, names, position=text, first=first, dealt=dealt, seed=seed)
    assert (again.racks, again.bag.tiles) == (game.racks, game.bag.tiles)
    read = lexkit.Game.from_json(game.to_json())
    assert (read.racks, read.scores, count_all(read)) == (game.racks, game.scores, count_all(game))
    assert not dealt or read.bag.tiles == game.bag.tiles


@pytest.mark.parametrize(("racks", "hands"), [("GR/", "GR C"), ("/C", "GR C"), ("/", "CGR "), ("GRC/", "CGR ")])
def test_the_end_of_a_game(racks: str, hands: str) -> None:
    text = f"{END} {racks} 387/366 0"
    if hands.endswith(" "):
        with pytest.raises(PositionError, match="over"):
            lexkit.Game(None, NAMES, position=text)
        return
    game = lexkit.Game(None, NAMES, position=text, first=1)
    assert [sorted(game.racks[player]) for player in (1, 0)] == [sorted(hand) for hand in hands.split()]
    assert (game.bag_size, game.scores) == (0, (366, 387))
    game.play("O14 R.")
    game.pass_turn()
    assert game.scores == (366, 389)
    assert lexkit.Game.from_json(game.to_json()).turns == game.turns
    game.play("O13 G..")
    assert game.over
    assert game.scores == (366, 389 + 4 + 2 * 3)
    game.undo()
    game.undo()
    game.undo()
    assert game.scores == (366, 387)
    with pytest.raises(lexkit.errors.NothingToUndoError):
        game.undo()


def test_racks_are_filled_up_from_the_bag() -> None:
    game = lexkit.Game(None, NAMES, position=f"{ROWS} Q/Z 0/0 0", seed=3)
    assert [len(rack) for rack in game.racks] == [7, 7]
    assert "Q" in list(game.racks[0])
    assert "Z" in list(game.racks[1])


def test_what_cannot_begin() -> None:
    for text, what in (
        (f"{ROWS} A/B/C 0/0/0 0", "not a rack for each player"),
        (f"{ROWS} / 0/0 6", "over in this position"),
        (f"{ROWS} ZZ/ 0/0 0", "Z"),
        ("15/15", "no layout"),
    ):
        with pytest.raises(PositionError, match=what):
            lexkit.Game(None, NAMES, position=text)
    board = lexkit.Board.from_cgp(f"{ROWS} / 0/0 0")
    with pytest.raises(PositionError, match="other rules"):
        lexkit.Game(None, NAMES, position=board, rules=lexkit.Rules(bingo=35))
    with pytest.raises(IllegalMoveError):
        lexkit.Game(None, NAMES, position=f"{ROWS} AEINRT?/ 0/0 0").play("8H QUIZ")


def test_a_board_is_a_position_and_stays_as_it_is() -> None:
    board = lexkit.Board.from_cgp(f"{ROWS} AEINST?/ 3/5 1")
    before = board.to_cgp()
    game = lexkit.Game(None, NAMES, position=board)
    game.play("J8 SAIN")
    assert board.to_cgp() == before
    assert game.copy().position == game.position == before
    assert game.turns[0].scores == (3, 5)
    assert str(game.rules.layout) == str(board.layout)


def test_no_record_begins_from_a_position() -> None:
    game = lexkit.Game(None, NAMES, position=f"{ROWS} / 0/0 0")
    for write in (game.to_gcg, game.to_cgh):
        with pytest.raises(GameRecordError, match="from a position"):
            write()
    assert lexkit.Game(None, NAMES).position is None
