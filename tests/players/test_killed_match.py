"""A match that is killed goes on where it was: no game is lost, and none counted twice."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import lexkit
from lexkit import Match, lexicons
from lexkit.players.autoplay import play_many_games
from tests.players.test_match import small_list

PAIRS = 4
#: ``lexq match``, a pair a piece, which is killed while it writes the third: a part of that is in the file already.
KILLED = """
import os, signal, sqlite3, sys
from lexkit.apps.shell.console import lexq
from lexkit.players.autoplay import play_many_games
from lexkit.runtime.workers.resume_after_stop import DonePieces

play_many_games._PYTHON_GAMES, play_many_games._BLOCKS = 2, 1
keep, kept = DonePieces.keep, []

def keep_or_die(self, piece, result):
    if len(kept) == 2:
        database = sqlite3.connect(self.path)
        database.execute("PRAGMA cache_size = 1")
        database.execute("INSERT INTO pieces VALUES (?, ?)", (piece, "half of it" * 100_000))
        os.kill(os.getpid(), signal.SIGKILL)
    keep(self, piece, result)
    kept.append(piece)

DonePieces.keep = keep_or_die
sys.exit(lexq())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_killed_match_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "few.gaddag").write_bytes(small_list(lexicons.alphabet("english")).to_bytes())
    file = tmp_path / "match.db"
    command = ["-l", str(tmp_path / "few.gaddag"), "match", "greedy", "heuristic-1", "--pairs", str(PAIRS)]
    child = subprocess.run(
        [sys.executable, "-c", KILLED, *command, "--resume", str(file)],
        capture_output=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert child.returncode == -signal.SIGKILL, child.stderr
    assert Path(f"{file}-journal").stat().st_size > 0

    monkeypatch.setattr(play_many_games, "_PYTHON_GAMES", 2)
    monkeypatch.setattr(play_many_games, "_BLOCKS", 1)
    played: list[int] = []
    original = Match.game
    monkeypatch.setattr(Match, "game", lambda match, number: played.append(number) or original(match, number))
    lexicon = lexkit.open(tmp_path / "few.gaddag")
    match = Match(lexicon, "greedy", "heuristic-1", paired=True)
    again = match.tally(2 * PAIRS, resume=file)
    assert played == list(range(4, 2 * PAIRS))
    assert again.games == 2 * PAIRS
    played.clear()
    whole = match.tally(2 * PAIRS)
    assert played == list(range(2 * PAIRS))
    assert again.to_json() == whole.to_json()
    database = sqlite3.connect(file)
    assert database.execute("SELECT count(*), count(DISTINCT piece) FROM pieces").fetchone() == (PAIRS, PAIRS)
    database.close()
