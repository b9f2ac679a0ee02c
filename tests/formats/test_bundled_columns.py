"""The columns that are shipped beside the bundled list: definitions, and how many people know a word."""

import pickle
from dataclasses import replace

import pytest

import lexkit
from lexkit import lexicons
from lexkit.errors import CorruptFileError
from lexkit.lexicons.bundled_columns import COLUMNS, columns_of, playability
from tests.making import make
from tests.running import COMPILED


def read_all_definitions() -> dict[str, str]:
    """The definitions by word, read in the plainest way."""
    words = lexicons.bundled_data("txt").decode().split()
    lines = dict(zip(words, lexicons.bundled_data("definitions").decode().split("\n")[:-1], strict=True))
    made: dict[str, str] = {}

    def read(word: str) -> str:
        if word not in made:
            first, _, rest = lines[word].partition(" ")
            if first == "" or first[0] == "(":
                made[word] = lines[word]
            elif first[-1] == "+":
                made[word] = f"{first[:-1]}- + {word[len(first) - 1 :]}, " + (rest or read(word[len(first) - 1 :]))
            else:
                number, _, ending = first.partition("+")
                digits = "".join([sign for sign in number if sign.isdigit()])
                base = word[: -int(digits)] if int(digits) else word
                base += number[len(digits) :]
                made[word] = base + (f" + -{ending}" if ending else "") + ", " + (rest or read(base))
        return made[word]

    return {word: read(word) for word in words}


def test_definitions_are_those_of_the_file(english: lexkit.Lexicon) -> None:
    expected = read_all_definitions()
    column = english.column("definition")
    assert column[:] == [text or None for text in expected.values()]
    few = [*expected][::997]
    assert [column[word] for word in few] == [expected[word] or None for word in few]
    assert column[few] == [expected[word] or None for word in few]
    assert column.missing == list(expected.values()).count("")
    for word, text in expected.items():
        assert len(text) <= 150, word
        assert text.isprintable(), word
        assert not text or "(" in text, word


def test_inflected_and_derived_words_are_explained_by_their_base(english: lexkit.Lexicon) -> None:
    assert english.definition("AA") == "(n) a dry form of lava resembling clinkers"
    assert english.definition("THE") == "(adj) a word before a thing that is known"
    assert english.definition("FED") == "FEED, (v) provide as food"
    assert english.definition("HOPING") == "HOPE, (v) expect and wish"
    assert english.definition("SAWS") == "SAW, (v) cut with a saw"
    assert english.definition("SEED") == "(n) a small hard fruit"
    assert english.definition("STATELESSNESSES") == (
        "STATELESSNESS, STATELESS + -NESS, (adj) without nationality or citizenship"
    )
    assert english.definition("NONVOLCANIC") == (
        "NON- + VOLCANIC, (adj) relating to or produced by or consisting of volcanoes"
    )
    assert not english.search("length:2 not definition:*"), "every word of two letters is explained"
    assert {"TUI", "TUIS"} <= {*english.search("definition:songbird")}


def test_known_words(english: lexkit.Lexicon) -> None:
    classes = lexicons.words_by_class()[1]
    for number in range(1, 10):
        assert len(english.search(f"known:{number}")) == classes.count(9 - number)
    common = english.search("known:>=3")
    assert "KITCHEN" in common
    assert "QANAT" not in common
    assert [english.values_of(word)["known"] for word in ("THE", "KITCHEN", "BANJO", "QANAT")] == [9, 8, 7, 1]
    listed = english.search("length:3 sort:-known")
    assert listed.to_list()[0] == "ACT"
    assert english.column("known")[listed].tolist() == sorted(english.column("known")[listed].tolist(), reverse=True)


def test_columns_are_read_on_use_only(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(kind: str) -> bytes:
        raise AssertionError(f"read {kind}")

    monkeypatch.setattr(lexicons, "bundled_data", refuse)
    with lexkit.open("english") as opened:
        assert {*COLUMNS} <= {*opened.columns}
        assert "definition" in opened.columns
        assert len(opened.search("length:2")) > 90


def test_columns_of_other_lexicons(english: lexkit.Lexicon) -> None:
    assert english.core.file.provenance["sha256"] == lexicons.trained("english")["list_sha256"]
    assert make(["CAT"]).columns == ()
    own = make(["CAT", "DOG"], columns=[]).core.file
    forged = replace(own, provenance={**own.provenance, "sha256": english.core.file.provenance["sha256"]})
    with pytest.raises(CorruptFileError, match="words"):
        columns_of(forged)["known"]


def test_an_own_column_comes_first(english: lexkit.Lexicon) -> None:
    stored = english.core.columns["known"]
    file = replace(english.core.file, columns={"definition": stored})
    columns = columns_of(file)
    assert columns["definition"] is stored
    assert list(columns) == sorted(COLUMNS)
    assert len(columns) == len(COLUMNS)


def test_columns_reach_other_processes(english: lexkit.Lexicon) -> None:
    known, definition = pickle.loads(pickle.dumps((english.column("known"), english.column("definition"))))
    assert known["CAT"] == english.column("known")["CAT"]
    assert definition["CAT"] == english.definition("CAT")


def test_playability(english: lexkit.Lexicon) -> None:
    values, facts = playability(lexicons.bundled_data("playability"))
    assert facts["games"] >= 20_000
    assert english.column("playability")[:].tolist() == values.round(2).tolist()
    assert english.search("sort:-playability limit:1").to_list() == ["QI"]
    ordered = english.search("sort:playability_order").to_list()
    assert english.column("playability")[ordered].tolist() == sorted(values.round(2).tolist(), reverse=True)
    assert sorted(english.column("playability_order")[:].tolist()) == [*range(1, len(english) + 1)]
    assert english.search("playability:>1000") == english.search("playability_order:1-100 playability:>1000")
    assert (lexicons.bundled_path().parent / "english.playability.zst").stat().st_size < 350_000
    # Short runs give about the same: nearly all credit belongs to words that are worth much in a long run.
    short = lexkit.playability(english, 64 if COMPILED else 1, seed=5)
    credited = short.values[values >= 1].sum() / short.values.sum()
    assert credited > 0.8
