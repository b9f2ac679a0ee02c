"""The user's pager, for answers that do not fit on the terminal.

As with git: ``$PAGER``, else ``less``, with ``LESS=FRX`` unless that is set; none if it is empty or ``cat``. Text is
held until it fills the screen; then the pager begins and the rest follows. An answer that comes so slowly that the
screen is not full after half a second is written as it comes.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from typing import Final

#: Seconds for which text is held.
_HELD: Final = 0.5
#: Colours and styles, which take no columns.
_STYLE: Final = re.compile("\x1b\\[[0-9;]*m")


class PagerLeftError(Exception):
    """The user left the pager before the end of the answer."""


def pager_command() -> list[str] | None:
    """The user's pager and its arguments, or None."""
    if os.name == "nt" or os.environ.get("TERM", "dumb") == "dumb":
        return None
    try:
        command = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return None
    return command if command and command[0] != "cat" and shutil.which(command[0]) else None


class Pager:
    """A file that is the terminal, or the pager once the text is longer than the screen."""

    encoding = "utf-8"

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._columns, self._lines = shutil.get_terminal_size()
        self._held: list[str] | None = []
        self._rows = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.RLock()
        self._timer = threading.Timer(_HELD, self._release_late)
        self._timer.daemon = True

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        """Nothing: what is held is held."""

    def write(self, text: str) -> int:
        """Hold, show or write the text. Raises PagerLeftError if the user left the pager."""
        with self._lock:
            if self._held is None:
                self._pass_on(text)
            else:
                if not self._held:
                    self._timer.start()
                self._held.append(text)
                self._rows += self._count_rows(text)
                if self._rows >= self._lines:
                    self._begin()
        return len(text)

    def close(self) -> None:
        """Write what is held, or wait until the user leaves the pager."""
        self._timer.cancel()
        self._release()
        if self._process is None:
            return
        assert self._process.stdin is not None
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
            self._process.wait()
        finally:
            signal.signal(signal.SIGINT, before)

    def _count_rows(self, text: str) -> int:
        """The rows that text takes, at least: a wide letter is counted as one column."""
        return sum(-(-len(line) // self._columns) or 1 for line in _STYLE.sub("", text).split("\n")[:-1])

    def _begin(self) -> None:
        """Begin to show the text in the pager."""
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, env={"LESS": "FRX", "LV": "-c", **os.environ}
            )
        except OSError:
            self._process = None
        self._release()

    def _release(self) -> None:
        """Hold nothing from now on."""
        with self._lock:
            held, self._held = self._held, None
            if held:
                self._pass_on("".join(held))

    def _release_late(self) -> None:
        """Release in the timer's thread: the next writer hears if that fails."""
        with contextlib.suppress(OSError, ValueError):
            self._release()

    def _pass_on(self, text: str) -> None:
        if self._process is None:
            sys.stdout.write(text)
            sys.stdout.flush()
            return
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(text.encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            raise PagerLeftError from None
