"""Columns that stand in the word list itself: definitions and spellings."""

import random

import pytest

import lexkit
from lexkit.compiler.build import Options, build
from lexkit.errors import ColumnError
from tests.compiler.conftest import WORDS
from tests.making import bytes_of, make


def listed(lines: str, name: str = "english", **options) -> lexkit.Lexicon:
    return make(lines.split("\n"), name, **options)


def test_definitions_of_the_list():
    lexicon = listed("cab  a taxi \nAA\trough, cindery lava\r\n\nAB\naa\nQ an odd one\nx1 bad", definitions=True,
                     skip_invalid=True, min_length=2)  # fmt: skip
    assert list(lexicon) == ["AA", "AB", "CAB"]
    assert [lexicon.definition(word) for word in lexicon] == ["rough, cindery lava", None, "a taxi"]
    assert lexicon.columns == ("definition",)
    with pytest.raises(ColumnError, match="lines 1 and 3: two values for 'AA'"):
        listed("AA lava\nAB muscle\nAA stone", definitions=True)
    with pytest.raises(ColumnError, match="line 2: not a text for a column"):
        listed("AA lava\nAB \x1b[2J", definitions=True)


def test_spellings_of_the_list():
    lexicon = listed("Polish\npolish\nTABLE\nab", spelling=True)
    assert [lexicon.column("spelling")[word] for word in ("POLISH", "TABLE", "AB")] == ["Polish, polish", None, "ab"]
    lexicon = listed("ΆΝΕΜΟΣ\nΓΗ", "greek", spelling=True)
    assert lexicon.column("spelling")["ΑΝΕΜΟΣ"] == "ΆΝΕΜΟΣ"
    assert lexicon.column("spelling")["ΓΗ"] is None


def test_spelling_and_definition_of_longer_tiles():
    lexicon = listed("challa une\n[C]HE due\nperro", "spanish", spelling=True, definitions=True)
    assert {word: lexicon.values_of(word) for word in lexicon} == {
        "[C][H][E]": {"definition": "due", "spelling": "[C]HE"},
        "CHALLA": {"definition": "une", "spelling": "challa"},
        "PERRO": {"definition": None, "spelling": "perro"},
    }


def test_columns_of_the_list_do_not_depend_on_its_order():
    lines = [f"{word.lower()} of {word}" for word in WORDS]
    shuffled = random.Random(1).sample(lines, len(lines))
    files = [bytes_of(some, definitions=True, spelling=True) for some in (lines, shuffled + lines[:2])]
    assert files[0] == files[1]


def test_a_list_in_many_blocks(tmp_path, monkeypatch):
    """Line numbers are those of the file, whatever blocks it is read in."""
    monkeypatch.setattr("lexkit.formats.bounded_input.BLOCK", 1 << 10)
    monkeypatch.setattr("lexkit.formats.bounded_input.BLOCK", 700)
    words = sorted({"".join(random.Random(number).choices("ABCDE", k=6)) for number in range(2000)})
    source = tmp_path / "many.txt"
    source.write_text("".join(f"{word}\tno. {number} é\n\n" for number, word in enumerate(words)))
    build(source, tmp_path / "many.gaddag", Options(definitions=True))
    lexicon = lexkit.open(tmp_path / "many.gaddag")
    assert lexicon.column("definition")[lexicon.words()] == [f"no. {number} é" for number in range(len(words))]
