"""Puzzles: tags and "far ahead" as plain Python finds them, the same ones with any threads, as JSON and back."""

import math
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit import Puzzle, PuzzlePlay, Rules
from lexkit.errors import IllegalMoveError, PositionError, QueryError, TimeLimitError
from lexkit.players.champion import plies_ahead
from lexkit.players.puzzles import are_far_ahead, tags_of
from lexkit.runtime.game.move_finder import finder_for
from tests.players.puzzles.tag_oracle import Tagger
from tests.players.reports.grade_oracle import GRADES, graded
from tests.running import COMPILED, FULL

pytestmark = pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
GCG = Path(__file__).parents[2] / "golden" / "gcg"
#: Few iterations: the rules are the same.
ITERATIONS = 64
GAMES = 60 if FULL else 2
PUZZLES = 25 if FULL else 2


@pytest.fixture(scope="module")
def made(english: lexkit.Lexicon) -> list[Puzzle]:
    return list(lexkit.puzzles(english, PUZZLES, seed=1, iterations=ITERATIONS, threads=2))


@pytest.fixture(scope="module")
def tagger(english: lexkit.Lexicon) -> Tagger:
    return Tagger(english)


def best_of(puzzle: Puzzle, lexicon: lexkit.Lexicon) -> lexkit.Candidates:
    return lexicon.moves(puzzle.board).by_equity(lexicon)


# -- tags ------------------------------------------------------------------------------------------------------


def test_tags_are_those_of_plain_python(english: lexkit.Lexicon, tagger: Tagger) -> None:
    met: set[str] = set()
    match = lexkit.Match(english, "static", "casual", seed=3)
    for game in match.play(GAMES):
        for turn, position in zip(game.turns, game.positions(), strict=True):
            if turn.kind not in ("placement", "exchange"):
                continue
            board = lexkit.Board.from_cgp(position)
            moves = finder_for(english.core, board).candidates(board, None)
            own = next(one for one in moves.by_equity(english) if one.text == turn.text)
            scores = [move.score for move in moves]
            assert set(tags_of(own, moves)) == tagger.tags(position, turn.text, scores, turn.score), (position, own)
            met |= set(tags_of(own, moves))
    assert met == set(Puzzle.TAGS) - {"exchange"} or met == set(Puzzle.TAGS) or not FULL
    assert {"bingo", "non-bingo", "power", "parallel", "hook", "through", "outscored"} <= met


# -- what is far ahead ---------------------------------------------------------------------------------------------


def test_one_play_is_far_ahead(made: list[Puzzle], english: lexkit.Lexicon, tagger: Tagger) -> None:
    assert len(made) == PUZZLES
    for puzzle in made:
        listed = best_of(puzzle, english)
        assert listed[0].text == puzzle.best
        assert listed[0].equity - listed[1].equity >= 10, "by equity"
        board = puzzle.board
        assert board.lead == board.scores[0] - board.scores[1]
        unseen = 100 - len(board) - 7
        simulation = lexkit.simulate(
            board,
            lexicon=english,
            candidates=list(listed[:10]),
            plies=plies_ahead(unseen),
            iterations=ITERATIONS,
            confidence=0.9999,
            seed=1,
            threads=1,
        )
        assert simulation.best.candidate.text == puzzle.best
        best, *others = simulation.results
        told = {play.text: play for play in puzzle.plays}
        assert told.keys() == {one.candidate.text for one in (best, *others)}
        for other in others:
            play = told[other.candidate.text]
            dropped = round(max(0.0, best.win - other.win), 4)
            assert play.loss == pytest.approx(best.equity - other.equity, abs=0.006)
            assert play.loss >= 10, "by simulation"
            assert play.win_loss == pytest.approx(dropped, abs=1.1e-4)
            assert play.grade == graded(round(100 * dropped, 2), 0, unseen - 7) != "none"
        assert puzzle.answers == (puzzle.best,)
        least = min(puzzle.plays[1:], key=lambda play: (play.win_loss or 0, play.loss))
        assert (puzzle.grade, puzzle.margin) == (least.grade, least.loss)
        scores = [move.score for move in english.moves(board)]
        assert set(puzzle.tags) == tagger.tags(puzzle.position, puzzle.best, scores, puzzle.plays[0].score)


def test_far_ahead() -> None:
    best = PuzzlePlay("8D QUIZ", 48, 0.0, 0.0, "none")
    far = PuzzlePlay("8D QUIT", 26, 10.0, 0.005, "small")
    assert are_far_ahead([best, far])
    assert not are_far_ahead([best, far, far._replace(loss=9.99)])
    assert not are_far_ahead([best, far, far._replace(grade="none")])


def test_any_number_of_threads_makes_the_same(made: list[Puzzle], english: lexkit.Lexicon) -> None:
    few = PUZZLES if FULL else 1
    assert list(lexkit.puzzles(english, few, seed=1, iterations=ITERATIONS, threads=1)) == made[:few]


def test_only_what_is_wanted(english: lexkit.Lexicon) -> None:
    wanted = {"tags": ["only-bingo", "through"], "grades": ["large"]}
    (found,) = lexkit.puzzles(english, 1, seed=1, iterations=ITERATIONS, **wanted)
    assert {"only-bingo", "through"} <= set(found.tags)
    assert found.grade == "large"
    for wrong in ({"tags": ["bingos"]}, {"grades": ["none"]}, {"limit": -1}, {"iterations": 0}, {"threads": -1}):
        with pytest.raises(QueryError):
            lexkit.puzzles(english, **wrong)


# -- mistakes ----------------------------------------------------------------------------------------------------------


def test_mistakes_of_a_game(english: lexkit.Lexicon) -> None:
    game = lexkit.Match(english, "casual", "novice", seed=5).game(0)
    name = game.players[1]
    report = {turn.number: turn for turn in lexkit.analyse(game, english).turns}
    asked: dict[str, Any] = {"games": [game], "player": name, "iterations": ITERATIONS}
    making = lexkit.puzzles(english, None, **asked)
    found = [next(making)]
    with lexkit.within(1e-9), pytest.raises(TimeLimitError):
        next(making)
    found += making if FULL else islice(making, 1)
    assert len(found) >= 2
    if FULL:
        every = list(lexkit.puzzles(english, None, **asked))
        assert len(every) >= 3
        interrupted = [puzzle for puzzle in every if puzzle not in found]
        assert len(interrupted) <= 1, "a time limit costs one mistake"
        assert found == [puzzle for puzzle in every if puzzle not in interrupted]
    for puzzle in found:
        turn = report[puzzle.turn]
        assert (puzzle.player, puzzle.played, puzzle.source) == (name, turn.action, " v. ".join(game.players))
        assert turn.grade in GRADES[1:]
        played = next(play for play in puzzle.plays if play.text == turn.action)
        assert (played.grade, played.loss) == (puzzle.grade, puzzle.margin)
        assert puzzle.played not in puzzle.answers
        assert puzzle.answers == tuple(play.text for play in puzzle.plays if play.grade == "none")
        assert 1 <= len(puzzle.answers) <= 3
    numbers = [puzzle.turn for puzzle in found]
    assert numbers == sorted(numbers)
    with pytest.raises(QueryError, match=r"no game of this player: expected .*, found 'Nobody'"):
        lexkit.puzzles(english, games=[game], player="Nobody")


@pytest.mark.sweep
def test_records_of_all_kinds_make_puzzles_or_none(english: lexkit.Lexicon) -> None:
    for path in sorted(GCG.glob("*.gcg"))[:: 1 if FULL else 20]:
        try:
            game = lexkit.read_gcg(path)
        except lexkit.errors.LexkitError:
            continue
        try:
            list(lexkit.puzzles(english, 1, games=[game], iterations=32))
        except PositionError as error:
            assert "alphabet" in str(error) or "bag" in str(error) or "generator" in str(error), path


# -- a puzzle ----------------------------------------------------------------------------------------------------------


def test_plays_and_what_they_lose(made: list[Puzzle], english: lexkit.Lexicon) -> None:
    puzzle = made[0]
    listed = best_of(puzzle, english)
    assert puzzle.play(puzzle.best, english) == puzzle.plays[0]
    for candidate in (listed[1], listed[9]):
        assert puzzle.play(candidate.text, english) == next(p for p in puzzle.plays if p.text == candidate.text)
    late = listed[10]
    told = puzzle.play(late.text, english)
    assert told == PuzzlePlay(late.text, late.score, pytest.approx(listed[0].equity - late.equity, abs=0.006))
    exchange = next(one for one in listed if one.kind == "exchange" and len(one.exchanged) > 1)
    assert puzzle.play(f"-{exchange.tiles[::-1]}", english).text == exchange.text
    assert puzzle.play("-", english).score == 0
    for wrong in ("8D", "8D XX", "-??????", "-3", "resign", "A1 ZZZ"):
        with pytest.raises((IllegalMoveError, PositionError)):
            puzzle.play(wrong, english)


def test_json_and_back(made: list[Puzzle]) -> None:
    for puzzle in made:
        assert Puzzle.from_json(puzzle.to_json()) == puzzle
        assert len(puzzle.to_json()) < 4000
    line = made[0].to_json()
    for wrong in (
        "",
        "[]",
        "{}",
        line[:-1],
        line.replace('"plays":[', '"plays":[1,'),
        replace(made[0], grade="none").to_json(),
        replace(made[0], plays=()).to_json(),
        replace(made[0], margin=math.nan).to_json(),
        line.replace('"loss":', '"loss":1e999,"lost":'),
        line.replace('"none"', '"best"'),
        line.replace('"loss":', '"gain":'),
        replace(made[0], why="x" * Puzzle.LONGEST).to_json(),
        "[" * 100_000,
    ):
        with pytest.raises(QueryError):
            Puzzle.from_json(wrong)
    with pytest.raises(PositionError):
        Puzzle.from_json(replace(made[0], position="15/15").to_json())


def test_a_puzzle_shows_its_board(made: list[Puzzle]) -> None:
    assert made[0].board.to_cgp() == made[0].position
    assert made[0]._repr_svg_().startswith("<svg")
    assert made[0].board.rules == Rules()


def test_puzzles_carry_rules_that_a_position_does_not_say(english: lexkit.Lexicon) -> None:
    """Found: boards that could not be read, or were read with other points, where a rack has not seven tiles."""
    made = 0
    for rules in (Rules(rack_size=8), Rules(rack_size=5), Rules(layout=lexkit.Layout("mine", ["." * 15] * 15))):
        game = lexkit.Game(english, rules=rules, seed=1)
        game.pass_turn()
        for puzzle in lexkit.puzzles(english, games=[game], iterations=4):
            made += 1
            again = lexkit.Puzzle.from_json(puzzle.to_json())
            assert again.rules == again.board.rules == rules
            assert again.play(puzzle.best, english).loss == 0
    assert made


def test_the_same_tiles_in_another_order(english: lexkit.Lexicon) -> None:
    """Found: of WordSmog only the order that is listed was a play."""
    game = lexkit.Game(english, rules=Rules(variant="wordsmog"), seed=5)
    game.play(game.placements.top(60)[-1])
    (puzzle,) = lexkit.puzzles(english, 1, games=[game], iterations=ITERATIONS, seed=1)
    listed = puzzle.board.move(puzzle.best)
    shuffled = f"{listed.place} {''.join(sorted(listed.tiles))}"
    assert shuffled != puzzle.best
    assert puzzle.play(puzzle.best, english) == puzzle.plays[0]
    made = puzzle.play(shuffled, english)
    assert made.loss == round(max(0.0, listed.score - made.score), 2)
