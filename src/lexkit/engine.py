"""The public name of :mod:`lexkit.runtime.players.engine`, programs that speak SIU: it can be imported."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .runtime.players.engine import *  # noqa: F403
else:
    from .runtime.players import engine

    sys.modules[__name__] = engine
