"""A stand-in for the ``cython`` module, for kernels that run uncompiled where Cython is not installed.

Arrays go to kernels as memory views, whose elements are Python integers (numpy scalars would overflow, and are slower).
"""

from __future__ import annotations

from contextlib import nullcontext

compiled = False
nogil = gil = nullcontext()
