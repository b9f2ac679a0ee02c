"""Columns at run time: one value or many, by word, rank, Words; against a plain list."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.compiler.attach_columns import attach
from lexkit.compiler.build import build
from lexkit.errors import ClosedLexiconError, LexkitError, QueryError
from lexkit.formats.columns_section import StoredColumn, pack_columns
from lexkit.formats.lexicon_file import open_bytes
from lexkit.runtime.words.column import Column
from tests.attacks.forge import sections, shell
from tests.making import bytes_of, make
from tests.running import each, in_threads

WORDS = sorted({a + b + c for a in "ABCDEFG" for b in ["", *"ABCDEFG"] for c in ["", *"AB"]})


def with_values(values: dict[str, list], words: list[str] = WORDS) -> lexkit.Lexicon:
    """The lexicon of these words with these columns; the kind follows from the values."""
    plain = bytes_of(words)
    made = []
    for name, entries in values.items():
        present = [value for value in entries if value is not None]
        missing = np.array([value is None for value in entries], bool)
        if present and all(type(value) is int for value in present):
            made.append(StoredColumn.of_integers(name, np.array([value or 0 for value in entries]), missing))
        elif present and all(type(value) is float for value in present):
            numbers = np.array([np.nan if value is None else value for value in entries])
            made.append(StoredColumn.of_numbers(name, numbers))
        else:
            made.append(StoredColumn.of_texts(name, entries))
    return lexkit.Lexicon(open_bytes(shell({**sections(plain), b"columns": pack_columns(made)})))


COLUMNS = {
    "full": list(range(len(WORDS))),
    "gaps": [None if rank % 3 == 0 else -rank * 1000 for rank in range(len(WORDS))],
    "share": [None if rank % 5 == 0 else rank / 7 for rank in range(len(WORDS))],
    "gloss": [None if rank % 4 == 0 else f"{word.lower()}, a thing" for rank, word in enumerate(WORDS)],
    "nothing": [None] * len(WORDS),
}


@pytest.fixture(scope="module")
def lexicon() -> lexkit.Lexicon:
    return with_values(COLUMNS)


def plain(values) -> list[object]:
    """Values as a list with None for nothing."""
    if isinstance(values, list):
        return values
    listed = values.tolist()
    return [None if value != value else value for value in listed]


def test_what_there_is(lexicon):
    assert lexicon.columns == ("full", "gaps", "gloss", "nothing", "share")
    kinds = {name: lexicon.column(name).kind for name in lexicon.columns}
    assert kinds == {"full": "integer", "gaps": "integer", "gloss": "text", "nothing": "text", "share": "number"}
    for name, values in COLUMNS.items():
        column = lexicon.column(name)
        assert isinstance(column, lexkit.Column)
        assert (column.name, len(column), column.missing) == (name, len(WORDS), values.count(None))
        assert repr(column) == f"<Column {name}: {column.kind}, {len(WORDS)} words>"


@given(st.data())
def test_many_values_at_once(lexicon, data):
    """Every way to ask gives what the list has, in the order asked, repeats included."""
    name = data.draw(st.sampled_from(sorted(COLUMNS)))
    column, values = lexicon.column(name), COLUMNS[name]
    ranks = data.draw(st.lists(st.integers(0, len(WORDS) - 1), max_size=20))
    expected = [values[rank] for rank in ranks]
    words = [WORDS[rank] for rank in ranks]
    for asked in (ranks, tuple(ranks), np.array(ranks, np.int32), np.array(ranks, np.uint64) if ranks else []):
        assert plain(column[asked]) == expected, f"ranks as {type(asked).__name__}"
    for asked in (words, iter(words), np.array(words, str), [word.lower() for word in words]):
        assert plain(column[asked]) == expected, f"words as {type(asked).__name__}"
    some = lexkit.Words.of_ranks(lexicon.core, ranks)
    assert plain(column[some]) == [values[rank] for rank in sorted(set(ranks))]
    assert column.is_missing(ranks).tolist() == [value is None for value in expected]
    for rank, word, value in zip(ranks, words, expected, strict=True):
        assert column[rank] == column[word] == column[np.int64(rank)] == column[rank - len(WORDS)] == value
        assert type(column[rank]) is type(value)
    start, stop = sorted(data.draw(st.tuples(st.integers(-200, 200), st.integers(-200, 200))))
    assert plain(column[start:stop:2]) == values[start:stop:2]


def test_types_of_many_values(lexicon):
    """The type depends on the column, not on which words are asked."""
    some = lexicon.prefix("B")
    assert lexicon.column("full")[some].dtype == np.int64
    assert not isinstance(lexicon.column("full")[some], np.ma.MaskedArray)
    assert isinstance(lexicon.column("gaps")[[1]], np.ma.MaskedArray)
    assert lexicon.column("gaps")[some].dtype == np.int64
    assert lexicon.column("gaps")[lexicon.words()].sum() == sum(value or 0 for value in COLUMNS["gaps"])
    assert lexicon.column("share")[some].dtype == np.float64
    assert lexicon.column("share")[[]].dtype == np.float64
    assert isinstance(lexicon.column("gloss")[some], list)
    full = np.arange(len(WORDS)) % 2 == 0
    assert plain(lexicon.column("full")[full]) == COLUMNS["full"][::2], "a mask of all words"


def test_values_in_place(lexicon):
    values = lexicon.column("gaps").values
    assert (values.dtype, len(values)) == (np.dtype("<i4"), len(WORDS))
    with pytest.raises(ValueError, match="read-only"):
        values[0] = 1
    with pytest.raises(QueryError, match="a text column has no array of values"):
        _ = lexicon.column("gloss").values
    assert lexicon.column("gloss").absent is None


@each(
    "asked",
    [
        "XYZZY", "", "x1", len(WORDS), -len(WORDS) - 1, [0, len(WORDS)], [-1], ["A", "XYZZY"], np.array([0.5]),
        [None], 1.5, None, object(), np.array([True]), [2**70],
    ],
)  # fmt: skip
@each("name", ["full", "gaps", "share", "gloss"])
def test_what_has_no_value(lexicon, name, asked):
    with pytest.raises(QueryError):
        lexicon.column(name)[asked]


def test_mixed_words_and_ranks(lexicon):
    with pytest.raises((TypeError, QueryError)):
        lexicon.column("full")[["A", 3]]


def test_words_of_another_lexicon(lexicon):
    other = make(["A", "AB"])
    with pytest.raises(QueryError, match="another lexicon"):
        lexicon.column("full")[other.words()]


def test_unknown_columns(lexicon):
    with pytest.raises(QueryError, match="expected one of: full, gaps, gloss, nothing, share, found 'freq'"):
        lexicon.column("freq")
    with pytest.raises(QueryError):
        lexicon.column(3)
    with pytest.raises(QueryError, match="lexc attach LEXICON --column freq=FILE"):
        make(["A"]).column("freq")
    assert make(["A"]).columns == ()


def test_definitions(lexicon):
    with pytest.raises(QueryError, match="build with --definitions"):
        lexicon.definition("A")
    defined = with_values({"definition": ["a letter", None], "freq": [1, 2]}, ["A", "B"])
    assert (defined.definition("A"), defined.definition("b")) == ("a letter", None)
    with pytest.raises(QueryError, match="not a word"):
        defined.definition("C")
    assert defined.values_of("A") == {"definition": "a letter", "freq": 1}
    assert with_values({"definition": [7, None]}, ["A", "B"]).definition("A") == "7", "whatever kind it is"


@given(st.data())
def test_looking_for_texts(lexicon, data):
    needle = data.draw(st.text(st.sampled_from("aAbG, t"), min_size=1, max_size=3))
    column = lexicon.column("gloss")
    expected = [rank for rank, text in enumerate(COLUMNS["gloss"]) if text and needle.lower() in text.lower()]
    assert column.containing(needle).to_numpy().tolist() == expected
    ranks = data.draw(st.sets(st.integers(0, len(WORDS) - 1), max_size=9))
    some = lexkit.Words.of_ranks(lexicon.core, sorted(ranks))
    assert column.containing(needle, some).to_numpy().tolist() == [rank for rank in expected if rank in ranks]
    with pytest.raises(QueryError, match="has no texts"):
        lexicon.column("full").containing(needle)


def test_an_empty_lexicon():
    empty = with_values({"n": [], "definition": []}, [])
    assert empty.columns == ("definition", "n")
    for name in empty.columns:
        column = empty.column(name)
        assert (len(column), column.missing, len(column[:]), len(column[empty.words()])) == (0, 0, 0, 0)
        with pytest.raises(QueryError):
            column[0]


def test_closed():
    lexicon = with_values({"n": [1], "gloss": ["x"]}, ["A"])
    columns = [lexicon.column(name) for name in lexicon.columns]
    lexicon.close()
    with pytest.raises(ClosedLexiconError):
        lexicon.column("n")
    for column in columns:
        for ask in (lambda column: column[0], lambda column: column["A"], lambda column: column.missing,
                    lambda column: column.is_missing([0]), lambda column: column.values):  # fmt: skip
            with pytest.raises(ClosedLexiconError):
                ask(column)


def test_pickles_with_its_lexicon(tmp_path):
    path = tmp_path / "x.gaddag"
    build(["AA", "AB"], path)
    (tmp_path / "n.csv").write_text("AA,5\n")
    attach(lexkit.open(path).core.file, path, [f"n={tmp_path / 'n.csv'}"])
    column = pickle.loads(pickle.dumps(lexkit.open(path).column("n")))
    assert isinstance(column, Column)
    assert (column["AA"], column["AB"]) == (5, None)


def test_threads():
    """Any number of threads may ask one column at once."""
    words = sorted({f"{a}{b}{c}{d}" for a in "ABCDEFGH" for b in "ABCDEFGH" for c in "ABCDEFGH" for d in "ABCDEFGH"})
    texts = [f"{word} {rank}" for rank, word in enumerate(words)]
    lexicon = with_values({"gloss": texts}, words)
    column = lexicon.column("gloss")
    wrong: list[object] = []

    def ask(seed: int) -> None:
        rng = np.random.default_rng(seed)
        try:
            for _ in range(40):
                ranks = rng.integers(0, len(words), 50)
                if column[ranks] != [texts[rank] for rank in ranks] or column[int(ranks[0])] != texts[ranks[0]]:
                    wrong.append(seed)
        except LexkitError as error:
            wrong.append(error)

    in_threads(8, ask)
    assert not wrong


def test_the_map_goes_with_the_last_user(tmp_path):
    """A column keeps what it reads from, and a view of its values keeps the map."""
    path = tmp_path / "x.gaddag"
    build(["AA", "AB"], path)
    (tmp_path / "n.csv").write_text("AA,5\nAB,6\n")
    attach(lexkit.open(path).core.file, path, [f"n={tmp_path / 'n.csv'}"])
    values = lexkit.open(path).column("n").values
    path.unlink()
    assert values.tolist() == [5, 6]
