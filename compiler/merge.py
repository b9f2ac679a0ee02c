"""Merge several lists into one lexicon file that can answer for each of them.

The file holds the words of all lists, and a section ``editions`` (:mod:`lexkit.formats.editions_section`) that
records which lists have each word. The same words, names, marks and sources give the same bytes, regardless of the
order of words in a list, and of whether they come from a word list or a lexicon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import compress
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import LexkitError, QueryError, WordListError, show_value
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.atomic import refuse_overwriting, strip_suffixes
from lexkit.formats.columns_section import NUMBER, TEXT, StoredColumn
from lexkit.formats.constants import MAX_EDITIONS, MAX_LENGTH, PACKED_SUFFIX, SUFFIX
from lexkit.formats.editions_section import Edition, Editions, find_repeated, mask_size
from lexkit.formats.lexicon_file import LexiconFile, open_bytes
from lexkit.formats.sections import DERIVED_SECTIONS

from .build import BuildReport, Options, Stages, compile_words, write_verified
from .lists.read_list import Source, describe_source, read_several, require_words, union
from .lists.sorted_words import TileWords, spell_words
from .lists.word_list import SHOWN, WordList
from .verify import demand_edition, demand_editions, demand_equal

#: Marks that players write behind words of one list family only, with the beginnings of its lists' names.
_USUAL: Final = {
    "#": ("csw", "sowpods", "collins"),
    "$": ("nwl", "otcwl", "owl", "twl"),
}


@dataclass(frozen=True)
class MergeOptions:
    """The options of a merge. ``lexc merge --help`` explains them too.

    Attributes:
        marks: Mark of each edition by name; None for the usual ones (:func:`usual_marks`).
        titles: Title of each edition by name.
        alphabet: By default that of the lexicons among the lists, else english.
        expanded: Add a section with the arc table.
        daggad: Add a section with the second automaton (DAGGAD).
        min_length: Leave out shorter words.
        max_length: Leave out longer words.
        skip_invalid: Leave out lines that are not words, instead of raising an error.
        fold: Read letters that the alphabet lacks as the letters that they stand for. The lists' own spelling is
            not kept.
    """

    marks: Mapping[str, str] | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    alphabet: str | Alphabet | None = None
    expanded: bool = False
    daggad: bool = False
    min_length: int = 1
    max_length: int = MAX_LENGTH
    skip_invalid: bool = False
    fold: bool = False


def edition_name(path: str | PathLike[str]) -> str:
    """Return the default name of an edition: the file's name without its suffixes."""
    return strip_suffixes(Path(path).name, (PACKED_SUFFIX, SUFFIX, ".zst", ".gz", ".txt"))


def usual_marks(names: Iterable[str]) -> dict[str, str]:
    """Return the usual marks of lists that are recognized by their names.

    Collins lists (csw21) have ``#``, North American ones (nwl23) ``$``. There are no marks if all lists belong to
    one family, since their words then need no mark.
    """
    marks = {name: mark for name in names for mark, starts in _USUAL.items() if name.lower().startswith(starts)}
    return marks if len(set(marks.values())) > 1 else {}


def merge(
    sources: Mapping[str, Source],
    target: str | PathLike[str],
    options: MergeOptions | None = None,
    *,
    tell: Callable[[str], None] | None = None,
) -> BuildReport:
    """Compile several lists into the file ``target``.

    ``sources`` maps names of editions to their lists. The result is verified as in :func:`.build.build`: the file
    holds exactly the words of all lists, and each edition exactly the words of its list. The columns of merged
    lexicons are dropped.
    """
    options = options or MergeOptions()
    stage = Stages(tell)
    report = stage.report
    listed = _prepare_editions(sources, options)
    for source in sources.values():
        refuse_overwriting(source.path if isinstance(source, LexiconFile) else source, target, "one of the lists")
    refuse_overwriting(options.alphabet, target, "the alphabet")
    chosen = Options(
        expanded=options.expanded,
        daggad=options.daggad,
        min_length=options.min_length,
        max_length=options.max_length,
    )
    with stage("read"):
        read, alphabet = read_several(
            list(sources.values()),
            options.alphabet,
            min_length=options.min_length,
            max_length=options.max_length,
            skip_invalid=options.skip_invalid,
            fold=options.fold,
        )
        if all(isinstance(source, str | PathLike) for source in sources.values()):
            require_words(read, " + ".join(sources))
    with stage("sort"):
        words, masks = union([one.words for one in read])
        _fill_report(report, dict(zip(sources, read, strict=True)), words, alphabet)
        report.marks = {edition.name: edition.mark for edition in listed}
    with stage("fingerprint"):
        listed = [
            replace(edition, sha256=one.words.sha256(alphabet)) for edition, one in zip(listed, read, strict=True)
        ]
    editions = Editions(tuple(listed), masks.astype(f"<u{mask_size(len(listed))}"))
    origin = {"source": " + ".join(editions.names)}
    pieces = compile_words(words, alphabet, chosen, origin, editions=editions, stage=stage)

    def check(file: LexiconFile) -> None:
        if file.editions is None or not np.array_equal(file.editions.masks, masks):
            raise LexkitError("the written editions are not those that were read", path=target)
        demand_editions(file, words)

    return write_verified(target, pieces, words, alphabet, stage, check)


def _prepare_editions(sources: Mapping[str, Source], options: MergeOptions) -> list[Edition]:
    """Make the editions without the hashes of their words, which are not read yet.

    Raises WordListError if there are too many editions, or if a name, mark or title is invalid.
    """
    if not 1 <= len(sources) <= MAX_EDITIONS:
        raise WordListError("invalid number of editions", expected=f"1 to {MAX_EDITIONS}", found=len(sources))
    repeated = find_repeated(list(sources))
    if repeated is not None:
        raise WordListError(
            "two editions have the same name",
            expected="different names, ignoring case",
            found=repr(repeated),
            remedy="NAME=FILE",
        )
    for given, what in (({} if options.marks is None else options.marks, "marks"), (options.titles, "titles")):
        if not isinstance(given, Mapping) or not all(isinstance(text, str) for text in (*given, *given.values())):
            raise TypeError(f"{what}: expected texts by the names of editions, found {show_value(given)}")
    marks = usual_marks(sources) if options.marks is None else options.marks
    for what, given in (("mark", marks), ("title", options.titles)):
        for name in given:
            if name not in sources:
                raise WordListError(
                    f"there is no edition for this {what}", expected=" or ".join(sources), found=repr(name)
                )
    listed = []
    for name, source in sources.items():
        origin = "".join(symbol if symbol.isprintable() else "?" for symbol in describe_source(source))[:300]
        edition = Edition(name, marks.get(name, ""), options.titles.get(name, ""), origin)
        fault = edition.find_fault()
        if fault is not None:
            raise WordListError("no such edition", expected=fault[0], found=fault[1], remedy="name it: NAME=FILE")
        listed.append(edition)
    return listed


def _fill_report(report: BuildReport, read: Mapping[str, WordList], words: TileWords, alphabet: Alphabet) -> None:
    report.alphabet = alphabet.name
    report.words = len(words)
    report.editions = {name: len(one.words) for name, one in read.items()}
    for name, one in read.items():
        report.lines += one.lines
        report.too_short += one.too_short
        report.too_long += one.too_long
        report.invalid += one.invalid
        report.behind += one.behind
        report.shown_behind += [(line, f"{text} ({name})") for line, text in one.shown_behind]
        shown: list[Any] = [(line, column, f"{found} ({name})") for line, column, found in one.shown]
        report.shown += shown[: SHOWN - len(report.shown)]
    del report.shown_behind[SHOWN:]


def _filter_column(column: StoredColumn, kept: NDArray[np.bool_]) -> StoredColumn:
    """Reduce a column to the words in the mask ``kept`` (bool, by rank)."""
    if column.kind == TEXT:
        return StoredColumn.of_texts(column.name, list(compress(column.texts.all(), kept.tolist())))
    values = column.values[kept]
    if column.kind == NUMBER:
        return StoredColumn.of_numbers(column.name, values)
    missing = np.zeros(len(values), bool) if column.absent is None else column.absent[kept]
    return StoredColumn.of_integers(column.name, values.astype(np.int64), missing)


def extract(file: LexiconFile, name: str) -> bytes:
    """Make and verify a lexicon of the words of edition ``name``.

    The editions of the new lexicon record which of the old ones have these words. Raises QueryError if there is no
    such edition, CorruptFileError (rule M9) if the words of the edition do not match the file's hash. About 0.8 s
    for 180,000 words.
    """
    editions = file.editions
    if editions is None:
        raise QueryError("this lexicon has no editions", found=repr(name), remedy="lexc merge makes one with editions")
    number = editions.number(name)
    edition = editions.listed[number]
    kept = editions.members(number)
    words = spell_words(file.gaddag).take(kept)
    demand_edition(file, edition, words)
    masks = editions.masks[kept]
    listed = []
    for other, one in enumerate(editions.listed):
        inside = words.take((masks & masks.dtype.type(1 << other)) != 0)
        listed.append(replace(one, sha256=inside.sha256(file.alphabet)))
    derived: dict[str, Any] = {name: name in file.sections.data for name in DERIVED_SECTIONS}
    options = Options(**derived)
    origin = {"source": edition.source, "edition": edition.name, "edition_of": file.fingerprint}
    columns = {name: _filter_column(column, kept) for name, column in file.columns.items()} or None
    pieces = compile_words(
        words, file.alphabet, options, origin, columns=columns, editions=Editions(tuple(listed), masks)
    )
    data = b"".join(pieces)
    demand_equal(open_bytes(data, file.path), words, file.alphabet)
    return data
