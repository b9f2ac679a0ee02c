"""Read plain command lines from declarations, without typer, which takes longer to import than a query to answer.

Plain is ``COMMAND ARGUMENT...`` with options in their simplest forms: ``--limit 5``, ``-n 5`` or ``--limit=5``, each
once. The names and types come from the declarations that typer reads too (:mod:`.declared_commands`). Whatever is not
plain, or might be wrong, typer reads from the beginning: help, errors of usage, completion. So there is one reader of
errors, and this one never guesses.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from .declared_commands import Argument, Command, Option, Parameter


class NotPlainError(Exception):
    """A command line for typer."""


def for_typer_alone(program: str) -> bool:
    """Whether typer reads every command line of a program here.

    A shell that asks for completion says so in the environment; on Windows typer expands wildcards.
    """
    return os.name == "nt" or f"_{program.upper()}_COMPLETE" in os.environ


def read_values(command: Command, rest: Iterator[str]) -> dict[str, Any]:
    """The values of a command's parameters, by their names. Raises NotPlainError."""
    parameters = command.parameters.values()
    named = {name: one for one in parameters if isinstance(one.declared, Option) for name in one.declared.names}
    given: dict[str, Any] = {}
    texts: list[str] = []
    for text in rest:
        if text == "-" or not text.startswith("-"):
            texts.append(text)
            continue
        name, equals, value = text.partition("=")
        option = named.get(name)
        if option is None or option.name in given or (equals and not name.startswith("--")):
            raise NotPlainError
        if option.kind is bool:
            if equals:
                raise NotPlainError
            given[option.name] = True
        else:
            given[option.name] = _convert(
                option, (_fail() if value in ("", "-") else value) if equals else read_value(rest)
            )
    given |= _read_arguments([one for one in parameters if isinstance(one.declared, Argument)], texts)
    if any(one.required and one.name not in given for one in parameters):
        raise NotPlainError
    return {one.name: given.get(one.name, one.default) for one in parameters}


def _read_arguments(arguments: list[Parameter], texts: list[str]) -> dict[str, Any]:
    """The values of the arguments, each of which is a text, or a list of all texts."""
    if texts and [one.kind for one in arguments] == [list[str]]:
        return {arguments[0].name: texts}
    if len(texts) > len(arguments) or not all(one.kind in (str, str | None) for one in arguments) or "" in texts:
        raise NotPlainError
    return {one.name: text for one, text in zip(arguments, texts, strict=False)}


def read_value(rest: Iterator[str]) -> str:
    """The next text as the value of an option."""
    value = next(rest, "")
    if not value.strip() or value.startswith("-"):
        raise NotPlainError
    return value


def _convert(option: Parameter, text: str) -> Any:
    """A value as the type of its option."""
    if option.kind in (str, str | None):
        return text
    if option.kind in (int, int | None) and text.isascii() and text.isdecimal() and len(text) < 10:
        number = int(text)
        settings = option.declared.settings
        if settings.get("min", 0) <= number <= settings.get("max", number):
            return number
    if option.kind == list[str] | None:
        return [text]
    return _fail()


def _fail() -> Any:
    raise NotPlainError
