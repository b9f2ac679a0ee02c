"""Find and open a lexicon by path or name, or the default one.

A path is a file. A name is looked up in this order: ``NAME.gaddag`` in the user's lexicon folder; a bundled word
list, which is compiled on first use and kept in the user's cache; ``NAME.gaddag`` in the current folder. Without
path or name the lexicon is that of ``$LEXKIT_LEXICON``, else the user's default (``lexc use``), else the bundled
English list. ``PATH@EDITION`` and ``NAME@EDITION`` mean one edition of a lexicon that has several; it is extracted
on first use into a lexicon of its own and kept in the user's cache.

Compiler and runtime do not import each other; they meet here and in :mod:`.building`.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from lexkit.base.checks import require_path
from lexkit.base.errors import (
    ForeignFileError,
    LexiconNotFoundError,
    QueryError,
    TruncatedFileError,
    did_you_mean,
    storage_errors,
)
from lexkit.formats import __version__
from lexkit.formats.constants import ALPHABET, EDITIONS, PACKED_SUFFIX, SUFFIX
from lexkit.lexicons import BUNDLED, bundled_path

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.formats.lexicon_file import Backend, LexiconFile
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.lexicon.lexicon import Lexicon

VARIABLE = "LEXKIT_LEXICON"
#: A name of a lexicon that cannot be a path.
_NAME = re.compile(r"[A-Za-z0-9_]+[A-Za-z0-9_-]*")


def open(
    path_or_name: str | PathLike[str] | bytes | bytearray | memoryview | None = None,
    *,
    backend: Backend = "mmap",
    alphabet: Alphabet | str | None = None,
) -> Lexicon:
    """Open a lexicon by path or name, or the user's default.

    The file is memory-mapped and proved to be valid before any query: about 5 ms for 180,000 words.

        lex = lexkit.open("nwl.gaddag")
        lex = lexkit.open("all.gaddag@nwl23")         # an edition of a file that lexc merge made

    Args:
        path_or_name: The path of a ``.gaddag`` or ``.gaddag.zst`` file, the name of a lexicon, or one of both with
            ``@EDITION``. Bytes are the content of such a file and stay in memory. The file of another program, for
            example ``nwl.kwg``, is converted into the user's cache the first time (see :func:`lexkit.convert`).
            None opens the default lexicon.
        backend: ``"mmap"``, or ``"read"`` to copy the file into memory, for folders where other users may write.
        alphabet: The alphabet of another program's file, by default the one that its name means.

    Raises:
        LexiconNotFoundError: There is no lexicon of this path or name.
        LexiconFileError: The file cannot be used; the subclass gives the reason.
        StorageError: The file cannot be read.
    """
    from lexkit.runtime.lexicon.lexicon import Lexicon

    if isinstance(path_or_name, bytes | bytearray | memoryview):
        from lexkit.formats.packed_lexicon import open_content

        return Lexicon(open_content(path_or_name))
    return Lexicon(open_named(path_or_name, backend, alphabet))


def open_named(
    path_or_name: str | PathLike[str] | None = None,
    backend: Backend = "mmap",
    alphabet: Alphabet | str | None = None,
) -> LexiconFile:
    """Open and prove the file that :func:`open` wraps."""

    chosen = choose(path_or_name)
    base, edition = split_edition(chosen)
    if path_or_name is None and isinstance(chosen, Path) and not os.path.exists(base):
        raise LexiconNotFoundError(
            "your default lexicon is gone",
            path=base,
            remedy=f"choose another: lexc use FILE, --forget, or ${VARIABLE}",
        )
    file = _open_file(base, backend, alphabet) if isinstance(chosen, Path) else _open_bundled(base, backend)
    return file if edition is None else _open_edition(file, edition, backend)


def _open_file(path: str, backend: Backend, alphabet: Alphabet | str | None) -> LexiconFile:
    """Open a file of lexkit or of another program."""
    from lexkit.formats.packed_lexicon import open_lexicon

    try:
        return open_lexicon(path, backend)
    except (ForeignFileError, TruncatedFileError):
        from .foreign_files import find_format, open_foreign

        form = find_format(path)
        if form is None:
            raise
    return open_foreign(path, form, alphabet, backend)


def index_beside(index: Index, name: str) -> Index:
    """Open another lexicon by path or name, for queries that need two."""
    return open(name).core


def usual_index(board: Board) -> Index:
    """Choose the lexicon that judges a board's plays.

    It is the board's own, else the one that its CGP names if lexkit knows that name, else the user's default.
    """
    return usual_index_for(board.opcodes.get("lex", "")) if board.core is None else board.core


def usual_index_for(name: str) -> Index:
    """Open the lexicon that a position names, if lexkit knows the name, else the user's default."""
    # A position is untrusted input: its text means a name in lexkit's folders, never a path.
    for known in dict.fromkeys((name, name.lower())) if _NAME.fullmatch(name) else ():
        try:
            chosen = choose(known)
        except LexiconNotFoundError:
            continue
        if isinstance(chosen, str) or chosen.parent == user_folder():
            return open(known).core
    return open().core


def choose(path_or_name: str | PathLike[str] | None = None) -> Path | str:
    """Resolve a path or name to the path of a file or the name of a bundled list.

    Either may end in ``@EDITION``. Raises LexiconNotFoundError if there is no such lexicon.
    """
    if path_or_name is None:
        return choose(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else default_lexicon() or BUNDLED
    base, edition = split_edition(path_or_name)
    if edition is None:
        return _choose_whole(path_or_name)
    whole = _choose_whole(base)
    return f"{whole}@{edition}" if isinstance(whole, str) else Path(f"{whole}@{edition}")


def _choose_whole(path_or_name: str | PathLike[str]) -> Path | str:
    """Resolve a path or name that has no edition."""
    path = Path(path_or_name)
    if path_or_name == "":
        raise LexiconNotFoundError("the name is empty", expected="a lexicon's path or name")
    if not isinstance(path_or_name, str) or len(path.parts) != 1 or path.suffix or os.path.exists(path):
        return path
    for suffix in (SUFFIX, PACKED_SUFFIX):
        kept = user_folder() / (path_or_name + suffix)
        if os.path.exists(kept):
            return kept
    if os.path.exists(bundled_path(path_or_name)):
        return path_or_name
    for suffix in (SUFFIX, PACKED_SUFFIX):
        if os.path.exists(path_or_name + suffix):
            return Path(path_or_name + suffix)
    raise LexiconNotFoundError(
        "no lexicon of that name or path",
        expected=f"a file, {BUNDLED}, or a {SUFFIX} file in {user_folder()} or here",
        found=repr(path_or_name),
        remedy=did_you_mean(path_or_name, [BUNDLED, *_names_here()]) or "build one from a word list: lexc build WORDS",
    )


def _names_here() -> list[str]:
    """Return the names of the lexicons in the user's folder."""
    with suppress(OSError):
        return [path.name.removesuffix(SUFFIX) for path in Path(user_folder()).iterdir() if path.suffix == SUFFIX]
    return []


def _open_bundled(name: str, backend: Backend) -> LexiconFile:
    """Open a bundled list from the cache, compiling it the first time."""
    import hashlib

    from lexkit.formats.user_cache import open_cached

    source = bundled_path(name)
    with storage_errors("cannot read", source):
        packed = source.read_bytes()

    def compile_it() -> bytes:
        from lexkit.base.messages import tell, watched
        from lexkit.compiler.build import Options, compile_list
        from lexkit.formats.user_cache import say_if_interpreted

        if watched():
            say_if_interpreted()
            tell(f"lexkit: compiling the bundled {name} list, once\n")
        _, _, pieces = compile_list(source, Options(alphabet=name))
        return b"".join(pieces)

    key = hashlib.sha256(packed).hexdigest()[:16]
    return open_cached(f"{name}-{key}-{__version__}", compile_it, source, backend)


def split_edition(path_or_name: str | PathLike[str]) -> tuple[str, str | None]:
    """Split a path or name into (lexicon, edition or None). An existing path is never split."""
    text = require_path(path_or_name, "lexicon", LexiconNotFoundError)
    folder, name = os.path.split(text)
    base, at, edition = name.rpartition("@")
    if not base or not at or os.path.exists(text):
        return text, None
    return os.path.join(folder, base), edition


def _open_edition(file: LexiconFile, name: str, backend: Backend) -> LexiconFile:
    """Open an edition from the cache (5 ms), extracting it the first time.

    Raises LexiconNotFoundError, naming the editions, if there is none of this name.
    """
    import hashlib

    from lexkit.formats.user_cache import open_cached

    if file.editions is None:
        raise LexiconNotFoundError(
            "this lexicon has no editions",
            path=file.path,
            found=repr(name),
            remedy="make one that has them: lexc merge NAME=LIST NAME=LIST -o FILE",
        )
    try:
        edition = file.editions.listed[file.editions.number(name)]
    except QueryError as error:
        raise LexiconNotFoundError(error.what, path=file.path, expected=error.expected, found=error.found) from None

    def make() -> bytes:
        from lexkit.base.messages import tell, watched
        from lexkit.compiler.merge import extract

        if watched():
            tell(f"lexkit: compiling the edition {edition.name} of {file.path}, once\n")
        return extract(file, edition.name)

    # A fingerprint is easy to forge. The hash of these sections is not, and extract() compares the words with them.
    digest = hashlib.sha256(file.sections.data[ALPHABET])
    digest.update(file.sections.data[EDITIONS])
    key = f"{edition.name.lower()}-{file.fingerprint}-{digest.hexdigest()[:32]}-{__version__}"
    return open_cached(f"edition-{key}", make, file.path or Path(edition.name), backend)


# -- the user's own choice ----------------------------------------------------------------------------


def user_folder() -> Path:
    """Return the folder of the user's named lexicons, games and cards.

    It is ``$LEXKIT_HOME`` if that is set, else the folder ``lexkit`` in the system's place for user data. It need
    not exist yet.
    """
    chosen = os.environ.get("LEXKIT_HOME")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("lexkit", appauthor=False))


def _default_file() -> Path:
    return user_folder() / "default"


def default_lexicon() -> Path | str | None:
    """Return the lexicon that ``lexc use`` chose, or None."""
    text = ""
    with storage_errors("cannot read", _default_file()), suppress(FileNotFoundError):
        text = _default_file().read_text("utf-8", "surrogateescape").strip()
    if not text:
        return None
    return Path(text) if Path(text).is_absolute() else text


def set_default(path_or_name: str | None) -> Path | str | None:
    """Make a lexicon the user's default, after opening it, and return it. None removes the choice."""
    from lexkit.formats.atomic import make_folder, write_atomically

    chosen = None
    text = ""
    if path_or_name is not None:
        open_named(path_or_name)
        chosen = choose(path_or_name)
        text = str(chosen.absolute() if isinstance(chosen, Path) else chosen)
    make_folder(user_folder())
    write_atomically(_default_file(), [text.encode("utf-8", "surrogateescape")], follow=False)
    return chosen
