"""Train leave values for a lexicon, and keep them in its file.

Training plays games and belongs to the runtime, attaching to the compiler; they meet here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .compiler.attach_columns import AttachReport
    from .formats.lexicon_file import LexiconFile

__all__ = ["train_leaves"]


def train_leaves(
    file: LexiconFile | str | PathLike[str],
    target: str | PathLike[str] | None = None,
    *,
    layout: str = "standard",
    rack_size: int = 7,
    games: Sequence[int] | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> AttachReport:
    """Train leave values for a lexicon, and write the file again with them.

    ``file``: an open file, or the path of one; ``target``: where to write, by default the file itself, if it is a
    .gaddag file; ``layout``: the name of a shipped
    board or the path of a TOML file; ``games``: of each generation of static players, by default 20,000, 60,000 and
    120,000; ``threads``: by default one for each processor; ``progress``: called with the number of games since its
    last call. The same seed gives the same values. Then ``lexkit.Match(lex, "static")`` plays by them.

    About 2 ms a game and thread. Raises PositionError if the alphabet has no distribution or too many letters, and
    what :func:`lexkit.attach` raises.
    """
    from .compiler.attach_columns import attach
    from .errors import StorageError, require_path
    from .formats.constants import SUFFIX
    from .formats.lexicon_file import LexiconFile
    from .formats.packed import open_lexicon
    from .runtime.automaton.index import Index
    from .runtime.game.layout import Layout
    from .runtime.game.rules import Rules
    from .runtime.players.training import GENERATIONS, train

    if target is None:
        if isinstance(file, LexiconFile) or not require_path(file).endswith(SUFFIX):
            raise StorageError("no file to write into", expected=f"a {SUFFIX} file", remedy="give a target")
        target = file
    # Read, not mapped: some systems do not replace a mapped file.
    opened = file if isinstance(file, LexiconFile) else open_lexicon(file, "read")
    index = Index(opened)
    board = Layout.from_toml(layout) if layout.endswith(".toml") else Layout.named(layout)
    rules = Rules(board, index.alphabet, rack_size)
    generations = GENERATIONS if games is None else games
    found = train(index, rules, games=generations, seed=seed, threads=threads, progress=progress)
    return attach(opened, target, leaves=found)
