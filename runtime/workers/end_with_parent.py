"""Processes that end with the one that started them, whichever way that ends: Ctrl-C, an error, a signal, kill -9.

A worker asks the system when its parent is gone: :func:`follow_parent`. A foreign program cannot do that; a shell that
waits for the end of a pipe kills it with all that it has started: :class:`Guard`.
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

#: What a guard does: it reads a number, waits for the end of its input, which this process has open, and kills.
_GUARD: Final = 'read group && { read end; kill -s KILL -- "-$group"; }'


@contextmanager
def open_pool(number: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes that Ctrl-C does not reach, and that end at once with the block or with this process."""
    executor = ProcessPoolExecutor(number, initializer=_obey)
    try:
        with _ctrl_c_held_back():  # a process that is forked now does not hear it before it ignores it
            for _ in range(number):
                executor.submit(os.getpid)
        yield executor
    finally:
        end_processes(executor)


def end_processes(executor: Any) -> None:
    """End the processes of a pool now, in the middle of their work, and the pool with them.

    What waits is cancelled first: where a pool finds its processes dead, some versions of Python fail at a future that
    its caller has cancelled, in a thread, with a traceback on stderr.
    """
    processes = list((getattr(executor, "_processes", None) or {}).values())
    ends_pool = getattr(executor, "_executor_manager_thread", None)
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        with suppress(ValueError):  # it was closed: it has ended
            process.kill()
    if ends_pool is not None:
        ends_pool.join()


def _obey() -> None:
    """Have a worker leave Ctrl-C to its parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    follow_parent(os.getpid())


@cache
def follow_parent(process: int) -> None:
    """Have this process end with that which started it, as long as that is one of ``multiprocessing``.

    ``process``: its number, since a fork of it has no thread that watches.
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
    """Ends a group of processes, other people's programs, with this process, where the system has a shell for that.

    It is there before the group is, so that this process may end at any time.
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
        """End the guard. Do so before the group is reaped: later, its number may be that of another."""
        if self._shell is not None:
            self._shell.kill()
            self._shell.communicate()
