"""The numbers of the .gaddag format, each in one place. ``SPEC.md`` explains them.

Nothing here computes: compiler, reader, proof and kernels all take these constants from here.
"""

from __future__ import annotations

import struct
from typing import Final

#: First eight bytes. Non-ASCII first byte, CR LF, Ctrl-Z, LF: text-mode damage shows at once (as in PNG).
MAGIC: Final = b"\x89LEX\r\n\x1a\n"

#: A reader refuses a file whose read-version is above this.
READ_VERSION: Final = 1
#: What the compiler of this release writes. A newer write-version alone does not stop a reader.
WRITE_VERSION: Final = 1

#: magic, read-version, write-version, number of sections, file size, CRC-32 of header and table, zero
HEADER: Final = struct.Struct("<8sHHIQII")
#: name, offset, length, CRC-32 of the section's bytes, zero
SECTION: Final = struct.Struct("<16sQQII")
#: Sections start at multiples of this; the bytes between them are zero.
ALIGNMENT: Final = 64
MAX_SECTIONS: Final = 64

#: Required sections, then the optional ones.
ALPHABET: Final = "alphabet"
PROVENANCE: Final = "provenance"
GADDAG: Final = "gaddag"
DAGGAD: Final = "daggad"
EXPANDED: Final = "expanded"
ALPHAGRAMS: Final = "alphagrams"
COLUMNS: Final = "columns"
EDITIONS: Final = "editions"
KNOWN_SECTIONS: Final = (ALPHABET, PROVENANCE, GADDAG, DAGGAD, EXPANDED, ALPHAGRAMS, COLUMNS, EDITIONS)
REQUIRED_SECTIONS: Final = (ALPHABET, PROVENANCE, GADDAG)

#: The JSON sections are small; a larger one is refused before it is parsed.
MAX_JSON: Final = 1 << 20

#: Head of an automaton section: set width (words of 32 bits), letters, words in the lexicon, 32-bit words
#: in the node array, forward root, reverse root, end of the one-byte counts, end of the two-byte counts,
#: end of the forward part, nodes, arcs
GRAPH: Final = struct.Struct("<IIQQQQQQQQQ")
#: The nodes follow the head at this distance (the head is padded with zeros).
GRAPH_SIZE: Final = 128

#: Head of the expanded section: bytes per arc, letters + 1, states, letter sets, bits of a state's number, and
#: the arc INIT: as an arc it has the letter set of the one-letter words besides the root.
EXPANDED_HEAD: Final = struct.Struct("<IIQQQQ")
EXPANDED_HEAD_SIZE: Final = 64

#: Most columns of a lexicon.
MAX_COLUMNS: Final = 64
#: Texts that are compressed together, by rank; the bytes they may take, and those of one text (both with the zero
#: that ends it), so that so many of the longest fit.
TEXTS_PER_BLOCK: Final = 128
MAX_TEXT_BLOCK: Final = 1 << 22
MAX_TEXT: Final = MAX_TEXT_BLOCK // TEXTS_PER_BLOCK

#: Head of the editions section: bytes of the JSON behind it, bytes of a mask, words.
EDITIONS_HEAD: Final = struct.Struct("<IIQ")
#: The masks begin at a multiple of this, counted from the start of the section; zeros lie before them.
EDITIONS_ALIGNMENT: Final = 8
#: Most editions in a file: a mask has a bit for each.
MAX_EDITIONS: Final = 64

#: Most letters an alphabet can have: bit 0 of a 64-bit set is the separator's.
MAX_LETTERS: Final = 63
#: Up to this many letters a set fits one 32-bit word.
NARROW_LETTERS: Final = 31
#: Longest word, in tiles.
MAX_LENGTH: Final = 63
#: No chain of nodes is longer, on either side of the separator: the stacks of the kernels have this and a little more.
MAX_DEPTH: Final = 64
#: Most tiles of all words of a list: nodes, arcs and places in the array are then 32-bit numbers.
MAX_TILES: Final = 1 << 30
#: The separator's bit in a child set, and its tile number on a path.
SEPARATOR: Final = 0

#: A lexicon file, a packed one.
SUFFIX: Final = ".gaddag"
PACKED_SUFFIX: Final = ".gaddag.zst"
#: A packed file may claim at most this size unless its caller allows more.
MAX_UNPACKED: Final = 4 << 30


def set_width(letters: int) -> int:
    """Number of 32-bit words in a letter set or child set of an alphabet with so many letters."""
    return 1 if letters <= NARROW_LETTERS else 2


def expanded_widths(states: int, letter_sets: int) -> tuple[int, int]:
    """(bits of a state's number, bytes of an arc) in an expanded section: the fewest that hold them."""
    state_bits = states.bit_length()
    return state_bits, 4 if state_bits + (letter_sets - 1).bit_length() <= 32 else 8
