"""Limits of the walks through a lexicon, and what stops a walk. Compiled kernels take them from ``walk_limits.pxd``."""

from __future__ import annotations

__all__ = ["CONTRADICTION", "INTERRUPTED", "LOOK", "MAX_STRINGS", "MAX_VISITS", "TOO_LARGE"]

#: Nodes of the reverse part that one walk may visit, and strings it may keep, whatever the lexicon: seconds, and 2 to
#: 4 GB.
MAX_VISITS = 1 << 28
MAX_STRINGS = 1 << 26
#: Visits between two looks at the clock.
LOOK = 1 << 20
#: What stopped a walk: the parts of the array tell of different words; MAX_VISITS or MAX_STRINGS; an exception.
CONTRADICTION, TOO_LARGE, INTERRUPTED = 1, 2, 3
