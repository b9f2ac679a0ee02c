"""Which kernels run compiled, and which interpreted as plain Python.

A kernel is a file in a folder ``kernels/`` whose docstring begins with "Kernel:". It is compiled when the package is
installed; if that was not possible, the same file runs interpreted and gives the same answers, slower. What has limits
of time or steps asks :func:`is_compiled` how many to allow. ``lexc doctor`` and the benchmarks report the states.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from ..errors import StorageError

#: Seconds between the files of one installation.
_APART = 300
_KERNEL = '"""Kernel:'


def is_compiled(kernel: ModuleType) -> bool:
    """Whether this module is a compiled kernel."""
    return not str(kernel.__file__).endswith(".py")


def kernel_sources() -> dict[str, Path]:
    """The modules that kernels are compiled to, as ``formats.kernels.proof``, and the source of each.

    The game's kernels are compiled to two modules each, narrow and wide: see ``runtime/game/kernels/__init__.py``.
    """
    sources = {}
    try:
        for half in _halves():
            for path in sorted(half.rglob("kernels/*.py")):
                if path.read_text("utf-8").startswith(_KERNEL):
                    kinds = [path.parent / kind for kind in ("narrow", "wide") if (path.parent / kind).is_dir()]
                    for folder in kinds or [path.parent]:
                        sources[".".join((folder / path.stem).relative_to(half.parent).parts)] = path
    except OSError as error:
        raise StorageError.of(error, "cannot read the sources of kernels", error.filename or "") from error
    return sources


def kernel_file(name: str) -> Path | None:
    """The file that a module of :func:`kernel_sources` is loaded from, or None if it is not compiled and has none."""
    found = find_spec(f"{__name__.split('.', maxsplit=1)[0]}.{name}")
    return Path(str(found.origin)) if found else None


def kernel_states() -> dict[str, bool]:
    """The modules of :func:`kernel_sources`, and whether each is compiled."""
    return {name: kernel_file(name) not in (None, source) for name, source in kernel_sources().items()}


def find_stale() -> str:
    """What tells that compiled kernels are not of this code: one older than its source, or only some compiled; or "".

    Files of a release are as old as each other, within minutes.
    """
    states = kernel_states()
    for name, source in kernel_sources().items():
        file = kernel_file(name) or source
        if source.stat().st_mtime > file.stat().st_mtime + _APART:
            return f"{file.name} is older than {source.name}"
    missing = [name for name, compiled in states.items() if not compiled]
    return f"{missing[0]} is not compiled, others are" if 0 < len(missing) < len(states) else ""


def backend() -> str:
    """Say how the kernels run: ``compiled``, ``interpreted`` or ``mixed``."""
    states = set(kernel_states().values())
    return "mixed" if len(states) > 1 else "compiled" if states == {True} else "interpreted"


def _halves() -> list[Path]:
    """The top-level folders with kernels, which an editable install keeps in different places."""
    names = ("formats", "compiler", "runtime")
    return [Path(str(import_module(f"lexkit.{name}").__file__)).parent for name in names]
