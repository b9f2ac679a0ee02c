"""Importable public name of :mod:`lexkit.players.engine`: programs that speak SIU."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexkit.players.engine import *  # noqa: F403
else:
    from lexkit.players import engine

    sys.modules[__name__] = engine
