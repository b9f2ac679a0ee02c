"""The kernels of the folder above once more, for more than 31 letters or racks of more than 8 tiles.

Compiled, sets of letters there have 32 bits and a move's tiles 64, which is what makes them fast; here they have 64
and 128 (``width.h``). setup.py makes both from the same files. Interpreted, numbers have no width, and the files
above serve for both.
"""

from __future__ import annotations

try:
    from .best_move import BestFinder
    from .dawg_generator import DawgGenerator
    from .gaddag_generator import Generator
    from .shadow import Shadow
    from .squares import Squares
except ImportError:  # not compiled
    from ..best_move import BestFinder
    from ..dawg_generator import DawgGenerator
    from ..gaddag_generator import Generator
    from ..shadow import Shadow
    from ..squares import Squares

__all__ = ["BestFinder", "DawgGenerator", "Generator", "Shadow", "Squares"]
