"""The user's pager, for answers that do not fit on the terminal.

As with git, the pager is ``$PAGER``, else ``less``, with ``LESS=FRX`` unless that is set; there is none if
``$PAGER`` is empty or ``cat``. Text is buffered until it fills the screen; then the pager starts and gets all of it.
If the screen is not full after half a second, the answer is slow, and is written directly as it comes.
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

#: Seconds after which buffered text is written directly.
_HELD: Final = 0.5
#: Matches escape sequences of colours and styles, which take no columns.
_STYLE: Final = re.compile("\x1b\\[[0-9;]*m")


class PagerLeftError(Exception):
    """The user quit the pager before the end of the answer."""


def pager_command() -> list[str] | None:
    """Return the user's pager and its arguments, or None."""
    if os.name == "nt" or os.environ.get("TERM", "dumb") == "dumb":
        return None
    try:
        command = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return None
    return command if command and command[0] != "cat" and shutil.which(command[0]) else None


class Pager:
    """File that writes to the terminal, or to the pager once the text is longer than the screen."""

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
        """No-op: text is buffered until it fills the screen, or until close()."""

    def write(self, text: str) -> int:
        """Buffer the text, or pass it on. Raises PagerLeftError if the user quit the pager."""
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
        """Write buffered text, or wait until the user quits the pager."""
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
        """Return the minimum number of rows that text takes; a wide letter counts as one column."""
        return sum(-(-len(line) // self._columns) or 1 for line in _STYLE.sub("", text).split("\n")[:-1])

    def _begin(self) -> None:
        """Start the pager and pass the buffered text on to it."""
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, env={"LESS": "FRX", "LV": "-c", **os.environ}
            )
        except OSError:
            self._process = None
        self._release()

    def _release(self) -> None:
        """Write the buffered text and stop buffering."""
        with self._lock:
            held, self._held = self._held, None
            if held:
                self._pass_on("".join(held))

    def _release_late(self) -> None:
        """Release in the timer's thread. An error is ignored here: the next write raises it again."""
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
