"""Folding: read a letter that an alphabet lacks as the letters of the alphabet that it stands for.

É is read as E if the alphabet has no É, ß as SS, Œ as OE, Ø as O. A letter that the alphabet has stays: Ñ is a
tile of the Spanish alphabet, and folds to N in an English list. Only letters and their marks are folded: digits,
hyphens and apostrophes stay as they are, and so do letters of another script.

An alphabet that was taken from a list (:data:`AUTO`) folds case by itself, as Unicode does.

Folding never changes a text that the alphabet reads. Its result is read like any other text: if a folded letter
and the one beside it spell a tile, they are that tile.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from lexkit.base.errors import AlphabetError, show_value

from .bounded_input import to_nfc

if TYPE_CHECKING:
    from .alphabet import Alphabet

#: Name of alphabets that are taken from word lists.
AUTO: Final = "auto"
#: Syntax of a text. In patterns and regular expressions one letter cannot become two everywhere.
Syntax: TypeAlias = Literal["letters", "pattern", "regex"]

#: Letters that Unicode does not decompose into a letter and marks, with replacements to try in order.
_OTHERS: Final = {
    "ß": ("ss",),
    "æ": ("ä", "ae"),
    "œ": ("oe",),
    "ø": ("ö", "o"),
    "ð": ("d",),
    "đ": ("d",),
    "þ": ("th",),
    "ł": ("l",),
    "ħ": ("h",),
    "ŧ": ("t",),
    "ŋ": ("ng",),
    "ı": ("i",),
    "ſ": ("s",),
    "ĸ": ("k",),
    "ŉ": ("n",),
}
#: The most marks of a letter that are left out one by one; if there are more, all are left out.
_MOST_MARKS: Final = 4
#: Signs that repeat the letter before them in a regular expression.
_REPEATS: Final = ("*", "+", "?", "{")
#: Number of characters that are folded between two calls of ``tick``.
_TICK: Final = 256


class Folder:
    """Folds texts to the letters of one alphabet, caching the result for each letter."""

    #: True if marks that the alphabet lacks are dropped behind letters.
    drops_marks = True

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        self._spellings = alphabet.spellings
        self._longest = max(map(len, self._spellings), default=0)
        self._known: dict[str, str | None] = {}

    def letter(self, letter: str) -> str | None:
        """Return the letters of the alphabet that a letter is read as, or None if there are none."""
        if letter not in self._known:
            self._known[letter] = self._find(letter)
        return self._known[letter]

    def fold(self, text: str, tick: Callable[[], None] | None = None) -> str:
        """Return the text with each letter folded that the alphabet lacks. ``tick``: as in :meth:`fold_places`."""
        return text if text.isascii() else self.fold_places(text, tick=tick)[0]

    def fold_places(
        self, text: str, syntax: Syntax = "letters", tick: Callable[[], None] | None = None
    ) -> tuple[str, list[int]]:
        """Return (folded text, places): for each character of it, and for its end, the index in ``text``.

        Both count code points of the text in NFC. ``tick`` is called about every millisecond of a long text. Where
        one letter cannot become two (in brackets, behind the ^ of a pattern), it stays as it is.
        """
        text = to_nfc(text)
        folded: list[str] = []
        places: list[int] = []
        at, behind_letter, in_bracket = 0, False, False
        turns = 0
        while at < len(text):
            turns += 1
            if tick is not None and turns % _TICK == 0:
                tick()
            size = self._match(text, at)
            there = text[at : at + (size or 1)]
            found: str | None = None
            if not size and unicodedata.category(there)[0] == "M":
                found = "" if behind_letter and self.drops_marks else None
            elif not size:
                in_bracket = (in_bracket or there == "[") and there != "]"
                found = self.letter(there)
                if found is not None and len(self.alphabet.encode(found)) > 1:
                    found = self._fit(found, text, at, syntax, in_bracket)
            behind_letter = bool(size) or found is not None
            folded.append(there if found is None else found)
            places += range(at, at + len(there)) if found is None else [at] * len(found)
            at += len(there)
        return "".join(folded), [*places, len(text)]

    def fold_first_fields(self, text: str) -> str:
        """Fold the first field of each line of a text in NFC."""
        strange = [letter for letter in set(text) if not letter.isascii() and letter not in self._spellings]
        changed = [
            letter for letter in strange if self.letter(letter) is not None or (self.drops_marks and _is_mark(letter))
        ]
        if not changed:
            return text
        worth_it = re.compile(f"[{re.escape(''.join(sorted(changed)))}]")
        return "\n".join([self._fold_line(line) if worth_it.search(line) else line for line in text.split("\n")])

    def _fold_line(self, line: str) -> str:
        before, word, rest = re.fullmatch(r"([ \t]*)([^ \t]*)(.*)", line, re.S).groups()  # type: ignore[union-attr]
        return f"{before}{self.fold(word)}{rest}"

    def _match(self, text: str, at: int) -> int:
        """Return the length of the longest spelling that begins at this index, or 0."""
        sizes = range(min(self._longest, len(text) - at), 0, -1)
        return next((size for size in sizes if text[at : at + size] in self._spellings), 0)

    def _fit(self, letters: str, text: str, at: int, syntax: Syntax, in_bracket: bool) -> str | None:
        """Return the letters that replace a single one, adapted to the syntax there, or None if they cannot stand
        here.
        """
        if in_bracket or (syntax == "pattern" and text[at - 1 : at] == "^"):
            return None
        behind = at + 1
        while behind < len(text) and _is_mark(text[behind]):
            behind += 1
        is_repeated = syntax == "regex" and text[behind : behind + 1] in _REPEATS
        return f"(?:{letters})" if is_repeated else letters

    def _find(self, letter: str) -> str | None:
        if letter in self._spellings or unicodedata.category(letter)[0] != "L":
            return None
        base, *marks = list(unicodedata.normalize("NFD", letter))
        if not all(map(_is_mark, marks)):
            return None  # a Korean syllable: it decomposes into letters, not marks
        for number in range(len(marks) - 1, -1, -1) if 0 < len(marks) <= _MOST_MARKS else (0,):
            for kept in combinations(marks, number):
                plain = to_nfc("".join([base, *kept]))
                if plain in self._spellings:
                    return plain
        for option in _OTHERS.get(base.lower(), ()):
            cased = option if base.islower() else option.upper()
            if self._is_read(cased):
                return cased
        if unicodedata.decomposition(letter).startswith("<"):  # ﬁ, full-width letters
            plain = unicodedata.normalize("NFKC", letter)
            if self._is_read(plain):
                return plain
        return None

    def _is_read(self, text: str) -> bool:
        try:
            return bool(self.alphabet.encode(text)) and text.isalpha()
        except AlphabetError:
            return False


class CaseFolder(Folder):
    """Folds the case of letters that an alphabet lacks: ß to ss, ﬁ to fi. Alphabets taken from lists read text with
    it.
    """

    drops_marks = False

    @classmethod
    def of(cls, alphabet: Alphabet) -> CaseFolder | None:
        """Return the folder of an alphabet that was taken from a list; None for any other alphabet."""
        return cls(alphabet) if alphabet.name == AUTO else None

    def _find(self, letter: str) -> str | None:
        folded = fold_case(letter)
        return folded if folded != letter and self._is_read(folded) else None


def fold_case_for(alphabet: Alphabet, text: str) -> str:
    """Return the text as :meth:`.alphabet.Alphabet.fold_case` does."""
    folder = None if text.isascii() else CaseFolder.of(alphabet)
    return text if folder is None else folder.fold(text)


def fold_case(text: str) -> str:
    """Return a text in Unicode NFC with its case folded by Unicode's default rules: ß becomes ss."""
    return to_nfc(text.casefold())


def split_letters(text: str) -> list[str]:
    """Split a text into letters, each with the marks behind it."""
    letters: list[str] = []
    for character in text:
        if letters and _is_mark(character):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def suggest_folding(letter: str, alphabet: Alphabet) -> str | None:
    """Return the remedy for a letter that the alphabet lacks, or None if folding does not help."""
    plain = None if letter.isascii() or len(letter) != 1 else Folder(alphabet).letter(letter)
    return None if plain is None else f"folding reads it as {plain}: --fold, fold=True or lex.fold(text)"


def refuse_letter(alphabet: Alphabet, text: str, normal: str, at: int) -> AlphabetError:
    """Return the error for the character at index ``at`` of ``normal``, the text in NFC, that the alphabet lacks."""
    error = AlphabetError(
        f"not a letter of the {alphabet.name} alphabet",
        place=f"column {at + 1} of {show_value(text)}",
        expected=("" if alphabet.simple else " ").join(alphabet),
        found=repr(normal[at]),
        remedy=suggest_folding(normal[at], alphabet),
    )
    error.at = at
    return error


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "M"
