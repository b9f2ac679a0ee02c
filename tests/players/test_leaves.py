"""Leave values: one leave at a time, and all that can be left of a rack at once, are the same numbers."""

import itertools
import random
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Alphabet, Rack, Tile, lexicons
from lexkit.errors import AlphabetError
from lexkit.formats.leaves_section import leave_count
from lexkit.players.leaves import HEURISTICS, HeuristicValues

ENGLISH = lexicons.alphabet("english")


def by_hand(values: HeuristicValues, leave: str) -> float:
    """The module's definition, tile by tile."""
    total = sum(float(values.letters[0 if label == "?" else ENGLISH.spellings[label]]) for label in leave)
    letters = [label for label in leave if label != "?"]
    total += values.duplicate * (len(letters) - len(set(letters)))
    vowels = sum(label in "AEIOU" for label in letters)
    surplus = abs(vowels - (len(letters) - vowels))
    return total + values.balance * max(0, surplus - 1)


def test_a_leave_is_worth_its_tiles_less_its_faults() -> None:
    values = HeuristicValues(ENGLISH, {"E": 2, "S": 8, "Q": -7, "?": 25}, duplicate=-3, balance=-1)
    assert values.of("") == 0
    assert values.of("ES") == 10
    assert values.of("EE") == 4 - 3 - 1
    assert values.of("??") == 50
    assert values.of("EEES?") == 39 - 6 - 1
    assert values.of("B") == 0


@given(st.text("AAEEIIOUBBCDQRSST??", max_size=9), st.sampled_from(HEURISTICS))
def test_all_leaves_of_a_rack(tiles: str, heuristic: str) -> None:
    values = HeuristicValues.named(heuristic, ENGLISH)
    rack = Rack(tiles)
    leaves = values.leaves(rack)
    found = set()
    for index in range(len(leaves.values)):
        played = leaves.tiles(index)
        assert leaves.used[index] == len(played)
        assert leaves.values[index] == pytest.approx(by_hand(values, str(rack - Rack(counted(played)))))
        assert leaves.values[index] == pytest.approx(values.of(rack - Rack(counted(played))))
        found.add(played)
        # As a play: letters as they are, blanks designated; short ones end in zeros.
        row = np.array([[tile or 0x80 | 5 for tile in played] + [0] * (16 - len(played))], np.uint8)
        assert leaves.of_plays(row)[0] == leaves.values[index]
    each = {bytes(sorted(some)) for n in range(len(rack) + 1) for some in itertools.combinations(rack.tiles, n)}
    assert found == each
    assert len(leaves.values) == len(each)


def counted(tiles: bytes) -> bytes:
    return bytes(tiles.count(tile) for tile in range(64))


def test_what_is_shipped() -> None:
    assert [data["alphabet"] for data in lexicons.leaves()] == ["english"]
    for name, heuristic in itertools.product(["english", "hong_kong_english", "super_english"], HEURISTICS):
        values = HeuristicValues.named(heuristic, lexicons.alphabet(name))
        assert values.of("?") > values.of("S") > values.of("V")
        assert bool(values.duplicate) == (heuristic != "heuristic-1")
        assert bool(values.balance) == (heuristic == "heuristic-3")
    for path in (Path(lexicons.__file__).parent / "leaves").glob("*.toml"):
        data = tomllib.loads(path.read_text("utf-8"))
        for heuristic in HEURISTICS:
            assert set(data[heuristic]["letters"]) == {"?", *lexicons.alphabet(data["alphabet"])}


@pytest.mark.parametrize("name", ["polish", "french", "catalan"])
def test_alphabets_that_were_not_measured_have_english_means(name: str) -> None:
    """French has the letters of English, and plays them otherwise."""
    alphabet, english = lexicons.alphabet(name), HeuristicValues.named("heuristic-3", ENGLISH)
    values = HeuristicValues.named("heuristic-3", alphabet)
    counts = [tile.count for tile in ENGLISH.tiles]
    mean = np.average(english.letters[1:27], weights=counts)
    assert values.of("?") == english.of("?")
    assert values.letters[1 : len(alphabet) + 1] == pytest.approx(mean)
    assert (values.duplicate, values.balance) == (english.duplicate, english.balance)
    plain = Alphabet("plain", [Tile(tile.label, tile.lower) for tile in alphabet.tiles])
    assert HeuristicValues.named("heuristic-3", plain).balance == 0, "no letter is a vowel"


@pytest.mark.parametrize("name", ["english", "polish", "hong_kong_english"])
def test_a_table_has_the_values_of_its_heuristic(name: str) -> None:
    alphabet = lexicons.alphabet(name)
    values = HeuristicValues.named("heuristic-3", alphabet)
    table = values.table()
    assert table.longest == (7 if name == "hong_kong_english" else 6)
    assert len(table.values) == leave_count(len(alphabet), table.longest)
    chance = random.Random(name)
    for _ in range(200):
        tiles = chance.choices(range(len(alphabet) + 1), k=chance.randint(0, table.longest))
        assert table.value(bytes(tiles)) == pytest.approx(values.of(Rack.of_tiles(bytes(tiles), alphabet)), abs=0.01)


def test_a_table_of_many_letters_fits() -> None:
    alphabet = Alphabet("many", [Tile(chr(0x4E00 + number), chr(0x5E00 + number), count=1) for number in range(63)])
    assert HeuristicValues.named("heuristic-3", alphabet).table().longest == 5


def test_what_is_refused() -> None:
    with pytest.raises(AlphabetError, match="no such heuristic"):
        HeuristicValues.named("heuristic-4", ENGLISH)
    with pytest.raises(AlphabetError, match="the leave value is for an unknown tile"):
        HeuristicValues(ENGLISH, {"Ä": 1})
