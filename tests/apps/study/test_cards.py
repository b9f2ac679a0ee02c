"""Decks: cards in a file, as CSV out and in; statistics."""

import csv
import itertools
import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import lexkit
from lexkit.apps.study import Card, Deck
from lexkit.apps.study.cards import Memory, hardest, statistics
from lexkit.apps.study.cards_csv import fit_cards, read_cards, write_cards
from lexkit.base import time_limits as limits
from lexkit.errors import ColumnError, StorageError, TimeLimitError
from tests.running import each

AT = 1_700_000_000.0
DAY = 86_400.0


def fill(deck: Deck) -> list[Card]:
    """Three cards: known, missed, new."""
    known = Card("english", "anagrams", "AER")
    for day in (0, 1, 10):
        known = deck.grade(known, 3, AT + day * DAY)
    missed = deck.grade(Card("english", "anagrams", "ACER"), 1, AT + 10 * DAY, "no idea \udc80")
    deck.add([Card("english", "hooks", "CARE")])
    return [known, missed, Card("english", "hooks", "CARE")]


def test_cards_are_found_again(deck: Deck) -> None:
    known, missed, new = fill(deck)
    assert deck.card("english", "anagrams", "AER") == known
    assert deck.card("english", "anagrams", "XYZ") == Card("english", "anagrams", "XYZ")
    assert list(deck.cards()) == [missed, known, new]
    assert list(deck.cards(kind="hooks")) == [new]
    assert list(deck.cards(lexicon="other")) == []
    assert list(deck.cards(due=AT + 11 * DAY)) == [missed]
    assert deck.reviewed(0) == {"anagrams": (4, 3)}


def test_two_programs_grade_one_card(deck: Deck, tmp_path: Path) -> None:
    new = Card("english", "anagrams", "AER")
    with Deck(tmp_path / "study.sqlite") as other:
        other.grade(other.grade(new, 3, AT), 1, AT + DAY)
        both = deck.grade(new, 3, AT + 2 * DAY)
        assert (both.reviews, both.misses) == (3, 1)
        assert other.card(*new[:3]) == both
        other.grade(both, 3, AT + 3 * DAY)
        again = deck.grade(new, 1, AT + 4 * DAY, instead=True)
    assert (again.reviews, again.misses) == (5, 2), "the last grade is not the one to replace"
    assert deck.reviewed(0) == {"anagrams": (5, 3)}


def test_a_card_added_again_is_the_one_reviewed_last(deck: Deck) -> None:
    known, _missed, new = fill(deck)
    assert known.memory is not None
    assert deck.add([known, new, Card(*known[:3])]) == 0
    later = known._replace(memory=known.memory._replace(reviewed=known.memory.reviewed + 1), reviews=9)
    assert deck.add([later]) == 1
    assert deck.card(*known[:3]).reviews == 9


def test_statistics(deck: Deck) -> None:
    _, missed, _ = fill(deck)
    now = AT + 11 * DAY
    anagrams, hooks = statistics(deck, now)
    assert (anagrams.kind, anagrams.cards, anagrams.new, anagrams.due) == ("anagrams", 2, 0, 1)
    assert (anagrams.learning, anagrams.known, anagrams.lately, anagrams.right) == (1, 1, 4, 3)
    assert anagrams.ahead[0] == 1
    assert 0 < (anagrams.recall or 0) <= 1
    assert (hooks.new, hooks.recall, hooks.lately) == (1, None, 0)
    assert json.loads(json.dumps(hooks.to_json()))["recall"] is None
    assert hardest(deck) == [missed]
    assert statistics(deck, now + 40 * DAY)[0].lately == 0
    assert statistics(deck, now, "other") == []


def test_csv_is_read_as_it_was_written(deck: Deck, tmp_path: Path) -> None:
    cards = fill(deck)
    path = tmp_path / "cards.csv"
    path.write_text("".join(write_cards(deck.cards())))
    assert sorted(read_cards(path, "x", "check"), key=str) == sorted(cards, key=str)
    with Deck(tmp_path / "other.sqlite") as other:
        assert other.add(read_cards(path, "x", "check")) == 3
        assert sorted(other.cards(), key=str) == sorted(cards, key=str)


def test_lists_of_questions(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("\ufeffAER\n\nACER,with more\n")
    assert read_cards(path, "english", "anagrams") == [
        Card("english", "anagrams", "AER"),
        Card("english", "anagrams", "ACER"),
    ]
    path.write_text("Question, kind \nCARE,hooks\nAER,\n")
    assert [card.kind for card in read_cards(path, "english", "check")] == ["hooks", "check"]


def test_notes_with_tabs(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("#separator:tab\n#html:false\nAER\tARE EAR, ERA\n\nACER\n#X\t\n")
    assert [card.question for card in read_cards(path, "english", "anagrams")] == ["AER", "ACER"]
    path.write_text("question\tkind\nCARE\thooks\n")
    assert read_cards(path, "english", "anagrams") == [Card("english", "hooks", "CARE")]


HEADING = "question,kind,state,step,stability,difficulty,due,reviewed\n"
WHEN = "2026-11-22T10:00:00"


@each(
    ("text", "error"),
    [
        ("question,kind\nAER,poetry\n", "line 2: no such kind of card"),
        (f"question\nAER\n{'A' * 300}\n", "line 3: not a question"),
        ("question\n\x1b[2J\n", "line 2: not a question"),
        (f"{HEADING}AER,check,7,,1,5,{WHEN},{WHEN}\n", "line 2: invalid state: expected 1 to 3, found '7'"),
        (f"{HEADING}AER,check,2,,nan,5,{WHEN},{WHEN}\n", "invalid stability"),
        (f"{HEADING}AER,check,2,,0,5,{WHEN},{WHEN}\n", "invalid stability"),
        (f"{HEADING}AER,check,2,,1,5,9999-12-31T23:59:59-12:00,{WHEN}\n", "due is not a time"),
        (f"{HEADING}AER,check,2,,1,5,{WHEN},0001-01-01T00:00:00+12:00\n", "reviewed is not a time"),
        ("question,reviews,misses\nAER,0,3\n", "invalid misses: expected 0 to 0, found '3'"),
        (f"{HEADING}AER,check,2,,1,,{WHEN},{WHEN}\n", "invalid difficulty"),
        (f"{HEADING}AER,check,2,,1,5,soon,{WHEN}\n", "due is not a time"),
        (f"{HEADING}AER,check,2,,1,5,{WHEN},\n", "reviewed is not a time"),
        ("question,reviews\nAER,-1\n", "invalid reviews"),
        ('question\n"' + "A" * 200_000 + '"\n', "not CSV"),
        ("AER\n\udcff", "not UTF-8"),
        ("question,lexicon\nAER," + "x" * 1001 + "\n", "line 2: not a lexicon: expected at most 1,000"),
        ("question,lexicon\nAER,a\x1b[2J\x1c\n", "line 2: not a lexicon"),
        ("question,lexicon\nAER,a\u202eb\n", "line 2: not a lexicon"),
        (f"{HEADING}AER,check,2,,1,5,{WHEN}\u202e,{WHEN}\n", "line 2: not a due"),
    ],
)
def test_files_that_are_no_cards(tmp_path: Path, text: str, error: str) -> None:
    path = tmp_path / "cards.csv"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ColumnError, match=error):
        read_cards(path, "english", "anagrams")


def test_a_file_has_at_most_so_many_cards() -> None:
    assert len(read_cards(b"question\nARE\nEAR\n", "x", "hooks", most=2)) == 2
    with pytest.raises(ColumnError, match="line 3: too many cards"):
        read_cards(b"ARE\nEAR\nERA\n", "x", "hooks", most=2)


def test_a_list_of_words_gives_no_answer_away(defined: str) -> None:
    lexicon = lexkit.open(defined)
    words = read_cards(b"CARE\nscar\nnotaword\nQ!\n", "list", "anagrams")
    assert fit_cards(words, lexicon, "list") == (
        [Card("list", "anagrams", "ACER"), Card("list", "anagrams", "ACRS")],
        2,
    )
    assert fit_cards(words, lexicon, "another list") == (words, 0)
    hooks = [Card("list", kind, "ear") for kind in ("hooks", "definitions", "check")]
    assert fit_cards(hooks, lexicon, "list") == ([card._replace(question="EAR") for card in hooks], 0)
    # What was learned of a word that is gone is kept.
    known = [card._replace(memory=Memory(2, None, 1.0, 5.0, AT, AT)) for card in words]
    fitted, left_out = fit_cards(known, lexicon, "list")
    assert ([card.question for card in fitted], left_out) == (["ACER", "ACRS", "NOTAWORD", "Q!"], 0)


def test_a_card_is_not_left_out_because_the_time_is_up(defined: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = lexkit.open(defined)
    words = read_cards(b"CARE\n", "list", "anagrams")
    with lexkit.within(60):
        monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: math.inf))
        with pytest.raises(TimeLimitError):
            fit_cards(words, lexicon, "list")


def test_missed_most_tells_no_word_of_a_definition(deck: Deck) -> None:
    for kind in ("definitions", "hooks"):
        deck.grade(Card("english", kind, "CARE"), 1, AT)
    assert [card.kind for card in hardest(deck)] == ["hooks"]


def test_cards_at_the_limits_are_graded(deck: Deck, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(
        f"{HEADING}A,check,3,,0.001,5,{WHEN},{WHEN}\nB,check,1,,1e6,10,9999-12-31T23:59:59,{WHEN}\n"
        f"C,check,2,,0.001,1,0001-01-01T00:00:00,0001-01-01T00:00:00\n"
    )
    assert deck.add(read_cards(path, "english", "anagrams")) == 3
    assert statistics(deck, AT)[0].cards == 3
    assert "".join(write_cards(deck.cards())).count("\n") == 4
    for rating in (1, 2, 3, 4):
        for card in read_cards(path, "english", "anagrams"):
            deck.grade(card, rating, AT)
    deck.add([Card("english", "check", "D", misses=2)])
    assert "D" in [card.question for card in hardest(deck)], "of an older file"


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        read_cards(tmp_path / "none.csv", "english", "anagrams")


GRADED = """
import sys
from lexkit.apps.study import Card, Deck
deck = Deck(sys.argv[1])
for number in range(100_000):
    deck.grade(Card("english", "check", str(number)), 3, 1.8e9)
    print(number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process is killed")
def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "study.sqlite"
    with subprocess.Popen([sys.executable, "-c", GRADED, str(path)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [int(child.stdout.readline()) for _ in range(4)]
        os.kill(child.pid, signal.SIGKILL)
        told += [int(line) for line in child.stdout if line.endswith("\n")]
    with Deck(path) as deck:
        kept = [int(card.question) for card in deck.cards()]
        assert kept[: len(told)] == told
        assert len(kept) - len(told) in (0, 1)
        assert deck.reviewed(0)["check"][0] == len(kept)


@each("start", [*"=+-@＝＋－＠", "'", "'=", "''+", "'A", "' =", "=HYPERLINK(1)"])
def test_no_card_is_a_formula_and_all_read_back(start: str, tmp_path: Path) -> None:
    cards = [Card(f"{start}list", "hooks", f"{start}AB"), Card("list", "check", start)]
    text = "".join(write_cards(cards))
    table = list(csv.reader(text.splitlines()))
    assert all(cell[:1] not in tuple("=+-@＝＋－＠") for row in table for cell in row)
    assert read_cards(text.encode(), "other", "anagrams") == cards


def test_a_card_of_the_future_wins_no_merge(deck: Deck) -> None:
    memory = Memory(2, None, 5.0, 5.0, AT + DAY, AT)
    mine = Card("english", "anagrams", "AER", memory, 3, 0)
    text = "".join(write_cards([mine._replace(memory=memory._replace(reviewed=253_402_000_000.0))]))
    with pytest.raises(ColumnError, match="future") as caught:
        read_cards(text.encode(), "english", "anagrams")
    assert caught.value.place == "line 2"
    # Nor one that came before that was checked, from elsewhere or into this deck.
    future = mine._replace(memory=memory._replace(reviewed=253_402_000_000.0))
    assert deck.add([mine, future]) == 1
    assert deck.card(*mine[:3]) == mine
    other = Card("english", "anagrams", "ACER")
    assert deck.add([other._replace(memory=future.memory), other._replace(memory=memory)]) == 2
    assert deck.card(*other[:3]).memory == memory


def test_unreviewed_future_and_past_merge_alike_in_any_order(deck: Deck) -> None:
    """What was reviewed, in whatever year, is not lost to what never was; the last review that has been wins."""
    times = [None, 253_402_000_000.0, -6e10, -1.0, 0.0, AT]
    for number, (worse, better) in enumerate(itertools.combinations(times, 2)):
        for letter, order in (("A", (worse, better)), ("B", (better, worse))):
            card = Card("english", "anagrams", f"{letter}{number}")
            for at in order:
                memory = None if at is None else Memory(2, None, 5.0, 5.0, AT + DAY, at)
                deck.add([card._replace(memory=memory)])
            kept = deck.card(*card[:3]).memory
            assert kept is not None
            assert kept.reviewed == better, order


def test_the_last_moment_that_can_be_written_is_written(deck: Deck) -> None:
    line = "AER,2,5,5,9999-12-31T23:59:59.999999,2020-01-01,1,0"
    text = f"question,state,stability,difficulty,due,reviewed,reviews,misses\n{line}\n"
    cards = read_cards(text.encode(), "english", "anagrams")
    assert read_cards("".join(write_cards(cards)).encode(), "", "check") == cards
    # Nor does one that is there already keep the others from being written.
    memory = cards[0].memory
    assert memory is not None
    deck.add([cards[0]._replace(memory=memory._replace(due=253_402_300_800.0))])
    assert "9999-12-31T23:59:59+00:00" in "".join(write_cards(deck.cards()))
