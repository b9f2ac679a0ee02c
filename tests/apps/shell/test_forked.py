"""Programs that are forked end as programs that are started: the same output, errors and exit code."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import forked

LEXQ = "from lexkit.apps.shell.console import lexq; lexq()"
PROGRAMS = {
    "what it writes": ("import sys; print(sys.argv, len(input())); sys.stderr.write('é\\n')", ["a", "é b"]),
    "exit code": ("import sys; print('before'); sys.exit(7)", []),
    "exit code of a text": ("raise SystemExit('a text')", []),
    "a killed process": ("import os; print('kept', flush=True); os.kill(os.getpid(), 9)", []),
    "what runs at the end": ("import atexit; atexit.register(print, 'at the end'); print('first')", []),
    "threads": ("import threading, time; threading.Thread(target=lambda: print(time.sleep(0.1))).start()", []),
    "an output that is closed": ("import sys; print('x', flush=True); sys.stdout.close(); sys.exit(3)", []),
    "a negative exit code": ("raise SystemExit(-2)", []),
    "encodings": ("import sys; print([(f.encoding, f.errors, f.isatty()) for f in (sys.stdin, sys.stdout)])", []),
    "folder": ("import os, sys; print(os.getcwd(), repr(sys.path[0]), os.environ['LEXKIT_HOME'], __name__)", []),
    "signals": ("import signal; print([signal.getsignal(one) for one in (2, 13, 15)])", []),
    "a query": (LEXQ, ["substring", "QUIXOT"]),
    "wrong usage": (LEXQ, ["nonsense"]),
    "a table": (LEXQ, ["prefix", "QUIXO", "--columns", "word,points"]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_forked_program_ends_as_a_started_one(name: str, tmp_path: Path) -> None:
    code, arguments = PROGRAMS[name]
    environment = {"LEXKIT_HOME": str(tmp_path / "é")}
    forkedly = forked.run(code, *arguments, stdin=b"eins\n", cwd=tmp_path, environment=environment)
    started = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=b"eins\n",
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, **environment},
        check=False,
    )
    assert (forkedly.returncode, forkedly.stdout) == (started.returncode, started.stdout)
    assert forkedly.stderr == started.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo terminal")
@pytest.mark.parametrize(
    "arguments",
    [
        ["prefix", "QUIXO", "--columns", "word,points"],
        ["search", "anagram:ALE?"],
        ["moves", "--rack", "QUIZ"],
        ["nonsense"],
        ["moves", "--help"],
    ],
    ids=" ".join,
)
def test_a_forked_program_writes_on_a_terminal_what_a_started_one_writes(arguments: list[str]) -> None:
    settings = {**os.environ, "TERM": "xterm", "COLUMNS": "60"}

    def start(terminal: int) -> int:
        command = [sys.executable, "-c", LEXQ, *arguments]
        files = {"stdin": subprocess.DEVNULL, "stdout": terminal, "stderr": terminal}
        return subprocess.run(command, **files, env=settings, check=False, timeout=300).returncode

    def fork(terminal: int) -> int:
        return forked.run_into(terminal, terminal, LEXQ, *arguments, environment=settings)

    first, second = (terminal_shows(run) for run in (start, fork))
    assert first == second
    assert first[1]


def terminal_shows(run: Callable[[int], int]) -> tuple[int, bytes]:
    """The exit code of a program, and what it wrote to a terminal."""
    import pty

    ours, theirs = pty.openpty()
    code = run(theirs)
    os.close(theirs)
    written = b""
    with contextlib.suppress(OSError):  # Linux says so at the end
        while piece := os.read(ours, 65536):
            written += piece
    os.close(ours)
    return code, written


def test_an_error_that_nothing_catches(tmp_path: Path) -> None:
    done = forked.run("print('before')\n1 / 0", cwd=tmp_path, environment={})
    assert (done.returncode, done.stdout) == (1, b"before\n")
    assert done.stderr.endswith(b"ZeroDivisionError: division by zero\n")


def test_each_has_a_process_of_its_own() -> None:
    first, second = (forked.run("import os, lexkit; print(os.getpid()); lexkit.x = 1", environment={}) for _ in "ab")
    assert first.stdout != second.stdout
    assert forked.run("import lexkit; lexkit.x", environment={}).returncode == 1


def test_what_python_reads_when_it_starts_is_read() -> None:
    code = "import sys; print(sys.flags.utf8_mode, sys.flags.optimize)"
    assert forked.run(code, environment={"PYTHONUTF8": "1", "PYTHONOPTIMIZE": "2"}).stdout == b"1 2\n"


def test_a_program_that_does_not_end_is_ended() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        forked.run("import time; time.sleep(600)", environment={}, timeout=0.2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that are forked")
def test_a_limit_of_time_holds_if_what_was_started_goes_on(tmp_path: Path) -> None:
    code = """
import subprocess, sys, time
with open("pid", "w") as file:
    file.write(str(subprocess.Popen(["sleep", "600"]).pid))
time.sleep(600)
"""
    (tmp_path / "pid").touch()
    timeout = 0.1
    while not (written := (tmp_path / "pid").read_text()):  # on a busy machine it may be ended before it writes that
        with pytest.raises(subprocess.TimeoutExpired):
            forked.run(code, cwd=tmp_path, environment={}, timeout=timeout)
        timeout *= 2
    os.kill(int(written), signal.SIGKILL)  # it has not ended yet
