"""Tables: who may do what, bots, hints, taking back, clocks, records."""

import time
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.apps.table import NotAllowedError, Seat, StaleTableError, Table, UnknownTokenError, lexicons
from lexkit.errors import (
    GameOverError,
    GameRecordError,
    IllegalMoveError,
    LexiconNotFoundError,
    LexkitError,
    NothingToUndoError,
    OutOfTurnError,
    PositionError,
    QueryError,
)
from tests.running import COMPILED, each, in_threads


def table(small: str, *seats: Seat | str, **options: Any) -> Table:
    return Table.new(seats or ("Ann", Seat("Bot", bot="greedy")), lexicon=small, **{"seed": 3, **options})


def best(made: Table, seat: int) -> str:
    """The text of what the fourth hint says."""
    return str(made.hint(seat, 4)["text"])


def test_a_whole_game_against_a_bot(small: str) -> None:
    made = table(small)
    while not made.over:
        made.act(0, best(made, 0))
        made.answer()
    view = made.view(0)
    assert view["over"]
    assert view["to_move"] is None
    assert view["result"]["scores"] == view["scores"]
    assert view["history"][-1]["totals"] == [
        score - end for score, end in zip(view["scores"], view["result"]["ending"], strict=True)
    ]
    again = table(small)
    for turn in made.game.turns:
        if turn.player == 0:
            again.act(0, turn.text)
            again.answer()
    assert again.game.to_json() == made.game.to_json(), "a bot's choice depends on what it sees alone"
    with pytest.raises(GameOverError):
        made.act(0, "pass")


def test_a_seat_acts_in_its_turn_alone(small: str) -> None:
    made = table(small, "Ann", "Bob")
    with pytest.raises(OutOfTurnError, match="not this player's turn"):
        made.act(1, "pass")
    with pytest.raises(OutOfTurnError, match="not a person's seat"):
        table(small).act(1, "pass")
    for seat in (2, -1, True, None, "0"):
        with pytest.raises(PositionError):
            made.act(seat, "pass")  # type: ignore[arg-type]
    made.act(1, "resign")
    assert made.view(None)["result"]["winner"] == 0


def test_whoever_saw_another_state_is_refused(small: str) -> None:
    made = table(small, "Ann", "Bob")
    seen = made.view(0)["revision"]
    made.act(0, "pass", revision=seen)
    made.act(1, "pass")
    with pytest.raises(StaleTableError):
        made.act(0, "pass", revision=seen)
    made.act(0, "pass", revision=made.view(0)["revision"])


def test_an_error_changes_nothing(small: str) -> None:
    made = table(small)
    before = made.view(0), made.facts()
    for text in (
        "8A ZZZZZZZ",
        "",
        "8D",
        "-ZZZZZZZ",
        "challenge",
        "\x00",
        "x" * 5000,
        "99Z A",
        "8H \udc80",
        None,
        {},
        7,
        b"pass",
    ):
        with pytest.raises(LexkitError):
            made.act(0, text)  # type: ignore[arg-type]
    assert (made.view(0), made.facts()) == before


def test_tokens(small: str) -> None:
    made = table(small)
    ann, bot = made.seats
    assert made.seat_of(ann.token) == 0
    assert len(ann.token) >= 20
    assert not bot.token
    for wrong in ("", ann.token[:-1], ann.token + "x", None, 0, "é\udc80"):
        with pytest.raises(UnknownTokenError):
            made.seat_of(wrong)  # type: ignore[arg-type]


@each(
    ("seats", "error"),
    [
        (("Ann",), "2 to 4 players"),
        (("Ann", "ann"), "two seats have the same name"),
        (("Ann", ""), "not a name of a player"),
        (("Ann", 7), "not a seat"),
        (("Ann", Seat("Bot", bot="nobody")), "nobody"),
        (("Ann", Seat("Bot", bot="champion:x")), "champion"),
    ],
)
def test_who_cannot_sit_here(small: str, seats: tuple[Any, ...], error: str) -> None:
    with pytest.raises((PositionError, QueryError), match=error):
        table(small, *seats)


def test_what_cannot_be_played_with(small: str) -> None:
    with pytest.raises(LexiconNotFoundError):
        Table.new(["Ann", "Bob"], lexicon="no such list")
    with pytest.raises(QueryError):
        Table.new(["Ann", "Bob"], lexicon=7)  # type: ignore[arg-type]
    with pytest.raises(PositionError):
        table(small, layout="round")
    with pytest.raises(PositionError):
        table(small, rules={"challenge": "never"})


def test_hints_say_more_step_by_step(small: str) -> None:
    made = table(small, seed=5)  # whose best action is a play
    hints = [made.hint(0, step) for step in (1, 2, 3, 4)]
    assert [sorted(hint) for hint in hints[:2]] == [
        ["kind", "last", "score", "step"],
        ["across", "kind", "last", "place", "score", "step"],
    ]
    assert hints[3]["last"]
    assert made.preview(0, hints[3]["text"])["score"] == hints[0]["score"]
    assert sorted(hints[2]["tiles"]) == hints[2]["tiles"]
    assert "text" not in hints[2]
    assert made.act(0, hints[3]["text"]).score == hints[0]["score"]
    for step in (0, 5, True, "1"):
        with pytest.raises(PositionError):
            made.hint(0, step)  # type: ignore[arg-type]
    with pytest.raises(NotAllowedError):
        table(small, "Ann", "Bob").hint(0, 1)
    with pytest.raises(OutOfTurnError):
        table(small, "Ann", "Bob", hints=True).hint(1, 1)


def test_taking_back_goes_to_ones_own_turn(small: str) -> None:
    made = table(small)
    with pytest.raises(NothingToUndoError):
        made.undo(0)
    first = made.view(0)
    made.act(0, best(made, 0))
    made.answer()
    after = made.view(0)
    made.act(0, "pass")
    made.undo(0)
    changed = {"revision"}
    assert {**made.view(0), "revision": 0} == {**after, "revision": 0}
    made.undo(0)
    assert {key: value for key, value in made.view(0).items() if key not in changed} == {
        key: value for key, value in first.items() if key not in changed
    }
    people = table(small, "Ann", "Bob")
    people.act(0, "pass")
    with pytest.raises(NotAllowedError):
        people.undo(0)


def test_what_a_bot_chose_for_another_state_is_not_done(small: str) -> None:
    made = table(small)
    made.act(0, "pass")
    thought = made.think()
    assert thought is not None
    made.undo(0)
    assert made.settle(thought) is None
    assert made.think() is None, "a person is to move"


def test_a_preview_scores_what_lies_there(small: str) -> None:
    made = table(small, "Ann", "Bob")
    rack = "".join(made.view(1)["rack"])
    told = made.preview(1, f"8H {rack[:2]}")
    assert told["squares"] == [112, 113]
    assert told["words"]
    assert told["score"] > 0, "a non-word too"
    with pytest.raises(IllegalMoveError, match="not on the rack"):
        made.preview(1, "8H ZQZQZQ")
    assert made.view(1)["turns"] == 0


def test_the_clock_runs_for_who_is_to_move(small: str) -> None:
    made = table(small, "Ann", "Bob", clock=(100, 2))
    clock = made.view(0)["clock"]
    assert clock["running"] == 0
    assert 99 < clock["left"][0] <= 100
    assert clock["left"][1] == 100
    made.act(0, "pass")
    clock = made.view(0)["clock"]
    assert clock["running"] == 1
    assert clock["left"][0] > 100, "with the increment"
    assert not made.flag()
    assert table(small).view(0)["clock"] is None
    assert not table(small).flag()


def test_time_that_is_up_ends_the_game(small: str) -> None:
    made = table(small, "Ann", "Bob", clock=(0.001, 0), rules={"overtime_limit": 1})
    facts = made.facts()
    made = Table.of_facts({**facts, "thinking": 5.0})
    with pytest.raises(GameOverError):
        made.act(0, "pass")
    assert made.view(1)["result"]["reason"] == "time"
    assert made.view(1)["result"]["winner"] == 1
    over = Table.of_facts({**facts, "thinking": 5.0})
    assert over.flag()
    assert not over.flag()


def test_the_clock_goes_on_where_it_stood(small: str) -> None:
    made = table(small, "Ann", "Bob", clock=(100, 0))
    facts = {**made.facts(), "thinking": 30.0}
    left = Table.of_facts(facts).view(0)["clock"]["left"]
    assert 69 < left[0] <= 70
    assert left[1] == 100
    again = Table.of_facts(facts).facts()
    assert 30 <= again["thinking"] < 31


def test_bots_challenge_what_is_no_word(small: str) -> None:
    made = table(small, rules={"challenge": "double"})
    rack = "".join(made.view(0)["rack"]).replace("?", "")
    made.act(0, f"8E {rack[:6]}")
    turns = made.answer()
    assert turns[0].kind == "challenge"
    assert turns[0].success
    assert made.view(0)["history"][1]["judged"][0][1] is False
    assert made.view(0)["history"][1]["totals"] == [0, 0]


@pytest.mark.parametrize("layout", ["standard", "super"])
def test_three_and_four_seats(small: str, layout: str) -> None:
    made = table(small, "Ann", Seat("B", bot="greedy"), Seat("C", bot="casual"), "Dan", layout=layout)
    made.act(0, "pass")
    assert [turn.player for turn in made.answer()] == [1, 2]
    made.act(3, "pass")
    assert made.to_move == 0
    assert len(made.view(3)["scores"]) == 4


def test_the_past(small: str) -> None:
    made = table(small, clock=(100, 0))
    views = [made.view(0)]
    for _ in range(3):
        made.act(0, best(made, 0))
        made.answer()
        views.append(made.view(0))
    for number, view in enumerate(views):
        past = made.view(0, turn=2 * number)
        for key in ("squares", "scores", "rack", "history", "bag", "unseen"):
            assert past[key] == view[key], key
    assert made.view(0, turn=0)["may"] == {}
    for turn in (-1, 7, True, "1"):
        with pytest.raises(PositionError):
            made.view(0, turn=turn)  # type: ignore[arg-type]


def test_a_record_is_stepped_through(small: str) -> None:
    played = table(small)
    while not played.over:
        played.act(0, best(played, 0))
        played.answer()
    text = played.to_gcg(0)
    for given in (text, text.encode()):
        made = Table.from_gcg(given, lexicon=small)
        assert made.recorded
        assert made.to_gcg(None)
        assert made.view(None)["scores"] == played.view(0)["scores"]
        assert made.view(None, turn=4)["squares"] == played.view(0, turn=4)["squares"]
        assert not any(made.view(0)["may"].values())
        assert made.answer() == []
        with pytest.raises(OutOfTurnError):
            made.act(0, "pass")
    for wrong in ("", "no record", text.replace("+", "-"), b"\xff\xfe\x00", "#" * (2 << 20)):
        with pytest.raises(GameRecordError):
            Table.from_gcg(wrong, lexicon=small)


def test_many_threads_at_one_table(small: str) -> None:
    made = table(small, "Ann", "Bob", hints=True)
    done = []

    def act(number: int) -> None:
        for _ in range(10):
            try:
                made.view(number % 2), made.hint(number % 2, 4)
                done.append(made.act(number % 2, "pass", revision=made.view(None)["revision"]))
            except (OutOfTurnError, StaleTableError, GameOverError):
                time.sleep(0)

    in_threads(4, act)
    # Each may have been too late each time but one, and what was done last may be noted first.
    assert [turn.player for turn in made.game.turns] == [number % 2 for number in range(len(done))]
    assert done
    assert made.revision == len(done) == made.game.turn_number


def test_boards_and_positions(small: str) -> None:
    made = table(small)
    made.act(0, best(made, 0))
    made.answer()
    board = made.board(0)
    assert board.racks[0] == "".join(made.view(0)["rack"])
    assert not any(board.racks[1:])
    assert not any(made.board(None).racks)
    assert lexkit.Board.from_cgp(made.to_cgp(0)) == board
    assert not any(made.board(0, turn=0).grid)


def test_the_best_moves_are_hints(small: str) -> None:
    made = table(small, seed=5)
    moves = made.moves(0, 3)
    assert len(moves) == 3
    assert [one["equity"] for one in moves] == sorted((one["equity"] for one in moves), reverse=True)
    assert moves[0]["score"] == made.hint(0, 1)["score"]
    for number in (0, -1, 10**9, "3"):
        with pytest.raises(PositionError):
            made.moves(0, number)  # type: ignore[arg-type]
    with pytest.raises(NotAllowedError):
        table(small, "Ann", "Bob").moves(0)
    with pytest.raises(OutOfTurnError):
        table(small, "Ann", "Bob", hints=True).moves(1)


@pytest.mark.skipif(not COMPILED, reason="the whole list, by interpreted kernels")
def test_the_best_moves_by_equity(english: lexkit.Lexicon) -> None:
    made = Table.new(["Ann", Seat("Bot", bot="club")], seed=7)
    assert made.lexicon_name == "english", "whatever the default will be"
    first = made.moves(0, 1)[0]
    assert (first["text"], first["score"], first["leave"]) == ("8D FOCAL", 28, "AG")
    assert first["equity"] > 20


def test_a_lexicon_is_found_from_another_folder(small: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(Path(small).parent)
    facts = Table.new(["Ann", "Bob"], lexicon=Path(small).name).facts()
    monkeypatch.setenv("LEXKIT_LEXICON", small)
    of_variable = Table.new(["Ann", "Bob"])
    monkeypatch.chdir(tmp_path)
    assert facts["lexicon"] == of_variable.lexicon_name == small
    lexicons._open.cache_clear()
    assert Table.of_facts(facts).rules.alphabet.name == "english"


def test_racks_of_other_sizes(small: str) -> None:
    made = table(small, rules={"rack_size": 9, "bingo": 35}, seed=5)
    made.act(0, best(made, 0))
    made.answer()
    board = made.board(0)
    assert (board.rules.rack_size, board.rules.bingo) == (9, 35)
    assert board.racks == ("".join(made.view(0)["rack"]), "")
    assert made.moves(0, 1)[0]["text"] == made.hint(0, 4)["text"]


def test_a_setting_has_no_path_of_the_machine(small: str) -> None:
    made = table(small)
    assert made.lexicon_name == small
    assert made.setting()["lexicon"] == Path(small).name


def test_a_bot_chooses_by_the_seed_of_the_game(small: str) -> None:
    made = table(small, "Ann", Seat("Bot", bot="novice"), first=1, seed=5)
    same = table(small, "Ann", Seat("Bot", bot="novice"), first=1, seed=5)
    assert str(made.think()) == str(same.think())


def test_the_larger_board_has_the_larger_set_of_tiles(small: str) -> None:
    assert sum(tile["count"] for tile in table(small, layout="super").setting()["tiles"]) == 200
    assert sum(tile["count"] for tile in table(small).setting()["tiles"]) == 100
    made = table(small, layout="super")
    made.act(0, best(made, 0))
    made.answer()
    assert Table.of_facts(made.facts()).view(0) == {**made.view(0), "revision": 0}
