"""Compiled code of the format: how a node is read, and the proofs that a file is safe to walk."""

from contextlib import nullcontext
from types import SimpleNamespace

#: Stands in for the module ``cython`` when kernels run interpreted and Cython is not installed. Arrays go to kernels as
#: memory views, whose elements are Python integers (numpy scalars would overflow, and are slower).
uncompiled = SimpleNamespace(
    compiled=False,
    nogil=nullcontext(),
    gil=nullcontext(),
    Py_ssize_t=int,
    longlong=int,
    cast=lambda kind, value: kind(value),
)
