"""Words of a hunspell dictionary: a file of stems (``.dic``) and a file of affixes (``.aff``) beside it.

A word is a stem with the affixes that its flags, and those of its affixes, allow: at most one prefix and two
suffixes, or with ``COMPLEXPREFIXES`` two prefixes and one suffix. The words are those that hunspell 1.7 accepts,
except for words that are only parts of others, compounds, of which there is no end, and words with anything but
letters (hyphens, apostrophes, digits), which every such dictionary has. Stems with capitals are left out unless
the caller wants names. Where hunspell silently stops at an error in a file, this module raises WordListError.

A few lines of affixes can make more words than there are atoms. Guaranteed: at most ``MAX_FORMS`` words,
``MAX_FORMS_OF_A_STEM`` of one stem, ``MAX_LINES`` stems, ``MAX_AFFIXES`` affixes, ``MAX_FLAGS`` characters of
their flags, and ``MAX_TRIES`` affixes tried; a typed error for more. A sample of the stems predicts whether a
dictionary will stay within these limits, so that one that does not is refused in seconds.
"""

from __future__ import annotations

import os
import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from lexkit.base.errors import StorageError, WordListError
from lexkit.base.time_limits import look
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.bounded_input import Meter, read_blocks, to_nfc
from lexkit.formats.constants import MAX_LENGTH

#: Suffix of a hunspell dictionary.
SUFFIX: Final = ".dic"
MAX_FORMS: Final = 1 << 24
MAX_FORMS_OF_A_STEM: Final = 1 << 18
MAX_TRIES: Final = 1 << 25
MAX_LINES: Final = 1 << 21
MAX_AFFIXES: Final = 1 << 18
MAX_FLAGS: Final = 1 << 21
#: The most flags of one stem, affix or alias.
_MAX_FLAGS: Final = 1 << 10
#: Longest stem, affix or condition, in characters: a word has 63 letters of at most 8 each.
_MAX_TEXT: Final = 511
#: Size limit of a file, in bytes.
_MAX_FILE: Final = 1 << 26
#: Longest line, in bytes.
_MAX_LINE: Final = 1 << 14
#: Number of stems in the sample that is expanded first.
_SAMPLE: Final = 512
#: Joining this many flags takes as long as trying an affix.
_FLAGS_A_TRY: Final = 16
#: Compiling a character of a condition takes as long as trying this many affixes.
_TRIES_A_CHARACTER: Final = 64
#: Encodings of dictionaries. Some others that Python knows are slow.
_ENCODING: Final = re.compile(
    r"(utf-?8|ascii|iso-?8859-?[0-9]{1,2}|koi8-?[rut]|(?:microsoft-)?((?:cp|windows-?)125[0-9])|tis-?620(?:-2533)?)",
    re.I,
)
#: Too many digits for the number of a flag, an alias or a table; parsing takes quadratic time.
_DIGITS: Final = re.compile(rb"\d{20}")
_NUMBER: Final = re.compile(rb"\s*(\d+)")
#: Beginning of the data behind a stem and its flags.
_DATA: Final = re.compile(rb"\t|[ ]\w{2}:")
#: The slash between a stem and its flags; one that is escaped or the first character belongs to the stem.
_SLASH: Final = re.compile(rb"(?<!\\)(?<!^)/")
_PART: Final = re.compile(r"\[\^?[^\]]*\]|.", re.S)
_TABLES: Final = (b"SFX", b"PFX")
#: Names of the lines that define flags with a meaning of their own.
_SPECIAL: Final = ("NEEDAFFIX", "ONLYINCOMPOUND", "CIRCUMFIX", "FORBIDDENWORD", "WARN")
#: A flag that no stem or affix has.
_NO_FLAG: Final = -1

Flags: TypeAlias = frozenset[int]
_NONE: Final[Flags] = frozenset()


class Dictionary:
    """The words of a dictionary, and the lines that they come from."""

    def __init__(
        self, path: str, alphabet: Alphabet | None = None, names: bool = False, max_length: int = MAX_LENGTH
    ) -> None:
        """Read the affixes and prepare to read the stems.

        ``alphabet``: signs in its letters count as letters; ``names``: also take stems with capitals;
        ``max_length``: leave out longer words. Raises StorageError or WordListError, with file and line.
        """
        self.stems = _Lines(path)
        try:
            lines = _Lines(_affixes_beside(path))
        except StorageError as error:
            error.remedy = "a dictionary has its affixes in a file of the same name beside it"
            raise
        self.affixes = _read_affixes(lines)
        self.stems.encoding = self.affixes.encoding
        self.names = names
        self.signs = frozenset("".join([tile.label + tile.lower for tile in alphabet.tiles]) if alphabet else "")
        longest = max(map(len, alphabet.spellings), default=1) if alphabet else 1
        self._expander = _Expander(self.affixes, path, max_length * longest)
        #: For each stem with words: the number of words up to and with it, and its line.
        self._counts, self._stem_lines = array("q"), array("q")

    def words(self) -> Iterator[str]:
        """Iterate over the words, each at least once. 20 us a stem, 0.3 us for each affix tried."""
        self._expander.forbidden = self._find_forbidden()
        self._foresee()
        given = 0
        for line, stem, flags in self._entries():
            look()
            forms = [form for form in self._expander.expand(stem, flags) if self._is_word(form)]
            if forms:
                given += len(forms)
                self._counts.append(given)
                self._stem_lines.append(line)
                yield from forms

    def line_of(self, number: int) -> int:
        """Return the line, from 1, of the stem of a word, given the word's number in :meth:`words`."""
        return self._stem_lines[bisect_right(self._counts, number - 1)] if self._counts else 1

    def _is_word(self, form: str) -> bool:
        if form.isalpha():
            return True
        return form != "" and all(sign in self.signs or unicodedata.category(sign)[0] in "LM" for sign in form)

    def _entries(self) -> Iterator[tuple[int, str, Flags]]:
        """Iterate over (line, stem, flags) of each wanted stem."""
        for line, stem, flags in self._all_entries():
            if self.names or stem == stem.lower():
                yield line, stem, flags

    def _all_entries(self) -> Iterator[tuple[int, str, Flags]]:
        for line, text in self.stems:
            if line == self.stems.first and text.isdigit():
                continue  # the number of stems
            text = _DATA.split(text, maxsplit=1)[0].rstrip()
            slash = _SLASH.search(text)
            stem = self.stems.decode((text[: slash.start()] if slash else text).replace(b"\\/", b"/"))
            if len(stem) > _MAX_TEXT:
                self.stems.refuse("a stem is too long", expected=f"at most {_MAX_TEXT} characters")
            flags = self.affixes.parse_flags(text[slash.end() :], self.stems) if slash else _NONE
            yield line, stem.translate(self.affixes.ignored), flags

    def _find_forbidden(self) -> set[str]:
        """Return the forbidden words. If a text occurs as several stems, the first one decides."""
        flag = self.affixes.flag_of["FORBIDDENWORD"]
        if flag == _NO_FLAG:
            return set()
        marked = {stem for _, stem, flags in self._all_entries() if flag in flags}
        first: dict[str, bool] = {}
        for _, stem, flags in self._all_entries() if marked else ():
            if stem in marked:
                first.setdefault(stem, flag in flags)
        return {stem for stem, is_forbidden in first.items() if is_forbidden}

    def _foresee(self) -> None:
        """Raise WordListError if a sample of the stems predicts at least a quarter more than the limits."""
        every = max(1, len(self.stems) // _SAMPLE)
        if every > 1:
            sample = _Expander(self.affixes, self.stems.path, self._expander.max_size)
            for number, (_, stem, flags) in enumerate(self._entries()):
                if number % every == every // 2:
                    sample.expand(stem, flags)
                    sample.require_few(every * 4 // 5)


def _affixes_beside(path: str) -> str:
    """Return the path of the file of affixes; its suffix may be in capitals if that of the stems is."""
    bare, suffix = path[: -len(SUFFIX)], path[-len(SUFFIX) :]
    return bare + (".AFF" if suffix.isupper() and os.path.exists(bare + ".AFF") else ".aff")


class _Lines:
    """The lines of a file that are not blank, as (number, bytes without surrounding white space)."""

    def __init__(self, path: str) -> None:
        meter = Meter(path, "the dictionary", WordListError, _MAX_FILE)
        blocks = []
        for block in read_blocks(path):
            meter.count(len(block), 1, False)
            blocks.append(block)
        self.path = path
        #: Numbers of the line read last, and of the first that is not blank.
        self.number = self.first = 0
        self.encoding = "cp1252"
        content = b"".join(blocks).removeprefix(b"\xef\xbb\xbf")
        if content.count(b"\n") > MAX_LINES:
            raise WordListError("the dictionary is too long", path=path, expected=f"at most {MAX_LINES:,} lines")
        self._lines = content.removesuffix(b"\n").split(b"\n")

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        self.first = 0
        for number, line in enumerate(self._lines, 1):
            self.number = number
            if len(line) > _MAX_LINE:
                self.refuse("a line is too long", expected=f"at most {_MAX_LINE:,} bytes")
            if _DIGITS.search(line):
                self.refuse("a number is too long", expected="at most 19 digits")
            text = line.strip()
            if text:
                self.first = self.first or self.number
                yield self.number, text

    def decode(self, text: bytes) -> str:
        try:
            return text.decode(self.encoding)
        except UnicodeDecodeError:
            found = ascii(text.decode("latin-1"))[:80]
            self.refuse("a text is not in the encoding of the dictionary", expected=self.encoding, found=found)

    def refuse(self, what: str, **details: Any) -> NoReturn:
        """Raise WordListError about the line read last."""
        place = f"line {self.number}"
        raise WordListError(f"not a hunspell dictionary: {what}", path=self.path, place=place, **details)


class _Affix(NamedTuple):
    """An affix. ``allows``: flags of further affixes; ``crosses``: it may be combined with one on the other side."""

    flag: int
    add: str
    allows: Flags
    crosses: bool


class _Group(NamedTuple):
    """Affixes of one flag that are added under one condition and replace one text."""

    strip: str
    parts: list[str]
    fits: re.Pattern[str]
    affixes: list[_Affix]


#: An affix, the group of an affix that it allows, and that affix.
_Enabled: TypeAlias = tuple[_Affix, _Group, _Affix]
#: Groups by flag.
_Table: TypeAlias = dict[int, list[_Group]]


@dataclass
class _Affixes:
    """The content of a file of affixes."""

    encoding: str = "cp1252"
    flag_form: str = ""
    #: Flags with a meaning of their own, by the names of their lines.
    flag_of: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_SPECIAL, _NO_FLAG))
    #: Sets of flags by number, from 1; None if flags are written out.
    aliases: list[Flags] | None = None
    ignored: dict[int, None] = field(default_factory=dict)
    two_prefixes: bool = False
    full_strip: bool = False
    warned_are_forbidden: bool = False
    suffixes: _Table = field(default_factory=dict)
    prefixes: _Table = field(default_factory=dict)
    #: Number of characters of all conditions.
    condition_size: int = 0
    _known: dict[bytes, Flags] = field(default_factory=dict)

    def parse_flags(self, text: bytes, lines: _Lines) -> Flags:
        """Parse the flags behind a slash: written out, or the number of an alias."""
        if self.aliases is None:
            found = self._known.get(text)
            if found is None:
                found = self._known[text] = self.parse_written(text, lines)
            return found
        match = _NUMBER.match(text)
        number = int(match[1]) if match else 0
        if not 0 < number <= len(self.aliases):
            expected, shown = f"1 to {len(self.aliases)}", ascii(text.decode("latin-1"))[:40]
            lines.refuse("no such number of flags", expected=expected, found=shown)
        return self.aliases[number - 1]

    def parse_written(self, text: bytes, lines: _Lines) -> Flags:
        """Parse flags in the form that the dictionary uses: bytes, pairs of bytes, numbers, or characters."""
        if self.flag_form == "num":
            numbers = [_NUMBER.match(part) for part in text.split(b",")]
            found = [int(match[1]) for match in numbers if match]
        elif self.flag_form == "long":
            found = [int.from_bytes(text[at : at + 2], "big") for at in range(0, len(text) - 1, 2)]
        elif self.flag_form == "UTF-8":
            found = [*map(ord, text.decode("utf-8", "surrogateescape"))]
        else:
            found = [*text]
        if len(found) > _MAX_FLAGS:
            lines.refuse("too many flags", expected=f"at most {_MAX_FLAGS:,} of one line", found=f"{len(found):,}")
        return frozenset(found)

    def parse_flag(self, text: bytes, lines: _Lines) -> int:
        """Parse one flag, the first of the text."""
        text = text.split(b",")[0] if self.flag_form == "num" else text[:8]
        written = text[:2] if self.flag_form == "long" else text if self.flag_form in ("num", "UTF-8") else text[:1]
        if self.flag_form == "UTF-8":
            return ord(text.decode("utf-8", "surrogateescape")[0])
        found = self.parse_written(written, lines)
        if not found:
            lines.refuse("not a flag", found=ascii(text.decode("latin-1")))
        return min(found)


class _AffixReader:
    """Reads the lines of a file of affixes, from the first to the last."""

    def __init__(self, lines: _Lines) -> None:
        self.lines = lines
        self.result = _Affixes()
        self._rest = iter(lines)
        self._affixes = 0
        self._flags = 0  # characters of flags
        self._conditions: dict[str, tuple[list[str], re.Pattern[str]]] = {}
        self._groups: dict[tuple[bytes, int, str, str], _Group] = {}
        self._last_table: tuple[bytes, bytes, int] | None = None

    def read(self) -> _Affixes:
        for _, text in self._rest:
            name, *fields = text.split()
            if name in _TABLES:
                self._read_table(name, fields)
            elif fields:
                self._read_option(name.decode("latin-1"), fields)
            elif name == b"COMPLEXPREFIXES":
                self.result.two_prefixes = True
            elif name == b"FULLSTRIP":
                self.result.full_strip = True
            elif name == b"FORBIDWARN":
                self.result.warned_are_forbidden = True
        self.result.condition_size = sum(map(len, self._conditions))
        return self.result

    def _read_option(self, name: str, fields: list[bytes]) -> None:
        value = fields[0]
        name = "NEEDAFFIX" if name == "PSEUDOROOT" else name
        if name in self.result.flag_of:
            self.result.flag_of[name] = self.result.parse_flag(value, self.lines)
        elif name == "SET":
            encoding = value.decode("latin-1")
            found = _ENCODING.fullmatch(encoding)
            if found is None:
                place = f"line {self.lines.number}"
                what = "no such encoding of dictionaries"
                raise WordListError(what, path=self.lines.path, place=place, found=ascii(encoding))
            tis = encoding.lower().startswith("tis")
            self.lines.encoding = self.result.encoding = found[2] or ("tis-620" if tis else encoding)
        elif name == "FLAG":
            self.result.flag_form = {"utf-8": "UTF-8"}.get(value.decode("latin-1").lower(), value.decode("latin-1"))
        elif name == "AF":
            self._read_aliases(value)
        elif name == "IGNORE":
            self.result.ignored = dict.fromkeys(map(ord, self.lines.decode(value)))

    def _read_aliases(self, count: bytes) -> None:
        """Read a table of sets of flags after its first line."""
        begin, wanted = self.lines.number, self._number(count)
        aliases: list[Flags] = []
        for _ in range(wanted):
            fields = self._next_row(begin, len(aliases), wanted, b"AF")
            self._count_flags(fields[1])
            aliases.append(self.result.parse_written(fields[1], self.lines))
        self.result.aliases = aliases

    def _read_table(self, name: bytes, fields: list[bytes]) -> None:
        """Read a table of affixes after its first line."""
        begin = self.lines.number
        last = self._last_table
        if last is not None and last[:2] == (name, fields[0] if fields else b"") and fields[1] not in (b"Y", b"N"):
            header = last[2]
            what = f"more affixes than line {header} says"
            remedy = f"correct the number in line {header}"
            self.lines.refuse(what, remedy=remedy)
        if len(fields) < 3:
            self.lines.refuse(
                "invalid first line of a table of affixes", expected="SFX or PFX, a flag, Y or N, a number"
            )
        wanted = self._number(fields[2])
        flag, crosses = self.result.parse_flag(fields[0], self.lines), fields[1][:1] == b"Y"
        table = self.result.suffixes if name == b"SFX" else self.result.prefixes
        groups = table.setdefault(flag, [])
        for number in range(wanted):
            row = self._next_row(begin, number, wanted, name, fields[0])
            if len(row) < 4:
                self.lines.refuse("an affix lacks a part", expected="SFX or PFX, a flag, a text to strip, one to add")
            self._add(groups, name, flag, crosses, row)
        self._last_table = name, fields[0], begin

    def _next_row(self, begin: int, number: int, wanted: int, name: bytes, flag: bytes | None = None) -> list[bytes]:
        """Return the fields of the next line of a table that begins in line ``begin`` and promises ``wanted`` lines."""
        for _, text in self._rest:
            row = text.split()
            if row[0] == name and len(row) > 1 and flag in (None, row[1]):
                return row
            if not text.startswith(b"#"):
                break
        what = f"the table of {name.decode()} that begins in line {begin} ends early"
        remedy = f"correct the number in line {begin}"
        self.lines.refuse(what, expected=f"{wanted:,} lines", found=number, remedy=remedy)

    def _add(self, groups: list[_Group], name: bytes, flag: int, crosses: bool, row: list[bytes]) -> None:
        add, _, flags = row[3].partition(b"/")
        texts = [self.lines.decode(part) for part in (row[2], add, row[4] if len(row) > 4 else b".")]
        if max(map(len, texts)) > _MAX_TEXT:
            self.lines.refuse("an affix is too long", expected=f"at most {_MAX_TEXT} characters")
        if self._affixes == MAX_AFFIXES:
            self.lines.refuse("too many affixes", expected=f"at most {MAX_AFFIXES:,}")
        self._affixes += 1
        self._count_flags(flags)
        allows = self.result.parse_flags(flags, self.lines) if flags else _NONE
        strip, added, condition = ["" if text == "0" else text for text in texts[:2]] + texts[2:]
        if condition not in self._conditions:
            self._conditions[condition] = _compile_condition(condition)
        key = name, flag, strip, condition
        if key not in self._groups:
            self._groups[key] = _Group(strip, *self._conditions[condition], [])
            groups.append(self._groups[key])
        self._groups[key].affixes.append(_Affix(flag, added.translate(self.result.ignored), allows, crosses))

    def _number(self, text: bytes) -> int:
        if not text.isdigit():
            self.lines.refuse("not the number of lines of a table", found=ascii(text.decode("latin-1")))
        return int(text)

    def _count_flags(self, text: bytes) -> None:
        """Raise WordListError for too many flags, before they take memory."""
        self._flags += len(text)
        if self._flags > MAX_FLAGS:
            self.lines.refuse("too many flags", expected=f"at most {MAX_FLAGS:,} characters of flags")


def _read_affixes(lines: _Lines) -> _Affixes:
    return _AffixReader(lines).read()


class _Side(NamedTuple):
    """The affixes of one side of a word. ``known``: cache of the groups of a flag that may fit an end character."""

    table: _Table
    is_suffix: bool
    known: dict[tuple[int, str], list[_Group]]

    def groups(self, flags: Flags, text: str) -> list[_Group]:
        """Return the groups of these flags that may fit a text, judged by its character at this end."""
        end = text[-1:] if self.is_suffix else text[:1]
        found: list[_Group] = []
        for flag in flags:
            some = self.known.get((flag, end))
            if some is None:
                some = self.known[flag, end] = [one for one in self.table.get(flag, ()) if self._may_fit(one, end)]
            found += some
        return found

    def _may_fit(self, group: _Group, end: str) -> bool:
        at = -1 if self.is_suffix else 0
        return (not group.strip or group.strip[at] == end) and (
            not group.parts or re.fullmatch(group.parts[at], end, re.S) is not None
        )


class _Expander:
    """Makes the words of stems and their flags, using the affixes of a dictionary.

    A word has up to two affixes on its outer side, usually suffixes, and one on the other side.
    """

    def __init__(self, affixes: _Affixes, path: str, max_size: int) -> None:
        """``max_size``: longest wanted word, in characters."""
        self.path = path
        self.max_size = max_size
        self.forbidden: set[str] = set()
        self.tries = 0
        self.forms = 0
        self._full_strip = affixes.full_strip
        sides = _Side(affixes.suffixes, True, {}), _Side(affixes.prefixes, False, {})
        self._outer, self._other = reversed(sides) if affixes.two_prefixes else sides
        self._needs, self._inner, self._around, never, warned = affixes.flag_of.values()
        self._never = frozenset((self._inner, never, warned if affixes.warned_are_forbidden else _NO_FLAG))
        # Upper bound of how much one more affix on each side can shorten a text.
        self._most_stripped = sum(
            max((len(group.strip) for some in side.table.values() for group in some), default=0) for side in sides
        )
        self._enabled, self._mutual = self._find_enabled()
        self._spend(_TRIES_A_CHARACTER * affixes.condition_size)

    def _find_enabled(self) -> tuple[dict[int, list[_Enabled]], list[_Enabled]]:
        """Return (outer affixes that an affix of the other side allows, by its flag; pairs that allow each other)."""
        found: dict[int, list[_Enabled]] = {}
        mutual = []
        others = {one for some in self._other.table.values() for group in some for one in group.affixes}
        for other in sorted(others, key=lambda one: (one.flag, one.add)):
            for group in [group for flag in sorted(other.allows) for group in self._outer.table.get(flag, ())]:
                self._spend(len(group.affixes))
                for one in group.affixes if other.crosses else ():
                    if one.crosses:
                        found.setdefault(other.flag, []).append((other, group, one))
                        mutual += [(other, group, one)] if other.flag in one.allows else []
        return found, mutual

    def expand(self, stem: str, flags: Flags) -> Iterable[str]:
        """Return the words of a stem. Raises WordListError at a limit."""
        if flags & self._never:
            return ()
        found = set() if self._needs in flags else {stem}
        for text, first in self._apply(stem, self._outer, flags):
            self._expand_outer(found, text, first, flags)
        for whole, other in self._apply(stem, self._other, flags):
            if not other.allows or not other.allows & {self._needs, self._inner, self._around}:
                found.add(whole)
        enabled = chain.from_iterable(self._enabled[flag] for flag in flags & self._enabled.keys())
        for other, group, first in chain(enabled, self._mutual) if self._enabled else ():
            if first.flag not in flags:
                self._expand_enabled(found, stem, group, first, other)
        self._require_few_of_stem(found)
        wanted = [form for form in found if form not in self.forbidden and not self._is_too_long(form)]
        self.forms += len(wanted)
        self.require_few()
        return wanted

    def _expand_outer(self, found: set[str], text: str, first: _Affix, flags: Flags) -> None:
        """Add the words from a stem with one outer affix: that text, with a second one, and with one on the other
        side.
        """
        allows = first.allows
        stands = self._inner not in allows
        if stands and self._needs not in allows and self._around not in allows:
            found.add(text)
        if self._is_too_long(text, self._most_stripped):
            return
        both = flags | allows if allows else flags
        if first.crosses and stands:
            for whole, other in self._apply(text, self._other, both):
                if other.crosses and self._may_meet(first, other):
                    found.add(whole)
        if not allows or not stands:
            return
        for longer, second in self._apply(text, self._outer, allows):
            if self._around not in allows:
                found.add(longer)
            if second.crosses and not self._is_too_long(longer, self._most_stripped):
                self._spend((len(both) + len(second.allows)) // _FLAGS_A_TRY)
                for whole, other in self._apply(longer, self._other, both | second.allows):
                    if not other.crosses:
                        continue
                    alike = (self._around in other.allows) == (self._around in allows)
                    if (other.flag in second.allows and self._around not in allows) or (
                        other.flag not in second.allows and first.crosses and alike
                    ):
                        found.add(whole)
            self._require_few_of_stem(found)

    def _may_meet(self, first: _Affix, other: _Affix) -> bool:
        """Return whether an outer affix and one of the other side make a word without further affixes."""
        one, two = first.allows, other.allows
        if not one and not two:
            return True
        return (
            self._inner not in two
            and not (self._needs in one and self._needs in two)
            and (self._around in one) == (self._around in two)
        )

    def _expand_enabled(self, found: set[str], stem: str, group: _Group, first: _Affix, other: _Affix) -> None:
        """Add the words with an outer affix that is allowed only by an affix of the other side, which is also added."""
        if self._inner in first.allows:
            return
        texts = [text for text, _ in self._apply_groups(stem, [group._replace(affixes=[first])], self._outer)]
        others = [one._replace(affixes=[other]) for one in self._other.table[other.flag] if other in one.affixes]
        for text in texts:
            if self._may_meet(first, other):
                found.update(whole for whole, _ in self._apply_groups(text, others, self._other))
            if (self._around in first.allows) != (self._around in other.allows):
                continue
            for longer, second in self._apply(text, self._outer, first.allows):
                if second.crosses and other.flag not in second.allows:
                    found.update(whole for whole, _ in self._apply_groups(longer, others, self._other))

    def _apply(self, text: str, side: _Side, flags: Flags) -> Iterator[tuple[str, _Affix]]:
        """Iterate over the text with each fitting affix of these flags."""
        self._spend(len(flags) // _FLAGS_A_TRY)
        return self._apply_groups(text, side.groups(flags, text), side)

    def _apply_groups(self, text: str, groups: list[_Group], side: _Side) -> Iterator[tuple[str, _Affix]]:
        """Iterate over the text with each fitting affix of these groups."""
        size = len(text)
        self._spend(len(groups))
        for strip, parts, fits, affixes in groups:
            stripped, length = len(strip), len(parts)
            if size < length or (stripped >= size and not (self._full_strip and stripped == size)):
                continue
            if side.is_suffix:
                if text.endswith(strip) and fits.match(text, size - length):
                    self._spend(len(affixes))
                    bare = text[: size - stripped]
                    for one in affixes:
                        yield bare + one.add, one
            elif text.startswith(strip) and fits.match(text):
                self._spend(len(affixes))
                bare = text[stripped:]
                for one in affixes:
                    yield one.add + bare, one

    def _is_too_long(self, text: str, stripped: int = 0) -> bool:
        """Return whether a text exceeds the longest wanted word by more than ``stripped`` characters."""
        most = self.max_size + stripped
        return len(text) > most and len(to_nfc(text, WordListError)) > most

    def _spend(self, tries: int) -> None:
        self.tries += tries
        if self.tries > MAX_TRIES:
            raise self._too_much(f"at most {MAX_TRIES:,} affixes tried")

    def require_few(self, times: int = 1) -> None:
        """Raise WordListError if ``times`` times the words or tries so far exceed the limits."""
        if self.forms * times > MAX_FORMS:
            raise self._too_much(f"at most {MAX_FORMS:,} words")
        if self.tries * times > MAX_TRIES:
            raise self._too_much(f"at most {MAX_TRIES:,} affixes tried")

    def _require_few_of_stem(self, found: set[str]) -> None:
        if len(found) > MAX_FORMS_OF_A_STEM:
            raise self._too_much(f"at most {MAX_FORMS_OF_A_STEM:,} words of a stem")

    def _too_much(self, expected: str) -> WordListError:
        what = "the affixes make too many words"
        remedy = "take a part of the stems, or build from a list of words in use, such as a list of frequencies"
        return WordListError(what, path=self.path, expected=expected, remedy=remedy)


def _compile_condition(text: str) -> tuple[list[str], re.Pattern[str]]:
    """Return (the expression of each character, the expression of all) for a condition.

    A condition has letters, dots, and sets in brackets; nothing else has a meaning in hunspell.
    """
    if text == ".":
        return [], re.compile("")
    parts = []
    for part in _PART.findall(text):
        if len(part) == 1:
            parts.append(part if part == "." else re.escape(part))
        elif part in ("[]", "[^]"):
            parts.append("(?!)." if part == "[]" else ".")
        else:
            sign = "^" if part[1] == "^" else ""
            parts.append(f"[{sign}{re.escape(part[1 + len(sign) : -1])}]")
    return parts, re.compile("".join(parts), re.S)
