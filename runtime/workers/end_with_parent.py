"""Processes that end with the process that started them, however it ends: Ctrl-C, an error, a signal, kill -9.

A worker asks the system to report the end of its parent: :func:`follow_parent`. A foreign program cannot do that; a
shell that waits for the end of a pipe kills it together with all that it has started: :class:`Guard`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, Final

#: Program of a guard: it reads a number, waits for the end of its input, which this process keeps open, and kills
#: the group of that number.
_GUARD: Final = 'read group && { read end; kill -s KILL -- "-$group"; }'


@contextmanager
def open_pool(number: int) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of processes that ignore Ctrl-C, and that end at once with the block or with this process."""
    executor = ProcessPoolExecutor(number, initializer=_obey)
    try:
        with _ctrl_c_held_back():  # a forked process must not receive it before it ignores it
            for _ in range(number):
                executor.submit(os.getpid)
        yield executor
    finally:
        end_processes(executor)


def end_processes(executor: Any) -> None:
    """End the processes of a pool now, in the middle of their work, and the pool with them.

    Waiting work is cancelled first: if a pool finds its processes dead, some versions of Python fail at a future
    that its caller has cancelled, in a thread, with a traceback on stderr.
    """
    processes = list((getattr(executor, "_processes", None) or {}).values())
    ends_pool = getattr(executor, "_executor_manager_thread", None)
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        with suppress(ValueError):  # closed, so it has ended
            process.kill()
    if ends_pool is not None:
        ends_pool.join()


def _obey() -> None:
    """Make a worker leave Ctrl-C to its parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    follow_parent(os.getpid())


@cache
def follow_parent(process: int) -> None:
    """Make this process end with the process that started it, if that is one of ``multiprocessing``.

    ``process``: the number of this process, which is part of the cache key because a fork has no thread that
    watches.
    """
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True, name="parent").start()


def _end_after(parent: Any) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Deliver SIGINT to this thread after the block, where the system can do that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Guard:
    """Shell that ends a process group of foreign programs when this process ends, if the system has such a shell.

    It starts before the group does, so that this process may end at any time.
    """

    def __init__(self) -> None:
        self._shell: subprocess.Popen[bytes] | None = None
        if os.name != "posix":
            return
        nothing = subprocess.DEVNULL
        with suppress(OSError):
            self._shell = subprocess.Popen(
                ["/bin/sh", "-c", _GUARD], stdin=subprocess.PIPE, stdout=nothing, stderr=nothing, start_new_session=True
            )

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, *error: object) -> None:
        self.release()

    def watch(self, group: int) -> None:
        """Guard this group from now on."""
        if self._shell is not None and self._shell.stdin is not None:
            with suppress(OSError):
                self._shell.stdin.write(b"%d\n" % group)
                self._shell.stdin.flush()

    def release(self) -> None:
        """End the guard. Call this before the group is reaped: later its number may belong to another group."""
        if self._shell is not None:
            self._shell.kill()
            self._shell.communicate()
