"""Messages on standard error for the person at the terminal."""

from __future__ import annotations

import os
import sys
from typing import TextIO


def watched() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def shown(text: str, kept: str = "") -> str:
    """Replace control characters with ``?``, because the content or name of a file must not control a terminal.

    Args:
        text: The text to show.
        kept: Control characters to keep.
    """
    if text.isprintable():
        return text
    return "".join([sign if sign.isprintable() or sign in kept else "?" for sign in text])


def tell(text: str) -> None:
    """Write a text to standard error. If that fails, later messages are discarded and the command goes on."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(shown(text, "\n\t"))
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO | None) -> None:
    """Redirect a broken stream to the null device, so that Python does not complain at exit."""
    if stream is not None:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())
