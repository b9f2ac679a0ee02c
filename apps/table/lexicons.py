"""Lexicons that tables play with, each opened once, and the capitals of their languages.

Guaranteed: threads that ask for one name get one lexicon, which any number of threads may use.
"""

from __future__ import annotations

import os
import re
import threading
from collections import OrderedDict
from typing import Final

import lexkit
from lexkit.errors import QueryError, show_value

#: Most lexicons that are kept open for tables to come.
_MOST: Final = 16
_opened: OrderedDict[str, lexkit.Lexicon] = OrderedDict()
_lock: Final = threading.Lock()
#: The list that comes with lexkit.
_BUNDLED: Final = "english"
_PATH: Final = re.compile(r"[/\\\\]|\.gaddag")


def open_lexicon(name: str | None = None) -> lexkit.Lexicon:
    """The lexicon of a name or path, as :func:`lexkit.open` finds it; None is the user's default."""
    name = lasting_name(name)
    with _lock:
        found = _opened.get(name)
        if found is None or found.closed:
            found = _opened[name] = lexkit.open(name)
            while len(_opened) > _MOST:
                _opened.popitem(last=False)
        _opened.move_to_end(name)
        return found


def lasting_name(name: str | None) -> str:
    """A name that means the same lexicon when the user's default, or the current folder, is another."""
    if not isinstance(name, str | None):
        raise QueryError("not the name of a lexicon", found=show_value(name))
    if name is not None:
        return os.path.abspath(name) if _PATH.search(name) else name
    lexicon = lexkit.open()  # the default may be another one than the last time
    if lexicon.path is None or lexicon.fingerprint == open_lexicon(_BUNDLED).fingerprint:
        return _BUNDLED
    return str(lexicon.path.absolute())


def capitals(text: str, alphabet: lexkit.Alphabet) -> str:
    """A text in capitals: those of the alphabet (i is İ in a Turkish one), and Python's for letters that it lacks."""
    labels = {tile.lower: tile.label for tile in alphabet.tiles}
    letters = "|".join(map(re.escape, sorted(labels, key=len, reverse=True)))
    return "".join([labels.get(part, part.upper()) for part in re.split(f"({letters})", text)])
