"""lexq autoplay as a user meets it."""

import json
import signal
import subprocess
import time
from pathlib import Path

from lexkit import Board
from tests.apps.shell.shell import LEXQ, assert_refused, lexq
from tests.running import each


def test_a_match_is_told(english: object) -> None:
    done = lexq("-l", "english", "autoplay", "--games", "2", "--first", "heuristic-1")
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.split()[:2] == ["heuristic-1", "greedy"]
    for word in ("wins", "mean score", "bingos", "2 games", "turns", "us a turn"):
        assert word in done.stdout
    alike = lexq("-l", "english", "autoplay", "--games", "1")
    assert "greedy 1" in alike.stdout
    assert "greedy 2" in alike.stdout


def test_json_and_positions(english: object, tmp_path: Path) -> None:
    target = tmp_path / "games.cgp"
    arguments = ["-l", "english", "autoplay", "-n", "2", "--seed", "3", "--positions", str(target), "--json"]
    done = lexq(*arguments)
    assert (done.stderr, done.returncode) == ("", 0)
    facts = json.loads(done.stdout)
    assert facts["games"] == 2
    assert facts["players"] == ["greedy", "greedy"]
    lines = target.read_text("utf-8").splitlines()
    assert len(lines) == facts["turns"]
    assert [Board.from_cgp(line).to_cgp() for line in lines] == lines
    again = json.loads(lexq(*arguments).stdout)
    assert again | {"seconds": 0} == facts | {"seconds": 0}
    assert target.read_text("utf-8").splitlines() == lines


def test_the_larger_board_has_the_larger_set(english: object, tmp_path: Path) -> None:
    target = tmp_path / "games.cgp"
    done = lexq("-l", "english", "autoplay", "-n", "1", "--layout", "super", "--positions", str(target))
    assert done.returncode == 0
    last = Board.from_cgp(target.read_text("utf-8").splitlines()[-1])
    assert last.layout.name == "super"
    assert len(last) > 150


@each(
    ("arguments", "code", "message"),
    [
        (["--first", "clever"], 3, "no such player"),
        (["--layout", "nowhere"], 3, "no such board layout"),
        (["--layout", "nowhere.toml"], 4, "nowhere.toml"),
        (["--positions", "/nowhere/at/all.cgp", "-n", "1"], 4, "/nowhere/at/all.cgp"),
        (["--games-json", "/nowhere/at/all.json", "-n", "1"], 4, "/nowhere/at/all.json"),
        (["--sprt", "0.6,0.5"], 2, "--sprt: expected 0 < low < high < 1, found 0.6 and 0.5"),
        (["--sprt", "five"], 2, "--sprt: expected LOW,HIGH such as 0.5,0.52 or 0elo,10elo, found 'five'"),
        (["--first", "gredy"], 3, "champion, champion:SECONDS or siu:COMMAND, found 'gredy'; did you mean greedy?"),
        (["--second", "champoin:2"], 3, "did you mean champion:2?"),
        (["--processes", "100000"], 2, "expected at most 256, found 100000: each takes memory"),
        (["--threads", "100000"], 2, "expected at most 256, found 100000: each takes memory"),
        (["--pairs", "1000000000000"], 2, "is not in the range"),
        (["--gcg", "/nowhere/at/all", "-n", "1"], 4, "/nowhere/at/all: the folder for it does not exist"),
        (["--resume", "/nowhere/run", "-n", "1"], 4, "cannot use this file of finished work"),
    ],
)
def test_errors_are_one_line(english: object, arguments: list[str], code: int, message: str) -> None:
    assert_refused(lexq("-l", "english", "autoplay", *arguments), code, message)


def test_options_that_exclude_each_other() -> None:
    for wrong in (["--games", "0"], ["--games", "2", "--pairs", "1"], ["--processes", "2", "--cluster", "tcp://x"]):
        assert lexq("autoplay", *wrong).returncode == 2


def test_an_interrupt_leaves_nothing_behind(english: object, tmp_path: Path) -> None:
    target = tmp_path / "games.cgp"
    arguments = ["-l", "english", "autoplay", "-n", "100000", "--positions", str(target)]
    running = subprocess.Popen(
        [*LEXQ, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while running.poll() is None and not any(tmp_path.iterdir()):
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert (out, err, running.returncode) == ("", "", 130)
    assert not any(tmp_path.iterdir())


def test_pairs_are_told(english: object, tmp_path: Path) -> None:
    done = lexq("-l", "english", "autoplay", "--first", "club", "--pairs", "2", "--sprt", "0.3,0.7")
    assert (done.stderr, done.returncode) == ("", 0)
    for text in ("4 games", "club won", "points a game", "2 pairs of 2 diverged", "30.00% or 70.00%: "):
        assert text in done.stdout
    alike = lexq("-l", "english", "autoplay", "--pairs", "2")
    assert "0 pairs of 2 diverged\n" in alike.stdout


def test_games_are_kept_and_work_goes_on(english: object, tmp_path: Path) -> None:
    arguments = ["-l", "english", "autoplay", "--pairs", "2", "--json"]
    kept = ["--gcg", str(tmp_path / "gcg"), "--games-json", str(tmp_path / "games.jsonl")]
    first = json.loads(lexq(*arguments, *kept, "--resume", str(tmp_path / "run")).stdout)
    assert set(first) >= {"games", "share", "interval", "mean", "deviation", "seconds", "pairs", "divergent", "ends"}
    assert first["games"] == 4
    assert sorted(path.name for path in (tmp_path / "gcg").iterdir()) == [f"{number:06}.gcg" for number in range(4)]
    lines = (tmp_path / "games.jsonl").read_text("utf-8").splitlines()
    assert [sum(json.loads(line)["scores"]) > 0 for line in lines] == [True] * 4
    checked = lexq("gcg", "check", *(str(path) for path in (tmp_path / "gcg").iterdir()))
    assert (checked.stdout, checked.returncode) == ("", 0)
    again = json.loads(lexq(*arguments, *kept, "--resume", str(tmp_path / "run")).stdout)
    assert again | {"seconds": 0} == first | {"seconds": 0}
    other = lexq(*arguments, "--seed", "1", "--resume", str(tmp_path / "run"))
    assert_refused(other, 4, "the file belongs to another job")


def test_a_match_is_autoplay_in_pairs(english: object, tmp_path: Path) -> None:
    """The same figures, and it goes on from what is done."""
    file = str(tmp_path / "match.db")
    asked = [["match", "greedy", "heuristic-1", "--pairs", "2", "--resume", file, "--json"]] * 2
    asked.append(["autoplay", "--first", "greedy", "--second", "heuristic-1", "--pairs", "2", "--json"])
    told = [json.loads(lexq("-l", "english", *arguments).stdout) for arguments in asked]
    assert told[0]["games"] == 4
    assert [each | {"seconds": 0} for each in told] == [told[0] | {"seconds": 0}] * 3
    assert_refused(lexq("-l", "english", "match", "greedy"), 2, "OTHER")
    assert_refused(lexq("-l", "english", "match", "greedy", "champion:soon"), 3, "invalid time")
