"""Named groups and bingo stems of the bundled list, against their definitions in plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon, within
from lexkit.errors import ClosedLexiconError, QueryError, QuerySyntaxError, TimeLimitError
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.lexicons import alphabet as shipped
from lexkit.runtime.query.conditions.named_groups import GROUPS
from lexkit.runtime.words import bingo_stems as stems_module
from tests.making import make, word_lists
from tests.running import each, few_of

TILES = {tile.label: tile for tile in shipped("english").tiles}
HEAVY = {"F": 4, "H": 4, "V": 4, "W": 4, "Y": 4, "K": 5, "J": 8, "X": 8, "Q": 10, "Z": 10}
POOL = Counter("AAADEEEEGIIILNNOORRSSTTU")


@pytest.fixture(scope="module")
def words(some_english: Lexicon) -> set[str]:
    return set(some_english.words().to_list())


def stems_of(words: set[str], size: int, counts: dict[str, int]) -> list[tuple[str, int, int, str]]:
    """(letters, ways, tiles, letters that go with it) of each stem, by definition, the best first."""
    completing: dict[str, set[str]] = defaultdict(set)
    for word in words:
        if len(word) == size + 1:
            letters = sorted(word)
            for place, letter in enumerate(letters):
                completing["".join(letters[:place] + letters[place + 1 :])].add(letter)
    found = []
    for stem, more in completing.items():
        held = Counter(stem)
        ways = prod(comb(counts[letter], number) for letter, number in held.items())
        tiles = sum(max(0, counts[letter] - held[letter]) for letter in more)
        if ways * tiles:
            found.append((stem, ways, tiles, "".join(sorted(more))))
    return sorted(found, key=lambda stem: (-stem[1] * stem[2], stem[0]))


@pytest.fixture(scope="module")
def top(words: set[str]) -> dict[int, set[str]]:
    """The hundred best stems of six and of seven letters, each with its letters in order."""
    counts = {label: tile.count for label, tile in TILES.items()}
    return {size: {stem[0] for stem in stems_of(words, size, counts)[:100]} for size in (6, 7)}


def ways_with_blanks(word: str) -> int:
    """In how many ways the full bag gives a word, each tile told apart, two of them blanks at most."""
    by_blanks = [1, 0, 0]
    for letter, held in Counter(word).items():
        choices = [comb(TILES[letter].count, held - blanks) if held >= blanks else 0 for blanks in range(3)]
        by_blanks = [sum(by_blanks[few] * choices[number - few] for few in range(number + 1)) for number in range(3)]
    return sum(comb(2, number) * ways for number, ways in enumerate(by_blanks))


def has_stem(word: str, stems: list[Counter[str]]) -> bool:
    held = Counter(word)
    return any(stem <= held for stem in stems)


def has_stem_of(size: int, word: str, stems: set[str]) -> bool:
    """The same for stems of one size, which is quicker to see for words of few more letters."""
    return any("".join(letters) in stems for letters in combinations(sorted(word), size))


def is_high_five(word: str) -> bool:
    worth = [HEAVY.get(letter, 0) for letter in word]
    return len(word) == 5 and max(worth) <= 5 and (worth[0] in (4, 5) or worth[-1] in (4, 5))


@pytest.fixture(scope="module")
def meaning(words: set[str], top: dict[int, set[str]]) -> dict[str, Callable[[str], bool]]:
    """Each group as a condition on one word."""

    @cache
    def first(word: str) -> bool:
        return has_stem_of(6, word, top[6])

    @cache
    def second(word: str) -> bool:
        return not first(word) and Counter(word) <= POOL

    least = {7: ways_with_blanks("HUNTERS"), 8: ways_with_blanks("NOTIFIED")}

    def third(word: str) -> bool:
        return ways_with_blanks(word) >= least[len(word)] and not first(word) and not second(word)

    found: dict[str, Callable[[str], bool]] = {
        "front-hooks": lambda word: word[1:] in words,
        "back-hooks": lambda word: word[:-1] in words,
        "hook-words": lambda word: word[1:] in words or word[:-1] in words,
        "high-fives": is_high_five,
        "eights-from-seven-letter-stems": lambda word: len(word) == 8 and has_stem_of(7, word, top[7]),
    }
    for size, name in ((7, "sevens"), (8, "eights")):
        for number, type_of in (("i", first), ("ii", second), ("iii", third)):
            found[f"type-{number}-{name}"] = lambda word, size=size, type_of=type_of: (
                len(word) == size and type_of(word)
            )
    return found


@each("name", GROUPS)
def test_groups(name: str, some_english: Lexicon, words: set[str], meaning: dict[str, Callable[[str], bool]]) -> None:
    expected = sorted(word for word in words if meaning[name](word))
    assert expected, "a group of the bundled list has words"
    found = some_english.group(name)
    assert found.to_list() == expected
    some = some_english.words()[::3]
    members = set(expected)
    assert (some_english.search(f"group:{name}") & some).to_list() == [word for word in some if word in members]
    among = some_english.search(f"prefix:TR group:{name}").to_list()
    assert among == [word for word in expected if word.startswith("TR")]
    without = some_english.search(f"prefix:TR -group:{name}")
    assert len(without) == len(some_english.prefix("TR")) - len(among)


def test_the_types_are_apart(some_english: Lexicon) -> None:
    for size in ("sevens", "eights"):
        types = [some_english.group(f"type-{number}-{size}") for number in ("i", "ii", "iii")]
        assert all(not one & other for one, other in combinations(types, 2))


@each("written", ["type-i-sevens", "Type I Sevens", "TYPE_1_SEVENS", "type-1-7s", "  type  i sevens ", "Type-I sevens"])
def test_a_name_in_any_writing(written: str, some_english: Lexicon) -> None:
    assert some_english.group(written) == some_english.group("type-i-sevens")
    assert some_english.search(f'group:"{written}"') == some_english.group("type-i-sevens")


@each(
    ("name", "what"),
    [
        ("new-in-owl2", "older list"),
        ("New in CSW", "older list"),
        ("type-iv-sevens", "did you mean type-i"),
        ("high-fours", "did you mean high-fives"),
        ("", "no such group"),
        ("-", "no such group"),
        ("x" * 60_000, "no such group"),
    ],
)
def test_what_is_no_group_is_refused_with_a_reason(name: str, what: str, english: Lexicon) -> None:
    with pytest.raises(QuerySyntaxError, match=what):
        english.group(name)


def test_types_of_another_alphabet() -> None:
    """Stems are for any alphabet; types II and III are defined by letters that not all have."""
    greek = Alphabet("greek", [Tile(letter, letter.lower(), 1, 3) for letter in "ΑΒΓΔΕΖΗ"])
    lexicon = make(["ΑΒΓΔΕΖΗ", "ΑΒΓΔΕΖΑ", "ΑΒ"], greek)
    assert lexicon.group("type-i-sevens").to_list() == ["ΑΒΓΔΕΖΑ", "ΑΒΓΔΕΖΗ"]
    for name in ("type-ii-sevens", "type-iii-eights"):
        with pytest.raises(QueryError, match="English letters"):
            lexicon.group(name)


# -- stems ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 5, 6, 7])
def test_stems_of_the_bundled_list(size: int, some_english: Lexicon, words: set[str]) -> None:
    counts = {label: tile.count for label, tile in TILES.items()}
    expected = stems_of(words, size, counts)[:1000]
    found = [(stem.letters, stem.ways, stem.tiles, str(stem.with_letters)) for stem in some_english.stems(size, 1000)]
    assert found == expected
    assert some_english.stems(size) == some_english.stems(size, 1000)[:100]


@pytest.mark.parametrize(
    ("value", "size", "best"), few_of([("7/10", 7, 10), ("6", 6, 100), ("2/1", 2, 1), ("3/1000", 3, 1000)], 2)
)
def test_words_that_have_a_stem(value: str, size: int, best: int, some_english: Lexicon, words: set[str]) -> None:
    counts = {label: tile.count for label, tile in TILES.items()}
    stems = [Counter(stem[0]) for stem in stems_of(words, size, counts)[:best]]
    some = some_english.words()[:: 50 if best == 1000 else 3]
    expected = [word for word in some if len(word) > size and has_stem(word, stems)]
    assert (some_english.search(f"stem:{value}") & some).to_list() == expected
    assert some_english.stem(size, best) == some_english.stem(value) == some_english.search(f"stem:{value}")


BAG = Alphabet(
    "bag", [Tile(letter, letter.lower(), 1, count) for letter, count in zip("ABCD", (0, 1, 2, 3), strict=True)]
)


@given(word_lists("ABCD", longest=5), st.integers(1, 5), st.integers(1, 9))
def test_stems_of_small_lists(listed: list[str], size: int, best: int) -> None:
    """With letters of which the bag has none, one, or fewer than a word has."""
    lexicon = make(listed, BAG)
    expected = stems_of(set(listed), size, {"A": 0, "B": 1, "C": 2, "D": 3})[:best]
    found = lexicon.stems(size, best)
    assert [(stem.letters, stem.ways, stem.tiles, str(stem.with_letters)) for stem in found] == expected
    stems = [Counter(stem[0]) for stem in expected]
    have = sorted(word for word in set(listed) if len(word) > size and has_stem(word, stems))
    assert lexicon.stem(size, best).to_list() == have


def test_stems_of_long_labels() -> None:
    spanish = make(["CHALLA", "LLACHAS", "PERROS"], "spanish")
    assert [stem.letters for stem in spanish.stems(3)][:1] == ["A[CH][LL]"] or spanish.stems(3)
    for stem in spanish.stems(3):
        for letter in stem.with_letters:
            assert spanish.anagram("".join(f"[{tile}]" for tile in (letter,)) + stem.letters)


def test_enormous_bags_are_counted_exactly() -> None:
    """Where floating point would give two stems the same worth."""
    count = 2**31 - 1
    big = Alphabet("big", [Tile(letter, letter.lower(), 1, count - place) for place, letter in enumerate("ABCDEFGH")])
    listed = ["ABCDEFG", "ABCDEFH", "BCDEFGH"]
    counts = {letter: count - place for place, letter in enumerate("ABCDEFGH")}
    found = make(listed, big).stems(6)
    assert [(stem.letters, stem.ways, stem.tiles, str(stem.with_letters)) for stem in found] == stems_of(
        set(listed), 6, counts
    )


@each("value", ["", "0", "63", "6/0", "6/1001", "6/", "/5", "six", "-6", "6.5", "6-7", "9" * 5000, ">5"])
def test_malformed_stems(value: str, english: Lexicon) -> None:
    with pytest.raises(QuerySyntaxError, match="not a size of stems"):
        english.stem(value)


@each("arguments", [(0,), (63,), (6, 0), (6, 1001), ("6",), (6.0,), (-1,), (10**5000,)])
def test_stems_that_cannot_be_listed(arguments: tuple[Any, ...], english: Lexicon) -> None:
    with pytest.raises(QueryError):
        english.stems(*arguments)


def test_no_bag_no_stems() -> None:
    lexicon = make(["AB", "ABC"], "auto")
    with pytest.raises(QueryError, match="stems need a bag of tiles"):
        lexicon.stems(1)
    with pytest.raises(QueryError, match="stems need a bag of tiles"):
        lexicon.search("stem:1")


def test_memory_of_stems_is_bounded(monkeypatch: pytest.MonkeyPatch, english: Lexicon) -> None:
    monkeypatch.setattr(stems_module, "_MOST_TILES", 1000)
    with pytest.raises(QueryError, match="too many words"):
        stems_module.stem_tiles(english.core, 9)


@each("query", ["group:high-fives", "group:type-iii-eights", "stem:6", "probability!:1-20"])
def test_time_limits_hold(query: str) -> None:
    lexicon = make(["TRAINED", "DETRAIN", "AB", "HAPPY"] * 3)
    with pytest.raises(TimeLimitError), within(1e-9):
        lexicon.search(query)


@each("query", ["group:hook-words", "group:high-fives", "stem:6", "probability!:1-20"])
def test_of_no_words_and_of_a_closed_lexicon(query: str) -> None:
    assert not make([]).search(query)
    lexicon = make(["AB", "ABC"])
    lexicon.close()
    with pytest.raises(ClosedLexiconError):
        lexicon.search(query)
