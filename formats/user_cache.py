"""The user's cache folder: lexicons that can be made again, kept so that they need not be.

An entry is named by what it was made from; it is proved like any lexicon when it is opened, and made again when
it does not pass. Where the folder cannot be written, the lexicon is held in memory instead.
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

__all__ = ["cache_folder", "cached"]


def cache_folder() -> Path:
    """``$LEXKIT_CACHE``, else lexkit's folder among the user's caches. It need not exist yet."""
    chosen = os.environ.get("LEXKIT_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("lexkit", appauthor=False))


def cached(name: str, make: Callable[[], bytes], source: Path, backend: Backend) -> LexiconFile:
    """The lexicon kept under ``name``, made by ``make`` if it is not there or does not pass."""
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
        # No folder, no space, or what was written is gone or damaged again.
        return open_bytes(data)
