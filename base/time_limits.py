"""Time limits: every call inside ``with within(seconds)`` stops in time.

    with lexkit.within(0.1):
        lex.search(text_from_outside)          # answered within a tenth of a second, or TimeLimitError

Every query checks the clock when it begins and while it works. Kernels call :func:`look` about every millisecond;
since that is Python code, Ctrl-C interrupts them there too. numpy operations over many words run in blocks, or are
not started if they would end too late: no query and no position can keep a thread busy for much longer than its
limit.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

from .checks import require_whole
from .errors import LexkitError, QueryError, TimeLimitError, show_value

if TYPE_CHECKING:  # few programs start others
    from subprocess import Popen

#: The most threads or processes: each takes memory from the start, and more of them make no machine faster.
MOST_WORKERS: Final = 256
#: Lower bound of the time to sort, in seconds per number; a busy machine takes two or three times as long.
LEAST_TO_SORT: Final = 4e-8
#: Seconds between checks of the clock while waiting for another program.
_BETWEEN_LOOKS: Final = 0.05


class Limit:
    """A time limit, made by :func:`within`.

    Attributes:
        seconds: The length of the limit.
        end: When it ends, as a time of ``time.monotonic``.
        in_force: True while its block is running.
    """

    __slots__ = ("end", "in_force", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.end = time.monotonic() + seconds
        self.in_force = True

    def __repr__(self) -> str:
        return f"<Limit: {max(0.0, self.end - time.monotonic()):.3g} of {self.seconds:g} seconds left>"

    def stop(self) -> None:
        """End the limit now: calls inside it stop at their next check of the clock. Any thread may call this."""
        self.seconds = 0.0
        self.end = -math.inf


#: The limits in force in any thread. Testing whether there are any takes 10 ns, a check of the clock 100.
in_force: set[Limit] = set()
#: The limits of the current thread or asyncio task.
_limits: ContextVar[tuple[Limit, ...]] = ContextVar("_limits", default=())


@contextmanager
def within(seconds: float | None) -> Iterator[Limit]:
    """Limit the time of the calls inside a ``with`` block.

    When the time is up, calls inside raise :class:`lexkit.errors.TimeLimitError`. If limits are nested, the one
    that ends first counts. A limit applies to the thread or asyncio task that set it, and to the threads of
    :meth:`lexkit.Lexicon.moves_batch`; also to threads started inside, if Python hands contexts on to new threads,
    as free-threaded builds do (``sys.flags.thread_inherit_context``).

        with lexkit.within(0.1):
            lex.search(text_from_outside)

    Args:
        seconds: The time in seconds, more than 0. None sets no limit; ``math.inf`` sets a limit that ends only
            when another thread calls :meth:`Limit.stop`.

    Yields:
        The :class:`Limit`.

    Raises:
        QueryError: ``seconds`` is not a positive number.
    """
    if seconds is None:
        yield Limit(math.inf)  # in force nowhere
        return
    if not isinstance(seconds, int | float) or not seconds > 0:
        raise QueryError("invalid time limit", expected="seconds, more than 0", found=show_value(seconds))
    limit = Limit(_as_float(seconds))
    with _in_force(limit):
        yield limit


@contextmanager
def working_together() -> Iterator[None]:
    """Stop worker threads if the block raises.

    Threads that run in a copy of its context stop at their next check of the clock.
    """
    limit = Limit(math.inf)
    try:
        with _in_force(limit):
            yield
    except BaseException:
        limit.end = -math.inf
        raise


@contextmanager
def _in_force(limit: Limit) -> Iterator[None]:
    """Put a limit in force for the block.

    Limits may end in any order and in another thread, since a suspended generator can be closed at any time. So
    each limit only marks itself as ended; it is dropped from the context when the next one begins or ends.
    """
    in_force.add(limit)
    _limits.set((*_current_limits(), limit))
    try:
        yield
    finally:
        limit.end, limit.in_force = math.inf, False
        in_force.discard(limit)
        _limits.set(_current_limits())


def _current_limits() -> tuple[Limit, ...]:
    return tuple([limit for limit in _limits.get() if limit.in_force])


def limit_all(seconds: float) -> None:
    """Limit the time of everything that this thread does from now on. Meant for command lines."""
    limit = Limit(_as_float(seconds))
    in_force.add(limit)
    _limits.set((limit,))


def look(ahead: float = 0.0) -> None:
    """Check the time limits of this thread.

    Args:
        ahead: Lower bound of the next step's time in seconds, if that step cannot be interrupted.

    Raises:
        TimeLimitError: The time is up, or will be up in ``ahead`` seconds.
    """
    limits = _limits.get()
    if limits:
        nearest = limits[0] if len(limits) == 1 else min(limits, key=_end)
        if time.monotonic() + ahead > nearest.end:
            raise TimeLimitError(
                "not answered in time",
                expected=f"at most {nearest.seconds:g} seconds" if nearest.seconds else "no stop",
                remedy="ask for less, or allow more",
            )


def wait_for(program: Popen[bytes]) -> tuple[bytes, bytes]:
    """Wait until a program ends, and return what it wrote to standard output and standard error.

    The program is killed when the time is up or the wait is interrupted. Its input must not be a pipe: nothing
    would be written to it meanwhile.
    """
    from subprocess import TimeoutExpired

    try:
        while True:
            try:
                return program.communicate(timeout=_BETWEEN_LOOKS)
            except TimeoutExpired:
                look()
    except BaseException:
        program.kill()
        raise


def _end(limit: Limit) -> float:
    return limit.end


def _as_float(seconds: float) -> float:
    try:
        return float(seconds)
    except OverflowError:  # an integer this large means no limit
        return math.inf


def count_threads(threads: Any, kind: type[LexkitError] | None = None) -> int:
    """Return the number of threads to use, at most MOST_WORKERS; None or 0 means one for each processor.

    Raises ``kind`` (default QueryError) for anything else.
    """
    wanted = 0 if threads is None else require_whole(threads, "number of threads", 0, kind=kind)
    return min(wanted or os.cpu_count() or 1, MOST_WORKERS)
