"""A game of one's own from end to end: every player, records, positions, reports and training."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit import Board, Game, Layout, Rules
from lexkit.errors import GameRecordError, PositionError
from lexkit.players.registry import player_names
from tests.own_game import own_alphabet, own_layout, own_list, own_rules
from tests.running import COMPILED

#: Players that answer in milliseconds on interpreted kernels too.
QUICK = [
    name
    for name in player_names()
    if name != "champion" and (COMPILED or name not in ("enos", "two-ply", "positional"))
]


@cache
def own_game() -> Game:
    return lexkit.Match(own_list(), "club", "greedy", rules=own_rules(), seed=3).game(0)


def test_the_board_has_quadruple_squares_and_the_rules_eight_tiles() -> None:
    layout = own_layout()
    assert (layout.rows, layout.columns) == (13, 13)
    assert max(layout.letter_multipliers) == max(layout.word_multipliers) == 4
    assert len(own_alphabet().labels) == 40
    assert sum(own_rules().distribution) == 90


@pytest.mark.parametrize("name", QUICK)
def test_every_player_plays(name: str) -> None:
    game = lexkit.Match(own_list(), name, "greedy", rules=own_rules(), seed=3).game(0)
    assert game.over
    placed = [turn for turn in game.turns if turn.kind == "placement"]
    assert {turn.player for turn in placed} == {0, 1}
    assert max(len(turn.rack or "") for turn in game.turns) == 8


def test_levels_differ_and_need_no_leave_values() -> None:
    games = {name: lexkit.Match(own_list(), name, "greedy", rules=own_rules(), seed=3).game(0) for name in QUICK}
    assert len({games[name].scores for name in ("beginner", "casual", "club", "tournament")}) >= 3


@pytest.mark.skipif(not COMPILED, reason="simulations take minutes")
def test_the_champion_and_its_report() -> None:
    game = Game(own_list(), rules=own_rules(), seed=4)
    champion = lexkit.player("champion", seed=1, time=0.05)
    game.act(champion.choose(game.view(game.to_move)))
    assert game.turns[0].kind == "placement"
    weighed = lexkit.analyse(own_game(), with_="champion", iterations=2)
    assert weighed.level == "endgame"
    assert {turn.cost.by for turn in weighed.turns if turn.cost is not None} >= {"simulation"}


def test_a_report_counts_the_bingo_and_compares_every_turn() -> None:
    report = own_game().report()
    assert [player.compared for player in report.players] == [player.turns for player in report.players]
    assert "Players" in report.to_html()


@pytest.mark.parametrize("kind", ["gcg", "cgh", "json"])
def test_records_come_back_with_the_lexicon(kind: str) -> None:
    game = own_game()
    again: Game = getattr(Game, f"from_{kind}")(getattr(game, f"to_{kind}")(), own_list())
    assert again.rules == own_rules()
    assert again.rules.layout.name == "own board"
    assert (again.scores, [turn.text for turn in again.turns]) == (game.scores, [turn.text for turn in game.turns])


@pytest.mark.parametrize("kind", ["gcg", "cgh"])
def test_a_board_with_a_shipped_name_comes_back(kind: str) -> None:
    rules = Rules(Layout("standard", own_layout().glyphs), own_alphabet(), rack_size=8, bingo=60)
    game = lexkit.Match(own_list(), rules=rules, seed=3).game(0)
    again: Game = getattr(Game, f"from_{kind}")(getattr(game, f"to_{kind}")(), own_list())
    assert again.rules == rules


@pytest.mark.parametrize(
    ("kind", "error"), [("gcg", GameRecordError), ("cgh", GameRecordError), ("cgp", PositionError)]
)
def test_records_of_other_programs_name_the_remedy(kind: str, error: type[Exception]) -> None:
    game = own_game()
    text = game.board.to_cgp() if kind == "cgp" else getattr(game, f"to_{kind}")().replace("#rules", "#others")
    read: Any = getattr(Board if kind == "cgp" else Game, f"from_{kind}")
    with pytest.raises(error, match=r"rules="):
        read(text, lexicon=own_list())
    assert read(text, lexicon=own_list(), rules=own_rules()).rules == own_rules()


@pytest.mark.skipif(not COMPILED, reason="30 games take seconds")
def test_leave_values_are_trained_by_the_own_rules(tmp_path: Path) -> None:
    path = tmp_path / "own.gaddag"
    path.write_bytes(own_list().to_bytes())
    lexkit.train_leaves(path, rules=replace(own_rules(), rack_size=4), rounds=[30], threads=1)  # 14,000 leaves
    made = lexkit.open(path).core.file.leaves
    assert made is not None
    assert (made.made["layout"], made.made["rack_size"], made.made["games"]) == ("own board", 4, 30)
    lexkit.train_leaves(path, tmp_path / "board.gaddag", layout=own_layout(), rack_size=3, rounds=[2], threads=1)
    with pytest.raises(
        PositionError, match=r"the rules have other letters than the lexicon: expected .* own, found english"
    ):
        lexkit.train_leaves(path, rules=Rules())


@pytest.mark.skipif(not COMPILED, reason="simulations take minutes")
def test_puzzles_of_own_games_and_of_bots() -> None:
    options: dict[str, Any] = {"iterations": 12, "threads": 1}
    made = [
        *lexkit.puzzles(own_list(), 1, games=[own_game()], **options),
        *lexkit.puzzles(own_list(), 1, seed=1, rules=own_rules(), **options),
    ]
    assert len(made) == 2
    for puzzle in made:
        assert puzzle.rules == puzzle.board.rules == own_rules()
        assert len(puzzle.board.rack) == 8
        again = lexkit.Puzzle.from_json(puzzle.to_json())
        assert (again, again.board) == (puzzle, puzzle.board)
        assert again.play(again.best, own_list()).loss == 0


def test_the_exchange_minimum_stays() -> None:
    assert Rules(rack_size=8).exchange_minimum == 7
