"""The process of an engine: its end, and that of what it has started."""

import os
import shutil
import threading
import time

import pytest

from lexkit.errors import EngineTerminatedError, EngineTimeoutError
from lexkit.players.engine.process import Process
from tests.players.engine.test_engine import FAKE

SHELL = shutil.which("sh")
#: Seconds that a thread may take to end.
LONG = 60.0


@pytest.mark.skipif(SHELL is None or not hasattr(os, "waitid"), reason="a POSIX shell")
@pytest.mark.parametrize("end", ["close", "terminated", "alive"])
def test_what_a_program_has_started_ends_with_it(end: str) -> None:
    """The program obeys; its child, which holds its pipes, knows nothing of that."""
    process = Process(["sh", "-c", "sleep 300 & echo ready; read line"])
    assert process.line(LONG) == "ready"
    if end == "alive":
        process._words.put(b"end\n")
        while process.alive:
            time.sleep(0.01)
    if end == "terminated":
        process._words.put(b"end\n")
        assert isinstance(process._terminated(), EngineTerminatedError)
    process.close("quit")
    process._threads[0].join(LONG)
    assert not process._threads[0].is_alive()  # the pipe is closed: nobody else has it
    assert process._process.returncode is not None


def test_each_close_waits_for_the_end() -> None:
    process = Process([*FAKE, "none"])
    reached, allowed = threading.Event(), threading.Event()
    finalize = process._finalizer

    def slowly() -> None:
        reached.set()
        allowed.wait(LONG)
        finalize()

    process._finalizer = slowly  # type: ignore[assignment]
    gone: list[bool] = []
    first = threading.Thread(target=process.close)
    first.start()
    reached.wait(LONG)

    def close() -> None:
        process.close()
        gone.append(process._process.returncode is not None)

    second = threading.Thread(target=close)
    second.start()
    second.join(0.05)
    allowed.set()
    first.join(LONG)
    second.join(LONG)
    assert gone == [True]


def test_who_waits_for_a_line_hears_that_none_comes() -> None:
    process = Process([*FAKE, "deaf"])
    heard: list[EngineTerminatedError] = []
    waiting = threading.Event()

    def wait() -> None:
        waiting.set()
        try:
            process.line(LONG)
        except EngineTerminatedError as error:
            heard.append(error)

    reader = threading.Thread(target=wait)
    reader.start()
    waiting.wait()
    process.close()
    reader.join()
    assert len(heard) == 1


def test_the_limit_is_told_not_what_was_left_of_it() -> None:
    process = Process([*FAKE, "deaf"])
    with pytest.raises(EngineTimeoutError, match=r"within 2 seconds"):
        process.line(0.001, 2.0)
    process.close()
