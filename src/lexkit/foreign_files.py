"""Recognize another program's file, and open it: converted into the user's cache the first time.

Compiler and runtime do not import each other; they meet in this folder. The formats are in
:mod:`.formats.foreign.format_table`.
"""

from __future__ import annotations

import hashlib
import os
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lexkit.base.checks import require_path
from lexkit.base.errors import AlphabetError, LexkitError, WordListError
from lexkit.formats import __version__
from lexkit.formats.bounded_input import ZSTD_MAGIC, read_blocks
from lexkit.formats.constants import MAGIC
from lexkit.formats.foreign.format_table import Format, recognize

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.formats.lexicon_file import Backend, LexiconFile

#: Size limit of a file, uncompressed, in bytes.
MAX_FILE: Final = 1 << 28


def load_file(path: str | PathLike[str], form: Format, alphabet: Alphabet | str | None) -> tuple[bytes, Alphabet | str]:
    """Return (the uncompressed bytes of another program's file, the alphabet to read it with)."""
    pieces, size = [], 0
    for block in read_blocks(path):
        size += len(block)
        if size > MAX_FILE:
            raise LexkitError("the file is too large", path=path, expected=f"at most {MAX_FILE:,} bytes", found="more")
        pieces.append(block)
    data = b"".join(pieces)
    return data, alphabet_for(path, form, alphabet, data)


def find_format(path: str | PathLike[str]) -> Format | None:
    """Return the format of another program's file by its name and first bytes, or None."""
    path = require_path(path)
    if not os.path.isfile(path):
        return None
    start = next(read_blocks(path), b"")[:16]
    return None if start.startswith((MAGIC, ZSTD_MAGIC)) else recognize(path, start)


def open_foreign(
    path: str | PathLike[str], form: Format, alphabet: Alphabet | str | None, backend: Backend
) -> LexiconFile:
    """Open another program's file, converted into the cache the first time."""
    from lexkit.formats.header_and_sections import pack_json
    from lexkit.formats.user_cache import open_cached

    data, tiles = load_file(path, form, alphabet)
    # The name becomes part of the lexicon's provenance.
    name = os.path.basename(os.fspath(path)).encode("utf-8", "replace").decode()
    key = hashlib.sha256(
        pack_json({"source": name, "alphabet": tiles if isinstance(tiles, str) else tiles.to_json()})
        + hashlib.sha256(data).digest()
    ).hexdigest()[:40]

    def make() -> bytes:
        from lexkit.base.messages import tell, watched
        from lexkit.compiler.foreign_files import compile_file

        if watched():
            tell(f"lexkit: converting {os.fspath(path)}, once\n")
        try:
            return bytes(compile_file(data, form, tiles, Path(path))[1].sections.whole)
        except WordListError as error:
            error.remedy = f"convert it without them: lexc convert {os.fspath(path)} NEW.gaddag --skip-invalid"
            raise

    return open_cached(f"converted-{key}-{form.name}-{__version__}", make, Path(path), backend)


def alphabet_for(
    path: str | PathLike[str], form: Format | None, alphabet: Alphabet | str | None, data: bytes = b""
) -> Alphabet | str:
    """Choose the alphabet of a file.

    It is the one given, else the one that the name of its list means, else English for a text. The name of the
    list is the one that the file states, or the file's own name.

    Args:
        path: The file.
        form: Its format, or None.
        alphabet: An alphabet, its name or file, or "auto" for the letters in a file of characters.
        data: Content of the file.

    Raises:
        AlphabetError: Letters are numbers of tiles, and nothing tells of which alphabet.
    """
    from lexkit.formats.alphabet import Alphabet
    from lexkit.formats.folding import AUTO
    from lexkit.lexicons import BUNDLED, alphabet_of_list, find_alphabet
    from lexkit.lexicons import alphabet as named

    if isinstance(alphabet, Alphabet):
        return alphabet
    if alphabet == AUTO:
        if form is None or form.characters:
            return AUTO
        raise AlphabetError(
            f"the letters of a {form.name} file are numbers of tiles",
            expected="the name or file of its alphabet",
            found=AUTO,
            remedy="name the alphabet of the list: alphabet=NAME",
        )
    if alphabet is not None:
        return find_alphabet(alphabet)
    stated = form.stated_name(data) if form is not None else ""
    found = alphabet_of_list(stated) or alphabet_of_list(stem_of(path))
    if found is None and form is not None and not form.characters:
        raise AlphabetError(
            f"a {form.name} file does not state its alphabet, and its name implies none",
            found=os.fspath(path),
            remedy="name the alphabet of the list: alphabet=NAME",
        )
    return named(found or BUNDLED)


def stem_of(path: str | PathLike[str]) -> str:
    """Return the name of a file without its suffixes."""
    return os.path.basename(os.fspath(path)).split(".")[0]
