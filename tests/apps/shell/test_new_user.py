"""The walk of a new user with an own list: built, chosen, and given to each command that needs leave values.

The list is of an own alphabet of 40 letters, a tile of each, so that games are short. No command names the lexicon and
none is refused; what one command writes is read by the next.
"""

import json
import random
from collections.abc import Callable

import pytest

import lexkit
from tests.apps.shell.shell import Ended, program
from tests.running import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="whole games of several players")
ALL = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÉÈÇÑÅØÆŁŚŻŹ"
VOWELS = "AEIOUÄÖÜÉÈØÆÅY"
EMPTY = "/".join(["15"] * 15)

Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a command in the folder of the user, whose list is built and chosen; none may be refused."""
    folder = tmp_path_factory.mktemp("user")
    home = {"LEXKIT_HOME": str(folder / "home"), "LEXKIT_CACHE": str(folder / "cache")}

    def run(name: str, *arguments: str, stdin: str = "") -> str:
        done: Ended = program(name, *arguments, stdin=stdin, cwd=folder, **home)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), (arguments, done.stderr)
        return done.stdout

    chance = random.Random(51)
    tiles = [lexkit.Tile(one, one.lower(), chance.randint(1, 9), 1, one in VOWELS) for one in ALL]
    (folder / "own.toml").write_text(lexkit.Alphabet("own", tiles, blanks=2).to_text(), "utf-8")
    others = [letter for letter in ALL if letter not in VOWELS]
    words = {
        "".join([chance.choice([VOWELS, others][(at + first) % 2]) for at in range(size)])
        for size in (2, 3, 4, 5, 6, 7, 8)
        for first in (0, 1)
        for _ in range(200 * size)
    }
    (folder / "own.txt").write_text("\n".join(sorted(words)), "utf-8")
    run("lexc", "build", "own.txt", "--alphabet", "own.toml")
    run("lexc", "use", "own.gaddag")
    run("lexq", "autoplay", "--first", "static", "--second", "casual", "--games", "1", "--seed", "1", "--gcg", "games")
    return run


@pytest.fixture(scope="module")
def rack(run: Run) -> str:
    return run("lexq", "search", "length:7 unique:7", "--limit", "1").strip()


def test_plays(run: Run, rack: str) -> None:
    position = f"{EMPTY} {rack}/ 0/0 0 ld own;"
    assert run("lexq", "moves", position, "--sort", "equity", "--top", "1").split("\t")[1] == rack
    assert run("lexq", "best", position).split("\t")[1] == rack
    assert run("lexq", "judge", position, "8D", rack)
    assert len(run("lexq", "simulate", position, "--candidates", "2", "--iterations", "8").splitlines()) == 2


@pytest.mark.parametrize("player", ["static", "positional", "champion:8it", "tournament", "two-ply", "enos"])
def test_players(player: str, run: Run) -> None:
    told = run("lexq", "autoplay", "--first", player, "--second", "greedy", "--games", "1", "--seed", "2", "--json")
    assert json.loads(told.splitlines()[0])


def test_records(run: Run) -> None:
    game = "games/000000.gcg"
    assert run("lexq", "gcg", "check", game) == ""
    assert run("lexq", "gcg", "analyse", game, "--players").startswith("player")
    assert run("lexq", "gcg", "infer", game, "--turn", "1", "--leaves", "50", "--margin", "500").startswith("tile\t")
    assert json.loads(run("lexq", "puzzles", "--from", "games", "--limit", "1", "--json"))["position"]


def test_study(run: Run) -> None:
    run("lexq", "sheet", "length:7 probability:1-20", "-o", "sevens.html")
    assert "right" in run("lexq", "quiz", "length:7 probability:1-3", stdin="\n" * 12) + run(
        "lexq", "quiz", "--statistics"
    )
    run("lexc", "playability", "own.gaddag", "--games", "4")
    assert len(run("lexq", "search", "sort:-playability length:2-4", "--limit", "3").splitlines()) == 3


@pytest.mark.parametrize("opponent", ["static", "champion:0.05"])
def test_a_game_at_the_terminal(opponent: str, run: Run) -> None:
    told = run("lexq", "play", "--against", opponent, "--seed", "7", stdin="hint\npass\nhint\nquit\n")
    assert "a play of " in told
    assert "you passed" in told


def test_an_engine(run: Run, rack: str) -> None:
    told = run("lexq", "siu", stdin=f"siu\nposition cgp {EMPTY} {rack}/ 0/0 0\ngo gen\nquit\n")
    assert "\nbestmove " in told
