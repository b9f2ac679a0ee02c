"""Leaves in the file of a lexicon: trained by a command, attached, kept by what else is attached, removed."""

import json
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit.errors import AlphabetError, LexkitError, QueryError
from lexkit.formats.leaves import StoredLeaves, leave_count
from tests.cli.shell import assert_refused, program

WORDS = ["AB", "ABLE", "BE", "CAB", "CABLE", "ELBOW", "LAB", "OW", "WE", "ZEBRA"]


@pytest.fixture
def few(tmp_path: Path) -> Path:
    path = tmp_path / "few.gaddag"
    source = tmp_path / "few.txt"
    source.write_text("\n".join(WORDS))
    lexkit.build(source, path)
    return path


def test_training_at_the_shell(few: Path) -> None:
    before = few.read_bytes()
    done = program("lexc", "leaves", str(few), "--games", "20,30", "--seed", "2")
    assert (done.returncode, done.stdout) == (0, "")
    assert "leaves of 50 games" in done.stderr
    first = few.read_bytes()
    lexicon = lexkit.open(few)
    stored = lexicon.core.file.leaves
    assert stored is not None
    assert stored.made["games"] == 50
    assert lexkit.Match(lexicon, "static", "static").tally(3).games == 3
    del lexicon
    # The same seed, the same file; everything else stays as it was.
    few.write_bytes(before)
    report = json.loads(program("lexc", "leaves", str(few), "--games", "20,30", "--seed", "2", "--json").stdout)
    assert few.read_bytes() == first
    assert report["size"] == len(first)


def test_other_attachments_keep_leaves_and_they_can_go(few: Path, tmp_path: Path) -> None:
    values = np.arange(leave_count(26, 2)).astype(np.int16)
    leaves = StoredLeaves(26, 2, 100, values, {"method": "counting"})
    table = tmp_path / "freq.csv"
    table.write_text("ABLE,3\n")
    lexkit.attach(few, few, leaves=leaves)
    lexkit.attach(few, few, [f"freq={table}"])
    kept = lexkit.open(few).core.file.leaves
    assert kept is not None
    assert kept.values.tolist() == values.tolist()
    lexkit.attach(few, few, leaves=False)
    assert lexkit.open(few).core.file.leaves is None
    assert lexkit.open(few).column("freq")["ABLE"] == 3


def test_leaves_of_another_alphabet(few: Path) -> None:
    before = few.read_bytes()
    leaves = StoredLeaves(3, 1, 100, np.zeros(leave_count(3, 1), np.int16))
    with pytest.raises(AlphabetError, match="another alphabet"):
        lexkit.attach(few, few, leaves=leaves)
    assert few.read_bytes() == before


@pytest.mark.parametrize("games", ["", "0", "5,x", "-3", "9999999999"])
def test_games_that_are_none(few: Path, games: str) -> None:
    assert_refused(program("lexc", "leaves", str(few), f"--games={games}"), 2, "expected numbers from 1 on")


def test_players_without_values(few: Path) -> None:
    with pytest.raises(QueryError, match=r"no leave values.*lexc leaves"):
        lexkit.Match(lexkit.open(few), "static")
    with pytest.raises(LexkitError):
        lexkit.train_leaves(few.with_name("none.gaddag"))
