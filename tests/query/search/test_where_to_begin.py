"""Estimates of where a search begins: shares of letters, and rows of single letters."""

import pytest

from lexkit import Lexicon
from lexkit.runtime.query.language.patterns_and_regex import read_pattern, read_regex
from lexkit.runtime.query.search.kernels.where_to_begin import cuts, parts_of, text_of_row
from lexkit.runtime.query.search.letter_statistics import profile
from tests.making import letters, make


def test_shares_are_those_of_a_sample(some_english: Lexicon) -> None:
    known, tiles = profile(some_english.core), range(1, 27)
    assert sum(known.share(1 << tile) for tile in tiles) == pytest.approx(1.0)
    assert known.share(0b1010) == pytest.approx(known.share(0b10) + known.share(0b1000))
    assert known.share(some_english.alphabet.mask) == pytest.approx(1.0)
    for read in (1 << 17, 0b100010):
        for leftwards in (False, True):
            assert sum(known.share_beside(1 << tile, read, leftwards) for tile in tiles) == pytest.approx(1.0)
    q, u = (1 << tile for tile in some_english.alphabet.encode("QU"))
    assert known.share_beside(u, q, False) > 5 * known.share_beside(u, 0, False) == 5 * known.share(u)


@pytest.mark.parametrize("number", [32, 63])
def test_shares_in_large_alphabets(number: int) -> None:
    lexicon = make(["".join(f"[{label}]" for label in letters(number))], letters(number))
    known = profile(lexicon.core)
    assert known.share(lexicon.alphabet.mask) == pytest.approx(1.0)
    assert known.share(1 << number) == pytest.approx(1 / number)
    assert known.share_beside(1 << number, 1 << number - 1, False) > 5 / number


def test_the_cheapest_entry_comes_first(english: Lexicon) -> None:
    for text, place in ((".*Q[^U].*", 3), ("Q[^U].*", 0), (".*ZZ", 3), ("A.*", 0)):
        found = cuts(parts_of(read_regex(text, english.alphabet)), profile(english.core))
        assert found[0].place == place, text
        assert [cut.steps for cut in found] == sorted(cut.steps for cut in found)


@pytest.mark.parametrize(
    ("pattern", "row"),
    [
        ("AB", (b"\x01\x02", False, False)),
        ("*AB", (b"\x01\x02", True, False)),
        ("AB*", (b"\x01\x02", False, True)),
        ("*A*", (b"\x01", True, True)),
        ("*", (b"", True, False)),
        ("A*B", None),
        ("A?", None),
        ("[AB]*", None),
    ],
)
def test_rows_of_single_letters(pattern: str, row: object, some_english: Lexicon) -> None:
    alphabet = some_english.alphabet
    assert text_of_row(parts_of(read_pattern(pattern, alphabet)), alphabet.mask) == row
