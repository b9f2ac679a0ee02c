"""``lexq gcg``: faults as compilers write them, repairs, turns and boards."""

import csv
import json
from pathlib import Path

import numpy as np

import lexkit
from lexkit.apps.shell.lexq.gcg_report_tables import TURN
from lexkit.formats.leaves_section import StoredLeaves, leave_count
from tests.apps.shell.shell import assert_refused, json_lines, lexq, on_terminal
from tests.running import FULL

FOLDER = Path(__file__).parents[3] / "golden" / "gcg"
GOOD, BAD = str(FOLDER / "standard.gcg"), str(FOLDER / "total.gcg")


def test_check(tmp_path: Path) -> None:
    done = lexq("gcg", "check", GOOD)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = lexq("gcg", "check", GOOD, BAD, str(FOLDER / "binary.gcg"))
    assert done.returncode == 3
    assert done.stdout.splitlines() == [
        f"{BAD}:6: total: expected 52, found 53",
        f"{FOLDER / 'binary.gcg'}:1: text: expected a record in GCG, found a byte 0",
    ]
    fault = {"file": BAD, "line": 6, "rule": "total", "expected": "52", "found": "53"}
    assert json_lines("gcg", "check", BAD) == [fault]
    done = lexq("gcg", "check", BAD, str(tmp_path / "missing.gcg"))
    assert (done.returncode, done.stdout.count("\n"), done.stderr.count("\n")) == (4, 1, 1)


def test_a_folder_means_its_games(tmp_path: Path) -> None:
    """Found: ``check`` refused the folder that ``analyse`` took."""
    (tmp_path / "b.gcg").write_bytes(Path(BAD).read_bytes())
    (tmp_path / "a.GCG").write_bytes(Path(GOOD).read_bytes())
    (tmp_path / "notes.txt").write_text("no game")
    done = lexq("gcg", "check", str(tmp_path))
    assert (done.returncode, done.stdout) == (3, f"{tmp_path / 'b.gcg'}:6: total: expected 52, found 53\n")
    assert lexq("gcg", "check", "--fix", str(tmp_path)).returncode == 0
    (tmp_path / "empty").mkdir()
    assert_refused(lexq("gcg", "check", str(tmp_path / "empty")), 2, "no games (*.gcg) in this folder")


def test_fix(tmp_path: Path) -> None:
    copy = tmp_path / "copy.gcg"
    copy.write_bytes(Path(BAD).read_bytes())
    done = lexq("gcg", "check", "--fix", str(copy))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{copy}:6: total: was 53, is 52 (repaired)\n"
    assert copy.read_bytes() == Path(GOOD).read_bytes()


def test_show() -> None:
    lines = lexq("gcg", "show", GOOD).stdout.splitlines()
    assert lines[0] == "  1 Ann Archer AEHMNN?   8D HANgMEN               +80    80"
    assert lines[-2] == "    Bob Baker            at the end                +8   358"
    assert lines[-1] == "Ann Archer 433, Bob Baker 358 (over: out)"
    challenged = lexq("gcg", "show", str(FOLDER / "five_points.gcg")).stdout.splitlines()
    assert challenged[3:5] == [
        "  4 Bob Baker  RRUU      challenge BRIM ZINEB      +0    33",
        "    Ann Archer           by the challenge          +5   121",
    ]
    taken_back = lexq("gcg", "show", str(FOLDER / "phoney_taken_back.gcg")).stdout.splitlines()
    assert taken_back[2] == "    Ann Archer           by the challenge         -80     0"
    done = lexq("gcg", "show", GOOD, "--turn", "1")
    assert " 8  = . . H A N g M E N . . . . =" in done.stdout.replace("' ", ". ")
    assert done.stdout.splitlines()[-2:] == ["  Ann Archer 80", "* Bob Baker 0 EIRRUUZ"]
    [facts] = json_lines("gcg", "show", GOOD, "--turn", "2")
    assert (facts["scores"], facts["to_move"], facts["over"]) == ([80, 33], 0, False)
    turns = json_lines("gcg", "show", GOOD)
    assert len(turns) == 23
    assert json.dumps(turns[0]["totals"]) == "[80, 0]"


def test_refusals() -> None:
    for arguments, code in (
        (["show", GOOD, "--turn", "99"], 3),
        (["show", BAD, "--strict"], 3),
        (["show", BAD, "--turn", "-1"], 2),
        (["check"], 2),
        (["analyze"], 2),
    ):
        done = lexq("gcg", *arguments)
        assert (done.returncode, done.stdout) == (code, "")
        assert len(done.stderr.splitlines()) < 8
    told = lexq("gcg", "show", BAD, "--strict").stderr
    assert f"{BAD}: line 6: total: expected 52, found 53; the same command without --strict and the page" in told


def test_a_record_with_faults_is_shown_and_converted(tmp_path: Path) -> None:
    """Found: one miscounted play, and show, convert and analyse refused the record."""
    name = str(FOLDER / "miscounted.gcg")
    fault = f"{name}:3: score: expected +14, found +15\n"
    done = lexq("gcg", "show", name)
    assert (done.returncode, done.stderr) == (3, fault)
    assert done.stdout.splitlines() == [
        "  1 Ann ACERSTV   8G CARES                 +14    14",
        "  2 Bob AIOSTUV   I7 A.IOS                  +7     7",
        "Ann 14, Bob 7 (not over)",
        "Ann 15, Bob 7 (in the record)",
    ]
    board = lexq("gcg", "show", name, "--turn", "2")
    assert (board.returncode, board.stderr, board.stdout.splitlines()[-1]) == (3, fault, "  Bob 7 TUV")
    game, again = tmp_path / "game.json", tmp_path / "again.gcg"
    done = lexq("gcg", "convert", name, "-o", str(game))
    assert (done.returncode, done.stdout, done.stderr) == (3, "", fault)
    assert lexkit.read_cgh(game).scores == (14, 7)
    assert lexq("gcg", "convert", name, "-o", str(again)).returncode == 3
    assert again.read_bytes() == Path(name).read_bytes()
    done = lexq("-l", "english", "gcg", "analyse", name, "--csv")
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (3, fault, 3)
    game.unlink()
    for command in (["show"], ["convert", "-o", str(game)], ["analyse"]):
        done = lexq("-l", "english", "gcg", *command, name, "--strict")
        assert (done.returncode, done.stdout) == (3, "")
        assert "score: expected +14, found +15" in done.stderr
    assert not game.exists()


def test_a_record_is_read_up_to_a_line_that_cannot_be_followed() -> None:
    name = str(FOLDER / "occupied_square.gcg")
    done = lexq("gcg", "show", name)
    assert done.returncode == 3
    assert done.stdout.splitlines()[3:] == [
        "Ann Archer 116, Bob Baker 33 (not over)",
        "Ann Archer 433, Bob Baker 358 (in the record)",
    ]
    assert done.stderr == f"{name}:6: place: expected what the rules allow, found the square holds A already, not R\n"


def test_show_says_how_the_racks_count() -> None:
    for name, end in (
        ("end_penalty_only", "Ann 425, Bob 412 (over: out, racks count penalty)"),
        ("end_penalty_first", "Ann 425, Bob 422 (over: out, racks count each)"),
        ("end_penalty_and_double", "Ann 425, Bob 432 (over: out, racks count both)"),
        ("end_once", "Ann 435, Bob 422 (over: out, racks count once)"),
        ("end_time_first", "Ann 425, Bob 432 (over: out)"),
    ):
        done = lexq("gcg", "show", str(FOLDER / f"{name}.gcg"))
        assert (done.returncode, done.stderr, done.stdout.splitlines()[-1]) == (0, "", end)


def test_analyse(tmp_path: Path) -> None:
    """Turns, then players, in every format; what cannot be read is told and does not stop the others."""
    few = tmp_path / "few.gaddag"
    lexkit.build(["HANGMEN", "NAG", "GAME", "ME"], tmp_path / "plain.gaddag")
    values = np.random.default_rng(2).normal(0, 900, leave_count(26, 2)).astype(np.int16)
    values[0] = 0
    lexkit.attach(tmp_path / "plain.gaddag", few, leaves=StoredLeaves(26, 2, 250, values))
    lexicon = lexkit.open(few)
    expected = lexkit.analyse(lexkit.read_gcg(GOOD, lexicon))
    command = ["-l", str(few), "gcg", "analyse"]
    rows = json_lines(*command, GOOD, "--jsonl")
    assert len(rows) == len(expected.turns)
    first = expected.turns[0]
    assert first.cost is not None
    known = first._asdict() | first.cost._asdict() | {"file": GOOD, "turn": 1, "phony": [], "luck": rows[0]["luck"]}
    assert rows[0] == {name: known[name] for name in TURN}
    table = list(csv.DictReader(lexq(*command, GOOD, "--csv").stdout.splitlines()))
    assert [row["action"] for row in table] == [turn.action for turn in expected.turns]
    assert [row["loss"] for row in table] == ["" if turn.loss is None else str(turn.loss) for turn in expected.turns]
    assert [tuple(filter(None, row["phony"].split("/"))) for row in table] == [turn.phony for turn in expected.turns]
    text = lexq(*command, GOOD).stdout.splitlines()
    assert max(map(len, text)) <= 80
    assert text[0].split() == ["turn", "player", "rack", "play", "points", "lost", "win", "luck", "grade"]
    assert text[1].startswith("   1 Ann Archer AEHMNN? 8D HANgMEN      80  0.0  0%")
    assert [line.split()[0] for line in text if line[:4].strip().isdigit()] == [str(t.number) for t in expected.turns]
    assert "not challenged" in text[3]
    assert text[text.index("") + 1].split()[:5] == ["player", "games", "won", "turns", "best"]
    over_time = lexq(*command, GOOD, str(FOLDER / "standard.gcg"), "--games").stdout.splitlines()
    assert over_time[0].split()[:4] == ["player", "game", "won", "points"]
    assert [line.split()[:3] for line in over_time[1:]] == [
        [*name.split(), "standard.gcg"] for name in ("Ann Archer", "Bob Baker") for _ in range(2)
    ]
    both = json_lines(*command, GOOD, str(FOLDER / "standard.gcg"), "--players", "--json")
    assert [player["games"] for player in both] == [2, 2]
    assert both[0]["phonies"] == 2 * expected.players[0].phonies
    summary = lexq(*command, GOOD, "--players", "--csv").stdout.splitlines()
    assert summary[0].startswith("name,games,won,score,turns,compared,best_found,loss,mean_loss")
    done = lexq(*command, str(FOLDER / "binary.gcg"), GOOD, BAD, str(tmp_path / "missing.gcg"), "--players", "--json")
    assert done.returncode == 4
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr.splitlines()[:2] == [
        f"{FOLDER / 'binary.gcg'}:1: text: expected a record in GCG, found a byte 0",
        f"{BAD}:6: total: expected 52, found 53",
    ]
    assert lexq(*command, str(FOLDER / "binary.gcg")).returncode == 3
    # All records, by processes: games travel whole, challenges, racks and ends among them.
    every = [str(path) for path in sorted(FOLDER.glob("*.gcg"))[:: 1 if FULL else 4]]
    alone, shared = (lexq(*command, *every, "--json", *more) for more in ([], ["--processes", "2"]))
    assert len(alone.stdout.splitlines()) > (100 if FULL else 25)
    assert (shared.stdout, shared.stderr, shared.returncode) == (alone.stdout, alone.stderr, alone.returncode)


def test_analyse_refuses_a_cluster_that_is_not_there() -> None:
    command = ("gcg", "analyse", GOOD)
    both = lexq(*command, "--processes", "2", "--cluster", "tcp://127.0.0.1:1")
    assert (both.returncode, both.stdout) == (2, "")
    assert "exclude each other" in both.stderr


def test_games_are_converted(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = lexq("gcg", "convert", GOOD, "-o", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert path.read_text("utf-8") == lexkit.read_gcg(GOOD).to_cgh()
    again = tmp_path / "again.gcg"
    assert lexq("gcg", "convert", str(path), "-o", str(again)).returncode == 0
    assert again.read_text("utf-8") == lexkit.read_gcg(GOOD).to_gcg(anew=True)
    path.write_text("{}", "utf-8")
    done = lexq("gcg", "convert", str(path), "-o", str(again))
    assert (done.returncode, done.stdout) == (3, "")
    assert "not a record in CGH" in done.stderr


def test_analyse_says_once_whose_leave_values_it_uses(tmp_path: Path) -> None:
    few = tmp_path / "few.gaddag"
    lexkit.build(["AB"], few)
    told = "leave values of the bundled English list; lexc leaves few.gaddag trains its own"
    done = lexq("-l", str(few), "gcg", "analyse", GOOD)
    assert done.returncode == 0
    assert (done.stdout + done.stderr).lower().replace("\n", " ").count(told.lower()) == 1
    for options in (["--csv"], ["--players"], ["--games", "--json"]):
        done = lexq("-l", str(few), "gcg", "analyse", GOOD, *options)
        assert (done.returncode, done.stderr) == (0, f"{told}\n")
    assert told not in lexq("gcg", "analyse", GOOD, "--csv").stderr
    assert lexq("gcg", "analyse", GOOD, "--csv", "--json").returncode == 2


def test_a_record_on_standard_input() -> None:
    good, bad = Path(GOOD).read_text("utf-8"), Path(BAD).read_text("utf-8")
    for command in ("check", "show", "analyse"):
        named = lexq("-l", "english", "gcg", command, GOOD)
        piped = lexq("-l", "english", "gcg", command, "-", stdin=good)
        assert (piped.returncode, piped.stdout, piped.stderr) == (0, named.stdout, "")
    done = lexq("gcg", "check", "-", stdin=bad)
    assert (done.returncode, done.stdout) == (3, "-:6: total: expected 52, found 53\n")
    assert_refused(lexq("gcg", "check", "--fix", "-", stdin=bad), 2, "--fix changes files in place")
    assert lexq("-l", "english", "gcg", "analyse", "-", stdin="").stderr.startswith("-:1: line: expected a record")


def test_a_file_without_a_name() -> None:
    for command in ("check", "show", "analyse"):
        assert_refused(lexq("-l", "english", "gcg", command, ""), 4, "not a path of a record")


def test_an_analysis_at_40_columns() -> None:
    wide = lexq("-l", "english", "gcg", "analyse", GOOD).stdout
    narrow = on_terminal("-l", "english", "gcg", "analyse", GOOD, COLUMNS="40", NO_COLOR="1")
    assert max(map(len, narrow.splitlines())) <= 40
    assert sorted(set(wide.split())) == sorted(set(narrow.split()))
