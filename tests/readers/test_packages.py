"""What a program in another language adds to itself: the crate for Rust. Each is tried where its tools are."""

import base64
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from readers.make_conformance import FILE, SMALL

READERS = FILE.parent


def run(*command: str | Path, folder: Path, typed: str = "", **variables: str) -> str:
    """Run a command in a folder, and return what it printed."""
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, cwd=folder, env=environment, input=typed, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def require(*programs: str) -> None:
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        pytest.skip(f"not tried without {', '.join(missing)}")


def assert_played(told: str) -> None:
    """The example at a terminal shows the board and both players' turns, and ends with the record."""
    assert "8 = . . ' . . . - . . . ' . . =" in told
    assert "computer: " in told
    record = told[told.index("#player1 You You\n#player2 Computer Computer\n") :]
    assert re.search(r"^>Computer: \S+ \w+ \S+ \+\d+ \d+$", record, re.M)


#: Somebody who asks for a hint, makes a mistake, takes turns back and passes till the end.
TYPED = "hint\nnonsense\n-\n-\nundo\n" + "-\n" * 99


def test_the_small_lexicon_is_the_english_one_of_the_conformance_file() -> None:
    (data,) = [about["file"] for about in json.loads(FILE.read_text("utf-8"))["lexicons"] if about["name"] == "english"]
    assert SMALL.read_bytes() == base64.b64decode(data)


@pytest.mark.sweep
def test_the_crate(tmp_path: Path) -> None:
    """It passes its tests, among them the program of its README, and those of Rust's tools."""
    require("cargo", "cc")
    crate = READERS / "rust"
    fetched = subprocess.run(["cargo", "fetch", "--locked"], cwd=crate, capture_output=True, check=False, text=True)
    if fetched.returncode:
        assert re.search("failed to (download|get)|network", fetched.stderr), fetched.stderr
        pytest.skip("not tried without the crates that it is built and tested with")

    def cargo(*words: str | Path, typed: str = "") -> str:
        return run("cargo", *words, folder=crate, typed=typed, CARGO_TARGET_DIR=str(tmp_path), CARGO_NET_OFFLINE="true")

    told = cargo("test", "--locked", "--quiet")
    assert len(re.findall(r"^test result: ok", told, re.M)) == 4, told
    assert_played(cargo("run", "--locked", "--quiet", "--example", "play", "--", SMALL, "casual", typed=TYPED))
    if shutil.which("cargo-clippy") and shutil.which("rustfmt"):
        cargo("clippy", "--locked", "--quiet", "--all-targets", "--", "-D", "warnings")
        cargo("fmt", "--check")
