"""Importable public name of :mod:`lexkit.runtime.words.measures`: numbers about words."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexkit.runtime.words.measures import *  # noqa: F403
else:
    from lexkit.runtime.words import measures

    sys.modules[__name__] = measures
