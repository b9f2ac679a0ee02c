"""Compiled code of the format: reading a node, and the proofs that a file is safe to walk."""

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

#: Substitute for the module ``cython`` when kernels run interpreted and Cython is not installed. Kernels get arrays
#: as memory views, whose elements are Python integers (numpy scalars would overflow, and are slower).
uncompiled = SimpleNamespace(
    compiled=False,
    nogil=nullcontext(),
    gil=nullcontext(),
    Py_ssize_t=int,
    longlong=int,
    cast=lambda kind, value: kind(value),
)


def __getattr__(name: str) -> Any:
    """Return ``cython`` for interpreted kernels: the module, or its substitute."""
    if name != "cython":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import cython
    except ImportError:
        return uncompiled
    return cython
