"""The user's cache folder, with lexicons that can be made again.

An entry is named after what it was made from. It is proved like any lexicon when it is opened, and made again if the
proof fails. If the folder is not writable, the lexicon stays in memory.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from ..errors import LexiconFileError, StorageError
from .atomic import write_atomically
from .layout import READ_VERSION, SUFFIX
from .lexicon_file import Backend, LexiconFile, open_bytes, open_file

__all__ = ["cache_folder", "open_cached"]


def cache_folder() -> Path:
    """Return ``$LEXKIT_CACHE``, else lexkit's folder in the user's cache. It need not exist yet."""
    chosen = os.environ.get("LEXKIT_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("lexkit", appauthor=False))


def open_cached(name: str, make: Callable[[], bytes], source: Path, backend: Backend) -> LexiconFile:
    """Open the lexicon cached under ``name``.

    If it is missing or its proof fails, ``make`` makes it. ``source`` stands in errors about what ``make`` returned.
    """
    entry = cache_folder() / f"{name}-v{READ_VERSION}{SUFFIX}"
    with contextlib.suppress(LexiconFileError, StorageError):
        return open_file(entry, backend)
    data = make()
    open_bytes(data, source)
    try:
        entry.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(entry, [data])
        return open_file(entry, backend)
    except (OSError, LexiconFileError):
        # There is no folder or no space, or the entry is already gone or damaged again.
        return open_bytes(data)
