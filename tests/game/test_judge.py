"""Verdicts: legal with its score, or exactly why not; and which lexicon it is that judges."""

import os
import re
from pathlib import Path

import pytest

import lexkit
from lexkit import Board, Lexicon, Rack
from lexkit.compiler.build import Options, build
from lexkit.errors import ClosedLexiconError, PositionError
from lexkit.runtime.game.judge import Verdict
from tests.game.positions import EMPTY, SMALL
from tests.running import each

WORDS = ["AB", "ABLE", "ABLES", "BA", "CARE", "CARES", "RA", "SCARE", "AA", "ZO"]


@pytest.fixture
def lexicon(tmp_path: Path) -> Lexicon:
    build(WORDS, tmp_path / "few.gaddag")
    return lexkit.open(tmp_path / "few.gaddag")


def test_legal(lexicon: Lexicon):
    verdict = Board().explain("8D", "CARE", rack="ACER", lexicon=lexicon)
    assert not verdict
    verdict = Board().explain("8E", "CARE", rack="ACER", lexicon=lexicon)
    assert isinstance(verdict, Verdict)
    assert verdict
    assert verdict.legal
    assert verdict.score == 12
    assert verdict.reason == ""
    assert verdict.words == (("CARE", True),)
    assert verdict.move.place == "8E"
    assert str(verdict) == "8E CARE is legal: CARE for 12 points."


@pytest.mark.parametrize("play", ["8E CARE", "8E CARE +12", " 8e.CARE ", "H8.CARE"])
def test_explain_takes_what_play_takes(lexicon: Lexicon, play: str):
    """Found: explain("8H QUIZ") was a TypeError."""
    verdict = Board().explain(play, rack="ACER", lexicon=lexicon)
    played = Board().play(play)
    if played.across:
        assert verdict == Board().explain("8E" if "8E" in play else "8e", "CARE", rack="ACER", lexicon=lexicon)
    assert verdict.move == played
    assert Board().explain(played, rack="ACER", lexicon=lexicon).move == played
    assert not Board().explain(played, rack="ACEX", lexicon=lexicon)


def test_explain_of_what_is_no_play(board: Board, lexicon: Lexicon):
    for text in ("QUIZ", "", "8D", "8D A B C", "x" * 1000):
        verdict = board.explain(text, lexicon=lexicon)
        assert not verdict
        assert verdict.reason == "not a play: expected a place and tiles, as 8D .IFE"
        assert len(str(verdict)) < 200
    elsewhere = Board().play("8E CARE")
    assert str(board.explain(elsewhere, lexicon=lexicon)).startswith("8E CARE is not legal: ")
    with pytest.raises(TypeError, match="a play must be a Move or a str, not int"):
        board.explain(8)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a play must be a Move or a str, not NoneType"):
        board.explain(None, "CARE")  # type: ignore[arg-type]


def test_all_words_are_named(board: Board, lexicon: Lexicon):
    verdict = board.explain("9H", ".A", rack="A", lexicon=lexicon)
    assert str(verdict) == f"9H .A is legal: BA/RA for {verdict.score} points."
    assert verdict.words == (("BA", True), ("RA", True))


@each(
    ("place", "tiles", "rack", "reason"),
    [
        ("8D", "CARE", None, "8G: the square holds C already, not E"),
        ("8F", "S....", "AB", "not on the rack AB: S"),
        ("8F", "S....", "AB?", r"not on the rack AB\?: S \(a blank is written in lower case\)"),
        ("8F", "s....", "ABS", r"not on the rack ABS: \?"),
        ("8F", "S....", "", "not on the rack of no tiles: S"),
        ("8F", "Z....", "Z", "not in the lexicon: ZCARE"),
        ("8F", "Z....", "ABC", "not on the rack ABC: Z; not in the lexicon: ZCARE"),
        ("9G", "Z.Z", "ZZ", "not in the lexicon: ZBZ, CZ, RZ"),
        ("G8", ".A.", "A", "10G: a hole: there is no tile to play through"),
        ("8F", "S", "S", "tiles touch it in line, so that the word is SCARE; give the whole word: 8F SCARE"),
        ("8G", "CARE", "S", "no tile is put down"),
        ("8G", "SORE", "S", "the square holds C already, not S"),
        ("1A", "CARE", "ACER", "not connected to the tiles on the board"),
        ("1M", "CARE", "ACER", "off the board of 15 rows and 15 columns"),
        ("99A", "CARE", "ACER", "off the board"),
        ("here", "CARE", "ACER", "not a place, found 'here'"),
        ("8F", "$....", "ACER", r"'\$' is not a tile of the english alphabet"),
        ("12A", "EEEEEEEE", "ACER", "8 tiles, but a rack has 7"),
    ],
)
def test_not_legal(board: Board, lexicon: Lexicon, place: str, tiles: str, rack: str | None, reason: str):
    before = board.copy()
    verdict = board.explain(place, tiles, rack=rack, lexicon=lexicon)
    assert not verdict
    assert re.search(reason, verdict.reason)
    assert str(verdict) == f"{place} {tiles} is not legal: {verdict.reason}."
    assert board == before


def test_first_play(lexicon: Lexicon):
    board = Board()
    assert board.explain("7H", "CARE", lexicon=lexicon).reason == "the first play covers the start square 8H"
    assert board.explain("8H", "A", lexicon=lexicon).reason == "a word has at least two tiles"


def test_a_phoney_has_a_score_all_the_same(board: Board, lexicon: Lexicon):
    verdict = board.explain("8F", "Z....", rack="Z", lexicon=lexicon)
    assert verdict.score == 16
    assert verdict.move == board.play("8F Z....")
    assert verdict.words == (("ZCARE", False),)


def test_the_board_s_own_rack(board: Board, lexicon: Lexicon):
    assert board.explain("8F", "S....", lexicon=lexicon)
    assert (
        board.explain("8F", "Z....", lexicon=lexicon).reason == "not on the rack AEINRST: Z; not in the lexicon: ZCARE"
    )
    board.racks = ["", ""]
    assert board.explain("8F", "Z....", lexicon=lexicon).reason == "not in the lexicon: ZCARE"


def test_racks_that_cannot_be(board: Board, lexicon: Lexicon):
    for rack in ("A!", "A" * 16, Rack("A", "spanish")):
        with pytest.raises(PositionError):
            board.explain("8F", "S....", rack=rack, lexicon=lexicon)
    assert board.explain("8F", "S....", rack=Rack("S"), lexicon=lexicon)


def test_a_very_long_play_is_not_repeated(board: Board, lexicon: Lexicon):
    assert len(str(board.explain("8F", "S" * 100_000, lexicon=lexicon))) < 300


def test_blanks(board: Board, lexicon: Lexicon):
    verdict = board.explain("8F", "s....", rack="AB?", lexicon=lexicon)
    assert verdict.score == 6
    assert verdict.words == (("SCARE", True),)


def test_digraphs(tmp_path: Path):
    build(["CHE", "LLAMA"], tmp_path / "es.gaddag", Options(alphabet="spanish"))
    lexicon = lexkit.open(tmp_path / "es.gaddag")
    board = Board(alphabet="spanish")
    for tiles in ("CHE", "[CH]E", "chE"):
        verdict = board.explain("8H", tiles, lexicon=lexicon)
        assert verdict, verdict
        assert verdict.words == (("CHE", True),)
    apart = board.explain("8H", "[C][H]E", lexicon=lexicon)
    assert apart.words == (("[C][H][E]", False),)


def test_a_lexicon_of_another_alphabet(board: Board, tmp_path: Path):
    build(["CHE"], tmp_path / "es.gaddag", Options(alphabet="spanish"))
    lexicon = lexkit.open(tmp_path / "es.gaddag")
    with pytest.raises(PositionError, match=r"another alphabet than the lexicon: expected spanish, .*found english"):
        board.explain("8F", "S....", lexicon=lexicon)
    assert board.lexicon is None, "the board is as it was"


def test_a_closed_lexicon(board: Board, lexicon: Lexicon):
    lexicon.close()
    with pytest.raises(ClosedLexiconError):
        board.explain("8F", "S....", lexicon=lexicon)


# -- which lexicon -------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's lexicon folder, with a lexicon ``nwl`` in which ZCARE is a word."""
    monkeypatch.setenv("LEXKIT_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    build(["ZCARE"], tmp_path / "home" / "nwl.gaddag")
    return tmp_path / "home"


def test_the_one_the_board_last_met(board: Board, lexicon: Lexicon, home: Path):
    board.explain("8F", "S....", lexicon=lexicon)
    assert board.lexicon is lexicon
    assert board.explain("8F", "S....")
    assert board.copy().lexicon is lexicon


def test_the_one_that_the_text_names(board: Board, home: Path):
    assert board.explain("8F", "Z....", rack="Z")
    assert board.lexicon.path == home / "nwl.gaddag"
    upper = Board.from_cgp(SMALL.replace("nwl", "NWL"))
    assert upper.explain("8F", "Z....", rack="Z")


@pytest.mark.parametrize("name", ["nobody", "", "../home/nwl", "nwl.gaddag", "/etc/passwd", "here", "-"])
def test_else_the_default(name: str, english: Lexicon, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A name that is none here, and what only looks like a name: a path is never followed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").write_bytes(b"not a lexicon")
    board = Board.from_cgp(SMALL.replace("nwl", name))
    verdict = board.explain("8F", "S....")
    assert verdict
    assert len(board.lexicon) == len(english)
    assert not board.explain("8F", "Z....", rack="Z")


def test_the_user_s_default(board: Board, lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LEXKIT_LEXICON", os.fspath(str(lexicon.path)))
    assert Board.from_cgp(EMPTY).explain("8H", "ZO")
    assert not Board.from_cgp(EMPTY).explain("8H", "TO")


def test_the_default_may_be_of_another_alphabet(english: Lexicon):
    with pytest.raises(PositionError, match="another alphabet: expected spanish, found english; give the lexicon"):
        Board(alphabet="spanish").explain("8H", "CHE")
    assert Board("super", "super_english").explain("11K", "CARE"), "the same letters, more of them"
