"""Words of a hunspell dictionary: a file of stems (``.dic``) and one of affixes (``.aff``) beside it.

The package spylls reads both files. A word is a stem with the affixes that its flags allow: one prefix, and up to two
suffixes, or with ``COMPLEXPREFIXES`` two prefixes, and one suffix. Words that are only parts of others are left out,
and so are compounds, of which there is no end, and words with a suffix that only their prefix allows. So are words with
anything but letters (hyphens, apostrophes, digits), which every such dictionary has, and stems with capitals unless the
caller wants names.

A few lines of affixes can make more words than there are atoms. Guaranteed: at most ``MAX_FORMS`` words, and
``MAX_TRIES`` affixes tried, two minutes; a typed error for more, and for whatever spylls cannot read.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from ...errors import StorageError, WordListError
from ...formats.alphabet import Alphabet
from ...formats.bounded_input import Meter, read_blocks

#: What a hunspell dictionary's name ends with.
SUFFIX: Final = ".dic"
MAX_FORMS: Final = 1 << 24
MAX_TRIES: Final = 1 << 27
#: Largest file and longest line, in bytes.
_MAX_FILE: Final = 1 << 26
_MAX_LINE: Final = 1 << 14
#: The encodings of dictionaries. Some that Python knows besides take a long time.
_ENCODING: Final = re.compile(
    r"(utf-?8|ascii|iso-?8859-?[0-9]{1,2}|koi8-?[rut]|(?:microsoft-)?((?:cp|windows-?)125[0-9])|tis-?620(?:-2533)?)",
    re.I,
)
#: So many digits are no flag, and its reader takes the square of their number.
_DIGITS: Final = re.compile(rb"[0-9]{20}")
_PART: Final = re.compile(r"\[\^?[^\]]*\]|.", re.S)
#: Stems that spylls reads at a time.
_BLOCK: Final = 1024
#: What spylls raises about files that are no dictionary.
_BROKEN: Final = (ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError, re.error)


def read_dictionary(path: str, alphabet: Alphabet | None, names: bool = False) -> Iterator[str]:
    """The words of a dictionary, each at least once.

    ``alphabet``: signs in its letters are letters too; ``names``: also stems with capitals. Raises WordListError, with
    file and line, or StorageError; WordListError if spylls is not installed. 60 us a stem, 1 us for each affix tried.
    """
    try:
        from spylls.hunspell.readers.aff import read_aff
        from spylls.hunspell.readers.dic import read_dic
    except ImportError as error:
        remedy = 'install it: pip install "lexkit[hunspell]"'
        raise WordListError("hunspell dictionaries need the package spylls", path=path, remedy=remedy) from error
    stems = _Lines(path)
    try:
        lines = _Lines(path.removesuffix(SUFFIX) + ".aff")
    except StorageError as error:
        error.remedy = "a dictionary has its affixes in a file of the same name beside it"
        raise
    with _Refusal(lines), warnings.catch_warnings(action="ignore"):  # what spylls makes expressions of
        affixes, context = read_aff(lines)
        stems.reset_encoding(context.encoding)
    expander = _Expander(affixes, path)
    signs = frozenset("".join([tile.label + tile.lower for tile in alphabet.tiles])) if alphabet else frozenset()
    with _Refusal(stems):
        # Forbidden words may stand behind those that they forbid.
        flag = affixes.FORBIDDENWORD
        if flag is not None:
            for _, line in stems:
                if flag in line or context.flag_synonyms:
                    words = read_dic(iter([(2, line)]), aff=affixes, context=context).words
                    expander.forbidden.update([word.stem for word in words if flag in word.flags])
            stems.rewind()
        while block := list(islice(stems, _BLOCK)):
            for word in read_dic(iter(block), aff=affixes, context=context).words:
                if names or word.stem == word.stem.lower():
                    yield from (form for form in expander.expand(word.stem, word.flags) if _is_word(form, signs))


def _is_word(form: str, signs: frozenset[str]) -> bool:
    return form.isalpha() or all(sign in signs or unicodedata.category(sign)[0] in "LM" for sign in form)


class _Lines:
    """The lines of a file as spylls reads them: (number, text without spaces around it), without blank ones."""

    def __init__(self, path: str) -> None:
        meter = Meter(path, "a dictionary", WordListError, _MAX_FILE)
        blocks = []
        for block in read_blocks(path):
            meter.count(len(block), 1, False)
            blocks.append(block)
        self.path = path
        self.number = 0
        self.encoding = "cp1252"
        self._lines = b"".join(blocks).removeprefix(b"\xef\xbb\xbf").split(b"\n")

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> tuple[int, str]:
        while self.number < len(self._lines):
            line = self._lines[self.number]
            self.number += 1
            if len(line) > _MAX_LINE or _DIGITS.search(line):
                what = "a line is too long" if len(line) > _MAX_LINE else "too long a number"
                raise WordListError(f"not a hunspell dictionary: {what}", path=self.path, place=f"line {self.number}")
            # Flags may be bytes that are no character.
            text = line.decode(self.encoding, "surrogateescape").strip()
            if text:
                return self.number, text
        raise StopIteration

    def rewind(self) -> None:
        self.number = 0

    def reset_encoding(self, name: str) -> None:
        found = _ENCODING.fullmatch(name)
        if found is None:
            raise WordListError("no such encoding of dictionaries", place=f"line {self.number}", found=repr(name))
        self.encoding = found[2] or ("tis-620" if name.lower().startswith("tis") else name)


class _Refusal:
    """Makes a WordListError, with file and line, of what spylls raises while it reads these lines."""

    def __init__(self, lines: _Lines) -> None:
        self.lines = lines

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        place = f"line {self.lines.number}"
        if isinstance(error, WordListError):
            error.path, error.place = error.path or self.lines.path, error.place or place
        elif isinstance(error, _BROKEN):
            expected = "the form of hunspell"
            found = f"{type(error).__name__}: {error}"
            raise WordListError(
                "not a hunspell dictionary", path=self.lines.path, place=place, expected=expected, found=found
            ) from error


class _Expander:
    """Makes the words of stems and their flags, by the affixes of a dictionary."""

    def __init__(self, affixes: Any, path: str) -> None:
        self.path = path
        self.affixes = affixes
        self.forbidden: set[str] = set()
        self.suffixes = {flag: [_Affix(one, True) for one in some] for flag, some in affixes.SFX.items()}
        self.prefixes = {flag: [_Affix(one, False) for one in some] for flag, some in affixes.PFX.items()}
        self.tries = 0
        self.forms = 0

    def expand(self, stem: str, flags: set[str]) -> Iterable[str]:
        """The words of a stem. Raises WordListError at a limit."""
        never = {self.affixes.ONLYINCOMPOUND, self.affixes.FORBIDDENWORD} - {None}
        if flags & never:
            return ()
        needs, around = self.affixes.NEEDAFFIX, self.affixes.CIRCUMFIX
        found = set() if needs in flags else {stem}
        # (text, what stands behind the stem, the flags that prefixes are allowed by)
        bases: list[tuple[str, list[_Affix], set[str]]] = [(stem, [], flags)]
        for text, first in self._apply(stem, flags, self.suffixes):
            bases.append((text, [first], flags | first.flags))
            if not self.affixes.COMPLEXPREFIXES:
                bases += [
                    (again, [first, second], flags | first.flags)
                    for again, second in self._apply(text, first.flags, self.suffixes)
                ]
        for text, behind, allowed in bases:
            for whole, before in [(text, []), *self._prefixed(text, behind, allowed)]:
                used = [*before, *behind]
                if not used or all(needs in one.flags for one in used) or any(one.flags & never for one in used):
                    continue
                if any(around in one.flags for one in before) == any(around in one.flags for one in behind):
                    found.add(whole)
        self.forms += len(found)
        if self.forms > MAX_FORMS:
            raise self._too_much(f"at most {MAX_FORMS:,} words")
        return (form for form in found if form == stem or form not in self.forbidden)

    def _prefixed(self, text: str, behind: list[_Affix], allowed: set[str]) -> Iterator[tuple[str, list[_Affix]]]:
        """A text with prefixes before it, and these."""
        if not all(one.crosses for one in behind):
            return
        for whole, first in self._apply(text, allowed, self.prefixes):
            if behind and not first.crosses:
                continue
            yield whole, [first]
            if self.affixes.COMPLEXPREFIXES:
                for again, second in self._apply(whole, first.flags, self.prefixes):
                    if not behind or second.crosses:
                        yield again, [first, second]

    def _apply(self, text: str, flags: set[str], affixes: dict[str, list[_Affix]]) -> Iterator[tuple[str, _Affix]]:
        """A text with each affix of these flags that fits it."""
        for flag in flags & affixes.keys():
            self.tries += len(affixes[flag])
            if self.tries > MAX_TRIES:
                raise self._too_much(f"at most {MAX_TRIES:,} affixes tried")
            for one in affixes[flag]:
                made = one.apply(text, self.affixes.FULLSTRIP)
                if made is not None:
                    yield made, one

    def _too_much(self, expected: str) -> WordListError:
        what = "the affixes make too many words"
        remedy = "expand the dictionary yourself, and build a list of the words that you want"
        return WordListError(what, path=self.path, expected=expected, remedy=remedy)


class _Affix:
    """An affix, ready to be applied."""

    def __init__(self, one: Any, is_suffix: bool) -> None:
        self.add: str = one.add
        self.strip: str = one.strip
        self.flags: set[str] = one.flags
        self.crosses: bool = one.crossproduct
        self.is_suffix = is_suffix
        self.length, self.condition = _compile_condition(one.condition)

    def apply(self, text: str, all_of_it: bool) -> str | None:
        """The text with this affix, or None if it does not fit. ``all_of_it``: whether it may replace all of it."""
        size, strip = len(text), len(self.strip)
        if size < self.length or (strip >= size and not (all_of_it and strip == size)):
            return None
        if self.is_suffix:
            fits = text.endswith(self.strip) and self.condition.match(text, size - self.length)
            return text[: size - strip] + self.add if fits else None
        fits = text.startswith(self.strip) and self.condition.match(text)
        return self.add + text[strip:] if fits else None


@lru_cache(maxsize=1 << 14)
def _compile_condition(text: str) -> tuple[int, re.Pattern[str]]:
    """(length, pattern) of a condition: letters, dots, and sets in brackets; nothing else has a meaning in hunspell."""
    parts = []
    for part in _PART.findall(text):
        if len(part) == 1:
            parts.append(part if part == "." else re.escape(part))
        elif part in ("[]", "[^]"):
            parts.append("(?!)." if part == "[]" else ".")
        else:
            sign = "^" if part[1] == "^" else ""
            parts.append(f"[{sign}{re.escape(part[1 + len(sign) : -1])}]")
    return len(parts), re.compile("".join(parts), re.S)
