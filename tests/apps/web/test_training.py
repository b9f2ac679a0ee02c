"""Leave values that are learned beside the games, for lexicons that lack them."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.apps.table import lexicons
from lexkit.apps.web.training import Training, train_copy
from lexkit.errors import QueryError

from .conftest import Server

#: Seconds after which something does not happen any more, also on a busy machine.
WAIT = 120


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, in which nothing was learned yet."""
    monkeypatch.setenv("LEXKIT_HOME", str(tmp_path / "home"))
    lexicons.forget_lexicons()
    return tmp_path / "home"


def test_an_expert_plays_once_it_has_learned(server: Server, home: Path) -> None:
    server.made.games.training = Training((20, 20))
    assert not server.http.get("/api/offers").json()["lexicons"][0]["leaves"]
    assert "leave values" in server.http.post("/api/games", json={"opponent": "static"}).json()["error"]
    end = time.monotonic() + WAIT
    shares = []
    while not (step := server.http.post("/api/learn", json={}).json())["done"]:
        assert time.monotonic() < end
        shares.append(step["share"])
        time.sleep(0.05)
    assert shares == sorted(shares)
    assert all(0 <= share < 1 for share in shares)
    assert server.http.get("/api/offers").json()["lexicons"][0]["leaves"]
    player = server.sit(server.begin("static"))
    assert player.act("pass").get("done")
    assert player.wait(lambda view: view["turn"] > 1 or view["over"])
    (copy,) = (home / "trained").iterdir()
    assert copy.name.endswith(".gaddag"), "nothing else is left there"
    # It is the same list, whose own file is as it was.
    (own,) = server.made.games.lexicons.values()
    assert list(lexkit.open(copy)) == list(lexkit.open(own))
    assert lexkit.open(own).leaves is None


def test_one_list_is_learned_at_a_time(small: str, few: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    training = Training((100,))

    class Standing:
        """A process that goes on until it is killed."""

        alive = True

        def is_alive(self) -> bool:
            return self.alive

        def kill(self) -> None:
            self.alive = False

        def join(self) -> None:
            assert not self.alive

    def begin(name: str) -> None:
        begun.append(name)
        training._name, training._process = name, Standing()  # type: ignore[assignment]
        training._played.value = 50

    monkeypatch.setattr(training, "_begin", begin)
    first, second = training.step(small), training.step(few)
    assert begun == [small]
    assert (first, second) == ({"done": False, "share": 0.45}, {"done": False, "share": 0.0})
    process = training._process
    assert process is not None
    process.kill()
    # It ended and taught nothing: the next one has its turn, and this one is not tried for ever.
    assert not training.step(few)["done"]
    assert begun == [small, few]
    with pytest.raises(QueryError, match="can be learned"):
        training.step(small)
    training.close()
    assert training._process is None


@pytest.fixture
def few(tmp_path: Path) -> str:
    """Another list without values."""
    path = tmp_path / "few.gaddag"
    lexkit.build(["CARE", "CARES", "RACE"], path)
    return str(path)


def test_a_damaged_copy_is_not_taken(small: str, home: Path) -> None:
    copy = lexicons.trained_copy(lexicons.open_lexicon(small))
    copy.parent.mkdir(parents=True)
    copy.write_bytes(b"nothing")
    lexicons.forget_lexicons()
    assert len(lexicons.open_lexicon(small)) == len(lexkit.open(small))


def test_what_cannot_be_learned_is_told(serve: Callable[..., Server], home: Path, tmp_path: Path) -> None:
    """An alphabet of which nobody knows how many tiles there are."""
    path = tmp_path / "auto.gaddag"
    lexkit.build(["ÄÖÜ", "ÄÖ"], path, options=lexkit.Options(alphabet="auto"))
    server = serve()
    server.made.games.lexicons = {"auto": str(path)}
    server.made.games.training = Training((5,))
    end = time.monotonic() + WAIT
    while "error" not in (step := server.http.post("/api/learn", json={"lexicon": "auto"}).json()):
        assert time.monotonic() < end
        time.sleep(0.05)
    assert "no leave values can be learned" in step["error"]


@pytest.mark.skipif(not hasattr(os, "setpriority"), reason="no such thing here")
def test_a_training_gives_way(small: str) -> None:
    training = Training((100_000,))
    training._begin(small)
    try:
        assert training._process is not None
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, training._process.pid) >= min(19, own + 10)
    finally:
        training.close()


def test_what_a_training_does(small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)
    asked: dict[str, Any] = {}
    monkeypatch.setattr(lexkit, "train_leaves", lambda *_, **options: asked.update(options))
    played = multiprocessing.Value("q", 0)
    train_copy(small, str(tmp_path / "trained" / "x.gaddag"), (3, 4), played)
    asked.pop("progress")(7)
    assert played.value == 7
    assert asked == {"method": "self-play", "rounds": (3, 4), "threads": 1}
    assert not list((tmp_path / "trained").iterdir())
