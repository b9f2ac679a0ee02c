"""The leave values that are shipped: for the bundled list alone, read when they are needed."""

from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit import lexicons
from lexkit.errors import CorruptFileError, StorageError
from lexkit.formats.leaves_section import StoredLeaves, leave_count, open_leaves
from lexkit.runtime.players import leaves
from lexkit.runtime.players.leaves import find_trained
from tests.running import COMPILED


@pytest.fixture(scope="module")
def english() -> lexkit.Lexicon:
    return lexkit.open("english")


def test_what_is_shipped_is_of_the_bundled_list(english: lexkit.Lexicon) -> None:
    """The list, the alphabet and the size of the file are as promised."""
    (data,) = lexicons.trained().values()
    assert data["list_sha256"] == english.provenance["sha256"]
    assert data["alphabet"] == english.alphabet.name
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
    assert leaves is not None
    assert leaves is english.leaves
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

    monkeypatch.setattr(leaves, "open_leaves", refuse)
    lexicon = lexkit.open("english")
    board = lexkit.Board.from_cgp("15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRT?/ 0/12 0")
    assert lexicon.best_move(board) is not None
    assert len(lexicon.substring("AX")) > 100
    with pytest.raises(AssertionError, match="leaves were read"):
        find_trained(lexicon.core)


def test_a_file_s_own_values_go_first_and_other_lists_have_none(tmp_path: Path, english: lexkit.Lexicon) -> None:
    few = tmp_path / "few.gaddag"
    lexkit.build(["AB", "ABLE"], few)
    assert lexkit.open(few).leaves is None
    own = tmp_path / "own.gaddag"
    values = np.zeros(leave_count(26, 1), np.int16)
    values[1] = 7
    lexkit.attach(english.core.file, own, leaves=StoredLeaves(26, 1, 1, values))
    with_own = lexkit.open(own).leaves
    assert with_own is not None
    assert with_own.stored.longest == 1


def test_a_damaged_or_missing_file_is_named(tmp_path: Path) -> None:
    (data,) = lexicons.trained().values()
    whole = data["file"].read_bytes()
    path = tmp_path / "x.leaves.zst"
    for wrong in (b"", whole[:3], whole[:-1], whole + b"x", whole[:5000] + b"\0\0\0\0" + whole[5004:], b"LEXK" * 9):
        path.write_bytes(wrong)
        with pytest.raises(CorruptFileError.__bases__[0], match=r"x\.leaves\.zst"):
            open_leaves(path, 26)
    with pytest.raises(StorageError, match="cannot read"):
        open_leaves(tmp_path / "none.leaves.zst", 26)
