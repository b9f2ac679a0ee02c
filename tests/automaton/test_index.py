"""Every query against the plain Python oracle, on random lexicons over alphabets of all kinds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.lexicons import alphabet as shipped
from lexkit.lexicons import alphabet_names
from lexkit.runtime.automaton.kernels.membership import Members
from lexkit.runtime.automaton.kernels.ranks import Walk
from lexkit.runtime.automaton.kernels.substring_walk import Containing
from lexkit.runtime.words.kernels.word_pairs import Pairs
from tests.making import letters, make
from tests.oracle import Oracle

#: Few letters make many overlaps; 31 and 32 lie at the border of the two widths; 63 is the most.
SIZES = (1, 2, 3, 4, 26, 31, 32, 33, 63)


def queries_agree(lexicon: Lexicon, oracle: Oracle, text: list[str]) -> None:
    simple = lexicon.alphabet.simple
    spelled = "".join(label if simple else f"[{label}]" for label in text)
    decode = lexicon.alphabet.decode
    encode = lexicon.alphabet.encode

    def texts(words: list[tuple[str, ...]]) -> list[str]:
        return [decode(encode("".join(f"[{label}]" for label in word))) for word in words]

    for kind in ("prefix", "suffix", "substring"):
        expected = texts(getattr(oracle, kind)(text))
        words = getattr(lexicon, kind)(spelled)
        assert len(words) == len(expected), f"{kind} {spelled}: counted"
        assert words.to_list() == expected, f"{kind} {spelled}: spelled"
        assert [lexicon[rank] for rank in words.to_numpy().tolist()] == expected, f"{kind} {spelled}: by rank"
        located = getattr(lexicon, kind)(spelled)
        located.to_numpy()
        assert (located.to_list(), len(located)) == (expected, len(expected)), f"{kind} {spelled}: located first"
    assert (spelled in lexicon) == (tuple(text) in oracle.known), f"{spelled} in lexicon"
    assert lexicon.rank(spelled) == oracle.rank(text), f"rank of {spelled}"
    front, back = lexicon.cross_sets(spelled)
    assert list(front) == oracle.between([], text), f"letters before {spelled}"
    assert list(back) == oracle.between(text, []), f"letters behind {spelled}"
    for cut in range(1, len(text)):
        before, after = (
            "".join(label if simple else f"[{label}]" for label in part) for part in (text[:cut], text[cut:])
        )
        assert list(lexicon.cross_set(before, after)) == oracle.between(text[:cut], text[cut:]), f"{before}_{after}"


@pytest.mark.parametrize("size", SIZES)
@given(data=st.data())
def test_random_lexicons(size: int, data: st.DataObject) -> None:
    alphabet = letters(size)
    labels = list(alphabet)[:2] + list(alphabet)[-2:]
    word = st.lists(st.sampled_from(labels), min_size=1, max_size=7)
    words = data.draw(st.lists(word, max_size=60))
    lexicon = make(["".join(w) for w in words], alphabet)
    oracle = Oracle(words, list(alphabet))
    assert list(lexicon) == ["".join(w) for w in oracle.words]
    for text in data.draw(st.lists(st.one_of(word, st.sampled_from(words or [[labels[0]]])), min_size=1, max_size=6)):
        queries_agree(lexicon, oracle, text)


@pytest.mark.parametrize("name", alphabet_names())
@settings(max_examples=-(-settings().max_examples // 3))
@given(data=st.data())
def test_shipped_alphabets(name: str, data: st.DataObject) -> None:
    """A third of the usual examples for each: thirty alphabets together try the queries often enough."""
    alphabet = shipped(name)
    word = st.lists(st.sampled_from(list(alphabet)), min_size=1, max_size=6)
    words = data.draw(st.lists(word, max_size=25))
    lexicon = make(["".join(f"[{label}]" for label in w) for w in words], alphabet)
    oracle = Oracle(words, list(alphabet))
    for text in data.draw(st.lists(st.one_of(word, st.sampled_from(words or [["A"]])), min_size=1, max_size=4)):
        if all(label in list(alphabet) for label in text):
            queries_agree(lexicon, oracle, text)


@given(st.lists(st.text("AB", min_size=1, max_size=63), max_size=30), st.text("AB", min_size=1, max_size=70))
def test_long_words(words: list[str], text: str) -> None:
    lexicon, oracle = make(words), Oracle(words, list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    for kind in ("prefix", "suffix", "substring"):
        for query in [text, *words[:3], *(word[5:25] for word in words[:3] if len(word) > 6)]:
            expected = ["".join(word) for word in getattr(oracle, kind)(query)]
            assert getattr(lexicon, kind)(query).to_list() == expected, f"{kind} {query}"


def test_a_word_with_the_string_twice_comes_once() -> None:
    lexicon = make(["BANANA", "BANANAS", "ANANAS", "CABANA"])
    assert lexicon.substring("ANA").to_list() == ["ANANAS", "BANANA", "BANANAS", "CABANA"]
    assert len(lexicon.substring("ANA")) == 4
    assert lexicon.substring("A").to_list() == list(lexicon)


def test_the_query_itself_is_found_by_all_three() -> None:
    lexicon = make(["AX", "AXE", "FAX", "FAXES"])
    assert lexicon.prefix("AX").to_list() == ["AX", "AXE"]
    assert lexicon.suffix("AX").to_list() == ["AX", "FAX"]
    assert lexicon.substring("AX").to_list() == ["AX", "AXE", "FAX", "FAXES"]


def test_the_square_between_two_words() -> None:
    lexicon = make(["PARABLE", "PAYABLE", "PALE", "ABLE", "TABLE", "FABLE", "ABLED", "ABLER"])
    assert list(lexicon.cross_set("PA", "ABLE")) == ["R", "Y"]
    assert repr(lexicon.hooks("ABLE")) == "Hooks(front={F, T}, back={D, R})"


def test_an_empty_lexicon_answers() -> None:
    lexicon = make([])
    assert len(lexicon) == 0
    assert not lexicon
    assert list(lexicon) == []
    assert "A" not in lexicon
    assert lexicon.rank("A") is None
    for kind in ("prefix", "suffix", "substring"):
        assert getattr(lexicon, kind)("A").to_list() == []
        assert not getattr(lexicon, kind)("")


def test_empty_queries_are_all_words() -> None:
    lexicon = make(["A", "AB", "B"])
    for kind in ("prefix", "suffix", "substring"):
        assert getattr(lexicon, kind)("").to_list() == ["A", "AB", "B"]


def test_both_cases_find_a_word(english: Lexicon) -> None:
    assert "ax" in english
    assert "AX" in english
    assert "Ax" in english
    assert english.prefix("zyzz") == english.prefix("ZYZZ")
    assert english.rank("ax") == english.rank("AX")


def test_many_words_at_once(english: Lexicon) -> None:
    words = [*english[100:2000], "NOSUCHWORD", "ax", "42", "", "Ä", "A" * 100]
    expected = [word in english for word in words]
    assert english.contains(words).tolist() == expected
    ranks = english.ranks(words).tolist()
    assert ranks == [-1 if (rank := english.rank(word)) is None else rank for word in words]
    assert ranks[:1900] == list(range(100, 2000))
    assert english.words_at([5, 3, 5]) == [english[5], english[3], english[5]]


def test_numbers_that_no_tile_has_are_refused(english: Lexicon) -> None:
    """Found on sanitized kernels: compiled, tile 65 was read as tile 1."""
    nodes = english.core.nodes
    ranks = np.zeros(9, np.int64).data
    for tiles in (b"\x40", b"\x01\xff", b"\xd7\x02"):
        for ask in (
            Walk(nodes).prefix,
            Walk(nodes).rank,
            Walk(nodes).cross_sets,
            lambda tiles: Walk(nodes).cross_set(tiles, b"\x01"),
            lambda tiles: Walk(nodes).cross_set(b"\x01", tiles),
            lambda tiles: Containing(nodes).size(tiles, False),
            lambda tiles: Containing(nodes).find(tiles, True, 8),
            lambda tiles: Pairs(nodes).taking_front(tiles, ranks),
            lambda tiles: Pairs(nodes).taking_back(tiles, ranks),
        ):
            with pytest.raises(ValueError, match="numbers below 64"):
                ask(tiles)
    table = np.zeros(256, np.uint8)
    table[[ord("A"), ord("B")]] = 1, 65
    with pytest.raises(ValueError, match="numbers below 64"):
        Walk(nodes).ranks(["AA", "AB", "B"], table.data, ranks)
    members = Members()
    with pytest.raises(ValueError, match="numbers below 64"):
        members._begin(nodes, table.data)
    table[ord("B")] = 2
    Walk(nodes).ranks(["AA", "AB", "AC"], table.data, ranks)
    assert list(ranks)[:3] == [english.rank("AA"), english.rank("AB"), -2]
    members._begin(nodes, table.data)
    # What is kept is a copy.
    table[ord("B")] = 65
    assert members._contains_each(["AA", "AB", "BA"], bytearray(3))
    assert "AB" in members


def test_texts_of_tiles_that_no_label_has_are_refused(english: Lexicon) -> None:
    """Found: their labels were read behind the end of the labels; only a caller of kernels can give them."""
    bits = english.core.nodes.tile_bits
    for as_text in (True, False):
        speller = english.core._speller(as_text)
        assert len(speller.spell_texts(np.array([[1 << 64 - bits], [1]], np.uint64).data, 1)) == 1
        for tiles in ([27], [1, 31]):
            key = sum(tile << 64 - bits * (place + 1) for place, tile in enumerate(tiles))
            with pytest.raises(ValueError, match="outside the alphabet"):
                speller.spell_texts(np.array([[key], [1]], np.uint64).data, 1)
