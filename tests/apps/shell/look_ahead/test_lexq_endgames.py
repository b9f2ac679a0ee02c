"""lexq endgame and preendgame as a user meets them."""

from pathlib import Path

import pytest

import lexkit
from tests.apps.shell.shell import assert_refused, json_lines, lexq, on_terminal


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("games")
    rows = "6VILL5/9A5/8QI5/7PUR5/7OI1L4/7OM1E2J1/2C5SWOT1E1/1jUVENAL1UNITER/2BI1OX2DEB1R1/1HES1HEIDS1IOS1"
    rows += "/1I1NA2N2KA3/2WONT1T1GAE3/2AMA1YE1OE1P2/oOFY1TUN1ADZE2/RIF4T1D1AGRE"
    (made / "end.cgp").write_text(f"{rows} GR/C 387/366 0\n{rows} GR/ 387/366 0\n", "utf-8")
    one = "EUOI3D7/1PETTO1R1CODAS1/5FLAX3HUI/7WIRETAP1/6ON2V4/5JO3I4/5UT3R4/3AFTIE1CAVERN/3MAED3t2E1/1QuAG3T1E2E1/"
    one += "4SIRIH1D2N1/7ME4G1/7BY4A1/7U5G1/7E1BILLER AINNOOZ/ 352/343 0"
    (made / "one.cgp").write_text(f"{one}\n", "utf-8")
    return made


def test_each_endgame_is_a_line(folder: Path) -> None:
    done = lexq("-l", "english", "endgame", str(folder / "end.cgp"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["+12\texact\tO14 R. +2\tpass\tO13 G.. +4"] * 2
    one = lexq("-l", "english", "endgame", str(folder / "end.cgp"), "--plies", "1").stdout.splitlines()[0].split("\t")
    assert one[1] == "1 ply"


def test_threads_give_the_same_line(folder: Path) -> None:
    done = lexq("-l", "english", "endgame", str(folder / "end.cgp"), "--threads", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["+12\texact\tO14 R. +2\tpass\tO13 G.. +4"] * 2
    for number, message in (
        ("0", "is not in the range"),
        ("257", "expected at most 256, found 257: each takes memory"),
    ):
        assert_refused(lexq("-l", "english", "endgame", str(folder / "end.cgp"), "--threads", number), 2, message)


def test_an_endgame_as_json(folder: Path) -> None:
    first, second = json_lines("-l", "english", "endgame", str(folder / "end.cgp"), "--json", "--time", "60")
    board = lexkit.Board.from_cgp((folder / "end.cgp").read_text("utf-8").splitlines()[0])
    solution = lexkit.solve(board, lexkit.open("english"))
    assert first == {
        "position": 1,
        "spread": 12,
        "move": "O14 R.",
        "line": ["O14 R.", "pass", "O13 G.."],
        "depth": solution.depth,
        "exact": True,
        "nodes": solution.nodes,
        "stopped": "",
    }
    assert second == {**first, "position": 2}


def test_each_move_of_a_pre_endgame_is_a_line(folder: Path) -> None:
    arguments = ["--move", "6J ZINNIA", "-m", "pass", "--plies", "1"]
    done = lexq("-l", "english", "preendgame", str(folder / "one.cgp"), *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert {line[0] for line in lines} == {"6J Z.NNIA", "pass"}
    for line in lines:
        # One turn ahead some draws are open; they are expected to win, and not shown as wins.
        assert int(line[1]) < 8
        assert (int(line[1]) + int(line[4]), line[2:4], line[5]) == (8, ["0", "0"], "1.0000")
        assert line[7] == ("1 ply, greedy opponent" if line[0] == "pass" else "1 ply")
    facts = json_lines("-l", "english", "preendgame", str(folder / "one.cgp"), *arguments, "--json", "-n", "1")
    assert [fact["move"] for fact in facts] == [lines[0][0]]
    assert not facts[0]["exact"]
    assert facts[0]["open"] == int(lines[0][4])
    assert set(facts[0]) == {
        *("position", "move", "wins", "ties", "losses", "open", "win", "spread"),
        *("depth", "exact", "assumes", "stopped"),
    }
    assert f"{facts[0]['spread']:+.1f}" == lines[0][6]


def test_a_known_rack_leaves_one_way_to_draw(folder: Path) -> None:
    """Of eight unseen tiles the opponent has seven, so the bag is known; and to the end all is certain."""
    text = (folder / "one.cgp").read_text("utf-8").replace("AINNOOZ/", "AINNOOZ/LNOSSWY")
    (folder / "known.cgp").write_text(text, "utf-8")
    arguments = ["--move", "6J ZINNIA", "-m", "pass", "--plies", "62"]
    lines = lexq("-l", "english", "preendgame", str(folder / "known.cgp"), *arguments).stdout.splitlines()
    assert [sum(map(int, line.split("\t")[1:5])) for line in lines] == [1, 1]
    assert {line.split("\t")[7] for line in lines} == {"exact", "to the end, greedy opponent"}


def test_on_a_terminal(folder: Path) -> None:
    drawn = on_terminal("-l", "english", "endgame", str(folder / "end.cgp"), NO_COLOR="1")
    assert drawn.startswith("+12 exact, ")
    assert "  O14 R. +2\n      pass\n  O13 G.. +4\n" in drawn.replace("\r\n", "\n")
    table = on_terminal(
        "-l", "english", "preendgame", str(folder / "one.cgp"), "-m", "6J ZINNIA", "-p", "1", NO_COLOR="1"
    )
    assert "wins" in table.splitlines()[0]
    assert "6J Z.NNIA" in table


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["endgame", "one.cgp"], "lexq preendgame takes 1 to 4 tiles in the bag"),
        (
            ["preendgame", "end.cgp"],
            "bag: not a pre-endgame: expected 1 to 4 tiles in the bag, found 0; lexq endgame takes an",
        ),
        (["preendgame", "one.cgp", "-m", "8H XYZ"], "8H"),
        (["endgame", "end.cgp", "--memory", "99999999"], "memory: there is not enough memory: expected at most"),
    ],
)
def test_what_is_wrong_is_one_line(folder: Path, arguments: list[str], message: str) -> None:
    command, name, *others = arguments
    assert_refused(lexq("-l", "english", command, str(folder / name), *others), 3, message)
