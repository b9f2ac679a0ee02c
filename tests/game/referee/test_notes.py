"""Notes of records: of which turn each is, and that they stay with the game."""

from __future__ import annotations

from pathlib import Path

import pytest

import lexkit
from lexkit.errors import GameRecordError

RECORD = """\
#player1 Ann Ann
#player2 Bob Bob
#title a title
that goes on
#note before the game
>Ann: AELNOST 8E LOAN +8 8
#note a <b>safe</b> play
of four letters

#note and a second note
>Bob: EEIOUVV -IUVV +0 0
>Ann: EIST 7H TIE +6 14
#note   \u2192 at last
>Bob: EEO - +0 0
"""
NOTES = {1: "a <b>safe</b> play\nof four letters\nand a second note", 3: "\u2192 at last"}


@pytest.fixture
def game(tmp_path: Path) -> lexkit.Game:
    path = tmp_path / "game.gcg"
    path.write_text(f"#character-encoding UTF-8\n{RECORD}", "utf-8")
    return lexkit.read_gcg(path)


def test_notes_are_of_the_turn_before_them(game: lexkit.Game) -> None:
    assert game.notes == NOTES
    assert lexkit.Game(None).notes == {}


def test_notes_stay_in_json_and_in_a_record_written_anew(game: lexkit.Game, tmp_path: Path) -> None:
    read = lexkit.Game.from_json(game.to_json())
    assert read.notes == NOTES
    path = tmp_path / "anew.gcg"
    for text in (read.to_gcg(), game.to_gcg(anew=True)):
        path.write_text(text, "utf-8")
        assert lexkit.read_gcg(path).notes == NOTES


def test_no_line_of_a_note_is_an_event(game: lexkit.Game, tmp_path: Path) -> None:
    text = game.to_json().replace("of four letters", ">Ann: - +0 8\\n#player3 C C")
    path = tmp_path / "anew.gcg"
    path.write_text(lexkit.Game.from_json(text).to_gcg(), "utf-8")
    read = lexkit.read_gcg(path)
    assert (read.turn_number, len(read.players)) == (4, 2)
    assert read.notes[1] == "a <b>safe</b> play\n>Ann: - +0 8\n#player3 C C\nand a second note"


def test_what_is_played_anew_has_no_notes(game: lexkit.Game) -> None:
    copy = game.copy()
    copy.undo()
    copy.undo()
    assert copy.notes == NOTES  # for redo
    copy.pass_turn()
    assert copy.notes == {1: NOTES[1]}
    assert game.notes == NOTES


@pytest.mark.parametrize("notes", ['{"0": "x"}', '{"5": "x"}', '{"x": "x"}', '{"1": 3}', "[]"])
def test_notes_that_belong_to_no_turn_are_refused(notes: str, game: lexkit.Game) -> None:
    text = game.to_json()
    place = text.index('"notes": ')
    with pytest.raises(GameRecordError, match="note"):
        lexkit.Game.from_json(f'{text[:place]}"notes": {notes}, {text[place:].replace("notes", "other", 1)}')


def test_a_strip_shows_notes_and_escapes_them(game: lexkit.Game) -> None:
    html = game._repr_html_()
    assert "a &lt;b&gt;safe&lt;/b&gt; play" in html
    assert html.count('<div class="note">') == 2
