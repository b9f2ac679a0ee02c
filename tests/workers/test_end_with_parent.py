"""Every process that lexkit starts ends with the one that started it, whichever way that ends.

Each process of interest has a FIFO open for writing: who reads it is at its end when the last of them is gone.
"""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from lexkit.runtime.workers.end_with_parent import Guard, end_processes
from tests.making import bytes_of

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a FIFO of POSIX")

#: Seconds that anything may take on the busiest machine; the pieces below would take ten times as long.
LONG = 60.0

#: A program whose workers begin a piece each and never end it by themselves.
PROGRAM = """
import os, sys, time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
import lexkit
from lexkit.apps.shell.console import run
from lexkit.errors import TimeLimitError
from lexkit.base.time_limits import look, within
from lexkit.runtime.workers.pieces_of_work import in_order, open_executor

def work(index, number, fifo, looks):
    with open(fifo, "wb", 0) as file:
        file.write(b"x")
        end = time.monotonic() + 600
        while time.monotonic() < end:
            if looks:
                look()
            else:
                time.sleep(0.01)

def pieces():
    return [(number, sys.argv[2], kind != "own") for number in range(4)]

kind, how = sys.argv[3:]

def main(**settings):
    index = lexkit.open(sys.argv[1]).core
    if kind == "own":
        opened = open_executor(2)
    else:
        opened = (ProcessPoolExecutor if kind == "given" else ThreadPoolExecutor)(2)
    with opened as executor:
        results = in_order(executor, index, work, pieces())
        if how == "time":
            with within(1.0):
                next(results)
        next(results)

run(main, "program")
"""


class Held:
    """A FIFO whose writers are the processes that must end."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = str(path)
        self.reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def read(self) -> bytes:
        """What they have written, once there is something; nothing at their end."""
        assert select.select([self.reader], [], [], LONG)[0], "a process lives on"
        return os.read(self.reader, 100)

    def wait_for(self, number: int) -> None:
        """Wait until so many have begun."""
        while number:
            found = len(select.select([self.reader], [], [], 0.01)[0]) and os.read(self.reader, number)
            number -= len(found or b"")

    def wait_for_end(self) -> None:
        while self.read():
            pass


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Held]:
    held = Held(tmp_path / "fifo")
    yield held
    os.close(held.reader)


def hear_all() -> None:
    """Hear every signal, also where the tests were started by ``nohup`` or in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def start(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Start a program in a group of its own, as a shell does."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_all,
    )


def send(running: subprocess.Popen[str], how: str) -> None:
    """End a program; at a terminal, Ctrl-C is sent to all of its group."""
    if how == "ctrl-c":
        os.killpg(running.pid, signal.SIGINT)
    elif how != "time":
        running.send_signal(getattr(signal, how))


@pytest.mark.parametrize("how", ["ctrl-c", "SIGINT", "SIGTERM", "SIGHUP", "SIGKILL", "time"])
def test_workers_end_with_their_parent(how: str, held: Held, tmp_path: Path) -> None:
    """Found: eight to twenty seconds of work after Ctrl-C, tracebacks of workers, orphans after kill -9."""
    (tmp_path / "few.gaddag").write_bytes(bytes_of(["AB"]))
    running = start(PROGRAM, str(tmp_path / "few.gaddag"), held.path, "own", how)
    held.wait_for(2)
    send(running, how)
    held.wait_for_end()
    out, err = running.communicate(timeout=LONG)
    assert (out, "Traceback" in err) == ("", False), err
    code = {"ctrl-c": 130, "SIGINT": 130, "time": 3}.get(how)
    assert running.returncode == (code if code is not None else -getattr(signal, how))


@pytest.mark.parametrize(("kind", "how"), [("given", "SIGKILL"), ("given", "ctrl-c"), ("threads", "SIGINT")])
def test_pieces_in_executors_of_the_caller_end_too(kind: str, how: str, held: Held, tmp_path: Path) -> None:
    """Pools of processes end with their parent; what runs in threads stops at its next look at the clock."""
    (tmp_path / "few.gaddag").write_bytes(bytes_of(["AB"]))
    running = start(PROGRAM, str(tmp_path / "few.gaddag"), held.path, kind, how)
    held.wait_for(2)
    send(running, how)
    held.wait_for_end()
    running.communicate(timeout=LONG)


class Watched(ProcessPoolExecutor):
    """A pool that notes whether its processes lived when it was told to end."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.lived = [process.is_alive() for process in (self._processes or {}).values()]
        super().shutdown(wait, cancel_futures=cancel_futures)


def test_a_pool_lets_go_of_what_waits_before_its_processes_end() -> None:
    """Found: a thread of the pool failed at pieces that were cancelled, three times in thirty."""
    pool = Watched(2)
    sleeping = [pool.submit(time.sleep, 600) for _ in range(8)]
    while not sleeping[0].running():
        time.sleep(0.01)
    for future in sleeping:
        future.cancel()
    processes = list((pool._processes or {}).values())
    end_processes(pool)
    assert pool.lived == [True, True]
    assert all(future.done() for future in sleeping)
    assert not any(process.is_alive() for process in processes)


#: A program that has an engine, in itself or in a worker, and waits. Nothing but kill -9 ends the engine.
ENGINE = """
import sys, time
from lexkit.players.engine.process import Process
from lexkit.runtime.workers.end_with_parent import open_pool

def begin():
    engine = Process(["sh", "-c", f"trap '' HUP TERM INT; exec 9>{sys.argv[1]}; sleep 600 & echo ready; sleep 600"])
    engine.line(60)
    with open(sys.argv[1], "wb") as file:
        file.write(b"x")
    time.sleep(600)

if sys.argv[2] == "worker":
    with open_pool(1) as pool:
        pool.submit(begin).result()
begin()
"""


@pytest.mark.parametrize(
    ("where", "how"), [("here", "SIGKILL"), ("here", "SIGTERM"), ("worker", "SIGKILL"), ("worker", "ctrl-c")]
)
def test_engines_end_with_who_has_them(where: str, how: str, held: Held) -> None:
    """Also those that hear nothing, and what they have started."""
    running = start(ENGINE, held.path, where)
    held.wait_for(1)
    send(running, how)
    held.wait_for_end()
    running.communicate(timeout=LONG)


def test_guards_go_when_they_are_sent_away() -> None:
    program = subprocess.Popen(["sleep", "600"], start_new_session=True)
    guard = Guard()
    guard.watch(program.pid)
    guard.release()
    assert program.poll() is None
    guard = Guard()
    guard.watch(program.pid)
    assert guard._shell is not None
    assert guard._shell.stdin is not None
    guard._shell.stdin.close()  # as the end of this process does
    assert program.wait(LONG) == -signal.SIGKILL
    assert guard._shell.wait(LONG) == 0
    Guard().release()  # there was no program
