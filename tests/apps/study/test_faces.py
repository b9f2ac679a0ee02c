"""Cards with front and back: for Anki, as text with tabs, in CSV."""

import csv
import io
import sqlite3
import sys
import zipfile
from pathlib import Path

import pytest

from lexkit.apps.study import Card, Deck
from lexkit.apps.study.cards_csv import read_cards, write_cards
from lexkit.apps.study.faces import Face, Faces, package, text_with_tabs
from lexkit.errors import QueryError
from tests.apps.shell.shell import assert_refused, lexq

from .test_cards import AT


@pytest.fixture
def cards(defined: str) -> list[Card]:
    return [
        Card(defined, "anagrams", "ACER"),
        Card(defined, "hooks", "CAR"),
        Card(defined, "definitions", "ERA"),
        Card(defined, "check", "QQQ"),
        Card(defined, "check", "CARES"),
        Card(defined, "anagrams", "QZ"),
        Card("/no/such.gaddag", "hooks", "CARE"),
    ]


def test_faces(cards: list[Card]) -> None:
    told = [Faces()(card) for card in cards]
    assert told[:3] == [
        Face("ACER", ("ACRE land", "CARE worry", "RACE run fast")),
        Face("CAR: hooks?", ("S/ES",)),
        Face("time", ("ERA",)),
    ]
    assert told[3] == Face("QQQ: a word?", ("no",))
    assert told[4] is not None
    asked, _, _ = told[4].front.partition(":")
    assert told[4].back == ("yes" if asked == "CARES" else "no",)
    assert told[5:] == [None, None], "no answer, and no lexicon"


def test_csv_has_both_sides_and_is_read_again(cards: list[Card], tmp_path: Path) -> None:
    text = "".join(write_cards(cards, Faces()))
    (first, *_, last) = csv.DictReader(io.StringIO(text))
    assert (first["front"], first["back"]) == ("ACER", "ACRE land; CARE worry; RACE run fast")
    assert (last["front"], last["back"]) == ("", "")
    assert read_cards(text.encode(), "x", "check") == cards
    shown = "".join(write_cards(cards[:1], lambda _: Face("=1+1", ("@sum", "x"))))
    assert shown.splitlines()[1].endswith(",'=1+1,'@sum; x")


def test_text_with_tabs(cards: list[Card]) -> None:
    lines = "".join(text_with_tabs(cards, Faces())).splitlines()
    assert lines[:4] == ["#separator:tab", "#html:false", "#notetype:lexkit", "#guid column:3"]
    assert [line.rpartition("\t")[0] for line in lines[4:6]] == [
        "ACER\tACRE land; CARE worry; RACE run fast",
        "CAR: hooks?\tS/ES",
    ]
    assert len(lines) == 4 + 5
    (line,) = list(text_with_tabs(cards[:1], lambda _: Face("a\tb\n", ("c\r\nd", "e"))))[1:]
    assert line.startswith("a b\tc d; e\t")


def notes_of(data: bytes, folder: Path) -> list[tuple[str, list[str], str]]:
    """(deck, fields, identifier) of each note of a package."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["collection.anki2", "media"]
        assert archive.read("media") == b"{}"
        archive.extract("collection.anki2", folder)
    connection = sqlite3.connect(folder / "collection.anki2")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    found = connection.execute("SELECT did, flds, guid FROM notes JOIN cards ON nid = notes.id ORDER BY notes.id")
    told = [(str(deck), fields.split("\x1f"), guid) for deck, fields, guid in found]
    connection.close()
    return told


def test_a_package_for_anki(cards: list[Card], tmp_path: Path) -> None:
    pytest.importorskip("genanki")
    data = package(cards, Faces(), AT)
    notes = notes_of(data, tmp_path)
    assert [fields for _, fields, _ in notes][:2] == [
        ["ACER", "ACRE land<br>CARE worry<br>RACE run fast"],
        ["CAR: hooks?", "S/ES"],
    ]
    assert len(notes) == len({guid for *_, guid in notes}) == 5
    assert len({deck for deck, *_ in notes}) == 4, "a deck for each kind"
    assert package(cards, Faces(), AT) == data
    later = notes_of(package(cards[::-1], Faces(), AT + 1e6), tmp_path)
    assert {guid for *_, guid in later} == {guid for *_, guid in notes}, "imported again, they replace the first"
    ((_, fields, _),) = notes_of(package(cards[:1], lambda _: Face("<i>", ("a & b",)), AT), tmp_path)
    assert fields == ["&lt;i&gt;", "a &amp; b"]
    assert notes_of(package([], Faces(), AT), tmp_path) == []


def test_a_package_without_genanki(cards: list[Card], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genanki", None)
    with pytest.raises(QueryError, match=r"genanki.*lexkit\[anki\]"):
        package(cards, Faces(), AT)


def test_exports_at_the_shell(deck: Deck, cards: list[Card], tmp_path: Path) -> None:
    pytest.importorskip("genanki")
    deck.add(cards)
    quiz = ("quiz", "--file", str(tmp_path / "study.sqlite"), "--export")
    assert lexq(*quiz, "cards.apkg", cwd=tmp_path).returncode == 0
    assert len(notes_of((tmp_path / "cards.apkg").read_bytes(), tmp_path)) == 5
    assert lexq(*quiz, "cards.TXT", cwd=tmp_path).returncode == 0
    assert (tmp_path / "cards.TXT").read_text() == "".join(text_with_tabs(deck.cards(), Faces()))
    assert_refused(lexq(*quiz, "cards.apkg", cwd=tmp_path), 4, "this file exists already", 1)
    assert_refused(lexq(*quiz, "few.gaddag", cwd=tmp_path), 4, "this would overwrite a lexicon", 1)
