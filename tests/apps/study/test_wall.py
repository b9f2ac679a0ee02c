"""Word walls: which racks, what counts, the clock, the missed ones again; ``lexq wall``."""

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import lexkit
from lexkit.apps.study import Card, Deck, Wall
from lexkit.apps.study.cards_csv import fit_cards
from lexkit.apps.study.racks import NO_CARDS, NO_RACKS, Guess, Rack, cards_of_racks, choose_racks, racks_of_cards
from lexkit.apps.study.sheet_command import draw_wall, play_round
from lexkit.errors import OutOfTurnError
from tests.apps.shell.shell import assert_refused, lexq
from tests.apps.terminal.test_session import Typed

from .conftest import WORDS


def anagrams(length: int) -> dict[str, set[str]]:
    """The words of a length by their letters, in plain Python."""
    groups: dict[str, set[str]] = defaultdict(set)
    for word in [line.split()[0] for line in WORDS.splitlines()]:
        if len(word) == length:
            groups["".join(sorted(word))].add(word)
    return groups


@pytest.mark.parametrize("length", [3, 4, 5])
def test_a_wall_has_all_words_of_its_racks(defined: str, length: int) -> None:
    lexicon, expected = lexkit.open(defined), anagrams(length)
    racks = choose_racks(lexicon, f"length:{length}", ["word"]).listed
    assert sorted(racks) == sorted(expected)
    wall = Wall(lexicon, racks, seconds=None)
    assert {rack.letters: rack.left for rack in wall.racks()} == {key: len(words) for key, words in expected.items()}
    words = sorted(set.union(*expected.values()))
    random.Random(length).shuffle(words)
    found: dict[str, set[str]] = defaultdict(set)
    for word in words:
        letters = "".join(sorted(word))
        assert wall.guess(word.lower()) == [Guess(word, letters, True)]
        assert wall.over or wall.guess(word) == [Guess(word, letters, False)]
        found[letters].add(word)
        expected_missed = {key for key in expected if found[key] != expected[key]}
        assert set(wall.missed()) == expected_missed
        assert wall.over == (not expected_missed)
    assert wall.found == wall.total == len(words)


def test_pages_of_a_list(defined: str) -> None:
    lexicon = lexkit.open(defined)
    every = choose_racks(lexicon, "length:3-5", ["length", "word"]).listed
    pages = [
        choose_racks(lexicon, "length:3-5", ["length", "word"], most=2, page=number).listed for number in range(1, 5)
    ]
    assert [len(page) for page in pages] == [2, 2, 1, 0]
    assert [rack for page in pages for rack in page] == every


def test_what_comes_too_late_does_not_count(defined: str) -> None:
    seconds = 0.0
    wall = Wall(lexkit.open(defined), ["ACER", "ACRS"], seconds=10, now=lambda: seconds)
    with pytest.raises(OutOfTurnError, match="not over"):
        wall.answers("ACER")
    assert wall.guess("care, scar;NO") == [
        Guess("CARE", "ACER", True),
        Guess("SCAR", "ACRS", True),
        Guess("NO", None, False),
    ]
    seconds = 9.5
    assert (wall.left, wall.over) == (0.5, False)
    seconds = 10.0
    assert (wall.left, wall.over) == (0.0, True)
    with pytest.raises(OutOfTurnError, match="is over"):
        wall.guess("acre")
    assert wall.racks() == [Rack("ACER", ("CARE",), 2), Rack("ACRS", ("SCAR",), 1)]
    assert wall.answers("ACER") == ["ACRE", "CARE", "RACE"]


def test_racks_that_were_missed_become_cards(deck: Deck) -> None:
    known = deck.grade(Card("english", "anagrams", "AER"), 3, 1.7e9)
    deck.grade(Card("english", "anagrams", "ACERS"), 1, 1.7e9)
    deck.add([Card("english", "hooks", "CARE"), Card("other", "anagrams", "ACRS")])
    assert deck.add(cards_of_racks("english", ["ACER", "AER"])) == 1
    assert deck.card(*known[:3]) == known
    assert racks_of_cards(deck, "english").listed == ["ACERS", "ACER", "AER"], "missed, never asked, known"
    assert racks_of_cards(deck, "english", most=2, page=2).listed == ["AER"]


def test_racks_of_another_alphabet_are_left_out(defined: str) -> None:
    wall = Wall(lexkit.open(defined), ["Ж", "ACER", "QZ"])
    assert [rack.letters for rack in wall.racks()] == ["ACER"]
    assert Wall(lexkit.open(defined), []).over


def test_racks_with_too_many_words_are_left_out(defined: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexkit.apps.study.questions._MOST_WORDS", 3)
    lexicon = lexkit.open(defined)
    assert [rack.letters for rack in Wall(lexicon, ["????", "ACER", "ACR?"]).racks()] == ["ACER"]
    cards = cards_of_racks("small", ["????", "ACER"])
    assert fit_cards(cards, lexicon, "small") == (cards[1:], 1)


def test_what_a_round_says(defined: str) -> None:
    lexicon = lexkit.open(defined)
    screen = Typed(["care scar care", "", "zz", "quit", "acre"])
    assert play_round(Wall(lexicon, ["ACER", "ACRS", "AER"], seconds=None), screen)
    assert screen.told == [
        "ACER 3   ACRS 2   AER 3\n",
        "CARE: right\nSCAR: right\nCARE: found already\n6 words left\n",
        "ACER 2   ACRS 1   AER 3\n",
        "ZZ: not among the words\n6 words left\n",
        "2 of 8 words\nACER  ACRE RACE\nACRS  CARS\nAER  ARE EAR ERA\n",
    ]
    seconds = [0.0]

    def typed_late() -> Iterator[str]:
        seconds[0] = 99.0
        yield "care"

    screen = Typed(typed_late())
    play_round(Wall(lexicon, ["ACER"], seconds=10, now=lambda: seconds[0]), screen)
    assert screen.told[-1] == "time is up: 0 of 3 words\nACER  ACRE CARE RACE\n"


@pytest.mark.parametrize("columns", [1, 20, 41, 80])
def test_a_wall_fits_its_screen(defined: str, columns: int) -> None:
    racks = list({*anagrams(3), *anagrams(4), *anagrams(5)})
    rows = draw_wall(Wall(lexkit.open(defined), racks), columns)
    cells = " ".join(rows).split()
    assert sorted(cells[::2]) == sorted(racks)
    assert max(map(len, rows)) <= max(columns, 7)


def test_lexq_wall(defined: str, tmp_path: Path) -> None:
    home = {"LEXKIT_HOME": str(tmp_path / "home")}
    wall = ("-l", defined, "wall", "length:4", "--sort", "word", "--minutes", "0")
    done = lexq(*wall, "-n", "2", stdin="acre care race\nquit\ny\nscar cars\n", **home)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "ACER 3   ACRS 2\n> acre care race\nACRE: right\nCARE: right\nRACE: right\n2 words left\n"
        "> quit\n3 of 5 words\nACRS  CARS SCAR\nadded 1 card to lexq quiz\n1 rack again? (y/n) y\n"
        "ACRS 2\n> scar cars\nSCAR: right\nCARS: right\n2 of 2 words\n"
    )
    assert lexq("-l", defined, "wall", stdin="", **home).stdout.startswith("ACRS 2\n0 of 2 words")
    assert lexq("-l", defined, "quiz", "--export", "-", **home).stdout.count("anagrams,ACRS") == 1
    nobody = {"LEXKIT_HOME": str(tmp_path / "nobody")}
    done = lexq("-l", defined, "wall", **nobody)
    assert (done.returncode, done.stdout) == (1, f"{NO_CARDS}\n")
    done = lexq(*wall, "--page", "9", **nobody)
    assert (done.returncode, done.stdout) == (1, f"{NO_RACKS}\n")
    assert lexq(*wall, "--no-cards", stdin="", **nobody).returncode == 0
    assert not list(tmp_path.glob("nobody/*.sqlite"))
    assert_refused(lexq(*wall, "--minutes", "nan"), 2, "expected minutes", 1)
