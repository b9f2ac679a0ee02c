"""Changing a file that others may be changing: one after the other, so that no change is lost.

A file is changed by reading it, making another of it, and writing that in its place (``atomic``). Two that do so at
once would both begin with the same file, and the later rename would take away what the earlier one had added.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: there the one who is later is told (compiler/attach.py), and begins anew
    fcntl = None  # type: ignore[assignment]

__all__ = ["changing"]


@contextlib.contextmanager
def changing(path: Path) -> Iterator[None]:
    """Hold the file, to be read and replaced inside; who wants the same, in whatever process, waits for the end.

    Readers do not wait. Where there is no such file, or its file system has no locks, nothing is held.
    """
    with contextlib.ExitStack() as held:
        while fcntl is not None:
            try:
                descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            except OSError:
                break
            held.callback(os.close, descriptor)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
                if os.path.samestat(os.fstat(descriptor), os.stat(path)):
                    break
            except OSError:
                break
            # Replaced while we waited: what is held is no longer the file of this name.
            held.close()
        yield
