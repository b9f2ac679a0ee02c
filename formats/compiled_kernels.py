"""Tells which kernels run compiled, and which interpreted as plain Python.

A kernel is a file in a folder ``kernels/`` whose docstring begins with "Kernel:". The kernels of a folder are
compiled to one module when the package is installed; if that was not possible, the files run interpreted and give
the same answers, slower. Code with limits of time or steps asks :func:`is_compiled` how many to allow. ``lexc
doctor`` and the benchmarks report the states.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final

from lexkit.base.errors import StorageError

#: Largest difference in age, in seconds, between the files of one installation.
_APART = 300
#: Cost of interpreted kernels, for messages.
SLOWER: Final = "20 to 300 times slower"
_KERNEL = '"""Kernel:'
_GAME = "runtime.game.kernels"


def is_compiled(kernel: ModuleType) -> bool:
    """Return whether this module is a compiled kernel."""
    return not str(kernel.__file__).endswith(".py")


def runs_compiled() -> bool:
    """Return whether the kernels that every lexicon needs are compiled. Cheap, unlike :func:`backend`."""
    from . import kernels

    return hasattr(kernels, "compiled")


def kernel_sources() -> dict[str, list[Path]]:
    """Return the sources of each module that kernels are compiled to, by names such as ``formats.kernels.compiled``.

    The game's kernels are compiled to two modules, narrow and wide: see ``runtime/game/kernels/__init__.py``.
    """
    modules: dict[str, list[Path]] = {}
    try:
        for half in _halves():
            for path in sorted(half.rglob("kernels/*.py")):
                if path.read_text("utf-8").startswith(_KERNEL):
                    folder = ".".join(path.parent.relative_to(half.parent).parts)
                    for name in ("narrow", "wide") if folder == _GAME else ("compiled",):
                        modules.setdefault(f"{folder}.{name}", []).append(path)
    except OSError as error:
        raise StorageError.of(error, "cannot read the sources of kernels", error.filename or "") from error
    return modules


def kernel_file(name: str) -> Path | None:
    """Return the file of a module of :func:`kernel_sources`, or None if its kernels are not compiled."""
    found = find_spec(f"{__name__.split('.', maxsplit=1)[0]}.{name}")
    return Path(found.origin) if found and found.origin else None


def kernel_states() -> dict[str, bool]:
    """Return whether each module of :func:`kernel_sources` is compiled, by its name."""
    return {name: kernel_file(name) is not None for name in kernel_sources()}


def find_stale() -> str:
    """Return a description if compiled kernels do not match this code, else "".

    They do not if one is older than its source, or if only some are compiled. Files of a release have the same
    age, within minutes.
    """
    missing = []
    for name, sources in kernel_sources().items():
        file = kernel_file(name)
        if file is None:
            missing.append(name)
            continue
        for source in sources:
            if source.stat().st_mtime > file.stat().st_mtime + _APART:
                return f"{file.name} is older than {source.name}"
    return f"{missing[0]} is not compiled, others are" if 0 < len(missing) < len(kernel_sources()) else ""


def backend() -> str:
    """Return how the kernels run: ``compiled``, ``interpreted`` or ``mixed``.

    Interpreted kernels give the same answers, 20 to 300 times slower.
    """
    states = set(kernel_states().values())
    return "mixed" if len(states) > 1 else "compiled" if states == {True} else "interpreted"


def _halves() -> list[Path]:
    """Return the top-level folders with kernels, which an editable install keeps in different places."""
    names = ("formats", "compiler", "runtime", "players")
    return [Path(str(import_module(f"lexkit.{name}").__file__)).parent for name in names]
