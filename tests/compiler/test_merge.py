"""Several lists in one file: the same words as sets have, the same bytes however they come."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.compiler.lists.read_list import union
from lexkit.compiler.lists.word_list import read_words
from lexkit.compiler.merge import MergeOptions, edition_name, merge
from lexkit.compiler.verify import verify_provenance
from lexkit.errors import AlphabetError, LexkitError, StorageError, WordListError
from lexkit.formats.lexicon_file import open_file
from lexkit.lexicons import alphabet as shipped
from tests.making import letters, make, word_lists

NWL = ["AA", "AB", "CARE", "CUZ"]
CSW = ["AA", "AB", "CARE", "DA", "QIN"]


def merged(tmp_path, lists, **options):
    merge(lists, tmp_path / "all.gaddag", MergeOptions(**options))
    return open_file(tmp_path / "all.gaddag", "read")


@given(st.lists(word_lists("ABC", longest=10), min_size=1, max_size=12))
def test_union_as_sets_have_it(lists):
    words, masks = union([read_words(words, letters(3)).words.sorted_unique() for words in lists])
    everything = sorted(set().union(*lists))
    assert [letters(3).decode(word) for word in words] == everything
    assert masks.tolist() == [sum((word in words) << k for k, words in enumerate(lists)) for word in everything]


@given(st.lists(word_lists(["CH", "A", "Ñ"], most=10), min_size=1, max_size=64))
def test_each_word_in_its_editions(tmp_path_factory, lists):
    path = tmp_path_factory.mktemp("merged") / "all.gaddag"
    spanish = shipped("spanish")
    named = {f"e{k}": words for k, words in enumerate(lists)}
    report = merge(named, path, MergeOptions(alphabet="spanish"))
    file = open_file(path)
    assert file.editions.names == tuple(named)
    assert file.editions.masks.dtype.itemsize == min(size for size in (1, 2, 4, 8) if 8 * size >= len(lists))
    lexicon = lexkit.open(path)
    tiles = {name: {spanish.encode(word) for word in words} for name, words in named.items()}
    assert {spanish.encode(word) for word in lexicon} == set().union(*tiles.values())
    for word in lexicon:
        assert lexicon.editions_of(word) == tuple(name for name in tiles if spanish.encode(word) in tiles[name])
    assert report.editions == {name: len(words) for name, words in tiles.items()}
    assert verify_provenance(file).words == report.words == len(lexicon)


def test_the_same_bytes_whatever_the_order(tmp_path):
    first = merged(tmp_path, {"nwl": NWL, "csw": CSW}, marks={"csw": "#"}).fingerprint
    for seed in range(5):
        shuffled = {
            name: random.Random(seed).sample(words * 2, len(words) * 2) for name, words in (("nwl", NWL), ("csw", CSW))
        }
        assert merged(tmp_path, shuffled, marks={"csw": "#"}).fingerprint == first
    assert merged(tmp_path, {"csw": CSW, "nwl": NWL}, marks={"csw": "#"}).fingerprint != first, "editions are in order"


def test_what_is_said_of_each_list(tmp_path):
    (tmp_path / "csw.txt").write_text("\n".join(CSW))
    lexkit.build(NWL, tmp_path / "nwl.gaddag")
    report = lexkit.merge(
        {"nwl": tmp_path / "nwl.gaddag", "csw": str(tmp_path / "csw.txt"), "few": make(["AA"])},
        tmp_path / "all.gaddag",
        marks={"csw": "#"},
        titles={"csw": "Collins"},
    )
    file = open_file(report.path)
    nwl, csw, few = file.editions.listed
    assert (csw.mark, csw.title, csw.source) == ("#", "Collins", "csw.txt")
    assert (nwl.mark, nwl.source, few.source) == ("", "nwl.gaddag", "")
    assert nwl.sha256 == open_file(tmp_path / "nwl.gaddag").provenance["sha256"]
    assert file.provenance["source"] == "nwl + csw + few"
    assert report.editions == {"nwl": 4, "csw": 5, "few": 1}
    assert report.to_json()["editions"]["csw"] == 5


def test_an_edition_of_a_merged_file_can_be_merged_again(tmp_path):
    merged(tmp_path, {"nwl": NWL, "csw": CSW})
    lexkit.merge({"old": f"{tmp_path}/all.gaddag@csw", "new": ["AA", "QI"]}, tmp_path / "both.gaddag")
    both = lexkit.open(tmp_path / "both.gaddag")
    assert list(both) == ["AA", "AB", "CARE", "DA", "QI", "QIN"]
    assert both.editions_of("AA") == ("old", "new")


def test_names(tmp_path):
    assert [edition_name(path) for path in ("a/nwl23.txt", "nwl23.txt.gz", "x.gaddag.zst", "x.gaddag", "csw")] == [
        "nwl23",
        "nwl23",
        "x",
        "x",
        "csw",
    ]
    for name in ("", "a b", "a@b", "a,b", "-a", "ä", "x" * 41, "a\n"):
        with pytest.raises(WordListError, match="NAME=FILE"):
            merged(tmp_path, {name: NWL})
    with pytest.raises(WordListError, match="two editions"):
        merged(tmp_path, {"nwl": NWL, "NWL": CSW})
    with pytest.raises(WordListError, match="1 to 64"):
        merged(tmp_path, {})
    with pytest.raises(WordListError, match="1 to 64"):
        merged(tmp_path, {f"e{k}": NWL for k in range(65)})
    for marks, problem in (
        ({"csw": "#"}, "expected nwl"),
        ({"nwl": "x"}, "no letters"),
        ({"nwl": "# "}, "signs"),
        ({"nwl": "#####"}, "at most 4"),
    ):
        with pytest.raises(WordListError, match=problem):
            merged(tmp_path, {"nwl": NWL}, marks=marks)
    with pytest.raises(WordListError, match="title"):
        merged(tmp_path, {"nwl": NWL}, titles={"nwl": "a\nb"})
    assert list(tmp_path.iterdir()) == [], "nothing is written that is not right"


def test_alphabets(tmp_path):
    with pytest.raises(AlphabetError, match=r"expected english.*found spanish"):
        lexkit.merge({"a": make(["CARE"]), "b": make(["PERRO"], "spanish")}, tmp_path / "all.gaddag")
    file = merged(tmp_path, {"a": ["каша"], "b": ["шар"]}, alphabet="auto")
    assert "".join(file.alphabet) == "АКРШ"
    lexkit.merge({"a": make(["CHE"], "spanish"), "b": ["CHALLA"]}, tmp_path / "all.gaddag")
    assert lexkit.open(tmp_path / "all.gaddag").alphabet == shipped("spanish")


def test_lists_are_not_overwritten(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("AA\n")
    with pytest.raises(StorageError, match="overwrite"):
        lexkit.merge({"a": path, "b": CSW}, path)
    lexkit.build(NWL, tmp_path / "nwl.gaddag")
    with pytest.raises(StorageError, match="overwrite"):
        lexkit.merge({"a": tmp_path / "nwl.gaddag", "b": CSW}, tmp_path / "nwl.gaddag")
    assert path.read_text() == "AA\n"


def test_every_form_and_lengths(tmp_path):
    file = merged(tmp_path, {"nwl": NWL, "csw": CSW}, expanded=True, daggad=True, min_length=3)
    assert file.expanded is not None
    assert file.daggad is not None
    assert file.gaddag.word_count == 3
    with pytest.raises(LexkitError, match="min_length"):
        merged(tmp_path, {"nwl": NWL}, min_length=3, max_length=2)
    assert verify_provenance(merged(tmp_path, {"none": []})).words == 0
