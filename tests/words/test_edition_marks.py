"""Editions of a lexicon: which words are in which, marks, and each opened by itself, held to plain sets."""

import os
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.catalogue import choose, set_default
from lexkit.errors import CorruptFileError, LexiconNotFoundError, QueryError, QuerySyntaxError
from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.words.column import edition_names, marks
from tests.making import make, word_lists

NWL = ["AA", "AB", "CARE", "CUZ", "ZAS"]
CSW = ["AA", "AB", "CARE", "DA", "QIN", "ZAS"]
OLD = ["AA", "DA"]


@pytest.fixture
def both(tmp_path: Path) -> Path:
    lexkit.merge({"nwl": NWL, "CSW": CSW}, tmp_path / "all.gaddag", marks={"nwl": "$", "CSW": "#"})
    return tmp_path / "all.gaddag"


def shown(words) -> list[str]:
    return [word + mark for word, mark in zip(words, marks(words), strict=True)]


def test_two_editions(both):
    lexicon = lexkit.open(both)
    assert lexicon.editions == ("nwl", "CSW")
    assert list(lexicon) == sorted({*NWL, *CSW})
    assert (list(lexicon.edition("nwl")), list(lexicon.edition("csw"))) == (NWL, CSW)
    assert lexicon.editions_of("cuz") == ("nwl",)
    assert lexicon.editions_of("AA") == ("nwl", "CSW")
    assert lexicon.editions_of("XYZZY") == lexicon.editions_of("1") == ()
    assert shown(lexicon.words()) == ["AA", "AB", "CARE", "CUZ$", "DA#", "QIN#", "ZAS"]
    assert [lexicon.mark(word) for word in ("CUZ", "DA", "AA", "XYZZY", "1")] == ["$", "#", "", "", ""]
    assert edition_names(lexicon.prefix("C")) == ["nwl,CSW", "nwl"]
    assert list(lexicon.edition("nwl") - lexicon.edition("csw")) == ["CUZ"]


def test_a_mark_is_what_all_editions_of_a_word_share(tmp_path):
    lists = {"csw19": ["A", "B", "C"], "csw21": ["A", "B", "D", "F"], "nwl": ["A", "E", "F"], "old": ["A", "D"]}
    lexkit.merge(lists, tmp_path / "x.gaddag", marks={"csw19": "#", "csw21": "#", "nwl": "$"})
    assert shown(lexkit.open(tmp_path / "x.gaddag").words()) == ["A", "B#", "C#", "D", "E$", "F"]


def test_a_lexicon_without_editions():
    lexicon = make(NWL)
    assert lexicon.editions == ()
    assert lexicon.editions_of("AA") == ()
    assert lexicon.mark("AA") == ""
    assert marks(lexicon.words()) == edition_names(lexicon.words()) == [""] * 5
    with pytest.raises(QueryError, match="lexc merge"):
        lexicon.edition("nwl")


def test_an_edition_there_is_not(both):
    lexicon = lexkit.open(both)
    for name in ("nope", "", "nwl ", "ſ"):
        with pytest.raises(QuerySyntaxError, match="nwl or CSW"):
            lexicon.edition(name)
        with pytest.raises(LexiconNotFoundError, match="nwl or CSW"):
            lexkit.open(f"{both}@{name}")
    with pytest.raises(LexiconNotFoundError, match="lexc merge"):
        lexkit.open("english@nwl")
    with pytest.raises(LexiconNotFoundError):
        lexkit.open(f"{both.parent}/nothing.gaddag@nwl")
    for odd in ("@", "@nwl", ".@nwl", "..@nwl", "/@nwl", "a\0@nwl", "x" * 5000 + "@nwl", f"{both}@nwl@csw@@"):
        with pytest.raises((lexkit.errors.LexiconFileError, lexkit.errors.StorageError)):
            lexkit.open(odd)


def test_closed(both):
    lexicon = lexkit.open(both)
    words = lexicon.words()
    lexicon.close()
    for ask in (lambda: lexicon.edition("nwl"), lambda: lexicon.editions_of("AA"), lambda: lexicon.mark("AA")):
        with pytest.raises(lexkit.errors.ClosedLexiconError):
            ask()
    with pytest.raises(lexkit.errors.ClosedLexiconError):
        marks(words)


@given(st.lists(word_lists("ABC", longest=6, most=30), min_size=1, max_size=9), st.data())
def test_condition_and_marks_as_sets_say(tmp_path_factory, lists, data):
    path = tmp_path_factory.mktemp("editions") / "all.gaddag"
    named = {f"e{k}": set(words) for k, words in enumerate(lists)}
    signs = {name: data.draw(st.sampled_from(["", "#", "$"])) for name in named}
    lexkit.merge(named, path, marks=signs)
    lexicon = lexkit.open(path)
    some = lexicon.substring(data.draw(st.sampled_from(["", "A", "BC"])))
    for name, words in named.items():
        condition = KINDS["edition"].make(name, lexicon.core)
        assert list(condition.words(lexicon.core)) == sorted(words)
        assert list(condition.among(some)) == [word for word in some if word in words]
        assert condition.cost(lexicon.core) >= 0
    for word, mark, names in zip(some, marks(some), edition_names(some), strict=True):
        inside = [name for name, words in named.items() if word in words]
        given = {signs[name] for name in inside}
        assert mark == lexicon.mark(word) == (given.pop() if len(given) == 1 else "")
        assert names == ",".join(inside) == ",".join(lexicon.editions_of(word))


# -- one edition by itself ----------------------------------------------------------------------------


@given(st.lists(word_lists("ABC", longest=5, most=30), min_size=1, max_size=4))
def test_an_edition_by_itself_is_the_lexicon_of_its_list(tmp_path_factory, lists):
    path = tmp_path_factory.mktemp("editions") / "all.gaddag"
    lexkit.merge({f"e{k}": words for k, words in enumerate(lists)}, path)
    for k, words in enumerate(lists):
        alone, built = lexkit.open(f"{path}@e{k}"), make(words)
        assert list(alone) == list(built)
        for text in ("A", "BC", "CAB"):
            for query in ("prefix", "suffix", "substring"):
                assert list(getattr(alone, query)(text)) == list(getattr(built, query)(text))
            assert alone.cross_sets(text) == built.cross_sets(text)
        for number, others in enumerate(lists):
            assert list(alone.edition(f"e{number}")) == sorted({*words} & {*others}), "it knows the others too"


def test_columns_go_along(both, tmp_path):
    from lexkit.compiler.attach_columns import attach
    from lexkit.formats.lexicon_file import open_file

    words = sorted({*NWL, *CSW})
    rows = {
        "freq": [f"{word},{rank * 1000}" for rank, word in enumerate(words) if word != "CARE"],
        "play": [f"{word},{rank / 3}" for rank, word in enumerate(words) if word != "ZAS"],
        "note": [f"{word},of {word}" for word in words if word != "AA"],
    }
    for name, lines in rows.items():
        (tmp_path / f"{name}.csv").write_text("\n".join([f"word,{name}", *lines]) + "\n")
    attach(open_file(both, "read"), both, [f"{name}={tmp_path}/{name}.csv" for name in rows])
    whole = lexkit.open(both)
    for edition, expected in (("nwl", NWL), ("csw", CSW)):
        alone = lexkit.open(f"{both}@{edition}")
        assert list(alone.columns) == list(whole.columns) == ["freq", "note", "play"]
        for name in rows:
            told = alone.column(name)[alone.words()]
            assert repr(list(told)) == repr(list(whole.column(name)[whole.edition(edition)])), f"{name} of {expected}"


def test_moves_are_those_of_the_edition(both):
    board = lexkit.Board()
    rack = "CUZQINA"
    for name, words in (("nwl", NWL), ("csw", CSW)):
        alone, built = lexkit.open(f"{both}@{name}"), make(words)
        assert list(map(str, alone.moves(board, rack))) == list(map(str, built.moves(board, rack)))
    assert {str(move).split()[1] for move in lexkit.open(f"{both}@nwl").moves(board, rack)} == {"CUZ"}


def test_marks_stay_when_one_edition_is_opened(both):
    alone = lexkit.open(f"{both}@csw")
    assert shown(alone.words()) == ["AA", "AB", "CARE", "DA#", "QIN#", "ZAS"]
    assert alone.editions == ("nwl", "CSW")
    assert alone.provenance["edition"] == "CSW"
    assert alone.provenance["words"] == len(alone) == 6


def test_ways_to_name_an_edition(both, monkeypatch):
    home = Path(os.environ["LEXKIT_HOME"])
    kept = home / "kept.gaddag"
    kept.write_bytes(both.read_bytes())
    packed = both.with_name("all.gaddag.zst")
    from lexkit.formats.packed_lexicon import pack

    packed.write_bytes(pack(both)[1])
    try:
        for name in (f"{both}@nwl", Path(f"{both}@NWL"), "kept@nwl", f"{packed}@nwl"):
            assert list(lexkit.open(name)) == NWL, name
            assert list(lexkit.open(name, backend="read")) == NWL, name
        monkeypatch.chdir(both.parent)
        assert list(lexkit.open("all.gaddag@csw")) == CSW
        monkeypatch.setenv("LEXKIT_LEXICON", "kept@csw")
        assert list(lexkit.open()) == CSW
        monkeypatch.delenv("LEXKIT_LEXICON")
        set_default("all.gaddag@nwl")
        assert choose() == Path(f"{both}@nwl")
        assert list(lexkit.open()) == NWL
        both.unlink()
        with pytest.raises(LexiconNotFoundError, match="default lexicon is gone"):
            lexkit.open()
    finally:
        set_default(None)
        kept.unlink()


def test_a_path_that_has_an_at_sign_is_a_path(both):
    strange = both.with_name("all.gaddag@nwl")
    lexkit.build(["QUIZ"], strange)
    assert list(lexkit.open(strange)) == list(lexkit.open(str(strange))) == ["QUIZ"]
    assert list(lexkit.open(f"{strange}")) == ["QUIZ"]
    folder = both.parent / "me@home"
    folder.mkdir()
    (folder / "all.gaddag").write_bytes(both.read_bytes())
    assert len(lexkit.open(folder / "all.gaddag")) == 7
    assert list(lexkit.open(f"{folder}/all.gaddag@nwl")) == NWL


def test_made_once_and_made_again_when_damaged(both, monkeypatch, tmp_path):
    monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "cache"))
    first = lexkit.open(f"{both}@nwl")
    (entry,) = (tmp_path / "cache").iterdir()
    made = entry.stat().st_ino
    assert lexkit.open(f"{both}@nwl").fingerprint == first.fingerprint
    assert entry.stat().st_ino == made
    assert list(pickle.loads(pickle.dumps(first.prefix("A")))) == ["AA", "AB"]
    entry.unlink()
    entry.write_bytes(b"rubbish")
    assert list(lexkit.open(f"{both}@nwl")) == NWL
    lexkit.merge({"nwl": ["AA"], "CSW": CSW}, both)
    assert list(lexkit.open(f"{both}@nwl")) == ["AA"], "another file, another entry"


def test_cache_that_cannot_be_written(both, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "file" / "cache"))
    assert list(lexkit.open(f"{both}@nwl")) == NWL


def test_an_edition_that_lies_about_its_words(both):
    from tests.attacks.test_editions import with_json

    data = with_json(both.read_bytes(), lambda head: head["editions"][0].update(sha256="0" * 64))
    both.write_bytes(data)
    assert len(lexkit.open(both)) == 7
    with pytest.raises(CorruptFileError, match="M9"):
        lexkit.open(f"{both}@nwl")
