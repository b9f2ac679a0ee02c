"""Lists built with folding: which words there are, what is kept of them, and that a lexicon says so."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Options
from lexkit.compiler.lists.word_list import read_words
from lexkit.compiler.verify import verify_list
from lexkit.errors import AlphabetError, LexkitError, WordListError
from lexkit.lexicons import alphabet
from tests.making import make

LIST = "café a drink with milk\nCAFE\nstraße\nnaïve not wise\nplain with é in it\nŒuvre\n"


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text(LIST, "utf-8")
    return path


def test_words_are_folded(listed: Path, tmp_path: Path) -> None:
    target = tmp_path / "list.gaddag"
    report = lexkit.build(listed, target, fold=True)
    assert (report.words, report.duplicates, report.invalid) == (5, 1, 0)
    lexicon = lexkit.open(target)
    assert list(lexicon) == ["CAFE", "NAIVE", "OEUVRE", "PLAIN", "STRASSE"]
    assert lexicon.provenance["options"]["fold"] is True
    same = lexkit.build(listed, tmp_path / "same.gaddag", Options(fold=True))
    assert same.fingerprint == report.fingerprint


def test_words_in_memory_are_folded() -> None:
    lexicon = lexkit.build(["café", "tea"], fold=True)
    assert list(lexicon) == ["CAFE", "TEA"]
    assert lexicon.column("spelling")["CAFE"] == "café"
    with pytest.raises(TypeError):
        lexkit.build(["café"], None, {"fold": True}, fold=True)


def test_what_was_folded_is_kept_as_spelling(listed: Path, tmp_path: Path) -> None:
    lexkit.build(listed, tmp_path / "a.gaddag", Options(definitions=True), fold=True)
    lexicon = lexkit.open(tmp_path / "a.gaddag")
    assert lexicon.column("spelling")[lexicon.words()] == ["café", "naïve", "Œuvre", None, "straße"]
    assert lexicon.definition("CAFE") == "a drink with milk"
    assert lexicon.definition("PLAIN") == "with é in it"
    assert lexicon.search("spelling:ß").to_list() == ["STRASSE"]
    lexkit.build(listed, tmp_path / "b.gaddag", Options(spelling=True, fold=True))
    every = lexkit.open(tmp_path / "b.gaddag")
    assert every.column("spelling")[every.words()] == ["CAFE, café", "naïve", "Œuvre", "plain", "straße"]


def test_without_folding_it_is_refused_and_folding_suggested(listed: Path, tmp_path: Path) -> None:
    with pytest.raises(WordListError, match=r"read é as e and so on with fold=True"):
        lexkit.build(listed, tmp_path / "list.gaddag")
    with pytest.raises(WordListError) as caught:
        lexkit.build(["AB1", "Я"], tmp_path / "list.gaddag")
    assert "fold" not in str(caught.value)


def test_what_cannot_be_folded_is_still_refused(tmp_path: Path) -> None:
    with pytest.raises(WordListError, match=r"line 2, column 3: 'я'.*line 3, column 5: '1'") as caught:
        lexkit.build(["café", "éàяb", "éßéa1"], tmp_path / "list.gaddag", fold=True)
    assert "fold" not in str(caught.value)
    report = lexkit.build(["café", "éя"], tmp_path / "list.gaddag", Options(skip_invalid=True, fold=True))
    assert (report.words, report.invalid) == (1, 1)


def test_lengths_are_those_of_the_folded_words(tmp_path: Path) -> None:
    report = lexkit.build(["ßß", "ß", "é"], tmp_path / "a.gaddag", Options(min_length=2, max_length=3, fold=True))
    assert (report.words, report.too_short, report.too_long) == (1, 1, 1)
    with pytest.raises(WordListError, match="a word of 64 letters"):
        lexkit.build(["ß" * 32], tmp_path / "a.gaddag", fold=True)


def test_an_alphabet_from_the_list_has_nothing_to_fold(tmp_path: Path) -> None:
    with pytest.raises(AlphabetError, match="a named alphabet"):
        lexkit.build(["É"], tmp_path / "a.gaddag", Options(alphabet="auto", fold=True))


def test_a_list_with_nothing_to_fold_makes_no_column(tmp_path: Path) -> None:
    folded = lexkit.build(["AB", "cd"], tmp_path / "a.gaddag", fold=True)
    plain = lexkit.build(["AB", "cd"], tmp_path / "b.gaddag")
    assert lexkit.open(tmp_path / "a.gaddag").columns == ()
    assert folded.sha256 == plain.sha256


def test_files_of_values_are_folded_too(listed: Path, tmp_path: Path) -> None:
    values = tmp_path / "freq.csv"
    values.write_text("café,3\nStraße,4\n", "utf-8")
    lexkit.build(listed, tmp_path / "a.gaddag", Options(columns=(f"freq={values}",), fold=True))
    lexicon = lexkit.open(tmp_path / "a.gaddag")
    assert lexicon.column("freq")["CAFE"] == 3
    assert lexicon.column("freq")["STRASSE"] == 4


@pytest.mark.parametrize("spelling", [False, True])
def test_a_folded_lexicon_is_verified_against_its_list(spelling: bool, listed: Path, tmp_path: Path) -> None:
    lexkit.build(listed, tmp_path / "a.gaddag", Options(definitions=True, spelling=spelling, fold=True))
    file = lexkit.open(tmp_path / "a.gaddag").core.file
    verified = verify_list(file, listed, definitions=True, spelling=True)
    assert verified.words == 5
    assert any("folded" in note for note in verified.notes)
    assert verify_list(file, listed).words == 5
    other = tmp_path / "other.txt"
    other.write_text(LIST.replace("straße", "strässe"), "utf-8")
    assert verify_list(file, other).words == 5
    with pytest.raises(LexkitError, match="column spelling, STRASSE"):
        verify_list(file, other, spelling=True)
    other.write_text(LIST.replace("straße", "strale"), "utf-8")
    with pytest.raises(LexkitError):
        verify_list(file, other)


MARKED = st.text("AEIOUSaeßéèêüœøłñ\u0301[]", max_size=6)


def by_hand(text: str) -> str | None:
    """The word of a text in English letters, or None; written without lexkit."""
    kept = {"ß": "SS", "œ": "OE", "ø": "O", "ł": "L"}
    parts = unicodedata.normalize("NFD", text)
    if any(unicodedata.combining(part) for part in parts[:1]):
        return None
    base = "".join(kept.get(part, part) for part in parts if not unicodedata.combining(part))
    return base.upper() if base.isalpha() and base.isascii() else None


@given(st.lists(MARKED.filter(lambda text: "[" not in text and "]" not in text), max_size=12))
def test_against_unicode(texts: list[str]) -> None:
    known = [word for word in map(by_hand, texts) if word is not None]
    lexicon = make(texts, fold=True, skip_invalid=True)
    assert list(lexicon) == sorted(set(known))


@given(st.lists(MARKED, max_size=8))
def test_a_list_and_a_text_are_folded_alike(texts: list[str]) -> None:
    lexicon = make(texts, fold=True, skip_invalid=True)
    for text in texts:
        folded = lexicon.fold(text)
        try:
            alphabet("english").encode(folded)
        except AlphabetError:
            continue
        assert not folded or folded in lexicon


def test_long_lists_are_folded_block_by_block(tmp_path: Path) -> None:
    """Across the blocks in which a list is read, and between lines without a letter to fold."""
    path = tmp_path / "long.txt"
    lines = [f"{'AB' * (number % 9 + 1)}{'é' if number % 1000 == 0 else 'e'} {'x' * 90}" for number in range(100_000)]
    path.write_text("\n".join(lines), "utf-8")
    read = read_words(path, alphabet("english"), fold=True)
    assert (len(read.words), read.invalid) == (100_000, 0)
    assert {read.alphabet.decode(word) for word in read.words} == {"AB" * size + "E" for size in range(1, 10)}
