"""Leave values: one leave at a time, and all that can be left of a rack at once, are the same numbers."""

import itertools
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Rack, lexicons
from lexkit.errors import AlphabetError
from lexkit.runtime.players.leaves import HEURISTICS, HeuristicValues

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
    assert lexicons.leaves_names() == ["english", "hong_kong_english", "super_english"]
    for name, heuristic in itertools.product(lexicons.leaves_names(), HEURISTICS):
        values = HeuristicValues.named(heuristic, lexicons.alphabet(name))
        assert values.of("?") > values.of("S") > values.of("V")
        assert bool(values.duplicate) == (heuristic != "heuristic-1")
        assert bool(values.balance) == (heuristic == "heuristic-3")
    for path in (Path(lexicons.__file__).parent / "leaves").glob("*.toml"):
        data = tomllib.loads(path.read_text("utf-8"))
        for name in data["alphabets"]:
            for heuristic in HEURISTICS:
                assert set(data[heuristic]["letters"]) == {"?", *lexicons.alphabet(name)}


def test_what_is_refused() -> None:
    with pytest.raises(AlphabetError, match=r"no leave values were measured .* english.* 'polish'; play greedy"):
        HeuristicValues.named("heuristic-1", lexicons.alphabet("polish"))
    with pytest.raises(AlphabetError, match="no such heuristic"):
        HeuristicValues.named("heuristic-4", ENGLISH)
    with pytest.raises(AlphabetError, match="the leave value is for an unknown tile"):
        HeuristicValues(ENGLISH, {"Ä": 1})
