"""The ways in which the last tiles of a bag may be drawn, and what each player then has.

A way is an order of the tiles in the bag; equal tiles count as different: there are 8 for 1 tile
of 8 that a player does not see, 72 for 2 of 9, 720 for 3 of 10, 7,920 for 4 of 11. Equal ways are counted together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ....limits import look


class Draw(NamedTuple):
    """What a player draws, what is left in the bag in its order, and the other rack; in how many ways.

    ``drawn`` and ``other`` have 64 counts by tile number, ``bag`` the numbers of tiles.
    """

    drawn: bytes
    bag: bytes
    other: bytes
    ways: int


@lru_cache(maxsize=16)
def draws(unseen: bytes, drawn: int, left: int) -> tuple[Draw, ...]:
    """All draws of ``drawn`` tiles that leave ``left`` tiles in the bag.

    ``unseen``: 64 counts of the tiles in the bag and on the other rack.
    """
    found = []
    for taken, ways in choices_of(unseen, drawn):
        after = bytes([have - less for have, less in zip(unseen, taken, strict=True)])
        for bag, other, orders in _orders(after, left):
            found.append(Draw(taken, bag, other, ways * math.factorial(drawn) * orders))
    return tuple(found)


@lru_cache(maxsize=16)
def exchange_draws(unseen: bytes, returned: bytes, in_bag: int) -> tuple[Draw, ...]:
    """All draws after an exchange, and all orders of the bag into which the tiles are returned.

    ``returned``: 64 counts of the tiles exchanged, no more than are ``in_bag``.
    """
    number = sum(returned)
    found = []
    for taken, ways in choices_of(unseen, number):
        after = bytes([have - less for have, less in zip(unseen, taken, strict=True)])
        for left, more_ways in choices_of(after, in_bag - number):
            other = bytes([have - less for have, less in zip(after, left, strict=True)])
            pool = bytes([one + more for one, more in zip(left, returned, strict=True)])
            look()
            for bag, _, orders in _orders(pool, in_bag):
                found.append(Draw(taken, bag, other, ways * math.factorial(number) * more_ways * orders))
    return tuple(found)


def exchanges_of(rack: bytes, most: int) -> Iterator[bytes]:
    """The counts of all tiles that may be exchanged together: 1 to ``most`` of a rack of these counts."""
    for number in range(1, most + 1):
        for chosen, _ in choices_of(rack, number):
            yield chosen


def choices_of(counts: bytes, number: int) -> Iterator[tuple[bytes, int]]:
    """(chosen, ways): the choices of a number of tiles, in no order."""

    def choose(tile: int, number: int) -> Iterator[tuple[list[tuple[int, int]], int]]:
        if number == 0:
            yield [], 1
            return
        for kind in range(tile, len(counts)):
            for copies in range(1, min(counts[kind], number) + 1):
                for others, ways in choose(kind + 1, number - copies):
                    yield [(kind, copies), *others], ways * math.comb(counts[kind], copies)

    for chosen, ways in choose(0, number):
        taken = bytearray(len(counts))
        for kind, copies in chosen:
            taken[kind] = copies
        yield bytes(taken), ways


def _orders(counts: bytes, number: int) -> Iterator[tuple[bytes, bytes, int]]:
    """(chosen, others, ways): the choices of a number of tiles in order, and the counts of all others."""
    if number == 0:
        yield b"", counts, 1
        return
    for kind, count in enumerate(counts):
        if count:
            less = counts[:kind] + bytes([count - 1]) + counts[kind + 1 :]
            for chosen, others, ways in _orders(less, number - 1):
                yield bytes([kind]) + chosen, others, ways * count
