"""Small lexicons for tests: from words to an open Lexicon, without a file."""

import string
from collections.abc import Iterable

from hypothesis import strategies as st

from lexkit import Alphabet, Lexicon
from lexkit.compiler.build import Options, compile_list
from lexkit.formats.alphabet import Tile
from lexkit.formats.lexicon_file import open_bytes

#: 63 labels of one code point each.
MANY = string.ascii_uppercase + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ" + "АБВГДЕЖ"


def letters(number: int) -> Alphabet:
    """An alphabet of so many letters."""
    return Alphabet(f"first {number}", [Tile(label, label.lower()) for label in MANY[:number]])


def bytes_of(words: Iterable[str], alphabet: Alphabet | str = "english", **options: object) -> bytes:
    """The lexicon file of these words."""
    return b"".join(compile_list(list(words), Options(alphabet=alphabet, **options))[2])


def make(words: Iterable[str], alphabet: Alphabet | str = "english", **options: object) -> Lexicon:
    """The lexicon of these words."""
    return Lexicon(open_bytes(bytes_of(words, alphabet, **options)))


def word_lists(labels: Iterable[str], *, longest: int = 8, most: int = 60) -> st.SearchStrategy[list[str]]:
    """Lists of words over these labels, unsorted, with repeats."""
    word = st.lists(st.sampled_from(list(labels)), min_size=1, max_size=longest).map("".join)
    return st.lists(word, max_size=most)
