"""Records are read from paths, from open files of text and of bytes, and from texts; all give the same game."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit import Game
from lexkit.errors import GameRecordError, LexkitError, StorageError

GCG = "#player1 Ann Ann Archér\n#player2 Bob Bob Baker\n>Ann: AEHMNN? 8D HANgMEN +80 80\n>Bob: EIRRUUZ F6 ZI.E +33 33\n"
READERS: dict[str, tuple[Callable[..., Game], Callable[..., Game], str]] = {
    "gcg": (lexkit.read_gcg, Game.from_gcg, GCG),
    "cgh": (lexkit.read_cgh, Game.from_cgh, Game.from_gcg(GCG).to_cgh()),
}


class Slow(io.RawIOBase):
    """A stream that gives three bytes at a time."""

    def __init__(self, data: bytes) -> None:
        self.left = data

    def read(self, size: int = -1) -> bytes:
        given, self.left = self.left[:3], self.left[3:]
        return given


@pytest.mark.parametrize("kind", READERS)
def test_all_doors_give_the_same_game(kind: str, tmp_path: Path) -> None:
    """Found: only a path was taken, so that the web app wrote a file for each text."""
    read, of_text, text = READERS[kind]
    data = text.encode()
    path = tmp_path / "record"
    path.write_bytes(data)
    wanted = read(path)
    assert [turn.text for turn in wanted.turns] == ["8D HANgMEN", "F6 ZI.E"]
    assert wanted.players[0] == "Ann Archér"
    with path.open("rb") as in_bytes, path.open(encoding="utf-8") as in_text:
        for game in (read(str(path)), read(in_bytes), read(in_text), read(io.StringIO(text)), read(Slow(data))):
            assert game == wanted
    assert of_text(text) == of_text(data) == wanted


@pytest.mark.parametrize("kind", READERS)
def test_a_class_of_games_reads_its_own(kind: str) -> None:
    class Mine(Game):
        pass

    of_text = {"gcg": Mine.from_gcg, "cgh": Mine.from_cgh}[kind]
    assert type(of_text(READERS[kind][2])) is Mine


@pytest.mark.parametrize("kind", READERS)
def test_what_is_neither_a_path_nor_a_file(kind: str) -> None:
    """Found: a text was taken for a path, and the error had all of it."""
    read, of_text, text = READERS[kind]
    for wrong in (text * 50, text.encode() * 50, "x" * 100_000):
        with pytest.raises(
            GameRecordError, match=f"this is a text, not a path.*Game.from_{kind} reads a text"
        ) as caught:
            read(wrong)
        assert len(str(caught.value)) < 250
    for wrong in (None, 7, ["a"], "a\0b", ""):
        with pytest.raises(StorageError, match="record"):
            read(wrong)
    for wrong in (None, 7, ["a"], io.StringIO(text)):
        with pytest.raises(GameRecordError, match="not a text"):
            of_text(wrong)


@pytest.mark.parametrize("kind", READERS)
def test_streams_that_are_no_records(kind: str) -> None:
    read, of_text, _ = READERS[kind]

    class Wrong:
        name = "odd"

        def __init__(self, given: Any) -> None:
            self.given = given

        def read(self, size: int) -> Any:
            if isinstance(self.given, Exception):
                raise self.given
            return self.given

    long = b"x" * (1 << 20)
    for given, kinds in [(7, TypeError), (None, TypeError), (OSError(5, "bad"), StorageError), (long, LexkitError)]:
        with pytest.raises(kinds):
            read(Wrong(given))
    with pytest.raises(GameRecordError, match="does not have the encoding with which the file was opened"):
        read(io.TextIOWrapper(io.BytesIO(b"\xff\xfe\xff"), "utf-8"))
    for text in ("\ud800", "a\0b", "", "x" * (1 << 25)):
        with pytest.raises(GameRecordError) as caught:
            of_text(text)
        assert len(str(caught.value)) < 200


def test_a_text_has_the_letters_of_its_encoding() -> None:
    named = "#character-encoding ISO-8859-1\n" + GCG
    assert Game.from_gcg(named).players[0] == "Ann Archér"
    assert Game.from_gcg(named.encode("latin-1")) == Game.from_gcg(named)
    with pytest.raises(GameRecordError, match="line 2: encoding: expected a text in latin-1, found 'ж'"):
        Game.from_gcg(named.replace("é", "ж"))
    game = Game.from_gcg(named.replace("é", "ж"), strict=False)
    assert game.players[0] == "Ann Archжr"
