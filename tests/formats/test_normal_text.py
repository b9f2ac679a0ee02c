"""Text from outside is normalized in one place, in time that grows with its length."""

import random
import re
import sys
import unicodedata
from pathlib import Path

import pytest

import lexkit
from lexkit.errors import AlphabetError, ColumnError, LexkitError, QuerySyntaxError
from lexkit.formats.alphabet import Tile
from lexkit.formats.bounded_input import MAX_MARKS, is_nfc, to_nfc
from lexkit.runtime.game.text.notation import TileText
from tests.making import make
from tests.running import each

ROOT = Path(__file__).parents[2]
#: Marks whose order Unicode changes. The last one is no mark, and becomes two.
MARKS = ("\u0345\u0334", "\u0301\u0323", "\u3099\u0300", "\u0f73")


def count_marks(text: str) -> int:
    """The most characters in a row that Unicode may sort, in plain Python."""
    most = now = 0
    for letter in text:
        now = now + 1 if unicodedata.combining(unicodedata.normalize("NFD", letter)[0]) else 0
        most = max(most, now)
    return most


@each("marks", MARKS)
def test_no_more_than_thirty_marks_in_a_row(marks):
    whole = (marks * 50)[:MAX_MARKS]
    assert to_nfc("a" + whole + "b" + whole) == unicodedata.normalize("NFC", "a" + whole + "b" + whole)
    assert is_nfc(whole) == unicodedata.is_normalized("NFC", whole)
    text = "ab\ncé" + whole + marks
    assert not is_nfc(text)
    with pytest.raises(ColumnError) as caught:
        to_nfc(text, ColumnError, path="f.txt", line=7)
    assert caught.value.place == "line 8, column 3"
    assert caught.value.path == "f.txt"
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_random_texts_are_told_apart_as_by_plain_python():
    chance = random.Random(5)
    letters = ["a", "é", "-", "—", "\u200d", "語", *"".join(MARKS)]
    told = set()
    for _ in range(2000):
        weights = [chance.choice((0, 0, 0, 1, 30)) for _ in letters]
        if any(weights):
            text = "".join(chance.choices(letters, weights, k=chance.randrange(200)))
            try:
                assert to_nfc(text) == unicodedata.normalize("NFC", text)
                told.add(False)
            except AlphabetError as error:
                assert count_marks(text[: error.at + MAX_MARKS + 1]) == MAX_MARKS + 1
                told.add(True)
                continue
            assert count_marks(text) <= MAX_MARKS, ascii(text)
    assert told == {False, True}


def test_each_mark_of_unicode_may_be_one():
    # The quick look leaves out letters, digits, blanks and ASCII.
    marks = [c for c in map(chr, range(128, sys.maxunicode + 1)) if unicodedata.category(c)[0] != "L"]
    marks = [c for c in marks if unicodedata.combining(unicodedata.normalize("NFD", c)[0])]
    assert len(marks) > 800
    assert not any(c.isalnum() or c.isspace() for c in marks)
    letters = filter(str.isalpha, map(chr, range(128, sys.maxunicode + 1)))
    assert not any(unicodedata.combining(letter) for letter in letters)


def test_nobody_else_normalizes():
    # folding.py splits single letters.
    allowed = {"formats/bounded_input.py": 3, "formats/folding.py": 2}
    found = {}
    called = re.compile(r"unicodedata\.(?:is_)?normalized?\(|import.* (?:is_)?normalized?\b")
    for folder in ("apps", "base", "compiler", "formats", "lexicons", "players", "runtime", "src"):
        for path in (ROOT / folder).rglob("*.py"):
            number = len(called.findall(path.read_text("utf-8")))
            if number:
                found[path.relative_to(ROOT).as_posix()] = number
    assert found == allowed


TEXT = "\u0345" * 300 + "\u0334" * 300


@pytest.fixture(scope="module")
def lexicon():
    return make(["CAB", "DAB"])


DOORS = {
    "encode": (AlphabetError, lambda lex: lex.alphabet.encode("CA" + TEXT)),
    "fold": (AlphabetError, lambda lex: lex.fold("CA" + TEXT)),
    "tile": (AlphabetError, lambda lex: lexkit.Alphabet("x", [Tile("A", "a", aliases=(TEXT[298:306],))])),
    "pattern": (QuerySyntaxError, lambda lex: lex.pattern("CA" + TEXT)),
    "regex": (QuerySyntaxError, lambda lex: lex.regex("CA" + TEXT)),
    "search": (QuerySyntaxError, lambda lex: lex.search("prefix:CA" + TEXT)),
    "folded search": (QuerySyntaxError, lambda lex: lex.search("pattern:CA" + TEXT, fold=True)),
    "words": (LexkitError, lambda lex: make(["CAB", "DAB" + TEXT])),
    "any alphabet": (LexkitError, lambda lex: make(["CAB", "DAB" + TEXT], alphabet="auto")),
    "definitions": (LexkitError, lambda lex: make(["CAB", "DAB " + TEXT], definitions=True)),
    "cgp": (LexkitError, lambda lex: lexkit.Board.from_cgp("15/" * 14 + "14" + TEXT + " / 0/0 0")),
    "drawing": (LexkitError, lambda lex: lexkit.Board.from_text("...\n.A" + TEXT)),
    "play": (AlphabetError, lambda lex: TileText(lex.alphabet).read("CA" + TEXT)),
}


@each("door", DOORS)
def test_each_door_refuses_with_its_error_and_the_place(door, lexicon):
    kind, call = DOORS[door]
    with pytest.raises(kind) as caught:
        call(lexicon)
    text = str(caught.value)
    assert "marks in a row" in text or door == "tile"
    assert text.isprintable()
    assert len(text) < 500
    assert "column" in text or caught.value.at or door == "tile"


def test_a_word_with_such_marks_is_no_word(lexicon):
    assert TEXT not in lexicon
    assert TEXT not in lexicon.alphabet
    assert not lexicon.contains(["CA" + TEXT]).any()
