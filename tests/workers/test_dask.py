"""Work on a Dask cluster of this machine: the figures of one thread, also if a worker is killed meanwhile.

Dask is an extra: without it these tests are skipped. CONTRIBUTING.md says how to run them.
"""

import json
import os
import signal
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit import Rules, lexicons
from lexkit.players.autoplay import play_many_games
from lexkit.players.autoplay.match import Match
from tests.apps.shell.shell import lexq, program
from tests.players.test_match import small_list

GCG = Path(__file__).parent.parent / "golden" / "gcg"

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers, processes of their own that are started again if they die."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as started:
            yield started


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    with distributed.Client(cluster) as connected:
        yield connected


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


def test_a_worker_that_is_killed(few: lexkit.Lexicon, client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_many_games, "_PYTHON_GAMES", 2)
    match = Match(few, "heuristic-1", "club", rules=Rules(alphabet=few.alphabet), paired=True)
    expected = match.tally(240).to_json()
    killed: list[int] = []

    def kill(games: int) -> None:
        if not killed:
            killed.append(sorted(client.run(os.getpid).values())[0])
            os.kill(killed[0], signal.SIGKILL)

    assert match.tally(240, executor=client, progress=kill).to_json() == expected
    assert killed
    client.wait_for_workers(2, timeout=60)
    assert killed[0] not in client.run(os.getpid).values()


def test_kernel_games(few: lexkit.Lexicon, client: Any) -> None:
    match = Match(few, rules=Rules(alphabet=few.alphabet))
    assert match.tally(1000, executor=client).to_json() == match.tally(1000).to_json()


def test_at_the_shell(english: lexkit.Lexicon, cluster: Any, tmp_path: Path) -> None:
    told = []
    on_cluster = ["--cluster", cluster.scheduler_address]
    for arguments in ([], on_cluster):
        done = lexq("-l", "english", "autoplay", "--pairs", "20", "--json", *arguments)
        assert done.returncode == 0, done.stderr
        told.append(json.loads(done.stdout) | {"seconds": 0})
    assert told[0] == told[1]
    games = [str(path) for path in sorted(GCG.glob("*.gcg"))]
    alone, shared = (lexq("-l", "english", "gcg", "analyse", *games, "--csv", *more) for more in ([], on_cluster))
    assert (shared.stdout, shared.returncode) == (alone.stdout, alone.returncode)
    assert len(alone.stdout.splitlines()) > 100
    trained = []
    lexkit.build(english.search("length:2-3").to_list(), tmp_path / "few.gaddag")
    command = ("leaves", "few.gaddag", "--rounds", "2", "--rack-size", "3", "-q")
    for name, arguments in (("a.gaddag", []), ("b.gaddag", on_cluster)):
        assert program("lexc", *command, "-o", name, *arguments, cwd=tmp_path).returncode == 0
        trained.append((tmp_path / name).read_bytes())
    assert trained[0] == trained[1]
