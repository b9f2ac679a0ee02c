"""Reports of games: grades equal those of plain Python, losses add up, and what cannot be graded is said."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Rules, lexicons
from lexkit.errors import QueryError
from lexkit.players.reports.report import Report, summarize
from lexkit.players.reports.turn_costs import Cost, grade_of, mistake_index
from tests.players.reports.grade_oracle import GRADES, Judge, graded
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED, FULL, each

GOLDEN = Path(__file__).parents[2] / "golden" / "gcg"
GAMES = 50 if FULL else 1


# -- grades ------------------------------------------------------------------------------------------------------


def played(lexicon: lexkit.Lexicon, number: int) -> lexkit.Game:
    """Games of players who make mistakes."""
    pairs = [("club", "casual"), ("static", "greedy"), ("tournament", "novice"), ("greedy", "club")]
    return lexkit.Match(lexicon, *pairs[number % len(pairs)], seed=number).game(0)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_grades_are_those_of_plain_python(english: lexkit.Lexicon) -> None:
    met = set()
    judge = Judge(english, Rules.from_alphabet(english.alphabet))
    for number in range(GAMES):
        game = played(english, number)
        report = game.report(draws=0)
        expected = list(judge.turns(game))
        assert [turn.grade for turn in report.turns] == [grade for grade, _, _ in expected]
        for turn, (_, dropped, lost) in zip(report.turns, expected, strict=True):
            assert turn.cost is not None
            assert turn.cost.win_loss == pytest.approx(dropped, abs=1.1e-4)
            assert turn.cost.spread_loss == pytest.approx(lost, abs=0.011)
        met |= {turn.grade for turn in report.turns}
        for seat, player in enumerate(report.players):
            own = [grade for at, (grade, _, _) in enumerate(expected) if report.turns[at].seat == seat]
            weights = {"none": 0, "small": 0.2, "medium": 0.5, "large": 1}
            assert player.mistake_index == pytest.approx(sum(weights[grade] for grade in own))
    assert met == set(GRADES) or not FULL


chances = st.integers(0, 10_000).map(lambda number: number / 10_000)


@given(chances, chances, st.floats(0, 60).map(lambda points: round(points, 2)), st.integers(0, 86))
def test_a_grade(win: float, best_win: float, points: float, bag: int) -> None:
    lost = round(max(0.0, best_win - win), 4)
    for by in ("equity", "simulation", "endgame"):
        cost = Cost(by, "-", win, best_win, lost, points)
        expected = graded(round(100 * lost, 2), points, bag, by == "endgame", best_win == 1 > win)
        assert grade_of(cost, bag) == expected
        worse = cost._replace(win_loss=1.0, spread_loss=points + 20)
        assert GRADES.index(grade_of(worse, bag)) >= GRADES.index(expected)


def test_the_index_counts_mistakes() -> None:
    assert mistake_index({"none": 9, "small": 3, "medium": 2, "large": 1}) == 2.6
    assert mistake_index({}) == 0


# -- reports -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


def reported(few: lexkit.Lexicon, seed: int, players: int = 2, **options: Any) -> tuple[lexkit.Game, Report]:
    """A game of greedy players with a few words, and its report."""
    names = ("Ann", "Bob", "Cyd", "Dan")[:players]
    game = lexkit.Game(few, names, rules=Rules(alphabet=few.alphabet), seed=seed)
    greedy = lexkit.player("greedy", few)
    while not game.over:
        game.act(greedy.choose(game.view(game.to_move)))
    return game, game.report(lexicon=few, leaves=with_leaves(few, 4), draws=2, **options)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes")
@given(st.integers(0, 10_000))
def test_what_holds_for_all_reports(few: lexkit.Lexicon, seed: int) -> None:
    game, report = reported(few, seed)
    assert [player.name for player in report.players] == list(game.players)
    assert [player.score for player in report.players] == list(game.scores)
    assert sum(player.won for player in report.players) == 1
    for turn in report.turns:
        assert turn.cost is not None
        assert min(turn.cost.win_loss, turn.cost.spread_loss, turn.loss or 0) >= 0
        assert 0 <= turn.cost.win <= 1
        assert turn.player == game.players[turn.seat]
        assert turn.luck is not None
    for seat, player in enumerate(report.players):
        own = [turn for turn in report.turns if turn.seat == seat]
        assert player.turns == len(own) == player.weighed
        assert player.loss == pytest.approx(sum(turn.loss or 0 for turn in own))
        assert player.win_loss == pytest.approx(sum(turn.cost.win_loss for turn in own if turn.cost))
        assert player.luck == pytest.approx(sum(turn.luck or 0 for turn in own))
        for grade in GRADES[1:]:
            assert getattr(player, grade) == sum(turn.grade == grade for turn in own)
    worst = report.worst()
    assert len(worst) == min(3, sum(turn.grade != "none" for turn in report.turns))
    ranks = [GRADES.index(str(turn.grade)) for turn in worst]
    assert ranks == sorted(ranks, reverse=True)
    curve = report.curve
    assert [number for number, _ in curve] == [0, *[turn.number for turn in report.turns], len(game.turns) + 1]
    assert curve[-1][1] == (0.5 if game.winner is None else 1 - game.winner)
    again = json.loads(report.to_json())
    assert [turn["grade"] for turn in again["turns"]] == [turn.grade for turn in report.turns]
    assert again["worst"] == [turn.number for turn in worst]
    both = summarize([report, report])
    assert [player.mistake_index for player in both] == pytest.approx([2 * one.mistake_index for one in report.players])


def test_the_order_of_players_changes_nothing(few: lexkit.Lexicon) -> None:
    """Whoever begins is the first or the second in the list."""
    made = []
    for first in (0, 1):
        game = lexkit.Game(few, ("Ann", "Bob"), rules=Rules(alphabet=few.alphabet), seed=5, first=first, dealt=False)
        for rack, text in (("AEINRST", "8H AE"), ("AEINRST", "-AE"), ("OTUNRST", "-")):
            game.set_rack(game.to_move, rack)
            game.act(text)
        made.append(game.report(leaves=with_leaves(few, 4), draws=3))
    mine, other = made
    assert [turn._replace(seat=0, player="", position="") for turn in mine.turns] == [
        turn._replace(seat=0, player="", position="") for turn in other.turns
    ]
    assert [chance for _, chance in mine.curve] == pytest.approx([1 - chance for _, chance in other.curve], abs=2e-4)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_levels_come_turn_by_turn(english: lexkit.Lexicon) -> None:
    game = played(english, 0)
    static = game.report(draws=0)
    steps = list(game.reports("endgame", iterations=2, draws=0))
    assert steps[0].turns == static.turns
    assert [step.weighed for step in steps] == list(range(len(static.turns) + 1))
    assert {step.to_weigh for step in steps} == {len(static.turns)}
    levels = [step.level for step in steps]
    assert levels == sorted(levels, key=["static", "simulation", "endgame"].index)
    assert levels[-1] == "endgame"
    for step in steps:
        for turn in step.turns:
            assert turn.cost is not None
            if step.level != "static" and turn.bag and turn.bag > 1:
                assert turn.cost.by == "simulation"
    assert {turn.cost.by for turn in steps[-1].turns if turn.cost} >= {"simulation", "endgame"}
    halfway = next(step for step in steps if step.level == "simulation")
    assert {turn.cost.by for turn in halfway.turns if turn.cost and turn.bag == 0} == {"equity"}


def test_luck_is_none_if_nothing_was_drawn(few: lexkit.Lexicon) -> None:
    game = lexkit.Game(few, rules=Rules(alphabet=few.alphabet), seed=5)
    game.pass_turn()
    game.pass_turn()
    game.pass_turn()
    report = game.report(leaves=with_leaves(few, 4), draws=20)
    assert report.turns[2].luck == 0
    assert report.turns[0].luck != 0
    assert report == game.report(leaves=with_leaves(few, 4), draws=20), "the same racks are tried again"
    assert {turn.luck for turn in lexkit.analyse(game, leaves=with_leaves(few, 4)).turns} == {None}


# -- what is special ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="every turn of each record with the whole list")
def test_every_record_has_a_report(english: lexkit.Lexicon) -> None:
    paths = sorted(GOLDEN.glob("*.gcg"))
    reasons = set()
    for path in paths if FULL else paths[::6]:
        try:
            game = lexkit.read_gcg(path, english)
            report = game.report(draws=1)
        except lexkit.errors.LexkitError:
            continue
        for turn in report.turns:
            assert (turn.grade is None) == bool(turn.ungraded)
            reasons.add(turn.ungraded)
        assert all(remark.endswith(".") for remark in report.remarks)
        assert report.to_html().count("<svg") <= 4
    assert reasons <= {"", "the rack is not fully known", "the tiles are not known", "grades are for two players"}
    assert len(reasons) > 2 or not FULL


def test_what_cannot_be_graded_is_said(few: lexkit.Lexicon, tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_text(
        "#player1 A Ann\n#player2 B Bob\n>A: QXZ 8G QXZ +56 56\n>B: AEINRST -3 +0 0\n>A: AAEEIIO -AAE +0 56\n"
    )
    report = lexkit.read_gcg(path, few).report(leaves=with_leaves(few, 4))
    assert [turn.grade is None for turn in report.turns] == [True, True, False]
    assert report.remarks == (
        "1 turn without a grade: the rack is not fully known.",
        "1 turn without a grade: the tiles are not known.",
        "The game is not over.",
    )
    assert len(report.curve) == 4, "the lead alone says something too"


@each("name", ["miscounted", "racks_contradict", "off_turn"])
def test_a_report_says_what_is_wrong_with_its_record(english: lexkit.Lexicon, name: str) -> None:
    """Also where a rack lacks tiles that its player kept, whose luck cannot be known."""
    game = lexkit.read_gcg(GOLDEN / f"{name}.gcg", english, strict=False)
    report = game.report(draws=2)
    assert game.record is not None
    told = [f"Line {fault.line} of the record has a fault: {fault}." for fault in game.record.faults]
    assert told
    assert list(report.remarks)[-len(told) :] == told
    assert len(report.turns) == sum(turn.kind in ("placement", "exchange", "pass") for turn in game.turns)


def test_a_play_that_was_challenged_off(few: lexkit.Lexicon, tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    head = "#player1 A Ann\n#player2 B Bob\n"
    path.write_text(f"{head}>A: AEQXZVV 8G QXZ +56 56\n>A: AEQXZVV -- -56 0\n>B: AEINRST - +0 0\n")
    report = lexkit.read_gcg(path, few).report(leaves=with_leaves(few, 4))
    first = report.turns[0]
    assert (first.withdrawn, first.total, first.phony) == (True, 0, ("QXZ",))
    assert first.why.startswith("QXZ was challenged off")
    assert first.grade in GRADES


def test_more_than_two_players(few: lexkit.Lexicon) -> None:
    _, report = reported(few, 3, players=3)
    assert {turn.grade for turn in report.turns} == {None}
    assert (report.curve, report.worst()) == ((), ())
    assert report.remarks[0].startswith("Chances to win and grades are for games of two players")
    assert all(turn.loss is not None for turn in report.turns)
    assert "Chance to win" not in report.to_html()


def test_a_game_that_was_resigned_and_one_from_a_position(few: lexkit.Lexicon) -> None:
    game = lexkit.Game(few, rules=Rules(alphabet=few.alphabet), seed=5)
    game.pass_turn()
    game.resign()
    report = game.report(leaves=with_leaves(few, 4))
    assert report.remarks == ("The game ended by resignation, which is not graded.",)
    assert report.curve[-1] == (2, 1.0)
    board = lexkit.Board(rules=Rules(alphabet=few.alphabet))
    board.play("8H AE")
    board.scores = (60, 20)
    later = lexkit.Game(few, seed=1, position=board)
    later.pass_turn()
    report = later.report(leaves=with_leaves(few, 4))
    assert report.turns[0].total == later.scores[0]
    assert report.curve[0][1] != 0.5


def test_refusals(few: lexkit.Lexicon) -> None:
    game = lexkit.Game(few, seed=1)
    for options in ({"level": "deep"}, {"time": -1}, {"draws": -1}, {"draws": 1.5}, {"iterations": 0}):
        with pytest.raises(QueryError):
            game.report(leaves=with_leaves(few, 4), **options)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_a_report_is_read_from_its_data(english: lexkit.Lexicon) -> None:
    game = played(english, 0)
    for report in (game.report(), game.report("endgame", iterations=16, draws=2)):
        data = json.loads(report.to_json())
        again = game.read_report(data)
        assert again.turns == report.turns
        assert again.to_dict() == report.to_dict()
        assert again.to_html() == report.to_html()
    for wrong in ({}, {**data, "turns": [{}]}, {**data, "curve": [1]}, {**data, "turns": None}):
        with pytest.raises(QueryError, match="not a report"):
            game.read_report(wrong)


# -- pictures ----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_a_page_needs_nothing_else(english: lexkit.Lexicon) -> None:
    report = played(english, 0).report(draws=2)
    page = report.to_html("Ann <v.> Bob")
    assert page.startswith("<!DOCTYPE html>")
    assert "<title>Ann &lt;v.&gt; Bob</title>" in page
    for outside in ("<script", "src=", "href=", "url(", "@import"):
        assert outside not in page
    assert "prefers-color-scheme:dark" in page
    assert "@media print" in page
    assert page.count("<svg") == 1 + len(report.worst())
    for turn in report.turns:
        assert f"<td>{turn.number}</td>" in page
    assert f"{report.curve[-1][0]}: {report.curve[-1][1]:.0%}" in page, "the curve in words"


def test_boards_of_a_page_have_the_rules_of_the_game(few: lexkit.Lexicon) -> None:
    """Found: a page of a game with eight tiles on a rack, or a layout of one's own, could not be made."""
    own = lexkit.Layout("mine", ["." * 15] * 15)
    for rules in (lexkit.Rules(rack_size=8), lexkit.Rules(layout=own)):
        game = lexkit.Game(few, rules=rules, seed=1)
        game.pass_turn()
        game.pass_turn()
        report = lexkit.analyse(game, few, leaves=with_leaves(few, 5, longest=7))
        assert report.rules == rules
        assert report.worst()
        assert "<svg" in report.to_html()


def test_who_resigned_between_a_play_and_its_challenge(few: lexkit.Lexicon) -> None:
    """Found: then the play stood in the report, and one who had left was to challenge it."""
    leaves = with_leaves(few, 5)
    for off in (True, False):
        game = lexkit.Game(few, ("A", "B", "C", "D"), rules=lexkit.Rules(challenge="double"), dealt=False)
        game.set_rack(0, "QVWXZJK")
        if not off:
            game.resign(player=1)
        game.play("8H QVW")
        if off:
            game.resign(player=2)
            game.challenge()
        else:
            game.set_rack(2, "AEINRST")
            game.pass_turn()
        report = lexkit.analyse(game, few, leaves=leaves)
        assert report.turns[0].phony
        assert report.turns[0].withdrawn is off
        assert [player.missed_challenges for player in report.players] == ([0] * 4 if off else [0, 0, 1, 0])
