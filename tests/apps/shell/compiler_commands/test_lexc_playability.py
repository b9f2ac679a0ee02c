"""lexc playability as a user meets it: columns in the file, sums beside it, going on after an interruption."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.apps.shell.lexc.playability import _show_progress
from tests import forked
from tests.apps.shell.shell import Ended, assert_refused, lexq, program
from tests.players.test_match import small_list
from tests.running import COMPILED

#: Number of games of a command.
GAMES = 40 if COMPILED else 4


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a small list."""
    (tmp_path / "few.gaddag").write_bytes(small_list(lexkit.lexicons.alphabet("english")).to_bytes())
    return tmp_path


def play(folder: Path, *more: str, games: int = GAMES) -> Ended:
    return program("lexc", "playability", "few.gaddag", "--games", str(games), *more, cwd=folder)


def done(folder: Path, *more: str, games: int = GAMES) -> dict[str, Any]:
    ended = play(folder, "--json", "-q", *more, games=games)
    assert (ended.returncode, ended.stderr) == (0, "")
    facts: dict[str, Any] = json.loads(ended.stdout)
    return facts


def test_columns(folder: Path) -> None:
    ended = play(folder)
    assert (ended.returncode, ended.stdout) == (0, "")
    first, most, *_ = [line for line in ended.stderr.splitlines() if not line.startswith("leave values")]
    assert first.startswith(f"few.gaddag: playability of {GAMES} games; ")
    assert most.startswith("  the most playable: ")
    lexicon = lexkit.open(folder / "few.gaddag")
    found = lexkit.playability(lexicon, GAMES)
    assert lexicon.column("playability")[:] == pytest.approx(found.values.round(2))
    assert lexicon.column("playability_error")[:] == pytest.approx(found.errors.round(2))
    ordered = [lexicon[rank] for rank in found.order.tolist()]
    assert lexicon.search("sort:playability_order").to_list() == ordered
    assert most.split()[3:] == ordered[:10]
    asked = lexq("-l", "few.gaddag", "search", "playability:>0 sort:-playability", "--limit", "3", cwd=folder)
    assert asked.stdout.split() == ordered[:3]
    assert lexicon.search("playability_order:1-5").to_list() == sorted(ordered[:5])


def test_more_games_go_on_and_workers_change_nothing(folder: Path) -> None:
    for name in ("whole", "parts", "forked"):
        (folder / name).mkdir()
        shutil.copy(folder / "few.gaddag", folder / name)
    facts = done(folder / "whole")
    assert facts["games"] == GAMES
    assert list(facts["best"].values()) == sorted(facts["best"].values(), reverse=True)
    assert done(folder / "parts", games=GAMES // 2)["games"] == GAMES // 2
    assert done(folder / "parts")["games"] == GAMES
    assert done(folder / "parts", games=1)["games"] == GAMES, "no game is forgotten"
    done(folder / "forked", "--processes", "2")
    for file in ("few.gaddag", "few.playability"):
        written = {(folder / name / file).read_bytes() for name in ("whole", "parts", "forked")}
        assert len(written) == 1
    assert done(folder / "whole", "-o", "other.gaddag")["sums"] == "other.playability"


def test_an_interrupted_command_goes_on(folder: Path) -> None:
    """Stopped by Ctrl-C after some games, it has saved them and left the lexicon alone."""
    before = (folder / "few.gaddag").read_bytes()
    stop = (
        "import lexkit.players.playability as module\n"
        "module._GAMES, play = 2, module.PlayabilityRun.play\n"
        "def interrupt(self, games, executor=None, progress=None):\n"
        "    def told(some):\n"
        "        progress(some)\n"
        "        if self.games >= 2: raise KeyboardInterrupt\n"
        "    play(self, games, 1, executor, told)\n"
        "module.PlayabilityRun.play = interrupt\n"
    )
    code = f"{stop}from lexkit.apps.shell.console import lexc; lexc()"
    stopped = forked.run(code, "playability", "few.gaddag", "--games", str(GAMES), cwd=folder, environment={})
    assert stopped.returncode == 130
    assert (folder / "few.gaddag").read_bytes() == before
    assert (folder / "few.playability").exists()
    assert done(folder)["games"] == GAMES
    whole = lexkit.playability(lexkit.open(folder / "few.gaddag"), GAMES)
    assert lexkit.open(folder / "few.gaddag").column("playability")[:] == pytest.approx(whole.values.round(2))


def test_sums_of_another_run_are_refused(folder: Path) -> None:
    done(folder, games=2)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    assert_refused(play(folder, "--seed", "2", games=2), 4, "has the playability of another run: found other seed")
    assert_refused(play(folder, "--rack-size", "6", games=2), 4, "found other rules; start over with --force")
    (folder / "few.playability").write_bytes(before[folder / "few.playability"][:-9])
    assert_refused(play(folder, games=2), 3, "few.playability: incomplete zstandard data")
    (folder / "few.playability").write_bytes(before[folder / "few.playability"])
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert done(folder, "--seed", "2", "--force", games=2)["seed"] == 2


def test_wrong_use(folder: Path) -> None:
    assert_refused(play(folder, "--processes", "2", "--cluster", "tcp://127.0.0.1:1"), 2, "exclude each other")
    assert_refused(play(folder, games=0), 2, "--games")
    empty = program("lexc", "playability", "english", cwd=folder)
    assert_refused(empty, 3, "cannot change this lexicon in place")


def test_progress(capsys: pytest.CaptureFixture[str]) -> None:
    """The games in all, with those of earlier commands, and the time left."""
    show = _show_progress(100, 200)
    show(60)
    show(40)
    first, last = capsys.readouterr().err.split("\r")
    assert first.startswith("160 of 200 games, about ")
    assert last == "200 of 200 games, about 0.0 minutes left \n"
