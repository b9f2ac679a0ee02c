"""``lexq gcg infer``: the tiles that a player may have kept, as :func:`lexkit.infer` finds them."""

from pathlib import Path

import pytest

import lexkit
from tests.apps.shell.shell import assert_refused, json_lines, lexq, on_terminal
from tests.running import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="leaves are evaluated with the whole list")
INFER = ("-l", "english", "gcg", "infer")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A play that keeps a tile, an exchange, a pass, a play that is challenged off, and one of all tiles."""
    game = lexkit.Game(lexkit.open("english"), ("Ann", "Bob"), rules=lexkit.Rules(challenge="single"), dealt=False)
    turns = [
        ("MUZAKYE", "8H MUZAKY"),
        ("RETAINS", "-AI"),
        ("EEIOQUV", "-"),
        ("RETSNBB", "M7 R.TBS"),
        ("EEIOQUV", "challenge"),
        ("EEIOQUV", "-EIOU"),
        ("RETSNBB", "pass"),
    ]
    for rack, action in turns:
        game.set_rack(game.to_move, rack)
        game.act(lexkit.Action.read(action))
    path = tmp_path_factory.mktemp("records") / "game.gcg"
    path.write_text(game.to_gcg(), "utf-8")
    return str(path)


def test_rows(record: str) -> None:
    """Tiles, then leaves, each with its chance and that of tiles drawn by chance."""
    expected = lexkit.infer(lexkit.Board(), "RETAINS", "8H MUZAKY", lexicon=lexkit.open("english"))
    rows = [("tile", tile, *chances) for tile, chances in expected.tiles.items()]
    rows += [("leave", str(one), expected.chance(one), expected.usual(one)) for one in expected.ways]
    lines = ["\t".join((kind, tiles, f"{chance:.6f}", f"{usual:.6f}")) for kind, tiles, chance, usual in rows]
    assert lexq(*INFER, record, "--turn", "1").stdout.splitlines() == lines
    (facts,) = json_lines(*INFER, record, "--turn", "1", "--top", "2")
    assert facts["leaves"] == [
        {"leave": str(one), "chance": round(expected.chance(one), 6), "usual": round(expected.usual(one), 6)}
        for one in list(expected.ways)[:2]
    ]
    assert [row["tile"] for row in facts["tiles"]] == list(expected.tiles)
    del facts["leaves"], facts["tiles"]
    assert facts == {
        "turn": 1, "player": "Ann", "action": "8H MUZAKY", "fitting": 22, "exact": True, "margin": 0.0
    }  # fmt: skip


def test_on_a_terminal(record: str) -> None:
    said = on_terminal(*INFER, record, "--turn", "1", "--top", "3", NO_COLOR="1")
    assert "turn 1, Ann: 8H MUZAKY: 22 leaves fit" in said
    assert "chance  usual" in said
    assert max(map(len, said.splitlines())) <= 80
    said = on_terminal(*INFER, record, "--turn", "1", "--margin", "30", NO_COLOR="1")
    assert "if the play may be 30 points worse than the best" in " ".join(said.split())


def test_the_last_turn_that_reveals_something(tmp_path: Path) -> None:
    game = lexkit.Game(lexkit.open("english"), ("Ann", "Bob"), dealt=False)
    game.set_rack(0, "MUZAKYE")
    game.play("8H MUZAKY")
    game.pass_turn()
    (tmp_path / "game.gcg").write_text(game.to_gcg(), "utf-8")
    (facts,) = json_lines(*INFER, str(tmp_path / "game.gcg"))
    assert (facts["turn"], facts["player"], facts["action"]) == (1, "Ann", "8H MUZAKY")


def test_an_exchange(record: str) -> None:
    (facts,) = json_lines(*INFER, record, "--turn", "6", "--leaves", "1500")
    assert (facts["player"], facts["action"], facts["exact"]) == ("Ann", "-EIOU", False)
    assert {len(row["leave"]) for row in facts["leaves"]} == {3}


def test_tiles_that_a_challenge_has_shown(record: str) -> None:
    done = lexq(*INFER, record, "--turn", "5")
    assert done.stdout.splitlines()[-1] == "leave\tBRST\t1.000000\t-"
    assert "a challenge has shown tiles of Bob" in on_terminal(*INFER, record, "--turn", "5")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--turn", "3"), 1, "lexq: turn 3, -, reveals nothing of the tiles kept"),
        (("--turn", "8"), 3, "no such turn: expected 1 to 7, found 8"),
        (("--turn", "1", "--margin", "nan"), 3, "invalid margin: expected points, 0 or more, found nan"),
        (
            ("--turn", "2", "--margin", "0", "--leaves", "1"),
            1,
            "no tiles make it the best play by equity\n",
        ),
    ],
)
def test_what_says_nothing(record: str, arguments: tuple[str, ...], code: int, message: str) -> None:
    assert_refused(lexq(*INFER, record, *arguments), code, message)


def test_a_record_without_plays(tmp_path: Path) -> None:
    (tmp_path / "new.gcg").write_text("#player1 Ann Ann\n#player2 Bob Bob\n")
    assert_refused(lexq(*INFER, str(tmp_path / "new.gcg")), 1, "lexq: no turn reveals anything of the tiles kept")
