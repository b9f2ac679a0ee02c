"""Reports of games that are over: they begin by themselves, are kept, and say if they are of another record."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import lexkit
from lexkit.apps.table import Table, Tables
from lexkit.apps.web.limits import Limits
from lexkit.apps.web.report_process import ReportProcess
from lexkit.apps.web.reports import facts_of, kept_report
from tests.running import COMPILED

from .conftest import Player, Server

pytestmark = pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
GCG = Path(__file__).parents[2] / "golden" / "gcg" / "standard.gcg"
#: A record of three turns, whose report takes a tenth of the other's.
BEGUN = """\
#player1 Ann Ann
#player2 Bob Bob
>Ann: HILPST? 8H SPILTHs +74 74
>Bob: AEINRTU K4 AUNT.IER +82 82
>Ann: ABDEGIO L1 BODEGA +35 109
"""
QUICK = Limits(report_turn=0.01)


@pytest.fixture
def kept(serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server, whose small list gives no reports: recorded games are of the bundled list."""
    return serve(QUICK)


def recorded(server: Server, record: bytes) -> dict[str, Any]:
    """A recorded game at a server."""
    name = server.made.tables.add(Table.from_gcg(record, lexicon="english"), kind="web")
    return {"game": name, "token": ""}


def reports(player: Player) -> list[dict[str, Any]]:
    """The reports that a client hears, until one is complete or an error."""
    found: list[dict[str, Any]] = []
    while not found or not ("error" in found[-1] or done(found[-1])):
        message = player.hear()
        if "report" in message:
            found.append(message["report"])
    return found


def done(report: dict[str, Any]) -> bool:
    return bool(report["level"] == "endgame" and not report["stale"])


def test_a_report_comes_by_itself_level_by_level_and_is_kept(kept: Server) -> None:
    begun = recorded(kept, GCG.read_bytes())
    found = reports(kept.sit(begun))
    assert found[0]["level"] == "static"
    assert found[-1]["weighed"] == found[-1]["to_weigh"] == 22
    levels = [one["level"] for one in found]
    assert levels == sorted(levels, key=["static", "simulation", "endgame"].index)
    static = lexkit.read_gcg(GCG, lexkit.open("english")).report()
    assert [turn["grade"] for turn in found[0]["turns"]] == [turn.grade for turn in static.turns]
    assert found[0]["curve"] == [list(point) for point in static.curve]
    assert len(json.dumps(found[-1])) < 1 << 14
    record, text = kept.made.tables.report(begun["game"]) or ("", "")
    whole = json.loads(text)
    assert {**facts_of(whole), "stale": False} == found[-1]
    # Whoever comes later gets what was kept, and nothing is made anew.
    page = kept.sit(begun)
    assert reports(page) == [found[-1]]
    # What can be saved is the same.
    game = kept.table(begun).game
    assert page.ask("report")["html"] == game.read_report(whole).to_html(" and ".join(game.players))
    assert kept.made.tables.report(begun["game"]) == (record, text)


def test_a_report_of_another_record_says_so(kept: Server) -> None:
    begun = recorded(kept, BEGUN.encode())
    last = reports(kept.sit(begun))[-1]
    _, text = kept.made.tables.report(begun["game"]) or ("", "")
    kept.made.tables.keep_report(begun["game"], "another", text)
    kept.made.rooms._rooms.clear()
    found = reports(kept.sit(begun))
    assert found[0] == {**last, "stale": True}
    assert found[-1]["stale"] is False
    assert (kept.made.tables.report(begun["game"]) or ("",))[0] != "another"


def test_a_report_that_lacks_a_statistic_is_made_anew(kept: Server) -> None:
    """An older version kept it."""
    begun = recorded(kept, BEGUN.encode())
    last = reports(kept.sit(begun))[-1]
    record, text = kept.made.tables.report(begun["game"]) or ("", "")
    older = json.loads(text)
    for player in older["players"]:
        del player["luck"]
    kept.made.tables.keep_report(begun["game"], record, json.dumps(older))
    kept.made.rooms._rooms.clear()
    assert kept_report(kept.made.tables, begun["game"]) is None
    assert reports(kept.sit(begun))[-1]["columns"] == last["columns"]
    assert kept_report(kept.made.tables, begun["game"]) is not None


def test_a_game_that_ends_has_its_report(kept: Server) -> None:
    begun = kept.begin(name="Ann")
    player = kept.sit(begun)
    assert player.act("resign").get("done")
    told = "Leave values of the bundled English list; lexc leaves small.gaddag trains its own."
    assert told in reports(player)[-1]["remarks"]


def test_nothing_is_told_of_a_game_that_goes_on(kept: Server) -> None:
    player = kept.sit(kept.begin(name="Ann"))
    assert player.act("pass").get("done")
    player.wait(lambda view: view["to_move"] == 0)
    assert player.ask("cgp")["cgp"]
    assert player.ask("report")["error"] == "there is no report yet"
    assert not any('"report"' in text for text in player.bytes)


@pytest.mark.sweep
def test_a_process_that_was_killed_begins_anew_and_a_closed_one_never() -> None:
    game, making = lexkit.read_gcg(GCG, lexkit.open("english")), ReportProcess()

    async def make() -> None:
        first = await making.step(1, game, 0.01)
        assert first
        if hasattr(os, "setpriority"):
            own = os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, worker(making)) >= min(19, own + 1), "19 gives way most"
        os.kill(worker(making), signal.SIGKILL)
        assert await making.step(1, game, 0.01) == first
        assert await making.step(2, game, 0.01) == first
        making.drop(1)
        assert await making.step(1, game, 0.01) == first, "it begins anew"
        assert await making.step(2, game, 0.01) != first, "it goes on"
        last = worker(making)
        making.close()
        with pytest.raises(RuntimeError):
            await making.step(1, game, 0.01)
        with pytest.raises(ProcessLookupError):
            await until_gone(last)

    asyncio.run(make())


async def until_gone(process: int) -> None:
    """Wait until a process has ended. Raises ProcessLookupError then."""
    while True:
        os.kill(process, 0)
        await asyncio.sleep(0.01)


def worker(making: ReportProcess) -> int:
    """The number of the process."""
    [number] = making._pool._processes  # type: ignore[union-attr]
    return int(number)


SERVER = """
import asyncio, sys, time
import lexkit
from lexkit.apps.web.report_process import ReportProcess

async def make():
    making = ReportProcess()
    await making.step(1, lexkit.read_gcg(sys.argv[1], lexkit.open("english")), 0.01)
    print(*making._pool._processes, flush=True)
    time.sleep(600)

if __name__ == "__main__":
    asyncio.run(make())
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
def test_a_process_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER, "utf-8")
    with subprocess.Popen([sys.executable, script, GCG], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        process = int(server.stdout.readline())
        os.kill(process, 0)
        server.kill()
        with pytest.raises(ProcessLookupError):
            asyncio.run(asyncio.wait_for(until_gone(process), 60))


def test_few_reports_are_under_way_and_those_that_nobody_watches_end(
    serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes megabytes: many at once took gigabytes, and kept them when all had left."""
    goes_on, made, most = Event(), ReportProcess.step, []
    last: dict[int, Any] = {}

    async def step(making: ReportProcess, number: int, game: lexkit.Game, seconds: float) -> Any:
        if goes_on.is_set() or number not in making._begun:
            last[number] = await made(making, number, game, seconds)
            most.append(len(making._begun))
        else:
            await asyncio.sleep(0.001)
        return last[number]

    monkeypatch.setattr(ReportProcess, "step", step)
    server = serve(replace(QUICK, reports=1))
    games = [recorded(server, BEGUN.encode()) for _ in range(3)]
    pages = [server.sit(game) for game in games]
    for page in pages:  # all have the static report, also those that wait
        while "report" not in (message := page.hear()):
            pass
        assert message["report"]["level"] == "static"
    rooms = dict(server.made.rooms._rooms)
    for page, game in zip(pages[:2], games, strict=False):
        page.socket.close()
        while rooms[game["game"]].clients:
            time.sleep(0.001)
    goes_on.set()
    assert done(reports(pages[2])[-1])
    levels = [json.loads((server.made.tables.report(game["game"]) or ("", "{}"))[1])["level"] for game in games]
    assert levels == ["static", "static", "endgame"]
    assert max(most) <= 2, "one, and one of which the first step is made"
    while server.made.rooms._reports._process._begun:
        time.sleep(0.001)


def test_a_report_goes_with_its_table(tmp_path: Path) -> None:
    with Tables(tmp_path / "games.sqlite") as tables:
        name = tables.add(Table.from_gcg(GCG.read_bytes(), lexicon="english"))
        assert tables.report(name) is None
        tables.keep_report(name, "a", "{}")
        tables.keep_report(name, "b", "[]")
        assert tables.report(name) == ("b", "[]")
        tables.delete(name)
        assert tables.report(name) is None
        tables.keep_report(name, "c", "{}")
        assert tables.report(name) is None, "of a table that is gone nothing is kept"
