"""The commands of ``lexq`` as declared, without typer.

An :class:`App` takes functions as typer's does, and :class:`Option` and :class:`Argument` take what typer's take. Two
readers of command lines are made of the same declarations: typer (:mod:`.commands`), which knows everything, and
:mod:`.quick_start`, which knows the simplest forms and needs no typer, a third of the time that a plain query took to
start.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, get_args

__all__ = ["App", "Argument", "Command", "Option", "Parameter", "UsageError"]

_F = TypeVar("_F", bound=Callable[..., Any])


class UsageError(Exception):
    """A wrong use of a command: a message for the user.

    It is raised before the command reads or writes anything.
    """


class _Declared:
    """What stands behind the type of a parameter in its annotation, with the settings that typer has for it."""

    def __init__(self, *names: str, **settings: Any) -> None:
        self.names = names
        self.settings = settings


class Option(_Declared):
    """An option: its names, and typer's settings."""


class Argument(_Declared):
    """An argument: typer's settings."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a command: ``kind`` is its type, such as ``list[str]``."""

    name: str
    kind: Any
    declared: Option | Argument
    default: Any

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty


@dataclass(frozen=True)
class Command:
    """A function that runs a command and returns its exit code, or None for 0."""

    name: str
    function: Callable[..., int | None]
    help: str
    #: The class that typer makes it of, or None for the usual one.
    cls: Any = None

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters of the command, by name."""
        found = {}
        for name, one in inspect.signature(self.function, eval_str=True).parameters.items():
            kind, declared = get_args(one.annotation)
            found[name] = Parameter(name, kind, declared, one.default)
        return found


class App:
    """Commands by name."""

    def __init__(self) -> None:
        self.commands: dict[str, Command] = {}

    def command(self, name: str | None = None, text: str | None = None, cls: Any = None) -> Callable[[_F], _F]:
        """Declare a command. ``name``: the function's by default; ``text``: its help, by default the docstring."""

        def declare(function: _F) -> _F:
            chosen = name or function.__name__
            self.commands[chosen] = Command(chosen, function, text or inspect.getdoc(function) or "", cls)
            return function

        return declare
