"""Values from files onto words: what is read, what is refused and how it is said, and that nothing else changes."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import random
from pathlib import Path

import numpy as np
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.compiler.attach import attach
from lexkit.compiler.build import Options, build, compile_list
from lexkit.compiler.lists import value_files
from lexkit.compiler.lists.column_values import WordRanks, parse_column
from lexkit.compiler.lists.word_list import read_words
from lexkit.errors import ChangedFileError, ColumnError, CorruptFileError, LexkitError, StorageError, VersionError
from lexkit.formats.lexicon_file import open_bytes, open_file
from lexkit.formats.packed import pack
from lexkit.lexicons import alphabet
from tests.attacks.forge import sections, shell
from tests.cli.shell import program
from tests.formats.spec_reader import SpecReader

WORDS = ["AA", "AB", "CAB", "CARE", "CARES", "TABLE"]


@pytest.fixture
def few(tmp_path: Path) -> Path:
    path = tmp_path / "few.gaddag"
    build(WORDS, path)
    return path


def attached(few: Path, text: str, name: str = "freq.csv", column: str = "freq", **options) -> list[object]:
    """What each word of the lexicon has once this file is attached to it."""
    source = few.with_name(name)
    source.write_bytes(text if isinstance(text, bytes) else text.encode())
    title = f":{options.pop('title')}" if "title" in options else ""
    attach(open_file(few), few, [f"{column}={source}{title}"], **options)
    opened = lexkit.open(few)
    return [opened.column(column)[rank] for rank in range(len(opened))]


def refusal(few: Path, text: str | bytes, *arguments, **options) -> str:
    before = few.read_bytes()
    with pytest.raises(ColumnError) as caught:
        attached(few, text, *arguments, **options)
    assert few.read_bytes() == before, "a refusal changes nothing"
    assert "\n" not in str(caught.value)
    return str(caught.value)


ROWS = {
    "freq.csv": "aa,12\nCAB,-3\n\nTABLE,500\n",
    "crlf.csv": "aa,12\r\nCAB,-3\r\nTABLE,500\r\n",
    "mark.csv": "\ufeffaa,12\nCAB,-3\nTABLE,500",
    "quoted.csv": '"aa","12"\nCAB, -3\nTABLE,"500"\n',
    "title.csv": "word,freq\naa,12\nCAB,-3\nTABLE,500\n",
    "other.csv": "Word,How often\naa,12\nCAB,-3\nTABLE,500\n",
    "wide.csv": "word,length,FREQ,note\naa,2,12,x\nCAB,3,-3,\nCARE,4,,\nTABLE,5,500,y\n",
    "freq.tsv": "aa\t12\nCAB\t-3\nTABLE\t500\n",
    "title.tsv": "word\tx\tfreq\naa\t1\t12\nCAB\t\t-3\nTABLE\t\t500\n",
    "freq.jsonl": '{"word": "aa", "freq": 12}\n{"freq": -3, "word": "CAB"}\n{"word": "TABLE", "freq": 500, "x": [1]}\n'
    '{"word": "AB", "freq": null}\n{"word": "CARES"}\n',
}


@pytest.mark.parametrize("name", ROWS)
def test_the_same_values_from_every_kind_of_file(few, name):
    assert attached(few, ROWS[name], name) == [12, None, -3, None, None, 500]
    column = lexkit.open(few).column("freq")
    assert (column.kind, column.missing, len(column)) == ("integer", 3, 6)


@pytest.mark.parametrize("ending", [".gz", ".zst"])
@pytest.mark.parametrize("name", ["freq.csv", "title.tsv", "freq.jsonl"])
def test_compressed_files(few, name, ending):
    pack = gzip.compress if ending == ".gz" else zstandard.ZstdCompressor().compress
    assert attached(few, pack(ROWS[name].encode()), name + ending) == [12, None, -3, None, None, 500]


@pytest.mark.parametrize(
    ("values", "kind", "expected"),
    [
        ("12 -3 +7", "integer", [12, -3, 7]),
        ("9223372036854775807 -9223372036854775808 0", "integer", [2**63 - 1, -(2**63), 0]),
        ("1 2.5 -3", "number", [1.0, 2.5, -3.0]),
        ("1e3 .5 2.", "number", [1000.0, 0.5, 2.0]),
        ("12 none -3", "text", ["12", "none", "-3"]),
        ("nan 1 2", "text", ["nan", "1", "2"]),
        ("1 inf 2", "text", ["1", "inf", "2"]),
        ("1_000 2 3", "text", ["1_000", "2", "3"]),
        ("1 ٣ 2", "text", ["1", "٣", "2"]),
    ],
)
def test_what_a_value_is_follows_from_all(few, values, kind, expected):
    parts = values.split()
    text = "word,freq\n" + "".join(f"{word},{value}\n" for word, value in zip(WORDS, parts, strict=False))
    assert attached(few, text) == [*expected, None, None, None]
    assert lexkit.open(few).column("freq").kind == kind


def test_json_says_itself_what_is_text(few):
    text = '{"word": "AA", "freq": "12"}\n{"word": "AB", "freq": 3}\n'
    assert attached(few, text, "x.jsonl") == ["12", "3", None, None, None, None]


def test_texts(few):
    text = 'word,gloss\nAA,"rough, cindery lava\n(noun)"\nAB,"an ""ab"""\nCAB,e\u0301\n'
    assert attached(few, text, column="gloss") == [
        "rough, cindery lava\n(noun)",
        'an "ab"',
        "\u00e9",
        None,
        None,
        None,
    ]
    assert attached(few, 'AA\ta "b"\n', "x.tsv", column="gloss")[0] == 'a "b"', "quotes are nothing special in TSV"
    assert attached(few, "AA rough, cindery lava\nAB\n", "x.txt", column="gloss")[:2] == ["rough, cindery lava", None]
    assert attached(few, "", "x.csv", column="gloss") == [None] * 6
    assert attached(few, "word,gloss\n", "x.csv", column="gloss") == [None] * 6


def test_headers_are_not_guessed(few):
    """Only the column's name, or the only value that is no number, make a header; anything else is a row."""
    assert attached(few, "AA,lava\nAB,muscle\n", column="gloss")[:2] == ["lava", "muscle"]
    assert attached(few, "AA,gloss\nAB,muscle\n", column="gloss")[:2] == [None, "muscle"]
    assert attached(few, "table,care\nAB,5\n", column="freq")[-1] is None
    text = refusal(few, "Wort,Bedeutung\nAB,muscle\n", column="gloss")
    assert "line 1: 'Wort'" in text
    assert "if line 1 is a header, say which column: gloss=" in text
    assert attached(few, "Wort,Bedeutung\nAB,muscle\n", column="gloss", title="bedeutung")[1] == "muscle"
    assert attached(few, "Wort,a,b\nAB,1,2\n", column="gloss", title="b")[1] == 2
    assert "two columns of one title" in refusal(few, "Wort,a,A\nAB,1,2\n", column="gloss", title="a")
    assert "no such column: expected 'a' or 'b', found 'c'" in refusal(few, "W,a,b\nAB,1,2\n", title="c")


def test_unknown_words_are_named_and_counted(few):
    unknown = "".join(f"ZZ{'Z' * number},1\n" for number in range(12))
    text = refusal(few, f"AA,1\nx1,2\n{unknown}")
    assert "13 rows are about words the lexicon does not have" in text
    assert "line 2: 'x1'; line 3: 'ZZ'; line 4: 'ZZZ'" in text
    assert text.count("line ") == 10
    assert "; and 3 more" in text
    assert "--skip-invalid" in text
    report = attach(open_file(few), few, [f"freq={few.with_name('freq.csv')}"], skip_invalid=True)
    assert (report.attached[0].unknown, report.attached[0].missing) == (13, 5)
    assert lexkit.open(few).column("freq")["AA"] == 1


def test_a_word_twice(few):
    assert attached(few, "AA,1\naa,1\nAA,\n")[0] == 1, "the same value, or none, contradicts nothing"
    text = refusal(few, "AA,1\nAB,2\naa,3\n")
    assert "lines 1 and 3: two values for 'aa': expected the same value, or one line, found '1' and '3'" in text


MALFORMED = {
    "another number of fields": ("AA,1\nAB,1,2\n", "x.csv", "line 2: another number of fields"),
    "fewer fields": ("AA,1\nAB\n", "x.csv", "line 2"),
    "an unquoted comma": ("AA,lava, rough\n", "x.csv", "line 1: several values a line"),
    "words alone": ("AA\nAB\n", "x.csv", "line 1: no value behind the word"),
    "no word": ("AA,1\n,2\n", "x.csv", "line 2: no word"),
    "an open quote": ('AA,"1\nAB,2\n', "x.csv", "line 1: not a line of CSV"),
    "text behind a quote": ('AA,"1"2\n', "x.csv", "line 1: not a line of CSV"),
    "a lone carriage return": ("AA,1\rAB,2\n", "x.csv", "line 1: not a line of CSV"),
    "not UTF-8": (b"AA,1\nAB,\xff\n", "x.csv", "line 2, column 4: not UTF-8"),
    "UTF-16": ("AA,1\n".encode("utf-16"), "x.csv", "line 1, column 1: not UTF-8"),
    "an endless line": (b"AA," + b"x" * (3 << 20), "x.csv", "line 1: a line is too long"),
    "spaces for tabs": ("AA 1\n", "x.tsv", "line 1"),
    "no JSON": ('{"word": "AA", "freq": 1}\nAB\n', "x.jsonl", "line 2: not a line of JSON"),
    "a list": ("[1]\n", "x.jsonl", "line 1: not a line of JSON Lines: expected an object, found a JSON list"),
    "no key word": ('{"wort": "AA"}\n', "x.jsonl", "line 1: no word: expected a text under"),
    "another key": (
        '{"word": "AA", "frequency": 1, "x": 2}\n{"word": "AB"}\n',
        "x.jsonl",
        "line 1: no line has a value of this name: expected 'frequency' or 'x', found 'freq'; say which: freq=FILE:KEY",
    ),
    "a number for a word": ('{"word": 3}\n', "x.jsonl", "line 1: no word"),
    "a truth": ('{"word": "AA", "freq": true}\n', "x.jsonl", "expected a number, a text or null, found a bool"),
    "a list for a value": ('{"word": "AA", "freq": []}\n', "x.jsonl", "found a list"),
    "NaN": ('{"word": "AA", "freq": NaN}\n', "x.jsonl", "line 1: not a line of JSON"),
    "deep JSON": ("[" * 60_000 + "\n", "x.jsonl", "line 1: not a line of JSON"),
    "a lone surrogate": ('{"word": "AA", "freq": "\\ud800"}\n', "x.jsonl", "line 1: not a text for a column"),
    "beyond 64 bits": ("AA,1\nAB,9223372036854775808\n", "x.csv", "line 2: too large a number"),
    "a million digits": ("AA,1\nAB," + "9" * 50_000 + "\n", "x.csv", "line 2: too large a number"),
    "beyond doubles": ("AA,1.5\nAB,1e999\n", "x.csv", "line 2: too large a number"),
    "a control character": ("AA,x\x1b[2J\n", "x.csv", "line 1: not a text for a column: found the control character"),
    "a zero byte": ("AA,x\0y\n", "x.csv", "line 1"),
    "too long a text": ("AA,x\nAB," + "y" * 40_000 + "\n", "x.csv", "line 2: not a text for a column"),
    "no ending": ("AA,1\n", "freq", "expected a name that ends in .csv"),
    "another ending": ("AA,1\n", "freq.xlsx", "expected a name that ends in .csv"),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_files(few, kind):
    text, name, expected = MALFORMED[kind]
    said = refusal(few, text, name)
    assert expected in said, said
    assert str(few.with_name(name)) in said


def test_files_that_cannot_be_read(few):
    for ending, text in ((".gz", b"AA,1\n"), (".zst", b"AA,1\n")):
        with pytest.raises(LexkitError):
            attached(few, text, "x.csv" + ending)
    with pytest.raises(StorageError):
        attach(open_file(few), few, [f"freq={few.with_name('none.csv')}"])
    with pytest.raises(StorageError):
        attach(open_file(few), few, ["freq=a\0b.csv"])


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


def test_names_that_queries_need(few):
    text = refusal(few, "AA,1\n", column="length")
    assert "my-length" in text
    refusal(few, "AA,1\n", column="Pattern")
    assert attached(few, "AA lava\n", "x.txt", column="definition")[0] == "lava"


def test_nothing_else_changes(few, tmp_path):
    """Attached in any order, or at once, or by the build: the same bytes; removed, those of the beginning."""
    plain = few.read_bytes()
    (tmp_path / "freq.csv").write_text("AA,1\nCAB,300\n")
    (tmp_path / "gloss.txt").write_text("AA lava\nTABLE a piece of furniture\n")
    columns = [f"freq={tmp_path / 'freq.csv'}", f"gloss={tmp_path / 'gloss.txt'}"]
    for order in (columns, columns[::-1]):
        few.write_bytes(plain)
        for column in order:
            attach(open_file(few), few, [column])
        both = few.read_bytes()
        assert {name: data for name, data in sections(both).items() if name != b"columns"} == sections(plain)
    few.write_bytes(plain)
    attach(open_file(few), few, columns)
    assert few.read_bytes() == both
    built = tmp_path / "built.gaddag"
    build(WORDS, built, Options(columns=tuple(columns)))
    assert built.read_bytes() == both
    assert SpecReader(both).columns == {
        "freq": [1, None, 300, None, None, None],
        "gloss": ["lava", None, None, None, None, "a piece of furniture"],
    }
    attach(open_file(few), few, remove=["freq"])
    assert lexkit.open(few).columns == ("gloss",)
    attach(open_file(few), few, remove=["gloss"])
    assert few.read_bytes() == plain


def test_replacing_keeps_the_others_as_they_were(few):
    attached(few, "AA,1\n")
    attached(few, "AA lava\n", "x.txt", column="gloss")
    before = bytes(open_file(few).columns["gloss"].arrays[1])
    assert attached(few, "AA,2\n") == [2, None, None, None, None, None]
    assert bytes(open_file(few).columns["gloss"].arrays[1]) == before
    assert lexkit.open(few).columns == ("freq", "gloss")


def test_readers_keep_what_they_opened(few):
    attached(few, "AA,1\n")
    with lexkit.open(few) as old:
        attached(few, "AA,2\n")
        assert old.column("freq")["AA"] == 1
    assert lexkit.open(few).column("freq")["AA"] == 2


def test_a_file_that_was_replaced_since_it_was_read(few):
    """Found: what somebody else had attached meanwhile was lost without a word."""
    read = open_file(few, "read")
    attached(few, "AA,1\n", column="theirs")
    table = few.with_name("ours.csv")
    table.write_text("AA,2\n")
    with pytest.raises(ChangedFileError, match="nothing was written"):
        attach(read, few, [f"ours={table}"])
    assert lexkit.open(few).columns == ("theirs",)
    attach(read, few.with_name("other.gaddag"), [f"ours={table}"])
    assert lexkit.open(few.with_name("other.gaddag")).columns == ("ours",)


def test_attach_by_path(few, tmp_path):
    """A path, packed or not, gives the same file as an open lexicon."""
    table = tmp_path / "freq.csv"
    table.write_text("AA,1\n")
    by_file, by_path, by_packed = (tmp_path / f"by{number}.gaddag" for number in range(3))
    attach(open_file(few), by_file, [f"freq={table}"])
    report = lexkit.attach(str(few), str(by_path), [f"freq={table}"])
    assert (report.path, report.columns) == (by_path, ["freq"])
    packed = tmp_path / "few.gaddag.zst"
    packed.write_bytes(pack(few)[1])
    lexkit.attach(packed, by_packed, [f"freq={table}"])
    assert by_file.read_bytes() == by_path.read_bytes() == by_packed.read_bytes()
    lexkit.attach(few, few, [f"freq={table}"])
    assert few.read_bytes() == by_file.read_bytes()


def test_columns_beside_the_other_sections(tmp_path):
    path = tmp_path / "all.gaddag"
    build(WORDS, path, Options(daggad=True, expanded=True))
    attached(path, "AA,1\n")
    assert list(open_file(path).sections.data)[-3:] == ["daggad", "expanded", "columns"]


def test_what_cannot_be_attached(few, tmp_path):
    (tmp_path / "freq.csv").write_text("AA,1\n")
    column = f"freq={tmp_path / 'freq.csv'}"
    with pytest.raises(ColumnError, match="two columns of one name"):
        attach(open_file(few), few, [column, column])
    with pytest.raises(ColumnError, match="no such column to remove: expected one of: none, found 'freq'"):
        attach(open_file(few), few, remove=["freq"])
    with pytest.raises(ColumnError, match="too many columns"):
        attach(open_file(few), few, [f"n{number}={tmp_path / 'freq.csv'}" for number in range(65)])
    newer = shell(sections(few.read_bytes()), lambda header, rows: header.update(write=2))
    few.write_bytes(newer)
    with pytest.raises(VersionError):
        attach(open_file(few), few, [column])
    assert few.read_bytes() == newer
    assert sorted(os.listdir(tmp_path)) == ["few.gaddag", "freq.csv"]


def test_damage_in_a_block_is_found_by_verify(few):
    attached(few, "AA lava\n", "x.txt", column="gloss")
    parts = sections(few.read_bytes())
    damaged = bytearray(parts[b"columns"])
    damaged[-3] ^= 0xFF
    few.write_bytes(shell({**parts, b"columns": bytes(damaged)}))
    opened = lexkit.open(few)
    assert opened.prefix("C").to_list() == ["CAB", "CARE", "CARES"], "the words are not in question"
    with pytest.raises(CorruptFileError, match=r"C[78]: column gloss, block 0"):
        opened.column("gloss")["AA"]
    done = program("lexc", "verify", str(few))
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert "column gloss, block 0" in done.stderr


# -- what stands in the list itself ---------------------------------------------------------------------------------


def listed(lines: str, name: str = "english", **options) -> lexkit.Lexicon:
    chosen = alphabet(name) if name != "auto" else name
    _, _, pieces = compile_list(lines.split("\n"), Options(alphabet=chosen, **options))
    return lexkit.Lexicon(open_bytes(b"".join(pieces)))


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
    files = [
        b"".join(compile_list(some, Options(definitions=True, spelling=True))[2])
        for some in (lines, shuffled + lines[:2])
    ]
    assert files[0] == files[1]


def test_a_list_in_many_blocks(tmp_path, monkeypatch):
    """Line numbers are those of the file, whatever blocks it is read in."""
    monkeypatch.setattr("lexkit.compiler.lists.word_list._BLOCK", 1 << 10)
    monkeypatch.setattr("lexkit.formats.streams.BLOCK", 700)
    words = sorted({"".join(random.Random(number).choices("ABCDE", k=6)) for number in range(2000)})
    source = tmp_path / "many.txt"
    source.write_text("".join(f"{word}\tno. {number} é\n\n" for number, word in enumerate(words)))
    build(source, tmp_path / "many.gaddag", Options(definitions=True))
    lexicon = lexkit.open(tmp_path / "many.gaddag")
    assert lexicon.column("definition")[lexicon.words()] == [f"no. {number} é" for number in range(len(words))]


# -- against an oracle ----------------------------------------------------------------------------------------------


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


@given(st.data())
def test_csv_as_python_writes_it(tmp_path_factory, data):
    """What Python's csv module writes and JSON says comes back at its words."""
    folder = tmp_path_factory.mktemp("csv")
    path = folder / "few.gaddag"
    build(WORDS, path)
    characters = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters=" ")
    value = st.text(st.one_of(characters, st.sampled_from('",\n;|')), max_size=8).map(str.strip)
    values = data.draw(st.dictionaries(st.sampled_from(WORDS), value))
    rows = data.draw(st.permutations(list(values.items())))
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["word", "gloss"])
    writer.writerows(rows)
    import unicodedata

    expected = [unicodedata.normalize("NFC", values.get(word, "")) or None for word in sorted(WORDS)]
    if all(text is None or not text.strip("+-.eE0123456789") for text in expected):
        return
    assert attached(path, table.getvalue(), "gloss.csv", column="gloss") == expected
    lines = "".join(json.dumps({"word": word, "gloss": text}) + "\n" for word, text in rows)
    assert attached(path, lines, "gloss.jsonl", column="gloss") == expected


# -- at the shell ---------------------------------------------------------------------------------------------------


def test_attach_at_the_shell(few, tmp_path):
    (tmp_path / "freq.csv").write_text("word,freq\nAA,1\nzzz,5\nCAB,300\n")
    done = program("lexc", "attach", str(few), "--column", f"freq={tmp_path / 'freq.csv'}")
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert "line 3: 'zzz'" in done.stderr
    done = program("lexc", "attach", str(few), "-c", f"freq={tmp_path / 'freq.csv'}", "--skip-invalid")
    assert (done.returncode, done.stdout) == (0, "")
    assert "columns freq" in done.stderr
    assert "freq: integer, 3 rows, 4 words without one" in done.stderr
    assert "line 3: 'zzz'" in done.stderr
    facts = json.loads(program("lexc", "info", str(few), "--json").stdout)
    assert facts["column freq"] == {"kind": "integer", "bytes": 13, "missing": 4}
    assert "column freq: " in program("lexc", "info", str(few)).stdout
    assert program("lexc", "verify", str(few)).returncode == 0
    assert program("lexc", "attach", str(few)).returncode == 2
    other = str(tmp_path / "other.gaddag")
    report = json.loads(program("lexc", "attach", str(few), "--remove", "freq", "-o", other, "--json").stdout)
    assert (report["columns"], report["removed"], report["path"]) == ([], ["freq"], other)
    again = program("lexc", "attach", str(few), "--remove", "freq", "-o", other)
    assert (again.returncode, again.stderr.count("\n")) == (4, 1)
    assert program("lexc", "attach", str(few), "--remove", "freq", "-o", other, "--force", "-q").stderr == ""


def test_attach_to_what_is_no_plain_file(few, tmp_path):
    (tmp_path / "freq.csv").write_text("AA,1\n")
    column = f"freq={tmp_path / 'freq.csv'}"
    program("lexc", "pack", str(few))
    for name in (str(few) + ".zst", "english"):
        done = program("lexc", "attach", name, "-c", column)
        assert (done.returncode, done.stderr.count("\n")) == (3, 1)
        assert "-o FILE" in done.stderr
    made = tmp_path / "made.gaddag"
    assert program("lexc", "attach", str(few) + ".zst", "-c", column, "-o", str(made)).returncode == 0
    assert lexkit.open(made).column("freq")["AA"] == 1


def test_build_with_columns_at_the_shell(tmp_path):
    (tmp_path / "few.txt").write_text("cab a taxi\naa\n")
    (tmp_path / "freq.csv").write_text("AA,1\n")
    options = ["--definitions", "--spelling", "--column", f"freq={tmp_path / 'freq.csv'}"]
    done = program("lexc", "build", str(tmp_path / "few.txt"), *options)
    assert done.returncode == 0
    assert "definition: text, 2 rows, 1 word without one" in done.stderr
    report = json.loads(program("lexc", "build", str(tmp_path / "few.txt"), *options, "--json").stdout)
    assert [column["name"] for column in report["columns"]] == ["definition", "spelling", "freq"]
    lexicon = lexkit.open(tmp_path / "few.gaddag")
    assert lexicon.values_of("CAB") == {"definition": "a taxi", "freq": None, "spelling": "cab"}
    clash = program("lexc", "build", str(tmp_path / "few.txt"), "--definitions", "--column",
                    f"definition={tmp_path / 'freq.csv'}")  # fmt: skip
    assert (clash.returncode, clash.stderr.count("\n")) == (3, 1)


def test_numbers_are_read_in_place(few):
    attached(few, "AA,1\nAB,2\n")
    values = lexkit.open(few).column("freq").values
    assert values.dtype == np.int8
    assert not values.flags.owndata


def test_a_file_that_unpacks_without_end(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are held in memory: a few bytes of gzip that hold more than anybody has are refused before they are."""
    monkeypatch.setattr(value_files, "MAX_FILE", 1 << 20)
    bomb = gzip.compress(b"CARE,1\n" * 1_000_000)
    assert "too long a file: expected at most 1,048,576 bytes, unpacked" in refusal(few, bomb, "freq.csv.gz")
