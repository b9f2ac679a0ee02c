"""``lexq serve`` as a command: a real server in a process of its own, attacked, killed and started again."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import typer

from lexkit.apps.web import command
from tests.running import modules_loaded_by, run_python

LEXQ = "import sys; from lexkit.apps.shell.console import lexq; sys.argv = ['lexq', *sys.argv[1:]]; lexq()"


class Serving:
    """``lexq serve`` with the small list, at a port of its own."""

    def __init__(self, lexicon: str, folder: Path) -> None:
        command = [sys.executable, "-c", LEXQ, "-l", lexicon, "serve", "--port", "0", "--games", str(folder)]
        self.process = subprocess.Popen(
            [*command, "--no-browser"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/"
        )
        assert self.process.stderr is not None
        self.address = self.process.stderr.readline().strip()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])
        self.process.stderr.readline()

    def begin(self) -> dict[str, Any]:
        """A new game against a friend."""
        body = json.dumps({"opponent": "friend", "first": "me"}).encode()
        with urllib.request.urlopen(f"{self.address}api/games", body) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    @contextmanager
    def sit(self, game: dict[str, Any]) -> Iterator[Any]:
        """A WebSocket that has said hello, and has got its view."""
        from websockets.sync.client import connect

        with connect(f"ws://127.0.0.1:{self.port}/api/live", open_timeout=60, close_timeout=1) as made:
            made.send(json.dumps({"do": "hello", "game": game["game"], "token": game["token"]}))
            made.recv(timeout=60)
            yield made

    def end(self, number: int = signal.SIGKILL) -> str:
        """End it; what it has written to the terminal."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return out + err


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def serving(small: str, folder: Path) -> Iterator[Serving]:
    made = Serving(small, folder)
    yield made
    with suppress(ProcessLookupError, ValueError):
        made.end()


def test_what_no_host_is_called() -> None:
    with pytest.raises(typer.BadParameter, match="not a name of a host"):
        command._listen("a..b", 0)


UPGRADE = b"""GET /api/live HTTP/1.1\r
Host: 127.0.0.1\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
Sec-WebSocket-Version: 13\r
\r
"""


def ask(connection: Any, do: str, **fields: Any) -> dict[str, Any]:
    connection.send(json.dumps({"id": 9, "do": do, **fields}))
    while (message := json.loads(connection.recv(timeout=60))).get("id") != 9:
        pass
    found: dict[str, Any] = message
    return found


def test_a_killed_server_has_kept_every_action(serving: Serving, small: str, folder: Path) -> None:
    game = serving.begin()
    with serving.sit(game) as connection:
        assert ask(connection, "act", action="pass", revision=0)["done"]
        serving.end()
    again = Serving(small, folder)
    try:
        with again.sit(game) as connection:
            assert ask(connection, "look", turn=1)["past"]["history"][0]["kind"] == "pass"
    finally:
        written = again.end(signal.SIGINT)
    assert game["token"] not in written
    assert "Traceback" not in written


#: Requests that bring a body.
BODIES = [
    *(f"/api/{name}" for name in ("games", "join", "records")),
    *(f"/api/study/{name}" for name in ("begin", "answer", "grade", "statistics", "mistakes", "cards", "import")),
    *(f"/api/puzzles/{name}" for name in ("begin", "next", "preview", "try", "hint", "give-up")),
]


def half_of_a_request(path: str) -> bytes:
    return b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\ncontent-length: 1000\r\n\r\n{" % path.encode()


@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
def test_attacks_on_the_socket_are_survived(serving: Serving) -> None:
    from websockets.exceptions import WebSocketException

    game = serving.begin()
    with serving.sit(game) as player, ExitStack() as stack:
        # A message that is too large ends its own connection.
        attacker = stack.enter_context(serving.sit(game))
        attacker.send("x" * 10_000)
        with suppress(WebSocketException):
            while True:
                attacker.recv(timeout=30)
        assert attacker.close_code == 1009
        # Requests that never end, and noise.
        for noise in (
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
            b"\x16\x03\x01" + bytes(500),
            b"GET /" + b"a" * 100_000,
        ):
            raw = stack.enter_context(socket.create_connection(("127.0.0.1", serving.port), timeout=60))
            with suppress(OSError):
                raw.sendall(noise)
        # Frames that are none.
        raw = stack.enter_context(socket.create_connection(("127.0.0.1", serving.port), timeout=60))
        raw.sendall(UPGRADE)
        assert raw.recv(1024).startswith(b"HTTP/1.1 101")
        raw.sendall(b"\xff" * 1000)
        # Requests that are left in the middle, one for each thing that brings a body.
        for path in BODIES:
            with socket.create_connection(("127.0.0.1", serving.port), timeout=60) as raw:
                raw.sendall(half_of_a_request(path))
        assert ask(player, "cgp")["cgp"]
    written = serving.end(signal.SIGINT)
    assert "Traceback" not in written


@pytest.mark.skipif(os.name == "nt", reason="signals are those of POSIX")
def test_ctrl_c_while_requests_are_on_their_way(serving: Serving) -> None:
    """They are ended after two seconds, without a word."""
    with ExitStack() as stack:
        for path in BODIES:
            raw = stack.enter_context(socket.create_connection(("127.0.0.1", serving.port), timeout=60))
            raw.sendall(half_of_a_request(path))
        serving.begin()  # what came before has been read
        assert serving.end(signal.SIGINT) == ""
    assert serving.process.returncode == 130


def test_other_sites_are_refused_by_the_real_server(serving: Serving) -> None:
    for headers, status in (({"Host": "evil.example"}, 421), ({"Origin": "http://evil.example"}, 403)):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(urllib.request.Request(f"{serving.address}api/offers", headers=headers))
        assert caught.value.code == status
        caught.value.close()


def refused(*arguments: str) -> str:
    """What the command says, and that it ends with the code of wrong usage or of an error."""
    done = subprocess.run([sys.executable, "-c", LEXQ, "serve", *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode in (2, 4), done.stderr
    return done.stderr


def test_other_addresses_need_an_option(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "example.org"):
        assert "--open-to-network" in refused("--host", host, "--games", str(tmp_path))


def test_a_port_that_is_taken(tmp_path: Path, small: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = refused("--port", port, "--games", str(tmp_path), "--no-browser")
        assert "cannot listen" in told
        assert "--port 0" in told


@pytest.mark.parametrize(
    ("lacking", "arguments", "extra"),
    [
        *[(name, [], "web") for name in ("uvicorn", "starlette", "websockets", "msgspec")],
        *[(name, ["--api"], "api") for name in ("starlette", "msgspec", "prometheus_client")],
        ("msgspec", ["--new-key", "x"], "api"),
    ],
)
def test_without_its_extra_the_command_says_what_to_install(lacking: str, arguments: list[str], extra: str) -> None:
    """Found: without any extra ``--api`` asked for a report of an unexpected error."""
    code = LEXQ.replace("*sys.argv[1:]", f"*{['serve', '--port', '0', *arguments]}")
    with pytest.raises(subprocess.CalledProcessError) as caught:
        run_python(f"import sys; sys.stderr = sys.stdout; sys.modules[{lacking!r}] = None\n{code}")
    assert caught.value.returncode == 2
    assert caught.value.stdout.count("\n") == 1
    assert f"pip install 'lexkit[{extra}]'" in caught.value.stdout


def test_help_imports_no_server() -> None:
    code = LEXQ.replace("*sys.argv[1:]", "'serve', '--help'")
    loaded = modules_loaded_by(code)
    assert not {"uvicorn", "starlette", "websockets"} & set(loaded)
