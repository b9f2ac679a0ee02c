"""The user's cache folder, with lexicons that can be made again.

An entry is named after its source. It is proved like any lexicon when it is opened, and made again if the proof
fails. If the folder is not writable, the lexicon stays in memory; it also does if other users may write to the
folder, since whoever writes into a mapped file can end the process (:func:`distrust`). No link is written through.

Whenever an entry is made, the least recently used ones are evicted until all together have at most 2 GiB. The new
entry stays, and so does one that any process has open (on Windows, because open files cannot be removed).

The folder also has empty files that record what a user was told once (:func:`mark_once`).
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from lexkit.base.errors import LexiconFileError, StorageError

from .constants import READ_VERSION, SUFFIX
from .lexicon_file import Backend, LexiconFile, open_bytes, open_file

#: Size limit of all entries together, in bytes, enforced when one is made.
MAX_CACHE: Final = 2 << 30
#: An entry is marked as used at most once in this many seconds.
_USED: Final = 3600
#: Name of an entry, with the hash of its source. Nothing else is ever removed.
_ENTRY: Final = re.compile(rf".+-[0-9a-f]{{16,40}}(-.+)?-v[0-9]+{re.escape(SUFFIX)}")


def cache_folder() -> Path:
    """Return ``$LEXKIT_CACHE``, else the folder ``lexkit`` in the user's cache. It need not exist yet."""
    chosen = os.environ.get("LEXKIT_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("lexkit", appauthor=False))


def distrust(folder: Path) -> str | None:
    """Return why nothing is read from this folder or written there, or None if it is safe.

    It must belong to the user or to root, and nobody else may write there.
    """
    if os.name == "nt":
        return None
    try:
        status = os.stat(folder)
    except OSError:
        return None  # it is created later, or found to be unusable
    if status.st_uid not in (0, os.geteuid()):
        return "it belongs to another user"
    if status.st_mode & stat.S_IWOTH:
        return "anyone may write there"
    if status.st_mode & stat.S_IWGRP and not _is_private(status.st_gid):
        return "its group may write there"
    return None


def _is_private(group: int) -> bool:
    """Return whether only the user, or root, is in this group, as many systems make one for each user.

    Group 0 is root's own: containers run users without a name in it. For every group, the members that the system
    lists count. Users who have it as their primary group are not searched for, which could mean a slow network
    query: administrators do not give users the primary group of another user or of root.
    """
    import grp
    import pwd

    try:
        user = pwd.getpwuid(os.geteuid())
    except KeyError:
        user = None
    try:
        members = {*grp.getgrgid(group).gr_mem}
    except KeyError:
        return False
    allowed = {"root"} if user is None else {"root", user.pw_name}
    return members <= allowed and (group == 0 or (user is not None and user.pw_gid == group))


def mark_once(name: str) -> bool | None:
    """Create an empty file of this name in the cache folder.

    Returns True if it is new, False if it exists, None if the folder cannot keep it. A link of that name is not
    followed.
    """
    folder = cache_folder()
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if distrust(folder) is not None:
        return None
    try:
        os.close(os.open(folder / name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    except OSError:
        return None
    return True


def find_cached(name: str, backend: Backend, path: Path | None = None) -> LexiconFile | None:
    """Open the lexicon cached under ``name``.

    Returns None if it is missing, its proof fails, or the folder is not trusted. ``path``: path of the opened
    file, by default that of the entry.
    """
    folder = cache_folder()
    if distrust(folder) is None:
        with contextlib.suppress(LexiconFileError, StorageError):
            return _open_entry(_entry(folder, name), backend, path)
    return None


def _open_entry(entry: Path, backend: Backend, path: Path | None = None) -> LexiconFile:
    """Open an entry, mark it as used, and keep it from being removed while it is mapped."""
    file = open_file(entry, backend)
    if path is not None:
        file = replace(file, path=path)
    with contextlib.suppress(OSError):
        descriptor = os.open(entry, os.O_RDONLY)
        weakref.finalize(file, os.close, descriptor).atexit = False  # type: ignore[misc]
        if time.time() - os.fstat(descriptor).st_mtime > _USED:
            os.utime(entry)
        if backend == "mmap":
            _lock(descriptor, shared=True)
    return file


def _lock(descriptor: int, shared: bool) -> None:
    """Lock an entry, or raise OSError if others hold the lock. The lock ends when its descriptor is closed."""
    if os.name != "nt":
        import fcntl

        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def _evict(made: Path) -> None:
    """Remove the entries used longest ago, but not the one just made, until the rest is small enough."""
    entries = []
    size = made.stat().st_size
    for path in made.parent.iterdir():
        status = path.lstat()
        if path != made and stat.S_ISREG(status.st_mode) and _ENTRY.fullmatch(path.name):
            entries.append((status.st_mtime, status.st_size, path))
            size += status.st_size
    for _, freed, path in sorted(entries):
        if size <= MAX_CACHE:
            return
        with contextlib.suppress(OSError):
            descriptor = os.open(path, os.O_RDONLY)
            try:
                _lock(descriptor, shared=False)
                path.unlink()
                size -= freed
            finally:
                os.close(descriptor)


def _entry(folder: Path, name: str) -> Path:
    return folder / f"{name}-v{READ_VERSION}{SUFFIX}"


def open_cached(
    name: str, make: Callable[[], bytes], source: Path, backend: Backend, path: Path | None = None
) -> LexiconFile:
    """Open the lexicon cached under ``name``, making it if it is missing or its proof fails.

    Args:
        name: Name of the entry, without version and suffix.
        make: Returns the bytes of the lexicon.
        source: Path to show in errors about these bytes.
        backend: ``mmap`` or ``read``.
        path: Path of the opened file, by default that of the entry.
    """
    found = find_cached(name, backend, path)
    if found is not None:
        return found
    from .atomic import write_atomically

    folder = cache_folder()
    entry = _entry(folder, name)
    data = make()
    open_bytes(data, source)
    try:
        if distrust(folder) is not None:
            return open_bytes(data, path)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(entry, [data], follow=False)
        file = _open_entry(entry, backend, path)
        with contextlib.suppress(OSError):
            _evict(entry)
        return file
    except (OSError, LexiconFileError):
        # No folder, no space, or the entry is already removed or damaged again.
        return open_bytes(data, path)


def say_if_interpreted() -> None:
    """Write to standard error, once per cache folder, that kernels are not compiled.

    If the folder cannot record that, the message appears on terminals only.
    """
    from .compiled_kernels import SLOWER, runs_compiled

    if runs_compiled():
        return
    from lexkit.base.messages import tell, watched

    from . import __version__

    new = mark_once(f"interpreted-{__version__}")
    if watched() if new is None else new:
        tell(f"lexkit: kernels are not compiled: the same answers, {SLOWER}; see lexc doctor\n")
