"""Leaves in the file of a lexicon: trained by a command, attached, kept by what else is attached, removed."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit.errors import AlphabetError, LexkitError, QueryError, StorageError
from lexkit.formats.leaves_section import StoredLeaves, leave_count
from tests.apps.shell.shell import assert_refused, program
from tests.running import COMPILED, MANY

WORDS = ["AB", "ABLE", "BE", "CAB", "CABLE", "ELBOW", "LAB", "OW", "WE", "ZEBRA"]


@pytest.fixture
def few(tmp_path: Path) -> Path:
    path = tmp_path / "few.gaddag"
    source = tmp_path / "few.txt"
    source.write_text("\n".join(WORDS))
    lexkit.build(source, path)
    return path


@pytest.mark.skipif(not COMPILED, reason="a command; what it calls is trained in tests/players")
def test_training_at_the_shell(few: Path) -> None:
    before = few.read_bytes()
    rounds = (20, 30) if MANY else (6,)
    told = ",".join(map(str, rounds))
    arguments = ("leaves", str(few), "--method", "self-play", "--rounds", told, "--seed", "2")
    done = program("lexc", *arguments)
    assert (done.returncode, done.stdout) == (0, "")
    assert f"leaves of {sum(rounds)} games" in done.stderr
    trained = few.read_bytes()
    lexicon = lexkit.open(few)
    stored = lexicon.core.file.leaves
    assert stored is not None
    assert stored.made["games"] == sum(rounds)
    assert lexkit.Match(lexicon, "static", "static").tally(3).games == 3
    del lexicon
    # The same seed, the same file; everything else stays as it was.
    few.write_bytes(before)
    report = json.loads(program("lexc", *arguments, "--json").stdout)
    assert few.read_bytes() == trained
    assert report["size"] == len(trained)


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


def test_nothing_but_leaves_is_attached_as_leaves(few: Path) -> None:
    """Found: ``leaves=True`` removed them."""
    before = few.read_bytes()
    for wrong in (True, 0, "yes"):
        with pytest.raises(TypeError, match="leaves must be StoredLeaves"):
            lexkit.attach(few, few, leaves=wrong)
    assert few.read_bytes() == before


def test_a_packed_file_is_not_overwritten_with_an_unpacked_one(few: Path) -> None:
    """Found: ``lexc leaves few.gaddag.zst`` did so."""
    packed = few.with_suffix(".gaddag.zst")
    program("lexc", "pack", str(few))
    before = packed.read_bytes()
    done = program("lexc", "leaves", str(packed), "--method", "self-play", "--rounds", "5")
    assert_refused(done, 3, "cannot change this lexicon in place: expected a .gaddag file")
    with pytest.raises(StorageError, match="the lexicon has no file to write into"):
        lexkit.train_leaves(packed, method="self-play", rounds=(5,))
    assert packed.read_bytes() == before
    target = few.with_name("trained.gaddag")
    assert (
        program("lexc", "leaves", str(packed), "--method", "self-play", "--rounds", "5", "-o", str(target)).returncode
        == 0
    )
    assert lexkit.open(target).core.file.leaves is not None


def test_verify_says_that_leaves_are_not_compared(few: Path) -> None:
    lexkit.attach(few, few, leaves=StoredLeaves(26, 1, 100, np.zeros(leave_count(26, 1), np.int16), {}))
    done = program("lexc", "verify", str(few), "--words", str(few.with_suffix(".txt")))
    assert "not compared with anything: the leave values" in done.stdout + done.stderr


def test_leaves_of_another_alphabet(few: Path) -> None:
    before = few.read_bytes()
    leaves = StoredLeaves(3, 1, 100, np.zeros(leave_count(3, 1), np.int16))
    with pytest.raises(AlphabetError, match="another alphabet"):
        lexkit.attach(few, few, leaves=leaves)
    assert few.read_bytes() == before


@pytest.mark.parametrize("games", ["", "0", "5,x", "-3", "9999999999"])
def test_games_that_are_none(few: Path, games: str) -> None:
    assert_refused(program("lexc", "leaves", str(few), f"--rounds={games}"), 2, "expected positive numbers")


def test_no_file(few: Path) -> None:
    with pytest.raises(LexkitError):
        lexkit.train_leaves(few.with_name("none.gaddag"))


#: lexc, which says when the first games are played.
SAYS_READY = """
import sys
from lexkit.apps.shell.console import lexc
from lexkit.players.leave_training import Training

take = Training._take

def tell_and_take(*given):
    Training._take = take
    sys.stderr.write("ready")
    sys.stderr.flush()
    return take(*given)

Training._take = tell_and_take
lexc()
"""


@pytest.mark.skipif(os.name == "nt", reason="a signal of POSIX")
@pytest.mark.parametrize("method", ["census", "self-play"])
def test_an_interrupted_training_changes_nothing(few: Path, method: str) -> None:
    before, beside = few.read_bytes(), sorted(few.parent.iterdir())
    options = ["--minutes", "60", "--method", method, "--rack-size", "3", "-q"]
    running = subprocess.Popen(
        [sys.executable, "-c", SAYS_READY, "leaves", str(few), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert running.stderr is not None
    assert running.stderr.read(5) == "ready"
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert (out, err, running.returncode) == ("", "", 130)
    assert few.read_bytes() == before
    assert sorted(few.parent.iterdir()) == beside


@pytest.mark.parametrize("minutes", [0, -1, float("nan"), 1e9, "3"])
def test_times_that_are_none(few: Path, minutes: object) -> None:
    with pytest.raises(QueryError, match="invalid time"):
        lexkit.train_leaves(few, minutes=minutes)  # type: ignore[arg-type]
    assert_refused(program("lexc", "leaves", str(few), "--minutes", "0"), 2, "0")


def test_training_for_a_time_at_the_shell(few: Path) -> None:
    done = program("lexc", "leaves", str(few), "--minutes", "0.01", "--rack-size", "2", "--json")
    assert done.returncode == 0, done.stderr
    stored = lexkit.open(few).core.file.leaves
    assert stored is not None
    assert stored.made["method"] == "census"
    assert 1 <= len(stored.made["rounds"]) <= 4
    # It says what it takes, and that less time is not enough.
    assert json.loads(done.stdout)["path"] == str(few)
    begin, *warnings = done.stderr.splitlines()
    assert begin == f"{few}: training by census, 0.01 minutes; adds 0.0 MB"
    # A slow machine sees few boards in this time.
    assert len(warnings) <= 1
    assert all(warning.endswith(f"lexc leaves {few} --remove") for warning in warnings)
    short = program("lexc", "leaves", str(few), "--minutes", "0.001")
    assert_refused(short, 3, "too little time to train: expected at least 0.0")
    assert stored.longest == 1
