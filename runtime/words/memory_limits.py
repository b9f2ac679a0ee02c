"""Limits on the number of words that one query may read, and on its memory.

A file of 700 bytes can have 2^32 words. A query that needs all words of an answer together is refused before it
allocates memory, if they would not fit. Other work is done a block of words at a time: see :mod:`.spell_in_blocks`.
"""

from __future__ import annotations

from collections.abc import Sized
from typing import Final

from lexkit.base.errors import QueryError
from lexkit.base.time_limits import look

#: Maximum number of words that are checked one by one, or listed, at once.
MOST_AT_ONCE: Final = 1 << 26
#: Maximum memory, in bytes, that a query takes beside its answer.
MOST_BYTES: Final = 1 << 29
#: Number of words in a block if a kernel or numpy takes some 25 ns for each.
BLOCK: Final = 1 << 18
#: Number of words in a block if each is processed in Python.
SMALL_BLOCK: Final = 1 << 13


def require_few(words: Sized, size: int = 0) -> None:
    """Check that the words can be visited one by one, as :func:`require_few_words` does."""
    require_few_words(len(words), size)


def require_few_words(number: int, size: int = 0) -> None:
    """Check that this number of words can be visited one by one.

    ``size``: bytes per word beside the answer, if the work is not done in blocks. Raises QueryError if there are
    more than MOST_AT_ONCE words or no room for them, TimeLimitError if the time is up.
    """
    if number > MOST_AT_ONCE:
        raise QueryError(
            "too many words at once",
            expected=f"at most {MOST_AT_ONCE:,}",
            found=f"{number:,}",
            remedy="ask for fewer, or take them in slices",
        )
    require_room(number, size)
    look()


def require_room(number: int, size: int) -> None:
    """Raise QueryError if ``number`` items of ``size`` bytes take more than MOST_BYTES."""
    if number * size > MOST_BYTES:
        raise QueryError(
            "too many words at once",
            expected=f"at most {MOST_BYTES // size:,}, which take {MOST_BYTES:,} bytes",
            found=f"{number:,}",
            remedy="ask for fewer, or take them in slices",
        )
