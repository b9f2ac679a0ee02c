"""Which lexicon is meant: by a path, by a name, or by nothing at all.

A path is a file. A name is a bundled word list, compiled when it is first asked for and kept in the user's cache,
or a file ``NAME.gaddag`` in the user's lexicon folder or, last of all, in the current one. Nothing means, in this
order: ``$LEXKIT_LEXICON``, the user's default (``lexc use``), the bundled English list. ``PATH@EDITION`` and
``NAME@EDITION`` are one edition of a lexicon that has several, see :mod:`.editions`.

This is the one place that joins compiler and runtime, which do not know each other.
"""

from __future__ import annotations

import os
import re
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from .editions import open_edition, split_edition
from .errors import LexiconNotFoundError, StorageError
from .formats.layout import PACKED_SUFFIX, SUFFIX
from .lexicons import BUNDLED, bundled_path

if TYPE_CHECKING:
    from .formats.lexicon_file import Backend, LexiconFile
    from .runtime.automaton.index import Index
    from .runtime.game.board import Board
    from .runtime.lexicon import Lexicon

__all__ = [
    "choose",
    "default_lexicon",
    "index_beside",
    "judge_of",
    "lexicon_folder",
    "open",
    "open_named",
    "set_default",
]

VARIABLE = "LEXKIT_LEXICON"
#: What names a lexicon, and no path.
_NAME = re.compile(r"[A-Za-z0-9_]+[A-Za-z0-9_-]*")


def open(path_or_name: str | PathLike[str] | None = None, *, backend: Backend = "mmap") -> Lexicon:
    """Open a lexicon: by path (``.gaddag`` or ``.gaddag.zst``), by name, or the user's default.

    ``all.gaddag@nwl23`` is the edition nwl23 of a file that ``lexc merge`` made.
    The file is mapped and proved whole before anything is answered: about 5 ms for 180,000 words.
    ``backend="read"`` copies it into memory instead, for folders where others may write. Raises the errors of
    :class:`lexkit.errors.LexiconFileError`, or StorageError.
    """
    from .runtime.lexicon import Lexicon

    return Lexicon(open_named(path_or_name, backend))


def open_named(path_or_name: str | PathLike[str] | None = None, backend: Backend = "mmap") -> LexiconFile:
    """The proved file that :func:`open` answers from."""
    from .formats.packed import open_lexicon

    chosen = choose(path_or_name)
    base, edition = split_edition(chosen)
    if path_or_name is None and isinstance(chosen, Path) and not os.path.exists(base):
        raise LexiconNotFoundError(
            "your default lexicon is gone",
            path=base,
            remedy=f"choose another: lexc use FILE, --forget, or ${VARIABLE}",
        )
    file = open_lexicon(base, backend) if isinstance(chosen, Path) else _open_bundled(base, backend)
    return file if edition is None else open_edition(file, edition, backend)


def index_beside(index: Index, name: str) -> Index:
    """Another lexicon than this one, by path or name: for questions that need both."""
    return open(name).core


def judge_of(board: Board) -> Index:
    """The lexicon that judges a board's plays: its last, the one its CGP names if we have it, or the user's default."""
    if board.core is not None:
        return board.core
    name = board.opcodes.get("lex", "")
    # A position may come from anyone, so its word for a lexicon is a name in our folders, never a path.
    for known in dict.fromkeys((name, name.lower())) if _NAME.fullmatch(name) else ():
        try:
            chosen = choose(known)
        except LexiconNotFoundError:
            continue
        if isinstance(chosen, str) or chosen.parent == lexicon_folder():
            return open(known).core
    return open().core


def choose(path_or_name: str | PathLike[str] | None = None) -> Path | str:
    """The path of the lexicon that is meant, or the name of a bundled one; either may have its edition behind it."""
    if path_or_name is None:
        return choose(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else default_lexicon() or BUNDLED
    base, edition = split_edition(path_or_name)
    if edition is not None:
        whole = choose(base)
        return f"{whole}@{edition}" if isinstance(whole, str) else Path(f"{whole}@{edition}")
    path = Path(fspath(path_or_name))
    if path_or_name == "":
        raise LexiconNotFoundError("an empty name", expected="a lexicon's path or name")
    if not isinstance(path_or_name, str) or len(path.parts) != 1 or path.suffix or os.path.exists(path):
        return path
    for suffix in (SUFFIX, PACKED_SUFFIX):
        kept = lexicon_folder() / (path_or_name + suffix)
        if os.path.exists(kept):
            return kept
    if os.path.exists(bundled_path(path_or_name)):
        return path_or_name
    for suffix in (SUFFIX, PACKED_SUFFIX):
        if os.path.exists(path_or_name + suffix):
            return Path(path_or_name + suffix)
    raise LexiconNotFoundError(
        "no lexicon of that name or path",
        expected=f"a file, {BUNDLED}, or a {SUFFIX} file in {lexicon_folder()} or here",
        found=repr(path_or_name),
        remedy="build one from a word list: lexc build WORDS",
    )


def _open_bundled(name: str, backend: Backend) -> LexiconFile:
    """The bundled list of that name, compiled when it is not in the cache yet."""
    import hashlib

    from .formats.user_cache import cached

    source = bundled_path(name)
    packed = source.read_bytes()

    def compile_it() -> bytes:
        from . import console
        from .compiler.build import Options, compile_list

        if console.watched():
            console.tell(f"lexkit: compiling the bundled {name} list, once\n")
        _, _, pieces = compile_list(source, Options(alphabet=name))
        return b"".join(pieces)

    from . import __version__

    key = hashlib.sha256(packed).hexdigest()[:16]
    return cached(f"{name}-{key}-{__version__}", compile_it, source, backend)


# -- the user's own choice ----------------------------------------------------------------------------


def lexicon_folder() -> Path:
    """Where lexicons are found by name: ``$LEXKIT_HOME``, else lexkit's folder among the user's data."""
    chosen = os.environ.get("LEXKIT_HOME")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("lexkit", appauthor=False))


def _default_file() -> Path:
    return lexicon_folder() / "default"


def default_lexicon() -> Path | str | None:
    """What ``lexc use`` chose; None where nothing was chosen."""
    try:
        text = _default_file().read_text("utf-8").strip()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageError.of(error, "cannot read", _default_file()) from error
    if not text:
        return None
    return Path(text) if Path(text).is_absolute() else text


def set_default(path_or_name: str | None) -> Path | str | None:
    """Make a lexicon the user's default, after opening it; None forgets the choice."""
    from .formats.atomic import make_folder, write_atomically

    chosen = None
    text = ""
    if path_or_name is not None:
        open_named(path_or_name)
        chosen = choose(path_or_name)
        text = str(chosen.absolute() if isinstance(chosen, Path) else chosen)
    make_folder(lexicon_folder())
    write_atomically(_default_file(), [text.encode()])
    return chosen
