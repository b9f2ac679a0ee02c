"""Several lists, as users name them: compared, joined into one file, and each answering for itself again.

``all@nwl23`` is the edition nwl23 of the lexicon ``all``. It is made into a lexicon of its own when it is first
asked for and kept in the user's cache, so that it is opened like any other from then on.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from .errors import LexiconNotFoundError
from .formats.layout import ALPHABET, EDITIONS, MAGIC, PACKED_SUFFIX, SUFFIX

if TYPE_CHECKING:
    from .compiler.build import BuildReport
    from .compiler.compare import Comparison
    from .compiler.lists.several_lists import Source
    from .formats.alphabet import Alphabet
    from .formats.lexicon_file import Backend, LexiconFile
    from .runtime.lexicon import Lexicon

    #: A lexicon (open, or its path or name), a word list (its path), or words.
    Words: TypeAlias = Lexicon | str | PathLike[str] | Iterable[str]

__all__ = ["diff", "merge", "open_edition", "source_meant", "split_edition"]


def diff(old: Words, new: Words, *, alphabet: Alphabet | str | None = None, **reading: Any) -> Comparison:
    """What changed from one list to another: ``added`` and ``removed`` words, hooks ``gained`` and ``lost``.

    Each is a lexicon (open, or its path or name) or a word list (its path, or words). ``alphabet``: by default that
    of the lexicons, else english; AlphabetError where they differ. About 0.3 s for two lists of 200,000 words.
    """
    from .compiler.compare import compare

    return compare(source_meant(old), source_meant(new), alphabet, **reading)


def merge(
    lists: Mapping[str, Words],
    target: str | PathLike[str],
    *,
    tell: Callable[[str], None] | None = None,
    **options: Any,
) -> BuildReport:
    """Compile lists, by the names of the editions they become, into one file that answers for each.

    ``lexkit.merge({"nwl23": "nwl23.txt", "csw21": "csw21.txt"}, "all.gaddag", marks={"csw21": "#"})``, then
    ``lexkit.open("all.gaddag@nwl23")``. Options: see :class:`lexkit.compiler.merge.MergeOptions`.
    """
    from .compiler.merge import MergeOptions
    from .compiler.merge import merge as merge_sources

    if not isinstance(lists, Mapping) or not all(isinstance(name, str) for name in lists):
        raise TypeError("lists stand under the names of their editions: {'nwl23': list, ...}")
    sources = {name: source_meant(source) for name, source in lists.items()}
    return merge_sources(sources, target, MergeOptions(**options), tell=tell)


def source_meant(source: Words) -> Source:
    """What a user means by a list: the open lexicon file, or what the compiler reads as a word list.

    A path is a lexicon where the file begins like one or is called so; ``-``, pipes and other files are word lists.
    What is no file is a lexicon by its name.
    """
    from .catalogue import open_named

    if not isinstance(source, str | PathLike):
        from .runtime.lexicon import Lexicon

        if not isinstance(source, Lexicon):
            return source
        source.core.require_open()
        return source.core.file
    text = fspath(source)
    if text == "-":
        return text
    try:
        if not stat.S_ISREG(os.stat(text).st_mode):
            return text
        with open(text, "rb") as opened:
            begins_like_one = opened.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return text if text.endswith((".txt", ".gz", ".txt.zst")) else open_named(source)
    return open_named(Path(text)) if begins_like_one or text.endswith((SUFFIX, PACKED_SUFFIX)) else text


def split_edition(path_or_name: str | PathLike[str]) -> tuple[str, str | None]:
    """A lexicon's path or name, and the edition of it that is meant, if any; a path that exists is only a path."""
    text = fspath(path_or_name)
    folder, name = os.path.split(text)
    base, at, edition = name.rpartition("@")
    if not base or not at or os.path.exists(text):
        return text, None
    return os.path.join(folder, base), edition


def open_edition(file: LexiconFile, name: str, backend: Backend) -> LexiconFile:
    """The edition of that name as a lexicon of its own, made if it is not in the cache yet.

    LexiconNotFoundError naming the editions there are, for any other. 5 ms once it is in the cache.
    """
    import hashlib

    from . import __version__
    from .errors import QueryError
    from .formats.user_cache import cached

    if file.editions is None:
        raise LexiconNotFoundError(
            "a lexicon without editions",
            path=file.path,
            found=repr(name),
            remedy="make one that has them: lexc merge NAME=LIST NAME=LIST -o FILE",
        )
    try:
        edition = file.editions.listed[file.editions.number(name)]
    except QueryError as error:
        raise LexiconNotFoundError(error.what, path=file.path, expected=error.expected, found=error.found) from None

    def make() -> bytes:
        from . import console
        from .compiler.extract import extract

        if console.watched():
            console.tell(f"lexkit: compiling the edition {edition.name} of {file.path}, once\n")
        return extract(file, edition.name)

    # A fingerprint is easily made to fit; what the section says is not, and extract() compares the words with it.
    said = hashlib.sha256(file.sections.data[ALPHABET])
    said.update(file.sections.data[EDITIONS])
    key = f"{edition.name.lower()}-{file.fingerprint}-{said.hexdigest()[:32]}-{__version__}"
    return cached(f"edition-{key}", make, file.path or Path(edition.name), backend)
