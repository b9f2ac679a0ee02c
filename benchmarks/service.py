"""``lexq serve --api`` under load: words and best moves at a given rate, at the highest rate, with kills, for an hour.

    python benchmarks/service.py                             # 5,000 words and 300 best moves a second, for 20 seconds
    python benchmarks/service.py --each 1                    # one word, or one position, in each request
    python benchmarks/service.py --most                      # as many as there may be
    python benchmarks/service.py --kill 5                    # a worker is killed every 5 seconds
    python benchmarks/service.py --seconds 3600 --kill 600   # a soak: the memory is told every minute

The clients, in this process, have connections that stay open, each with one request at a time. At a given rate a
request is begun when it is due, whatever became of those before it, and its time counts from then: what waits for a
server that falls behind is counted. A request whose connection breaks is asked again on another one, as any client
does, and counted. Every answer is compared with that of the lexicon here.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from web import resident, worked

import lexkit

LEXQ = "from lexkit.apps.shell.console import lexq; lexq()"
#: Words of a request, and positions, if nothing else is asked for.
WORDS, POSITIONS = 50, 10
#: What is asked for in a second, of both.
WORDS_A_SECOND, MOVES_A_SECOND = 5000, 300
CONNECTIONS = 16


class Client:
    """Connections to the server, and what became of requests: seconds of each, by path."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.idle: asyncio.Queue[tuple[Any, Any] | None] = asyncio.Queue()
        for _ in range(CONNECTIONS):
            self.idle.put_nowait(None)
        self.times: dict[str, list[float]] = {"words": [], "best": []}
        self.again = 0
        self.wrong: list[str] = []

    async def ask(self, path: str, body: bytes, expected: bytes, due: float) -> None:
        """Ask once, and again if the connection breaks."""
        head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n"
        request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        while True:
            connection = await self.idle.get()
            try:
                reader, writer = connection or await asyncio.open_connection(self.host, self.port)
                connection = reader, writer
                writer.write(request)
                answered = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"(?i)content-length: (\d+)", answered)
                content = await reader.readexactly(int(length[1]) if length else 0)
            except (OSError, asyncio.IncompleteReadError):
                self.again += 1
                if connection is not None:
                    connection[1].close()
                self.idle.put_nowait(None)
                continue
            self.idle.put_nowait(connection)
            self.times[path].append(time.perf_counter() - due)
            if content != expected:
                self.wrong.append(f"{answered[:15]!r} {content[:200]!r}")
            return


def questions(lexicon: lexkit.Lexicon, each: int | None, number: int = 64) -> dict[str, list[tuple[bytes, bytes]]]:
    """Requests with their answers: words, half of which are none, and positions of games of greedy players."""
    chance = random.Random(1)
    found: dict[str, list[tuple[bytes, bytes]]] = {"words": [], "best": []}
    match = lexkit.Match(lexicon, "greedy", "greedy", seed=5)
    boards_of = [lexkit.Board.from_cgp(text) for game in match.play(30) for text in game.positions()]
    positions = [board for board in boards_of if board.rack]
    for _ in range(number):
        words = [
            "".join(chance.sample(word, len(word))) if chance.random() < 0.5 else word
            for word in (lexicon[chance.randrange(len(lexicon))] for _ in range(each or WORDS))
        ]
        valid = [word in lexicon for word in words]
        found["words"].append((_json({"words": words}), _json({"valid": valid, "all": all(valid)})))
        boards = chance.sample(positions, each or POSITIONS)
        moves = []
        for board in boards:
            move = lexicon.best_move(board)
            rack = lexkit.Rack(board.rack, board.alphabet)
            moves.append(
                move
                and {
                    "place": move.place,
                    "tiles": move.tiles,
                    "score": move.score,
                    "words": list(move.words),
                    "is_bingo": move.is_bingo,
                    "leave": str(rack - move.played),
                }
            )
        texts = [board.to_cgp() for board in boards]
        found["best"].append((_json({"positions": texts}), _json({"moves": moves})))
    return found


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


async def at_a_rate(client: Client, path: str, asked: list[tuple[bytes, bytes]], rate: float, seconds: float) -> None:
    """Ask this often a second."""
    begun = time.perf_counter()
    waiting = set()
    for number, (body, expected) in enumerate(itertools.cycle(asked)):
        due = begun + number / rate
        if due > begun + seconds:
            break
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.create_task(client.ask(path, body, expected, due))
        waiting.add(task)
        task.add_done_callback(waiting.discard)
    await asyncio.gather(*waiting)


async def as_many(client: Client, path: str, asked: list[tuple[bytes, bytes]], seconds: float) -> None:
    """Ask again as soon as there is an answer, on all connections."""
    end = time.perf_counter() + seconds

    async def one(start: int) -> None:
        for body, expected in itertools.islice(itertools.cycle(asked), start, None):
            if time.perf_counter() > end:
                return
            await client.ask(path, body, expected, time.perf_counter())

    await asyncio.gather(*[one(start) for start in range(CONNECTIONS)])


def workers_of(process: int) -> list[int]:
    """The processes that a process has started and that serve."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(one) for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


async def kill_now_and_then(process: int, every: float, killed: list[int]) -> None:
    """Kill a worker each time this many seconds have passed."""
    while every:
        await asyncio.sleep(every)
        killed.append(random.choice(workers_of(process)))
        os.kill(killed[-1], signal.SIGKILL)


async def tell_memory(process: int) -> None:
    """Tell the memory of all workers every minute."""
    while True:
        sizes = [resident(one) / 1e6 for one in workers_of(process) or [process]]
        print(f"memory: {', '.join(f'{size:.0f} MB' for size in sizes)}", flush=True)
        await asyncio.sleep(60)


def told(name: str, each: int, times: list[float], seconds: float) -> str:
    """A line about the requests of one kind."""
    ordered = sorted(times)
    shares = [
        f"{share}% {ordered[min(len(ordered) - 1, len(ordered) * share // 100)] * 1000:.1f}" for share in (50, 95, 99)
    ]
    rate = len(times) / seconds
    return (
        f"{name}: {rate * each:,.0f} a second in {rate:,.0f} requests of {each}; "
        f"ms: {', '.join(shares)}, most {ordered[-1] * 1000:.1f}"
    )


async def load(
    options: argparse.Namespace, process: int, port: int, asked: dict[str, list[tuple[bytes, bytes]]]
) -> None:
    """Load the server, and tell what came of it."""
    each = {"words": options.each or WORDS, "best": options.each or POSITIONS}
    rates = {"words": WORDS_A_SECOND / each["words"], "best": MOVES_A_SECOND / each["best"]}
    killed: list[int] = []
    beside = [
        asyncio.create_task(kill_now_and_then(process, options.kill, killed)),
        asyncio.create_task(tell_memory(process)),
    ]
    client = Client("127.0.0.1", port)
    served = workers_of(process) or [process]
    before = {one: worked(one) for one in served}
    begun = time.perf_counter()
    if options.most:
        for path, questions in asked.items():
            await as_many(client, path, questions, options.seconds / 2)
    else:
        tasks = [at_a_rate(client, path, questions, rates[path], options.seconds) for path, questions in asked.items()]
        await asyncio.gather(*tasks)
    seconds = time.perf_counter() - begun
    for task in beside:
        task.cancel()
    for path, name in (("words", "words judged"), ("best", "best moves")):
        print(told(name, each[path], client.times[path], seconds / (2 if options.most else 1)))
    if not killed:
        spent = sum(worked(one) - before[one] for one in served)
        print(f"processor time of the workers: {spent / seconds:.2f} s a second")
    print(f"workers killed: {len(killed)}; requests asked again: {client.again}; wrong answers: {len(client.wrong)}")
    if client.wrong:
        sys.exit(client.wrong[0])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--each", type=int, help="words, and positions, of a request")
    parser.add_argument("--most", action="store_true", help="ask as often as it answers, not at a rate")
    parser.add_argument("--kill", type=float, default=0, metavar="SECONDS", help="kill a worker that often")
    options = parser.parse_args()
    asked = questions(lexkit.open("english"), options.each)
    command = [sys.executable, "-c", LEXQ, "-l", "english", "serve", "--api", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--workers", str(options.workers)], stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL
    )
    try:
        assert server.stderr is not None
        address = server.stderr.readline()
        port = int(address.partition("127.0.0.1:")[2].partition("/")[0])
        while len(workers_of(server.pid)) < options.workers and options.workers > 1:
            time.sleep(0.1)
        time.sleep(2)
        asyncio.run(load(options, server.pid, port, asked))
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
