"""Convert lexicons and leave values between lexkit's files and those of other programs.

Compiler and runtime do not import each other; they meet in this folder. The formats are in
:mod:`.formats.foreign.format_table`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexkit.base import lazy_numpy as np
from lexkit.base.checks import require_path
from lexkit.base.errors import AlphabetError, ForeignFileError, LexkitError
from lexkit.formats.constants import COLUMNS, LEAVES_SUFFIX, SUFFIX
from lexkit.formats.foreign.format_table import OWN, TEXT, TEXT_SUFFIX, Format, format_named, format_to_write
from lexkit.formats.foreign.signatures import UNPACK
from lexkit.formats.sections import SECTIONS

from .catalogue import open_named
from .foreign_files import alphabet_for, find_format, load_file, stem_of
from .leaves import is_of_leaves, read_leaves, write_leaves

if TYPE_CHECKING:
    from lexkit.compiler.foreign_files import LeftOut
    from lexkit.formats.alphabet import Alphabet
    from lexkit.formats.lexicon_file import LexiconFile


@dataclass(frozen=True)
class Conversion:
    """The report of a conversion.

    Attributes:
        path: The file that was written.
        source_format: Name of the source's format.
        format: Name of the target's format.
        alphabet: Name of the alphabet.
        words: Number of words, or of leaves with a value.
        size: Size of the file in bytes.
        lost: Contents of the source that the target cannot hold.
        seconds: Time of the conversion.
        invalid: Number of lines or keys that are not words and were left out.
        shown: The first of them, as (line, column, what was found).
    """

    path: Path
    source_format: str
    format: str
    alphabet: str
    words: int
    size: int
    lost: tuple[str, ...] = ()
    seconds: float = 0.0
    invalid: int = 0
    shown: tuple[tuple[int, int, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the report as data for JSON."""
        return {**self.__dict__, "path": str(self.path), "lost": list(self.lost), "shown": [*map(list, self.shown)]}


def convert(
    source: str | PathLike[str],
    target: str | PathLike[str],
    *,
    alphabet: Alphabet | str | None = None,
    format: str | None = None,  # noqa: A002 - as the option of lexc
    source_format: str | None = None,
    skip_invalid: bool = False,
    fold: bool = False,
) -> Conversion:
    """Convert a lexicon into another program's file, or such a file into a lexicon.

    docs/interop.md has a table of the formats. A file of words is read back and compared before it gets its name;
    word lists are not.
    After an error an existing target is unchanged. Takes 1.5 s for 178,691 English words.

        lexkit.convert("nwl.gaddag", "nwl.kwg")
        lexkit.convert("nwl.kwg", "nwl.gaddag")

    Args:
        source: A lexicon (path or name), a word list, or another program's file, also one of leave values.
        target: The file to write.
        alphabet: The alphabet of a file that does not state its own: a name, a file, or "auto" where letters are
            characters. By default the one that the file's name means (NWL: english).
        format: Format of the target, if its name does not tell.
        source_format: Format of the source, if its name and content do not tell.
        skip_invalid: Leave out lines or keys that are not words, and values too large for a column, instead of
            raising an error.
        fold: Read letters that the alphabet lacks as the letters that they stand for (É as E).

    Returns:
        A report of what was read, written and lost.

    Raises:
        LexiconFileError: The source is damaged.
        LexkitError: The format cannot hold the words.
        StorageError: Reading or writing failed.
    """
    from lexkit.compiler.foreign_files import write_file
    from lexkit.compiler.lists.sorted_words import spell_words
    from lexkit.formats.atomic import refuse_overwriting, write_atomically

    begun = time.perf_counter()
    name = require_path(source, "lexicon")
    refuse_overwriting(source, target, "the source")
    refuse_overwriting(alphabet, target, "the alphabet")
    if format is None and is_of_leaves(require_path(target)):
        return _convert_leaves(name, target, alphabet, begun)
    form = _target_format(target, format)
    file, read_as, lost, left_out = _load(name, alphabet, source_format, skip_invalid, fold)
    words = file.gaddag.word_count
    if isinstance(form, Format):
        data, words = write_file(file, form, stem_of(target))
        lost += _find_lost(file, form)
    elif form == read_as:
        raise LexkitError(f"source and target are both {form} files", remedy="name another format")
    elif form == TEXT:
        data = b"".join(spell_words(file.gaddag).text(file.alphabet))
    else:
        data = bytes(file.sections.whole)
    write_atomically(target, [data])
    written = form.name if isinstance(form, Format) else form
    seconds = time.perf_counter() - begun
    return Conversion(
        Path(target),
        read_as,
        written,
        file.alphabet.name,
        words,
        len(data),
        lost,
        seconds,
        left_out.invalid,
        tuple(left_out.shown),
    )


def _convert_leaves(
    source: str, target: str | PathLike[str], alphabet: Alphabet | str | None, begun: float
) -> Conversion:
    """Convert a file of leave values, or the leave values of a lexicon."""
    from lexkit.runtime.lexicon.lexicon import Lexicon

    if is_of_leaves(source):
        tiles = alphabet_for(source, None, alphabet)
        if isinstance(tiles, str):
            expected = "the name or file of an alphabet"
            raise AlphabetError("leave values are of a named alphabet", expected=expected, found=tiles)
        values = read_leaves(source, tiles)
        read_as = _form_of_leaves(source)
    else:
        values, read_as = Lexicon(open_named(source, alphabet=alphabet)).leaves, OWN
    size = write_leaves(values, target)
    leaves, seconds = int(np.count_nonzero(values.stored.values)), time.perf_counter() - begun
    return Conversion(Path(target), read_as, _form_of_leaves(target), values.alphabet.name, leaves, size, (), seconds)


def _form_of_leaves(path: str | PathLike[str]) -> str:
    """Return the format of a file of leave values by its name: klv2, leaves.zst."""
    name = fspath(path).lower()
    return LEAVES_SUFFIX[1:] if name.endswith(LEAVES_SUFFIX) else Path(name).suffix[1:]


def _target_format(target: str | PathLike[str], named: str | None) -> Format | str:
    """Return the format to write, or the name of one of lexkit's own: a lexicon or a word list."""
    name = require_path(target)
    if name.lower().endswith((".gz", ".zst")):
        remedy = "leave the last suffix out, and pack the file afterwards (a lexicon: lexc pack)"
        raise ForeignFileError("convert cannot write compressed files", path=name, remedy=remedy)
    if named is not None:
        return named if named in (OWN, TEXT) else format_named(named)
    for own, suffix in ((OWN, SUFFIX), (TEXT, TEXT_SUFFIX)):
        if name.lower().endswith(suffix):
            return own
    form = format_to_write(name)
    if form is None:
        remedy = "name the format: format=NAME"
        raise ForeignFileError("no format has this suffix", path=name, remedy=remedy)
    return form


def _load(
    name: str, alphabet: Alphabet | str | None, source_format: str | None, skip_invalid: bool, fold: bool
) -> tuple[LexiconFile, str, tuple[str, ...], LeftOut]:
    """Load any source as (lexicon, name of its format, contents that were lost, entries that are not words)."""
    from lexkit.compiler.build import Options, compile_in_memory
    from lexkit.compiler.foreign_files import LeftOut, compile_file
    from lexkit.runtime.query.conditions.registry import reserved_names

    text = name.lower().endswith((TEXT_SUFFIX, TEXT_SUFFIX + ".gz", TEXT_SUFFIX + ".zst"))
    if source_format == TEXT or (source_format is None and text):
        options = Options(alphabet_for(name, None, alphabet), skip_invalid=skip_invalid, fold=fold)
        file, report = compile_in_memory(name, options, reserved=reserved_names())
        lines = "line" if report.behind == 1 else "lines"
        lost = (f"the text behind the word of {report.behind:,} {lines}",) * bool(report.behind)
        return file, TEXT, lost, LeftOut(report.invalid, report.shown)
    form = find_format(name) if source_format is None else None
    if source_format is not None and source_format != OWN:
        form = format_named(source_format)
    if form is None:
        try:
            return open_named(name), OWN, (), LeftOut()
        except ForeignFileError as error:
            if error.remedy != UNPACK:
                error.remedy = "name its format: source_format=NAME"
            raise
    data, tiles = load_file(name, form, alphabet)
    _, file, left_out = compile_file(data, form, tiles, Path(name), skip_invalid=skip_invalid, fold=fold)
    return file, form.name, (f"{left_out.values:,} values of 2**63 and more",) * bool(left_out.values), left_out


def _find_lost(file: LexiconFile, form: Format) -> tuple[str, ...]:
    """List the contents of a lexicon that a format cannot hold."""
    lost = [one for one in form.lost.split(", ") if one]
    lost += [f"column {name}" for name in file.columns]
    other = [kind.name for kind in SECTIONS if not (kind.required or kind.derived or kind.name == COLUMNS)]
    lost += [name for name in other if name in file.sections.data]
    return tuple(lost)
