"""Files with the sums of a playability: a line of JSON, and three int64 arrays by rank, as one zstandard frame.

:func:`pack_sums` and :func:`read_sums` are inverses.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import CorruptFileError, StorageError, show_value

from .bounded_input import read_small_file, unzstd

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: First key of the JSON, and the version of the format.
_MARK: Final = "lexkit playability"
_VERSION: Final = 1
#: Maximum size of the line of JSON, in bytes.
_MOST_HEAD: Final = 1 << 16
#: Number of arrays.
_ARRAYS: Final = 3


def pack_sums(facts: Mapping[str, Any], arrays: Sequence[NDArray[np.int64]]) -> bytes:
    """Return the content of a file with these facts and arrays. The same ones give the same bytes."""
    import zstandard

    head = json.dumps({_MARK: _VERSION, **facts}).encode() + b"\n"
    sums = b"".join([array.astype("<i8").tobytes() for array in arrays])
    compressor = zstandard.ZstdCompressor(write_checksum=True, write_content_size=True)
    return compressor.compress(head + sums)


def read_sums(
    path: str | PathLike[str], wanted: Mapping[str, Any], words: int
) -> tuple[dict[str, Any], list[NDArray[np.int64]]]:
    """Read the facts and the arrays of a lexicon with this number of words.

    ``wanted``: facts that must be in the file. Raises StorageError if it cannot be read or has other facts,
    CorruptFileError if it is damaged or another kind of file.
    """
    limit = _ARRAYS * 8 * words + _MOST_HEAD
    packed = read_small_file(path, CorruptFileError, "a file of playability", limit)
    head, _, sums = b"".join(unzstd(iter([packed]), path, limit, len(packed))).partition(b"\n")
    try:
        facts = json.loads(head)
        version = facts.pop(_MARK)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise CorruptFileError("not a file of playability", path=path, found=show_value(head[:80])) from None
    if version != _VERSION:
        raise CorruptFileError("another version of such files", path=path, expected=_VERSION, found=show_value(version))
    differing = [name for name, value in wanted.items() if facts.get(name) != value]
    if differing:
        raise StorageError(
            "the file has the playability of another run",
            path=path,
            found="other " + ", ".join(differing),
            remedy="start over with --force, or write to another file with -o",
        )
    if len(sums) != _ARRAYS * 8 * words:
        expected = f"{_ARRAYS * 8 * words} bytes of sums"
        raise CorruptFileError("damaged file of playability", path=path, expected=expected, found=len(sums))
    return facts, list(np.frombuffer(sums, "<i8").astype(np.int64).reshape(_ARRAYS, words))
