"""How tests run: compiled or not, many cases or a few, in many threads at once, in a Python process of its own."""

import functools
import inspect
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import lexkit

#: Whether kernels are compiled. Interpreted ones are a hundred times slower: their tests try less.
COMPILED = lexkit.backend() == "compiled"
#: Whether kernels run under AddressSanitizer: campaigns/builds.py.
SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")
#: Whether the run is full: with sweeps, and with many cases of what a short run shows with a few.
FULL = os.environ.get("LEXKIT_TESTS") == "full"
#: Whether tests try many cases. On interpreted kernels they never do.
MANY = FULL and COMPILED


def few_of(values: Iterable[object], few: int) -> list[Any]:
    """Parameters of a test, of which a short run takes so many; the others are sweeps, on compiled kernels only."""
    listed = [value if isinstance(value, tuple) else (value,) for value in values]
    step = -(-len(listed) // few)
    other = [pytest.mark.sweep, pytest.mark.skipif(not COMPILED, reason="interpreted kernels answer a few of these")]
    return [pytest.param(*value, marks=other if at % step else []) for at, value in enumerate(listed)]


def each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Parameters as pytest.mark.parametrize takes them, all of them in one test, for cases that take no time.

    A test for each would take longer than the case. Fixtures are those of the one test; an error names its case.
    """
    named = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    listed = [case if len(named) > 1 else (case,) for case in cases]
    assert listed

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def every_case(**fixtures: Any) -> None:
            for case in listed:
                given = dict(zip(named, case, strict=True))
                try:
                    test(**fixtures, **given)
                except BaseException as error:
                    error.add_note(f"with {given!r:.1000}")
                    raise

        others = [one for name, one in signature.parameters.items() if name not in named]
        every_case.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return every_case

    return decorate


def in_threads(number: int, do: Callable[[int], object]) -> None:
    """Call a function with 0, 1, ..., each time in a thread of its own, all at once, and wait for their ends."""
    threads = [threading.Thread(target=do, args=(one,)) for one in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def run_python(code: str, *arguments: str) -> str:
    """Run code in a process of its own, in a folder without the package's sources: what it writes.

    Raises CalledProcessError if the code fails.
    """
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, check=True, cwd="/", stdout=subprocess.PIPE, text=True, timeout=300).stdout


def run_shell(
    command: str, folder: Path, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a line of shell there, its errors in its output."""
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )


def modules_loaded_by(code: str) -> list[str]:
    """The names of all modules that are loaded once this code has run; it may end its process."""
    telling = "import atexit, sys; atexit.register(lambda: print('', *sys.modules))\n"
    return run_python(telling + code).splitlines()[-1].split()
