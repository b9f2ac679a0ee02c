"""Read a list in any of its forms: words, a table, named fields, a hunspell dictionary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...errors import LexkitError, WordListError
from ...formats.alphabet import Alphabet
from .word_list import TABLE, WordList, read_words

if TYPE_CHECKING:  # most lists have no fields
    from .fields_of_lists import FieldRows

_Witness = Callable[[bytes, int, NDArray[np.int64]], None]


def read_list(
    source: str | PathLike[str] | Iterable[str],
    alphabet: Alphabet | str,
    *,
    rows: FieldRows | None = None,
    fields: Sequence[str] = (),
    names: bool = False,
    witness: _Witness | None = None,
    **reading: Any,
) -> WordList:
    """Read a list: by its name ``.csv`` and ``.tsv`` are tables, ``.dic`` a hunspell dictionary, others word lists.

    ``fields``: the names of its fields, or ``rows``, which then has them; ``names``: take the words with capitals of a
    dictionary too. The other arguments, and the errors, are those of :func:`.word_list.read_words`.
    """
    name = fspath(source) if isinstance(source, str | PathLike) else "<words>"
    is_dictionary = name.lower().endswith(".dic")
    if names and not is_dictionary:
        raise LexkitError("names are left out of hunspell dictionaries only", expected="a file .dic", found=name)
    if is_dictionary:
        from .hunspell import read_dictionary

        source = read_dictionary(name, alphabet if isinstance(alphabet, Alphabet) else None, names)
    else:
        rows = rows or find_fields(source, fields)
    if rows is not None:
        source = rows.words()
    witnesses = [one for one in (rows, witness) if one is not None]

    def tell(block: bytes, line: int, numbers: NDArray[np.int64]) -> None:
        for one in witnesses:
            one(block, line, numbers)

    return read_words(source, alphabet, name=name, witness=tell if witnesses else None, **reading)


def find_fields(
    source: str | PathLike[str] | Iterable[str], fields: Sequence[str], definitions: bool = False
) -> FieldRows | None:
    """The fields of a list that has several a line, or None. ``definitions``: whether the text behind words is one."""
    path = fspath(source) if isinstance(source, str | PathLike) else None
    if not fields and not (path is not None and TABLE.search(path)):
        return None
    if path is None or path.lower().endswith(".dic"):
        raise WordListError("no list with fields", path=path, expected="a text or a table", remedy="leave out fields=")
    if definitions:
        remedy = "name them among the fields, and leave out definitions=True"
        raise WordListError("definitions are a field of this list", path=path, remedy=remedy)
    from .fields_of_lists import FieldRows

    return FieldRows(path, fields)
