"""The number of words that one query may read, and its memory.

A file of 700 bytes can have 2^32 words. A query that needs all words of an answer together is refused, before it
allocates memory, if they would not fit; other work is done a block of words at a time: see :mod:`.spell_in_blocks`.
"""

from __future__ import annotations

from collections.abc import Sized
from typing import Final

from lexkit.base.errors import QueryError
from lexkit.base.time_limits import look

#: Most words that are checked one by one, or listed, at once.
MOST_AT_ONCE: Final = 1 << 26
#: Most bytes that a question takes beside its answer.
MOST_BYTES: Final = 1 << 29
#: Words in a block if each takes a kernel or numpy some 25 ns, and if each is looked at in Python.
BLOCK: Final = 1 << 18
SMALL_BLOCK: Final = 1 << 13


def require_few(words: Sized, size: int = 0) -> None:
    """Check that the words can be visited one by one, as :func:`require_few_words` does."""
    require_few_words(len(words), size)


def require_few_words(number: int, size: int = 0) -> None:
    """Check that this number of words can be visited one by one.

    ``size``: bytes that a word takes beside the answer, if there are no blocks. Raises QueryError if there are more
    than MOST_AT_ONCE or no room for them, TimeLimitError if the time is up.
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
    """Raise QueryError if ``number`` things of ``size`` bytes take more than MOST_BYTES."""
    if number * size > MOST_BYTES:
        raise QueryError(
            "too many words at once",
            expected=f"at most {MOST_BYTES // size:,}, which take {MOST_BYTES:,} bytes",
            found=f"{number:,}",
            remedy="ask for fewer, or take them in slices",
        )
