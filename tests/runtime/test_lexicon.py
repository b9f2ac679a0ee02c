"""Opening, closing, pickling, threads, the cursor: a lexicon as an object in somebody's program."""

import multiprocessing
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import SEPARATOR, Cursor, Lexicon
from lexkit.compiler.build import build
from lexkit.errors import (
    AlphabetError,
    ChangedFileError,
    ClosedLexiconError,
    LexiconFileError,
    LexiconNotFoundError,
    QueryError,
)
from tests.making import letters, make
from tests.oracle import Oracle
from tests.running import in_threads

WORDS = ["ABLE", "CABLE", "CARE", "CARED", "CARES", "FABLE", "TABLE", "TABLES"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    build(WORDS, tmp_path / "few.gaddag")
    return tmp_path / "few.gaddag"


@pytest.mark.parametrize("backend", ["mmap", "read"])
def test_close_ends_all_questions(path: Path, backend: str) -> None:
    lexicon = lexkit.open(path, backend=backend)
    words, pending, place = lexicon.prefix("C"), lexicon.substring("AB"), lexicon.cursor()
    with lexicon as same:
        assert same is lexicon
        assert not lexicon.closed
    assert lexicon.closed
    assert repr(lexicon) == "<Lexicon few.gaddag: 8 words, english, closed>"
    for ask in (
        lambda: "CARE" in lexicon,
        lambda: lexicon.contains(["CARE"]),
        lambda: lexicon.prefix("C"),
        lambda: lexicon.rank("CARE"),
        lambda: lexicon[0],
        lambda: list(words),
        lambda: words.to_list(),
        lambda: len(pending),
        lambda: pending.to_list(),
        lambda: place.step("C"),
        lambda: place.letters,
        lambda: lexicon.__enter__(),
    ):
        with pytest.raises(ClosedLexiconError, match="closed"):
            ask()
    assert repr(words) == "<words of a closed lexicon>"
    lexicon.close()


def test_results_outlive_their_lexicon_object(path: Path) -> None:
    words = lexkit.open(path).substring("AB")
    path.unlink()
    assert words.to_list() == ["ABLE", "CABLE", "FABLE", "TABLE", "TABLES"]


def test_pickle_is_path_and_fingerprint(path: Path) -> None:
    lexicon = lexkit.open(path)
    pickled = pickle.dumps(lexicon)
    assert len(pickled) < 1000
    assert list(pickle.loads(pickled)) == WORDS
    build(WORDS[1:], path)
    with pytest.raises(ChangedFileError, match="changed since"):
        pickle.loads(pickled)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_other_processes(path: Path, method: str) -> None:
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.apply(len, (lexkit.open(path),)) == len(WORDS)


def test_threads_share_a_lexicon(english: Lexicon) -> None:
    texts = ["AX", "ING", "QU", "ZZ", "UN", "ER"] if lexkit.backend() == "compiled" else ["UZZ", "QUIX", "ZZA"]
    expected = {text: (english.substring(text).to_list(), english.suffix(text).to_list()) for text in texts}
    wrong: list[str] = []

    def ask(first: int) -> None:
        for turn in range(30):
            text = texts[(first + turn) % len(texts)]
            if (english.substring(text).to_list(), english.suffix(text).to_list()) != expected[text]:
                wrong.append(text)

    in_threads(8, ask)
    assert not wrong


def test_texts_that_are_no_query(english: Lexicon) -> None:
    for text in ("A1", "É", "A B", "ax\n", "?"):
        with pytest.raises(AlphabetError, match="column"):
            english.prefix(text)
        assert text not in english
    for thing in (None, 7, b"AX", ["AX"]):
        assert thing not in english
        with pytest.raises(TypeError):
            english.prefix(thing)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="several words"):
        english.contains("AX")
    for thing in (7, None, b"AX"):
        for ask in (english.ranks, english.contains):
            with pytest.raises(TypeError):
                ask(["AX", thing])  # type: ignore[list-item]
    assert np.str_("ax") in english
    assert english.contains([np.str_("ax"), "qx"]).tolist() == [True, False]
    with pytest.raises(QueryError, match="1 to 63"):
        english.cross_sets("")
    with pytest.raises(QueryError, match="not a word"):
        english.hooks("QX")
    assert english.prefix("A" * 1000).to_list() == []
    assert english.substring("A" * 64).to_list() == []


def test_names_and_places(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(lexkit.open()) == len(lexkit.open("english")) == 247_419
    monkeypatch.setenv("LEXKIT_LEXICON", str(path))
    assert list(lexkit.open()) == WORDS
    with pytest.raises(LexiconNotFoundError, match="no lexicon of that name"):
        lexkit.open("nosuch")
    with pytest.raises(FileNotFoundError):
        lexkit.open("no/such.gaddag")
    with pytest.raises(LexiconFileError):
        lexkit.open(path.parent)


def walk(place: Cursor | None, path: tuple[str, ...]) -> Cursor | None:
    for letter in path:
        place = place.step(letter) if place is not None else None
    return place


@given(st.data())
def test_the_cursor_walks_every_path_and_no_other(data: st.DataObject) -> None:
    alphabet = letters(data.draw(st.sampled_from([3, 31, 40])))
    labels = list(alphabet)[-3:]
    words = data.draw(st.lists(st.lists(st.sampled_from(labels), min_size=1, max_size=5), max_size=12))
    lexicon, oracle = make(["".join(word) for word in words], alphabet), Oracle(words, list(alphabet))

    def complete(place: Cursor) -> set[tuple[str, ...]]:
        found = {(*place.path, letter) for letter in place.letters}
        for letter in place.arcs:
            following = place.step(letter)
            assert following.complete == (letter in place.letters if letter != SEPARATOR else False)
            found |= complete(following)
        return found

    assert complete(lexicon.cursor()) == set(oracle.words)
    assert complete(lexicon.cursor(reverse=True)) == oracle.gaddag_paths()


@given(st.data())
def test_the_words_below_a_cursor(data: st.DataObject) -> None:
    """Against the paths of all words, spelled out: REV(x)◊y is the word xy."""
    alphabet = letters(data.draw(st.sampled_from([3, 40])))
    labels = list(alphabet)[-3:]
    words = data.draw(st.lists(st.lists(st.sampled_from(labels), min_size=1, max_size=5), max_size=12))
    lexicon, oracle = make(["".join(word) for word in words], alphabet), Oracle(words, list(alphabet))

    def word_of(path: tuple[str, ...]) -> str:
        front, _, back = "".join(path).partition(SEPARATOR)
        return front[::-1] + back

    def check(place: Cursor, paths: set[tuple[str, ...]]) -> None:
        through = {path for path in paths if path[: len(place.path)] == place.path}
        found = list(place.words())
        expected = {word_of(path) if place.reverse else "".join(path) for path in through}
        assert len(found) == len(expected)
        assert set(found) == expected
        if not place.reverse:
            assert found == [word for word in lexicon if word in expected]
        assert list(place.words(limit=2)) == found[:2]
        for letter in place.arcs:
            check(place.step(letter), paths)

    check(lexicon.cursor(), set(oracle.words))
    check(lexicon.cursor(reverse=True), oracle.gaddag_paths())


def test_the_words_below_a_cursor_in_use(english: Lexicon) -> None:
    place = english.cursor().walk("QUI")
    assert list(place.words(limit=3)) == english.prefix("QUI")[:3].to_list()
    assert list(place.walk("Z").words())[:2] == ["QUIZ", "QUIZES"]
    behind = walk(english.cursor(reverse=True), ("X", "A"))
    assert sorted(behind.words()) == english.substring("AX").to_list()
    assert sorted(behind.step(SEPARATOR).words()) == [word for word in english.prefix("AX") if word != "AX"]
    assert list(english.cursor().words(limit=0)) == []
    for limit in (-1, 1.5, "2", True):
        with pytest.raises(QueryError):
            english.cursor().words(limit=limit)
    spanish = make(["CHAL", "[C][H]A"], "spanish")
    assert list(spanish.cursor().words()) == list(spanish)
    assert list(spanish.cursor().step("CH").words()) == ["CHAL"]


def test_the_cursor_in_use() -> None:
    lexicon = make(WORDS)
    place = lexicon.cursor().walk("care")
    assert place.complete
    assert list(place.letters) == ["D", "S"]
    assert place.step("X") is None
    assert repr(place) == "<Cursor CARE (complete)>"
    behind = walk(lexicon.cursor(reverse=True), ("A", "C", SEPARATOR, "R"))
    assert list(behind.letters) == ["E"]
    with pytest.raises(AlphabetError):
        place.step("1")


def test_what_players_ask_of_letters(english: Lexicon) -> None:
    """The command line and the page of words worded it apart."""
    word = english.about("care")
    assert (word.word, word.valid, str(word.front), str(word.back)) == ("CARE", True, "S", "DRSTX")
    assert (word.definition, word.near) == ("(v) feel concern or interest", ())
    other = english.about("quizx")
    assert (other.word, other.valid, other.near) == ("QUIZX", False, ("QUIZ",))
    assert (other.front, other.back) == english.cross_sets("QUIZX")
    with pytest.raises(AlphabetError):
        english.about("CA-RE")
