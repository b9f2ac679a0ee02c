"""Writing a file so that it is there whole or not at all.

Guaranteed: until the last step a file of that name stays as it was; a reader that has it open keeps what it
opened; an error or an interrupt leaves no partial file; after :func:`write_atomically` returns, the file is on
the device (file synced, renamed, directory synced, in that order). The mode of a file that is replaced is
kept, a new one gets the user's default; a symbolic link is written through. Where only the last sync fails, the
new file is there, whole, and the error says that it may not be on the device yet.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterable
from os import PathLike
from pathlib import Path

from ..errors import StorageError

__all__ = ["write_atomically"]


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
    # Cut, so that the longest name a folder takes leaves room for the rest.
    temporary = target.parent / f".{target.name[:40]}.{secrets.token_hex(6)}.tmp"
    doing = "cannot create"
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        try:
            doing = "cannot write"
            with open(descriptor, "wb", buffering=0) as file:
                if mode is not None:
                    os.chmod(temporary, mode)
                for piece in pieces:
                    _write_all(file.fileno(), piece)
                os.fsync(file.fileno())
            if check is not None:
                check(temporary)
            doing = "cannot replace"
            os.replace(temporary, target)
        except BaseException:
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
        view = view[os.write(descriptor, view[: 1 << 30]) :]


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
