"""Keys of what a search meets, 64 bits each, and how moves are copied.

These are the definitions for interpreted kernels; compiled ones take the same names from ``endgame_hash_keys.pxd``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .shared_types import Square

_LOW_64 = (1 << 64) - 1


def scatter(number: int) -> int:
    """Another number of 64 bits for each number, in no order."""
    product = ((number ^ 0x2545F4914F6CDD1D) + 0x9E3779B97F4A7C15 & _LOW_64) * (number ^ 0xE7037ED1A0B428DB)
    return (product ^ product >> 64) & _LOW_64


def line_key(line: list[Square], length: int, salt: int) -> int:
    """The key of the squares of a line; ``salt``: another number for each line."""
    seen = tuple(
        [
            (square.tile, square.blank, square.cross, square.cross_multiplier, square.tile == 0 and square.cross_score)
            for square in line[:length]
        ]
    )
    return hash((salt, seen)) & _LOW_64


def tile_key(square: int, tile: int) -> int:
    """The key of a tile on a square; a board's is all of them with XOR between."""
    return scatter(square << 8 | tile)


def rack_key(tile: int, count: int) -> int:
    """The key of a number of one tile on a rack; a rack's is all of them with XOR between."""
    return scatter((tile << 8 | count) + (1 << 20))


def append_moves(
    out: list[tuple[int, int]], moves: list[tuple[int, int]], first: int, number: int
) -> list[tuple[int, int]]:
    """Append ``number`` moves of others; give the place for the next one."""
    out.extend(moves[first : first + number])
    return out


def fetch(words: memoryview, at: int) -> None:
    """A hint that this word will be read soon; compiled, the processor fetches it meanwhile."""


def copy_words(to: list[int], at: int, words: list[int], first: int) -> None:
    """Copy 64 numbers, one for each line."""
    to[at : at + 64] = words[first : first + 64]
