"""numpy, imported on first use.

    from lexkit.base import lazy_numpy as np

    np.zeros(3)                 # imports numpy, in the first such line that runs

Importing numpy takes longer than a plain query from start to end, and a process that only looks up or spells words
needs no arrays. The modules that such a process imports therefore take numpy from here, and ``numpy.typing`` only
under TYPE_CHECKING; ``tests/apps/shell/test_commands.py`` lists queries that must not import numpy. All other
modules import numpy itself.

A name that was used once becomes an attribute of this module, so later uses cost as much as with numpy itself.
Several threads may use it for the first time at once.

Kernels do not import this module. What they return to such a process is plain memory (a memoryview of a
bytearray), which numpy can read in place.

To keep a module free of numpy when it is imported:

- annotations are not evaluated (``from __future__ import annotations``);
- nothing at the top of the file, and no default of a parameter, uses an attribute of numpy;
- type aliases are strings: ``Ranges: TypeAlias = "tuple[NDArray[np.int64], NDArray[np.int64]]"``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import *  # noqa: F403


def __getattr__(name: str) -> Any:
    # The import system, debuggers and doctest ask for names such as __path__.
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import numpy

    value = getattr(numpy, name)
    globals()[name] = value
    return value
