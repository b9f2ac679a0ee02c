"""Hashes of alphagrams that break each of their rules, F1 to F4, and hashes damaged at random."""

import itertools
import random
import struct
from array import array
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.compiler.construct.optional_sections import hash_lexicon
from lexkit.errors import CorruptFileError
from lexkit.formats.alphagrams_section import TILE_WEIGHTS
from lexkit.formats.kernels.alphagram_proof import unsorted
from lexkit.formats.lexicon_file import open_bytes
from tests.attacks.forge import lexicon, sections, with_section
from tests.attacks.random_files import senseless
from tests.attacks.rules import breaks, refusal
from tests.running import COMPILED, each

WORDS = sorted({"".join(letters) for size in (1, 2, 3) for letters in itertools.product("ABC", repeat=size)})
#: 39 words: 32 buckets, so 33 starts; 6 bits of rank.
STARTS = 33
ANAGRAMS = ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"]


def hashed(data: bytes) -> bytes:
    """The file with its honest section."""
    return with_section(data, b"alphagrams", hash_lexicon(open_bytes(data)))


HONEST = hashed(lexicon(WORDS))


def with_numbers(change: Callable[[list[int]], object], data: bytes = HONEST) -> bytes:
    """The file with other numbers in the section."""
    section = sections(data)[b"alphagrams"]
    numbers = list(struct.unpack(f"<{len(section) // 4}I", section))
    change(numbers)
    return with_section(data, b"alphagrams", struct.pack(f"<{len(numbers)}I", *numbers))


def bucket_of(numbers: list[int], least: int) -> tuple[int, int]:
    """Where the entries of a bucket of so many words lie."""
    return next(
        (STARTS + low, STARTS + high)
        for low, high in itertools.pairwise(numbers[:STARTS])
        if high - low >= least and high < len(WORDS)
    )


def swapped(numbers: list[int]) -> None:
    low, _ = bucket_of(numbers, 2)
    numbers[low], numbers[low + 1] = numbers[low + 1], numbers[low]


def doubled(numbers: list[int]) -> None:
    low, _ = bucket_of(numbers, 2)
    numbers[low + 1] = numbers[low]


def another_rank(numbers: list[int]) -> None:
    """The bits of the hash that belong there, and the rank of another word."""
    _, high = bucket_of(numbers, 1)
    numbers[high - 1] += 1


def no_such_rank(numbers: list[int]) -> None:
    _, high = bucket_of(numbers, 1)
    numbers[high - 1] |= 63


def another_hash(numbers: list[int]) -> None:
    _, high = bucket_of(numbers, 1)
    numbers[high - 1] ^= 1 << 31 if numbers[high - 1] < 1 << 31 else 0
    numbers[high - 1] += 1 << 6 if numbers[high - 1] < (1 << 32) - 64 else -(1 << 6)


def next_bucket(numbers: list[int]) -> None:
    """A bucket's last word is said to be in the next."""
    place = next(k for k in range(1, STARTS - 1) if numbers[k] > numbers[k - 1] and numbers[k] == numbers[k + 1])
    numbers[place] -= 1


def all_in_one(numbers: list[int]) -> None:
    """One bucket for all words, sorted: no two are the same, and hardly one is where it belongs."""
    numbers[1:STARTS] = [len(WORDS)] * (STARTS - 1)
    numbers[STARTS:] = sorted(numbers[STARTS:])


DAMAGE: dict[str, list[Callable[[list[int]], object]]] = {
    "F1": [lambda n: n.pop(), lambda n: n.append(0), lambda n: n.clear()],
    "F2": [
        lambda n: n.__setitem__(0, 1),
        lambda n: n.__setitem__(STARTS - 1, len(WORDS) - 1),
        lambda n: n.__setitem__(STARTS - 1, len(WORDS) + 1),
        lambda n: n.__setitem__(7, 0xFFFFFFFF),
        lambda n: n.__setitem__(20, 0),
    ],
    "F3": [swapped, doubled],
    "F4": [another_rank, no_such_rank, another_hash, next_bucket, all_in_one],
}


@breaks(*DAMAGE)
@each(("rule", "damage"), [(rule, damage) for rule, cases in DAMAGE.items() for damage in cases])
def test_every_rule_is_kept(rule, damage):
    data = with_numbers(damage)
    text = refusal(rule, lambda: Lexicon(open_bytes(data)).anagram("ABC"))
    assert f"section alphagrams, {rule}:" in text


@breaks("F3")
def test_every_bucket_of_two_words_or_more_is_looked_at():
    """Two entries the other way round are refused wherever they are, and told where."""
    starts = struct.unpack_from(f"<{STARTS}I", sections(HONEST)[b"alphagrams"])
    for low, high in itertools.pairwise(starts):
        for place in range(low, high - 1):

            def exchanged(numbers: list[int], at: int = STARTS + place) -> None:
                numbers[at], numbers[at + 1] = numbers[at + 1], numbers[at]

            with pytest.raises(CorruptFileError, match=rf"F3: entry {place + 1}\b"):
                Lexicon(open_bytes(with_numbers(exchanged))).anagram("ABC")


def test_the_first_entry_out_of_order_is_found():
    entries = [5, 9, 1, 2, 2, 3, 3, 1, 7]
    for starts, first in (([0, 2, 7, 9], 4), ([0, 0, 3, 9], 2), ([0, 2, 4, 6, 9], 7), ([0, 2, 4, 6, 7, 9], -1)):
        assert unsorted(array("I", starts), array("I", entries)) == first


MANY = sorted({"".join(letters) for size in (1, 2, 3, 4, 5) for letters in itertools.product("ABC", repeat=size)})[:200]


@breaks("F4")
@each("rank", [0, 1, 62, 63, 64, 65, 127, 128, 191, 192, 199])
def test_the_entry_of_any_word_may_be_missing(rank):
    """Words are looked up 64 at a time: one that has no entry is found in the first, the last and between."""
    honest = hashed(lexicon(MANY))
    starts = len(open_bytes(honest).alphagrams.starts)

    def another_hash_in_order(numbers: list[int]) -> None:
        place = next(at for at in range(starts, len(numbers)) if numbers[at] & 255 == rank)
        numbers[place] ^= 1 << 31
        for low, high in itertools.pairwise(numbers[:starts]):
            numbers[starts + low : starts + high] = sorted(numbers[starts + low : starts + high])

    with pytest.raises(CorruptFileError, match=rf"F4: the word of rank {rank}\b"):
        Lexicon(open_bytes(with_numbers(another_hash_in_order, honest))).anagram("ABC")


def test_the_outline_is_checked_at_opening_and_the_entries_before_the_first_answer():
    for rule, cases in DAMAGE.items():
        data = with_numbers(cases[0])
        if rule in ("F1", "F2"):
            with pytest.raises(CorruptFileError):
                open_bytes(data)
            continue
        forged = Lexicon(open_bytes(data))
        assert list(forged) == WORDS, "what does not use the section is answered"
        for _ in range(2):
            with pytest.raises(CorruptFileError, match=rule):
                forged.anagram("CAB")


def test_positive_control():
    assert Lexicon(open_bytes(HONEST)).anagram("BCA").to_list() == ANAGRAMS


def test_the_section_of_another_list():
    """As many words, none of them the same letters in the same place."""
    other = [word.translate(str.maketrans("ABC", "BCA")) for word in WORDS] + ["AAAA"]
    section = sections(hashed(lexicon([word for word in sorted(other) if word != "A"])))[b"alphagrams"]
    with pytest.raises(CorruptFileError, match="F4"):
        Lexicon(open_bytes(with_section(HONEST, b"alphagrams", section))).anagram("ABC")


@given(st.lists(st.tuples(st.integers(0, 4 * (STARTS + len(WORDS)) - 1), st.integers(1, 255)), min_size=1, max_size=4))
def test_damage_is_refused_or_harmless(changes):
    section = bytearray(sections(HONEST)[b"alphagrams"])
    for place, change in changes:
        section[place] ^= change
    changed = bytes(section) != sections(HONEST)[b"alphagrams"]
    try:
        answer = Lexicon(open_bytes(with_section(HONEST, b"alphagrams", bytes(section)))).anagram("BCA").to_list()
    except CorruptFileError:
        return
    assert not changed, "the words determine every byte of the section"
    assert answer == ANAGRAMS


def test_a_bucket_of_thousands():
    """Anagrams of each other all have one hash: neither the proof nor an answer may look at each for each."""
    words = ["".join(letters) for letters in itertools.permutations("ABCDEFGH"[: 8 if COMPILED else 7])]
    lex = Lexicon(open_bytes(hashed(lexicon(words, 8))))
    for asked in ("GFEDCBA", "GFEDC?A", "?F?DCBA"):
        asked = "H" * (len(words[0]) - 7) + asked
        assert lex.anagram(asked) == lex.words()


def test_senseless_automata_with_a_section_that_fits():
    asked = 0
    for seed in range(120):
        data = senseless(random.Random(seed))
        file = open_bytes(data)
        if not 0 < file.gaddag.word_count <= 5000:
            continue
        lex = Lexicon(open_bytes(hashed(data)))
        spelled = list(lex)
        for word in random.Random(seed).sample(spelled, min(5, len(spelled))):
            expected = [other for other in spelled if sorted(other) == sorted(word)]
            assert lex.anagram(word).to_list() == expected
            assert lex.anagram(word[:-1] + "?") & lex.anagram(word) == lex.anagram(word)
            asked += 1
    assert asked > 50


def test_the_weights_of_the_document():
    """The first numbers of splitmix64 from 0, as its author's program prints them; tile 0 weighs nothing."""
    assert TILE_WEIGHTS[:4].tolist() == [0, 0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert len(TILE_WEIGHTS) == 64
    assert not TILE_WEIGHTS.flags.writeable
