"""The compiler's stages in a row: a word list in, a proved .gaddag file out.

    read -> normalise -> sort/unique -> minimal GADDAG -> rank counts -> layout -> write -> verify

Guaranteed: the same words and options give the same bytes; the file appears whole or not at all, and only
after it was read back, proved safe, and found to hold exactly the words of the list.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from .. import __version__
from ..errors import LexkitError, StorageError, WordListError
from ..formats.alphabet import Alphabet
from ..formats.atomic import write_atomically
from ..formats.container import Bytes
from ..formats.layout import ALPHAGRAMS, EXPANDED, MAX_LENGTH, MAX_TILES, PACKED_SUFFIX, SUFFIX
from ..formats.lexicon_file import LexiconFile, lexicon_bytes, open_file
from ..formats.packed import open_lexicon
from ..lexicons import alphabet as shipped_alphabet
from .arrange import arrange
from .check import first_difference, spell_all
from .nodes import Nodes
from .read import WordList, read_words
from .words import TileWords

__all__ = [
    "BuildReport",
    "Options",
    "build",
    "compile_list",
    "default_target",
    "listed_words",
    "packed_target",
    "verify_provenance",
    "verify_words",
    "words_of",
]

Method: TypeAlias = Literal["sorted", "gordon"]
METHODS: Final = ("sorted", "gordon")
#: The alphabet of a list that names none.
DEFAULT_ALPHABET: Final = "english"


@dataclass(frozen=True)
class Options:
    """What a user can choose about a build; see ``lexc build --help``."""

    alphabet: str | Alphabet = DEFAULT_ALPHABET
    method: Method = "sorted"
    expanded: bool = False
    daggad: bool = False
    alphagrams: bool = False
    min_length: int = 1
    max_length: int = MAX_LENGTH
    skip_invalid: bool = False

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise LexkitError("no such method", expected=" or ".join(METHODS), found=repr(self.method))
        if not 1 <= self.min_length <= self.max_length <= MAX_LENGTH:
            raise LexkitError(
                "no such lengths",
                expected=f"1 <= --min-length <= --max-length <= {MAX_LENGTH}",
                found=f"{self.min_length} and {self.max_length}",
            )

    def resolved_alphabet(self) -> Alphabet | str:
        """The alphabet itself, or "auto"."""
        if isinstance(self.alphabet, Alphabet) or self.alphabet == "auto":
            return self.alphabet
        return shipped_alphabet(self.alphabet)


@dataclass
class BuildReport:
    """What a build read, left out, made, and how long each stage took (seconds)."""

    path: Path | None = None
    alphabet: str = ""
    lines: int = 0
    words: int = 0
    duplicates: int = 0
    too_short: int = 0
    too_long: int = 0
    invalid: int = 0
    #: The first invalid lines: (line, column, what was found).
    shown: list[tuple[int, int, str]] = field(default_factory=list)
    nodes: int = 0
    arcs: int = 0
    size: int = 0
    sha256: str = ""
    fingerprint: str = ""
    seconds: dict[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {**self.__dict__, "path": None if self.path is None else str(self.path)}


class _Stages:
    """Times the stages and tells somebody that one begins."""

    def __init__(self, report: BuildReport, tell: Callable[[str], None] | None) -> None:
        self.report = report
        self.tell = tell

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        if self.tell is not None:
            self.tell(name)
        start = time.perf_counter()
        yield
        self.report.seconds[name] = self.report.seconds.get(name, 0.0) + time.perf_counter() - start


def build(
    source: str | PathLike[str] | Iterable[str],
    target: str | PathLike[str] | None = None,
    options: Options | None = None,
    *,
    tell: Callable[[str], None] | None = None,
) -> BuildReport:
    """Compile a word list into a lexicon file; the report says where it is and what is in it.

    ``source``: see :func:`lexkit.compiler.read.read_words`. ``target``: by default beside the list, its name
    with ``.gaddag``. ``tell`` is called with the name of each stage as it begins. Raises WordListError,
    AlphabetError or StorageError; an older file of that name is then untouched.
    0.6 s and 120 MB for 178,691 English words.
    """
    if target is None:
        if not isinstance(source, str | PathLike) or fspath(source) == "-":
            raise WordListError("no name for the lexicon", remedy="name one: -o FILE")
        target = default_target(source)
    both_exist = isinstance(source, str | PathLike) and Path(source).exists() and Path(target).exists()
    if both_exist and Path(fspath(source)).samefile(target):  # type: ignore[arg-type]
        raise StorageError("this would overwrite the word list", path=target, remedy="name another: -o FILE")
    report = BuildReport()
    stage = _Stages(report, tell)
    words, alphabet, pieces = compile_list(source, options or Options(), report, stage)

    def check(path: Path) -> None:
        with stage("verify"):
            file = open_file(path)
            _demand_equal(file, words, alphabet)
            report.size = file.sections.size
            report.fingerprint = file.fingerprint

    with stage("write"):
        write_atomically(target, pieces, check)
    report.path = Path(target)
    report.seconds["write"] -= report.seconds["verify"]
    return report


def compile_list(
    source: str | PathLike[str] | Iterable[str],
    options: Options,
    report: BuildReport | None = None,
    stage: Callable[[str], Any] | None = None,
) -> tuple[TileWords, Alphabet, list[Bytes]]:
    """The sorted words of a list, their alphabet, and the bytes of the lexicon file, piece by piece."""
    report = BuildReport() if report is None else report
    stage = _Stages(report, None) if stage is None else stage
    with stage("read"):
        listed = _read(source, options)
    with stage("sort"):
        words = listed.words.sorted_unique()
        _fill(report, listed, words)
    alphabet = listed.alphabet
    with stage("fingerprint"):
        report.sha256 = words.sha256(alphabet)
    with stage("construct"):
        nodes = _construct(words, len(alphabet), options.method)
    with stage("arrange"):
        graph = arrange(nodes, len(alphabet), alphabet.width)
        report.nodes, report.arcs = graph.nodes, graph.arcs
        expanded = None
        if options.expanded:
            from .expanded import expand

            expanded = expand(nodes, len(alphabet))
    daggad = None
    if options.daggad:
        with stage("daggad"):
            # REV(y)◊REV(x) of the reversed words is y◊REV(x) of the words: the same construction.
            mirrored = words.reversed().sorted_unique()
            daggad = arrange(_construct(mirrored, len(alphabet), options.method), len(alphabet), alphabet.width)
    hashed = None
    if options.alphagrams:
        from .alphagrams import hash_alphagrams

        with stage("alphagrams"):
            hashed = hash_alphagrams(words)
    provenance = {
        "source": Path(source).name if isinstance(source, str | PathLike) else "",
        "words": len(words),
        "sha256": report.sha256,
        "options": {"min_length": options.min_length, "max_length": options.max_length},
        "tool": "lexkit",
        "version": __version__,
    }
    return words, alphabet, list(lexicon_bytes(alphabet, provenance, graph, daggad, expanded, hashed))


def _read(source: str | PathLike[str] | Iterable[str], options: Options) -> WordList:
    return read_words(
        source,
        options.resolved_alphabet(),
        min_length=options.min_length,
        max_length=options.max_length,
        skip_invalid=options.skip_invalid,
    )


def _construct(words: TileWords, letters: int, method: Method) -> Nodes:
    if len(words.tiles) > MAX_TILES:
        raise WordListError("too long a list", expected=f"at most {MAX_TILES:,} letters", found=f"{len(words.tiles):,}")
    if method == "gordon":
        from .gordon_route import build_gordon

        return build_gordon(words, letters)
    from .sorted_route import build_sorted

    return build_sorted(words, letters)


def _fill(report: BuildReport, listed: WordList, words: TileWords) -> None:
    report.alphabet = listed.alphabet.name
    report.lines = listed.lines
    report.words = len(words)
    report.duplicates = len(listed.words) - len(words)
    report.too_short = listed.too_short
    report.too_long = listed.too_long
    report.invalid = listed.invalid
    report.shown = listed.shown


def default_target(source: str | PathLike[str]) -> Path:
    """``nwl.txt``, ``nwl.txt.gz``, ``nwl.txt.zst`` -> ``nwl.gaddag`` beside it."""
    path = Path(source)
    name = path.name
    for suffix in (".zst", ".gz", ".txt"):
        name = name.removesuffix(suffix) or name
    return path.with_name(name + SUFFIX)


def packed_target(path: str | PathLike[str]) -> Path:
    """``nwl.gaddag`` -> ``nwl.gaddag.zst`` beside it."""
    return Path(path).with_name(Path(path).name.removesuffix(SUFFIX) + PACKED_SUFFIX)


def verify_words(file: LexiconFile, source: str | PathLike[str] | Iterable[str], skip_invalid: bool = False) -> int:
    """Prove that an opened file holds exactly the words of this list, with the lengths it was built for.

    Gives the number of words; LexkitError says what differs first.
    """
    chosen = file.provenance.get("options", {})
    listed = read_words(
        source,
        file.alphabet,
        min_length=chosen.get("min_length", 1),
        max_length=chosen.get("max_length", MAX_LENGTH),
        skip_invalid=skip_invalid,
    )
    words = listed.words.sorted_unique()
    _demand_equal(file, words, file.alphabet)
    return len(words)


def listed_words(file: LexiconFile) -> TileWords:
    """The words a file holds, in order, read from its forward part."""
    tiles, lengths = spell_all(file.gaddag)
    return TileWords.joined(tiles, lengths)


def words_of(source: str | PathLike[str], options: Options) -> tuple[TileWords, Alphabet]:
    """The words of a lexicon file or of a word list, sorted, of the lengths chosen; and their alphabet."""
    if fspath(source).endswith((SUFFIX, PACKED_SUFFIX)):
        file = open_lexicon(source)
        words = listed_words(file)
        chosen = (words.lengths >= options.min_length) & (words.lengths <= options.max_length)
        return words.take(chosen), file.alphabet
    listed = _read(source, options)
    return listed.words.sorted_unique(), listed.alphabet


def verify_provenance(file: LexiconFile) -> int:
    """Prove that an opened file holds the words its provenance says, both parts of it.

    Gives the number of words; LexkitError says what differs first.
    """
    words = listed_words(file)
    stated = file.provenance.get("sha256")
    found = words.sha256(file.alphabet)
    if stated != found:
        raise LexkitError("other words than its provenance says", path=file.path, expected=stated, found=found)
    _demand_equal(file, words, file.alphabet)
    return len(words)


def _demand_equal(file: LexiconFile, words: TileWords, alphabet: Alphabet) -> None:
    """LexkitError unless every automaton of the file is that of these words."""
    difference = first_difference(file.gaddag, words)
    if difference is None and EXPANDED in file.sections.data:
        from .expanded import expand

        if expand(_construct(words, len(alphabet), "sorted"), len(alphabet)) != file.sections.data[EXPANDED]:
            difference = "the expanded form", "that of its words", "another one"
    if difference is None and ALPHAGRAMS in file.sections.data:
        from .alphagrams import hash_alphagrams

        if hash_alphagrams(words) != file.sections.data[ALPHAGRAMS]:
            difference = "the alphagrams", "those of its words", "other ones"
    if difference is None and file.daggad is not None:
        words = words.reversed().sorted_unique()
        difference = first_difference(file.daggad, words)
    if difference is None:
        return
    what, expected, found = difference
    if found is None and isinstance(expected, int):
        word = bytes(words.tiles[words.offsets[expected] : words.offsets[expected + 1]])
        expected, found = alphabet.decode(word), "other words"
    raise LexkitError(f"the lexicon is not this word list: {what}", path=file.path, expected=expected, found=found)
