"""How long an answer may take: a time limit that everything asked inside of a ``with`` keeps.

    with lexkit.within(0.1):
        lex.search(text_from_outside)          # answered within a tenth of a second, or TimeLimitError

Kernels do not look at the clock at every step. They call :func:`look` after so many steps as take some ten
milliseconds, and since that is Python code, Ctrl-C is heard there too. Every kernel that can take long does, so that no
query and no position, wherever it came from, holds a thread for much longer than it may.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ..errors import QueryError, TimeLimitError

__all__ = ["limit_all", "look", "within"]

#: When time is up (``time.monotonic``), and how many seconds there were; for this thread, or this task.
_limit: ContextVar[tuple[float, float] | None] = ContextVar("_limit", default=None)


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """What is asked inside raises TimeLimitError once so many seconds have passed; None: no limit of its own.

    The nearer of two limits counts. It holds for the thread, or the task of asyncio, that entered it, and for the
    threads of :meth:`lexkit.Lexicon.moves_batch`. QueryError for what is no time.
    """
    if seconds is None:
        yield
        return
    if not isinstance(seconds, int | float) or not seconds > 0:
        raise QueryError("no such time limit", expected="seconds, more than 0", found=repr(seconds))
    end = (time.monotonic() + seconds, float(seconds))
    outer = _limit.get()
    token = _limit.set(end if outer is None else min(outer, end))
    try:
        yield
    finally:
        _limit.reset(token)


def limit_all(seconds: float) -> None:
    """From now on, all that this thread asks is to be answered within so many seconds: for a command line."""
    _limit.set((time.monotonic() + seconds, float(seconds)))


def look() -> None:
    """TimeLimitError where time is up."""
    limit = _limit.get()
    if limit is not None and time.monotonic() > limit[0]:
        raise TimeLimitError(
            "not answered in time",
            expected=f"at most {limit[1]:g} seconds",
            remedy="ask for less, or allow more",
        )
