"""The files that commands read and write, as they declare them, and the check that no file is both.

A parameter that names files says so behind its option: ``Annotated[str, typer.Option("--output"), WRITES]``. The
callbacks ``require_file`` and ``require_target`` check the name. Before either
program runs a command, it calls :func:`require_apart` with the values: no file to write may be one that the command
reads, one that another of its options writes, or the lexicon, whether or not overwriting is forced.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import typer

from lexkit.formats.bounded_input import read_small_text as read_small_text
from lexkit.formats.bounded_input import unzstd as unzstd

from . import console

# -- callbacks of options and arguments ---------------------------------------------------------------


def require_target(value: Any) -> Any:
    """Return the file, or several, that an option names; ``-`` is standard input or output. Refuses an empty name."""
    if not all(str(one).strip() for one in _several(value)):
        raise typer.BadParameter("expected the name of a file, found none")
    return value


def require_file(value: Any) -> Any:
    """Return the file or folder, or several, that an option names. Refuses an empty name and ``-``."""
    if any(str(one) == "-" for one in _several(value)):
        raise typer.BadParameter(
            "expected the name of a file, found -, which does not mean a file here; one of that name is ./-"
        )
    return require_target(value)


def find_games(value: Any) -> Any:
    """Return the files that a parameter names, and for a folder the games in it, by name.

    Refuses a folder without games, or one that cannot be read.
    """
    found: list[str] = []
    for path in _several(value):
        if not os.path.isdir(path):
            found.append(path)
            continue
        try:
            games = sorted([os.path.join(path, one) for one in os.listdir(path) if one.lower().endswith(".gcg")])
        except OSError as error:
            raise typer.BadParameter(f"cannot read this folder: {path}: {error.strerror}") from None
        if not games:
            raise typer.BadParameter(f"no games (*.gcg) in this folder: {path}")
        found += games
    return found if isinstance(value, list | tuple) else value


def find_games_in_files(value: Any) -> Any:
    """Return what :func:`find_games` does. Refuses ``-`` too."""
    return find_games(require_file(value))


def _several(value: Any) -> list[Any] | tuple[Any, ...]:
    """Return the values of a parameter."""
    return value if isinstance(value, list | tuple) else () if value is None else (value,)


# -- the check before a command runs --------------------------------------------------------------------


#: The list or lexicon of a term ``in:FILE`` in a query, in any case. It is compiled when a command needs it.
_IN_QUERY: Final = r"""(?i)\bin!?:(?:"([^"]*)"|'([^']*)'|([^\s()]+))"""


def _plain_path(value: str) -> Iterator[str]:
    yield value


def _column_path(value: str) -> Iterator[str]:
    """FILE of ``NAME=FILE`` or ``NAME=FILE:TITLE``."""
    file = value.partition("=")[2]
    yield from (file, file.rpartition(":")[0])


def _list_path(value: str) -> Iterator[str]:
    """The file of a word list or a lexicon, named as for :func:`lexkit.open`, alone or as ``NAME=LIST``."""
    from lexkit.base.errors import LexkitError
    from lexkit.catalogue import choose, split_edition

    for text in (value, value.partition("=")[2]):
        yield from _plain_path(text)
        with suppress(LexkitError, OSError, ValueError):
            chosen = choose(text)
            if isinstance(chosen, Path):
                yield split_edition(chosen)[0]


def _query_paths(value: str) -> Iterator[str]:
    for found in re.findall(_IN_QUERY, value):
        yield from _list_path("".join(found))


class Files(NamedTuple):
    """How a command uses the files that a value names.

    ``paths``: gives the files of a value; ``default``: the file in the user's folder if there is no value.
    """

    reads: bool = False
    writes: bool = False
    paths: Callable[[str], Iterable[str]] = _plain_path
    default: str | None = None

    def of(self, value: Any) -> Iterator[str]:
        """The files of a value, or of a list of values."""
        if value is None and self.default is not None:
            from lexkit.catalogue import user_folder

            yield str(user_folder() / self.default)
        for one in _several(value):
            yield from self.paths(one)


READS: Final = Files(reads=True)
WRITES: Final = Files(writes=True)
READS_COLUMN: Final = Files(reads=True, paths=_column_path)
#: A word list or a lexicon.
READS_LIST: Final = Files(reads=True, paths=_list_path)
READS_QUERY: Final = Files(reads=True, paths=_query_paths)
#: Files that are changed in place.
CHANGES: Final = Files(reads=True, writes=True)
CHANGES_LEXICON: Final = Files(reads=True, writes=True, paths=_list_path)
CHANGES_CARDS: Final = Files(reads=True, writes=True, default="study.sqlite")
CHANGES_GAMES: Final = Files(reads=True, writes=True, default="games.sqlite")


def declared_files(function: Callable[..., Any]) -> dict[str, tuple[Files, str]]:
    """The parameters of a command that name files: how it uses them, and what users call the parameter."""
    found = {}
    for name, parameter in inspect.signature(function, eval_str=True).parameters.items():
        _, *declared = get_args(parameter.annotation) or (None,)
        for files in declared:
            if isinstance(files, Files):
                found[name] = files, _called(declared[0])
    return found


def _called(declared: Any) -> str:
    """An option or argument of typer as users write it."""
    # typer keeps the first name as the default.
    names = (declared.default, *(declared.param_decls or ()))
    return str(next((name for name in names if str(name).startswith("--")), declared.metavar))


def require_apart(function: Callable[..., Any], values: dict[str, Any], lexicon: str | None = "") -> None:
    """Check the files of a command that is about to run, and protect those that it reads.

    Args:
        function: The command.
        values: The values of its parameters.
        lexicon: The lexicon that the program asks, None for the default; "" for a program that makes lexicons.

    Raises:
        StorageError: A file to write is one that is read, one that another option writes, or a lexicon.
    """
    declared = declared_files(function)
    if not any(files.writes and any(files.of(values.get(name))) for name, (files, _) in declared.items()):
        return
    from lexkit.formats.atomic import refuse_overwriting

    uses = [
        (name, files, called, path)
        for name, (files, called) in declared.items()
        for path in files.of(values.get(name))
        if path != "-"
    ]
    texts = [one for value in values.values() for one in _several(value)]
    asked = [("/dev/stdin", "standard input")] if "-" in texts else []
    if lexicon != "":
        asked += [(path, "the lexicon") for path in _list_path(lexicon or _default_lexicon())]
    # Of two uses of one file, the one that only writes is the wrong one.
    for name, files, _, target in sorted(uses, key=lambda use: use[1].reads):
        if not files.writes:
            continue
        if lexicon != "" and not files.reads:
            console.refuse_lexicon(target)
        for path, what in asked:
            refuse_overwriting(path, target, what)
        for other, use, called, path in uses:
            if other != name:
                does = "reads" if use.reads else "writes"
                refuse_overwriting(path, target, f"what {called} {does}", new=use.writes)
    console.protect([*asked, *((path, f"what {called} reads") for _, files, called, path in uses if files.reads)])


def _default_lexicon() -> str:
    from lexkit.catalogue import VARIABLE, default_lexicon

    return os.environ.get(VARIABLE) or str(default_lexicon() or "")


def guard(command: Any, lexicon: Callable[[], str | None] = str) -> None:
    """Let a command of typer call :func:`require_apart` first; ``lexicon``: gives the one that the program asks."""
    run = command.callback

    @wraps(run)
    def checked(**values: Any) -> Any:
        require_apart(run, values, lexicon())
        return run(**values)

    command.callback = checked
