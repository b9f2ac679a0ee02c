"""Input and output of a session: a terminal, or the pipes of a script.

A terminal has colours, unless ``NO_COLOR`` is set, and line editing with history; a pipe gets plain text and an echo of
its lines. Ctrl-C and the end of a script raise exceptions; everything done before is saved already.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from typing import Final

from lexkit.errors import QueryError, StorageError

from ..shell import console
from .drawing import STYLES

#: Maximum length of a line.
_LONGEST: Final = 1000
#: Minimum width to draw for.
_NARROWEST: Final = 20


class EndOfInputError(Exception):
    """The input has ended."""


class TimeUpError(Exception):
    """The time to type a line has run out."""


class Screen:
    """Terminal of a person, or pipes of a script."""

    def __init__(self) -> None:
        on_terminal = console.on_terminal()
        self.interactive = on_terminal and sys.stdin is not None and sys.stdin.isatty()
        self.colours = on_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
        if sys.stdin is not None and isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if self.interactive:
            # readline lets arrow keys edit the line and recall earlier ones.
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401

    @property
    def columns(self) -> int:
        """Width in columns, 80 for a pipe."""
        return max(_NARROWEST, shutil.get_terminal_size((80, 24)).columns)

    def paint(self, text: str, style: str) -> str:
        """Paint a text in a style of :data:`.drawing.STYLES`, if there are colours."""
        codes = STYLES.get(style)
        return f"\x1b[{codes}m{text}\x1b[0m" if codes and self.colours else text

    def say(self, lines: str | Iterable[str]) -> None:
        """Write lines. Raises the errors of :func:`lexkit.apps.shell.console.write`."""
        text = "".join([f"{line}\n" for line in ([lines] if isinstance(lines, str) else lines)])
        if self.interactive:
            # Do not use the pager: it is for answers that end.
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            console.write([text])

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        """Read a line. A terminal waits up to ``seconds``, if the system has alarms; a pipe has no limit.

        Raises EndOfInputError at the end of the input, QueryError if the line is too long, KeyboardInterrupt for
        Ctrl-C, TimeUpError when the time is up.
        """
        if self.interactive:
            try:
                with _alarm(seconds):
                    line = input(prompt)
            except EOFError:
                self.say("")
                raise EndOfInputError from None
        else:
            line = _read_line()
            self.say(console.shown(f"{prompt}{line[:_LONGEST].rstrip()}"))
        if len(line.removesuffix("\n")) > _LONGEST:
            raise QueryError("the line is too long", expected=f"at most {_LONGEST:,} characters")
        return line

    def agrees(self, question: str) -> bool:
        """Ask a yes/no question and return whether the answer is yes."""
        try:
            return self.ask(f"{question} (y/n) ").strip().lower() in ("y", "yes")
        except EndOfInputError:
            return False

    def refuse_existing(self, path: str, remedy: str) -> None:
        """Raise StorageError if the path exists, unless the user at a terminal agrees to replace it."""
        there = os.path.lexists(path)
        if there and not (self.interactive and self.agrees(console.shown(f"replace {path}?"))):
            raise StorageError("this file exists already", path=path, remedy=remedy)

    def hide(self, prompt: str) -> None:
        """Clear the terminal with its scrollback and wait for Enter, before another person's rack is shown."""
        if self.interactive:
            sys.stdout.write("\x1b[3J\x1b[2J\x1b[H")
            # The history must not reveal what the previous person typed.
            with contextlib.suppress(ImportError, AttributeError):
                import readline

                readline.clear_history()
            with contextlib.suppress(QueryError):
                self.ask(prompt)


@contextlib.contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise TimeUpError in the block after these seconds, if the system has alarms."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise TimeUpError

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(0.001, seconds))
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _read_line() -> str:
    """Read a line of a script. One that is too long is cut to a length that is still refused as too long."""
    line = rest = sys.stdin.readline(_LONGEST + 1) if sys.stdin is not None else ""
    if not line:
        raise EndOfInputError
    while rest and not rest.endswith("\n") and len(line) > _LONGEST:
        rest = sys.stdin.readline(_LONGEST) if sys.stdin is not None else ""
    return line.removeprefix("\ufeff")  # byte order mark
