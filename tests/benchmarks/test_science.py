"""What benchmarks/science/ measures with is right: its lists, its rows, its other structures."""

import json
import random
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit.lexicons import alphabet_names

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks" / "science"))

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "docs" / "science"))

import list_sizes
import longer_words
import make_plots
import other_contents

# -- lists of many sizes ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", list_sizes.KINDS)
def test_a_made_list_is_sorted_unique_and_always_the_same(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    few = list_sizes.real_words()[:3000]
    monkeypatch.setattr(list_sizes, "real_words", lambda: few)
    words = list_sizes.make_list(kind, 20_000)
    assert len(words) == 20_000
    assert (words[1:] > words[:-1]).all()
    assert np.isin(few, words).all(), "the real words come first"
    lengths = np.strings.str_len(words)
    assert lengths.min() >= 2
    assert lengths.max() <= list_sizes.LONGEST
    assert (words == list_sizes.make_list(kind, 20_000)).all()
    assert np.isin(list_sizes.make_list(kind, 500), few).all()


def test_words_of_the_model_have_only_contexts_that_are_real() -> None:
    words = np.array([b"ABAB", b"ABC", b"CABBA"], f"S{list_sizes.LONGEST}")
    made = next(list_sizes.letters(words, block=2000))
    seen = {word[:start][-3:] + b"|" + word[start : start + 1] for word in words for start in range(len(word) + 1)}
    for word in set(made.tolist()):
        assert {word[:start][-3:] + b"|" + word[start : start + 1] for start in range(len(word) + 1)} <= seen, word
    assert set(words.tolist()) <= set(made.tolist())


def test_too_few_forms_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_sizes, "real_words", lambda: np.array([b"CARE"], f"S{list_sizes.LONGEST}"))
    most = len(list_sizes.BEGINNINGS) * len(list_sizes.ENDINGS)
    assert len(list_sizes.make_list("forms", most // 2)) == most // 2
    with pytest.raises(ValueError, match=r"only \d+ words"):
        list_sizes.make_list("forms", most + 1)


def test_a_list_is_measured_as_a_file_and_as_a_pipe(tmp_path: Path) -> None:
    words = list_sizes.make_list("letters", 200)
    list_sizes.write_list(words, tmp_path / "list.txt")
    row = list_sizes.measure(tmp_path / "list.txt", tmp_path / "list.gaddag")
    piped = list_sizes.measure(tmp_path / "list.txt", tmp_path / "piped.gaddag", piped=True)
    assert list(lexkit.open(tmp_path / "list.gaddag")) == [word.decode() for word in words.tolist()]
    assert row["words"] == piped["words"] == 200
    assert row["sha256"] == piped["sha256"]
    assert row["file"] == (tmp_path / "list.gaddag").stat().st_size
    assert row["start"] <= row["peak"]
    assert list(row["peaks"]) == ["read", "sort", "fingerprint", "construct", "arrange", "write", "verify"]


def test_growth_is_for_each_time_as_many_words() -> None:
    rows = {"1000": {"words": 1000, "x": 1.0}, "10000": {"words": 10_000, "x": 13.0}}
    assert list_sizes.growth(rows, "x") == {"10000": 1.3}
    assert list_sizes.exponent(rows, "x", least=1) == pytest.approx(1.114, abs=1e-3)


# -- longer words and other languages -----------------------------------------------------------------


def test_each_list_has_an_alphabet_that_there_is() -> None:
    for name, list_ in longer_words.read_lists().items():
        assert list_["alphabet"] in alphabet_names(), name
    assert longer_words.read_lists()["french"] == {"alphabet": "french", "dictionary": "fr_FR/fr_FR"}


def test_rows_by_longest_word(tmp_path: Path) -> None:
    words = [word for word in lexkit.open() if len(word) <= 7 and set(word) <= set("AEINRST")]
    (tmp_path / "few.txt").write_text("\n".join(words))
    list_ = {"alphabet": "english", "path": tmp_path / "few.txt"}
    rows = longer_words.measure(list_, [5, 7], games=1, cached=False, folder=tmp_path)
    assert [rows[longest]["words"] for longest in ("5", "7")] == [sum(len(w) <= n for w in words) for n in (5, 7)]
    assert rows["7"]["characters"] == sum(map(len, words))
    assert rows["7"]["gaddag"]["states"] > rows["7"]["dawg"]["states"]
    assert rows["7"]["work"]["gaddag"]["arcs"] < rows["7"]["work"]["dawg"]["arcs"]


def test_bytes_of_other_structures(tmp_path: Path) -> None:
    lexkit.build(["AB", "BA", "ABA"], tmp_path / "few.gaddag")
    found = longer_words.structures(tmp_path / "few.gaddag", 3)
    # AB, AAB; A, B, AA, AB; the empty bag, A, B: nine bags.
    bags = {"AB", "AAB"}, {"A", "B", "AB", "AA"}, {"", "A", "B"}
    assert found["word map"] == 20 * sum(map(len, bags)) + 7
    assert found["marked"] > found["two-way"] > 0


def test_totals_of_callgrind(tmp_path: Path) -> None:
    path = tmp_path / "callgrind.out"
    path.write_text("events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\n1 2\ntotals: 100 9 9 1 2 3 4 5 6\n")
    assert longer_words.totals(path) == {"instructions": 100, "first": 6, "last": 15}


# -- other contents -----------------------------------------------------------------------------------


def small_content(seed: int) -> set[tuple[str, ...]]:
    """Strings over three symbols, so that texts occur often."""
    rng = random.Random(seed)
    return {tuple(rng.choices(("K", "EH", "R"), k=rng.randint(2, 12))) for _ in range(80)}


@pytest.mark.parametrize("seed", range(4))
def test_the_structures_find_what_a_plain_search_finds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pydivsufsort")
    monkeypatch.setattr(other_contents.FMIndex, "EVERY", 8)
    spelled, alphabet = other_contents.spell(small_content(seed))
    assert len(alphabet) == 3
    text = other_contents.Text(spelled)
    array = other_contents.SuffixArray(text)
    fm = other_contents.FMIndex(text, array.suffixes)
    asked = [*other_contents.ask(spelled, 2, 20), "AB", "CC"]
    coded = [text.encode(one) for one in asked]
    times = [sum(one.startswith(asked_, at) for one in spelled for at in range(len(one))) for asked_ in asked]
    expected = [[number for number, one in enumerate(spelled) if asked_ in one] for asked_ in asked]
    for structure in (array, fm):
        assert structure.count(coded) == times
        assert [found.tolist() for found in structure.strings(coded)] == expected
        assert structure.size > 0
    for length in (2, 3, 6):
        asked = other_contents.ask(spelled, length, 20)
        coded = [text.encode(one) for one in asked]
        gaps = [re.compile(f"{one[: length // 2]}[ABC]{one[length // 2 + 1 :]}") for one in asked]
        expected = [[number for number, one in enumerate(spelled) if gap.search(one)] for gap in gaps]
        assert [found.tolist() for found in array.strings_with_gap(coded)] == expected
        assert [found.tolist() for found in fm.strings_with_gap(coded, len(alphabet))] == expected


def test_a_content_is_measured(tmp_path: Path) -> None:
    pytest.importorskip("pydivsufsort")
    row = other_contents.measure(small_content(9), 3, 10, tmp_path / "small.gaddag")
    assert row["alphabet"] == 3
    assert set(row["us"]) == {"count", "strings", "gap"}
    assert row["bytes"]["gaddag"] == (tmp_path / "small.gaddag").stat().st_size


def test_made_reads_are_pieces_with_few_errors() -> None:
    made = other_contents.reads(2000, 100, 30)
    assert {len(one) for one in made} == {30}
    assert {base for one in made for base in one} == set("ACGT")
    assert made == other_contents.reads(2000, 100, 30)
    assert 90 <= len(made) <= 100


# -- the page -----------------------------------------------------------------------------------------


def table(first: str) -> list[list[str]]:
    """The rows of the page's table whose head begins so."""
    page = (make_plots.HERE / "larger-lexicons.md").read_text("utf-8")
    found = re.search(rf"^\| {re.escape(first)}.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.M)
    assert found, first
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]


def measured(name: str) -> dict[str, dict[str, dict[str, object]]]:
    """What a script measured."""
    return json.loads((make_plots.HERE / f"{name}.json").read_text("utf-8"))


def test_the_page_says_what_was_measured() -> None:
    lists = measured("longer_words")
    rows = table("longest | words")
    assert [row[0] for row in rows] == [str(length) for length in longer_words.LENGTHS]
    for row in rows:
        data = lists["bundled"][row[0]]
        assert row[1] == f"{data['words']:,}"
        assert row[3:6] == [
            f"{data['dawg']['bytes']:,}",
            f"{data['gaddag']['bytes']:,}",
            f"{make_plots.bytes_ratio(data):.2f}",
        ]
        assert row[9] == f"{data['work']['times']:.2f}"
    rows = table(" | words | mean length")
    assert {row[0].replace("English (bundled)", "bundled").lower() for row in rows} == set(lists)
    for row in rows:
        data = lists[row[0].replace("English (bundled)", "bundled").lower()]["15"]
        assert row[1] == f"{data['words']:,}"
        assert (row[5], row[8]) == (f"{make_plots.bytes_ratio(data):.1f}", f"{data['work']['times']:.2f}")
    contents = measured("other_contents")
    for row in table(" | strings"):
        data = contents[row[0]]
        assert row[4] == f"{data['bytes']['gaddag'] / data['symbols']:.1f}"
        assert row[8] == ", ".join(f"{data['us']['strings'][by]:,.0f}" for by in ("gaddag", "array", "fm"))


@pytest.mark.parametrize("name", make_plots.PLOTS)
def test_a_plot_is_drawn(name: str) -> None:
    pytest.importorskip("matplotlib")
    drawn = make_plots.draw(name)
    assert drawn == make_plots.draw(name), "the same bytes each time"
    kept = (make_plots.HERE / f"{name}.svg").read_text("utf-8")
    texts = [sorted(re.findall(r"<text[^>]*>([^<]+)</text>", one)) for one in (drawn, kept)]
    assert texts[0] == texts[1], "drawn from other data: python docs/science/make_plots.py docs/science"
    assert len(kept) < 64 << 10
