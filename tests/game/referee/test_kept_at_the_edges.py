"""What games, boards and moves keep when they are copied, pickled, written and read again, at the edges."""

from __future__ import annotations

import copy
import gzip
import io
import json
import pickle

import pytest

import lexkit
from lexkit.errors import GameRecordError, StorageError
from tests.running import each

POSITION = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRT?/ 0/12 0"
MANY = lexkit.Rules("standard", "english", zero_turns=10_000)


class Kept(lexkit.Game):
    """A game with something that changes."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self.mine = [1]


def passed(turns: int, **options: object) -> lexkit.Game:
    game = lexkit.Game(None, seed=1, rules=MANY, **options)  # type: ignore[arg-type]
    for _ in range(turns):
        game.pass_turn()
    return game


# -- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_boards_moves_and_candidates_in_every_protocol(protocol: int) -> None:
    lex = lexkit.open("english")
    board = lexkit.Board.from_cgp(POSITION)
    moves = lex.moves(board, "AEINRT")
    for made in (board, moves, moves[2:5], moves.by_equity(lex)[:3], lexkit.Game(lex, seed=1).board):
        again = pickle.loads(pickle.dumps(made, protocol))
        assert again == made
        assert type(again) is type(made)


def test_a_deep_copy_has_its_own_of_what_a_subclass_adds() -> None:
    game = Kept(None, seed=1)
    deep, copied = copy.deepcopy(game), game.copy()
    game.mine.append(2)
    assert (deep.mine, copied.mine) == ([1], [1, 2])
    assert deep == game
    first, second = copy.deepcopy([game, game])
    assert first is second


# -- notes ----------------------------------------------------------------------------------------


@each("note", ["", " ", "\x1f", "behind ", "\tbefore and behind\t ", "a\n\nb\n", "\\", "\\ ", " \\ "])
def test_notes_keep_their_blanks_in_gcg(note: str) -> None:
    game = passed(2)
    game.notes = {1: note, 2: "more"}
    read = lexkit.Game.from_gcg(game.to_gcg(), rules=MANY)
    assert read.notes == game.notes
    assert lexkit.Game.from_gcg(read.to_gcg(anew=True), rules=MANY) == read


def test_a_note_of_no_turn_is_not_written() -> None:
    game = passed(2)
    game.notes = {1: "one", 9: "of a turn to come"}
    assert lexkit.Game.from_json(game.to_json()).notes == {1: "one"}


def test_notes_of_turns_undone_go_when_others_are_played() -> None:
    game = passed(4)
    game.notes = dict.fromkeys(range(1, 5), "x")
    game.undo()
    game.undo()
    game.pass_turn()
    assert set(game.notes) == {1, 2}
    game.pass_turn()
    assert set(game.notes) == {1, 2}


# -- records --------------------------------------------------------------------------------------


def test_players_with_one_name_keep_it_in_cgh() -> None:
    game = passed(1, players=("Ann Lee", "Ann Lee", "Bob"))
    read = lexkit.Game.from_cgh(game.to_cgh(), rules=MANY)
    assert read.players == game.players
    assert lexkit.Game.from_cgh(read.to_cgh(), rules=MANY) == read


def test_the_rack_of_who_resigns_stays_in_cgh() -> None:
    game = passed(2)
    game.resign()
    text = game.to_cgh()
    read = lexkit.Game.from_cgh(text, rules=MANY)
    assert read.turns[-1].rack == game.turns[-1].rack
    assert read.to_cgh() == text


def test_fines_stay_in_their_order() -> None:
    game = passed(2)
    game.resign()
    for player, points in ((1, 10), (0, 5), (1, 10)):
        game.fine(player, points)
    for read in (
        lexkit.Game.from_cgh(game.to_cgh(), rules=MANY),
        lexkit.Game.from_json(game.to_json()),
        lexkit.Game.from_gcg(game.to_gcg(), rules=MANY),
    ):
        fines = [(turn.player, turn.score) for turn in read.turns if turn.kind == "fine"]
        assert fines == [(1, -10), (0, -5), (1, -10)]
    # GCG has one line of each player, and a note of the fines.
    assert "(time) -20" in game.to_gcg()
    assert lexkit.Game.from_gcg(read.to_gcg(anew=True), rules=MANY) == read
    assert read.scores == game.scores


def test_json_with_a_byte_order_mark() -> None:
    game = passed(2)
    assert lexkit.Game.from_json("\ufeff" + game.to_json()) == game
    assert lexkit.Game.from_cgh("\ufeff" + game.to_cgh(), rules=MANY).turn_number == 2


def test_nicks_of_a_record_with_another_pragma_that_begins_so() -> None:
    text = "#player1 Ann Ann\n#player2 Bob Bob\n#playerx\n>Ann: ABC - +0 0\n"
    game = lexkit.Game.from_gcg(text)
    assert lexkit.Game.from_gcg(game.to_gcg(anew=True)) == game


@pytest.mark.parametrize("read", [lexkit.read_gcg, lexkit.read_cgh])
def test_a_text_of_one_line_is_not_told_whole(read: object) -> None:
    with pytest.raises(GameRecordError, match="this is a text, not a path") as caught:
        read(json.dumps({"events": [], "players": [{"nickname": "x" * 300}]}))  # type: ignore[operator]
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("read", [lexkit.read_gcg, lexkit.read_cgh])
def test_files_that_end_early_or_are_closed(read: object) -> None:
    closed = io.StringIO("x")
    closed.close()
    whole = gzip.compress(b"#player1 Ann Ann\n" * 99)
    for file in (gzip.open(io.BytesIO(whole[:-9])), closed):
        with pytest.raises(GameRecordError, match="cannot be read"):
            read(file)  # type: ignore[operator]


def test_a_path_that_no_system_has() -> None:
    for call in (lexkit.read_gcg, lexkit.read_cgh, lexkit.open, lexkit.Layout.from_toml):
        with pytest.raises((StorageError, lexkit.errors.LexkitError)) as caught:
            call("\ud800")
        assert not isinstance(caught.value, UnicodeError)


# -- arguments ------------------------------------------------------------------------------------


def test_positions_of_another_kind_are_named() -> None:
    lex, board = lexkit.open("english"), lexkit.Board.from_cgp(POSITION)
    for wrong in ((), (board, "A", 1)):
        with pytest.raises(TypeError, match="a position: expected a board"):
            lex.best_moves([wrong])
    for player in (5, -1):
        with pytest.raises(lexkit.errors.PositionError, match="no such player"):
            lexkit.Game(None, seed=1).bingos(player)


def test_a_challenge_that_costs_nothing_is_read_without_rules() -> None:
    game = lexkit.Game(None, seed=1, rules=lexkit.Rules("standard", "english", challenge="single"), dealt=False)
    game.play("8H CAT")
    game.challenge(invalid=[])
    game.play("7G AD")
    read = lexkit.Game.from_gcg(game.to_gcg())
    assert read.rules == game.rules
    assert [(turn.player, turn.kind, turn.score) for turn in read.turns] == [
        (turn.player, turn.kind, turn.score) for turn in game.turns
    ]


def test_games_too_long_for_a_record_say_so() -> None:
    rules = lexkit.Rules(zero_turns=0, pass_turns=10_000)
    game = lexkit.Game(None, rules=rules, dealt=False)
    for _ in range(9_999):
        game.pass_turn()
    assert lexkit.Game.from_json(game.to_json()) == game
    assert lexkit.Game.from_gcg(game.to_gcg(), rules=rules).turn_number == 9_999
    game.notes = dict.fromkeys(range(1, 9_999), "two\nlines")
    with pytest.raises(GameRecordError, match="the game is too long for a record"):
        game.to_gcg()


@pytest.mark.parametrize("kind", ["gcg", "cgh", "json"])
def test_turns_are_listed_as_often_for_long_games(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found: GCG listed all turns again for each of them, and took 7 s for 10,000."""
    listed: list[int] = []
    turns = lexkit.Game.turns.fget
    assert turns is not None
    monkeypatch.setattr(lexkit.Game, "turns", property(lambda game: (listed.append(1), turns(game))[1]))
    numbers = []
    for length in (5, 50):
        game = lexkit.Game(None, rules=lexkit.Rules(zero_turns=0, pass_turns=100), dealt=False)
        for _ in range(length):
            game.pass_turn()
        listed.clear()
        getattr(game, f"to_{kind}")()
        numbers.append(len(listed))
    assert numbers[0] == numbers[1]
