"""What is known of words by name: the same as counted on the text, in the words' own order."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon, Listing, Words
from lexkit.errors import QueryError
from lexkit.lexicons import alphabet
from lexkit.runtime.words.word_fields import USUAL, field, field_names
from tests.making import make, word_lists
from tests.words.test_measures import ways

SPANISH = alphabet("spanish")


def tiles_of(word: str) -> list[Any]:
    return [SPANISH.tiles[tile - 1] for tile in SPANISH.encode(word)]


def hooks(word: str, words: list[str], before: bool) -> str:
    """The letters that make another word in front of this one, or behind it."""
    own = SPANISH.encode(word)
    longer = ((label, SPANISH.encode(f"[{label}]")) for label in SPANISH)
    return "".join(label for label, one in longer if SPANISH.decode(one + own if before else own + one) in words)


def drawn(word: str, most: int = 2) -> int:
    """In how many ways the bag gives a word with at most ``most`` blanks."""
    bag = {tile.label: tile.count for tile in SPANISH.tiles}
    return ways(tuple(tile.label for tile in tiles_of(word)), bag, SPANISH.blanks, most)


#: Field -> its value for a word of a list, counted on the word's tiles.
BY_HAND: dict[str, Callable[[str, list[str]], Any]] = {
    "word": lambda word, words: word,
    "rank": lambda word, words: words.index(word),
    "length": lambda word, words: len(tiles_of(word)),
    "points": lambda word, words: sum(tile.points for tile in tiles_of(word)),
    "vowels": lambda word, words: sum(tile.vowel for tile in tiles_of(word)),
    "consonants": lambda word, words: sum(not tile.vowel for tile in tiles_of(word)),
    "unique": lambda word, words: len(set(tiles_of(word))),
    "anagrams": lambda word, words: sum(sorted(SPANISH.encode(one)) == sorted(SPANISH.encode(word)) for one in words),
    "probability": lambda word, words: 1
    + sum(drawn(one) > drawn(word) for one in words if len(tiles_of(one)) == len(tiles_of(word))),
    "alphagram": lambda word, words: SPANISH.decode(sorted(SPANISH.encode(word))),
    "front": lambda word, words: hooks(word, words, before=True),
    "back": lambda word, words: hooks(word, words, before=False),
    "ways": lambda word, words: drawn(word),
    "ways-1": lambda word, words: drawn(word, 1),
    "ways-0": lambda word, words: drawn(word, 0),
}


@given(word_lists(["A", "E", "CH", "C", "H", "L", "LL", "Ñ"], longest=4, most=40), st.randoms())
def test_fields_are_what_the_text_says(listed: list[str], chance: Any) -> None:
    lexicon = make(listed, SPANISH)
    words = list(lexicon)
    ranks = list(range(len(words)))
    chance.shuffle(ranks)
    ranks = ranks[: len(ranks) // 2 + 1]
    for asked in (
        lexicon.words(),
        Words.of_ranks(lexicon.core, ranks),
        Listing(lexicon.core, np.array(ranks, np.int64)),
    ):
        for name in BY_HAND:
            values = field(lexicon.core, name)(asked)
            if isinstance(values, np.ndarray):
                assert values.dtype.kind in "iuf"
                values = values.tolist()
            assert values == [BY_HAND[name](word, words) for word in asked], (name, asked)


def test_every_field_is_checked(english: Lexicon) -> None:
    assert set(field_names(english.core)) - set(english.columns) == set(BY_HAND)


def test_hooks_of_many_words_are_those_of_each(english: Lexicon) -> None:
    words = english.prefix("S")
    for name, end in (("front", 0), ("back", 1)):
        wanted = [str(english.cross_sets(word)[end]) for word in words]
        assert field(english.core, name)(words) == wanted
        assert field(english.core, name)(words[:5]) == wanted[:5]


def test_names_there_are_not(english: Lexicon) -> None:
    with pytest.raises(QueryError) as caught:
        field(english.core, "frequncy")
    assert all(name in str(caught.value) for name in field_names(english.core))
    assert set(USUAL) <= set(field_names(english.core))


def test_every_field_can_be_had_of_no_words(english: Lexicon) -> None:
    nothing = english.prefix("QQ")
    for name in field_names(english.core):
        values = field(english.core, name)(nothing)
        assert len(values) == 0, name
        assert nothing.sorted_by(name).to_list() == []


class Shelf:
    """Columns as a file has them, in which some words have nothing."""

    KNOWN: ClassVar[dict[str, Any]] = {
        "frequency": np.ma.MaskedArray([7, 0, 3, 9], [False, True, False, False]),
        "weight": np.array([0.5, 2.0, np.nan, 1.0]),
        "note": ["b", None, "a", "b"],
    }

    def __init__(self, name: str) -> None:
        self.values = self.KNOWN[name]
        self.kind = "text" if isinstance(self.values, list) else "number"

    def __getitem__(self, words: Words) -> Any:
        ranks = words.to_numpy()
        return self.values[ranks] if isinstance(self.values, np.ndarray) else [self.values[rank] for rank in ranks]


@pytest.fixture
def shelved(monkeypatch: pytest.MonkeyPatch) -> Lexicon:
    lexicon = make(["AA", "AB", "AC", "AD"])
    monkeypatch.setattr(lexicon.core, "file", replace(lexicon.core.file, columns=dict.fromkeys(Shelf.KNOWN)))
    monkeypatch.setattr("lexkit.runtime.words.word_fields.column_of", lambda _, name: Shelf(name))
    return lexicon


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        (["frequency"], "AC AA AD AB"),
        (["-frequency"], "AD AA AC AB"),
        (["weight"], "AA AD AB AC"),
        (["-weight"], "AB AD AA AC"),
        (["note"], "AC AA AD AB"),
        (["-note"], "AA AD AC AB"),
        (["-note", "-frequency"], "AD AA AC AB"),
    ],
)
def test_words_without_a_value_are_last_either_way(shelved: Lexicon, keys: list[str], order: str) -> None:
    listing = shelved.words().sorted_by(*keys)
    assert listing.to_list() == order.split()
    assert "weight, note" in str(pytest.raises(QueryError, field, shelved.core, "wight").value)
    values = field(shelved.core, "frequency")(listing)
    assert values.tolist() == [Shelf.KNOWN["frequency"].tolist()["ABCD".index(word[1])] for word in order.split()]


def test_words_without_a_value_are_written_empty(shelved: Lexicon, capfd: pytest.CaptureFixture[str]) -> None:
    from lexkit.apps.shell.lexq.write_answers import Shown, answer

    columns = ("word", "frequency", "weight", "note")
    answer(shelved.words(), Shown(columns=columns, offset=1, limit=2, format="csv"))
    answer(shelved.words(), Shown(columns=columns, offset=1, limit=2, format="json"))
    answer(shelved.words(), Shown(columns=columns, offset=1, limit=2))
    answer(shelved.words(), Shown(group="note"))
    assert capfd.readouterr().out.splitlines() == [
        "word,frequency,weight,note",
        "AB,,2.0,",
        "AC,3,,a",
        '{"word": "AB", "frequency": null, "weight": 2.0, "note": null}',
        '{"word": "AC", "frequency": 3, "weight": null, "note": "a"}',
        "AB\t\t2.0\t",
        "AC\t3\t\ta",
        "b: AA AD",
        ": AB",
        "a: AC",
    ]


@pytest.mark.parametrize("library", ["pandas", "polars", "arrow"])
def test_words_without_a_value_are_missing_in_a_frame(shelved: Lexicon, library: str) -> None:
    pytest.importorskip({"arrow": "pyarrow"}.get(library, library))
    table = shelved.words().to_frame(["frequency", "note"], library)
    if library == "pandas":
        assert table["frequency"].isna().tolist() == table["note"].isna().tolist() == [False, True, False, False]
        assert table["frequency"].sum() == 19
    else:
        columns = table.to_pydict() if library == "arrow" else table.to_dict(as_series=False)
        assert columns == {"frequency": [7, None, 3, 9], "note": ["b", None, "a", "b"]}
