"""Tells which kernels run compiled, and which interpreted as plain Python.

A kernel is a file in a folder ``kernels/`` whose docstring begins with "Kernel:". Each is compiled to an extension
module when the package is installed; if that was not possible, the files run interpreted and give the same answers,
slower. Code with limits of time or steps asks :func:`is_compiled` how many to allow. ``lexc doctor`` and the benchmarks
report the states.
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
    from .kernels import nodes

    return is_compiled(nodes)


def kernel_sources() -> dict[str, Path]:
    """Map the modules that kernels are compiled to, as ``formats.kernels.nodes``, to their sources.

    The game's kernels are compiled twice, narrow and wide: see ``runtime/game/kernels/__init__.py``.
    """
    modules: dict[str, Path] = {}
    try:
        for half in _halves():
            for path in sorted(half.rglob("kernels/*.py")):
                if path.read_text("utf-8").startswith(_KERNEL):
                    folder = ".".join(path.parent.relative_to(half.parent).parts)
                    for width in (".narrow", ".wide") if folder == _GAME else ("",):
                        modules[f"{folder}{width}.{path.stem}"] = path
    except OSError as error:
        raise StorageError.of(error, "cannot read the sources of kernels", error.filename or "") from error
    return modules


def kernel_file(name: str) -> Path | None:
    """Return the file of a module of :func:`kernel_sources`, or None if it is not compiled."""
    found = find_spec(f"{__name__.split('.', maxsplit=1)[0]}.{name}")
    return Path(found.origin) if found and found.origin and not found.origin.endswith(".py") else None


def kernel_states() -> dict[str, bool]:
    """Map the modules of :func:`kernel_sources` to whether each is compiled."""
    return {name: kernel_file(name) is not None for name in kernel_sources()}


def find_stale() -> str:
    """Return a description if compiled kernels do not match this code, else "".

    They do not if one is older than its source, or if only some are compiled. Files of a release have the same
    age, within minutes.
    """
    missing = []
    sources = kernel_sources()
    for name, source in sources.items():
        file = kernel_file(name)
        if file is None:
            missing.append(name)
        elif source.stat().st_mtime > file.stat().st_mtime + _APART:
            return f"{file.name} is older than {source.name}"
    return f"{missing[0]} is not compiled, others are" if 0 < len(missing) < len(sources) else ""


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
