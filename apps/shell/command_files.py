"""Declare the files that a command reads and writes, and check that no file is both.

A parameter that names files is annotated with one of the ``Files`` constants:
``Annotated[str, typer.Option("--output"), WRITES]``. The callbacks ``require_file`` and ``require_target`` check the
name. Before a command runs, :func:`require_apart` checks its values: a file to write must not be one that the command
reads, one that another of its options writes, or the lexicon, even with --force.
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
    """Return the file name or names unchanged; ``-`` is standard input or output. Refuses an empty name."""
    if not all(str(one).strip() for one in _several(value)):
        raise typer.BadParameter("expected a file name, found an empty one")
    return value


def require_file(value: Any) -> Any:
    """Return the file or folder name or names unchanged. Refuses an empty name and ``-``."""
    if any(str(one) == "-" for one in _several(value)):
        raise typer.BadParameter(
            "expected a file name, found -, which is not accepted here; a file of that name is ./-"
        )
    return require_target(value)


def find_games(value: Any) -> Any:
    """Replace each folder among the names by the games (``*.gcg``) in it, sorted by name.

    Refuses a folder that has no games or cannot be read.
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
    """Do the same as :func:`find_games`, but refuse ``-`` too."""
    return find_games(require_file(value))


def _several(value: Any) -> list[Any] | tuple[Any, ...]:
    """Return the values of a parameter as a sequence: one value is a tuple of one, None an empty tuple."""
    return value if isinstance(value, list | tuple) else () if value is None else (value,)


# -- the check before a command runs --------------------------------------------------------------------


#: Matches the list or lexicon of a term ``in:FILE`` in a query. A text, since ``re`` compiles and caches it on use.
_IN_QUERY: Final = r"""(?i)\bin!?:(?:"([^"]*)"|'([^']*)'|([^\s()]+))"""


def _plain_path(value: str) -> Iterator[str]:
    yield value


def _column_path(value: str) -> Iterator[str]:
    """Yield the possible files of ``NAME=FILE`` or ``NAME=FILE:TITLE``."""
    file = value.partition("=")[2]
    yield from (file, file.rpartition(":")[0])


def _list_path(value: str) -> Iterator[str]:
    """Yield the possible files of a word list or lexicon, named as for :func:`lexkit.open` or as ``NAME=LIST``."""
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


def _file_or_query_paths(value: str) -> Iterator[str]:
    yield from _plain_path(value)
    yield from _query_paths(value)


class Files(NamedTuple):
    """Use that a command makes of the files that a value names.

    ``paths`` maps a value to its possible files. ``default`` names the file in the user's folder that is used if the
    value is None.
    """

    reads: bool = False
    writes: bool = False
    paths: Callable[[str], Iterable[str]] = _plain_path
    default: str | None = None

    def of(self, value: Any) -> Iterator[str]:
        """Yield the files of a value, or of each of several values."""
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
READS_FILE_OR_QUERY: Final = Files(reads=True, paths=_file_or_query_paths)
#: Files that are changed in place.
CHANGES: Final = Files(reads=True, writes=True)
CHANGES_LEXICON: Final = Files(reads=True, writes=True, paths=_list_path)
CHANGES_CARDS: Final = Files(reads=True, writes=True, default="study.sqlite")
CHANGES_GAMES: Final = Files(reads=True, writes=True, default="games.sqlite")


def declared_files(function: Callable[..., Any]) -> dict[str, tuple[Files, str]]:
    """Map each parameter of a command that names files to its ``Files`` and the name that users know it by."""
    found = {}
    for name, parameter in inspect.signature(function, eval_str=True).parameters.items():
        _, *declared = get_args(parameter.annotation) or (None,)
        for files in declared:
            if isinstance(files, Files):
                found[name] = files, _called(declared[0])
    return found


def _called(declared: Any) -> str:
    """Return the name of an option (``--output``) or argument (``FILE``) as users see it."""
    # typer keeps the first name as the default.
    names = (declared.default, *(declared.param_decls or ()))
    return str(next((name for name in names if str(name).startswith("--")), declared.metavar))


def require_apart(function: Callable[..., Any], values: dict[str, Any], lexicon: str | None = "") -> None:
    """Check the files of a command that is about to run, and protect those that it reads.

    Args:
        function: The command.
        values: The values of its parameters.
        lexicon: The lexicon that ``lexq`` answers from, None for the default; "" for ``lexc``.

    Raises:
        StorageError: A file to write is also read, is also written by another option, or is a lexicon.
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
    # If a file is used twice, report the use that only writes.
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
    """Make a typer command call :func:`require_apart` before it runs. ``lexicon`` returns the lexicon in use."""
    run = command.callback

    @wraps(run)
    def checked(**values: Any) -> Any:
        require_apart(run, values, lexicon())
        return run(**values)

    command.callback = checked
