"""What each kind of condition means, in plain Python: a predicate on one word. Shares no code with lexkit.

A word is a tuple of labels. ``predicate(kind, value, world)`` gives the predicate; the world is the list of words and
what its alphabet says of them. Kinds that are not here are not composed in test_evaluate.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

Word = tuple[str, ...]
Predicate = Callable[[Word], bool]
#: What a part of a pattern or a rack may be: one of some labels, or any number of letters.
Item = frozenset[str] | None


class World(NamedTuple):
    """A list of words, and its alphabet."""

    labels: Sequence[str]
    points: dict[str, int]
    vowels: frozenset[str]
    words: frozenset[Word]

    def tiles(self, text: str) -> Word:
        """The labels a text is written with, the longest that fits each time."""
        longest_first = sorted(self.labels, key=len, reverse=True)
        found: list[str] = []
        while text:
            label = next(label for label in longest_first if text.startswith(label))
            found.append(label)
            text = text[len(label) :]
        return tuple(found)

    @classmethod
    def of(cls, alphabet: Any, words: Iterable[Word]) -> World:
        """These words over an alphabet, which says what its tiles are."""
        tiles = dict(zip(alphabet, alphabet.tiles, strict=True))
        points = {label: tile.points for label, tile in tiles.items()}
        return cls(list(tiles), points, frozenset(label for label in tiles if tiles[label].vowel), frozenset(words))


def predicate(kind: str, value: str, world: World) -> Predicate:
    """Whether a word meets ``kind:value``."""
    return PREDICATES[kind](value, world)


# -- what stands where ----------------------------------------------------------------------------------


def _prefix(value: str, world: World) -> Predicate:
    tiles = world.tiles(value)
    return lambda word: word[: len(tiles)] == tiles


def _suffix(value: str, world: World) -> Predicate:
    tiles = world.tiles(value)
    return lambda word: len(word) >= len(tiles) and word[len(word) - len(tiles) :] == tiles


def _substring(value: str, world: World) -> Predicate:
    tiles = world.tiles(value)
    return lambda word: any(word[at : at + len(tiles)] == tiles for at in range(len(word) - len(tiles) + 1))


def _subsequence(value: str, world: World) -> Predicate:
    tiles = world.tiles(value)

    def met(word: Word) -> bool:
        rest = iter(word)
        return all(tile in rest for tile in tiles)

    return met


def _items(value: str, world: World) -> list[Item]:
    """Sets of labels, one for each letter or bracket; None for a star."""
    items: list[Item] = []
    every = frozenset(world.labels)
    for part in re.findall(r"\*|[?.]|\[\^?[^\]]*\]|[^*?.\[\]]+", value):
        if part == "*":
            items.append(None)
        elif part in "?.":
            items.append(every)
        elif part.startswith("[^"):
            items.append(every - set(world.tiles(part[2:-1])))
        elif part.startswith("["):
            items.append(frozenset(world.tiles(part[1:-1])))
        else:
            items += [frozenset([tile]) for tile in world.tiles(part)]
    return items


def looks_like(word: Word, items: Sequence[Item]) -> bool:
    """Whether the letters of a word are these items, one after the other."""
    if not items:
        return not word
    if items[0] is None:
        return any(looks_like(word[skipped:], items[1:]) for skipped in range(len(word) + 1))
    return bool(word) and word[0] in items[0] and looks_like(word[1:], items[1:])


def _pattern(value: str, world: World) -> Predicate:
    items = _items(value, world)
    return lambda word: looks_like(word, items)


def _regex(value: str, world: World) -> Predicate:
    """Only for alphabets of one-letter labels."""
    assert all(len(label) == 1 for label in world.labels)
    expression = re.compile(value)
    return lambda word: expression.fullmatch("".join(word)) is not None


# -- letters in any order -------------------------------------------------------------------------------


def fits(word: Word, items: Sequence[Item]) -> bool:
    """Whether each letter can have an item of its own."""
    if not word:
        return True
    return any(word[0] in item and fits(word[1:], items[:at] + items[at + 1 :]) for at, item in enumerate(items))


def _anagram(value: str, world: World) -> Predicate:
    wanted = _items(value, world)
    return lambda word: len(word) == len(wanted) and fits(word, wanted)


def takes_all(word: Word, wanted: Sequence[Item]) -> bool:
    """Whether each item can have a letter of its own."""
    if not wanted:
        return True
    return any(tile in wanted[0] and takes_all(word[:at] + word[at + 1 :], wanted[1:]) for at, tile in enumerate(word))


def _subanagram(value: str, world: World) -> Predicate:
    wanted = _items(value, world)
    return lambda word: fits(word, wanted)


def _superanagram(value: str, world: World) -> Predicate:
    wanted = _items(value, world)
    return lambda word: takes_all(word, wanted)


def _includes(value: str, world: World) -> Predicate:
    wanted = Counter(world.tiles(value))
    return lambda word: all(Counter(word)[tile] >= number for tile, number in wanted.items())


def _excludes(value: str, world: World) -> Predicate:
    unwanted = world.tiles(value)
    return lambda word: not any(tile in word for tile in unwanted)


# -- near ones, and neighbours --------------------------------------------------------------------------


def distance(one: Word, other: Word) -> int:
    """Levenshtein's."""
    row = list(range(len(other) + 1))
    for place, tile in enumerate(one, 1):
        last, row = row, [place]
        for at, wanted in enumerate(other, 1):
            row.append(min(row[-1] + 1, last[at] + 1, last[at - 1] + (tile != wanted)))
    return row[-1]


def _near(value: str, world: World) -> Predicate:
    text, _, most = value.partition("~")
    tiles = world.tiles(text)
    return lambda word: distance(word, tiles) <= int(most or 1)


def _takes_prefix(value: str, world: World) -> Predicate:
    tiles = world.tiles(value)
    return lambda word: tiles + word in world.words


def _takes_suffix(value: str, world: World) -> Predicate:
    tiles = world.tiles(value)
    return lambda word: word + tiles in world.words


# -- numbers --------------------------------------------------------------------------------------------


def _range(value: str) -> Callable[[int], bool]:
    """For values like 7, 5-8, 5-, -8, >5, >=5, <5, <=5 and =5."""
    if compared := re.fullmatch("(>=|<=|>|<|=)([0-9]+)", value):
        limit = int(compared[2])
        signs = {">=": int.__ge__, "<=": int.__le__, ">": int.__gt__, "<": int.__lt__, "=": int.__eq__}
        return lambda number: signs[compared[1]](number, limit)
    low, dash, high = value.partition("-")
    least = int(low or 0)
    most = int(high or 10**6) if dash else least
    return lambda number: least <= number <= most


def _between(number: Callable[[Word, World], int]) -> Callable[[str, World], Predicate]:
    def make(value: str, world: World) -> Predicate:
        fits = _range(value)
        return lambda word: fits(number(word, world))

    return make


def _fronts(word: Word, world: World) -> set[str]:
    return {label for label in world.labels if (label, *word) in world.words}


def _backs(word: Word, world: World) -> set[str]:
    return {label for label in world.labels if (*word, label) in world.words}


def _consists_of(value: str, world: World) -> Predicate:
    letters, limits = re.fullmatch("([^0-9<>=-]*)(.*)", value).groups()  # type: ignore[union-attr]
    wanted = set(world.tiles(letters))
    sign, number = re.fullmatch("([<>=]*)(.*)", limits or "=100").groups()  # type: ignore[union-attr]

    def met(word: Word) -> bool:
        share = Fraction(100 * sum(tile in wanted for tile in word), len(word))
        if not sign:
            low, high = map(Fraction, number.split("-"))
            return low <= share <= high
        limit = Fraction(number)
        return {">": share > limit, ">=": share >= limit, "<": share < limit, "=": share == limit}[sign]

    return met


def _inner_hook(value: str, world: World) -> Predicate:
    def met(word: Word) -> bool:
        front, back = word[1:] in world.words, word[:-1] in world.words
        return {"front": front, "back": back, "both": front and back, "either": front or back}[value]

    return met


NUMBERS: dict[str, Callable[[Word, World], int]] = {
    "front-hooks": lambda word, world: len(_fronts(word, world)),
    "back-hooks": lambda word, world: len(_backs(word, world)),
    "length": lambda word, world: len(word),
    "points": lambda word, world: sum(world.points[tile] for tile in word),
    "vowels": lambda word, world: sum(tile in world.vowels for tile in word),
    "consonants": lambda word, world: sum(tile not in world.vowels for tile in word),
    "unique": lambda word, world: len(set(word)),
    "anagrams": lambda word, world: sum(sorted(other) == sorted(word) for other in world.words),
}
PREDICATES: dict[str, Callable[[str, World], Predicate]] = {
    "prefix": _prefix,
    "suffix": _suffix,
    "substring": _substring,
    "subsequence": _subsequence,
    "pattern": _pattern,
    "regex": _regex,
    "anagram": _anagram,
    "subanagram": _subanagram,
    "superanagram": _superanagram,
    "includes": _includes,
    "excludes": _excludes,
    "near": _near,
    "takes-prefix": _takes_prefix,
    "takes-suffix": _takes_suffix,
    "palindrome": lambda value, world: lambda word: (word == word[::-1]) is (value != "no"),
    "consists-of": _consists_of,
    "inner-hook": _inner_hook,
    "front-hook": lambda value, world: lambda word: set(world.tiles(value)) <= _fronts(word, world),
    "back-hook": lambda value, world: lambda word: set(world.tiles(value)) <= _backs(word, world),
    **{name: _between(number) for name, number in NUMBERS.items()},
}
