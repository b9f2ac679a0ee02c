"""A file layer that fails: it replaces ``os`` in :mod:`lexkit.formats.atomic`, the one place that writes files.

Every call of it that touches the disk is a step, numbered from 0. At one step it can do something else than what it
was asked: raise, raise after it was done, write only half, kill the process, wait for somebody to come.
"""

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

from lexkit.formats import atomic

#: The functions of os that touch the disk; all others pass.
TOUCHING = ("open", "fdopen", "chmod", "write", "fsync", "close", "dup", "replace", "unlink", "mkdir", "makedirs")

#: What happens at a step, instead of or after the call: it gets the real function and its arguments.
Event = Callable[..., Any]


class Layer:
    """``os`` for :mod:`lexkit.formats.atomic`, counting steps; ``event`` happens at step ``at``."""

    def __init__(self, at: int = -1, event: Event | None = None) -> None:
        self.at = at
        self.event = event
        #: The steps taken: name of the function and what it was about.
        self.steps: list[str] = []
        #: Descriptor -> the path it was opened by.
        self.opened: dict[int, str] = {}

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in TOUCHING:
            return real

        def step(*arguments: Any, **options: Any) -> Any:
            return self.step(name, real, *arguments, **options)

        return step

    def step(self, name: str, real: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        number = len(self.steps)
        self.steps.append(self.described(name, arguments))
        if number == self.at and self.event is not None:
            return self.event(real, *arguments, **options)
        return self.done(name, real, *arguments, **options)

    def done(self, name: str, real: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        answer = real(*arguments, **options)
        if name == "open":
            self.opened[answer] = os.fspath(arguments[0])
        return answer

    def described(self, name: str, arguments: tuple[Any, ...]) -> str:
        """The step in words: open, write, fsync, ..., with "folder" if it is about a folder."""
        subject = arguments[0]
        path = self.opened.get(subject, "") if isinstance(subject, int) else os.fspath(subject)
        return f"{name} folder" if os.path.isdir(path) else name


@contextlib.contextmanager
def installed(layer: Layer) -> Iterator[Layer]:
    """Send everything that is written through this layer."""
    real = atomic.os
    atomic.os = layer  # type: ignore[assignment]
    try:
        yield layer
    finally:
        atomic.os = real


# -- events -------------------------------------------------------------------------------------------


def raising(error: BaseException) -> Event:
    """An event that raises instead of the call."""

    def event(real: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        raise error

    return event


def raising_after(error: BaseException) -> Event:
    """An event that raises after the call: an interrupt as it returns."""

    def event(real: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        answer = real(*arguments, **options)
        # The process is about to end, and with it what the caller has not received yet.
        if real in (os.open, os.dup):
            os.close(answer)
        elif real is os.fdopen:
            answer.close()
        raise error

    return event


def half(then: Event) -> Event:
    """An event that happens after the first half of a write, or after any other call."""

    def event(real: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        if real is os.write:
            real(arguments[0], arguments[1][: len(arguments[1]) // 2])
        else:
            real(*arguments, **options)
        return then(real, *arguments, **options)

    return event


def killed(real: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """An event that kills the process before the call."""
    os.kill(os.getpid(), signal.SIGKILL)
