"""``lexq puzzles``: by a script and as JSON; rounds of puzzles, their hints, tries and cards."""

import dataclasses
import json
from pathlib import Path

import pytest

import lexkit
from lexkit.apps.study import Deck, PuzzleRound
from lexkit.apps.study.cards import hardest, statistics
from lexkit.apps.study.cards_csv import fit_cards, read_cards, write_cards
from lexkit.apps.study.puzzles_command import ask_all
from lexkit.errors import LexkitError, OutOfTurnError, TimeLimitError
from tests.apps.shell.shell import assert_refused, lexq
from tests.apps.terminal.test_session import Typed


@pytest.fixture(scope="module")
def made(english: lexkit.Lexicon) -> list[lexkit.Puzzle]:
    return list(lexkit.puzzles(english, 2, seed=3, iterations=32, tags=["non-bingo"]))


def test_a_round(deck: Deck, made: list[lexkit.Puzzle], english: lexkit.Lexicon) -> None:
    now = 1e9
    round_ = PuzzleRound(deck, lexicon="english", new=made, now=lambda: now)
    with pytest.raises(OutOfTurnError):
        round_.give_up()
    first = round_.next()
    assert first == made[0]
    assert round_.next() == made[0], "until it ended"
    hints = [round_.hint() for _ in range(5)]
    move = first.board.move(first.best)
    assert hints[0] == {"step": 1, "last": False, "tags": list(first.tags)}
    assert [sorted(hint.keys() & {"score", "place", "tiles", "text"}) for hint in hints[1:]] == [
        ["score"],
        ["place", "score"],
        ["place", "score", "tiles"],
        ["place", "score", "tiles"],
    ]
    assert (hints[3]["place"], hints[3]["score"], hints[3]["last"]) == (move.place, move.score, True)
    with pytest.raises(LexkitError):
        round_.attempt("8H ZZZZ")
    tried = round_.attempt(first.plays[1].text.lower() if "?" not in first.board.rack else first.plays[1].text)
    assert tried == (first.plays[1], None)
    solved = round_.attempt(first.best).solved
    assert solved is not None
    assert (solved.right, solved.rating) == (True, "hard")
    assert round_.next() == made[1]
    found = round_.attempt(made[1].best).solved
    assert found is not None
    assert (found.rating, found.days > solved.days) == ("good", True)
    assert round_.next() is None
    assert (round_.answered, round_.right) == (2, 2)
    dues = [card.memory.due for card in deck.cards() if card.memory is not None]
    assert PuzzleRound(deck, lexicon="english", now=lambda: now).next_due == min(dues) > now
    # Known puzzles are asked when they are due, and not as new ones.
    assert PuzzleRound(deck, lexicon="english", new=made, now=lambda: now + 1).next() is None
    now += 86_400 * 30
    again = PuzzleRound(deck, lexicon="english", new=made, most=1, now=lambda: now)
    assert len(again._waiting) == 1
    assert again.next() == made[0]
    assert again.give_up()[:2] == (False, "again")
    assert again.next() is None
    (facts,) = statistics(deck, now)
    assert (facts.kind, facts.cards) == ("puzzles", 2)
    assert hardest(deck) == []
    # Cards leave and come back as they are; what is no puzzle any more is not asked.
    text = "".join(write_cards(deck.cards())).encode()
    cards = read_cards(text, "english", "puzzles")
    assert fit_cards(cards, english, "english") == (list(deck.cards()), 0)
    with Deck(deck._path.with_name("other.sqlite")) as other:
        other.add([card._replace(question=card.question.replace(made[0].best, "8D XXXX")) for card in cards])
        other.add([cards[0]._replace(question=text) for text in ("{}", '{"position":1}', "[1]", "QUIZ")])
        assert PuzzleRound(other, lexicon="english", now=lambda: now + 1).next() == made[1]


def test_a_puzzle_stays_if_there_was_no_time_to_check_it(deck: Deck, made: list[lexkit.Puzzle]) -> None:
    round_ = PuzzleRound(deck, lexicon="english", new=made)
    with lexkit.within(1e-9), pytest.raises(TimeLimitError):
        round_.next()
    assert round_.next() == made[0]


def test_what_is_said(deck: Deck, made: list[lexkit.Puzzle]) -> None:
    first = made[0]
    screen = Typed(
        ["help", "hint", "hint", "hint", "hint", "8H ZZZZ", first.plays[1].text, "show", "", first.best, "quit"]
    )
    ask_all(PuzzleRound(deck, lexicon="english", new=made), screen)
    said = "".join(screen.told)
    assert said.count(f"Your rack: {first.board.rack}") == 2
    assert lexkit.Puzzle.TAGS[first.tags[0]] in said
    assert "not in the lexicon: ZZZZ" in said
    assert f"{first.plays[1].text} loses {first.plays[1].loss:.1f} points; try again" in said
    assert f"not found: {first.best}" in said
    assert "the best\n" in said
    assert "again in 1 minute" in said
    assert said.endswith("1 puzzle, 0 found\n")


def test_a_pass_has_a_name(deck: Deck, made: list[lexkit.Puzzle]) -> None:
    passed = made[0].plays[1]._replace(text="-", score=0)
    puzzle = dataclasses.replace(made[0], plays=(made[0].plays[0], passed), player="Ann", played="-")
    screen = Typed([""])
    ask_all(PuzzleRound(deck, lexicon="english", new=[puzzle]), screen)
    said = "".join(screen.told)
    assert "Better than pass?" in said
    assert "\n  pass" in said
    assert "; it was played" in said


def test_a_script_and_json(tmp_path: Path) -> None:
    home = {"LEXKIT_HOME": str(tmp_path)}
    done = lexq("puzzles", "--seed", "3", "-n", "1", "--json", **home)
    (line,) = done.stdout.splitlines()
    puzzle = lexkit.Puzzle.from_json(line)
    assert json.loads(line) == puzzle.to_dict()
    asked = lexq("puzzles", "--seed", "3", "-n", "1", stdin=f"{puzzle.best}\n", **home)
    assert asked.stdout.endswith("1 puzzle, 1 found\n")
    assert (asked.returncode, asked.stderr) == (0, "")
    empty = lexq("puzzles", "--due", **home)
    assert (empty.returncode, empty.stdout) == (1, "no puzzle is due; the next card comes in 10 minutes\n")
    none = lexq("puzzles", "--due", "--file", str(tmp_path / "none.sqlite"), **home)
    assert (none.returncode, none.stdout) == (1, "no puzzle is due\n")
    assert_refused(lexq("puzzles", "--tag", "bingos", "--json", **home), 3, "expected bingo, only-bingo")
    assert_refused(lexq("puzzles", "--player", "Ann", **home), 2, "--player needs --from")
    game = lexkit.Match(lexkit.open("english"), "novice", "novice", seed=1).game(0)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.gcg").write_text("nothing")
    (tmp_path / "games" / "b.gcg").write_text(game.to_gcg())
    mine = lexq("puzzles", "--from", str(tmp_path / "games"), "-n", "1", "--json", **home)
    assert lexkit.Puzzle.from_json(mine.stdout.strip()).source == "b.gcg"
    assert "a.gcg" in mine.stderr
    assert_refused(lexq("puzzles", "--from", str(tmp_path / "c.gcg"), **home), 4, "c.gcg: cannot read")


def test_the_help_names_all_tags() -> None:
    told = " ".join(lexq("puzzles", "--help").stdout.replace("│", " ").split())
    assert all(tag in told for tag in lexkit.Puzzle.TAGS)
