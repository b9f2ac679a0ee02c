"""``lexc verify`` is not fooled: files that open, and are not the list they are said to be.

A graph and a list are the same language, or the first difference is found.
"""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.compiler.build import Options, build
from lexkit.compiler.construct.minimal_automaton import UnplacedNodes, arrange, build_gordon, build_sorted
from lexkit.compiler.kernels import check_paths
from lexkit.compiler.lists.sorted_words import TileWords, spell_words
from lexkit.compiler.lists.word_list import read_words
from lexkit.compiler.merge import MergeOptions, merge
from lexkit.compiler.verify import Verified, find_difference, verify_list, verify_provenance
from lexkit.errors import LexkitError
from lexkit.formats.automaton_section import Graph
from lexkit.formats.constants import MAX_LENGTH
from lexkit.formats.kernels import proof
from lexkit.formats.lexicon_file import open_bytes, open_file
from lexkit.lexicons import alphabet, bundled_path
from lexkit.lexicons import alphabet as shipped
from tests.apps.shell.shell import program
from tests.attacks.forge import graph, nodes, sections, with_graph, with_section
from tests.making import bytes_of, letters
from tests.running import COMPILED, each
from tests.tile_graphs import damaged, every_word, graph_of, tile_lists

LIST = ["ABLE", "CABLE", "CARE", "CARED", "CARES", "FABLE", "TABLE", "TABLES"]
OTHER = ["ABLE", "CABLE", "CARE", "CARED", "CARER", "FABLE", "TABLE", "TABLES"]


def told(data: bytes, words: list[str] = LIST, match: str = "does not match the word list", **options: Any) -> None:
    """The file opens, and is told from the list."""
    file = open_bytes(data)
    with pytest.raises(LexkitError, match=match):
        verify_list(file, words, **options)


def with_provenance(data: bytes, **said: object) -> bytes:
    provenance = json.loads(sections(data)[b"provenance"])
    return with_section(data, b"provenance", json.dumps({**provenance, **said}).encode())


def test_honest_files() -> None:
    assert verify_list(open_bytes(bytes_of(LIST)), LIST[::-1] * 2) == Verified(8)
    whole = bytes_of(LIST, daggad=True, expanded=True, alphagrams=True)
    assert verify_list(open_bytes(whole), LIST) == verify_provenance(open_bytes(whole)) == Verified(8)
    assert verify_list(open_bytes(bytes_of([])), []) == Verified(0)


def test_a_word_missing_one_too_many_another() -> None:
    for words in (LIST[1:], [*LIST, "CAR"], OTHER):
        told(bytes_of(words), match="does not match the word list")


def test_a_reverse_part_of_other_words() -> None:
    """The forward part spells the list, hooks and substrings would be those of another one."""
    # The same nodes, but for what follows the root: one arc there leads where another does.
    data = bytes_of(LIST)
    head, words = graph(data)
    at = next(first for place, first, children in nodes(head, words) if place == head["reverse_root"])
    changed = list(words)
    changed[at], changed[at + 1] = words[at + 1], words[at]
    told(with_graph(data, changed), match="path is missing")
    # One letter set of the reverse part has a letter more: a path more than the list has.
    place = next(place for place, _, _ in nodes(head, words) if place >= head["forward_end"])
    changed = list(words)
    changed[place] |= 1 << 26
    told(with_graph(data, changed), match="number of paths")


def test_every_section_of_another_list() -> None:
    """Each part of a file with all of them, taken from the file of a list that is as long."""
    options = {"daggad": True, "expanded": True, "alphagrams": True}
    whole, other = bytes_of(LIST, **options), bytes_of(OTHER, **options)
    for name in (b"gaddag", b"daggad", b"expanded", b"alphagrams"):
        forged = with_section(whole, name, sections(other)[name])
        told(forged)
        with pytest.raises(LexkitError):
            verify_provenance(open_bytes(forged))
    told(
        with_section(whole, b"provenance", sections(other)[b"provenance"]), match="not those that its provenance states"
    )


def test_a_node_twice() -> None:
    """The same words, the same paths; but queries would meet a node where another should be (rule Q2)."""
    data = bytes_of(["AB", "CB", "ABB"], alphabet=letters(3))
    head, words = graph(data)
    # A copy of the forward part's last node, at its end; behind it the reverse part, its arcs shifted.
    place, _, children = next(one for one in reversed(nodes(head, words)) if one[0] < head["forward_end"])
    copy = words[place : head["forward_end"]]
    size = len(copy)
    forward, behind = words[: head["forward_end"]], words[head["forward_end"] :]
    reverse_nodes = [one for one in nodes(head, words) if one[0] >= head["forward_end"]]
    arcs = {at for _, start, number in reverse_nodes for at in range(start, start + number)}
    shifted = [
        (word + size if word >= head["forward_end"] else word) if head["forward_end"] + index in arcs else word
        for index, word in enumerate(behind)
    ]
    forged = with_graph(
        data,
        [*forward, *copy, *shifted],
        size=len(words) + size,
        reverse_root=head["reverse_root"] + size,
        byte_end=head["byte_end"] + size,
        half_end=head["half_end"] + size,
        forward_end=head["forward_end"] + size,
        nodes=head["nodes"] + 1,
        arcs=head["arcs"] + children,
    )
    told(forged, ["AB", "CB", "ABB"], match="number of nodes, each once and on a path: expected")
    with pytest.raises(LexkitError, match="number of nodes"):
        verify_provenance(open_bytes(forged))


@each("said", [{"words": 7}, {"sha256": "0" * 64}, {"words": "8"}, {"sha256": None}])
def test_a_provenance_that_is_not_true(said: dict[str, object]) -> None:
    forged = with_provenance(bytes_of(LIST), **said)
    told(forged, match="the words are not those that its provenance states")
    with pytest.raises(LexkitError, match="the words are not those that its provenance states"):
        verify_provenance(open_bytes(forged))


def test_a_provenance_that_says_nothing() -> None:
    silent = with_section(bytes_of(LIST), b"provenance", b"{}")
    assert verify_list(open_bytes(silent), LIST) == Verified(8)
    with pytest.raises(LexkitError, match="does not say which words"):
        verify_provenance(open_bytes(silent))


def test_lengths_that_hide_words() -> None:
    """A file without its long words says that it is for short ones: what it leaves out is told."""
    short = [word for word in LIST if len(word) < 5]
    honest = verify_list(open_bytes(bytes_of(LIST, max_length=4)), LIST)
    forged = with_provenance(bytes_of(short), options={"max_length": 4})
    for verified in (honest, verify_list(open_bytes(forged), LIST)):
        assert verified.words == 2
        assert verified.notes == ("by its own statement for words of 1 to 4 letters; the list has 6 others",)


@each("options", [7, None, [1, 63], {"min_length": 0}, {"max_length": 64}, {"min_length": "1"}, {"max_length": 1.5}])
def test_lengths_that_cannot_be(options: object) -> None:
    told(with_provenance(bytes_of(LIST), options=options), match="impossible lengths")


def test_editions_of_other_words(tmp_path: Path) -> None:
    lists = {"old": LIST[:6], "new": LIST[2:]}
    merge(lists, tmp_path / "all.gaddag", MergeOptions())
    data = (tmp_path / "all.gaddag").read_bytes()
    assert verify_list(open_bytes(data), LIST) == verify_provenance(open_bytes(data)) == Verified(8)
    section = bytearray(sections(data)[b"editions"])
    section[-8] ^= 2
    told(with_section(data, b"editions", bytes(section)), match="M9: section editions, new")


def test_an_alphabet_that_is_not_lexkits() -> None:
    """Another worth of a tile changes scores and no word: told, not refused."""
    data = bytes_of(LIST)
    alphabet = shipped("english").to_json()
    alphabet["tiles"][16]["points"] = 1
    forged = open_bytes(with_section(data, b"alphabet", json.dumps(alphabet).encode()))
    (note,) = verify_list(forged, LIST).notes
    assert "'english' is the file's own: not the one of that name" in note
    assert verify_provenance(forged).notes == (note,)
    own = open_bytes(bytes_of(["AB"], alphabet=letters(3)))
    assert verify_list(own, ["AB"]).notes == ("the alphabet 'first 3' is the file's own",)


@pytest.fixture
def columns(tmp_path: Path) -> tuple[Path, list[str], Path]:
    """A lexicon with columns of all kinds, what they were made of, and its list."""
    (tmp_path / "seen.csv").write_text("".join(f"{word},{n}\n" for n, word in enumerate(LIST) if n != 3))
    (tmp_path / "share.csv").write_text("".join(f"{word},{n / 7}\n" for n, word in enumerate(LIST) if n != 5))
    (tmp_path / "part.csv").write_text("".join(f"{word},x{n % 3}\n" for n, word in enumerate(LIST) if n != 0))
    listed = tmp_path / "few.txt"
    listed.write_text("".join(f"{word.lower()} meaning {n}\n" for n, word in enumerate(LIST) if word != "TABLE"))
    with listed.open("a") as file:
        file.write("TABLE\n")
    named = [f"{name}={tmp_path}/{name}.csv" for name in ("seen", "share", "part")]
    build(listed, tmp_path / "few.gaddag", Options(columns=tuple(named), definitions=True, spelling=True))
    return tmp_path / "few.gaddag", named, listed


def test_columns_compared_with_their_files(columns: tuple[Path, list[str], Path]) -> None:
    path, named, listed = columns
    file = open_file(path)
    assert verify_list(file, listed, columns=named, definitions=True, spelling=True) == Verified(8)
    (note,) = verify_list(file, listed, columns=named[:1]).notes
    assert note == "not compared with anything: column definition, part, share, spelling"
    for name, line, other in (
        ("seen", "CARE,2", "CARE,9"),
        ("seen", "CARE,2\n", ""),
        ("share", "ABLE,0.0", "ABLE,0.5"),
        ("share", "ABLE,0.0\n", ""),
        ("part", "CARE,x2", "CARE,x1"),
        ("part", "CARE,x2", "CARE,2x"),
        ("part", "CARE,x2\n", ""),
    ):
        source = path.with_name(f"{name}.csv")
        before = source.read_text()
        source.write_text(before.replace(line, other))
        assert source.read_text() != before
        with pytest.raises(LexkitError, match=f"column {name}, (CARE|ABLE): expected"):
            verify_list(file, listed, columns=named)
        source.write_text(before)
    source.write_text("CARE,1.5\n")
    with pytest.raises(LexkitError, match="column part: expected number, found text"):
        verify_list(file, listed, columns=named)


def test_columns_in_each_others_place(columns: tuple[Path, list[str], Path], tmp_path: Path) -> None:
    path, named, listed = columns
    build(listed, tmp_path / "swapped.gaddag", Options(columns=(named[0].replace("seen=", "times="),)))
    swapped = open_file(tmp_path / "swapped.gaddag")
    with pytest.raises(LexkitError, match="no column seen: expected seen, found times"):
        verify_list(swapped, listed, columns=named[:1])
    crossed = [f"part={path.with_name('share.csv')}", f"share={path.with_name('part.csv')}"]
    with pytest.raises(LexkitError, match="column part: expected number, found text"):
        verify_list(open_file(path), listed, columns=crossed)
    listed.write_text(listed.read_text().replace("meaning 2", "meaning 3"))
    with pytest.raises(LexkitError, match="column definition, CARE: expected 'meaning 3', found 'meaning 2'"):
        verify_list(open_file(path), listed, definitions=True)
    listed.write_text(listed.read_text().replace("care ", "Care "))
    with pytest.raises(LexkitError, match="column spelling, CARE"):
        verify_list(open_file(path), listed, spelling=True)


def test_at_the_shell(columns: tuple[Path, list[str], Path]) -> None:
    path, named, listed = columns
    done = program("lexc", "verify", str(path), "--words", str(listed), "--column", named[0], "--definitions")
    assert done.returncode == 0
    assert done.stdout == (
        f"{path}: exactly the 8 words of {listed}\n  not compared with anything: column part, share, spelling\n"
    )
    path.with_name("seen.csv").write_text("CARE,8\n")
    wrong = program("lexc", "verify", str(path), "--words", str(listed), "--column", named[0])
    assert (wrong.returncode, wrong.stdout, wrong.stderr.count("\n")) == (3, "", 1)
    assert program("lexc", "verify", str(path), "--column", named[0]).returncode == 2


def test_the_hash_of_a_file_is_that_of_its_bytes(tmp_path: Path) -> None:
    import hashlib

    build(LIST, tmp_path / "few.gaddag")
    expected = hashlib.sha256((tmp_path / "few.gaddag").read_bytes()).hexdigest()
    assert program("lexc", "pack", str(tmp_path / "few.gaddag")).returncode == 0
    for name in ("few.gaddag", "few.gaddag.zst"):
        facts = json.loads(program("lexc", "info", str(tmp_path / name), "--json").stdout)
        assert facts["sha256"] == expected, name


EMPTY = TileWords.of([])
SAMPLES = {
    "empty": (EMPTY, 26),
    "one letter": (TileWords.of([b"\1"]), 1),
    "letters": (TileWords.of([bytes([tile]) for tile in range(1, 64)]), 63),
    "longest": (TileWords.of([b"\1" * MAX_LENGTH, b"\1" * (MAX_LENGTH - 1) + b"\2", b"\2" * MAX_LENGTH]), 2),
    "many": (every_word((1, 2, 3), 9), 3),
    "wide": (every_word((1, 31, 32, 63), 4), 63),
}


def is_its_own(graph: Graph, words: TileWords) -> None:
    """Nothing differs, and the graph spells the words."""
    assert find_difference(graph, words) is None
    spelled = spell_words(graph)
    assert np.array_equal(spelled.tiles, words.tiles)
    assert np.array_equal(spelled.lengths, words.lengths)


@given(tile_lists())
def test_any_list(case: tuple[int, TileWords]) -> None:
    letters, words = case
    is_its_own(graph_of(words, letters), words)


@pytest.mark.parametrize("sample", SAMPLES)
def test_lists_at_the_limits(sample: str) -> None:
    """Both routes make the same bytes of them."""
    words, letters = SAMPLES[sample]
    graph = graph_of(words, letters)
    is_its_own(graph, words)
    assert arrange(build_gordon(words), letters).pieces() == graph.pieces()


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute")
def test_the_bundled_list() -> None:
    words = read_words(bundled_path(), alphabet("english")).words.sorted_unique()
    graph = graph_of(words, 26)
    is_its_own(graph, words)
    assert arrange(build_gordon(words), 26).pieces() == graph.pieces()


@given(tile_lists(longest=4, most=12), tile_lists(longest=4, most=12))
def test_another_list_is_told_apart(case: tuple[int, TileWords], other: tuple[int, TileWords]) -> None:
    letters = max(case[0], other[0])
    found = find_difference(graph_of(case[1], letters), other[1])
    assert (found is None) == (list(case[1]) == list(other[1]))


def test_a_missing_path_is_found() -> None:
    """The same number of words, one other: in each place of the list."""
    words = list(every_word((1, 2), 4))
    for place in range(len(words)):
        changed = sorted([*words[:place], *words[place + 1 :], b"\3\1"])
        answer = find_difference(graph_of(TileWords.of(words), 3), TileWords.of(changed))
        assert answer == ("a word's path is missing", len(words) - 1, None)


def test_a_right_graph_need_not_be_minimal() -> None:
    """A child of the forward root is there twice: the paths behind the separator lead to the other one."""
    words = every_word((1, 2, 3), 4)
    nodes = build_sorted(words)
    kids = [nodes.children[low:high].tolist() for low, high in pairwise(nodes.first.tolist())]
    copied = kids[nodes.forward_root][0]
    moved = [[child + (child > copied) for child in children] for children in kids]
    moved[nodes.forward_root][0] += 1
    moved.insert(copied, moved[copied])
    order = np.insert(np.arange(len(nodes)), copied, copied)
    first = np.cumsum([0, *map(len, moved)]).astype(np.uint32)
    children = np.array([child for children in moved for child in children], np.uint32)
    roots = nodes.forward_root + 1, nodes.reverse_root + 1
    larger = UnplacedNodes(nodes.letter_sets[order], nodes.child_sets[order], first, children, *roots)
    graph = arrange(larger, 3)
    assert graph.nodes == len(nodes) + 1
    assert find_difference(graph, words) is None
    both_ways = check_paths.has_all_paths(graph.walkable(), words.tiles.data, words.offsets.data, 0, len(words))
    assert not both_ways


@given(tile_lists(longest=6), st.integers(1, 5))
def test_paths_are_followed_in_parts(case: tuple[int, TileWords], parts: int) -> None:
    words = case[1]
    nodes = graph_of(words, case[0]).walkable()
    bounds = [len(words) * part // parts for part in range(parts + 1)]
    for low, high in pairwise(bounds):
        assert check_paths.has_all_paths(nodes, words.tiles.data, words.offsets.data, low, high)
    longer = TileWords.of([*words, b"\1" * 7])
    assert not check_paths.has_all_paths(nodes, longer.tiles.data, longer.offsets.data, len(words), len(longer))


@pytest.mark.parametrize("letters", [5, 40])
def test_damage_that_stays_safe_is_told_apart(letters: int) -> None:
    """Arcs led elsewhere, letters exchanged: wherever the proof lets an array pass, the difference is found."""
    words = TileWords.of([b"\1\2", b"\1\2\3", b"\2\3", b"\2\3\3", b"\3\2\1", b"\4\2\1", b"\4\3", b"\5"]).sorted_unique()
    graph = graph_of(words, letters)
    mask, passed = (1 << letters + 1) - 2, 0
    for array in damaged(graph.words):
        heights, totals = np.zeros(len(array), np.uint8), np.zeros(graph.forward_end, np.uint32)
        ends = graph.byte_end, graph.half_end, graph.forward_end
        proved = proof.prove(array.data, heights.data, totals.data, graph.width, mask, *ends, MAX_LENGTH)
        if proved[0] == 0 and (
            proof.is_node(heights.data, graph.forward_root) and proof.is_node(heights.data, graph.reverse_root)
        ):
            changed = replace(graph, memory=array.data, word_count=proof.words_below(totals.data, graph.forward_root))
            same = np.array_equal(array, graph.words)
            assert (find_difference(changed, words) is None) == same
            passed += not same
    assert passed > 20, proof.RULES
