"""Which kernels run compiled and which as plain Python: for ``lexc doctor`` and for those who measure.

A kernel is compiled when the package is installed; where that was not possible the same file runs interpreted,
with the same answers, slower. Stages that would then take too long (construction, layout, both proofs) have a
second way, in numpy, and the function that starts such a stage asks :func:`is_compiled` which one to take.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

__all__ = ["KERNELS", "WIDE_KERNELS", "backend", "is_compiled", "kernel_states"]

#: All kernels, by folder. setup.py builds these.
KERNELS: Final = (
    "formats.proof",
    "formats.alphagram_proof",
    "compiler.register",
    "compiler.incremental",
    "compiler.gordon",
    "compiler.minimize",
    "compiler.nodewise",
    "compiler.paths",
    "runtime.automaton",
    "runtime.contain",
    "runtime.walk",
    "runtime.spell",
    "runtime.query.machine",
    "runtime.query.position_machine",
    "runtime.query.multiset_machine",
    "runtime.query.forward",
    "runtime.query.leftward",
    "runtime.query.echo_walk",
    "runtime.query.anagrams",
    "runtime.query.phrase_parts",
    "runtime.query.phrase_search",
    "runtime.query.measure",
    "runtime.query.pairs",
    "runtime.query.heights",
    "runtime.game.squares",
    "runtime.game.move_buffer",
    "runtime.game.generate",
    "runtime.game.generate_dawg",
    "runtime.game.shadow",
    "runtime.game.best",
)
#: Made of kernels above once more, for wide sets: see runtime/game/wide/__init__.py.
WIDE_KERNELS: Final = (
    "runtime.game.wide.squares",
    "runtime.game.wide.move_buffer",
    "runtime.game.wide.generate",
    "runtime.game.wide.generate_dawg",
    "runtime.game.wide.shadow",
    "runtime.game.wide.best",
)


def is_compiled(kernel: ModuleType) -> bool:
    """Whether this module is the compiled one."""
    return not str(kernel.__file__).endswith(".py")


def kernel_states() -> dict[str, bool]:
    """Each kernel's name and whether it is compiled."""
    package = __name__.split(".", maxsplit=1)[0]
    states = {name: is_compiled(import_module(f"{package}.{name}")) for name in KERNELS}
    for name in WIDE_KERNELS:
        states[name] = find_spec(f"{package}.{name}") is not None  # there is no file of it to interpret
    return states


def backend() -> str:
    """``compiled``, ``interpreted`` or ``mixed``."""
    states = set(kernel_states().values())
    return "mixed" if len(states) > 1 else "compiled" if states == {True} else "interpreted"
