"""Writing a file so that it is there whole or not at all.

Guaranteed: until the last step a file of that name stays as it was; a reader that has it open keeps what it
opened; an error or an interrupt leaves no partial file; after :func:`write_atomically` returns, the file is on
the device (file synced, renamed, directory synced, in that order). The mode of a file that is replaced is
kept, a new one gets the user's default; a symbolic link is written through. Where only the last sync fails, the
new file is there, whole, and the error says that it may not be on the device yet.

What is written is called ``.NAME.<12 hexadecimal digits>.tmp`` until it is complete, and its writer holds a lock on
it. A process that is killed leaves it behind, without the lock: the next one to write NAME removes it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
import time
from collections.abc import Callable, Iterable
from os import PathLike
from pathlib import Path
from typing import Final

from ..errors import StorageError

try:
    import fcntl
except ImportError:  # Windows: what a killed process leaves stays
    fcntl = None  # type: ignore[assignment]

__all__ = ["make_folder", "write_atomically"]

#: A temporary file younger than this is its writer's, lock or not.
SECONDS_LEFT_ALONE: Final = 60
#: What a file system says that has nothing to do for the sync of a folder.
_CANNOT_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}


def write_atomically(
    path: str | PathLike[str],
    pieces: Iterable[bytes | bytearray | memoryview],
    check: Callable[[Path], None] | None = None,
) -> Path:
    """Write the pieces as the file ``path`` and give its real path.

    ``check`` is called with the complete temporary file before it takes the name; what it raises stops the
    write. Raises StorageError, with the system's errno, where the system refuses a step.
    """
    try:
        target = Path(os.path.realpath(path))
    except ValueError as error:
        raise StorageError("no path to a file", errno=errno.EINVAL, found=repr(os.fspath(path))) from error
    mode = _mode_of(target)
    _remove_left_behind(target)
    temporary = target.parent / f".{_shown(target)}.{secrets.token_hex(6)}.tmp"
    doing = "cannot create"
    try:
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
            doing = "cannot write"
            with contextlib.ExitStack() as held:
                file = held.enter_context(os.fdopen(descriptor, "wb", 0))
                _lock(descriptor, held)
                if mode is not None:
                    os.chmod(temporary, mode)
                for piece in pieces:
                    _write_all(descriptor, piece)
                os.fsync(descriptor)
                # Before it is checked: some file systems tell of an error only now.
                file.close()
                if check is not None:
                    check(temporary)
                doing = "cannot replace"
                os.replace(temporary, target)
        except BaseException as error:
            # Also where an interrupt came between its creation and the next line; but not what others created.
            if not (doing == "cannot create" and isinstance(error, FileExistsError)):
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
            raise
        doing = "written, but the folder cannot be synced"
        _sync_folder(target.parent)
    except StorageError:
        raise
    except OSError as error:
        raise StorageError.of(error, doing, target) from error
    return target


def make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, and sync the folders that hold them.

    Raises StorageError.
    """
    missing = [one for one in (folder, *folder.parents) if not os.path.lexists(one)]
    try:
        for one in reversed(missing):
            os.makedirs(one, exist_ok=True)
            _sync_folder(one.parent)
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise StorageError.of(error, "cannot create", folder) from error


def _mode_of(target: Path) -> int | None:
    """Permission bits of the file to replace; None where there is none yet."""
    try:
        status = os.stat(target)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageError.of(error, "cannot write", target) from error
    if not stat.S_ISREG(status.st_mode):
        raise StorageError("not a regular file", path=target, remedy="name a file to write to")
    return stat.S_IMODE(status.st_mode)


def _write_all(descriptor: int, piece: bytes | bytearray | memoryview) -> None:
    view = memoryview(piece).cast("B")
    while view:
        written = os.write(descriptor, view[: 1 << 30])
        if written <= 0:
            raise OSError(errno.EIO, "the device takes nothing")
        view = view[written:]


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
    finally:
        os.close(descriptor)


# -- what a killed process leaves behind ----------------------------------------------------------------


def _shown(target: Path) -> str:
    """As much of the name as leaves room for the rest in the longest name a folder takes."""
    return target.name[:40]


def _lock(descriptor: int, held: contextlib.ExitStack) -> None:
    """Lock the file until ``held`` ends, also after this descriptor is closed."""
    if fcntl is not None:
        lock = os.dup(descriptor)
        held.callback(_unlock, lock)
        # Where a file system has no locks, nobody else gets one either.
        with contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _unlock(lock: int) -> None:
    with contextlib.suppress(OSError):
        os.close(lock)


def _remove_left_behind(target: Path) -> None:
    """Remove what killed processes left of this target: temporary files that nobody holds a lock on.

    Those of the last minute stay: their writer may not have come to lock them yet. That it fails is no harm.
    """
    if fcntl is None:
        return
    ours = re.compile(rf"\.{re.escape(_shown(target))}\.[0-9a-f]{{12}}\.tmp", re.S)
    with contextlib.suppress(OSError), os.scandir(target.parent) as entries:
        for entry in entries:
            if ours.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    _remove_unless_held(entry.path)


def _remove_unless_held(path: str) -> None:
    if os.stat(path).st_mtime > time.time() - SECONDS_LEFT_ALONE:
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.unlink(path)
    finally:
        os.close(descriptor)
