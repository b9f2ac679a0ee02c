"""The pipeline: the right words, the same bytes, a file that is there whole or not at all."""

import dataclasses
import hashlib
import os
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Lexicon
from lexkit.compiler.build import Options, build, build_in_memory
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.compiler.verify import find_difference, verify_list, verify_provenance
from lexkit.errors import LexkitError, StorageError, WordListError
from lexkit.formats.atomic import default_target
from lexkit.formats.lexicon_file import open_bytes, open_file
from lexkit.formats.node_order import arrange_for_packing
from lexkit.lexicons import bundled_path
from tests.making import bytes_of, letters, make, word_lists
from tests.oracle import Oracle
from tests.running import COMPILED, each


def test_order_and_repeats_do_not_matter() -> None:
    words = [f"{a}{b}{c}" for a in "ABCDE" for b in "AEIOU" for c in ("", "S", "ING", "ED")]
    expected = bytes_of(words)
    shuffler = random.Random(1)
    for _ in range(200):
        shuffler.shuffle(words)
        assert bytes_of(words + shuffler.sample(words, 5)) == expected


def test_the_bytes_of_this_release(tmp_path: Path) -> None:
    """A lexicon kept from this order of nodes opens, and is still made byte for byte; so does one of the first order.

    The first files had the nodes in the order that packed files have now.
    """
    golden = Path(__file__).parent.parent / "golden"
    words = ["ABLE", "CABLE", "CARE", "CARED", "CARES", "FABLE", "TABLE", "TABLES"]
    for kept in (golden / "few-v1.gaddag", golden / "few-by-depth.gaddag"):
        assert list(lexkit.open(kept)) == words
    assert bytes_of(words) == (golden / "few-by-depth.gaddag").read_bytes()
    arranged = arrange_for_packing(open_bytes(bytes_of(words))) or b""
    assert open_bytes(arranged).sections.data["gaddag"] == open_file(golden / "few-v1.gaddag").sections.data["gaddag"]


@given(word_lists("ABCXYZ"))
def test_the_automaton_is_the_language_and_minimal(words: list[str]) -> None:
    lexicon = make(words)
    oracle = Oracle(words, list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    graph = lexicon.core.file.gaddag

    # Every node by its right language: read by a plain walk, not by the kernels.
    def node(at: int) -> tuple[int, int, list[int]]:
        letter_set, child_set = int(graph.words[at]), int(graph.words[at + 1])
        return letter_set, child_set, graph.words[at + 2 : at + 2 + child_set.bit_count()].tolist()

    languages: dict[int, frozenset[str]] = {}

    def language(at: int) -> frozenset[str]:
        if at not in languages:
            letter_set, child_set, children = node(at)
            strings = {chr(64 + bit) for bit in range(32) if letter_set >> bit & 1}
            bits = [bit for bit in range(32) if child_set >> bit & 1]
            for bit, child in zip(bits, children, strict=True):
                strings |= {chr(64 + bit) + rest for rest in language(child)}
            languages[at] = frozenset(strings)
        return languages[at]

    assert language(graph.forward_root) == {"".join(word) for word in oracle.words}
    assert language(graph.reverse_root) == {"".join(path).replace("◊", "@") for path in oracle.gaddag_paths()}
    assert len(set(languages.values())) == len(languages), "two nodes have the same right language"
    assert len(languages | {0: frozenset()}) == graph.nodes, "a node is not reachable"


@given(st.integers(1, 63), st.data())
def test_the_check_finds_a_wrong_list(size: int, data: st.DataObject) -> None:
    alphabet = letters(size)
    words = sorted(set(data.draw(word_lists(list(alphabet)[-4:], longest=5, most=20))))
    lexicon = make(words, alphabet)
    tiles = TileWords.of(map(alphabet.encode, words)).sorted_unique()
    assert find_difference(lexicon.core.file.gaddag, tiles) is None
    for index in range(len(words)):
        assert (
            find_difference(lexicon.core.file.gaddag, tiles.take(np.delete(np.arange(len(words)), index))) is not None
        )
        other = TileWords.of([*(w for i, w in enumerate(tiles) if i != index), bytes([1]) * 7]).sorted_unique()
        if len(other) == len(tiles):
            assert find_difference(lexicon.core.file.gaddag, other) is not None


def test_the_bundled_list_whole(english: Lexicon, tmp_path: Path) -> None:
    words = english.words().to_list()
    text = "".join(word + "\n" for word in words).encode()
    assert hashlib.sha256(text).hexdigest() == "6d33bd0052526212e751abc84164334c153bd2daae8e864bd3ebc2f4fa7781bf"
    assert words == sorted(set(words))
    assert english.ranks(words).tolist() == list(range(len(words)))
    assert english.provenance["sha256"] == hashlib.sha256(text).hexdigest()
    if not COMPILED:
        return  # the build that the fixture opens took long enough
    report = build(bundled_path(), tmp_path / "english.gaddag")
    assert report.words == len(words) == verify_list(open_file(tmp_path / "english.gaddag"), words).words
    assert verify_provenance(open_file(tmp_path / "english.gaddag")).words == len(words)
    assert (tmp_path / "english.gaddag").read_bytes() == english.path.read_bytes()


def test_verify_says_what_differs(tmp_path: Path) -> None:
    build(["CARE", "CARES"], tmp_path / "x.gaddag")
    file = open_file(tmp_path / "x.gaddag")
    with pytest.raises(LexkitError, match="number of words: expected 1, found 2"):
        verify_list(file, ["CARE"])
    with pytest.raises(LexkitError, match="a word's path is missing: expected CARED"):
        verify_list(file, ["CARE", "CARED"])


def test_default_names(tmp_path: Path) -> None:
    for name, made in (("nwl.txt", "nwl"), ("osps.txt.gz", "osps"), ("csw.txt.zst", "csw"), ("plain", "plain")):
        assert default_target(tmp_path / name) == tmp_path / f"{made}.gaddag"
    with pytest.raises(WordListError, match="give a target"):
        build(["AA"])
    (tmp_path / "list.txt").write_text("AA\n")
    with pytest.raises(StorageError, match="overwrite the word list"):
        build(tmp_path / "list.txt", tmp_path / "list.txt")
    assert (tmp_path / "list.txt").read_text() == "AA\n"


def test_a_failed_build_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "list.gaddag"
    build(["AA"], target)
    before = target.read_bytes()
    with pytest.raises(WordListError):
        build(["A1"], target)
    monkeypatch.setattr("lexkit.compiler.verify.find_difference", lambda *_: ("number of words", 1, 2))
    with pytest.raises(LexkitError, match="does not match the word list"):
        build(["BB"], target)
    monkeypatch.undo()

    def interrupt(stage: str) -> None:
        if stage == "verify":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(["BB"], target, tell=interrupt)
    assert target.read_bytes() == before
    assert os.listdir(tmp_path) == ["list.gaddag"]


def test_options_that_are_none() -> None:
    with pytest.raises(LexkitError, match="sorted, gordon"):
        Options(method="magic")  # type: ignore[arg-type]
    with pytest.raises(LexkitError, match="min_length"):
        Options(min_length=5, max_length=4)
    with pytest.raises(LexkitError, match="no such alphabet"):
        bytes_of(["AA"], alphabet="klingon")


def test_words_of_every_length_up_to_63(tmp_path: Path) -> None:
    words = ["A" * length for length in range(1, 64)] + ["B" * 63, "AB" * 31]
    lexicon = make(words)
    assert list(lexicon) == sorted(words)
    assert len(lexicon.substring("A" * 63)) == 1
    with pytest.raises(WordListError, match="a word of 64 letters"):
        make(["A" * 64])


def test_counts_of_all_three_widths() -> None:
    words = [
        f"{a}{b}{c}{d}"
        for a in "ABCDEFGHIJKL"
        for b in "ABCDEFGHIJKLMNOPQRS"
        for c in "ABCDEFGHIJKLMNOPQ"
        for d in "ABCDEFGHIJKLMNOPQRST"
    ]
    lexicon = make(words)
    graph = lexicon.core.file.gaddag
    assert 0 < graph.byte_end < graph.half_end < graph.forward_end
    assert len(lexicon) == len(words) == 77_520
    assert lexicon.ranks(words[::7]).tolist() == list(range(0, len(words), 7))
    assert lexicon.words_at(range(0, len(words), 11)) == words[::11]


def test_the_daggad_is_the_other_way_round() -> None:
    words = ["CARE", "CAT", "A"]
    file = open_bytes(bytes_of(words, daggad=True))
    assert file.daggad is not None
    backwards = TileWords.of(file.alphabet.encode(word[::-1]) for word in words).sorted_unique()
    assert find_difference(file.daggad, backwards) is None
    assert file.gaddag.word_count == file.daggad.word_count == 3
    assert list(Lexicon(file)) == ["A", "CARE", "CAT"]


@pytest.mark.skipif(sys.platform == "win32", reason="no fork of stdin")
def test_stages_are_told_and_timed(tmp_path: Path) -> None:
    told: list[str] = []
    report = build(["CARE"], tmp_path / "x.gaddag", tell=told.append)
    assert told == ["read", "sort", "fingerprint", "construct", "arrange", "write", "verify"]
    assert sorted(report.seconds) == sorted(told)
    assert all(spent >= 0 for spent in report.seconds.values())


def test_the_expanded_form_is_compared_too() -> None:
    whole = bytes_of(["CARE", "CARES"], expanded=True)
    file = open_bytes(whole)
    assert verify_list(file, ["CARE", "CARES"]).words == 2
    other = open_bytes(bytes_of(["CARE", "CARED"], expanded=True)).sections.data["expanded"]
    mixed = {**file.sections.data, "expanded": other}
    swapped = dataclasses.replace(file, sections=dataclasses.replace(file.sections, data=mixed))
    with pytest.raises(LexkitError, match="the expanded form"):
        verify_list(swapped, ["CARE", "CARES"])


def test_options_of_a_wrong_type(tmp_path):
    """Found: AttributeError from inside."""
    with pytest.raises(TypeError, match="options must be Options, not int"):
        build(["AA"], tmp_path / "w.gaddag", 5)


@each(
    ("text", "options", "found"),
    [
        ("", {}, "nothing"),
        ("\n\n \n", {}, "3 lines"),
        ("# care\n# race\n", {"skip_invalid": True}, "2 lines, 2 invalid"),
        ("CARE\nRACES\n", {"min_length": 6}, "2 lines, 2 too short"),
    ],
)
def test_a_list_without_words_is_refused(text: str, options: dict[str, Any], found: str, tmp_path: Path) -> None:
    """Found: an empty file, or one of comments alone, became a lexicon of 0 words, and nothing was said."""
    source, target = tmp_path / "list.txt", tmp_path / "list.gaddag"
    source.write_text(text)
    refused = f"list.txt: the list has no words: expected a word a line, found {found}"
    with pytest.raises(WordListError, match=refused):
        lexkit.build(source, options=Options(**options))
    with pytest.raises(WordListError, match="one \\+ two: the list has no words"):
        lexkit.merge({"one": source, "two": source}, target, **options)
    assert not target.exists()
    assert len(lexkit.build([])) == 0


# -- text behind words ----------------------------------------------------------------------------------

PHRASES = "ice cream\nNew York\na la carte\nhot dog\nhot potato\ncare\n"


def test_text_behind_words_is_reported(tmp_path: Path) -> None:
    """Found: a list of phrases became ICE and HOT without a word about it."""
    source = tmp_path / "phrases.txt"
    source.write_bytes(PHRASES.encode().replace(b"New York\n", b"New York  \r\n  care  \r\n"))
    report = build(source, options=Options(spelling=True))
    assert (report.words, report.behind) == (5, 5)
    assert report.shown_behind == [
        (1, "ice cream"),
        (2, "New York"),
        (4, "a la carte"),
        (5, "hot dog"),
        (6, "hot potato"),
    ]
    assert report.to_json()["behind"] == 5


def test_text_behind_words_that_is_kept_is_not_reported(tmp_path: Path) -> None:
    source = tmp_path / "words.txt"
    source.write_text("aa rough lava\nab\ta muscle\n")
    for options in (Options(definitions=True), Options(fields=("word", "gloss"))):
        report = build(source, options=options)
        assert (report.behind, report.shown_behind, len(report.columns)) == (0, [], 1)
    assert build(source).behind == 2


def test_the_first_lines_with_text_behind_words_are_those_of_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever blocks it is read."""
    monkeypatch.setattr("lexkit.formats.bounded_input.BLOCK", 50)
    source = tmp_path / "words.txt"
    source.write_text("".join(f"care{' s' * (number % 3 == 0)}\n" for number in range(1, 100)))
    report = build(source)
    assert report.behind == 33
    assert report.shown_behind == [(3 * number, "care s") for number in range(1, 11)]


def test_a_merge_reports_text_behind_words(tmp_path: Path) -> None:
    source = tmp_path / "phrases.txt"
    source.write_text(PHRASES)
    report = lexkit.merge({"old": source, "new": ["CARE"]}, tmp_path / "all.gaddag")
    assert (report.behind, report.shown_behind[0]) == (5, (1, "ice cream (old)"))


def test_words_in_memory_with_text_behind_are_refused() -> None:
    """A lexicon in memory comes without a report."""
    with pytest.raises(WordListError, match="word 2: 1 of the words has text behind a blank"):
        build_in_memory(["care", "ice cream"])
    assert len(build_in_memory(["care ", "ice cream"], Options(definitions=True)).columns) == 1
