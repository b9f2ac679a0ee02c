"""Lexicons on their way to workers: path and fingerprint, and the content only for a worker that lacks the file.

A worker opens the file if it has one of that path and fingerprint. If not, it looks into its cache, then asks for the
content, which comes packed, is checked against its SHA-256 and proved, and goes into the cache: the other workers of
that machine find it there.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from ...errors import LexkitError, StorageError
from ...formats.lexicon_file import open_file
from ...formats.packed_lexicon import open_received, pack_to_send
from ..automaton.index import Index

#: Lexicons that a worker keeps open.
_MOST_OPEN: Final = 4

#: Fingerprint and hash -> lexicon: those that this process has sent, which its own threads need not open again, and
#: those that it has opened for others, the latest last.
_own: WeakValueDictionary[tuple[str, str], Index] = WeakValueDictionary()
_opened: OrderedDict[tuple[str, str], Index] = OrderedDict()
_lock: Final = Lock()


class SentLexicon(NamedTuple):
    """What a worker gets of a lexicon."""

    path: str | None
    fingerprint: str
    sha256: str
    #: Packed, for a worker that has said that it lacks the file.
    content: bytes | None = None


def send_lexicon(index: Index, with_content: bool = False) -> SentLexicon:
    """What to send of a lexicon. ``with_content``: also all of it, packed."""
    index.require_open()
    sha256 = index.remember("SHA-256", lambda index: index.file.sections.sha256())
    content = index.remember("packed to send", lambda index: pack_to_send(index.file)) if with_content else None
    _own[index.fingerprint, sha256] = index
    path = None if index.path is None else str(index.path.absolute())
    return SentLexicon(path, index.fingerprint, sha256, content)


def open_sent(sent: SentLexicon) -> Index | None:
    """The lexicon that was sent, or None if its content must be sent too."""
    key = sent.fingerprint, sent.sha256
    own = _own.get(key)
    if own is not None and own.nodes.opened:
        return own
    with _lock:
        index = _opened.get(key) or _open(sent)
        if index is not None:
            _opened[key] = index
            _opened.move_to_end(key)
            while len(_opened) > _MOST_OPEN:
                _opened.popitem(last=False)
        return index


def _open(sent: SentLexicon) -> Index | None:
    if sent.path is not None:
        try:
            file = open_file(sent.path)
        except (LexkitError, StorageError):
            file = None
        if file is not None and file.fingerprint == sent.fingerprint:
            return Index(file)
    received = open_received(sent.sha256, sent.content)
    return None if received is None else Index(received)
