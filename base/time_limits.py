"""Time limits: every call inside ``with within(seconds)`` stops in time.

    with lexkit.within(0.1):
        lex.search(text_from_outside)          # answered within a tenth of a second, or TimeLimitError

Every query checks the clock when it begins, and then as it works. Kernels call :func:`look` about
every millisecond; since that is Python code, Ctrl-C interrupts them there too. What is done for many words in numpy is
done for a block of them at a time, or is not begun if it would end late: no query and no position can keep a thread
busy for much longer than its limit.
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

#: Threads and processes: each takes memory from the start, and no machine is faster by more of them.
MOST_WORKERS: Final = 256
#: Seconds that sorting takes for each number, at least; a busy machine takes two or three times as long.
LEAST_TO_SORT: Final = 4e-8
#: Seconds between looks at the clock while another program works.
_BETWEEN_LOOKS: Final = 0.05


class Limit:
    """A time limit, made by :func:`within`.

    ``seconds``: how long it is; ``end``: when, as a time of ``time.monotonic``; ``in_force``: whether its block is
    still running.
    """

    __slots__ = ("end", "in_force", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.end = time.monotonic() + seconds
        self.in_force = True

    def __repr__(self) -> str:
        return f"<Limit: {max(0.0, self.end - time.monotonic()):.3g} of {self.seconds:g} seconds left>"

    def stop(self) -> None:
        """Let the time be up now: what runs inside stops at its next look at the clock. Any thread may call it."""
        self.seconds = 0.0
        self.end = -math.inf


#: The limits in force in any thread. Most programs set none: asking whether there is one takes 10 ns, a look 100.
in_force: set[Limit] = set()
#: The limits of this thread or asyncio task.
_limits: ContextVar[tuple[Limit, ...]] = ContextVar("_limits", default=())


@contextmanager
def within(seconds: float | None) -> Iterator[Limit]:
    """Limit the time for the calls inside a ``with`` block.

    None sets no limit. When ``seconds`` have passed, calls inside raise TimeLimitError. If limits are nested, the one
    that ends first counts. A limit applies to the thread or asyncio task that set it, and to the threads of
    :meth:`lexkit.Lexicon.moves_batch`; also to threads started inside, if Python hands contexts on to new threads, as
    free-threaded builds do (``sys.flags.thread_inherit_context``). ``with within(math.inf) as limit:`` is a limit that
    only ends when another thread says ``limit.stop()``. Raises QueryError unless ``seconds`` is a positive number.
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
    """Stop worker threads if the body raises.

    Threads that run in a copy of its context stop at their next time check.
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
    """Put a limit in force for the body.

    Limits may end in any order and in another thread, since a suspended generator is closed at any time. So each limit
    only marks itself as ended; it is dropped when the next one begins or ends.
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
    """Limit the time for everything that this thread does from now. It is meant for command lines."""
    limit = Limit(_as_float(seconds))
    in_force.add(limit)
    _limits.set((limit,))


def look(ahead: float = 0.0) -> None:
    """Check the time limits of this thread.

    Raises TimeLimitError if the time is up, or will be in ``ahead`` seconds. ``ahead``: the least time that the next
    step takes on any machine, if it cannot be interrupted.
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
    """Wait until a program ends, and give what it wrote to standard output and error.

    It is killed when the time is up. Its input is not to be a pipe, which would have to be written to meanwhile.
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
    except OverflowError:  # an integer that large is no limit
        return math.inf


def count_threads(threads: Any, kind: type[LexkitError] | None = None) -> int:
    """How many threads are meant, at most MOST_WORKERS; None or 0 is one for each processor.

    Raises an error of this kind, by default QueryError, for anything else.
    """
    wanted = 0 if threads is None else require_whole(threads, "number of threads", 0, kind=kind)
    return min(wanted or os.cpu_count() or 1, MOST_WORKERS)
