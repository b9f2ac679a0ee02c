"""Python strings to tiles and back, for kernels that take or give many strings at once.

These are the functions for interpreted kernels; compiled ones inline the same from ``text_tiles.pxd``.
"""

from __future__ import annotations


def read_tiles(text: str, table: memoryview, tiles: list[int], start: int) -> int:
    """Write the tiles of a text of at most 64 letters from ``tiles[start]`` on; give their number.

    ``table``: code point -> tile, 0 for others, as :func:`require_tiles` has passed it. -1 if the text is longer or
    the table does not know all of it.
    """
    if len(text) > 64:
        return -1
    for place, letter in enumerate(text, start):
        code = ord(letter)
        tile = table[code] if code < len(table) else 0
        if tile == 0:
            return -1
        tiles[place] = tile
    return len(text)


def require_tiles(tiles: bytes) -> None:
    """Raise ValueError unless all of these are numbers that a tile may have: a set of letters has 64 bits."""
    for tile in tiles:
        if tile > 63:
            raise ValueError("tiles are numbers below 64")


def prefetch_text(texts: list[str], place: int) -> None:
    """A hint that this text will be read soon; compiled, the processor fetches it meanwhile."""


def text_of(size: int, codes: list[int], length: int) -> str:
    """The text of these code points; compiled, each takes ``size`` bytes: 1, 2 or 4."""
    return "".join(map(chr, codes[:length]))
