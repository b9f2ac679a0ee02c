"""lexq and lexc as a user meets them: as processes, in a pipe or on a terminal."""

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests import forked

#: What runs lexq, before its arguments.
CODE = "from lexkit.apps.shell.console import lexq; lexq()"
LEXQ = [sys.executable, "-c", CODE]

Ended = subprocess.CompletedProcess[str]


def program(name: str, *arguments: str, stdin: str = "", cwd: Path | None = None, **environment: str) -> Ended:
    """Run one of the two programs; its standard input is never that of the tests."""
    code = f"from lexkit.apps.shell.console import {name}; {name}()"
    done = forked.run(code, *arguments, stdin=stdin.encode(), cwd=cwd, environment=environment)
    written, errors = (as_text(one) for one in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, written, errors)


def as_text(written: bytes) -> str:
    """What a program wrote, with the line ends of Python."""
    return io.TextIOWrapper(io.BytesIO(written), "utf-8").read()


def lexq(*arguments: str, **more: Any) -> Ended:
    return program("lexq", *arguments, **more)


def json_lines(*arguments: str, **more: Any) -> list[Any]:
    """The lines that ``lexq ... --json`` writes."""
    return [json.loads(line) for line in lexq(*arguments, "--json", **more).stdout.splitlines()]


def first_lines(*arguments: str) -> str:
    """The first two lines of lexq, whose reader then goes away; nothing may be said about that."""
    command = f"{shlex.join([*LEXQ, *arguments])} | head -2"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, timeout=300)
    assert (done.stdout.count("\n"), done.stderr) == (2, "")
    return done.stdout


def on_terminal(*arguments: str, **environment: str) -> str:
    """What lexq writes if standard output is a terminal."""
    import pty

    ours, theirs = pty.openpty()
    settings = {"TERM": "xterm", "COLUMNS": "80", **environment}
    forked.run_into(theirs, 2, CODE, *arguments, environment=settings)
    os.close(theirs)
    written = b""
    try:
        while piece := os.read(ours, 65536):
            written += piece
    except OSError:  # Linux says so at the end
        pass
    os.close(ours)
    return written.decode("utf-8").replace("\r\n", "\n")


def assert_refused(done: Ended, code: int, message: str, lines: int = 1) -> None:
    """The program ended with this code and this message, and wrote nothing.

    Unless usage is wrong, an error is one line, or three if it points into a query.
    """
    # Wrong usage is told in a box.
    told = " ".join(done.stderr.replace("│", " ").split())
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert " ".join(message.split()) in told
    assert "Traceback" not in done.stderr
    if code != 2:
        assert done.stderr.count("\n") == lines
        assert done.stderr.startswith(("lexq: ", "lexc: "))
