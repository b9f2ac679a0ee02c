"""Files that keep every game of a series: a folder in GCG, a file of JSON Lines, a file of positions as CGP.

Guaranteed: there are no partial files; those of all games get their name when the series is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ....errors import StorageError, require_path
from ....formats.atomic import make_folder, replacing, write_atomically

if TYPE_CHECKING:
    from ...game.referee.game import Game


def write_as(game: Game, kind: str) -> str:
    """The text of a game: ``gcg``; ``json``, one line; or ``cgp``, a line for the position before each turn."""
    if kind == "gcg":
        return game.to_gcg()
    lines = [game.to_json()] if kind == "json" else game.positions()
    return "".join([f"{line}\n" for line in lines])


class GameFiles:
    """The files of a series, in a ``with`` block: ``files.add(number, block)``.

    ``wanted``: by kind, as for :func:`write_as`, the path or None; ``gcg`` is a folder, which is made if it is missing,
    but not the folder above it. Raises StorageError if they cannot be written.
    """

    def __init__(self, wanted: Mapping[str, str | PathLike[str] | None]) -> None:
        self.paths = {kind: require_path(path) for kind, path in wanted.items() if path is not None}
        self.kinds = tuple(sorted(self.paths))
        self._open = ExitStack()
        self._append: dict[str, Callable[[bytes], None]] = {}

    def __enter__(self) -> GameFiles:
        with self._open as opened:
            for kind, path in self.paths.items():
                if kind == "gcg":
                    # A path with a missing folder is more likely mistyped than wanted.
                    if not Path(path).absolute().parent.is_dir():
                        raise StorageError(
                            "the folder for it does not exist", path=path, expected="a folder that is there"
                        )
                    make_folder(Path(path))
                else:
                    self._append[kind] = opened.enter_context(replacing(path))[1]
            self._open = opened.pop_all()
        return self

    def add(self, first: int, texts: Mapping[str, Any]) -> None:
        """Write games by kind, from number ``first`` on."""
        for kind in self.kinds:
            if kind in self._append:
                self._append[kind]("".join(texts[kind]).encode())
                continue
            for number, text in enumerate(texts[kind], first):
                write_atomically(Path(self.paths[kind]) / f"{number:06}.gcg", [text.encode()])

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)
