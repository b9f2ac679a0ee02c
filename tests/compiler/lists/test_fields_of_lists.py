"""Lists with several fields a line: tables, frequencies, definitions, what Zyzzyva exports."""

from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.compiler.lists.fields_of_lists import split_symbols
from lexkit.errors import ColumnError, LexkitError, WordListError
from tests.apps.shell.shell import assert_refused, program
from tests.running import each


def build(folder: Path, name: str, text: str, *fields: str, **options: Any) -> lexkit.Lexicon:
    (folder / name).write_text(text, "utf-8", newline="")
    lexkit.build(folder / name, folder / "made.gaddag", lexkit.Options(fields=fields, **options))
    return lexkit.open(folder / "made.gaddag")


def columns(lexicon: lexkit.Lexicon) -> dict[str, list[Any]]:
    whole = {name: lexicon.column(name) for name in lexicon.columns}
    return {name: [column[word] for word in lexicon] for name, column in whole.items()}


def test_a_table(tmp_path: Path) -> None:
    text = '\ufeffWord,freq,gloss\r\nab,120,"a muscle, of the belly"\r\n\r\naa,4500,\r\n'
    made = build(tmp_path, "few.csv", text)
    assert list(made) == ["AA", "AB"]
    assert columns(made) == {"freq": [4500, 120], "gloss": [None, "a muscle, of the belly"]}
    made = build(tmp_path, "few.tsv", "freq\tword\n120\tab\n4500\taa\n")
    assert columns(made) == {"freq": [4500, 120]}


def test_named_fields(tmp_path: Path) -> None:
    assert columns(build(tmp_path, "f.txt", "aa 4500\nab 120\n", "word", "frequency")) == {"frequency": [4500, 120]}
    assert columns(build(tmp_path, "f.txt", "4500 aa\n 120\tab\n", "frequency", "word")) == {"frequency": [4500, 120]}
    given = "aa\trough lava\nab\n"
    assert columns(build(tmp_path, "d.txt", given, "word", "definition")) == {"definition": ["rough lava", None]}
    spaces = "aa 7 rough, cindery lava\nab 8\n"
    made = build(tmp_path, "d.txt", spaces, "word", "-", "definition")
    assert columns(made) == {"definition": ["rough, cindery lava", None]}
    headed = "WORD,how often\naa,7\n"
    assert columns(build(tmp_path, "h.csv", headed, "word", "freq")) == {"freq": [7]}
    assert columns(build(tmp_path, "h.txt", "Word N\nword 7\n", "word", "n")) == {"n": [7]}
    text = "word\tdefinition\nword\tdefinition\n"
    assert columns(build(tmp_path, "h.txt", text, "word", "definition")) == {"definition": ["definition"]}
    assert list(build(tmp_path, "h.txt", "wordage 5\nword 7\n", "word", "n")) == ["WORD", "WORDAGE"]
    assert columns(build(tmp_path, "h.csv", "7,word\n,aa\n", "n", "word")) == {"n": [None, 7]}


def test_words_with_several_values(tmp_path: Path) -> None:
    text = "the 123\nof 7\nThe 5\nTHE\n"
    made = build(tmp_path, "f.txt", text, "word", "frequency+sum")
    assert (list(made), columns(made)) == (["OF", "THE"], {"frequency": [7, 128]})
    assert columns(build(tmp_path, "f.txt", text, "word", "n+first")) == {"n": [7, 123]}
    assert columns(build(tmp_path, "f.txt", "aa 1\nAA .5\n", "word", "n+sum")) == {"n": [1.5]}
    text = "word,n,gloss\naa,1,one\nAA,2,two\nAa,,\n"
    made = build(tmp_path, "f.csv", text, "word", "n+sum", "gloss+first")
    assert columns(made) == {"n": [3], "gloss": ["one"]}
    assert program("lexc", "verify", str(made.path), "--words", str(tmp_path / "f.csv")).returncode == 0


def test_what_zyzzyva_exports(tmp_path: Path) -> None:
    text = "AAH#\tto exclaim [v]\t12\n·AAHS·\tpl. of AAH / more\t\nZA$+\ta pizza\t400\n"
    made = build(tmp_path, "z.txt", text, "word+symbols", "definition", "playability")
    assert list(made) == ["AAH", "AAHS", "ZA"]
    assert columns(made) == {
        "definition": ["to exclaim [v]", "pl. of AAH / more", "a pizza"],
        "playability": [12, None, 400],
        "symbol": ["#", None, "$+"],
    }
    assert program("lexc", "verify", str(made.path), "--words", str(tmp_path / "z.txt")).returncode == 0


@each(
    ("shown", "found"),
    [
        ("AAH#", ("AAH", "#")), ("·AAH·", ("AAH", "")), ("·AAH#·", ("AAH", "#")), (".AAH$+", ("AAH", "$+")),
        ("#", ("", "#")), ("A[CH]", ("A[CH]", "")), ("e\u0301", ("e\u0301", "")),
        ("A" + "." * 60_000 + "A", ("A" + "." * 60_000 + "A", "")),
    ],
)  # fmt: skip
def test_symbols(shown: str, found: tuple[str, str]) -> None:
    assert split_symbols(shown) == found


def test_lines_are_counted_and_left_out(tmp_path: Path) -> None:
    text = 'word,n\n\naa,1\n"two\nlines",2\nice cream,3\na,4\nzz9,5\n'
    with pytest.raises(WordListError, match=r"3 lines .*line 5, column 4: '␣'; line 6, .* '␣'; line 8, column 3: '9'"):
        build(tmp_path, "few.csv", text)
    made = build(tmp_path, "few.csv", text, skip_invalid=True, min_length=2)
    assert (list(made), columns(made)) == (["AA"], {"n": [1]})


def test_with_folding_and_spelling(tmp_path: Path) -> None:
    made = build(tmp_path, "few.csv", "word,n\ncafé,1\nab,2\n", fold=True)
    assert columns(made) == {"n": [2, 1], "spelling": [None, "café"]}


@each(
    ("name", "text", "fields", "kind", "message"),
    [
        ("f.csv", "a,b\n", (), WordListError, "the first line does not name the fields"),
        ("f.csv", "word;n\naa;1\n", (), WordListError, "separated by commas, not semicolons"),
        ("f.csv", "word,rank,a b,n\n", (), ColumnError, "f.csv: .* name it otherwise: fields=word,-,-,n"),
        ("f.csv", "word,a b\n", (), ColumnError, "not a name for a column: .* found 'a b'"),
        ("f.csv", "word,length\n", (), ColumnError, "this name has another meaning in queries"),
        ("f.csv", "word,n,n\n", (), ColumnError, "invalid fields: .* found n,n"),
        ("f.csv", "word,n\naa\n", (), WordListError, "line 2: wrong number of fields: expected 2: word,n, found 1"),
        ("f.csv", 'word,n\n"aa,1\n', (), WordListError, "line 2: not a line of CSV"),
        ("f.tsv", "word\tn\naa\t1\t2\n", (), WordListError, "line 2: wrong number of fields"),
        ("f.txt", "word a unit of speech\n", ("word", "text"), WordListError, "line 1: .* has a word: .* word . a"),
        ("f.txt", "word\naa\n", ("word",), WordListError, "line 1: .* names the fields or has a word"),
        ("f.csv", "n,word\n1,aa\n", ("word", "n"), WordListError, "line 1: .*expected word . n, or none"),
        ("f.csv", "Words,n\naa,1\n", ("word", "n"), WordListError, "line 1: .* found words . n; remove it if it"),
        ("f.csv", "word,a unit\naa,lava\n", ("word", "text"), WordListError, "line 1: .* or has a word"),
        ("f.txt", "aa 1\n", ("freq",), WordListError, "exactly one field must be the word"),
        ("f.txt", "aa 1\n", ("word", "word"), WordListError, "exactly one field must be the word"),
        ("f.txt", "aa\t1\t2\n", ("word", "n"), WordListError, "line 1: wrong number of fields"),
        ("f.txt", "aa 1\nAA 2\n", ("word", "n"), ColumnError, "lines 1 and 2: two values for 'AA': .*word,n\\+sum"),
        ("f.txt", "aa 1\nAA x\n", ("word", "n+sum"), ColumnError, "line 2: not a number to add: .* found x"),
        ("f.txt", "aa 1\nAA " + "9" * 5000, ("word", "n+sum"), ColumnError, "line 2: not a number to add"),
        ("f.txt", "aa 1e308\nAA 1e308\n", ("word", "n+sum"), ColumnError, "line 1: the sum is too large"),
        ("f.txt", "aa 1\nAA 9223372036854775807\n", ("word", "n+sum"), ColumnError, "the number is too large"),
        ("f.txt", "aa 1\n", ("word+sum", "n"), WordListError, "exactly one field must be the word"),
        ("f.txt", "aa 1\n", ("word", "n", "n+sum"), ColumnError, "invalid fields: .* found n,n"),
        ("f.txt", "aa 1\n", ("word", "n+mean"), ColumnError, r"not a name for a column: .* found 'n\+mean'"),
        ("f.csv", "word,n\naa" + ',"\n"' * 400_000, (), WordListError, "line 2.....: a row of CSV does not end"),
    ],
)  # fmt: skip
def test_lists_that_are_wrong(
    name: str, text: str, fields: tuple[str, ...], kind: type[LexkitError], message: str, tmp_path: Path
) -> None:
    with pytest.raises(kind, match=message):
        build(tmp_path, name, text, *fields)


def test_fields_of_what_has_none(tmp_path: Path) -> None:
    with pytest.raises(WordListError, match="this list has no fields"):
        lexkit.build(["AA"], options=lexkit.Options(fields=("word",)))
    with pytest.raises(WordListError, match="definitions are a field of this list"):
        build(tmp_path, "f.csv", "word,definition\nAA,x\n", definitions=True)
    for wrong in ("word", 7, [7]):
        with pytest.raises(LexkitError, match="invalid fields: expected names of fields"):
            lexkit.Options(fields=wrong)  # type: ignore[arg-type]


def test_at_the_shell(tmp_path: Path) -> None:
    (tmp_path / "few.csv").write_text("word,freq\naa,1\nab,2\n")
    assert "freq: integer, 2 rows" in program("lexc", "build", str(tmp_path / "few.csv")).stderr
    assert (tmp_path / "few.gaddag").exists()
    (tmp_path / "few.txt").write_text("aa 1\n")
    done = program("lexc", "diff", str(tmp_path / "few.csv"), str(tmp_path / "few.txt"), "--words")
    assert done.stdout == "- AB\n"
    made = str(tmp_path / "o.gaddag")
    done = program("lexc", "build", "-", "--fields", "freq,word", "-o", made, stdin="5 aa\n")
    assert "freq: integer, 1 row" in done.stderr
    assert_refused(
        program("lexc", "build", str(tmp_path / "few.txt"), "--fields", "freq"), 3, "--fields word,definition"
    )
