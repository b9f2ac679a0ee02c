"""The leave values that are shipped: read when they are needed, and lent to lists with the same tiles."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit import lexicons
from lexkit.errors import CorruptFileError, StorageError
from lexkit.formats.atomic import write_atomically
from lexkit.formats.leaves_section import StoredLeaves, leave_count, open_leaves
from lexkit.players import leaves
from lexkit.players.leaves import OWN, trained_values
from lexkit.players.simulation.win_chances import WinChances, chances_for
from tests.running import COMPILED


@pytest.fixture(scope="module")
def english() -> lexkit.Lexicon:
    return lexkit.open("english")


def test_what_is_shipped_is_of_the_bundled_list(english: lexkit.Lexicon) -> None:
    """The list, the alphabet and the size of the file are as promised."""
    data = lexicons.trained("english")
    assert data["list_sha256"] == english.provenance["sha256"]
    assert data["file"].stat().st_size <= 2_000_000
    stored = open_leaves(data["file"], 26)
    assert stored.longest == 6
    assert stored.made["list"] == data["list_sha256"]
    rounds = ",".join(map(str, stored.made["rounds"]))
    source = (Path(lexicons.__file__).parent / "trained/english.toml").read_text()
    assert f"lexc leaves english --rounds {rounds} --seed {stored.made['seed']} " in source
    assert f"--steps {stored.scale}" in source


def test_the_bundled_list_has_values(english: lexkit.Lexicon) -> None:
    leaves = english.leaves
    assert leaves is english.leaves
    assert (leaves.origin, leaves.note, leaves.trained) == (OWN, "", True)
    assert leaves.of("?") > 20
    assert 5 < leaves.of("S") < 12
    assert leaves.of("Q") < leaves.of("QU")
    assert leaves.of("VVWW") < -15
    assert english.core.file.leaves is None
    if COMPILED:
        assert lexkit.Match(english, "static", "greedy", seed=2).tally(40, threads=1).wins[0] > 20


def test_values_are_read_only_if_they_are_needed(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise AssertionError("leaves were read")

    monkeypatch.setattr(leaves, "_shipped_table", refuse)
    lexicon = lexkit.open("english")
    board = lexkit.Board.from_cgp("15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRT?/ 0/12 0")
    assert lexicon.best_move(board) is not None
    assert len(lexicon.substring("AX")) > 100
    with pytest.raises(AssertionError, match="leaves were read"):
        trained_values(lexicon.core)


def test_a_file_s_own_values_go_first(tmp_path: Path, english: lexkit.Lexicon) -> None:
    own = tmp_path / "own.gaddag"
    values = np.zeros(leave_count(26, 1), np.int16)
    values[1] = 7
    lexkit.attach(english.core.file, own, leaves=StoredLeaves(26, 1, 1, values))
    with_own = lexkit.open(own).leaves
    assert with_own.stored.longest == 1
    assert (with_own.origin, with_own.note) == (OWN, "")


def built(path: Path, alphabet: lexkit.Alphabet | str, words: list[str]) -> lexkit.Lexicon:
    lexkit.build(words, path, options=lexkit.Options(alphabet=alphabet))
    return lexkit.open(path)


def changed(alphabet: lexkit.Alphabet, **changes: object) -> lexkit.Alphabet:
    """The alphabet with another name, and other facts."""
    return lexkit.Alphabet.from_json({**alphabet.to_json(), "name": "house", **changes})


def forty() -> list[dict[str, object]]:
    """The tiles of an alphabet of 40 letters."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍ"
    return [{"label": letter, "count": 3, "points": 1, "vowel": letter in "AEIOU"} for letter in letters]


def test_a_list_with_the_same_tiles_borrows_the_bundled_values(tmp_path: Path, english: lexkit.Lexicon) -> None:
    """Whatever its alphabet is called."""
    for alphabet in (english.alphabet, changed(english.alphabet, language="und", title="House")):
        few = built(tmp_path / f"{alphabet.name}.gaddag", alphabet, ["AB", "ABLE"])
        assert few.leaves.stored.values.tolist() == english.leaves.stored.values.tolist()
        assert few.leaves.origin == "the bundled English list"
        told = f"leave values of the bundled English list; lexc leaves {alphabet.name}.gaddag trains its own"
        assert few.leaves.note == told
        assert few.leaves.trained
        again = pickle.loads(pickle.dumps(few.leaves))
        assert (again, again.origin, again.note) == (few.leaves, few.leaves.origin, told)
    assert lexkit.build(["AB"]).leaves.note.endswith("; lexc leaves FILE trains its own")


def test_alphabets_are_compared_by_their_tiles(tmp_path: Path, english: lexkit.Lexicon) -> None:
    """One with the name and letters of another, but other counts or points, does not borrow its values."""
    data = english.alphabet.to_json()
    tiles = [{**tile, "count": tile["count"] + (tile["label"] == "S")} for tile in data["tiles"]]
    few = built(tmp_path / "few.gaddag", changed(english.alphabet, name="english", tiles=tiles), ["AB", "ABLE"])
    assert few.leaves.origin == "Gordon's heuristics with English values"
    assert not few.leaves.trained
    assert few.leaves.of("S") == 3.79
    assert chances_for(lexkit.Rules(alphabet=few.alphabet)).gains.max() == 0
    assert chances_for(lexkit.Rules(alphabet=changed(english.alphabet))).gains.max() > 0
    few = built(tmp_path / "few.gaddag", changed(english.alphabet, tiles=forty()), ["AB"])
    assert few.leaves.origin == "Gordon's heuristics with means of English values"
    assert few.leaves.note.startswith("leave values of Gordon's heuristics with means of English values; lexc leaves ")
    assert few.leaves.of("A") == pytest.approx(few.leaves.of("B"))
    without = lexkit.build(["ÄÖÜ"], options=lexkit.Options(alphabet="auto"))
    assert without.leaves.note == "leave values of Gordon's heuristics with means of English values"


@pytest.mark.parametrize("name", lexicons.trained_names())
def test_each_language_has_values(name: str) -> None:
    """Blanks are worth most, and the file is that of the list that its neighbour names."""
    data, alphabet = lexicons.trained(name), lexicons.alphabet(name)
    stored = open_leaves(data["file"], len(alphabet))
    assert stored.made["list"] == data["list_sha256"]
    assert (stored.longest, stored.predicted) == ((6, 6) if name == "english" else (3, 6))
    values = [stored.value(bytes([tile])) for tile in range(len(alphabet) + 1)]
    assert values.index(max(values)) == 0
    assert 15 < values[0] < 60
    assert stored.value(b"\1\1\1") < 3 * values[1]
    chances = WinChances(data["win_chances"]["gains"], data["win_chances"]["widths"])
    rules = lexkit.Rules.from_alphabet(alphabet)
    assert len(chances.gains) == sum(rules.distribution) + 1
    assert chances_for(rules) == chances


def test_a_dutch_list_borrows_dutch_values(tmp_path: Path) -> None:
    few = built(tmp_path / "few.gaddag", "dutch", ["AB", "EN"])
    assert few.leaves.origin == "a Dutch dictionary"
    assert few.leaves.note == "leave values of a Dutch dictionary; lexc leaves few.gaddag trains its own"
    assert few.leaves.trained
    assert few.leaves.stored.longest == 6
    assert few.leaves.of("AEINRT") > few.leaves.of("AEIJRT")
    assert built(tmp_path / "other.gaddag", "dutch", ["EN"]).leaves.stored is few.leaves.stored
    assert lexkit.read_leaves(lexicons.trained("dutch")["file"], "dutch") == few.leaves


def test_values_that_are_written_later_are_used_by_open_lexicons(tmp_path: Path) -> None:
    path = tmp_path / "few.gaddag"
    few = built(path, "english", ["AB", "ABLE"])
    pickled = pickle.dumps(few)
    borrowed = few.leaves
    values = np.zeros(leave_count(26, 1), np.int16)
    values[1:] = 7
    lexkit.attach(path, path, leaves=StoredLeaves(26, 1, 1, values))
    assert few.leaves.of("A") == 7
    assert (few.leaves.origin, few.leaves is few.leaves) == (OWN, True)
    assert pickle.loads(pickled).leaves.of("A") == 7, "other processes may open it still"
    lexkit.attach(path, path, leaves=StoredLeaves(26, 1, 1, 2 * values))
    assert few.leaves.of("A") == 14
    lexkit.attach(path, path, leaves=False)
    assert few.leaves == borrowed
    # Other words have other values, and a damaged file has none.
    lexkit.build(["AB", "ABLE", "BALE"], tmp_path / "other.gaddag")
    lexkit.attach(tmp_path / "other.gaddag", path, leaves=StoredLeaves(26, 1, 1, values))
    assert few.leaves == borrowed
    write_atomically(path, [b"nothing"])
    assert few.leaves == borrowed
    path.unlink()
    assert few.leaves == borrowed
    assert list(few) == ["AB", "ABLE"]


def test_a_damaged_or_missing_file_is_named(tmp_path: Path) -> None:
    data = lexicons.trained("english")
    whole = data["file"].read_bytes()
    path = tmp_path / "x.leaves.zst"
    for wrong in (b"", whole[:3], whole[:-1], whole + b"x", whole[:5000] + b"\0\0\0\0" + whole[5004:], b"LEXK" * 9):
        path.write_bytes(wrong)
        with pytest.raises(CorruptFileError.__bases__[0], match=r"x\.leaves\.zst"):
            open_leaves(path, 26)
    with pytest.raises(StorageError, match="cannot read"):
        open_leaves(tmp_path / "none.leaves.zst", 26)
