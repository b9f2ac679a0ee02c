"""Naming a column, finding the ranks of words, and reading numbers in linear time."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.compiler.attach_columns import attach
from lexkit.compiler.build import Options, build
from lexkit.compiler.lists.columns_from_lists import WordRanks, parse_column
from lexkit.compiler.lists.word_list import read_words
from lexkit.errors import ColumnError
from lexkit.formats.lexicon_file import open_file
from lexkit.lexicons import alphabet
from tests.compiler.conftest import WORDS
from tests.making import bytes_of, make


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("freq=freq.csv", ("freq", "freq.csv", None)),
        ("freq=freq.csv:How often", ("freq", "freq.csv", "How often")),
        ("f=C:\\lists\\freq.tsv.gz", ("f", "C:\\lists\\freq.tsv.gz", None)),
        ("f=C:\\lists\\freq.tsv.gz:x.y", ("f", "C:\\lists\\freq.tsv.gz", "x.y")),
        ("f=a=b.jsonl", ("f", "a=b.jsonl", None)),
        ("f=a.csv:b.csv:c", ("f", "a.csv:b.csv", "c")),
    ],
)
def test_naming_a_column(text, expected):
    assert parse_column(text) == expected


@pytest.mark.parametrize(
    "text", ["", "freq", "freq=", "=x.csv", "a b=x.csv", "1=x.csv", "é=x.csv", f"{'a' * 33}=x.csv"]
)
def test_no_column(text):
    with pytest.raises(ColumnError):
        parse_column(text)


@pytest.mark.parametrize("content", ["", "\n\n", "word,value\n"])
def test_a_file_without_rows_is_no_column(content: str, tmp_path: Path) -> None:
    file, lexicon = tmp_path / "values.csv", tmp_path / "few.gaddag"
    file.write_text(content, "utf-8")
    build(["BEAR", "CARE"], lexicon)
    before = lexicon.read_bytes()
    title = ":value" if "value" in content else ""
    with pytest.raises(ColumnError, match="no rows in the file of a column"):
        attach(lexicon, lexicon, columns=[f"freq={file}{title}"])
    assert lexicon.read_bytes() == before


@given(st.data())
def test_ranks_of_words(data):
    name = data.draw(st.sampled_from(["english", "spanish", "polish"]))
    letters = alphabet(name)
    word = st.lists(st.sampled_from(letters.labels), min_size=1, max_size=7).map("".join)
    words = data.draw(st.lists(word, max_size=40))
    tiles = read_words(words, letters).words.sorted_unique()
    ordered = list(tiles)
    asked = data.draw(st.lists(st.one_of(word, st.text(max_size=5), st.sampled_from(["", "A" * 64, "A" * 5000]))))
    asked += [text.lower() for text in words]

    def expected(text: str) -> int:
        try:
            return ordered.index(letters.encode(text))
        except ValueError:
            return -1

    assert WordRanks(tiles, letters).of_texts(asked).tolist() == [expected(text) for text in asked]


@pytest.mark.parametrize(("name", "row"), [("n.csv", "AB,{}"), ("n.txt", "AB {}"), ("n.tsv", "AB\t{}")])
@pytest.mark.parametrize("behind", ["x", "-", ".5.", "e9999"])
def test_a_long_row_of_digits_is_no_number_at_once(name: str, row: str, behind: str, tmp_path: Path) -> None:
    """Found: a line of 60,000 digits and something else took minutes, each digit being tried as the last before a
    point that may be missing."""
    words, values, lexicon = tmp_path / "w.txt", tmp_path / name, tmp_path / "w.gaddag"
    words.write_text("AB\n")
    values.write_text(row.format("9" * 60_000 + behind) + "\n")
    build(words, lexicon)
    file = open_file(lexicon)
    try:
        attach(file, lexicon, [f"n={values}"])
    except ValueError as error:
        assert str(values) in str(error)


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
