"""Words of a hunspell dictionary: a file of stems (``.dic``) and one of affixes (``.aff``) beside it.

The package spylls reads both files. A word is a stem with the affixes that its flags allow: one prefix, and up to two
suffixes, or with ``COMPLEXPREFIXES`` two prefixes, and one suffix. Words that are only parts of others are left out,
and so are compounds, of which there is no end, and words with a suffix that only their prefix allows. So are words with
anything but letters (hyphens, apostrophes, digits), which every such dictionary has, and stems with capitals unless the
caller wants names.

A few lines of affixes can make more words than there are atoms. Guaranteed: at most ``MAX_FORMS`` words,
``MAX_FORMS_OF_A_STEM`` of one stem, ``MAX_LINES`` stems, ``MAX_AFFIXES`` affixes, ``MAX_FLAGS`` characters of their
flags and of the table of flags, and ``MAX_TRIES`` affixes tried, two minutes; a typed error for more, and for whatever
spylls cannot read.

spylls does some things with these files that have no end, or take the square of a line's length: it expands numbers of
data that name themselves, makes all spellings of ss and ß, and compiles affixes as expressions. So it sees only the
lines that say which words there are, without data, and with a number instead of each affix and its condition.
"""

from __future__ import annotations

import os
import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, Final, cast

from ...errors import StorageError, WordListError
from ...formats.alphabet import Alphabet
from ...formats.bounded_input import Meter, read_blocks

#: What a hunspell dictionary's name ends with.
SUFFIX: Final = ".dic"
MAX_FORMS: Final = 1 << 24
MAX_FORMS_OF_A_STEM: Final = 1 << 18
MAX_TRIES: Final = 1 << 27
MAX_LINES: Final = 1 << 21
MAX_AFFIXES: Final = 1 << 18
MAX_FLAGS: Final = 1 << 21
#: Most flags of one alias.
_MAX_FLAGS: Final = 1 << 10
#: Longest stem, affix and condition, in characters: a word has 63 letters of at most 8 each.
_MAX_TEXT: Final = 511
#: Largest file and longest line, in bytes.
_MAX_FILE: Final = 1 << 26
_MAX_LINE: Final = 1 << 14
#: What stands for as much time as an affix that is tried: flags put together, and a part of a character compiled.
_FLAGS_A_TRY: Final = 16
_TRIES_A_CHARACTER: Final = 64
#: The encodings of dictionaries. Some that Python knows besides take a long time.
_ENCODING: Final = re.compile(
    r"(utf-?8|ascii|iso-?8859-?[0-9]{1,2}|koi8-?[rut]|(?:microsoft-)?((?:cp|windows-?)125[0-9])|tis-?620(?:-2533)?)",
    re.I,
)
#: No flag has as many digits, and reading a number takes time by the square of its length.
_DIGITS: Final = re.compile(r"\d{20}")
#: Where data begin, behind a stem and its flags.
_DATA: Final = re.compile(r"\t|[ ]\w{2}:")
#: The lines about affixes that say which words there are, besides those of affixes themselves. Others are about
#: suggestions and compounds.
_AFFIXES: Final = ("SFX", "PFX")
_USED: Final = (
    *("SET", "FLAG", "AF", "IGNORE", "NEEDAFFIX", "PSEUDOROOT", "ONLYINCOMPOUND", "CIRCUMFIX"),
    *("FORBIDDENWORD", "COMPLEXPREFIXES", "FULLSTRIP"),
)
_PART: Final = re.compile(r"\[\^?[^\]]*\]|.", re.S)
#: Stems that spylls reads at a time: all their flags are held at once.
_BLOCK: Final = 128
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
    stems = _Stems(path)
    try:
        lines = _Affixes(_affixes_beside(path))
    except StorageError as error:
        error.remedy = "a dictionary has its affixes in a file of the same name beside it"
        raise
    with _Refusal(lines):
        affixes, context = read_aff(cast(Any, lines))
        if any(len(flags) > _MAX_FLAGS for flags in context.flag_synonyms.values()):
            raise WordListError("too many flags of one number", expected=f"at most {_MAX_FLAGS}")
        flags = lines.read_flags(context)
        stems.reset_encoding(context.encoding)
    expander = _Expander(affixes, lines.texts, flags, path)
    signs = frozenset("".join([tile.label + tile.lower for tile in alphabet.tiles])) if alphabet else frozenset()
    with _Refusal(stems):
        # Forbidden words may stand behind those that they forbid.
        flag = affixes.FORBIDDENWORD
        if flag is not None:
            for _, line in stems:
                if flag in line or context.flag_synonyms:
                    words = read_dic(cast(Any, iter([(2, line)])), aff=affixes, context=context).words
                    expander.forbidden.update([word.stem for word in words if flag in word.flags])
            stems.rewind()
        while block := list(islice(stems, _BLOCK)):
            for word in read_dic(cast(Any, iter(block)), aff=affixes, context=context).words:
                if len(word.stem) > _MAX_TEXT:
                    expected = f"at most {_MAX_TEXT} characters"
                    raise WordListError("not a hunspell dictionary: a stem is too long", expected=expected)
                if names or word.stem == word.stem.lower():
                    yield from (form for form in expander.expand(word.stem, word.flags) if _is_word(form, signs))


def _affixes_beside(path: str) -> str:
    """The file of affixes, whose name may end in capitals if that of the stems does."""
    bare, suffix = path[: -len(SUFFIX)], path[-len(SUFFIX) :]
    return bare + (".AFF" if suffix.isupper() and os.path.exists(bare + ".AFF") else ".aff")


def _is_word(form: str, signs: frozenset[str]) -> bool:
    return form.isalpha() or all(sign in signs or unicodedata.category(sign)[0] in "LM" for sign in form)


class _Lines(ABC):
    """The lines of a file as spylls reads them: (number, text without spaces around it), without blank ones."""

    def __init__(self, path: str) -> None:
        meter = Meter(path, "the dictionary", WordListError, _MAX_FILE)
        blocks = []
        for block in read_blocks(path):
            meter.count(len(block), 1, False)
            blocks.append(block)
        self.path = path
        self.number = 0
        self.encoding = "cp1252"
        content = b"".join(blocks).removeprefix(b"\xef\xbb\xbf")
        if content.count(b"\n") > MAX_LINES:
            raise WordListError("the dictionary is too long", path=path, expected=f"at most {MAX_LINES:,} lines")
        self._lines = content.split(b"\n")

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> tuple[int, str]:
        while self.number < len(self._lines):
            line = self._lines[self.number]
            self.number += 1
            if len(line) > _MAX_LINE:
                raise self._refuse("a line is too long")
            # Flags may be bytes that are no character.
            text = line.decode(self.encoding, "surrogateescape").strip()
            text = self._prepare(text) if text else ""
            if _DIGITS.search(text):
                raise self._refuse("the number is too long")
            if text:
                return self.number, text
        raise StopIteration

    @abstractmethod
    def _prepare(self, text: str) -> str:
        """Return what spylls sees of a line, "" if it does not see it."""

    def _refuse(self, what: str, **details: Any) -> WordListError:
        place = f"line {self.number}"
        return WordListError(f"not a hunspell dictionary: {what}", path=self.path, place=place, **details)

    def rewind(self) -> None:
        self.number = 0

    def reset_encoding(self, name: str) -> None:
        found = _ENCODING.fullmatch(name)
        if found is None:
            raise WordListError("no such encoding of dictionaries", place=f"line {self.number}", found=repr(name))
        self.encoding = found[2] or ("tis-620" if name.lower().startswith("tis") else name)


class _Stems(_Lines):
    """Lines with a stem and its flags."""

    def _prepare(self, text: str) -> str:
        return _DATA.split(text, maxsplit=1)[0].rstrip()


class _Affixes(_Lines):
    """Lines of affixes. What is added, where, and which flags it has stays here: spylls sees a number as condition."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        #: What each affix adds, and its condition.
        self.texts: list[tuple[str, str]] = []
        self._flags: list[tuple[int, str]] = []  # the line of each affix, its flags
        self._size = 0  # characters of flags
        self._left = 0  # affixes of this table

    def _prepare(self, text: str) -> str:
        name, *fields = text.split()
        if name not in _AFFIXES:
            if name not in _USED:
                return ""
            self._count_flags(text)
            return text
        if not self._left:
            self._left = max(0, int(fields[2]))
            return text if self._left else ""
        self._left -= 1
        flag, strip, adds, *more = fields
        add, _, flags = adds.partition("/")
        condition = more[0] if more else ""
        if max(map(len, (strip, add, condition))) > _MAX_TEXT:
            raise self._refuse("an affix is too long", expected=f"at most {_MAX_TEXT} characters")
        if len(self.texts) == MAX_AFFIXES:
            raise self._refuse("too many affixes", expected=f"at most {MAX_AFFIXES:,}")
        self._count_flags(flags)
        self.texts.append(("" if add == "0" else add, condition))
        self._flags.append((self.number, flags))
        return f"{name} {flag} {strip} 0 {len(self.texts) - 1}"

    def _count_flags(self, text: str) -> None:
        """Raise WordListError for too many flags, which spylls would hold in a set each."""
        self._size += len(text)
        if self._size > MAX_FLAGS:
            raise self._refuse("too many flags", expected=f"at most {MAX_FLAGS:,} characters of flags")

    def read_flags(self, context: Any) -> list[set[str]]:
        """The flags of each affix. A number of the table of flags, which may stand for many, is read once."""
        found: dict[str, set[str]] = {}
        for line, text in self._flags:
            self.number = line  # for errors
            if text not in found:
                found[text] = set(context.parse_flags(text))
        return [found[text] for _, text in self._flags]


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

    def __init__(self, affixes: Any, texts: list[tuple[str, str]], flags: list[set[str]], path: str) -> None:
        """``texts`` and ``flags``: what each affix adds, its condition, its flags, by the number in its condition."""
        self.path = path
        self.affixes = affixes
        self.forbidden: set[str] = set()
        self.tries = 0
        self.forms = 0
        conditions = {condition for _, condition in texts}
        self._spend(_TRIES_A_CHARACTER * sum(map(len, conditions)))
        compiled = {condition: _compile_condition(condition) for condition in conditions}
        ignored = affixes.IGNORE.tr if affixes.IGNORE else {}

        def prepare(table: dict[str, list[Any]], is_suffix: bool) -> dict[str, list[_Affix]]:
            made = {}
            for flag, some in table.items():
                numbered = [(one, *texts[int(one.condition)], flags[int(one.condition)]) for one in some]
                made[flag] = [
                    _Affix(one, add.translate(ignored), compiled[condition], allowed, is_suffix)
                    for one, add, condition, allowed in numbered
                ]
            return made

        self.suffixes = prepare(affixes.SFX, True)
        self.prefixes = prepare(affixes.PFX, False)

    def expand(self, stem: str, flags: set[str]) -> Iterable[str]:
        """The words of a stem. Raises WordListError at a limit."""
        never = {self.affixes.ONLYINCOMPOUND, self.affixes.FORBIDDENWORD} - {None}
        if flags & never:
            return ()
        needs, around = self.affixes.NEEDAFFIX, self.affixes.CIRCUMFIX
        found = set() if needs in flags else {stem}
        for text, behind, allowed in self._suffixed(stem, flags):
            for whole, before in chain([(text, [])], self._prefixed(text, behind, allowed)):
                used = [*before, *behind]
                if not used or all(needs in one.flags for one in used) or any(one.flags & never for one in used):
                    continue
                if any(around in one.flags for one in before) == any(around in one.flags for one in behind):
                    found.add(whole)
                    if len(found) > MAX_FORMS_OF_A_STEM:
                        raise self._too_much(f"at most {MAX_FORMS_OF_A_STEM:,} words of a stem")
        self.forms += len(found)
        if self.forms > MAX_FORMS:
            raise self._too_much(f"at most {MAX_FORMS:,} words")
        return (form for form in found if form == stem or form not in self.forbidden)

    def _suffixed(self, stem: str, flags: set[str]) -> Iterator[tuple[str, list[_Affix], set[str]]]:
        """A stem without and with suffixes: (text, what stands behind the stem, the flags that allow prefixes)."""
        yield stem, [], flags
        for text, first in self._apply(stem, flags, self.suffixes):
            self._spend((len(flags) + len(first.flags)) // _FLAGS_A_TRY)
            allowed = flags | first.flags
            yield text, [first], allowed
            if not self.affixes.COMPLEXPREFIXES:
                for again, second in self._apply(text, first.flags, self.suffixes):
                    yield again, [first, second], allowed

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
        self._spend(len(flags) // _FLAGS_A_TRY)
        for flag in flags & affixes.keys():
            self._spend(len(affixes[flag]))
            for one in affixes[flag]:
                made = one.apply(text, self.affixes.FULLSTRIP)
                if made is not None:
                    yield made, one

    def _spend(self, tries: int) -> None:
        self.tries += tries
        if self.tries > MAX_TRIES:
            raise self._too_much(f"at most {MAX_TRIES:,} affixes tried")

    def _too_much(self, expected: str) -> WordListError:
        what = "the affixes make too many words"
        remedy = "expand the dictionary yourself, and build a list of the words that you want"
        return WordListError(what, path=self.path, expected=expected, remedy=remedy)


class _Affix:
    """An affix, ready to be applied."""

    def __init__(
        self, one: Any, add: str, condition: tuple[int, re.Pattern[str]], flags: set[str], is_suffix: bool
    ) -> None:
        self.add = add
        self.strip: str = one.strip
        self.flags = flags
        self.crosses: bool = one.crossproduct
        self.is_suffix = is_suffix
        self.length, self.condition = condition

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
