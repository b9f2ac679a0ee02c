"""One edition of a lexicon file as a lexicon file of its own.

What answers for an edition is a lexicon like any other: every kernel, of words and of moves, is right and fast
for it. Sections that hold something for each word go along, for the words that are kept.
"""

from __future__ import annotations

from itertools import compress

import numpy as np
from numpy.typing import NDArray

from ..errors import CorruptFileError, QueryError
from ..formats.columns import NUMBER, TEXT, StoredColumn, pack_columns
from ..formats.editions import Edition, Editions
from ..formats.layout import EDITIONS
from ..formats.lexicon_file import LexiconFile, open_bytes
from .build import Options, compile_words
from .verify import demand_equal, listed_words

__all__ = ["extract"]


def column_of(column: StoredColumn, kept: NDArray[np.bool_]) -> StoredColumn:
    """The column of the words that are kept: bool, by rank."""
    if column.kind == TEXT:
        return StoredColumn.of_texts(column.name, list(compress(column.texts.all(), kept.tolist())))
    values = column.values[kept]
    if column.kind == NUMBER:
        return StoredColumn.of_numbers(column.name, values)
    missing = np.zeros(len(values), bool) if column.absent is None else column.absent[kept]
    return StoredColumn.of_integers(column.name, values.astype(np.int64), missing)


def extract(file: LexiconFile, name: str) -> bytes:
    """The lexicon of the words of edition ``name``, verified. It knows the editions too, as far as its words go.

    QueryError for an edition there is not, CorruptFileError (rule M9) where the edition has other words than the
    file says. About 0.8 s for 180,000 words.
    """
    editions = file.editions
    if editions is None:
        raise QueryError("a lexicon without editions", found=repr(name), remedy="lexc merge makes one with editions")
    number = editions.number(name)
    edition = editions.listed[number]
    kept = editions.members(number)
    everything = listed_words(file)
    words = everything.take(kept)
    found = words.sha256(file.alphabet)
    if found != edition.sha256:
        place = f"M9: section {EDITIONS}, {edition.name}"
        raise CorruptFileError.at(file.path, place, f"words of SHA-256 {edition.sha256}", found)
    masks = editions.masks[kept]
    listed = []
    for other, one in enumerate(editions.listed):
        inside = words.take((masks & masks.dtype.type(1 << other)) != 0)
        listed.append(Edition(one.name, one.mark, one.title, one.source, inside.sha256(file.alphabet)))
    options = Options(
        expanded=file.expanded is not None, daggad=file.daggad is not None, alphagrams=file.alphagrams is not None
    )
    origin = {"source": edition.source, "edition": edition.name, "edition_of": file.fingerprint}
    columns = pack_columns([column_of(column, kept) for column in file.columns.values()]) if file.columns else None
    pieces = compile_words(
        words, file.alphabet, options, origin, columns=columns, editions=Editions(tuple(listed), masks)
    )
    data = b"".join(pieces)
    demand_equal(open_bytes(data, file.path), words, file.alphabet)
    return data
