"""``lexq serve --api`` as a command: processes that are killed, told to stop, or left alone; and its TypeScript."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("msgspec", reason="lexq serve --api needs the extra api: pip install 'lexkit[api]'")
pytest.importorskip("starlette", reason="lexq serve --api needs the extra api: pip install 'lexkit[api]'")

import lexkit
from lexkit.apps.api.openapi import describe
from tests.running import run_python

LEXQ = "import sys; from lexkit.apps.shell.console import lexq; sys.argv = ['lexq', *sys.argv[1:]]; lexq()"
#: What docs/service.md says to install, and a program that uses it.
NPM = ("openapi-typescript@7", "openapi-fetch@0.17", "typescript@5")
PROGRAM = """
import createClient from "openapi-fetch";
import type { paths } from "./lexkit";
const lexkit = createClient<paths>({ baseUrl: "http://127.0.0.1:8765" });
const { data, error } = await lexkit.POST("/api/v1/best", { body: { positions: ["15/15 A/ 0/0 0"] } });
if (error) throw new Error(error.detail);
export const score: number | undefined = data.moves[0]?.score;
// @ts-expect-error: there is no such field
data.moves[0]?.points;
"""


class Serving:
    """The service with some workers, at a port of its own."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-c", LEXQ, "-l", "english", "serve", "--api", "--port", "0", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        self.address = self.process.stderr.readline().strip()
        self.port = int(self.address.partition("127.0.0.1:")[2].partition("/")[0])
        self._connections: list[http.client.HTTPConnection] = []

    def connect(self) -> http.client.HTTPConnection:
        self._connections.append(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60))
        return self._connections[-1]

    def workers(self) -> set[int]:
        """The processes that serve."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return {int(one) for one in listed if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()}

    def end(self) -> None:
        for connection in self._connections:
            connection.close()
        with suppress(ProcessLookupError):
            self.process.kill()
        self.process.communicate(timeout=60)


def ask(connection: http.client.HTTPConnection, name: str, **asked: Any) -> dict[str, Any]:
    connection.request("POST", f"/api/v1/{name}", json.dumps(asked), {"content-type": "application/json"})
    answer = connection.getresponse()
    content = answer.read()
    assert answer.status == 200, content
    found: dict[str, Any] = json.loads(content)
    return found


def wait_until(ready: Any) -> None:
    for _ in range(6000):
        if ready():
            return
        time.sleep(0.05)
    pytest.fail("it did not come to that")


@pytest.fixture
def serving() -> Iterator[Serving]:
    made = Serving("--workers", "2", "--log")
    yield made
    made.end()


only_linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Linux tells the processes of another")


@pytest.mark.sweep
@only_linux
def test_a_worker_that_is_killed_is_replaced_and_others_lose_nothing(serving: Serving) -> None:
    wait_until(lambda: len(serving.workers()) == 2)
    connections = [serving.connect() for _ in range(16)]
    owners: dict[int, list[http.client.HTTPConnection]] = {}
    assert serving.process.stderr is not None
    serving.process.stderr.readline()
    for connection in connections:
        assert ask(connection, "words", words=["CARE"]) == {"valid": [True], "all": True}
        owners.setdefault(json.loads(serving.process.stderr.readline())["process"], []).append(connection)
    killed, *others = sorted(owners, key=lambda one: len(owners[one]))
    before = serving.workers()
    os.kill(killed, signal.SIGKILL)
    for other in others:
        for connection in owners[other]:
            assert ask(connection, "words", words=["ZZX"])["all"] is False
    wait_until(lambda: len(serving.workers()) == 2 and serving.workers() != before)
    with urllib.request.urlopen(f"http://127.0.0.1:{serving.port}/readyz") as answer:
        assert answer.read() == b"ready\n"
    # The figures of the one that was killed still count.
    with urllib.request.urlopen(f"http://127.0.0.1:{serving.port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    number = next(line for line in lines if line.startswith('lexkit_requests_total{path="/api/v1/words",status="200"}'))
    assert float(number.rpartition(" ")[2]) == 16 + sum(len(owners[other]) for other in others)


@pytest.mark.sweep
@only_linux
def test_what_has_begun_is_answered_before_the_end(serving: Serving) -> None:
    game = lexkit.Match(lexkit.open("english"), "greedy", "greedy", seed=3).game(0)
    asked = {"gcg": game.to_gcg(), "level": "simulation", "seconds": 2}
    connection = serving.connect()
    body = json.dumps(asked).encode()
    connection.putrequest("POST", "/api/v1/analysis")
    heads = {"content-type": "application/json", "content-length": str(len(body)), "expect": "100-continue"}
    for name, value in heads.items():
        connection.putheader(name, value)
    connection.endheaders()
    # The service asks for the body: it has begun.
    assert connection.sock.recv(1000).startswith(b"HTTP/1.1 100 ")
    serving.process.send_signal(signal.SIGTERM)
    connection.send(body)
    answer = connection.getresponse()
    assert answer.status == 200
    assert json.loads(answer.read())["to_weigh"] > 20
    assert serving.process.wait(60) == 0


@pytest.mark.sweep
@only_linux
def test_workers_begin_without_a_file_that_is_gone_and_find_it_again(tmp_path: Path) -> None:
    path = tmp_path / "few.gaddag"
    lexkit.build(["CARE"], path)
    serving = Serving("--workers", "2", "--offer", str(path))
    try:
        wait_until(lambda: len(serving.workers()) == 2)
        assert ask(serving.connect(), "words", words=["CARE"], lexicon="few")["all"]
        path.rename(tmp_path / "gone")
        before = serving.workers()
        for worker in before:
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: len(serving.workers() - before) == 2)
        for _ in range(4):
            connection = serving.connect()
            asked = json.dumps({"words": ["CARE"], "lexicon": "few"})
            connection.request("POST", "/api/v1/words", asked, {"content-type": "application/json"})
            answer = connection.getresponse()
            assert (answer.status, answer.headers["retry-after"]) == (503, "1")
        (tmp_path / "gone").rename(path)
        for _ in range(4):
            assert ask(serving.connect(), "words", words=["CARE"], lexicon="few")["all"]
    finally:
        serving.end()


@pytest.mark.sweep
@only_linux
def test_workers_end_with_the_process_that_started_them(serving: Serving) -> None:
    ask(serving.connect(), "words", words=["CARE"])
    wait_until(lambda: len(serving.workers()) == 2)
    workers = serving.workers()
    serving.process.kill()
    wait_until(lambda: not any(Path(f"/proc/{one}").exists() for one in workers))


def test_what_the_command_refuses(tmp_path: Path) -> None:
    """Options of the pages and of the service together, a wrong file of keys, a wrong name, a missing extra."""
    keys = tmp_path / "keys.toml"
    keys.write_text("key = 1", "utf-8")
    code = f"""
import sys
from lexkit.apps.shell.console import lexq
sys.stderr = sys.stdout
for arguments in (
    ["--workers", "2"], ["--api", "--games", "x"], ["--new-key", ""], ["--api", "--keys", {str(keys)!r}],
    ["--api", "--keys", "none.toml"],
):
    sys.argv = ["lexq", "serve", *arguments]
    try:
        lexq()
    except SystemExit as end:
        print("code", end.code)
"""
    told = run_python(code)
    assert "--workers, --keys and --log need --api" in told
    assert "not a file of keys" in told
    assert "none.toml" in told
    codes = [line for line in told.splitlines() if line.startswith("code")]
    assert codes == ["code 2", "code 2", "code 3", "code 3", "code 4"]
    assert "--games is for the pages" in told
    assert "not the name of a key" in told


@pytest.mark.sweep
@pytest.mark.skipif(not shutil.which("npm"), reason="TypeScript comes by npm")
def test_typescript_is_made_of_the_description(tmp_path: Path) -> None:
    if subprocess.run(["npm", "install", "--silent", *NPM], cwd=tmp_path, capture_output=True).returncode:
        pytest.skip("npm cannot fetch TypeScript")
    (tmp_path / "openapi.json").write_text(json.dumps(describe()), "utf-8")
    (tmp_path / "use.ts").write_text(PROGRAM, "utf-8")
    options = ["--strict", "--noEmit", "--skipLibCheck", "--module", "esnext", "--target", "es2022"]
    for command in (
        ["openapi-typescript", "openapi.json", "--default-non-nullable=false", "-o", "lexkit.d.ts"],
        ["tsc", *options, "--moduleResolution", "bundler", "use.ts"],
    ):
        done = subprocess.run(["npx", *command], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
