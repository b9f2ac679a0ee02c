"""Kernel: convert lines of a word list to tiles, and tiles to lines; for :mod:`..lists.word_list` and
``sorted_words``.

This kernel is the fast path for usual lines: letters that are one code point of one or two bytes each, then a
blank, a line end, or nothing. It refuses a block that contains anything else. The caller then reads that block by
the general path, which handles Unicode, spellings of several letters, and error messages.
"""

from __future__ import annotations

from lexkit.formats.kernels import cython

if not cython.compiled:
    #: Number of code points of one or two bytes in UTF-8, which is the size of the table of classes.
    CODE_POINTS = 0x800
    # Classes of code points. Besides these, 1 to 63 are tiles, and 0 is any other character.
    NEWLINE = 128
    BLANK = 129
    RETURN = 130

from .check_arguments import require_below, require_offsets, require_room


def read_lines(
    block: memoryview,
    classes: memoryview,
    tiles: memoryview,
    lengths: memoryview,
    numbers: memoryview,
    min_length: int,
    max_length: int,
    longest: int,
    max_line: int,
) -> tuple[int, int, int, int, int, bool]:
    """Write the tiles of the first field of each line, end to end, and the fields' lengths and line numbers (from 0).

    ``classes``: the class of each code point below CODE_POINTS. ``tiles`` has room for a tile per byte,
    ``lengths`` and ``numbers`` for a number per two bytes; ``numbers`` may be empty if no line numbers are needed.
    Fields shorter than ``min_length`` or longer than ``max_length`` tiles are counted but not written.

    Returns (words, tiles written, lines, too short, too long, whether all bytes after the fields are ASCII). The
    number of words is -1 if the block is refused: for a byte that begins no letter, a field of more than
    ``longest`` tiles, or a line of more than ``max_line`` bytes.
    """
    require_room(0, block, classes)
    size = len(block)
    if size == 0 or len(classes) < CODE_POINTS or block[size - 1] != 10 or classes[10] != NEWLINE:
        raise ValueError("whole lines, and a table of classes")
    require_room(0, tiles, lengths, numbers)
    numbered = len(numbers) > 0
    if len(tiles) < size or len(lengths) < size // 2 or (numbered and len(numbers) < size // 2):
        raise ValueError("room for the words")
    at = written = words = lines = short = long = 0
    ascii = True
    with cython.nogil:
        while at < size:
            line = at
            while classes[block[at] & 127] == BLANK and block[at] < 128:
                at += 1
            start = written
            while True:
                byte = block[at]
                if byte < 128:
                    kind = classes[byte]
                    if kind == 0 or kind & 128:
                        break
                    at += 1
                else:
                    # The block ends with a line end, so there is a byte after this one.
                    after = block[at + 1]
                    if byte < 0xC2 or byte > 0xDF or after & 0xC0 != 0x80:
                        kind = 0
                        break
                    kind = classes[(byte & 31) << 6 | after & 63]
                    if kind == 0 or kind & 128:
                        kind = 0
                        break
                    at += 2
                tiles[written] = kind
                written += 1
            if kind == RETURN and block[at + 1] == 10:
                at += 1
            elif kind == BLANK:
                while block[at] != 10:
                    if block[at] >= 128:
                        ascii = False
                    at += 1
            elif kind != NEWLINE:
                words = -1
                break
            at += 1
            length = written - start
            if length > longest or at - line > max_line:
                words = -1
                break
            if length == 0:
                pass
            elif length < min_length:
                short += 1
                written = start
            elif length > max_length:
                long += 1
                written = start
            else:
                lengths[words] = length
                if numbered:
                    numbers[words] = lines
                words += 1
            lines += 1
    return words, written, lines, short, long, ascii


def write_lines(
    tiles: memoryview, offsets: memoryview, low: int, high: int, labels: memoryview, sizes: memoryview, text: memoryview
) -> int:
    """Write words ``low`` to ``high`` as lines, and return the number of bytes written.

    Tile t is written as the ``sizes[t]`` bytes of ``labels`` from index ``4 * t`` on. ``text`` needs room for
    four bytes per tile and one per word.
    """
    require_offsets(tiles, offsets, low, high)
    require_room(64, sizes)
    require_below(5, sizes)
    if len(text) < 4 * (offsets[high] - offsets[low]) + high - low or len(sizes) < 64 or len(labels) < 256:
        raise ValueError("four bytes a tile, and one a word")
    written = 0
    with cython.nogil:
        for word in range(low, high):
            for at in range(offsets[word], offsets[word + 1]):
                tile = tiles[at] & 63
                size = sizes[tile]
                text[written] = labels[4 * tile]
                if size > 1:
                    for k in range(1, size):
                        text[written + k] = labels[4 * tile + k]
                written += size
            text[written] = 10
            written += 1
    return written
