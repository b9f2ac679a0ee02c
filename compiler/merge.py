"""Several lists into one lexicon file that answers for each: its words are those of any list.

The file has an ``editions`` section (:mod:`lexkit.formats.editions`). The order of the words in a list does not
matter, nor whether they come as a list or as a lexicon: the same words, names, marks and sources give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final

import numpy as np

from ..errors import LexkitError, StorageError, WordListError
from ..formats.alphabet import Alphabet
from ..formats.editions import Edition, Editions, mask_size, name_twice
from ..formats.layout import MAX_EDITIONS, MAX_LENGTH, PACKED_SUFFIX, SUFFIX
from ..formats.lexicon_file import LexiconFile
from .build import BuildReport, Options, Stages, compile_words, write_verified
from .lists.several_lists import Source, described, read_several, union
from .lists.sorted_words import TileWords
from .lists.word_list import SHOWN, WordList
from .verify import demand_editions

__all__ = ["MergeOptions", "edition_name", "merge", "usual_marks"]

#: What players write behind the words that only the lists of one side have: how names of such lists begin -> the mark.
_USUAL: Final = {
    "#": ("csw", "sowpods", "collins"),
    "$": ("nwl", "otcwl", "owl", "twl"),
}


@dataclass(frozen=True)
class MergeOptions:
    """What a user can choose about a merge; see ``lexc merge --help``. Marks and titles by name of edition."""

    #: None: those that are usual, see :func:`usual_marks`.
    marks: Mapping[str, str] | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    alphabet: str | Alphabet | None = None
    expanded: bool = False
    daggad: bool = False
    min_length: int = 1
    max_length: int = MAX_LENGTH
    skip_invalid: bool = False


def edition_name(path: str | PathLike[str]) -> str:
    """What an edition is called that nobody gave a name: the file's, without its suffixes."""
    name = Path(path).name
    for suffix in (PACKED_SUFFIX, SUFFIX, ".zst", ".gz", ".txt"):
        name = name.removesuffix(suffix) or name
    return name


def usual_marks(names: Iterable[str]) -> dict[str, str]:
    """``#`` for Collins lists and ``$`` for North American ones, known by how their names begin: csw21, nwl23.

    None where the lists are of one side only, whose words nothing tells apart then.
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
    """Compile lists, by the names of the editions they become, into the one file ``target``.

    Like :func:`.build.build`, and as well verified: the file holds exactly the words of all lists, and each
    edition exactly those of its list. Columns of lexicons that are merged are not taken over.
    """
    options = options or MergeOptions()
    report = BuildReport()
    stage = Stages(report, tell)
    listed = _editions(sources, options)
    for source in sources.values():
        _demand_another(source, target)
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
        )
    with stage("sort"):
        words, masks = union([one.words for one in read])
        _fill(report, dict(zip(sources, read, strict=True)), words, alphabet)
        report.marks = {edition.name: edition.mark for edition in listed}
    with stage("fingerprint"):
        listed = [
            Edition(edition.name, edition.mark, edition.title, edition.source, one.words.sha256(alphabet))
            for edition, one in zip(listed, read, strict=True)
        ]
    editions = Editions(tuple(listed), masks.astype(f"<u{mask_size(len(listed))}"))
    origin = {"source": " + ".join(editions.names)}
    pieces = compile_words(words, alphabet, chosen, origin, editions=editions, report=report, stage=stage)

    def check(file: LexiconFile) -> None:
        if file.editions is None or not np.array_equal(file.editions.masks, masks):
            raise LexkitError("the editions written are not those that were read", path=target)
        demand_editions(file, words)

    write_verified(target, pieces, words, alphabet, report, stage, check)
    return report


def _editions(sources: Mapping[str, Source], options: MergeOptions) -> list[Edition]:
    """The editions as far as they are known before the lists are read; WordListError where they cannot be."""
    if not 1 <= len(sources) <= MAX_EDITIONS:
        raise WordListError("no such number of editions", expected=f"1 to {MAX_EDITIONS}", found=len(sources))
    twice = name_twice(list(sources))
    if twice is not None:
        raise WordListError(
            "two editions of one name", expected="each once, capital or small", found=repr(twice), remedy="NAME=FILE"
        )
    marks = usual_marks(sources) if options.marks is None else options.marks
    for what, given in (("mark", marks), ("title", options.titles)):
        for name in given:
            if name not in sources:
                raise WordListError(f"a {what} for no edition", expected=" or ".join(sources), found=repr(name))
    listed = []
    for name, source in sources.items():
        origin = "".join(symbol if symbol.isprintable() else "?" for symbol in described(source))[:300]
        edition = Edition(name, marks.get(name, ""), options.titles.get(name, ""), origin)
        fault = edition.fault()
        if fault is not None:
            raise WordListError("no such edition", expected=fault[0], found=fault[1], remedy="name it: NAME=FILE")
        listed.append(edition)
    return listed


def _demand_another(source: Source, target: str | PathLike[str]) -> None:
    """StorageError where a list would be overwritten."""
    path = source.path if isinstance(source, LexiconFile) else source if isinstance(source, str | PathLike) else None
    if path is not None and Path(path).exists() and Path(target).exists() and Path(fspath(path)).samefile(target):
        raise StorageError("this would overwrite one of the lists", path=target, remedy="name another: -o FILE")


def _fill(report: BuildReport, read: Mapping[str, WordList], words: TileWords, alphabet: Alphabet) -> None:
    report.alphabet = alphabet.name
    report.words = len(words)
    report.editions = {name: len(one.words) for name, one in read.items()}
    for name, one in read.items():
        report.lines += one.lines
        report.too_short += one.too_short
        report.too_long += one.too_long
        report.invalid += one.invalid
        shown: list[Any] = [(line, column, f"{found} ({name})") for line, column, found in one.shown]
        report.shown += shown[: SHOWN - len(report.shown)]
