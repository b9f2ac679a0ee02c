"""Anagrams through the hash of alphagrams: the words that counting the letters of every word gives, and no others."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Lexicon
from lexkit.compiler.build import Options, build
from lexkit.compiler.construct.optional_sections import hash_alphagrams, hash_lexicon
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.compiler.verify import verify_provenance
from lexkit.errors import LexkitError
from lexkit.formats import alphagrams_section
from lexkit.formats.lexicon_file import open_bytes, open_file
from lexkit.runtime.query.conditions.anagrams import alphagram_words
from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.query.evaluate import meet
from tests.making import bytes_of, letters, make, word_lists
from tests.running import COMPILED, each, in_threads


def brute_force(words: list[str], asked: str) -> list[str]:
    """Words as long as what is asked for, with no letter missing but for blanks."""
    given = Counter(asked.replace("?", ""))
    return [word for word in words if len(word) == len(asked) and not given - Counter(word)]


def hashed(words: list[str], alphabet: object = "english") -> Lexicon:
    return make(words, alphabet, alphagrams=True)


@given(word_lists("ABC", longest=5), st.text("ABC", max_size=5), st.integers(0, 2))
def test_as_counting_letters_says(words, tiles, blanks):
    asked = tiles + "?" * blanks
    if not asked:
        return
    lex = hashed(words, letters(3))
    assert lex.anagram(asked).to_list() == brute_force(list(lex), asked), f"anagrams of {asked}"


@given(st.data(), st.sampled_from([1, 2, 26, 31, 32, 33, 62, 63]))
def test_any_alphabet(data, number):
    alphabet = letters(number)
    labels = [*alphabet][:2] + [*alphabet][-3:]
    words = data.draw(word_lists(labels, longest=4))
    lex = hashed(words, alphabet)
    for asked in data.draw(st.lists(st.text([*labels, "?"], min_size=1, max_size=4), max_size=5)):
        if asked.count("?") <= 2:
            assert lex.anagram(asked).to_list() == brute_force(list(lex), asked), f"anagrams of {asked}"


@pytest.mark.parametrize("alphabet", ["spanish", "catalan", "polish"])
def test_tiles_of_several_letters(alphabet):
    """The hash goes by tiles: CHE has two in Spanish."""
    chosen = make([], alphabet).alphabet
    labels = sorted(chosen, key=len)[-3:] + list(chosen)[:2]
    words = ["".join(f"[{a}]" for a in word) for word in _products(labels, 3)]
    lex = hashed(words, chosen)
    tiles = [chosen.encode(word) for word in lex]
    for word in tiles:
        expected = [rank for rank, other in enumerate(tiles) if sorted(other) == sorted(word)]
        assert alphagram_words(lex.core, bytes(reversed(word))).to_numpy().tolist() == expected
        expected = [rank for rank, other in enumerate(tiles) if not Counter(word[1:]) - Counter(other)]
        expected = [rank for rank in expected if len(tiles[rank]) == len(word)]
        assert alphagram_words(lex.core, word[1:], 1).to_numpy().tolist() == expected


def _products(labels: list[str], longest: int) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [()]
    level = found
    for _ in range(longest):
        level = [(*word, label) for word in level for label in labels]
        found = found + level
    return found[1:]


def test_the_bundled_list(some_english):
    lex = _with_section(some_english)
    listed = list(some_english)
    by_letters: dict[str, list[str]] = {}
    for word in listed:
        by_letters.setdefault("".join(sorted(word)), []).append(word)
    for word in listed[:: len(listed) // 500]:
        assert lex.anagram(word[::-1]).to_list() == by_letters["".join(sorted(word))]
    for asked in ("RETAIN?", "RETAI??", "??", "?", "QUIZ?", "ZZZZ??"):
        assert lex.anagram(asked).to_list() == brute_force(listed, asked)
    assert lex.anagram("retains") == lex.anagram("RETAINS"), "small letters are the same tiles"


def _with_section(lexicon: Lexicon) -> Lexicon:
    return hashed(list(lexicon), lexicon.alphabet)


def test_long_words_and_a_full_answer():
    long = ["A" * 63, "B" + "A" * 62, "A" * 62 + "B", "AB" * 31 + "C"]
    lex = hashed(long, letters(3))
    assert lex.anagram("A" * 62 + "B").to_list() == ["A" * 62 + "B", "B" + "A" * 62]
    assert lex.anagram("A" * 62 + "?").to_list() == ["A" * 63, "A" * 62 + "B", "B" + "A" * 62]
    assert not alphagram_words(lex.core, b"\x01" * 64), "no word is that long"
    # More words than an answer has room for at first.
    many = ["".join(word) for word in _products(list("ABCDEF"), 5)]
    lex = hashed(many, letters(6))
    five = [word for word in many if len(word) == 5 and not Counter("ABC") - Counter(word)]
    assert len(five) > 512
    assert lex.anagram("ABC??").to_list() == sorted(five)


@each("words", [[], ["A"], ["A", "B"], ["AB", "BA"], ["A", "AB", "BA"]])
def test_few_words(words):
    lex = hashed(words, letters(2))
    for asked in ("A", "B", "?", "BA", "A?", "??", "AAA"):
        assert lex.anagram(asked).to_list() == brute_force(words, asked), f"anagrams of {asked}"


@given(
    word_lists("ABCD", longest=6), st.lists(st.sampled_from(["A", "B", "C", "D", "?", ".", " ", "[AB]"]), max_size=7)
)
def test_both_ways_say_the_same(words, asked):
    """Blanks, classes, spaces, too many blanks: with the hash or without, the answer is the same."""
    text = "".join(asked)
    through = [make(words, letters(4), alphagrams=hashed) for hashed in (False, True)]
    answers = [lex.anagram(text).to_list() for lex in through]
    assert answers[0] == answers[1], f"anagrams of {text!r}"
    assert [meet(lex.core, "anagram", text).to_list() for lex in through] == answers


@pytest.mark.parametrize("alphabet", ["spanish", "catalan"])
def test_both_ways_say_the_same_of_tiles_of_several_letters(alphabet):
    chosen = make([], alphabet).alphabet
    labels = sorted(chosen, key=len)[-3:] + list(chosen)[:2]
    words = ["".join(f"[{a}]" for a in word) for word in _products(labels, 3)]
    plain, lex = make(words, chosen), hashed(words, chosen)
    for text in [*words, *(word + "?" for word in words[:30]), *(word + "??" for word in words[:5])]:
        assert lex.anagram(text).to_list() == plain.anagram(text).to_list(), f"anagrams of {text}"


def test_the_plan_says_which_way():
    condition = KINDS["anagram"].make("AB?", make([]).core)
    plain, lex = make(["AB", "BA"]), hashed(["AB", "BA"])
    assert "hash of alphagrams" in condition.plan(lex.core)
    assert "hash of alphagrams" not in condition.plan(plain.core)
    assert "hash of alphagrams" not in KINDS["anagram"].make("AB???", lex.core).plan(lex.core)
    assert "hash of alphagrams" not in KINDS["subanagram"].make("AB", lex.core).plan(lex.core)
    assert condition.cost(lex.core) < 1000


def test_what_it_leaves_to_the_automaton():
    lex = hashed(["AB", "BA"], letters(2))
    tiles = lex.alphabet.encode("AB")
    assert alphagram_words(make(["AB"], letters(2)).core, tiles) is None, "a file without the section"
    assert alphagram_words(lex.core, tiles, 3) is None, "more than two blanks"
    assert alphagram_words(lex.core, tiles).to_list() == ["AB", "BA"]
    assert len(alphagram_words(lex.core, b"")) == 0
    with pytest.raises(ValueError, match="a tile that the alphabet does not have"):
        alphagram_words(lex.core, b"\x03")


def test_any_number_of_threads():
    lex = hashed(["".join(word) for word in _products(list("ABCD"), 5)], letters(4))
    expected = {asked: lex.anagram(asked).to_list() for asked in ("ABCD?", "AA??", "ABC")}
    wrong: list[str] = []

    def ask(_: int) -> None:
        for _ in range(50):
            wrong.extend(asked for asked in expected if lex.anagram(asked).to_list() != expected[asked])

    in_threads(4, ask)
    assert not wrong


def test_a_closed_lexicon_does_not_answer():
    lex = hashed(["AB"])
    assert lex.anagram("BA").to_list() == ["AB"]
    lex.close()
    with pytest.raises(lexkit.errors.ClosedLexiconError):
        lex.anagram("BA")


def test_different_letters_with_the_same_hash_are_told_apart(monkeypatch):
    """No two short words share 64 bits; so all weights are made the same here, and words of one length collide."""
    same = np.ones(64, np.uint64) << np.uint64(40)
    same[0] = 0
    for module in ("lexkit.compiler.construct.optional_sections", "lexkit.formats.alphagrams_section"):
        monkeypatch.setattr(f"{module}.TILE_WEIGHTS", same)
    words = ["".join(word) for word in _products(list("ABC"), 4)]
    lex = hashed(words, letters(3))
    for asked in ("A", "ABC", "CAB", "AABC", "A?", "AB??"):
        assert lex.anagram(asked).to_list() == sorted(brute_force(words, asked)), f"anagrams of {asked}"


# -- the section ------------------------------------------------------------------------------------


@given(word_lists("ABC", longest=5))
def test_the_words_alone_make_the_bytes(words):
    lex = hashed(words, letters(3))
    assert hash_lexicon(lex.core.file) == hash_lexicon(make(words, letters(3)).core.file)
    assert bytes(lex.core.file.sections.data["alphagrams"]) == hash_lexicon(lex.core.file)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a quarter of a minute to build the whole list")
def test_buckets_hold_one_or_two_words_each(english):
    read = _with_section(english).core.file.alphagrams
    sizes = np.diff(read.starts)
    assert 1 <= sizes.mean() <= 2
    assert len(english) * 4 <= len(read.starts) * 4 + len(read.entries) * 4 <= len(english) * 8.5
    # As many empty buckets as there are when balls are thrown at random, within a few in the hundred.
    groups = len({"".join(sorted(word)) for word in english})
    assert np.isclose((sizes == 0).mean(), np.exp(-groups / len(sizes)), rtol=0.05)


@each("number", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 178691, 1 << 30, (1 << 32) - 1])
def test_widths(number):
    bits, mask = alphagrams_section.bucket_bits(number), alphagrams_section.rank_mask(number)
    assert 2 << bits >= number
    assert bits == 0 or 1 << bits < number
    assert mask >= number - 1
    assert mask == 0 or mask < 2 * number
    assert mask < 1 << 32
    assert bits < 32


def test_building_with_it(tmp_path):
    report = build(["AB", "BA", "ABBA"], tmp_path / "x.gaddag", Options(alphagrams=True))
    assert "alphagrams" in report.seconds
    file = open_file(tmp_path / "x.gaddag")
    assert verify_provenance(file).words == 3
    assert lexkit.open(tmp_path / "x.gaddag").anagram("AB").to_list() == ["AB", "BA"]
    build(["AB"], tmp_path / "y.gaddag")
    assert open_file(tmp_path / "y.gaddag").alphagrams is None, "it is off unless asked for"


def test_verifying_compares_it():
    from tests.attacks.forge import sections, with_section

    lex = hashed(["AB", "BA", "ABBA"])
    data = bytes_of(["AB", "BA", "ABBA"], alphagrams=True)
    lie = bytearray(sections(data)[b"alphagrams"])
    lie[-1] ^= 1
    file = open_bytes(with_section(data, b"alphagrams", bytes(lie)))
    assert file.gaddag.word_count == len(lex)
    with pytest.raises(LexkitError, match="alphagrams"):
        verify_provenance(file)


def test_hashing_in_blocks(monkeypatch):
    words = TileWords.of([bytes(word) for word in _products([1, 2, 3], 4)]).sorted_unique()
    whole = hash_alphagrams(words)
    monkeypatch.setattr("lexkit.compiler.construct.optional_sections._BLOCK", 7)
    assert hash_alphagrams(words) == whole
