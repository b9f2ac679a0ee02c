"""Which kernels are compiled and which run as plain Python: asked here, decided by how the package was installed.

A kernel is a Python file that may be taken over by an extension module of the same name (``setup.py``). Stages
that would take long as plain Python have a second way, in numpy; the function that starts such a stage asks
:func:`compiled` which to take.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from types import ModuleType
from typing import Final

__all__ = ["KERNELS", "compiled", "kernels"]

#: All kernels, as ``setup.py`` lists them.
KERNELS: Final = (
    "formats/proof",
    "compiler/register",
    "compiler/incremental",
    "compiler/nodewise",
    "compiler/paths",
    "runtime/automaton",
    "runtime/contain",
    "runtime/walk",
    "runtime/spell",
)


def compiled(module: ModuleType) -> bool:
    """Whether this module was loaded from machine code."""
    return _is_extension(module.__file__)


def kernels() -> dict[str, bool]:
    """Each kernel with whether importing it gives machine code. Imports none of them."""
    package = __name__.split(".")[0]
    found = {kernel: find_spec(f"{package}.{kernel.replace('/', '.')}") for kernel in KERNELS}
    return {kernel: spec is not None and _is_extension(spec.origin) for kernel, spec in found.items()}


def _is_extension(file: str | None) -> bool:
    return file is not None and file.endswith(tuple(EXTENSION_SUFFIXES))
