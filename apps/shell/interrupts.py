"""Ctrl-C for the command lines: it ends them wherever they are, and is never lost.

Python raises KeyboardInterrupt at whatever line it is. In an import, foreign code may take it for a failure and
go on without the module; in a ``__del__`` and in callbacks of C, Python itself prints it and goes on. So
:func:`listen` has it raised right after these.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Any, Final

_IMPORTING: Final = "<frozen importlib._bootstrap>"
#: Functions in which it would be lost.
_UNSAFE: Final = ("__del__", "_take_unraisable")

#: Whether an interrupt waits to be raised.
_waiting = False
#: What must return before it can be.
_unsafe: FrameType | None = None


def listen() -> None:
    """Handle Ctrl-C from now on, unless other code does, or it is to be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
        sys.unraisablehook = _take_unraisable


def stop_listening() -> None:
    """Let the system end the process at Ctrl-C: nothing is left to be done."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _raise_later(False)


def is_waiting() -> bool:
    """Whether there was an interrupt that could not be raised yet."""
    return _waiting


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, here or as soon as it can be."""
    global _unsafe
    _unsafe = _outermost_unsafe(frame)
    if _unsafe is None:
        _raise_later(False)
        raise KeyboardInterrupt
    _raise_later()


def _outermost_unsafe(frame: FrameType | None) -> FrameType | None:
    found = None
    while frame is not None:
        if frame.f_code.co_filename == _IMPORTING or frame.f_code.co_name in _UNSAFE:
            found = frame
        frame = frame.f_back
    return found


def _raise_later(wanted: bool = True) -> None:
    global _waiting
    if _waiting != wanted:
        _waiting = wanted
        sys.setprofile(_look if wanted else None)


def _look(frame: FrameType, event: str, argument: Any) -> None:
    """Raise what waits. Python calls this for every call and return while something waits."""
    global _unsafe
    if _unsafe is None:
        _interrupt(signal.SIGINT, frame)
    elif frame is _unsafe and event == "return":
        _unsafe = None


def _take_unraisable(unraisable: Any) -> None:
    """Take an interrupt that Python would print and forget."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _raise_later()
    else:
        sys.__unraisablehook__(unraisable)
