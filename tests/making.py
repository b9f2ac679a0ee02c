"""Small lexicons for tests: from words to an open Lexicon, without a file."""

from __future__ import annotations

import string
from collections.abc import Iterable

from hypothesis import strategies as st

from lexkit import Alphabet, Lexicon
from lexkit.compiler.build import Options, compile_list
from lexkit.formats.alphabet import Tile
from lexkit.formats.lexicon_file import open_bytes
from lexkit.lexicons import alphabet as shipped

#: 63 labels of one code point each.
MANY = string.ascii_uppercase + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ" + "АБВГДЕЖ"


def letters(number: int) -> Alphabet:
    """An alphabet of so many letters."""
    return Alphabet(f"first {number}", [Tile(label, label.lower()) for label in MANY[:number]])


def make(words: Iterable[str], alphabet: Alphabet | str = "english", **options: object) -> Lexicon:
    """The lexicon of these words."""
    chosen = shipped(alphabet) if isinstance(alphabet, str) and alphabet != "auto" else alphabet
    _, _, pieces = compile_list(list(words), Options(alphabet=chosen, **options))
    return Lexicon(open_bytes(b"".join(pieces)))


def word_lists(labels: Iterable[str], *, longest: int = 8, most: int = 60) -> st.SearchStrategy[list[str]]:
    """Lists of words over these labels, unsorted, with repeats."""
    word = st.lists(st.sampled_from(list(labels)), min_size=1, max_size=longest).map("".join)
    return st.lists(word, max_size=most)
