"""Programs in processes that are forked, not started: starting Python with its libraries takes a tenth of a second.

One process imports lexkit and its libraries, and waits. For each program it forks. The child gets arguments, folder,
environment and the three standard files, as a shell would give them. It ends as Python ends, but frees nothing, unless
it is asked to. What only a new process can show (what it imports, what Python makes of its environment) is tested with
subprocess, and so is each program and command of the documents once.
"""

import atexit
import contextlib
import gc
import io
import os
import pickle
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NamedTuple

from lexkit.apps.shell.help_text import NARROW

#: What most programs import, if it is there, beside lexkit's own modules. None of it opens a lexicon or reads settings.
IMPORTED = ("numpy", "numpy.ma", "platformdirs", "rich.table", "sqlite3", "ssl", "tomllib", "zstandard", "pytest")
#: Modules of typer that are imported if they are needed.
LATE = ("typer._click._textwrap", "typer._click.decorators", "email.parser")
#: The environment that Python and all these read when they start: another one needs a process of its own.
READ_AT_START = (
    "PYTHON",
    "LC_",
    "LANG",
    "TYPER",
    "_TYPER",
    "TERMINAL_WIDTH",
    "OPENBLAS",
    "LD_",
    "LEXKIT_DEBUG",
)
SIZE = 8


class Asked(NamedTuple):
    """What a child runs."""

    code: str
    arguments: tuple[str, ...]
    folder: str
    environment: dict[str, str]
    #: Whether it frees all objects when it ends.
    frees: bool = False


# -- the side of the tests ------------------------------------------------------------------------------


class Forking:
    """The process that forks, as the tests see it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.environment = _read_at_start(os.environ)
        self.line, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                cwd="/",
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            )
        atexit.register(self.end)

    def end(self) -> None:
        # Also if a process that was forked since has a copy of the line.
        self.line.shutdown(socket.SHUT_RDWR)
        self.line.close()
        self.process.wait()

    def run(
        self,
        asked: Asked,
        files: tuple[int, int, int],
        while_it_runs: Callable[[threading.Event], None],
        timeout: float,
    ) -> int:
        """Run it; its exit code, negative for a signal, as that of subprocess. Raises TimeoutExpired.

        ``while_it_runs`` is given what is set when the time is up.
        """
        packed = pickle.dumps(tuple(asked))
        socket.send_fds(self.line, [len(packed).to_bytes(SIZE, "little")], files)
        self.line.sendall(packed)
        pid = int.from_bytes(receive(self.line, SIZE), "little")
        late = threading.Event()

        def kill() -> None:
            late.set()
            os.kill(pid, 9)

        timer = threading.Timer(timeout, kill)
        timer.start()
        try:
            while_it_runs(late)
            code = int.from_bytes(receive(self.line, SIZE), "little", signed=True)
        finally:
            timer.cancel()
        if late.is_set():
            raise subprocess.TimeoutExpired(asked.code, timeout)
        return code


@cache
def _forking() -> Forking:
    return Forking()


def _read_at_start(environment: Any) -> dict[str, str]:
    read = {name: value for name, value in environment.items() if name.startswith(READ_AT_START)}
    # Programs of help are made for a narrow terminal, or for any other.
    width = environment.get("COLUMNS", "80")
    return {**read, "COLUMNS": width} if not width.isdecimal() or int(width) < NARROW else read


def run(
    code: str,
    *arguments: str,
    stdin: bytes = b"",
    cwd: Path | None = None,
    environment: dict[str, str],
    timeout: float = 300,
    frees: bool = False,
) -> subprocess.CompletedProcess[bytes]:
    """Run code with these arguments, in this environment beside the tests' own, and wait for its end.

    ``frees``: free all objects at the end, as a program that was started does.
    """
    whole = {**os.environ, **environment}
    with _free(whole, stdin) as forking:
        if forking is None:
            return subprocess.run(
                [sys.executable, "-c", code, *arguments],
                input=stdin,
                capture_output=True,
                cwd=cwd,
                env=whole,
                check=False,
                timeout=timeout,
            )
        asked = Asked(code, arguments, os.fspath(cwd or os.getcwd()), whole, frees)
        pipes = [os.pipe() for _ in range(3)]
        written: list[list[bytes]] = [[], []]

        def look_after(late: threading.Event) -> None:
            """Give the child its input, and take what it writes until it closes both, or its time is up."""
            os.close(pipes[0][0])
            os.close(pipes[1][1])
            os.close(pipes[2][1])
            with contextlib.suppress(BrokenPipeError), open(pipes[0][1], "wb", 0) as file:
                file.write(stdin)
            readers = [
                threading.Thread(target=_read_all, args=(pipes[1 + i][0], written[i]), daemon=True) for i in (0, 1)
            ]
            for reader in readers:
                reader.start()
            for reader in readers:
                # What it has started may have both open for longer.
                while reader.is_alive() and not late.is_set():
                    reader.join(0.1)

        ended = forking.run(asked, (pipes[0][0], pipes[1][1], pipes[2][1]), look_after, timeout)
    return subprocess.CompletedProcess(asked, ended, b"".join(written[0]), b"".join(written[1]))


def run_into(
    output: int,
    errors: int,
    code: str,
    *arguments: str,
    cwd: Path | None = None,
    environment: dict[str, str],
    stdin: int | None = None,
) -> int:
    """Run code, as run() does, but write to these two open files, such as a terminal; its exit code.

    ``stdin``: an open file to read, or nothing.
    """
    whole = {**os.environ, **environment}
    with open(os.devnull, "rb") as nothing, _free(whole, b"") as forking:
        files = (nothing.fileno() if stdin is None else stdin, output, errors)
        if forking is None:
            command = [sys.executable, "-c", code, *arguments]
            done = subprocess.run(
                command,
                stdin=files[0],
                stdout=output,
                stderr=errors,
                cwd=cwd,
                env=whole,
                check=False,
                timeout=300,
            )
            return done.returncode
        return forking.run(Asked(code, arguments, os.fspath(cwd or os.getcwd()), whole), files, lambda _: None, 300)


@contextlib.contextmanager
def _free(environment: dict[str, str], stdin: bytes) -> Iterator[Forking | None]:
    """The process that forks, if it may run this and does not run another program now."""
    # What fits into a pipe is written before the program reads it.
    if not hasattr(os, "fork") or len(stdin) > 1 << 15 or _read_at_start(environment) != _forking().environment:
        yield None
    elif _forking().lock.acquire(blocking=False):
        try:
            yield _forking()
        finally:
            _forking().lock.release()
    else:
        yield None


def _read_all(descriptor: int, into: list[bytes]) -> None:
    with open(descriptor, "rb", 0) as file:
        into.append(file.readall())


def receive(line: socket.socket, size: int) -> bytes:
    """Receive exactly this many bytes. Raises EOFError at the end."""
    pieces = []
    while size:
        piece = line.recv(size)
        if not piece:
            raise EOFError
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


# -- the side of the process that forks -----------------------------------------------------------------


def serve(line: socket.socket) -> Asked | None:
    """Fork for each program; in a child, return what it runs, and None at the end."""
    while True:
        head, files, _, _ = socket.recv_fds(line, SIZE, 3)
        if not head:
            return None
        head += receive(line, SIZE - len(head))
        asked = Asked(*pickle.loads(receive(line, int.from_bytes(head, "little"))))
        pid = os.fork()
        if pid == 0:
            line.close()
            become(asked, files)
            return asked
        for file in files:
            os.close(file)
        line.sendall(pid.to_bytes(SIZE, "little"))
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        line.sendall(code.to_bytes(SIZE, "little", signed=True))


def become(asked: Asked, files: list[int]) -> None:
    """Make this process what a shell would have started."""
    for standard, file in enumerate(files):
        os.dup2(file, standard)
        os.close(file)
    os.chdir(asked.folder)
    os.environ.clear()
    os.environ.update(asked.environment)
    sys.argv = ["-c", *asked.arguments]
    sys.path[0] = ""
    sys.stdin = sys.__stdin__ = reopen(sys.stdin, open(0, "rb", closefd=False))
    sys.stdout = sys.__stdout__ = reopen(sys.stdout, open(1, "wb", closefd=False), newline="\n")
    sys.stderr = sys.__stderr__ = reopen(sys.stderr, open(2, "wb", closefd=False), newline="\n", line_buffering=True)


def reopen(old: Any, file: Any, newline: str | None = None, line_buffering: bool = False) -> Any:
    """A standard stream as Python opens it."""
    buffering = line_buffering or (file.writable() and file.isatty())
    return io.TextIOWrapper(file, old.encoding, old.errors, newline, buffering)


def main() -> None:
    import lexkit

    own = (module.name for module in walk_packages(lexkit.__path__, "lexkit."))
    for name in (*IMPORTED, *LATE, *own):
        with contextlib.suppress(ImportError):
            import_module(name)
    gc.freeze()
    # Nothing but the program may be on the child's stack: an exception passes through it as through a script.
    asked = serve(socket.socket(fileno=int(sys.argv[1])))
    if asked is not None:
        code: object = None
        try:
            exec(compile(asked.code, "<string>", "exec"), {"__name__": "__main__"})
        except SystemExit as end:
            code = end.code
            if code is not None and not isinstance(code, int):
                raise
        if asked.frees:
            sys.exit(code)
        leave(int(code or 0))


def leave(code: int) -> None:
    """End as Python ends, but leave it to the system to free what was imported: it takes 40 ms to touch it all."""
    threading._shutdown()
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        sys.exit(code)  # Python says what cannot be written
    os._exit(code & 0xFF)


if __name__ == "__main__":
    main()
