"""Tables of other libraries, where they are installed, and of notebooks."""

import re
import sys
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

from lexkit import Lexicon
from lexkit.errors import QueryError
from lexkit.runtime.words import data_frames
from lexkit.runtime.words.data_frames import LIBRARIES
from tests.making import make

WORDS = ["ABLE", "CABLE", "CARE", "TABLE", "QUIZ"]
LEXICON = make(WORDS)
COLUMNS = ["word", "length", "points"]
ROWS = [("ABLE", 4, 6), ("CABLE", 5, 9), ("CARE", 4, 6), ("QUIZ", 4, 22), ("TABLE", 5, 7)]


def test_a_pandas_frame() -> None:
    pandas = pytest.importorskip("pandas")
    table = LEXICON.words().to_frame(COLUMNS, "pandas")
    assert isinstance(table, pandas.DataFrame)
    assert list(table.columns) == COLUMNS
    assert list(table.itertuples(index=False, name=None)) == ROWS
    listing = LEXICON.words().sorted_by("-points")
    assert listing.to_frame(["word"], "pandas")["word"].tolist() == listing.to_list()
    assert list(LEXICON.prefix("X").to_frame(library="pandas").columns) == ["word", "rank", "length"]


def test_a_polars_frame() -> None:
    polars = pytest.importorskip("polars")
    table = LEXICON.words().to_frame(COLUMNS, "polars")
    assert isinstance(table, polars.DataFrame)
    assert (table.columns, table.rows()) == (COLUMNS, ROWS)
    assert LEXICON.prefix("X").to_frame(library="polars").shape == (0, 3)


def test_an_arrow_table() -> None:
    arrow = pytest.importorskip("pyarrow")
    table = LEXICON.words().to_frame(COLUMNS, "arrow")
    assert isinstance(table, arrow.Table)
    assert table.column_names == COLUMNS
    assert [tuple(row.values()) for row in table.to_pylist()] == ROWS
    assert LEXICON.prefix("X").to_frame(library="arrow").shape == (0, 3)


@pytest.mark.parametrize("library", LIBRARIES)
def test_numbers_are_not_copied(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip(LIBRARIES[library])
    ranks = np.arange(1000)
    monkeypatch.setattr("lexkit.runtime.words.word_fields.field", lambda *_: Named(ranks))
    table = LEXICON.words().to_frame(["rank"], library)
    column = table["rank"]
    shown = column.chunk(0).to_numpy() if library == "arrow" else column.to_numpy()
    assert np.shares_memory(shown, ranks)


class Named:
    """A field that gives the same array to everybody."""

    name = "rank"

    def __init__(self, values: Any) -> None:
        self.values = values

    def __call__(self, words: object) -> Any:
        return self.values


def test_the_library_is_the_one_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in LIBRARIES.values():
        monkeypatch.delitem(sys.modules, module, raising=False)
    stand_ins = {"polars": object(), "pyarrow": object()}
    monkeypatch.setattr(data_frames, "import_module", stand_ins.__getitem__)
    monkeypatch.setitem(sys.modules, "pyarrow", stand_ins["pyarrow"])
    assert data_frames.find_library(None) == ("arrow", stand_ins["pyarrow"]), "the one that is imported"
    assert data_frames.find_library("polars") == ("polars", stand_ins["polars"]), "the one that is named"


def test_without_any_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str, *rest: Any) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(data_frames, "import_module", missing)
    with pytest.raises(QueryError, match=r"no library of tables is installed.*pip install pandas"):
        LEXICON.words().to_frame()
    with pytest.raises(QueryError, match=r"pyarrow is not installed.*pip install pyarrow"):
        LEXICON.words().to_frame(library="arrow")


def test_a_library_or_column_there_is_not() -> None:
    with pytest.raises(QueryError, match="expected pandas, polars, arrow, found 'excel'"):
        LEXICON.words().to_frame(library="excel")
    pytest.importorskip("pyarrow")
    with pytest.raises(QueryError, match="no such field"):
        LEXICON.words().to_frame(["word", "size"], "arrow")
    with pytest.raises(TypeError, match="several columns"):
        LEXICON.words().to_frame("word", "arrow")


class Cells(HTMLParser):
    """The cells of a table, and whether every tag is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def cells(page: str) -> list[list[str]]:
    parser = Cells()
    parser.feed(page)
    parser.close()
    assert not parser.open
    return parser.rows


def test_a_notebook_shows_words_with_their_hooks() -> None:
    page = LEXICON.suffix("ABLE")._repr_html_()
    assert cells(page) == [
        ["front", "word", "back", "length"],
        ["CT", "ABLE", "", "4"],
        ["", "CABLE", "", "5"],
        ["", "TABLE", "", "5"],
    ]
    assert page.endswith("<p>3 words</p>")


def test_a_notebook_shows_the_first_twenty(english: Lexicon) -> None:
    listing = english.words().sorted_by("-length")
    rows = cells(listing._repr_html_())
    assert [row[1] for row in rows[1:]] == listing[:20].to_list()
    assert re.search(r"<p>247,419 words, 20 shown</p>$", listing._repr_html_())
    assert english.prefix("QQ")._repr_html_().endswith("<p>0 words</p>")


def test_letters_that_mean_something_to_html() -> None:
    from lexkit import Alphabet
    from lexkit.formats.alphabet import Tile

    odd = Alphabet("odd", [Tile("<", "<"), Tile("&", "&"), Tile("script>", "script>")])
    lexicon = make(["<script>", "&"], odd)
    words = [row[1] for row in cells(lexicon.words()._repr_html_())[1:]]
    assert words == lexicon.words().to_list()
