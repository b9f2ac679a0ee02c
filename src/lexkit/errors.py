"""Importable public name of :mod:`lexkit.base.errors`: every error that lexkit raises."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexkit.base.errors import *  # noqa: F403
else:
    from lexkit.base import errors

    sys.modules[__name__] = errors
