"""Where people read and type: a terminal, or pipes of a script.

On a terminal there are colours, unless ``NO_COLOR`` is set, and lines are edited and remembered; a pipe gets text and
the lines that it typed. Ctrl-C and the end of a script leave by exceptions: what was done is kept already.
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

#: Longest line that is read.
_LONGEST: Final = 1000
#: Fewest columns that are drawn for.
_NARROWEST: Final = 20


class EndOfInputError(Exception):
    """There is nothing more to read."""


class TimeUpError(Exception):
    """The time to type a line is up."""


class Screen:
    """The terminal of a person, or the pipes of a script."""

    def __init__(self) -> None:
        on_terminal = console.on_terminal()
        self.interactive = on_terminal and sys.stdin is not None and sys.stdin.isatty()
        self.colours = on_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
        if sys.stdin is not None and isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if self.interactive:
            # Arrow keys edit the line, and bring back those before.
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401

    @property
    def columns(self) -> int:
        """How many columns there are: those of a pipe are 80."""
        return max(_NARROWEST, shutil.get_terminal_size((80, 24)).columns)

    def paint(self, text: str, style: str) -> str:
        """A text in a style of :data:`.drawing.STYLES`, if there are colours."""
        codes = STYLES.get(style)
        return f"\x1b[{codes}m{text}\x1b[0m" if codes and self.colours else text

    def say(self, lines: str | Iterable[str]) -> None:
        """Write lines. Raises what :func:`lexkit.apps.shell.console.write` does."""
        text = "".join([f"{line}\n" for line in ([lines] if isinstance(lines, str) else lines)])
        if self.interactive:
            # Not by a pager: a game is no answer that ends.
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            console.write([text])

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        """Read a line. ``seconds``: how long a terminal waits, if the system has alarms; a pipe is read to its end.

        Raises EndOfInputError if there is none, QueryError if it is too long, KeyboardInterrupt for Ctrl-C, TimeUpError
        when the time is up.
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
        """Whether the answer to a question is yes."""
        try:
            return self.ask(f"{question} (y/n) ").strip().lower() in ("y", "yes")
        except EndOfInputError:
            return False

    def refuse_existing(self, path: str, remedy: str) -> None:
        """Raise StorageError if there is a file, or a link, unless the user of a terminal agrees to replace it."""
        there = os.path.lexists(path)
        if there and not (self.interactive and self.agrees(console.shown(f"replace {path}?"))):
            raise StorageError("there is a file of that name", path=path, remedy=remedy)

    def hide(self, prompt: str) -> None:
        """Clear the terminal, also what was scrolled away, and wait for a key: another person's rack comes next."""
        if self.interactive:
            sys.stdout.write("\x1b[3J\x1b[2J\x1b[H")
            # The arrow keys must not bring back what the person before typed.
            with contextlib.suppress(ImportError, AttributeError):
                import readline

                readline.clear_history()
            with contextlib.suppress(QueryError):
                self.ask(prompt)


@contextlib.contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise TimeUpError in the block after these seconds, where the system has alarms."""
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
    """A line of a script. Of one that is too long, the beginning, which is too long too; the rest is dropped."""
    line = rest = sys.stdin.readline(_LONGEST + 1) if sys.stdin is not None else ""
    if not line:
        raise EndOfInputError
    while rest and not rest.endswith("\n") and len(line) > _LONGEST:
        rest = sys.stdin.readline(_LONGEST) if sys.stdin is not None else ""
    return line.removeprefix("\ufeff")  # the byte order mark of a file
