"""The process of an engine: lines to it and from it, with limits, and its guaranteed end.

Guaranteed: no call exceeds its timeout, whatever the program does. When :meth:`close` returns, the program is gone,
and its threads and pipes with it. Its output takes no more memory than :data:`MOST_LINES` lines of :data:`LONGEST`
bytes.
"""

from __future__ import annotations

import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any, Final

from lexkit.base.errors import EngineError, EngineTerminatedError, EngineTimeoutError, show_value
from lexkit.runtime.workers.end_with_parent import Guard

#: Maximum length of a line, in bytes.
LONGEST: Final = 1 << 16
#: Maximum number of unread lines.
MOST_LINES: Final = 4096
#: Grace period of a program after ``quit``, and again after a signal, in seconds.
_GRACE: Final = 1.0
#: Seconds between two checks whether the program has ended.
_LOOK: Final = 0.005
#: Number of lines of standard error that are stored for messages.
_LAST_WORDS: Final = 3
_SHOWN: Final = 200


def split_command(command: str | Sequence[str]) -> list[str]:
    """Return the words of a command. Raises EngineTerminatedError for one without words.

    Programs that are not on the path are searched beside Python's, in its environment.
    """
    if not isinstance(command, str):
        command = list(command)
        if not all(isinstance(word, str | os.PathLike) for word in command):
            raise TypeError(f"command: expected a text, or its words, found {show_value(command)}")
    try:
        words = shlex.split(command) if isinstance(command, str) else list(map(str, command))
    except ValueError as error:
        raise EngineTerminatedError("not a command", expected="words", found=f"{command!r} ({error})") from None
    if not words or not words[0]:
        raise EngineTerminatedError("not a command", expected="the name of a program", found=show_value(command))
    if os.path.basename(words[0]) == words[0] and shutil.which(words[0]) is None:
        beside = shutil.which(words[0], path=os.path.dirname(sys.executable))
        words[0] = beside or words[0]
    return words


class Process:
    """A program with pipes to it. :meth:`line` reads its lines."""

    def __init__(self, command: str | Sequence[str]) -> None:
        """Start a program. Raises EngineTerminatedError if it cannot be started."""
        words = split_command(command)
        self.name = shlex.join(words)
        pipe = subprocess.PIPE
        guard = Guard()
        try:
            # The program has its own session: Ctrl-C at the terminal reaches this program, which then ends the
            # other.
            started = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        except (OSError, ValueError) as error:
            guard.release()
            reason = getattr(error, "strerror", None) or error
            raise EngineTerminatedError(f"cannot be started: {reason}", path=self.name) from error
        guard.watch(started.pid)
        assert started.stdin is not None
        assert started.stdout is not None
        assert started.stderr is not None
        self._process = started
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_LINES)
        self._words: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=_LAST_WORDS)
        self._closing = threading.Event()
        self._closed = False
        self._closing_lock = threading.RLock()
        parts: list[tuple[Any, tuple[Any, ...]]] = [
            (_read_lines, (started.stdout, self._lines, self._closing)),
            (_write_lines, (started.stdin, self._words)),
            (_read_errors, (started.stderr, self._errors)),
        ]
        self._threads = [threading.Thread(target=part, args=arguments, daemon=True) for part, arguments in parts]
        for thread in self._threads:
            thread.start()
        # In case the caller does not close it.
        self._finalizer = weakref.finalize(self, _kill, started, guard, self._words, self._closing)

    def send(self, line: str) -> None:
        """Write one line, without waiting until it is read. Raises EngineTerminatedError if the program has ended."""
        if self._closed:
            raise EngineTerminatedError("the program was ended", path=self.name)
        self._words.put(line.encode("utf-8", "replace") + b"\n")

    def line(self, seconds: float, limit: float | None = None) -> str:
        """Return the next line, within ``seconds``, the rest of ``limit`` seconds that an error then names.

        Raises EngineTimeoutError if there is none in time, EngineTerminatedError if the program has ended,
        EngineError for a line that is too long.
        """
        if self._closed:
            raise EngineTerminatedError("the program was ended", path=self.name)
        end = time.monotonic() + seconds
        while True:
            try:
                found = self._lines.get(timeout=max(0.0, min(end - time.monotonic(), 60.0)))
                break
            except queue.Empty:
                if time.monotonic() >= end:
                    raise self.late(seconds if limit is None else limit) from None
        if found is None:
            self._lines.put(None)
            raise self._terminated()
        if len(found) > LONGEST:
            raise EngineError("not SIU", path=self.name, expected="lines", found=f"one of more than {LONGEST:,} bytes")
        return found.decode("utf-8", "replace").strip("\r\n")

    def late(self, limit: float) -> EngineTimeoutError:
        """Return the error of a program that has not answered in time."""
        return EngineTimeoutError("no answer in time", path=self.name, expected=f"within {limit:g} seconds")

    def _terminated(self) -> EngineTerminatedError:
        """Return the error of a program that has ended, with its last lines of standard error."""
        code: object = "no exit code, but a closed pipe"
        if _has_ended(self._process, _GRACE):
            self._finalizer()
            code = self._process.wait()
        self._threads[2].join(_GRACE)
        said = " / ".join(self._errors)[-_SHOWN:]
        return EngineTerminatedError("the program has ended", path=self.name, found=f"exit code {code}", remedy=said)

    @property
    def alive(self) -> bool:
        """True if the program runs."""
        return not self._closed and not _has_ended(self._process)

    @property
    def pid(self) -> int:
        """Process identifier."""
        return self._process.pid

    def close(self, farewell: str | None = None) -> None:
        """End the program and its children: send a last line, then end it.

        It may be called twice, and from any thread: the program is gone when any of these calls returns.
        """
        with self._closing_lock:
            if self._closed:
                return
            self._closed = True
            if farewell is not None:
                self._words.put(farewell.encode() + b"\n")
            self._words.put(None)  # closes its standard input
            self._closing.set()
            if farewell is not None:
                _has_ended(self._process, _GRACE)
            self._finalizer()
            for thread in self._threads:
                if thread is not threading.current_thread():
                    thread.join(_GRACE)
            with suppress(queue.Full):  # wakes up a caller that waits for a line
                self._lines.put_nowait(None)


def _read_lines(stream: IO[bytes], lines: queue.Queue[bytes | None], closing: threading.Event) -> None:
    """Read lines until the end of the stream; the program has to wait while the queue is full."""

    def put(line: bytes | None) -> None:
        while not closing.is_set():
            try:
                lines.put(line, timeout=0.2)
                return
            except queue.Full:
                continue

    with stream:
        try:
            while line := stream.readline(LONGEST + 2):
                put(line)
                if len(line) > LONGEST and not line.endswith(b"\n"):
                    break
        except (OSError, ValueError):
            pass
    put(None)


def _write_lines(stream: IO[bytes], words: queue.SimpleQueue[bytes | None]) -> None:
    """Write the lines of the queue, until None."""
    try:
        with stream:
            while (line := words.get()) is not None:
                stream.write(line)
                stream.flush()
    except (OSError, ValueError):
        pass  # the program has ended: the end of its lines reports that


def _read_errors(stream: IO[bytes], errors: deque[str]) -> None:
    """Store the last lines of standard error."""
    with stream:
        try:
            while line := stream.readline(_SHOWN):
                text = line.decode("utf-8", "replace").strip()
                errors.extend([text] if text else [])
        except (OSError, ValueError):
            pass


def _kill(
    process: subprocess.Popen[bytes],
    guard: Guard,
    words: queue.SimpleQueue[bytes | None],
    closing: threading.Event,
) -> None:
    """Kill a process and wait for it, so that no zombie is left."""
    closing.set()
    words.put(None)
    if process.returncode is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)  # with its children, even if it has ended itself
        except (AttributeError, OSError):
            process.kill()
    guard.release()
    process.wait()


def _has_ended(process: subprocess.Popen[bytes], seconds: float = 0.0) -> bool:
    """Return whether a process ends within some seconds.

    It is not reaped where that can be avoided: until then no other process gets its identifier, which is also its
    group's.
    """
    end = time.monotonic() + seconds
    while process.returncode is None and not _is_zombie(process):
        left = end - time.monotonic()
        if left <= 0:
            return False
        time.sleep(min(left, _LOOK))
    return True


def _is_zombie(process: subprocess.Popen[bytes]) -> bool:
    if sys.platform == "win32" or not hasattr(os, "waitid"):
        return process.poll() is not None
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:  # reaped by another thread
        return True
