"""Which kernels run compiled, and which interpreted as plain Python.

A kernel is a file in a folder ``kernels/`` whose docstring begins with "Kernel:". It is compiled when the package is
installed; if that was not possible, the same file runs interpreted and gives the same answers, slower. Stages that
would then take too long (construction, layout, both proofs) also exist in numpy, and the function that starts such a
stage asks :func:`is_compiled` which one to use. ``lexc doctor`` and the benchmarks report the states.
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

__all__ = ["backend", "is_compiled", "kernel_names", "kernel_states"]

_KERNEL = re.compile(r'(# cython:.*\n)?"""Kernel:')


def is_compiled(kernel: ModuleType) -> bool:
    """Whether this module is a compiled kernel."""
    return not str(kernel.__file__).endswith(".py")


def kernel_names() -> list[str]:
    """List the names of all kernels, such as ``formats.kernels.proof``, sorted."""
    return sorted(
        f"{half.name}.{path.relative_to(half).with_suffix('').as_posix().replace('/', '.')}"
        for half in _halves()
        for path in half.rglob("kernels/*.py")
        if _KERNEL.match(path.read_text("utf-8"))
    )


def kernel_states() -> dict[str, bool]:
    """Whether each kernel is compiled, by name. Those of the game are listed twice, narrow and wide."""
    package = __name__.split(".", maxsplit=1)[0]
    states = {name: is_compiled(import_module(f"{package}.{name}")) for name in kernel_names()}
    for name in [name for name in states if name.startswith("runtime.game.")]:
        wide = name.replace(".kernels.", ".kernels.wide.")
        states[wide] = find_spec(f"{package}.{wide}") is not None  # it has no file that could run interpreted
    return states


def backend() -> str:
    """Say how the kernels run: ``compiled``, ``interpreted`` or ``mixed``."""
    states = set(kernel_states().values())
    return "mixed" if len(states) > 1 else "compiled" if states == {True} else "interpreted"


def _halves() -> list[Path]:
    """The top-level folders with kernels, which an editable install keeps in different places."""
    names = ("formats", "compiler", "runtime")
    return [Path(str(import_module(f"{__package__.rpartition('.')[0]}.{name}").__file__)).parent for name in names]
