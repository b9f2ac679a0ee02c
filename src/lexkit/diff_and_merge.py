"""Compare two lists, and merge several into one file with editions.

A list is a lexicon, open or by its path or name, or a word list. :func:`.catalogue.open` opens an edition of a file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from .catalogue import open_named
from .errors import require_kind
from .formats.constants import MAGIC, PACKED_SUFFIX, SUFFIX

if TYPE_CHECKING:
    from .compiler.build import BuildReport
    from .compiler.compare import Comparison
    from .compiler.lists.words_of_several_lists import Source
    from .formats.alphabet import Alphabet
    from .runtime.lexicon import Lexicon

    #: A lexicon (open, or its path or name), a word list (its path), or words.
    Words: TypeAlias = Lexicon | str | PathLike[str] | Iterable[str]


def diff(old: Words, new: Words, *, alphabet: Alphabet | str | None = None, **reading: Any) -> Comparison:
    """Compare two lists: ``added`` and ``removed`` words, hooks ``gained`` and ``lost``.

    Each is a lexicon (open, or its path or name) or a word list (its path, or words). ``alphabet``: by default that
    of the lexicons, else english. Raises AlphabetError if theirs differ. About 0.3 s for two lists of 200,000 words.
    """
    from .compiler.compare import compare

    return compare(resolve_source(old), resolve_source(new), alphabet, **reading)


def merge(
    lists: Mapping[str, Words],
    target: str | PathLike[str],
    *,
    tell: Callable[[str], None] | None = None,
    **options: Any,
) -> BuildReport:
    """Compile several lists into one file that can answer for each of them.

    ``lists`` maps the names of the editions to their lists:

        lexkit.merge({"nwl23": "nwl23.txt", "csw21": "csw21.txt"}, "all.gaddag", marks={"csw21": "#"})
        lexkit.open("all.gaddag@nwl23")

    Options: see :class:`lexkit.compiler.merge.MergeOptions`.
    """
    from .compiler.merge import MergeOptions
    from .compiler.merge import merge as merge_sources

    expected = "names of editions with their lists: {'nwl23': list, ...}"
    for name in require_kind(lists, Mapping, "lists", expected):
        require_kind(name, str, "name of an edition", "a str")
    sources = {name: resolve_source(source) for name, source in lists.items()}
    return merge_sources(sources, target, MergeOptions(**options), tell=tell)


def resolve_source(source: Words) -> Source:
    """Resolve a list to an open lexicon file or a word list.

    A path is a lexicon if the file begins like one or has its suffix; ``-``, pipes and other files are word lists.
    If there is no such file, the text is the name of a lexicon.
    """
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
