"""Acrostics: exactly the words that are left when letters without a word on either side are crossed out."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon
from lexkit.errors import QueryError
from lexkit.runtime.query.acrostic import Fitting, read_acrostic, solve
from tests.making import letters, make, word_lists
from tests.running import each


def as_rows(found: list[Fitting]) -> list[tuple[str, str, list[str]]]:
    return [(one.entry.name, one.letters, one.words.to_list()) for one in found]


def brute_force(words: list[str], known: str, entries: list[tuple[str, list[int]]]) -> list[tuple[str, str, list[str]]]:
    """Cross out letters by the whole list until nothing changes; ``known``: a letter or ? for each place."""
    possible = [{*"ABCD"} if letter == "?" else {letter} for letter in known]

    def fitting(places: list[int]) -> list[str]:
        return [
            word
            for word in sorted({*words})
            if len(word) == len(places) and all(a in possible[at] for a, at in zip(word, places, strict=True))
        ]

    limiting = [places for _, places in entries if fitting(places)]
    changed = True
    while changed:
        changed = False
        for places in limiting:
            for number, at in enumerate(places):
                left = possible[at] & {word[number] for word in fitting(places)}
                changed |= left != possible[at]
                possible[at] = left
    return [(name, "".join(known[at] for at in places), fitting(places)) for name, places in entries]


@given(word_lists("ABCD", longest=4, most=25), st.data())
def test_as_crossing_out_says(words, data):
    lengths = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    size = sum(lengths)
    known = "".join(data.draw(st.lists(st.sampled_from("???????ABCD"), min_size=size, max_size=size)))
    order = data.draw(st.permutations(range(size)))
    cuts = sorted({0, size, *data.draw(st.lists(st.integers(0, size), max_size=4))})
    clues = {f"C{at}": list(order[at:end]) for at, end in pairwise(cuts)}
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    quotation = [(("", list(range(start, start + length)))) for start, length in zip(starts, lengths, strict=True)]
    expected = brute_force(words, known, [*clues.items(), *quotation])
    lex = make(words, letters(4))
    text = " ".join("".join(known[at] for at in places) for _, places in quotation)
    found = as_rows(solve(lex.core, text, {n: " ".join(str(at + 1) for at in p) for n, p in clues.items()}, {}))
    started = [brute_force(words, known, [one])[0][2] for one in [*clues.items(), *quotation]]
    if any(before and not row[2] for before, row in zip(started, expected, strict=True)):
        # Letters contradict each other: the order decides who is left without words, but somebody is.
        assert any(before and not row[2] for before, row in zip(started, found, strict=True))
    else:
        assert found == expected


def test_answers_of_several_words_and_known_letters(english: Lexicon) -> None:
    clues = {"A": "6 2 3 5 1", "B": "7 8 9 4", "C": "10 11 / 12 13"}
    found = as_rows(solve(english.core, "?? ?? ?? ??? ?? ??", clues, {"B": "NOTE", "C": "TO ?E"}))
    assert [row[:2] for row in found[:4]] == [("A", "?????"), ("B", "NOTE"), ("C", "TO"), ("C", "?E")]
    assert [row[1] for row in found[4:]] == ["??", "?E", "??", "NOT", "TO", "?E"]
    assert "ROBOT" in found[0][2]
    assert {word[3] for word in found[0][2]} == {word[0] for word in found[6][2]}


@each(
    ("quotation", "clues", "answers", "message"),
    [
        ("", {}, {}, "not a quotation"),
        ("A1", {}, {}, "the quotation: not a letter"),
        ("?" * 64, {}, {}, "longer than any word"),
        ("?? " * 1001, {}, {}, "not a quotation"),
        ("??", {"A": "3"}, {}, "clue A: not the letters of a clue"),
        ("??", {"A": "0"}, {}, "numbers from 1 to 2"),
        ("??", {"A": "1 x"}, {}, "numbers from 1 to 2"),
        ("??", {"A": "1 /"}, {}, "not a word of a clue"),
        ("??", {"A": "1 1"}, {}, "a place is used twice"),
        ("??", {"A": "1", "B": "2 1"}, {}, "clue B: a place is used twice"),
        ("??", {"A": "1"}, {"B": "X"}, "an answer without a clue"),
        ("??", {"A": "1"}, {"A": "XY"}, "an answer of another length"),
        ("X?", {"A": "1"}, {"A": "Y"}, "contradicts the quotation"),
    ],
)
def test_what_is_no_acrostic(english, quotation, clues, answers, message):
    with pytest.raises(QueryError, match=message):
        solve(english.core, quotation, clues, answers)


@each(
    "text",
    [
        "",
        "quotation = 1",
        'quotation = "A"\nclues = 1',
        'quotation = "A"\n[clues]\nA = 1',
        'quotation = "A"\nx = 1',
        "[",
    ],
)
def test_what_is_no_file_of_one(tmp_path, text):
    path = tmp_path / "one.toml"
    path.write_text(text)
    with pytest.raises(QueryError, match="not an acrostic"):
        read_acrostic(str(path))
