"""Files of values: what is read, what is refused, and how that is said."""

import csv
import gzip
import io
import json
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import attach
from lexkit.base.written_numbers import MISSING, is_missing
from lexkit.compiler.build import Options, build
from lexkit.compiler.lists import read_value_file
from lexkit.errors import ColumnError, LexkitError, StorageError
from lexkit.formats.lexicon_file import open_file
from tests.compiler.conftest import WORDS, attached
from tests.running import each


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
        ("12 none -3", "integer", [12, None, -3]),
        ("nan 1 2", "integer", [None, 1, 2]),
        ("1200 n/a 7", "integer", [1200, None, 7]),
        ("1.5 - ?", "number", [1.5, None, None]),
        ("NA n/a -", "text", ["NA", "n/a", "-"]),
        ("- lava 2", "text", ["-", "lava", "2"]),
        ("1 inf 2", "text", ["1", "inf", "2"]),
        ("1 ٣ 2", "text", ["1", "٣", "2"]),
    ],
)
def test_what_a_value_is_follows_from_all(few, values, kind, expected):
    parts = values.split()
    text = "word,freq\n" + "".join(f"{word},{value}\n" for word, value in zip(WORDS, parts, strict=False))
    assert attached(few, text) == [*expected, None, None, None]
    assert lexkit.open(few).column("freq").kind == kind


def test_the_first_row_may_lack_its_number(few):
    assert attached(few, "aa,n/a\nCAB,7\n") == [None, None, 7, None, None, None]
    assert attached(few, "aa,12%\nCAB,7\n") == ["12%", None, "7", None, None, None], "no title"
    assert attached(few, "word,How often\naa,n/a\nCAB,7\n") == [None, None, 7, None, None, None]


def test_definitions_are_texts(few):
    """Also if they are numbers: a definition is a text for everybody who asks."""
    for name, text in (("x.csv", "word,definition\naa,7\nab,-\n"), ("x.txt", "aa 7\nab -\n")):
        assert attached(few, text, name, column="definition")[:3] == ["7", "-", None]
        assert lexkit.open(few).definition("AA") == "7"


@pytest.mark.parametrize("text", ["1,234", "1,234,567.5", "0,5", "1.234.567", "1.234,5", "1 234", "1'234", "1_000"])
@pytest.mark.parametrize(
    ("name", "row"),
    [("x.csv", '{},"{}"'), ("x.tsv", "{}\t{}"), ("x.txt", "{} {}"), ("x.jsonl", '{{"word": "{}", "freq": "{}"}}')],
)
def test_digits_in_groups_are_refused_among_numbers(few, text, name, row):
    """Found: one 1,234 made texts of all numbers, and freq:>1000 found nothing."""
    seven = '{"word": "CAB", "freq": 7}' if name == "x.jsonl" else row.format("CAB", 7)
    said = refusal(few, f"{row.format('AA', text)}\n{seven}\n", name)
    assert "line 1: a number of column freq has a comma or digits in groups" in said
    assert repr(text) in said
    values = attached(few, f"{row.format('AA', text)}\n{row.format('AB', 'lava')}\n", name)
    assert values[:2] == [text, "lava"], "a column of texts"


def test_json_says_itself_what_is_text(few):
    text = '{"word": "AA", "freq": "12"}\n{"word": "AB", "freq": "007"}\n'
    assert attached(few, text, "x.jsonl") == ["12", "007", None, None, None, None]
    assert attached(few, text + '{"word": "CAB", "freq": 3}\n', "x.jsonl") == [12, 7, 3, None, None, None]
    assert attached(few, text + '{"word": "CAB", "freq": "x"}\n', "x.jsonl") == ["12", "007", "x", None, None, None]


def test_the_report_says_why_numbers_became_texts(few):
    source = few.with_name("freq.csv")
    for text, why in [
        ("aa,12\nab,7\ncab,12%\n", (3, "12%")),
        ("aa,12\nab,7\ncab,n/a\n", None),
        ("aa,lava\nab,muscle\ncab,12\n", None),
    ]:
        source.write_text(text)
        assert attach(open_file(few), few, [f"freq={source}"]).attached[0].no_number == why


NUMBERS = st.one_of(
    st.lists(st.none() | st.integers(-(2**63), 2**63 - 1), min_size=len(WORDS), max_size=len(WORDS)),
    st.lists(st.none() | st.floats(allow_nan=False, allow_infinity=False), min_size=len(WORDS), max_size=len(WORDS)),
)


@given(NUMBERS.filter(any), st.lists(st.sampled_from(["", *sorted(MISSING)]), min_size=6, max_size=6), st.booleans())
def test_numbers_come_back_from_every_kind_of_file(tmp_path_factory, numbers, missing, quoted):
    """A value that is missing is a missing number, however it is written; JSON may write numbers as texts."""
    folder = tmp_path_factory.mktemp("numbers")
    path = folder / "few.gaddag"
    build(WORDS, path)
    texts = [repr(number) if number is not None else mark for number, mark in zip(numbers, missing, strict=True)]
    rows = list(zip(WORDS, texts, strict=True))
    first = next(at for at, number in enumerate(numbers) if number is not None)
    objects = [
        {"word": word, "freq": text if at != first and (quoted or number is None) else number}
        for at, ((word, text), number) in enumerate(zip(rows, numbers, strict=True))
    ]
    for name, lines in {
        "freq.csv": ["word,freq", *map(",".join, rows)],
        "bare.csv": list(map(",".join, rows)),
        "freq.tsv": list(map("\t".join, rows)),
        "freq.txt": list(map(" ".join, rows)),
        "freq.jsonl": list(map(json.dumps, objects)),
    }.items():
        assert attached(path, "\n".join(lines) + "\n", name) == numbers, name
    for name, lines, fields in (
        ("table.csv", ["word,freq", *map(",".join, rows)], ()),
        ("table.tsv", ["word\tfreq", *map("\t".join, rows)], ()),
        ("list.txt", list(map(" ".join, rows)), ("word", "freq")),
        ("first.txt", list(map(" ".join, rows)), ("word", "freq+first")),
        ("sum.txt", list(map(" ".join, rows)), ("word", "freq+sum")),
    ):
        (folder / name).write_text("\n".join(lines) + "\n")
        build(folder / name, path, Options(fields=fields))
        lexicon = lexkit.open(path)
        assert [lexicon.column("freq")[word] for word in WORDS] == numbers, name


def test_texts(few):
    text = 'word,gloss\nAA,"rough, cindery lava\n(noun)"\nAB,"an ""ab"""\nCAB,e\u0301\n'
    assert attached(few, text, column="gloss") == ["rough, cindery lava\n(noun)", 'an "ab"', "\u00e9", None, None, None]
    assert attached(few, 'AA\ta "b"\n', "x.tsv", column="gloss")[0] == 'a "b"', "quotes are nothing special in TSV"
    assert attached(few, "AA rough, cindery lava\nAB\n", "x.txt", column="gloss")[:2] == ["rough, cindery lava", None]
    assert "no rows in the file of a column" in refusal(few, "word,gloss\n", column="gloss")


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
    assert "two columns have the same title" in refusal(few, "Wort,a,A\nAB,1,2\n", column="gloss", title="a")
    assert "no such column: expected 'a' or 'b', found 'c'" in refusal(few, "W,a,b\nAB,1,2\n", title="c")


def test_unknown_words_are_named_and_counted(few):
    unknown = "".join(f"ZZ{'Z' * number},1\n" for number in range(12))
    text = refusal(few, f"AA,1\nx1,2\n{unknown}")
    assert "13 rows are about words the lexicon does not have" in text
    assert "line 2: 'x1'; line 3: 'ZZ'; line 4: 'ZZZ'" in text
    assert text.count("line ") == 10
    assert "; and 3 more" in text
    assert "skip_invalid=True" in text
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
    "semicolons": ("AA;1\n", "x.csv", "in CSV, fields are separated by commas, not semicolons"),
    "words alone": ("AA\nAB\n", "x.csv", "line 1: no value behind the word"),
    "no word": ("AA,1\n,2\n", "x.csv", "line 2: the line has no word"),
    "an open quote": ('AA,"1\nAB,2\n', "x.csv", "line 1: not a line of CSV"),
    "text behind a quote": ('AA,"1"2\n', "x.csv", "line 1: not a line of CSV"),
    "a row without an end": ("AA" + ',"\n"' * 400_000, "x.csv", "line 262144: a row of CSV does not end"),
    "a lone carriage return": ("AA,1\rAB,2\n", "x.csv", "line 1: not a line of CSV"),
    "not UTF-8": (b"AA,1\nAB,\xff\n", "x.csv", "line 2, column 4: not UTF-8"),
    "UTF-16": ("AA,1\n".encode("utf-16"), "x.csv", "found a text in UTF-16"),
    "an endless line": (b"AA," + b"x" * (3 << 20), "x.csv", "line 1, column 65537: the line does not end"),
    "spaces for tabs": ("AA 1\n", "x.tsv", "line 1"),
    "no JSON": ('{"word": "AA", "freq": 1}\nAB\n', "x.jsonl", "line 2: not a line of JSON"),
    "a list": ("[1]\n", "x.jsonl", "line 1: not a line of JSON Lines: expected an object, found a JSON list"),
    "no key word": ('{"wort": "AA"}\n', "x.jsonl", "line 1: the line has no word: expected a text under"),
    "another key": (
        '{"word": "AA", "frequency": 1, "x": 2}\n{"word": "AB"}\n',
        "x.jsonl",
        "line 1: no line has a value of this name: expected 'frequency' or 'x', found 'freq'; say which: freq=FILE:KEY",
    ),
    "a number for a word": ('{"word": 3}\n', "x.jsonl", "line 1: the line has no word"),
    "a truth": ('{"word": "AA", "freq": true}\n', "x.jsonl", "expected a number, a text or null, found a bool"),
    "a list for a value": ('{"word": "AA", "freq": []}\n', "x.jsonl", "found a list"),
    "NaN": ('{"word": "AA", "freq": NaN}\n', "x.jsonl", "line 1: not a line of JSON"),
    "deep JSON": ("[" * 60_000 + "\n", "x.jsonl", "line 1: not a line of JSON"),
    "a lone surrogate": ('{"word": "AA", "freq": "\\ud800"}\n', "x.jsonl", "line 1: not a text for a column"),
    "beyond 64 bits": ("AA,1\nAB,9223372036854775808\n", "x.csv", "line 2: the number is too large"),
    "a million digits": ("AA,1\nAB," + "9" * 50_000 + "\n", "x.csv", "line 2: the number is too large"),
    "beyond doubles": ("AA,1.5\nAB,1e999\n", "x.csv", "line 2: the number is too large"),
    "a control character": ("AA,x\x1b[2J\n", "x.csv", "line 1: not a text for a column: found the control character"),
    "a zero byte": ("AA,x\0y\n", "x.csv", "line 1"),
    "too long a text": ("AA,x\nAB," + "y" * 40_000 + "\n", "x.csv", "line 2: not a text for a column"),
    "no ending": ("AA,1\n", "freq", "expected a name that ends in .csv"),
    "another ending": ("AA,1\n", "freq.xlsx", "expected a name that ends in .csv"),
}


@each("kind", MALFORMED)
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


def test_names_that_queries_need(few):
    text = refusal(few, "AA,1\n", column="length")
    assert "my-length" in text
    refusal(few, "AA,1\n", column="Pattern")
    assert attached(few, "AA lava\n", "x.txt", column="definition")[0] == "lava"


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
    if all(text is None or is_missing(text) or not text.strip("+-.,eE0123456789") for text in expected):
        return
    assert attached(path, table.getvalue(), "gloss.csv", column="gloss") == expected
    lines = "".join(json.dumps({"word": word, "gloss": text}) + "\n" for word, text in rows)
    assert attached(path, lines, "gloss.jsonl", column="gloss") == expected


def test_a_file_that_unpacks_without_end(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are held in memory: a few bytes of gzip that hold more than anybody has are refused before they are."""
    monkeypatch.setattr(read_value_file, "MAX_FILE", 1 << 20)
    bomb = gzip.compress(b"CARE,1\n" * 1_000_000)
    assert "the file is too long: expected at most 1,048,576 bytes, unpacked" in refusal(few, bomb, "freq.csv.gz")
