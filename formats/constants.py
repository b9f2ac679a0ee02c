"""The constants of the .gaddag format.

``SPEC.md`` explains them. Compiler, readers and proofs all take them from here. Limits on how much a reader takes
of any input are in :mod:`.bounded_input`.
"""

from __future__ import annotations

import struct
from typing import Final

#: First eight bytes. The non-ASCII byte, CR LF, Ctrl-Z and LF reveal a transfer in text mode, as in PNG.
MAGIC: Final = b"\x89LEX\r\n\x1a\n"

#: A reader refuses a file with a higher read-version.
READ_VERSION: Final = 1
#: The version that this release's compiler writes. A reader accepts a file with a higher write-version.
WRITE_VERSION: Final = 1

#: magic, read-version, write-version, number of sections, file size, CRC-32 of header and table, zero
HEADER: Final = struct.Struct("<8sHHIQII")
#: name, offset, length, CRC-32 of the section's bytes, zero
SECTION: Final = struct.Struct("<16sQQII")
#: Sections start at multiples of this; the bytes between them are zero.
ALIGNMENT: Final = 64
MAX_SECTIONS: Final = 64

# Names of sections; :mod:`.sections` describes them.
ALPHABET: Final = "alphabet"
PROVENANCE: Final = "provenance"
GADDAG: Final = "gaddag"
DAGGAD: Final = "daggad"
EXPANDED: Final = "expanded"
ALPHAGRAMS: Final = "alphagrams"
COLUMNS: Final = "columns"
EDITIONS: Final = "editions"
LEAVES: Final = "leaves"
#: Key of the provenance in packed files whose nodes are in the order for packing.
PACKED: Final = "packed"

#: Size limit of a JSON section, in bytes; a larger one is refused before it is parsed.
MAX_JSON: Final = 1 << 20
#: The most levels of objects and lists in JSON.
MAX_JSON_DEPTH: Final = 100
#: Longest number in JSON, in characters.
MAX_JSON_NUMBER: Final = 100

#: Head of an automaton section: set width (in 32-bit words), letters, words in the lexicon, 32-bit words
#: in the node array, forward root, reverse root, end of the one-byte counts, end of the two-byte counts,
#: end of the forward part, nodes, arcs
GRAPH: Final = struct.Struct("<IIQQQQQQQQQ")
#: The head is padded with zeros to this size; the nodes follow.
GRAPH_SIZE: Final = 128

#: Head of the expanded section: bytes per arc, letters + 1, states, letter sets, bits of a state's number, and
#: the arc INIT, which has the root and the letter set of the one-letter words.
EXPANDED_HEAD: Final = struct.Struct("<IIQQQQ")
EXPANDED_HEAD_SIZE: Final = 64

#: The most columns of a lexicon.
MAX_COLUMNS: Final = 64
#: Size limits of packed numbers, uncompressed, and of the window of their frame, in bytes.
MAX_PACKED_NUMBERS: Final = 1 << 28
MAX_PACKED_WINDOW: Final = 1 << 23
#: Number of texts, by rank, that are compressed together.
TEXTS_PER_BLOCK: Final = 128
#: Size limit of such a block, uncompressed, in bytes.
MAX_TEXT_BLOCK: Final = 1 << 22
#: Size limit of a text with its zero byte, in bytes: a block has room for the longest texts.
MAX_TEXT: Final = MAX_TEXT_BLOCK // TEXTS_PER_BLOCK

#: Head of the editions section: bytes of the JSON behind it, bytes of a mask, words.
EDITIONS_HEAD: Final = struct.Struct("<IIQ")
#: The masks begin at a multiple of this, counted from the start of the section; zeros fill the gap.
EDITIONS_ALIGNMENT: Final = 8
#: The most editions in a file: a mask has a bit for each.
MAX_EDITIONS: Final = 64

#: Head of the leaves section: letters + 1, tiles of the longest leave, steps per point, bytes of the JSON behind
#: it,
#: number of values.
LEAVES_HEAD: Final = struct.Struct("<IIIIQ")
#: The values begin at a multiple of this, counted from the start of the section; zeros fill the gap.
LEAVES_ALIGNMENT: Final = 8
#: The most leave values (64 MB).
MAX_LEAVE_VALUES: Final = 1 << 25
#: Longest leave, in tiles.
MAX_LEAVE: Final = 15

#: The most letters of an alphabet: bit 0 of a 64-bit set belongs to the separator.
MAX_LETTERS: Final = 63
#: With at most this many letters, a set fits in one 32-bit word.
NARROW_LETTERS: Final = 31
#: Longest word, in tiles.
MAX_LENGTH: Final = 63
#: Longest chain of nodes on either side of the separator; the stacks of the kernels are a little larger.
MAX_DEPTH: Final = 64
#: The most tiles of all words of a list together, so that nodes, arcs and offsets in the array fit in 32 bits.
MAX_TILES: Final = 1 << 30
#: The separator's bit in a child set, and its tile number on a path.
SEPARATOR: Final = 0

#: Suffix of a lexicon file.
SUFFIX: Final = ".gaddag"
#: Suffix of a packed lexicon file.
PACKED_SUFFIX: Final = ".gaddag.zst"
#: Suffix of a file with the section of leaves alone, packed.
LEAVES_SUFFIX: Final = ".leaves.zst"


def set_width(letters: int) -> int:
    """Return the number of 32-bit words in a set of an alphabet with ``letters`` letters."""
    return 1 if letters <= NARROW_LETTERS else 2


def expanded_widths(states: int, letter_sets: int) -> tuple[int, int]:
    """Return the smallest (bits of a state's number, bytes of an arc) for an expanded section."""
    state_bits = states.bit_length()
    return state_bits, 4 if state_bits + (letter_sets - 1).bit_length() <= 32 else 8
