"""The alphabet of a text: a position in CGP or drawn, a record of a game in GCG or CGH.

Everything that reads such texts uses the first of these:

1. the caller's choice: ``alphabet=``, ``rules=``, ``--alphabet`` 2. the text's: ``ld`` or ``#tile-distribution``,
else the name of a list that an alphabet claims 3. the alphabet of the lexicon that the text is read with 4. English

A name means the alphabet of the lexicon if that has it, so that a custom alphabet is recognised. A text with
another alphabet than the lexicon's is refused. Alphabets differ if their letters, points or numbers of tiles do;
only the shipped sets of one language, such as those of the larger board, are compatible.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from lexkit import lexicons
from lexkit.base.errors import AlphabetError
from lexkit.formats.alphabet import Alphabet

#: Operations of CGP that name the alphabet. Errors give one as their place.
BY_NAME, BY_LIST = "ld", "lex"
#: Characters that end an operation of CGP, replaced in names.
_SEPARATORS: Final = str.maketrans({";": "_"})
_LARGER: Final = "super"
_REMEDY: Final = "give alphabet=, or a lexicon of that alphabet"


class Given(NamedTuple):
    """A caller's choice of alphabet for a text."""

    #: Alphabet that overrides the text.
    alphabet: Alphabet | str | None = None
    #: The alphabet of the lexicon.
    of_lexicon: Alphabet | None = None
    #: True to refuse a text with another alphabet than the lexicon's.
    strict: bool = True


def alphabet_meant(given: Given, opcodes: Mapping[str, str], large: bool) -> Alphabet:
    """Return the alphabet of a text with these operations of CGP; ``large``: for the larger board.

    Raises AlphabetError, its place an operation, for an unknown name, and for another alphabet than the lexicon's.
    """
    if given.alphabet is not None:
        if not isinstance(given.alphabet, str | Alphabet):
            raise TypeError(f"an alphabet must be an Alphabet or the name of one, not {type(given.alphabet).__name__}")
        return lexicons.alphabet(given.alphabet) if isinstance(given.alphabet, str) else given.alphabet
    said = alphabet_said(opcodes, large, given.of_lexicon)
    if said is None:
        return for_board(given.of_lexicon, large)
    if given.strict and given.of_lexicon is not None:
        require_alphabet(said, given.of_lexicon, BY_NAME if opcodes.get(BY_NAME) else BY_LIST)
    return said


def alphabet_said(opcodes: Mapping[str, str], large: bool, of_lexicon: Alphabet | None = None) -> Alphabet | None:
    """Return the alphabet that operations of CGP name, or None."""
    name = opcodes.get(BY_NAME, "")
    if not name:
        name = lexicons.alphabet_of_list(opcodes.get(BY_LIST, "")) or ""
        if not name:
            return None
        if of_lexicon is None or not is_name_of(name, of_lexicon):
            return for_board(lexicons.alphabet(name), large)
        return for_board(of_lexicon, large)
    if of_lexicon is not None and is_name_of(name, of_lexicon):
        return shared_alphabet(of_lexicon)
    try:
        return lexicons.alphabet(_key(name))
    except AlphabetError as error:
        error.place, error.remedy = BY_NAME, _REMEDY
        raise


def says_alphabet(opcodes: Mapping[str, str]) -> bool:
    """Return whether operations of CGP name an alphabet, or a list that an alphabet claims."""
    return bool(opcodes.get(BY_NAME)) or lexicons.alphabet_of_list(opcodes.get(BY_LIST, "")) is not None


def names_own_alphabet(opcodes: Mapping[str, str]) -> bool:
    """Return whether operations of CGP name an alphabet that is not shipped, so that only a lexicon has it."""
    name = opcodes.get(BY_NAME, "")
    return bool(name) and _key(name) not in _names()


def for_board(alphabet: Alphabet | None, large: bool) -> Alphabet:
    """Return an alphabet, by default English, for a board: the larger board has the larger set of tiles."""
    found = lexicons.alphabet(lexicons.BUNDLED) if alphabet is None else shared_alphabet(alphabet)
    if large:
        larger = f"{_LARGER}_{found.name}"
        if larger in _names() and belongs_to(found, lexicons.alphabet(larger)):
            return lexicons.alphabet(larger)
    return found


def belongs_to(alphabet: Alphabet, other: Alphabet) -> bool:
    """Return whether two alphabets are the same, or shipped sets of one language with the same letters."""
    one, two = shared_alphabet(alphabet), shared_alphabet(other)
    return one is two or one == two or (is_shipped(one) and is_shipped(two) and _family(one) == _family(two))


def require_alphabet(said: Alphabet, of_lexicon: Alphabet, place: str | None = None) -> None:
    """Raise AlphabetError, which names both, if a text has another alphabet than the lexicon."""
    if not belongs_to(said, of_lexicon):
        raise AlphabetError(
            "the text has another alphabet than the lexicon",
            place=place,
            expected=f"{of_lexicon.name}, the lexicon's",
            found=said.name if of_lexicon.name != said.name else f"another {said.name}",
            remedy=_REMEDY,
        )


def can_be_played(alphabet: Alphabet, of_lexicon: Alphabet) -> bool:
    """Return whether a lexicon can judge words of an alphabet that the caller chose.

    It must have the same letters, and not be of another language whose tiles have other points.
    """
    if alphabet.labels != of_lexicon.labels:
        return False
    one, two = shared_alphabet(alphabet), shared_alphabet(of_lexicon)
    return one is two or not (is_shipped(one) and is_shipped(two)) or _family(one) == _family(two)


def name_to_write(alphabet: Alphabet, large: bool, of_lexicon: Alphabet | None = None) -> str | None:
    """Return the name of an alphabet to write, or None if readers without a lexicon and with this one assume it."""
    assumed = (for_board(None, large), for_board(of_lexicon, large))
    own = shared_alphabet(alphabet)
    return None if all(own is one or own == one for one in assumed) else name_of(alphabet)


def name_of(alphabet: Alphabet) -> str:
    """Return the name of an alphabet in texts."""
    return alphabet.name.translate(_SEPARATORS).strip()


def is_name_of(name: str, alphabet: Alphabet) -> bool:
    """Return whether this name in a text means this alphabet."""
    return _key(name) == _key(alphabet.name)


def _key(name: str) -> str:
    """Return the form in which names are compared. Other programs write ``english-super``."""
    plain = name.translate(_SEPARATORS).strip().lower().replace("-", "_")
    stem = plain.removesuffix(f"_{_LARGER}")
    return plain if stem == plain else f"{_LARGER}_{stem}"


@cache
def _names() -> frozenset[str]:
    return frozenset(lexicons.alphabet_names())


def is_shipped(alphabet: Alphabet) -> bool:
    """Return whether lexkit ships an equal alphabet of that name."""
    own = shared_alphabet(alphabet)
    return own.name in _names() and lexicons.alphabet(own.name) is own


def _family(alphabet: Alphabet) -> tuple[str, tuple[str, ...]]:
    return alphabet.language.partition("-")[0], alphabet.labels


#: id -> an alphabet, and the shipped one if they are equal. Alphabets stay in here, so their ids are not used
#: again.
_shared: dict[int, tuple[Alphabet, Alphabet]] = {}


def shared_alphabet(alphabet: Alphabet) -> Alphabet:
    """Return the shipped alphabet that equals this one, else the alphabet itself.

    Rules and finders are thus shared.
    """
    known = _shared.get(id(alphabet))
    if known is None:
        if len(_shared) >= 64:
            _shared.clear()
        shipped = alphabet
        if alphabet.name in _names():
            found = lexicons.alphabet(alphabet.name)
            shipped = found if found == alphabet else alphabet
        known = _shared[id(alphabet)] = alphabet, shipped
    return known[1]
