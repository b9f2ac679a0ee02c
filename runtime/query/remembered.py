"""What is worked out once for a whole lexicon and kept with it: its hooks, its anagrams, its orders.

Two threads that ask at once may both work it out; both get the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

if TYPE_CHECKING:
    from ..lexicon import Lexicon

__all__ = ["is_remembered", "remembered"]

_T = TypeVar("_T", bound=tuple[Any, ...])


def remembered(lexicon: Lexicon, name: str, work_out: Callable[[Lexicon], _T]) -> _T:
    """Arrays, one entry a word of the lexicon; worked out by the first call for this name. They cannot be written."""
    known: dict[str, _T] = lexicon._measured
    if name not in known:
        arrays = work_out(lexicon)
        for array in arrays:
            if isinstance(array, np.ndarray):
                array.flags.writeable = False
        return known.setdefault(name, arrays)
    return known[name]


def is_remembered(lexicon: Lexicon, name: str) -> bool:
    """Whether :func:`remembered` would answer at once."""
    return name in lexicon._measured
