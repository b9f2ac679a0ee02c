"""``lexq gcg analyse``: pages, folders, games over time, Parquet."""

import csv
import importlib.util
import os
import re
import shutil
from pathlib import Path

import pytest

import lexkit
from lexkit.apps.shell.lexq.gcg_report_tables import turn_lines
from tests.apps.shell.shell import assert_refused, first_lines, json_lines, lexq
from tests.running import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="every turn of a game is analysed with the whole list")
FOLDER = Path(__file__).parents[3] / "golden" / "gcg"
GOOD = FOLDER / "standard.gcg"
ANALYSE = ("-l", "english", "gcg", "analyse")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of three games, one of which cannot be read."""
    folder = tmp_path_factory.mktemp("games")
    shutil.copy(GOOD, folder / "b.gcg")
    shutil.copy(GOOD, folder / "a.GCG")
    shutil.copy(FOLDER / "binary.gcg", folder / "c.gcg")
    (folder / "notes.txt").write_text("no game")
    return folder


def test_a_folder_is_a_table_by_player_over_time(games: Path) -> None:
    done = lexq(*ANALYSE, str(games))
    assert done.returncode == 3
    assert "c.gcg:1: text: expected a record in GCG" in done.stderr
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[2] for line in lines[1:5]] == ["a.GCG", "b.gcg", "a.GCG", "b.gcg"]
    rows = json_lines(*ANALYSE, str(games / "a.GCG"), str(games / "b.gcg"), "--games", "--json")
    report = lexkit.read_gcg(GOOD, lexkit.open("english")).report()
    assert [(row["name"], row["game"], row["mistake_index"]) for row in rows] == [
        (player.name, game, player.mistake_index) for game in (1, 2) for player in report.players
    ]
    assert [row["mean_mistake_index"] for row in rows] == [row["mistake_index"] for row in rows]
    table = list(csv.DictReader(lexq(*ANALYSE, str(GOOD), "--games", "--csv").stdout.splitlines()))
    assert [row["luck"] for row in table] == [str(round(player.luck, 4)) for player in report.players]


def test_a_page(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert lexq(*ANALYSE, str(GOOD), "--html", str(path)).returncode == 0
    report = lexkit.read_gcg(GOOD, lexkit.open("english")).report()
    assert path.read_text("utf-8") == report.to_html("standard.gcg: Ann Archer v. Bob Baker")
    assert lexq(*ANALYSE, str(games), "--html", str(path)).returncode == 3
    assert path.read_text("utf-8").count("<h2>") == 2


@pytest.mark.skipif(os.name == "nt", reason="a POSIX pipe")
def test_a_page_is_there_however_little_of_the_table_is_read(tmp_path: Path) -> None:
    """Found: with ``| head -1`` there was no page."""
    path = tmp_path / "report.html"
    first_lines("gcg", "analyse", str(GOOD), "--html", str(path))
    assert "<h1>" in path.read_text("utf-8")


def test_parquet(tmp_path: Path) -> None:
    path = tmp_path / "turns.parquet"
    if importlib.util.find_spec("pyarrow") is None:
        assert_refused(lexq(*ANALYSE, str(GOOD), "--parquet", str(path)), 3, "pyarrow is not installed")
        return
    import pyarrow.parquet

    assert lexq(*ANALYSE, str(GOOD), "--parquet", str(path)).returncode == 0
    rows = json_lines(*ANALYSE, str(GOOD), "--json")
    found = pyarrow.parquet.read_table(path).to_pylist()
    assert [row["action"] for row in found] == [row["action"] for row in rows]
    assert [row["win_loss"] for row in found] == [row["win_loss"] for row in rows]


def test_refusals(tmp_path: Path) -> None:
    assert_refused(lexq(*ANALYSE, str(tmp_path)), 2, "no games (*.gcg) in this folder")
    for wrong in (("--players", "--games"), ("--csv", "--parquet", "x")):
        assert_refused(lexq(*ANALYSE, str(GOOD), *wrong), 2, "exclude each other")


def test_no_zero_has_a_minus() -> None:
    """Found: ``-0.0%`` of a game that was lost anyway, and a luck of ``-0``."""
    report = lexkit.Match(lexkit.open("english"), "static", "casual", seed=2).game(0).report()
    turns = report.turns
    assert any(turn.cost is not None and 0 < turn.cost.win_loss < 0.0005 for turn in turns)
    assert any(turn.luck is not None and -0.5 < turn.luck < 0 for turn in turns)
    texts = ["".join(turn_lines(report)), re.sub("<svg.*?</svg>", "", report.to_html("")).replace("<", " ")]
    assert [re.findall(r"(?<![\w.])-0(?:\.0)?%?(?![\w.])", text) for text in texts] == [[], []]
