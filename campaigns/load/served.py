"""The service under attack: its processes, clients that speak HTTP byte by byte, and one that behaves well beside them.

    with Served() as served, Beside(served) as beside:
        ...                             # an attack
    beside.wrong, max(beside.times), served.peak

Linux only: /proc tells the memory of workers and whose a connection is, and every address of 127.0.0.0/8 is this
machine, so that attackers and others have different ones.
"""

import asyncio
import http.client
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple, Self

import lexkit

#: The service as the command runs it.
_COMMAND = "import sys; from lexkit.apps.shell.console import lexq; sys.argv = ['lexq', *sys.argv[1:]]; lexq()"
#: Most bytes of a worker: 66 MB that it begins with, large bodies, some kB for each connection.
ROOM = 256_000_000
#: Seconds in which a client that behaves well has its answer, on a machine that has other work too.
PATIENCE = 5.0


class Served:
    """The service with some workers."""

    def __init__(self, lexicon: str = "english", workers: int = 2) -> None:
        command = [sys.executable, "-c", _COMMAND, "-l", lexicon, "serve", "--api", "--port", "0"]
        command += ["--workers", str(workers)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        assert self.process.stderr is not None
        self.port = int(self.process.stderr.readline().partition("127.0.0.1:")[2].partition("/")[0])
        self.number, self.lexicon = workers, lexicon
        self.pause_until(lambda: len(self.workers()) == workers and self.answers())
        #: The most bytes that a worker was seen to have.
        self.peak = 0
        self.look()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=60)

    def workers(self) -> list[int]:
        """The processes that serve."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(one) for one in children if b"spawn_main" in _read(Path(f"/proc/{one}/cmdline"))]

    def look(self) -> None:
        """Note how much memory the workers have now."""
        for one in self.workers():
            pages = _read(Path(f"/proc/{one}/statm")).split()
            if pages:
                self.peak = max(self.peak, int(pages[1]) * os.sysconf("SC_PAGE_SIZE"))

    def answers(self) -> bool:
        """Whether it answers at all."""
        try:
            return ask_once(self.port, "/readyz")[0] == 200
        except OSError:
            return False

    def owner(self, port: int) -> int | None:
        """The worker that has the connection of the client at this port; None if it waits to be accepted."""
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            _, here, there, _, _, _, _, _, _, inode, *_ = line.split()
            if int(here.partition(":")[2], 16) == self.port and int(there.partition(":")[2], 16) == port:
                for worker in self.workers():
                    links = [_link(one) for one in Path(f"/proc/{worker}/fd").iterdir()]
                    if f"socket:[{inode}]" in links:
                        return worker
        return None

    def kill_one(self) -> int:
        """End a worker as the system does when memory runs out."""
        killed = self.workers()[0]
        os.kill(killed, signal.SIGKILL)
        return killed

    def pause_until(self, ready: Any, seconds: float = 60.0) -> None:
        """Wait until something is so. Raises AssertionError if it does not come to that."""
        ends = time.monotonic() + seconds
        while not ready():
            assert time.monotonic() < ends, "the service does not come to that"
            time.sleep(0.05)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _link(path: Path) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return ""


# -- a client that behaves well -----------------------------------------------------------------------------


def ask_once(port: int, path: str, asked: Any = None) -> tuple[int, bytes]:
    """Ask on a connection of its own: status and content."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        return _ask(connection, path, asked)
    finally:
        connection.close()


def _ask(connection: http.client.HTTPConnection, path: str, asked: Any = None) -> tuple[int, bytes]:
    body = None if asked is None else json.dumps(asked)
    connection.request("GET" if body is None else "POST", path, body, {"content-type": "application/json"})
    answer = connection.getresponse()
    return answer.status, answer.read()


def questions(lexicon: lexkit.Lexicon) -> list[tuple[str, Any, Any]]:
    """Path, question and the part of the answer that is known."""
    words = [lexicon[number] for number in range(0, len(lexicon), len(lexicon) // 20)] + ["ZZX", "QQ"]
    valid = [word in lexicon for word in words]
    found = lexicon.search("substring:UZZ")
    position = "15/15/15/15/15/15/15/4CARE7/15/15/15/15/15/15/15 AEINRST/ 0/6 0"
    best = lexicon.best_move(lexkit.Board.from_cgp(position))
    assert best is not None
    return [
        ("/api/v1/words", {"words": words}, {"valid": valid, "all": False}),
        ("/api/v1/search", {"query": "substring:UZZ", "limit": 3}, {"count": len(found)}),
        ("/api/v1/best", {"positions": [position]}, {"score": best.score}),
    ]


class Beside:
    """A client with an address of its own that asks some 40 questions a second, and compares each answer.

    After ten questions it takes a new connection. ``lenient``: whether a connection may break, as it does if its
    worker is killed; then it asks again.
    """

    def __init__(self, served: Served, lexicon: str = "english", *, lenient: bool = False) -> None:
        self._served = served
        self._asked = questions(lexkit.open(lexicon))
        self._lenient = lenient
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        #: Seconds of each answer; wrong answers, and none; how often it asked again.
        self.times: list[float] = []
        self.wrong: list[str] = []
        self.again = 0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def end(self) -> None:
        """Stop asking."""
        self._stop.set()
        self._thread.join()

    def outcome(self) -> tuple[list[str], dict[str, Any]]:
        """What it found, and its figures."""
        found = self.wrong[:5]
        slowest = max(self.times, default=0.0)
        if not self.times:
            found.append("the client beside it had no answer")
        if slowest > PATIENCE:
            found.append(f"the client beside it waited for {slowest:.1f} s")
        if self._served.peak > ROOM:
            found.append(f"a worker took {self._served.peak:,} bytes")
        middle = statistics.median(self.times) if self.times else 0.0
        return found, {
            "answers beside": len(self.times),
            "ms there": f"{middle * 1000:.0f}, at most {slowest * 1000:.0f}",
            "MB of a worker": self._served.peak // 1_000_000,
        }

    def _run(self) -> None:
        connection: http.client.HTTPConnection | None = None
        number = 0
        while not self._stop.wait(0.02):
            path, asked, known = self._asked[number % len(self._asked)]
            if connection is None:
                source = ("127.0.0.77", 0)
                connection = http.client.HTTPConnection("127.0.0.1", self._served.port, 4 * PATIENCE, source)
            begun = time.perf_counter()
            try:
                status, content = _ask(connection, path, asked)
                self.times.append(time.perf_counter() - begun)
                answer = json.loads(content)
                shown = answer["moves"][0] if "moves" in answer else answer
                if status != 200 or any(shown.get(key) != value for key, value in known.items()):
                    self.wrong.append(f"{path}: {status} {content[:200]!r}")
                number += 1
            except (OSError, http.client.HTTPException) as error:
                self.again += 1
                if not self._lenient:
                    self.wrong.append(f"{path}: {error!r}")
                connection.close()
                connection = None
            if connection is not None and number % 10 == 0:
                connection.close()
                connection = None
            self._served.look()
        if connection is not None:
            connection.close()


# -- clients that do not ------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """The status of an answer, None if the connection ended without one, and its content."""

    status: int | None
    content: bytes = b""


class Client:
    """A connection from some address, to which bytes are written and from which answers are read.

    ``room``: for how many unread bytes the system makes room.
    """

    def __init__(self, served: Served, address: str = "127.0.0.2", room: int | None = None) -> None:
        self._to = served.port
        self._address = address
        self._room = room

    async def __aenter__(self) -> Self:
        here = socket.socket()
        if self._room is not None:
            here.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self._room)
        here.bind((self._address, 0))
        here.setblocking(False)
        await asyncio.get_running_loop().sock_connect(here, ("127.0.0.1", self._to))
        self.reader, self.writer = await asyncio.open_connection(sock=here, limit=1 << 16)
        return self

    async def __aexit__(self, *error: object) -> None:
        self.writer.transport.abort()

    async def send(self, data: bytes) -> None:
        """Write; that the connection has ended is seen by who reads."""
        try:
            self.writer.write(data)
            await self.writer.drain()
        except ConnectionError:
            pass

    async def answer(self) -> Answer:
        """The next answer."""
        try:
            head = await self.reader.readuntil(b"\r\n\r\n")
            length = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            content = await self.reader.readexactly(int(length[0].partition(b":")[2]) if length else 0)
        except (ConnectionError, asyncio.IncompleteReadError):
            return Answer(None)
        return Answer(int(head.split()[1]), content)


def request(name: str, asked: Any, *lines: str) -> bytes:
    """A request with a body, as bytes; ``lines``: more of its head."""
    body = json.dumps(asked).encode()
    return head(name, f"content-length: {len(body)}", *lines) + body


def head(name: str, *lines: str) -> bytes:
    """The head of a request whose body is to come."""
    usual = (f"POST /api/v1/{name} HTTP/1.1", "host: 127.0.0.1", "content-type: application/json")
    return "\r\n".join([*usual, *lines, "", ""]).encode()
