"""``lexq quiz``: by a script, on a narrow terminal, its files."""

from pathlib import Path

import pytest

from lexkit.apps.study import Card, Deck, Quiz
from lexkit.apps.study.cards import tell_days
from lexkit.apps.study.command import ask_all
from tests.apps.shell.shell import assert_refused, lexq
from tests.apps.terminal.test_session import Typed
from tests.running import each


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The environment of a user who has not studied yet."""
    return {"LEXKIT_HOME": str(tmp_path / "home")}


def told(deck: Deck, defined: str, kind: str, query: str, *lines: str) -> list[str]:
    """What is told after each line."""
    screen = Typed(lines)
    ask_all(Quiz(deck, kind, lexicon=defined, query=query, sort=["word"]), screen)
    return screen.told


def test_a_script(defined: str, home: dict[str, str], tmp_path: Path) -> None:
    quiz = ("-l", defined, "quiz", "length:4", "--sort", "word", "--new", "2")
    done = lexq(*quiz, stdin="care acre race\nscar\nSCAR CARS\n", **home)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "1/2  ACER  (3 words)\n> care acre race\nright; again in 10 minutes\n"
        "2/2  ACRS  (2 words)\n> scar\nwrong: CARS SCAR; again in 1 minute\n"
        "3/3  ACRS  (2 words)\n> SCAR CARS\nright; again in 10 minutes\n"
        "2 questions, 1 right\n"
    )
    due = lexq("-l", defined, "quiz", "--due", **home)
    assert (due.returncode, due.stdout) == (1, "nothing is due; the next card comes in 10 minutes\n")
    shown = lexq("-l", defined, "quiz", "--statistics", **home).stdout.splitlines()
    assert shown[1].split()[:4] == ["anagrams", "2", "0", "0"]
    assert shown[2] == "missed most: ACRS (1)"
    exported = tmp_path / "cards.csv"
    assert lexq("quiz", "--export", str(exported), **home).returncode == 0
    exported.write_text(kept := f"{exported.read_text()}\n")
    assert_refused(lexq("quiz", "--export", str(exported), **home), 4, "this file exists already", 1)
    assert exported.read_text() == kept
    assert lexq("quiz", "--export", str(exported), "--force", **home).returncode == 0
    assert exported.read_text() == kept[:-1]
    other = {"LEXKIT_HOME": str(tmp_path / "other")}
    assert lexq("quiz", "--import", str(exported), **other).stdout == "added 2 cards\n"
    assert lexq("quiz", "--import", str(exported), **other).stdout == "added 0 cards\n"


def test_nothing_is_due_says_what_there_is(deck: Deck, defined: str, tmp_path: Path) -> None:
    deck.grade(Card(defined, "hooks", "CARE"), 1, 1.7e9)
    deck.add([Card(defined, "anagrams", "ACER"), Card(defined, "anagrams", "ACRS")])
    quiz = ("-l", defined, "quiz", "--file", str(tmp_path / "study.sqlite"))
    assert lexq(*quiz, "--due").stdout == (
        "nothing is due; 2 cards were never asked: lexq quiz; 1 card is due with --kind hooks\n"
    )
    assert lexq(*quiz, "length:4", "--new", "0").stdout == "nothing is due; 1 card is due with --kind hooks\n"
    assert lexq(*quiz, "length:9", "--shuffle").stdout == (
        "no questions about the words of length:9; 1 card is due with --kind hooks\n"
    )


def test_a_list_of_words_is_asked_by_letters(defined: str, home: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("care\nSCAR\nnotaword\n")
    done = lexq("-l", defined, "quiz", "--import", str(tmp_path / "list.txt"), **home)
    assert done.stdout == "added 2 cards; 1 question without an answer left out\n"
    assert lexq("-l", defined, "quiz", stdin="quit\n", **home).stdout.startswith("1/2  ACER  (3 words)\n")


def test_a_long_line_is_no_answer(defined: str, home: dict[str, str]) -> None:
    done = lexq("-l", defined, "quiz", "pattern:ERA", "-k", "definitions", stdin=f"{' ' * 2000}ARE\nERA\n", **home)
    assert "the line is too long" in done.stdout
    assert done.stdout.endswith("1 question, 1 right\n")


def test_commands_among_answers(deck: Deck, defined: str) -> None:
    said = told(deck, defined, "anagrams", "length:4", "", "easy", "help", "good", "quit")
    assert said[1].startswith("wrong: ACRE CARE RACE; again in 1 minute\n")
    assert said[2].startswith("easy: again in ")
    assert "Type the answer" in said[3]
    assert said[5] == "1 question, 1 right\n"
    assert told(deck, defined, "anagrams", "length:9") == ["nothing was asked\n"]
    assert told(deck, defined, "hooks", "length:3", "easy", "quit")[1] == (
        "nothing was answered: expected an answer to grade\n"
    )


def test_what_is_told_of_other_kinds(deck: Deck, defined: str) -> None:
    said = told(deck, defined, "hooks", "pattern:CAR", "/T", "S/")
    assert said[0] == "1/1  CAR  (front/back)\n"
    assert said[1].startswith("wrong: S/ES, not T; ")
    assert said[2].startswith("wrong: S/ES; ")
    said = told(deck, defined, "definitions", "pattern:ERA", "EON", "ERA")
    assert said[0] == "1/1  time  (3 letters)\n"
    assert said[1].startswith("wrong: ERA, not EON; ")
    assert said[2].startswith("right; ")
    said = told(deck, defined, "check", "pattern:ERA", "?", "x", "quit")
    assert " a word; again in " in said[2]


@each(
    ("days", "text"),
    [
        (0.0001, "1 minute"),
        (329.99 / 86_400, "6 minutes"),
        (330.01 / 86_400, "6 minutes"),
        (10 / 1440, "10 minutes"),
        (0.5, "12 hours"),
        (1.0, "1 day"),
        (30.4, "30 days"),
    ],
)
def test_how_long_that_is(days: float, text: str) -> None:
    assert tell_days(days) == text


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["lenght:4"], 3, "no such condition"),
        (["--import", "/no/such/file"], 4, "cannot read"),
        (["--kind", "poetry"], 2, "poetry"),
    ],
)
def test_what_cannot_be(home: dict[str, str], defined: str, options: list[str], code: int, message: str) -> None:
    lines = 3 if options == ["lenght:4"] else 1
    assert_refused(lexq("-l", defined, "quiz", *options, **home), code, message, lines)
