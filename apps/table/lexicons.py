"""Lexicons that tables play with, each opened once.

Guaranteed: threads that ask for one name get one lexicon, which any number of threads may use.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

import lexkit
from lexkit.errors import QueryError, show_value

__all__ = ["forget_lexicons", "open_lexicon"]

#: Most lexicons that are kept open for tables to come.
_MOST: Final = 16
_opened: OrderedDict[str | None, lexkit.Lexicon] = OrderedDict()
_lock: Final = threading.Lock()


def open_lexicon(name: str | None = None) -> lexkit.Lexicon:
    """The lexicon of a name or path, as :func:`lexkit.open` finds it; None is the user's default."""
    if not isinstance(name, str | None):
        raise QueryError("not the name of a lexicon", found=show_value(name))
    with _lock:
        found = _opened.get(name)
        if found is None or found.closed:
            found = _opened[name] = lexkit.open(name)
            while len(_opened) > _MOST:
                _opened.popitem(last=False)
        _opened.move_to_end(name)
        return found


def forget_lexicons() -> None:
    """Open lexicons anew from now on, for example after a file was replaced. Tables go on with theirs."""
    with _lock:
        _opened.clear()
