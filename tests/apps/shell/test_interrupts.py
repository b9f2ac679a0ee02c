"""Ctrl-C from the first line of a program to its last: exit code 130, nothing said, never lost."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import forked

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a program is forked")

#: A program that forks before every so many calls of functions, from when it listens. The child interrupts itself.
#: It writes how each child ended, with the names of the functions that were interrupted, and what the child wrote.
PROGRAM = """
import json, os, signal, sys, tempfile

step, name = int(sys.argv.pop(1)), sys.argv.pop(1)
seen, ends, listening = 0, [], False

def names(frame):
    while frame is not None:
        yield frame.f_code.co_name
        frame = frame.f_back

def count(frame, event, argument):
    global seen, listening
    if not listening:
        listening = event == "return" and frame.f_code.co_name == "listen"
        return
    if event != "call":
        return
    seen += 1
    if seen % step:
        return
    sys.setprofile(None)
    with tempfile.TemporaryFile() as written:
        child = os.fork()
        if child == 0:
            for standard in (1, 2):
                os.dup2(written.fileno(), standard)
            ends.clear()
            signal.raise_signal(signal.SIGINT)
            return
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        written.seek(0)
        ends.append((code, written.read().decode(), seen, [*names(frame)][::-1]))
    sys.setprofile(count)

import lexkit.apps.shell.console
real = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
parent = os.getpid()
sys.setprofile(count)
try:
    getattr(lexkit.apps.shell.console, name)()
finally:
    sys.setprofile(None)
    if os.getpid() == parent:
        os.write(real, b"")
        with open(real, "w") as file:
            json.dump(ends, file)
"""


@pytest.mark.parametrize(
    ("step", "command"),
    [
        (5003, ["lexq", "substring", "AX", "--limit", "3"]),
        (9001, ["lexq", "search", "pattern:?A[TX]", "--columns", "word,length"]),
        (9001, ["lexc", "alphabets", "--json"]),
    ],
)
def test_an_interrupt_ends_a_program_wherever_it_is(step: int, command: list[str], english: object) -> None:
    """Found: two of 120 interrupts in start-up were lost."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(step), *command], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    ends = json.loads(done.stdout)
    assert len(ends) > 5
    # At the very end the system ends it.
    assert [end for end in ends if end[:2] not in ([130, ""], [-signal.SIGINT, ""])] == []


#: Where an interrupt would be lost, and what comes after that.
LOST = {
    "a method that Python calls": "class A:\n    def __del__(self):\n        interrupt()\nA()",
    "a callback": "class A: pass\na = A()\nr = weakref.ref(a, lambda r: interrupt())\ndel a",
    "an import": "sys.path.insert(0, sys.argv[1])\nimport catches",
}


@pytest.mark.parametrize("where", LOST)
def test_an_interrupt_is_not_lost(where: str, tmp_path: Path) -> None:
    (tmp_path / "catches.py").write_text(
        "import signal\ntry:\n    signal.raise_signal(signal.SIGINT)\nexcept BaseException:\n    print('caught')\n"
    )
    code = f"""
import signal, sys, weakref
from lexkit.apps.shell.interrupts import listen

def interrupt():
    signal.raise_signal(signal.SIGINT)

def go_on():
    print("went on")

signal.signal(signal.SIGINT, signal.default_int_handler)
listen()
try:
    exec({LOST[where]!r})
    go_on()
except KeyboardInterrupt:
    print("interrupted")
go_on()
"""
    done = forked.run(code, str(tmp_path), environment={})
    assert (done.stdout, done.stderr) == (b"interrupted\nwent on\n", b"")


def test_one_that_is_to_be_ignored_is_ignored(english: object) -> None:
    """As under nohup, and for programs in the background of a shell."""
    code = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    code += "from lexkit.apps.shell.interrupts import listen; listen()\n"
    done = forked.run(code + "signal.raise_signal(signal.SIGINT); print('went on')", environment={})
    assert (done.stdout, done.stderr) == (b"went on\n", b"")
