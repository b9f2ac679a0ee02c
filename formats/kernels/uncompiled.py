"""A stand-in for the ``cython`` module, for kernels that run uncompiled where Cython is not installed.

Kernels are ordinary Python files with Cython's annotations. Compiled, none of this is used. Uncompiled,
the decorators below do nothing. Arrays go to kernels as memory views, whose elements are Python integers
(numpy scalars would overflow, and are slower).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeVar

compiled = False

_T = TypeVar("_T")


def _same(thing: _T) -> _T:
    return thing


cclass = cfunc = ccall = final = inline = _same


def exceptval(*_: object, **__: object) -> Callable[[_T], _T]:
    return _same


boundscheck = wraparound = cdivision = exceptval


def cast(_: object, value: _T) -> _T:
    return value


def __getattr__(name: str) -> object:
    """The types, ``uint`` and all others: :func:`cast`, the only one to be given them, does not look."""
    if name.startswith("_"):
        raise AttributeError(name)
    return None


class _NoGil(AbstractContextManager[None]):
    """Both ``@cython.nogil`` and ``with cython.nogil:``."""

    def __call__(self, function: _T) -> _T:
        return function

    def __exit__(self, *_: object) -> None:
        return None


nogil = gil = _NoGil()
