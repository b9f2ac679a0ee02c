"""Racks as multisets: text, counts, what they hold and lack."""

import array
import pickle
import random
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Rack, lexicons
from lexkit.errors import PositionError
from lexkit.runtime.automaton.kernels.tile_strings import count_tiles
from tests.running import each

SPANISH = lexicons.alphabet("spanish")
CATALAN = lexicons.alphabet("catalan")


def test_text():
    rack = Rack("RETAIN?")
    assert str(rack) == "AEINRT?"
    assert len(rack) == 7
    assert list(rack) == ["A", "E", "I", "N", "R", "T", "?"]
    assert repr(rack) == "Rack('AEINRT?')"
    assert rack.alphabet.name == "english"


def test_counts():
    rack = Rack("ZAA??")
    assert len(rack.counts) == 64
    assert (rack.counts[0], rack.counts[1], rack.counts[26]) == (2, 2, 1)
    assert sum(rack.counts) == 5
    assert Rack(rack.counts) == rack
    assert Rack(list(rack.counts)) == rack
    assert Rack([1, 2]) == Rack("AA?")
    assert rack.tiles == bytes([0, 0, 1, 1, 26])


def test_empty():
    rack = Rack("")
    assert len(rack) == 0
    assert not rack
    assert str(rack) == ""
    assert list(rack) == []


def test_case_is_no_matter():
    assert Rack("retain?") == Rack("RETAIN?")


def test_in():
    rack = Rack("AB?")
    assert "A" in rack
    assert "b" in rack
    assert "?" in rack
    assert "C" not in rack
    assert "?" not in Rack("AB")
    assert "1" not in rack
    assert 1 not in rack


@each(
    ("text", "shown", "size"),
    [
        ("[CH]AC", "AC[CH]", 3), ("CHAC", "AC[CH]", 3), ("ch1", "[CH][CH]", 2), ("C[H]", "[C][H]", 2),
        ("[C]HA", "[A][C][H]", 3), ("LLRR?", "[LL][RR]?", 3), ("L?L", "[L][L]?", 3), ("Ñ", "Ñ", 1),
        ("N\u0303", "Ñ", 1),
    ],
)  # fmt: skip
def test_tiles_of_several_code_points(text, shown, size):
    rack = Rack(text, SPANISH)
    assert str(rack) == shown
    assert len(rack) == size
    assert Rack(str(rack), SPANISH) == rack


def test_catalan():
    rack = Rack("L·LNYQU?", "catalan")
    assert list(rack) == ["L·L", "NY", "QU", "?"]
    assert "ny" in rack
    assert str(rack) == "[L·L][NY][QU]?"
    assert repr(rack) == "Rack('[L·L][NY][QU]?', 'catalan')"


@given(st.lists(st.integers(0, 26), max_size=15), st.sampled_from(["english", "spanish", "catalan", "turkish"]))
def test_text_reads_back(tiles, name):
    alphabet = lexicons.alphabet(name)
    counts = [tiles.count(number) for number in range(27)]
    rack = Rack(counts, alphabet)
    assert Rack(str(rack), alphabet) == rack
    assert len(list(rack)) == len(rack) == len(tiles)
    assert rack - str(rack) == Rack("", alphabet)


def test_arithmetic():
    rack = Rack("RETAIN?")
    assert rack - "TEAR" == Rack("IN?")
    assert rack - Rack("?") == Rack("RETAIN")
    assert rack + "S" - "S" == rack
    assert rack - bytes([18, 0x80 | 19]) == Rack("ETAIN"), "a designated blank takes the blank"
    with pytest.raises(PositionError, match=r"not on the rack: expected tiles of AEINRT\?, found S X"):
        rack - "XS"
    with pytest.raises(PositionError, match="too many"):
        rack + "AEIOUAEIO"
    with pytest.raises(TypeError):
        rack - 7


def test_has_and_missing():
    rack = Rack("CARE?")
    assert rack.has("ACE")
    assert rack.has("ACE?")
    assert not rack.has("AA")
    assert not rack.has("??")
    assert rack.has(bytes([3, 0x80 | 26]))
    assert not rack.has(bytes([26]))
    assert rack.has(Rack("RACE"))
    assert rack.missing("ZAAZ??") == ["A", "Z", "Z", "?"]
    assert rack.missing("") == []


def test_equality_hash_pickle():
    assert Rack("AB") == Rack("BA")
    assert Rack("AB") != Rack("ABB")
    assert Rack("AB") != Rack("AB", SPANISH), "other letters"
    assert Rack("AB") == Rack("AB", "super_english"), "the same letters, more of them"
    assert Rack("AB") != "AB"
    assert len({Rack("AB"), Rack("BA")}) == 1
    rack = Rack("[CH]?", SPANISH)
    assert pickle.loads(pickle.dumps(rack)) == rack
    assert Rack(rack, SPANISH) == rack


@each(
    ("tiles", "message"),
    [
        ("A1", r"rack 'A1': not a tile of the english alphabet: found '1'"),
        ("A B", "not a tile"),
        ("Ä", "not a tile"),
        ("A.", "not a tile"),
        ("[]", "not a tile"),
        ("A" * 16, "too many tiles on a rack: expected at most 15, found 16"),
        ("A" * 300, "too many tiles on a rack"),
        ("?" * 100_000, "too many tiles on a rack"),
        ("[A]" * 16, "too many"),
        ([0, 16], "too many"),
        ([255] * 27, "too many"),
        ([0, -1], "not the counts"),
        ([0, 256], "not the counts"),
        ([0] * 65, "not the counts"),
        ([0] * 27 + [1], "tiles outside the english alphabet: expected counts of the blank and 26 letters"),
    ],
)
def test_no_rack(tiles, message):
    with pytest.raises(PositionError, match=message):
        Rack(tiles)


def test_racks_of_other_alphabets_do_not_mix():
    with pytest.raises(PositionError, match="the rack has another alphabet: expected english, found spanish"):
        Rack("AB") - Rack("A", SPANISH)
    with pytest.raises(PositionError, match="another alphabet"):
        Rack(Rack("AB"), CATALAN)


def test_never_changes():
    with pytest.raises(AttributeError):
        Rack("AB").counts = b""  # type: ignore[misc]


@each("kind", ["i1", "u2", "<i4", ">i4", "i8", "O"])
def test_counts_in_an_array_of_any_kind(kind):
    """Found: of an array of wider numbers the bytes of its memory were taken for counts, and so for other tiles."""
    assert Rack(np.array([1, 2, 1], kind)) == Rack("?AAB")
    assert Rack(np.array([1, 9, 2, 9, 1, 9], kind)[::2]) == Rack("?AAB")
    assert Rack(array.array("i", [0, 1])) == Rack("A")
    for wrong in (np.full(3, 300, "i4"), np.array([-1]), np.zeros(65, int), [1 << 80]):
        with pytest.raises(PositionError):
            Rack(wrong)
    for wrong in (np.array([1.0]), np.zeros((2, 2)), np.zeros((2, 2), int)):
        with pytest.raises(TypeError):
            Rack(wrong)


def test_tiles_of_a_wrong_type():
    """Found: AttributeError from inside."""
    for wrong in (None, 5, ["A"], object()):
        for act in (Rack("A").has, Rack("A").missing, partial(Rack, "A")):
            with pytest.raises(TypeError, match="not "):
                act(wrong)


def test_a_text_that_lies_about_itself():
    """Found: what derives from str and says that it is endless was read without end."""
    assert Rack(Endless("RETAIN?")) == Rack("RETAIN?")


class Endless(str):
    def __iter__(self):
        while True:
            yield "A"

    def __len__(self):
        return 1


def test_tiles_are_counted_as_one_by_one() -> None:
    """The kernel's counts are those of the spellings of the alphabet; it leaves all other texts to Python."""
    chooser = random.Random(5)
    for name in ("english", "polish", "german"):
        alphabet = lexicons.alphabet(name)
        letters = ["?", *(text for text in alphabet.spellings if len(text) == 1)]
        for _ in range(50):
            text = "".join(chooser.choices(letters, k=chooser.randint(0, 15)))
            numbers = [0 if letter == "?" else alphabet.spellings[letter] for letter in text]
            expected = bytes([numbers.count(number) for number in range(64)])
            assert count_tiles(text, alphabet.code_table) == expected == Rack(text, alphabet).counts
            for other in ("1", "[", "\u3042"):
                assert count_tiles(text + other, alphabet.code_table) is None
        assert count_tiles("A" * 256, alphabet.code_table) is None
        most = count_tiles("A" * 255, alphabet.code_table)
        assert most is not None
        assert most[alphabet.spellings["A"]] == 255
