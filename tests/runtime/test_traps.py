"""What a programmer tries first works, or an error says what to do instead."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ElementTree
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit.players.reports.analysis import TurnAnalysis
from lexkit.runtime.game import fields
from lexkit.runtime.game.fields import MOVE_FIELDS
from tests.public_calls import public_classes
from tests.running import each


def test_scores_and_racks_are_by_player_everywhere(english: lexkit.Lexicon) -> None:
    game = lexkit.Match(english, seed=3).begin(0)
    before = game.scores
    for _ in range(6):
        view = game.view(game.to_move)
        assert game.scores == view.scores == game.board.scores == view.board.scores
        assert game.to_move == view.to_move == game.board.to_move == view.board.to_move
        turn = game.act(lexkit.player("greedy", english).choose(view))
        assert turn.scores == before
        before = game.scores
    board = lexkit.Board.from_cgp(game.to_cgp())
    mover = game.to_move
    assert board.scores == (game.scores[mover], game.scores[1 - mover]), "in CGP the player to move is the first"
    board.play(english.best_move(board) or "")
    assert (board.racks[1], board.scores[1]) == (str(game.racks[1 - mover]), game.scores[1 - mover])


@each("kind", [kind for kind in public_classes().values() if kind not in (lexkit.LexiconLike, lexkit.Player)])
def test_objects_say_what_they_are(kind: type) -> None:
    assert kind.__repr__ is not object.__repr__, "it would print as <... object at 0x...>"


def test_answers_say_what_they_are(english: lexkit.Lexicon) -> None:
    match = lexkit.Match(english, seed=3, paired=True)
    game = match.begin(0)
    view = game.view(0)
    simulation = lexkit.simulate(view, lexicon=english, candidates=2, iterations=32)
    with lexkit.within(10) as limit:
        told = [match, match.tally(2), view.snapshot, english.leaves, simulation, simulation.chances, limit]
    assert [str(one).partition(" at 0x")[1] for one in told] == [""] * len(told)
    assert str(match) == "<Match: greedy 1 against greedy 2, seed 3, paired>"
    assert str(simulation).startswith("<Simulation of 2 candidates, not begun: ")


def test_a_position_is_a_board_its_cgp_or_a_view(english: lexkit.Lexicon) -> None:
    game = lexkit.Match(english, "static", "static", seed=8).begin(0)
    for _ in range(5):
        game.play(english.best_move(game.view(game.to_move)) or "")
    view = game.view(game.to_move)
    board = lexkit.Board.from_cgp(view.to_cgp())
    positions: list[Any] = [board, view, view.to_cgp(), (view, view.rack)]
    assert len({len(moves) for moves in english.moves_batch(positions)}) == 1
    for position in positions[:3]:
        assert list(english.moves(position)) == list(english.moves(board))
        assert english.best_move(position) == english.best_move(board)
        assert english.best_by_equity(position).text == english.best_by_equity(board).text
        assert english.counters(position) == english.counters(board)
        assert lexkit.simulate(position, lexicon=english, candidates=3, iterations=32).best.candidate.move is not None
        with pytest.raises(lexkit.errors.PositionError, match="bag"):
            lexkit.solve(position, english)
        with pytest.raises(lexkit.errors.PositionError, match="bag"):
            lexkit.pre_endgame(position, english)
    for ask in (english.moves, english.best_move, english.best_by_equity, lexkit.simulate, lexkit.solve):
        with pytest.raises(
            TypeError, match=r"a position must be a lexkit.Board, its CGP, or the View of a player.*not Game"
        ):
            ask(game)  # type: ignore[operator]


def test_a_rack_is_not_taken_for_a_position(english: lexkit.Lexicon) -> None:
    for ask in (english.moves, english.best_move, english.best_by_equity, lexkit.simulate):
        with pytest.raises(lexkit.errors.PositionError, match=r"it has no rows of squares: found .*; give a rack"):
            ask("RETAIN?")  # type: ignore[operator]


def test_a_view_knows_how_often_was_exchanged(english: lexkit.Lexicon) -> None:
    rules = lexkit.Rules(exchange_limit=1)
    game = lexkit.Game(english, rules=rules, seed=8)
    game.exchange(str(game.racks[0])[:2])
    game.pass_turn()
    kinds = {one.kind for one in english.moves(game.view(0)).by_equity(english, exchanges=1)}
    assert "exchange" not in kinds
    assert english.best_by_equity(game.view(0)).kind == "placement"


def test_one_notation_of_ranges_is_read_everywhere(english: lexkit.Lexicon) -> None:
    assert english.words().of_length("5-8") == english.words().of_length(5, 8) == english.length("5-8")
    assert english.words().of_length(">=14") == english.length("14-")
    assert list(english.phrases("CATTA", "2-3")) == list(english.phrases("CATTA", (2, 3)))
    assert list(english.phrases("CATTA", ">=2")) == list(english.phrases("CATTA", (2, 5)))
    for ask in (english.words().of_length, english.length, lambda text: english.phrases("CAT", text)):
        with pytest.raises(lexkit.errors.QuerySyntaxError, match="not a number or range of numbers"):
            ask("five")


def test_only_lexkit_builds(english: lexkit.Lexicon) -> None:
    assert not hasattr(english, "build"), "lexkit.build makes a lexicon; lex.subanagram finds what tiles build"


def test_small_letters_are_told_to_be_blanks(english: lexkit.Lexicon) -> None:
    game = lexkit.Game(english, seed=7)
    game = lexkit.Game(english, seed=7, position=f"{'/'.join(['15'] * 15)} AEINRST/ 0/0 0")
    with pytest.raises(lexkit.errors.IllegalMoveError, match="letters in lower case are blanks"):
        game.play("8D retains")


def test_a_challenge_is_a_turn_of_its_own(english: lexkit.Lexicon) -> None:
    game = lexkit.Game(english, rules=lexkit.Rules(challenge="double"), seed=7)
    rack = str(game.racks[0]).replace("?", "")
    game.play(f"8D {rack}")
    game.challenge()
    assert (game.undo().kind, game.undo().kind, game.turns) == ("challenge", "placement", ())
    assert "one undo for it and one for the play" in (game.undo.__doc__ or "")


def test_a_cursor_gives_its_path_as_text(english: lexkit.Lexicon) -> None:
    place = english.cursor().walk("CAR")
    assert place is not None
    assert (place.path, place.text, str(place)) == (("C", "A", "R"), "CAR", "<Cursor CAR (complete)>")


def test_games_and_views_have_legal_moves(english: lexkit.Lexicon) -> None:
    game = lexkit.Match(english, seed=4).begin(0)
    view = game.view(0)
    found = game.placements
    actions = game.legal_moves
    kept = {str(action.exchanged) for action in actions if action.kind == "exchange"}
    tiles = list(view.rack)
    assert kept == {str(lexkit.Rack("".join(some))) for size in range(1, 8) for some in combinations(tiles, size)}
    assert [action.kind for action in actions] == ["placement"] * len(found) + ["exchange"] * len(kept) + ["pass"]
    assert [action.move for action in actions[: len(found)]] == list(found)
    for action in (actions[0], actions[-2], actions[-1]):
        after = game.copy()
        assert after.act(action).kind == after.copy().last_turn.kind == action.kind
        assert after.last_turn.text == action.text == str(lexkit.Action.read(action.text))
    assert found.count() == len(found) == len(list(found)) == len(view.placements)
    best = found.top(1)[0]
    assert [best in found, f"{best.place} {best.tiles}" in found, "8D QQQ" in found] == [True, True, False]
    assert str(found) == f"<Moves: {len(found):,} moves, best {best}>"
    assert not game.view(1).legal_moves, "another player is to move"
    assert not game.view(1).placements
    assert (view.rules, view.over, game.over) == (game.rules, False, False)
    ended = lexkit.Match(english, seed=4).game(0)
    assert (ended.over, ended.view(0).over, ended.legal_moves) == (True, True, [])
    with pytest.raises(lexkit.errors.QueryError, match="no lexicon to find moves with"):
        _ = lexkit.Game(None, seed=1).legal_moves


def test_a_move_has_its_leave_and_hides_it_from_others(english: lexkit.Lexicon) -> None:
    board = lexkit.Board()
    batch = english.best_moves([(board, "RETAIN?"), (board, "QUIZZES")])
    weighed = english.best_by_equity(board, "RETAIN?").move
    found = [batch[0], weighed, english.best_move(board, "RETAIN?"), *english.moves(board, "RETAIN?").top(3)]
    for move in [*found, *pickle.loads(pickle.dumps(found))]:
        assert move is not None
        assert move.leave == lexkit.Rack("RETAIN?") - move.played
    assert batch[1] is not None
    assert batch[1].leave == lexkit.Rack("QUIZZES") - batch[1].played
    assert board.move("8H CARE").leave is None
    game = lexkit.Match(english, seed=4).begin(0)
    other = lexkit.build(list(english.words().of_length("2-9")))
    for lexicon in (english, other, english):
        move = lexicon.best_move(game.board, game.racks[game.to_move])
        assert move is not None
        assert move.leave is not None
        assert [getattr(turn.move, "leave", "") for turn in (game.play(move), *game.view(game.to_move).turns)] == [
            None
        ] * (1 + game.turn_number), "others see this move"


def test_whether_a_move_is_a_bingo_has_one_name() -> None:
    assert hasattr(lexkit.Move, "is_bingo")
    for names in (MOVE_FIELDS, TurnAnalysis.__annotations__):
        assert ("is_bingo" in names, "bingo" in names) == (True, False)


def test_a_turn_is_no_tuple(english: lexkit.Lexicon) -> None:
    turn = lexkit.Match(english, seed=4).game(0).turns[0]
    assert not isinstance(turn, tuple)
    with pytest.raises(TypeError):
        tuple(turn)  # type: ignore[call-overload]
    with pytest.raises(AttributeError):
        turn.score = 3  # type: ignore[misc]
    again = pickle.loads(pickle.dumps(turn))
    assert (again, hash(again)) == (turn, hash(turn))


def test_games_are_one_call_from_a_data_frame(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fields, "find_library", lambda library: None)
    monkeypatch.setattr(fields, "make_frame", lambda table, library: table)
    games = list(lexkit.Match(english, seed=3).play(3))
    table = lexkit.turns_to_frame(iter(games), fields.TURN_FIELDS)
    turns = [turn for game in games for turn in game.turns]
    assert {len(values) for values in table.values()} == {len(turns)}
    assert table["text"] == [turn.text for turn in turns]
    assert table["score"].tolist() == [turn.score for turn in turns]
    for number, game in enumerate(games):
        ours = np.flatnonzero(table["game"] == number)
        assert table["turn"][ours].tolist() == [*range(1, len(game.turns) + 1)]
        for player, ending in enumerate(game.ending):
            last = ours[table["player"][ours] == player][-1]
            assert table["total"][last] + ending == table["final"][last] == game.scores[player]
            assert table["won"][last] == (game.winner == player)
    assert list(lexkit.turns_to_frame(games[0])) == list(fields.USUAL_OF_TURNS)
    with pytest.raises(lexkit.errors.QueryError, match="a turn has no such field: expected game, turn, player"):
        lexkit.turns_to_frame(games, ["points"])


def test_an_alphabet_of_ones_own_needs_public_names_only() -> None:
    tiles = [lexkit.Tile("A", "a", points=1, count=9, vowel=True), lexkit.Tile("IJ", "ij", points=4, count=2)]
    mine = lexkit.Alphabet("mine", tiles, blanks=1)
    lex = lexkit.build(["AIJ", "IJA"], options=lexkit.Options(alphabet=mine))
    assert lex.best_move(lexkit.Board(alphabet=mine), "A[IJ]") is not None
    assert "a :class:`lexkit.Tile` for each letter" in (lexkit.Alphabet.__doc__ or "")


def test_notebooks_show_what_they_meet_most(english: lexkit.Lexicon) -> None:
    game = lexkit.Match(english, seed=4).game(0)
    tally = lexkit.Match(english, seed=4).tally(4)
    cursor = english.cursor().walk("CAR")
    assert cursor is not None
    objects = (game.turns[0], tally, cursor, english)
    turn, bars, place, whole = [ElementTree.fromstring(f"<div>{one._repr_html_()}</div>") for one in objects]
    assert game.turns[0].text in "".join(turn.itertext())
    low, high = tally.interval
    (interval,) = [one for one in bars.iter() if one.get("height") == "6" and one.tag.endswith("rect")]
    assert float(interval.get("x", "")) == pytest.approx(100 * low, abs=0.1)
    assert float(interval.get("width", "")) == pytest.approx(100 * (high - low), abs=0.1)
    assert f"{100 * low:.1f}%" in "".join(bars.itertext())
    assert [cell.text for cell in place.iter("td")][:2] == ["CAR", "yes"]
    assert "247,419 words" in "".join(whole.itertext())
    assert ElementTree.fromstring(lexkit.Layout.named("super")._repr_svg_()).tag.endswith("svg")


def test_what_is_given_in_the_wrong_place_is_told(english: lexkit.Lexicon) -> None:
    game = lexkit.Match(english, seed=4).begin(0)
    with pytest.raises(TypeError, match=r"rack: expected tiles, found <Lexicon .*: give a lexicon as lexicon="):
        lexkit.simulate(game.view(0), english)  # type: ignore[arg-type]
    with pytest.raises(lexkit.errors.PositionError, match=r"not known; give one: .* ask about game.view\(player\)"):
        english.moves(game.board)
    for text in ("-", "-AE", "pass"):
        with pytest.raises(lexkit.errors.IllegalMoveError, match=r"pass_turn\(\) and exchange\(tiles\)"):
            game.play(text)
    assert "nan" not in str(lexkit.simulate(game.view(0), candidates=2))


def test_wrong_lines_are_told_in_plain_english() -> None:
    said = "2 lines are not words of 1 to 63 letters of the german alphabet: found line 1"
    with pytest.raises(lexkit.errors.WordListError, match=said):
        lexkit.build(["A1", "B2", "AB"], options=lexkit.Options(alphabet="german"))


def test_a_name_that_does_not_exist_is_like_one_that_does(english: lexkit.Lexicon) -> None:
    """Found: of seventeen alphabets, which one was meant."""
    asked: dict[str, Any] = {
        "english": lambda: lexkit.Board(alphabet="englsh"),
        "spanish": lambda: lexkit.Rules.from_alphabet("spanis"),
        "standard": lambda: lexkit.Board("standards"),
        "double": lambda: lexkit.Rules(challenge="dubble"),
        "joker": lambda: lexkit.Duplicate(english, kind="jokr"),
        "simulation": lambda: lexkit.analyse(lexkit.Game(english), with_="simulaton"),
        "gaddag": lambda: english.moves(lexkit.Board(), "CARE", generator="gadag"),
        "pandas": lambda: english.prefix("QU").to_frame(library="panda"),
    }
    for meant, ask in asked.items():
        with pytest.raises(lexkit.errors.LexkitError, match=rf"did you mean {meant}\?$"):
            ask()
    with pytest.raises(lexkit.errors.LexiconNotFoundError, match=r"did you mean english\?$"):
        lexkit.open("englsh")
