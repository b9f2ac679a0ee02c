"""How long an answer may take: a time limit that everything asked inside of a ``with`` keeps.

    with lexkit.within(0.1):
        lex.search(text_from_outside)          # answered within a tenth of a second, or TimeLimitError

Kernels do not look at the clock at every step. They call :func:`look` after so many steps as take some ten
milliseconds, and since that is Python code, Ctrl-C is heard there too. Every kernel that can take long does, so that no
query and no position, wherever it came from, holds a thread for much longer than it may.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from ..errors import QueryError, TimeLimitError

__all__ = ["LEAST_TO_SORT", "limit_all", "look", "within", "working_together"]

#: Seconds that sorting takes at least, a number; a machine in use takes two or three times as long.
LEAST_TO_SORT: Final = 4e-8


class _Limit:
    """When time is up (``time.monotonic``), how many seconds there were, and whether it is still in force."""

    __slots__ = ("end", "in_force", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.end = time.monotonic() + seconds
        self.in_force = True


#: The limits that hold for this thread, or this task.
_limits: ContextVar[tuple[_Limit, ...]] = ContextVar("_limits", default=())


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
    with _holding(_Limit(_as_float(seconds))):
        yield


@contextmanager
def working_together() -> Iterator[None]:
    """Once what is inside raises, whatever it is, threads that work in a copy of its context stop at their next look:
    nobody waits for what they would have found."""
    limit = _Limit(math.inf)
    try:
        with _holding(limit):
            yield
    except BaseException:
        limit.end = -math.inf
        raise


@contextmanager
def _holding(limit: _Limit) -> Iterator[None]:
    """The limit holds inside.

    Limits need not end in the order in which they began, nor in the thread: generators are closed when and where it
    comes to it. So each ends itself and nothing else, and is gone where the next one begins or ends.
    """
    _limits.set((*_those_in_force(), limit))
    try:
        yield
    finally:
        limit.end, limit.in_force = math.inf, False
        _limits.set(_those_in_force())


def _those_in_force() -> tuple[_Limit, ...]:
    return tuple([limit for limit in _limits.get() if limit.in_force])


def limit_all(seconds: float) -> None:
    """From now on, all that this thread asks is to be answered within so many seconds: for a command line."""
    _limits.set((_Limit(_as_float(seconds)),))


def look(ahead: float = 0.0) -> None:
    """TimeLimitError where time is up, or would be in so many seconds.

    ``ahead``: what the next step takes at least, on any machine, where it cannot be stopped in the middle.
    """
    limits = _limits.get()
    if limits:
        nearest = min(limits, key=_end) if len(limits) > 1 else limits[0]
        if time.monotonic() + ahead > nearest.end:
            raise TimeLimitError(
                "not answered in time",
                expected=f"at most {nearest.seconds:g} seconds",
                remedy="ask for less, or allow more",
            )


def _end(limit: _Limit) -> float:
    return limit.end


def _as_float(seconds: float) -> float:
    try:
        return float(seconds)
    except OverflowError:  # a whole number that large is no limit
        return math.inf
