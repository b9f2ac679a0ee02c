"""The sections of a lexicon file: their table, and the class of their contents.

A new section is an entry of :data:`SECTIONS`, an attribute of :class:`LexiconFile` with its name, and a module
that reads, proves and packs it. That module is imported only for files that have the section, so that others open
faster. If the words determine the section, it is also an entry of ``DERIVED`` in
``compiler/construct/optional_sections.py``, and a flag of ``compiler.build.Options`` with its name; verification then
compares it without more code. SPEC.md describes each section. The readers in C and JavaScript list the sections too:
they refuse one that they do not know (rule S8).
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from lexkit.base.errors import AlphabetError, CorruptFileError

from .alphabet import Alphabet
from .automaton_section import Graph, read_graph
from .constants import ALPHABET, ALPHAGRAMS, COLUMNS, DAGGAD, EDITIONS, EXPANDED, GADDAG, LEAVES, PROVENANCE
from .header_and_sections import Bytes, Section, Sections, pack_json, parse_json, read_shell

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    from .alphagrams_section import Alphagrams
    from .arc_table_section import Expanded
    from .columns_section import StoredColumn
    from .editions_section import Editions
    from .leaves_section import StoredLeaves

    #: Contents of the sections that were read so far, by name.
    Contents: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class LexiconFile:
    """The content of a proved file, with an attribute for each section. ``path`` is None for bytes in memory."""

    path: Path | None
    alphabet: Alphabet
    provenance: Mapping[str, Any]
    gaddag: Graph
    sections: Sections
    backend: str
    daggad: Graph | None = None
    expanded: Expanded | None = None
    alphagrams: Alphagrams | None = None
    #: Columns by name, in order of names.
    columns: Mapping[str, StoredColumn] = field(default_factory=dict)
    editions: Editions | None = None
    leaves: StoredLeaves | None = None

    @cached_property
    def plain_fingerprint(self) -> str:
        """Fingerprint of everything but the leave values. About 1 ms a megabyte, the first time."""
        told = [(name, zlib.crc32(data)) for name, data in self.sections.data.items() if name != LEAVES]
        return hashlib.sha256(repr(sorted(told)).encode()).hexdigest()[:32]

    @property
    def fingerprint(self) -> str:
        """32 hexadecimal digits: files with the same fingerprint have the same content, unless one was forged."""
        return self.sections.fingerprint


class SectionKind(NamedTuple):
    """A kind of section."""

    name: str
    #: Reads and proves the bytes of the section. Expensive rules are proved on first use.
    read: Callable[[memoryview, Contents, Path | None], Any]
    #: Packs the content into the bytes of the section, whole or in pieces.
    write: Callable[[Any], Section]
    required: bool = False
    #: True if the words determine it: a build makes it on request, and verification makes it again.
    derived: bool = False


def _read_alphabet(data: memoryview, contents: Contents, path: Path | None) -> Alphabet:
    try:
        return Alphabet.from_json(parse_json(data, ALPHABET, path))
    except AlphabetError as error:
        raise CorruptFileError.at(path, f"J4: section {ALPHABET}", found=error) from error


def _write_alphabet(alphabet: Alphabet) -> Section:
    return pack_json(alphabet.to_json())


def _read_provenance(data: memoryview, contents: Contents, path: Path | None) -> dict[str, Any]:
    return parse_json(data, PROVENANCE, path)


def _read_gaddag(data: memoryview, contents: Contents, path: Path | None) -> Graph:
    return read_graph(data, contents[ALPHABET], GADDAG, path)


def _read_daggad(data: memoryview, contents: Contents, path: Path | None) -> Graph:
    graph, words = read_graph(data, contents[ALPHABET], DAGGAD, path), contents[GADDAG].word_count
    if graph.word_count != words:
        raise CorruptFileError.at(path, f"G8: section {DAGGAD}", found=f"{graph.word_count} words, not {words}")
    return graph


def _write_graph(graph: Graph) -> Section:
    return graph.pieces()


def _read_expanded(data: memoryview, contents: Contents, path: Path | None) -> Expanded:
    from .arc_table_section import read_expanded

    return read_expanded(data, contents[ALPHABET], EXPANDED, path)


def _read_alphagrams(data: memoryview, contents: Contents, path: Path | None) -> Alphagrams:
    from .alphagrams_section import read_alphagrams

    return read_alphagrams(data, contents[GADDAG].word_count, ALPHAGRAMS, path)


def _write_bytes(data: Section) -> Section:
    return data


def _read_columns(data: memoryview, contents: Contents, path: Path | None) -> dict[str, StoredColumn]:
    from .columns_section import read_columns

    return read_columns(data, contents[GADDAG].word_count, path)


def _write_columns(columns: Mapping[str, StoredColumn]) -> Section:
    from .columns_section import pack_columns

    return pack_columns(columns.values())


def _read_editions(data: memoryview, contents: Contents, path: Path | None) -> Editions:
    from .editions_section import read_editions

    return read_editions(data, contents[GADDAG].word_count, EDITIONS, path)


def _write_editions(editions: Editions) -> Section:
    return editions.to_bytes()


def _read_leaves(data: memoryview, contents: Contents, path: Path | None) -> StoredLeaves:
    from .leaves_section import read_leaves

    return read_leaves(data, len(contents[ALPHABET]), path)


def _write_leaves(leaves: StoredLeaves) -> Section:
    from .leaves_section import pack_leaves

    return pack_leaves(leaves)


#: All sections, in the order in which they are read, and in which a build writes them.
SECTIONS: Final = (
    SectionKind(ALPHABET, _read_alphabet, _write_alphabet, required=True),
    SectionKind(PROVENANCE, _read_provenance, pack_json, required=True),
    SectionKind(GADDAG, _read_gaddag, _write_graph, required=True),
    SectionKind(DAGGAD, _read_daggad, _write_graph, derived=True),
    SectionKind(EXPANDED, _read_expanded, _write_bytes, derived=True),
    SectionKind(ALPHAGRAMS, _read_alphagrams, _write_bytes, derived=True),
    SectionKind(COLUMNS, _read_columns, _write_columns),
    SectionKind(EDITIONS, _read_editions, _write_editions),
    SectionKind(LEAVES, _read_leaves, _write_leaves),
)
KNOWN_SECTIONS: Final = tuple([kind.name for kind in SECTIONS])
REQUIRED_SECTIONS: Final = tuple([kind.name for kind in SECTIONS if kind.required])
DERIVED_SECTIONS: Final = tuple([kind.name for kind in SECTIONS if kind.derived])


def read_sections(data: Bytes, path: str | PathLike[str] | None = None) -> Sections:
    """Check the shell of a whole file and return its sections. Errors are those of :func:`read_shell`."""
    return read_shell(data, REQUIRED_SECTIONS, KNOWN_SECTIONS, path)


def read_contents(sections: Sections, path: Path | None) -> dict[str, Any]:
    """Read and prove the sections of a file, by name. Raises CorruptFileError with the broken rule."""
    contents: dict[str, Any] = {}
    for kind in SECTIONS:
        if kind.name in sections.data:
            contents[kind.name] = kind.read(sections.data[kind.name], contents, path)
    return contents


def pack_contents(contents: Mapping[str, Any]) -> dict[str, Section]:
    """Pack contents into sections, in the order of a build.

    Contents that are bytes already are kept, and None leaves a section out.
    """
    packed: dict[str, Section] = {}
    for kind in SECTIONS:
        content = contents.get(kind.name)
        if content is not None:
            ready = isinstance(content, bytes | bytearray | memoryview | tuple)
            packed[kind.name] = content if ready else kind.write(content)
    return packed
