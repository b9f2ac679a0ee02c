"""``lexq serve`` under load: many games at once on one core, how long an action takes, and what a game keeps.

    python benchmarks/web.py                      # 200 games against "club", 30 seconds
    python benchmarks/web.py --games 50 --bot static --pause 1
    python benchmarks/web.py --reports 50         # beside reports of 50 games that are over

A client, in a process of its own, plays every game over a WebSocket of its own, as a page does: it looks, scores a
tentative play, acts (a move that the rules allow, found here), and waits for the bot. Between turns it pauses, as a
quick person would. Measured for each action, from sending it to the view that has it: the time, in which the server
has judged the move and kept it on disk. The server is held to one core.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import lexkit


def resident(process: int) -> int:
    """Bytes of memory of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def worked(process: int) -> float:
    """Seconds of a processor that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def begin(address: str, bot: str) -> dict[str, str]:
    """A new game."""
    body = json.dumps({"opponent": bot, "first": "any"}).encode()
    request = urllib.request.Request(f"{address}api/games", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found: dict[str, str] = json.load(answer)
    return found


def begin_record(address: str, number: int) -> dict[str, str]:
    """A recorded game, of which the server makes a report."""
    record = lexkit.Match(lexkit.open("english"), "static", "club", seed=number).game(0).to_gcg()
    request = urllib.request.Request(f"{address}api/records?lexicon=English", record.encode())
    with urllib.request.urlopen(request) as answer:
        found: dict[str, str] = json.load(answer)
    return found


class Client:
    """One person at one table."""

    def __init__(self, lexicon: lexkit.Lexicon, times: dict[str, list[float]]) -> None:
        self.lexicon = lexicon
        self.times = times
        self.view: dict[str, Any] = {}
        self.number = 0

    async def play(self, address: str, game: dict[str, str], end: float, pause: float, begun: asyncio.Event) -> None:
        """Play until the time is up, or the game over."""
        from websockets.asyncio.client import connect

        async with connect(f"{address.replace('http', 'ws')}api/live", max_size=1 << 20) as socket:
            self.socket = socket
            await socket.send(json.dumps({"do": "hello", "game": game["game"], "token": game["token"]}))
            await begun.wait()
            while time.monotonic() < end:
                while not self.view or (self.view["to_move"] != 0 and not self.view["over"]):
                    await self.hear(end)
                if self.view["over"]:
                    return
                await asyncio.sleep(random.uniform(0, 2 * pause))
                await self.turn(end)

    async def watch(self, address: str, game: dict[str, str], end: float, levels: list[str]) -> None:
        """Look at a game that is over until the time is up; ``levels``: of the reports that came."""
        from websockets.asyncio.client import connect

        async with connect(f"{address.replace('http', 'ws')}api/live", max_size=1 << 20) as socket:
            self.socket = socket
            await socket.send(json.dumps({"do": "hello", "game": game["game"], "token": ""}))
            level = ""
            while (left := end - time.monotonic()) > 0:
                try:
                    async with asyncio.timeout(left):
                        message = json.loads(await socket.recv())
                except TimeoutError:
                    break
                level = message.get("report", {}).get("level", level)
            levels.append(level)

    async def turn(self, end: float) -> None:
        """Look for a move, score it, and play it."""
        # The client knows the position as CGP, and finds its move with this machine's own lexicon.
        board = lexkit.Board.from_cgp((await self.ask("cgp", end))["cgp"])
        move = self.lexicon.best_move(board)
        text = f"{move.place} {move.tiles}" if move else "pass"
        if move:
            await self.ask("preview", end, play=text)
        answer = await self.ask("act", end, action=text, revision=self.view["revision"])
        if "error" in answer:
            raise SystemExit(f"{text}: {answer['error']}")

    async def ask(self, do: str, end: float, **fields: Any) -> dict[str, Any]:
        """The answer to a message, timed."""
        self.number += 1
        began = time.perf_counter()
        await self.socket.send(json.dumps({"id": self.number, "do": do, **fields}))
        while (message := await self.hear(end)).get("id") != self.number:
            pass
        self.times[do].append(time.perf_counter() - began)
        return message

    async def hear(self, end: float) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(max(20.0, end - time.monotonic() + 20)):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        self.view = message.get("view", self.view)
        return message


async def load(
    address: str, games: list[dict[str, str]], over: list[dict[str, str]], seconds: float, pause: float
) -> tuple[dict[str, list[float]], list[str]]:
    """Play all games at once; the times of each kind of message, and the levels of reports of those that are over."""
    times: dict[str, list[float]] = {"cgp": [], "preview": [], "act": []}
    lexicon = lexkit.open("english")
    begun = asyncio.Event()
    end = time.monotonic() + seconds
    tasks = [asyncio.create_task(Client(lexicon, times).play(address, one, end, pause, begun)) for one in games]
    levels: list[str] = []
    tasks += [asyncio.create_task(Client(lexicon, times).watch(address, one, end, levels)) for one in over]
    await asyncio.sleep(1)
    begun.set()
    await asyncio.gather(*tasks)
    return times, levels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bot", default="club")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=5, help="mean seconds before a person's turn")
    parser.add_argument("--reports", type=int, default=0, help="games that are over, whose reports are made meanwhile")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from lexkit.apps.shell.console import lexq; lexq()", "serve", "--no-browser"]
        server = subprocess.Popen(
            [*command, "--port", "0", "--games", folder],
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {0}),
        )
        assert server.stderr is not None
        try:
            address = server.stderr.readline().strip()
            begin(address, options.bot)
            before, busy = resident(server.pid), worked(server.pid)
            games = [begin(address, options.bot) for _ in range(options.games)]
            over = [begin_record(address, number) for number in range(options.reports)]
            times, levels = asyncio.run(load(address, games, over, options.seconds, options.pause))
            after = resident(server.pid)
            busy = worked(server.pid) - busy
            disk = sum(path.stat().st_size for path in Path(folder).glob("web-games.sqlite*"))
        finally:
            server.terminate()
            server.wait()
    for name, all_times in times.items():
        ordered = sorted(1000 * one for one in all_times)
        if ordered:
            middle, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
            print(
                f"{name:8}{len(ordered):7,}  median {middle:6.1f} ms  95% below {most:6.1f} ms  most {ordered[-1]:6.1f}"
            )
    if over:
        told = ", ".join(f"{levels.count(level)} {level or 'none'}" for level in sorted(set(levels)))
        print(f"reports of {len(over)} games that are over: {told}")
    turns = max(1, len(times["act"]))
    print(f"the server worked {busy:.1f} s: {1000 * busy / turns:.1f} ms for a turn of a person and of the bot")
    grown = (after - before) / options.games / 1e3
    print(f"its memory: {before / 1e6:.0f} MB, with {options.games} games {after / 1e6:.0f} MB: {grown:.0f} kB a game")
    print(f"on disk {disk / (options.games + 1) / 1e3:.1f} kB a game")


if __name__ == "__main__":
    main()
