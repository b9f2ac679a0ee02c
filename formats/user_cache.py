"""The user's cache folder, with lexicons that can be made again.

An entry is named after what it was made from. It is proved like any lexicon when it is opened, and made again if the
proof fails. If the folder is not writable, the lexicon stays in memory; so it does if others could put something
there, since whoever writes into a mapped file can end the process (:func:`distrust`). No link is written through.

Whenever an entry is made, the least recently used are evicted until all together have at most 2 GiB. An entry that is
open stays, in whatever process (on Windows, which does not remove open files, too), and so does the one just made.

The folder also has empty files, which say what a user was told once (:func:`mark_once`).
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

#: Most bytes of all entries together, once one was made.
MAX_CACHE: Final = 2 << 30
#: Seconds before an entry that is opened is marked as used again.
_USED: Final = 3600
#: What an entry is called: the hash of what it was made from is in its name. Nothing else is removed.
_ENTRY: Final = re.compile(rf".+-[0-9a-f]{{16,40}}(-.+)?-v[0-9]+{re.escape(SUFFIX)}")


def cache_folder() -> Path:
    """Return ``$LEXKIT_CACHE``, else lexkit's folder in the user's cache. It need not exist yet."""
    chosen = os.environ.get("LEXKIT_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("lexkit", appauthor=False))


def distrust(folder: Path) -> str | None:
    """Why nothing is read from this folder or written there, or None.

    It must belong to the user or to root, and nobody else may write there.
    """
    if os.name == "nt":
        return None
    try:
        status = os.stat(folder)
    except OSError:
        return None  # it is made, or found to be of no use
    if status.st_uid not in (0, os.geteuid()):
        return "it belongs to another user"
    if status.st_mode & stat.S_IWOTH:
        return "anyone may write there"
    if status.st_mode & stat.S_IWGRP and not _is_private(status.st_gid):
        return "its group may write there"
    return None


def _is_private(group: int) -> bool:
    """Whether only the user, or root, is in this group, as many systems make one for each user.

    Group 0 is root's own: containers run users without a name in it. As for every group, those whom the system lists
    as its members count. Those who have it as their first group are not looked for, which could take a network's
    time: administrators give nobody else's, nor root's, to a user.
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
    """Put an empty file of this name into the cache folder: True if it is new, None if the folder cannot keep it.

    A link of that name is not followed.
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
    """Open the lexicon cached under ``name``, or None: it is missing, its proof fails, or the folder is not trusted.

    ``path``: that of the opened file, by default the entry's.
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
    """Lock an entry, or raise OSError if others have it. The lock ends when its descriptor is closed."""
    if os.name != "nt":
        import fcntl

        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def _evict(made: Path) -> None:
    """Remove the entries used longest ago, beside the one just made, until all are small enough."""
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
    """Open the lexicon cached under ``name``.

    If it is missing or its proof fails, ``make`` makes it. ``source`` stands in errors about what ``make`` returned;
    ``path``: that of the opened file, by default the entry's.
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
        # There is no folder or no space, or the entry is already gone or damaged again.
        return open_bytes(data, path)


def say_if_interpreted() -> None:
    """Say on standard error that kernels are not compiled, once for each cache folder.

    If the folder cannot keep that this was said, it is said on terminals only.
    """
    from .compiled_kernels import SLOWER, runs_compiled

    if runs_compiled():
        return
    from lexkit.base.messages import tell, watched

    from . import __version__

    new = mark_once(f"interpreted-{__version__}")
    if watched() if new is None else new:
        tell(f"lexkit: kernels are not compiled: the same answers, {SLOWER}; see lexc doctor\n")
