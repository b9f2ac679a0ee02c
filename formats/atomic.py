"""Write a file atomically, one writer at a time; and default names of files.

Guaranteed by :func:`write_atomically`: until the last step an existing file is unchanged; a reader that has it
open keeps the old content; an error or an interrupt leaves no partial file; when the call returns, the new file is
on the device (file synced, renamed, directory synced, in that order). A replaced file keeps its mode, a new one
gets the user's default; a symbolic link is written through, or replaced if ``follow`` is false. If only the last
sync fails, the new file is there, whole, and the error says that it may not be on the device yet.

Until it is complete the file is called ``.NAME.<12 hexadecimal digits>.tmp``, and its writer holds a lock on it. A
killed process leaves it behind, unlocked; the next process that writes NAME removes it.

To change a file, a program reads it, makes a new version, and writes that in its place. Two programs that do so at
once would both start from the same file, and the second would undo the change of the first: :func:`lock_file`
makes the second wait.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import re
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Final

from lexkit.base.checks import require_path
from lexkit.base.errors import LexkitError, StorageError, WordListError, show_value, storage_errors

from .constants import PACKED_SUFFIX, SUFFIX

try:
    import fcntl
except ImportError:  # Windows: no locks; compiler/attach_columns.py reports a conflict, and leftover files stay
    fcntl = None  # type: ignore[assignment]

#: A temporary file younger than this, in seconds, belongs to its writer, locked or not.
SECONDS_LEFT_ALONE: Final = 60
#: Errors of file systems on which folders cannot be synced.
_CANNOT_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}


def write_atomically(
    path: str | PathLike[str],
    pieces: Iterable[bytes | bytearray | memoryview],
    check: Callable[[Path], None] | None = None,
    *,
    follow: bool = True,
) -> Path:
    """Write the pieces to the file ``path`` and return its real path.

    ``check`` is called with the complete temporary file before it takes the name; if it raises, nothing is
    replaced. ``follow``: a link at ``path`` means its target, as users expect of files that they name; if false,
    the file replaces the link. Raises StorageError, with the system's errno, if a system call fails.
    """
    with replacing(path, check, follow=follow) as (target, write):
        for piece in pieces:
            write(piece)
    return target


@contextlib.contextmanager
def replacing(
    path: str | PathLike[str], check: Callable[[Path], None] | None = None, *, follow: bool = True
) -> Iterator[tuple[Path, Callable[[bytes | bytearray | memoryview], None]]]:
    """Yield (real path, a function that appends to the file); at the end of the ``with`` block the file takes the
    name.

    Arguments and errors are those of :func:`write_atomically`. If the block raises, nothing is replaced.
    """
    path = require_path(path)
    target = Path(os.path.realpath(path)) if follow else Path(os.path.realpath(Path(path).parent), Path(path).name)
    mode = _read_mode(target, follow)
    _remove_leftovers(target)
    temporary = target.parent / f".{_shorten_name(target)}.{os.urandom(6).hex()}.tmp"
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
                yield target, functools.partial(_write_all, descriptor)
                os.fsync(descriptor)
                # Close it before the check: some file systems report an error only now.
                file.close()
                if check is not None:
                    check(temporary)
                doing = "cannot replace"
                os.replace(temporary, target)
        except BaseException as error:
            # Also after an interrupt right behind its creation, but never for another writer's file.
            if not (doing == "cannot create" and isinstance(error, FileExistsError)):
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
            raise
        doing = "written, but the folder cannot be synced"
        _sync_folder(target.parent)
    except LexkitError:
        raise
    except OSError as error:
        raise StorageError.of(error, doing, target) from error


def make_folder(folder: Path) -> None:
    """Create a folder and its missing parents, and sync the folders that hold them. May raise StorageError."""
    missing = [one for one in (folder, *folder.parents) if not os.path.lexists(one)]
    with storage_errors("cannot create", folder):
        for one in reversed(missing):
            os.makedirs(one, exist_ok=True)
            _sync_folder(one.parent)
        os.makedirs(folder, exist_ok=True)


def _read_mode(target: Path, follow: bool) -> int | None:
    """Return the permission bits of the file to replace, or None."""
    try:
        status = os.stat(target, follow_symlinks=follow)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageError.of(error, "cannot write", target) from error
    if stat.S_ISLNK(status.st_mode):
        return None
    if not stat.S_ISREG(status.st_mode):
        raise StorageError("not a regular file", path=target, remedy="name a file to write to")
    return stat.S_IMODE(status.st_mode)


def _write_all(descriptor: int, piece: bytes | bytearray | memoryview) -> None:
    """Write all of a piece, in as many system calls as needed."""
    view = memoryview(piece).cast("B")
    while view:
        written = os.write(descriptor, view[: 1 << 30])
        if written <= 0:
            raise OSError(errno.EIO, "the device accepts no data")
        view = view[written:]


def _sync_folder(folder: Path) -> None:
    """Sync a folder's entries to the device, if its file system can."""
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


# -- one writer at a time -------------------------------------------------------------------------------


@contextlib.contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Lock the file: other writers wait, readers do not.

    The lock also works between processes. If the file does not exist, or its file system has no locks, nothing is
    locked.
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
            # The file was replaced meanwhile: the lock is on its old version, so start again.
            held.close()
        yield


# -- what a killed process leaves behind ----------------------------------------------------------------


def _shorten_name(target: Path) -> str:
    """Shorten a name so that the name of the temporary file is short enough for any folder."""
    return target.name[:40]


def _lock(descriptor: int, held: contextlib.ExitStack) -> None:
    """Lock the file until ``held`` ends, even after this descriptor is closed."""
    if fcntl is not None:
        lock = os.dup(descriptor)
        held.callback(_unlock, lock)
        # If a file system has no locks, no other process gets one either.
        with contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _unlock(lock: int) -> None:
    with contextlib.suppress(OSError):
        os.close(lock)


def _remove_leftovers(target: Path) -> None:
    """Remove the temporary files of this target that killed processes left behind.

    Their locks are gone. Files of the last minute stay, because their writer may not have locked them yet. A
    failure is harmless.
    """
    ours = re.compile(rf"\.{re.escape(_shorten_name(target))}\.[0-9a-f]{{12}}\.tmp", re.S)
    with contextlib.suppress(OSError), os.scandir(target.parent) as entries:
        for entry in entries:
            if ours.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    _remove_unlocked(entry.path)


def _remove_unlocked(path: str) -> None:
    """Remove a temporary file, if locks can tell that it has no owner. Raises OSError if another process has locked
    it.
    """
    if fcntl is None or os.stat(path).st_mtime > time.time() - SECONDS_LEFT_ALONE:
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.unlink(path)
    finally:
        os.close(descriptor)


def default_target(source: str | PathLike[str]) -> Path:
    """Return the default target of a build: ``nwl.gaddag`` beside ``nwl.txt``, ``nwl.txt.gz``, ``nwl.csv`` etc."""
    path = Path(source)
    if not path.name:
        raise WordListError("the lexicon has no name", found=show_value(str(path)), remedy="give a target")
    return path.with_name(strip_suffixes(path.name, (".zst", ".gz", ".txt", ".csv", ".tsv", ".dic")) + SUFFIX)


def packed_target(path: str | PathLike[str]) -> Path:
    """Return the default target of packing: ``nwl.gaddag.zst`` beside ``nwl.gaddag``."""
    return Path(path).with_name(strip_suffixes(Path(path).name, [SUFFIX]) + PACKED_SUFFIX)


def strip_suffixes(name: str, suffixes: Iterable[str]) -> str:
    """Strip each of these suffixes in turn, in either case, unless nothing would be left."""
    for suffix in suffixes:
        if name.lower().endswith(suffix):
            name = name[: -len(suffix)] or name
    return name


def refuse_overwriting(source: object, target: str | PathLike[str], what: str, new: bool = False) -> None:
    """Raise StorageError if ``source`` is the path of the file that ``target`` would replace, links followed.

    ``new``: also if neither file exists yet, since both are to be written.
    """
    target = require_path(target)
    if not isinstance(source, str | PathLike):
        return
    # os.path returns False for invalid paths; pathlib raises the system's error.
    there = os.path.exists(source), os.path.exists(target)
    same = os.path.samefile(source, target) if all(there) else new and not any(there) and _real(source) == _real(target)
    if same:
        raise StorageError(f"this would overwrite {what}", path=target, remedy="name another file")


def _real(path: str | PathLike[str]) -> str:
    """Return the path with links resolved, or unchanged if it is invalid."""
    with contextlib.suppress(OSError, ValueError):
        return os.path.realpath(path)
    return os.fspath(path)
