"""Importable public name of :mod:`lexkit.runtime.pictures`: pictures as SVG."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexkit.runtime.pictures import *  # noqa: F403
else:
    from lexkit.runtime import pictures

    sys.modules[__name__] = pictures
