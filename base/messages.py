"""Messages on standard error, for the person at the terminal."""

from __future__ import annotations

import os
import sys
from typing import TextIO


def watched() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def shown(text: str, kept: str = "") -> str:
    """Replace control characters with ``?``: a file's content or name must not control a terminal.

    Args:
        text: What is about to be shown.
        kept: Control characters to keep.
    """
    if text.isprintable():
        return text
    return "".join([sign if sign.isprintable() or sign in kept else "?" for sign in text])


def tell(text: str) -> None:
    """Write to standard error. If it cannot be written to, the command still does its work."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(shown(text, "\n\t"))
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO | None) -> None:
    """Discard the rest of a broken stream, so that Python does not complain at exit."""
    if stream is not None:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())
