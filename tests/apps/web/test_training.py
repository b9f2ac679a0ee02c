"""Leave values that are borrowed, and those that are learned beside the games."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

import lexkit
from lexkit import Tile
from lexkit.apps.web.training import Training, train
from lexkit.errors import QueryError
from tests.players.test_match import small_list

from .conftest import Server
from .test_reports import QUICK, reports

SOME = lexkit.Alphabet(
    "some",
    [Tile(letter, letter.lower(), 2, 9, vowel=letter in "AĄEI") for letter in "AĄBCĆEIKŁ"],
    language="pl",
    blanks=2,
)
#: Seconds after which something does not happen any more, also on a busy machine.
WAIT = 120


@pytest.fixture
def polish(tmp_path: Path) -> str:
    """The path of a list with whose tiles no bundled list is: those of some Polish letters, learned soon."""
    path = tmp_path / "osps.gaddag"
    path.write_bytes(small_list(SOME).to_bytes())
    return str(path)


def offered(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = server.http.get("/api/offers").json()["lexicons"][0]
    return found


def learned(server: Server) -> list[float]:
    """Learn, and tell the shares on the way."""
    end = time.monotonic() + WAIT
    shares = []
    while not (step := server.http.post("/api/learn", json={}).json()).get("done"):
        assert time.monotonic() < end, step
        shares.append(step["share"])
        time.sleep(0.05)
    return shares


def test_an_expert_plays_with_borrowed_values(server: Server) -> None:
    note = "leave values of the bundled English list; lexc leaves small.gaddag trains its own"
    told = offered(server)
    assert (told["leaves"], told["learns"], told["minutes"]) == (note, True, 3)
    player = server.sit(server.begin("static"))
    assert player.setting["list"] == {name: value for name, value in told.items() if name != "name"}
    assert player.act("pass").get("done")
    assert player.wait(lambda view: view["turn"] > 1 or view["over"])


def test_what_is_learned_is_used_at_once(
    serve: Callable[..., Server], polish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a game that is open, its bot and its report, and by whoever opens the file."""
    monkeypatch.setattr("lexkit.apps.web.training.give_way", lambda *_: None)  # to end soon on a busy machine
    server = serve(QUICK)
    server.made.games.lexicons = {"osps": polish}
    server.made.games.training = Training(0.02)
    assert offered(server)["leaves"].startswith("leave values of Gordon's heuristics")
    assert offered(server)["learns"]
    begun = server.begin("static")
    player = server.sit(begun)
    words = list(lexkit.open(polish))
    shares = learned(server)
    assert shares == sorted(shares)
    assert all(0 <= share < 1 for share in shares)
    assert (offered(server)["leaves"], offered(server)["learns"]) == ("", False)
    own = lexkit.open(polish)
    assert own.core.file.leaves is not None
    assert list(own) == words
    game = server.table(begun).game
    assert game.lexicon is not None
    assert game.lexicon.leaves == own.leaves
    assert player.act("pass").get("done")
    assert player.wait(lambda view: view["turn"] > 1 or view["over"])
    assert player.act("resign").get("done")
    assert not any("eave values" in one for one in reports(player)[-1]["remarks"])
    assert [path.name for path in Path(polish).parent.glob("*osps*")] == ["osps.gaddag"], "nothing else is left there"


def test_on_an_open_network_nothing_is_learned(serve: Callable[..., Server], polish: str) -> None:
    server = serve()
    server.made.games.lexicons = {"osps": polish}
    server.made.games.learns = False
    assert not offered(server)["learns"]
    assert "where this server runs" in server.http.post("/api/learn", json={}).json()["error"]


def test_one_list_is_learned_at_a_time(polish: str, few: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    training = Training(minutes=2)
    clock = [50.0]
    monkeypatch.setattr("lexkit.apps.web.training.monotonic", lambda: clock[0])

    class Standing:
        """A process that goes on until it is killed."""

        alive = True

        def is_alive(self) -> bool:
            return self.alive

        def kill(self) -> None:
            self.alive = False

        terminate = kill

        def join(self) -> None:
            assert not self.alive

    def begin(name: str) -> None:
        begun.append(name)
        training._name, training._process = name, Standing()  # type: ignore[assignment]
        training._begun, training._cancelled = clock[0], False

    monkeypatch.setattr(training, "_begin", begin)
    assert training.step(polish) == {"done": False, "share": 0.0}
    clock[0] += 30
    first, second = training.step(polish), training.step(few)
    assert begun == [polish]
    assert (first, second) == ({"done": False, "share": 0.25}, {"done": False, "share": 0.0})
    clock[0] += 300
    assert training.step(polish)["share"] == 0.99
    # One that does not run is not cancelled; one that was may begin again.
    training.cancel(few)
    assert training.step(polish)["share"] == 0.99
    assert training.cancel(polish) == {"done": False, "share": 0.0}
    assert training.step(polish) == {"done": False, "share": 0.0}
    assert begun == [polish, polish]
    process = training._process
    assert process is not None
    process.kill()
    # It ended and taught nothing: the next one has its turn, and this one is not tried for ever.
    assert not training.step(few)["done"]
    assert begun == [polish, polish, few]
    with pytest.raises(QueryError, match="can be learned"):
        training.step(polish)
    training.close()
    assert training._process is None


@pytest.fixture
def few(tmp_path: Path) -> str:
    """Another list without trained values."""
    path = tmp_path / "few.gaddag"
    path.write_bytes(small_list(SOME, seed=2).to_bytes())
    return str(path)


def test_what_cannot_be_learned_is_told(serve: Callable[..., Server], polish: str, tmp_path: Path) -> None:
    """An alphabet of which nobody knows how many tiles there are, and a file that is packed."""
    path = tmp_path / "auto.gaddag"
    lexkit.build(["ÄÖÜ", "ÄÖ"], path, options=lexkit.Options(alphabet="auto"))
    packed = tmp_path / "osps.gaddag.zst"
    packed.write_bytes(zstandard.compress(Path(polish).read_bytes()))
    server = serve()
    for name in (path, packed):
        server.made.games.lexicons = {"list": str(name)}
        assert offered(server)["leaves"].startswith("leave values of Gordon's heuristics")
        assert not offered(server)["learns"]
        step = server.http.post("/api/learn", json={}).json()
        assert "no leave values can be learned for this list; lexc leaves FILE" in step["error"]


@pytest.mark.skipif(not hasattr(os, "setpriority"), reason="no such thing here")
def test_a_training_gives_way(polish: str) -> None:
    training = Training(60)
    training._begin(polish)
    try:
        assert training._process is not None
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, training._process.pid) >= min(19, own + 10)
    finally:
        training.close()


def test_what_a_training_does(polish: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)
    asked: dict[str, Any] = {}
    monkeypatch.setattr(lexkit, "train_leaves", lambda path, **options: asked.update(options, path=path))
    train(polish, 1.5)
    assert asked == {"path": polish, "minutes": 1.5, "threads": 1}


@pytest.mark.skipif(os.name == "nt", reason="a signal of POSIX")
def test_a_cancelled_training_leaves_the_file_as_it_was(serve: Callable[..., Server], polish: str) -> None:
    server = serve()
    server.made.games.lexicons = {"osps": polish}
    training = server.made.games.training = Training(60)
    before = Path(polish).read_bytes()
    assert not server.http.post("/api/learn", json={}).json()["done"]
    process = training._process
    assert process is not None
    assert server.http.post("/api/learn", json={"cancel": True}).json() == {"done": False, "share": 0.0}
    process.join(WAIT)
    assert process.exitcode is not None
    assert Path(polish).read_bytes() == before
    assert [path.name for path in Path(polish).parent.glob("*osps*")] == ["osps.gaddag"]
    assert offered(server)["learns"], "and it may begin again"
    training.close()
