"""numpy, imported lazily.

    from lexkit.base import lazy_numpy as np

    np.zeros(3)                 # imports numpy, in the first such line that runs

numpy takes longer to import than a plain query from start to end, and a process that only asks which words there are,
or spells some, needs none of its arrays. So the files that such a process imports take numpy from here, and types
(``numpy.typing``) only for the type checker; ``tests/apps/shell/test_quick_start.py`` has queries that do without. All
other files import numpy itself.

What was used once is an attribute of this module, so that it costs as much as if numpy had been imported. Threads may
use it for the first time at the same time, as they may import.

Kernels do not import this file. What they give such a process is plain memory, a memoryview of a bytearray, which numpy
can read in place.

To keep a file free of numpy when it is imported:

- annotations are not evaluated (``from __future__ import annotations``);
- nothing at the top of the file, and no default of a parameter, uses an attribute of numpy;
- aliases of types are text: ``Ranges: TypeAlias = "tuple[NDArray[np.int64], NDArray[np.int64]]"``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import *  # noqa: F403


def __getattr__(name: str) -> Any:
    # The machinery of imports asks for names such as __path__, and so do debuggers and doctest.
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import numpy

    value = getattr(numpy, name)
    globals()[name] = value
    return value
