"""What is measured of words, against plain Python over lists of labels."""

import itertools
from collections import Counter
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Alphabet, Lexicon
from lexkit.errors import ClosedLexiconError, QueryError
from lexkit.formats.alphabet import Tile
from lexkit.runtime.words import measures
from lexkit.runtime.words.kernels.sum_along_words import Measure
from lexkit.runtime.words.kernels.word_pairs import Pairs
from lexkit.runtime.words.probability import probability_places
from lexkit.runtime.words.tile_sums import letter_counts
from lexkit.runtime.words.words import Words
from tests.making import letters, make, word_lists
from tests.query.making import Case, Word, cases, spell
from tests.running import each, in_threads


def part_of(case: Case, data: st.DataObject) -> tuple[Words, list[Word]]:
    """Some of the words, in ranges of any kind."""
    chosen = data.draw(st.lists(st.booleans(), min_size=len(case.words), max_size=len(case.words)))
    some = np.flatnonzero(chosen)
    return Words.of_ranks(case.lexicon, some), [case.words[rank] for rank in some]


def tiles_of(lexicon: Lexicon) -> dict[str, Tile]:
    return {tile.label: tile for tile in lexicon.alphabet.tiles}


@given(cases(), st.data())
def test_sums(case: Case, data: st.DataObject) -> None:
    words, expected = part_of(case, data)
    tiles = tiles_of(case.lexicon)
    assert measures.lengths(words).tolist() == [len(word) for word in expected]
    assert measures.points(words).tolist() == [sum(tiles[label].points for label in word) for word in expected]
    assert measures.vowels(words).tolist() == [sum(tiles[label].vowel for label in word) for word in expected]
    assert measures.consonants(words).tolist() == [sum(not tiles[label].vowel for label in word) for word in expected]
    assert measures.unique_letters(words).tolist() == [len(set(word)) for word in expected]
    assert measures.palindromes(words).tolist() == [word == word[::-1] for word in expected]


@given(cases(), st.data())
def test_numbers_of_letters(case: Case, data: st.DataObject) -> None:
    words, expected = part_of(case, data)
    labels = list(case.lexicon.alphabet)
    found = letter_counts(words, range(1, len(labels) + 1))
    for label, counts in zip(labels, found, strict=True):
        assert counts.tolist() == [word.count(label) for word in expected], label


@given(cases(longest=4), st.data())
def test_anagrams(case: Case, data: st.DataObject) -> None:
    words, expected = part_of(case, data)
    groups = Counter(tuple(sorted(word)) for word in case.words)
    assert measures.anagram_counts(words).tolist() == [groups[tuple(sorted(word))] for word in expected]
    for word in expected[:5]:
        tiles = case.lexicon.alphabet.encode(spell(word, case.lexicon))
        same = [other for other in case.words if sorted(other) == sorted(word)]
        case.agrees(measures.same_letters(case.lexicon, tiles), same, word)


def test_anagrams_are_exact_where_all_words_have_the_same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "_MIX", 0)
    lexicon = make(["ABC", "BCA", "ABB", "A", "B", "ZZ", "BAB"])
    counts = measures.anagram_counts(lexicon.words()).tolist()
    assert dict(zip(lexicon, counts, strict=True)) == {"A": 1, "ABB": 2, "ABC": 2, "B": 1, "BAB": 2, "BCA": 2, "ZZ": 1}


@given(cases(), st.data())
def test_alphagrams(case: Case, data: st.DataObject) -> None:
    words, expected = part_of(case, data)
    place = {label: number for number, label in enumerate(case.lexicon.alphabet)}
    assert measures.alphagrams(words) == [spell(sorted(word, key=place.__getitem__), case.lexicon) for word in expected]


def ways(word: Word, bag: dict[str, int], blanks_there: int, blanks: int) -> int:
    """Every way to say which tiles of the word are blanks, by kind; a choice of tiles for each."""
    counts = Counter(word)
    total = 0
    for taken in itertools.product(*(range(min(number, blanks) + 1) for number in counts.values())):
        if sum(taken) <= blanks:
            product = comb(blanks_there, sum(taken))
            for (label, number), blank in zip(counts.items(), taken, strict=True):
                product *= comb(bag[label], number - blank)
            total += product
    return total


def check_ways(lexicon: Lexicon, expected: list[Word], words: Words, blanks: int) -> None:
    bag = {tile.label: tile.count for tile in lexicon.alphabet.tiles}
    numbers = [ways(word, bag, lexicon.alphabet.blanks, blanks) for word in expected]
    found = measures.probability(words, blanks)
    assert [int(number) for number in found] == numbers, f"{blanks} blanks"
    assert found.dtype == (object if numbers and max(numbers) >= 1 << 64 else np.uint64)


@given(cases(), st.data(), st.integers(0, 2))
def test_ways_to_draw(case: Case, data: st.DataObject, blanks: int) -> None:
    words, expected = part_of(case, data)
    check_ways(case.lexicon, expected, words, blanks)


@given(
    st.lists(st.one_of(st.integers(0, 40), st.integers(0, (1 << 31) - 1)), min_size=4, max_size=4),
    st.one_of(st.integers(0, 5), st.integers(0, (1 << 31) - 1)),
    word_lists("ABCD", longest=30, most=12),
    st.integers(0, 2),
)
def test_ways_to_draw_from_any_bag(counts: list[int], blanks_there: int, listed: list[str], blanks: int) -> None:
    tiles = [Tile(label, label.lower(), count=count) for label, count in zip("ABCD", counts, strict=True)]
    lexicon = make(listed, Alphabet("any", tiles, blanks=blanks_there))
    check_ways(lexicon, [tuple(word) for word in sorted(set(listed))], lexicon.words(), blanks)


def test_ways_to_draw_by_drawing() -> None:
    """The number is that of hands, all tiles told apart, that make the word."""
    tiles = [Tile("A", "a", count=3), Tile("B", "b", count=1), Tile("C", "c", count=2)]
    lexicon = make(["AB", "ABA", "ACCA", "BB", "C", "BBC"], Alphabet("small", tiles, blanks=2))
    bag = "AAABCC??"
    for word, number in zip(lexicon, measures.probability(lexicon.words(), 2).tolist(), strict=True):
        hands = 0
        for hand in itertools.combinations(range(len(bag)), len(word)):
            missing = Counter(word) - Counter(bag[index] for index in hand)
            hands += missing.total() == sum(bag[index] == "?" for index in hand)
        assert number == hands, word


@given(cases(longest=4), st.data(), st.integers(0, 2))
def test_order_of_probability(case: Case, data: st.DataObject, blanks: int) -> None:
    words, expected = part_of(case, data)
    bag = {tile.label: tile.count for tile in case.lexicon.alphabet.tiles}
    number = {word: ways(word, bag, case.lexicon.alphabet.blanks, blanks) for word in case.words}
    firsts, lasts = [], []
    for word in expected:
        same_length = [number[other] for other in case.words if len(other) == len(word)]
        firsts.append(1 + sum(other > number[word] for other in same_length))
        lasts.append(sum(other >= number[word] for other in same_length))
    assert measures.probability_order(words, blanks).tolist() == firsts
    assert [places.tolist() for places in probability_places(words, blanks)] == [firsts, lasts]


def test_order_where_ways_are_large() -> None:
    """A bag of 200 tiles: numbers above 64 bits are ordered as well."""
    lexicon = make(["AABCDEEFGHIILMNOPRSTU", "AABCDEEFGHIILMNOPRSTZ", "QQQQQQQQQQQQQQQQQQQQQ"], "super_english")
    numbers = measures.probability(lexicon.words())
    assert numbers.dtype == object
    assert numbers[0] > numbers[1] > numbers[2] == 0
    assert measures.probability_order(lexicon.words()).tolist() == [1, 2, 3]


@each("blanks", [-1, 3, 1.5, "2", None])
def test_blanks_have_a_limit(blanks: object) -> None:
    lexicon = make(["AB"])
    for measure in (measures.probability, measures.probability_order):
        with pytest.raises(QueryError, match="0 to 2"):
            measure(lexicon.words(), blanks)


MEASURES = [
    measures.lengths, measures.points, measures.vowels, measures.consonants, measures.unique_letters,
    measures.palindromes, measures.anagram_counts, measures.alphagrams, measures.probability,
    measures.probability_order,
]  # fmt: skip


@each("measure", MEASURES)
def test_a_listing_is_measured_in_its_own_order(measure: object) -> None:
    """Found: points of words sorted by points came in the alphabet's order."""
    words = make(["AB", "ABBA", "BA", "BOOB", "CAT", "QUIZ", "ZOO"]).words()
    listing = words.sorted_by("-points")
    by_word = dict(zip(words, list(measure(words)), strict=True))
    assert list(measure(listing)) == [by_word[word] for word in listing]
    assert list(measure(listing[::-1][1:4])) == [by_word[word] for word in list(listing)[::-1][1:4]]


@each("measure", MEASURES)
def test_of_no_words_and_of_a_closed_lexicon(measure: object) -> None:
    nothing = make([])
    assert len(measure(nothing.words())) == 0
    lexicon = make(["AB", "BA"])
    words = lexicon.words()
    assert len(measure(words[:0])) == 0
    lexicon.close()
    for some in (words, words[:0]):
        with pytest.raises(ClosedLexiconError):
            measure(some)


def test_what_is_kept_cannot_be_changed_and_is_shared() -> None:
    lexicon = make(["AB", "BA", "C"])
    counts = measures.anagram_counts(lexicon.words())
    counts[:] = 9
    assert measures.anagram_counts(lexicon.words()).tolist() == [2, 2, 1]
    assert not lexicon.core.cache["anagrams"][0].flags.writeable


def test_many_threads_get_the_same(english: Lexicon) -> None:
    words = make(list(english.prefix("A"))).words()
    answers: list[list[int]] = []

    def ask(_: int) -> None:
        part = words[1000:1200]
        answers.append(measures.anagram_counts(part).tolist() + measures.probability_order(part).tolist())

    in_threads(8, ask)
    assert len(answers) == 8
    assert all(answer == answers[0] for answer in answers)


def test_the_longest_words_of_the_largest_alphabet() -> None:
    alphabet = letters(63)
    last = list(alphabet)[-1]
    lexicon = make([last * 63, last * 62, "".join(alphabet)], alphabet)
    words = lexicon.words()
    assert measures.unique_letters(words).tolist() == [63, 1, 1]
    assert letter_counts(words, [63])[0].tolist() == [1, 62, 63]
    assert measures.palindromes(words).tolist() == [False, True, True]
    assert measures.anagram_counts(words).tolist() == [1, 1, 1]


def test_kernels_refuse_arrays_that_are_too_small() -> None:
    """Nothing is written outside what they are given."""
    lexicon = make(["AB", "ABA", "BAB"])
    starts, stops = np.array([0]), np.array([3])
    two = np.zeros(2, np.uint64)
    table = np.zeros(64, np.uint64)
    walk = Measure(lexicon.core.nodes)
    assert walk.add(starts.data, stops.data, table.data, two.data, two.data) == 2
    walk = Measure(lexicon.core.nodes)
    with pytest.raises(ValueError, match="64 weights"):
        walk.add(starts.data, stops.data, two.data, two.data, two.data)
    pairs = Pairs(lexicon.core.nodes)
    with pytest.raises(ValueError, match="one for each word"):
        pairs.fronts(two.data, np.zeros(2, np.uint8).data)
    with pytest.raises(ValueError, match="one for each word"):
        pairs.backs(two.data, np.zeros(2, np.uint8).data)
    with pytest.raises(ValueError, match="nothing"):
        pairs.taking_back(b"", np.zeros(2, np.int64).data)
