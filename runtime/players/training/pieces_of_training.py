"""Pieces of training for workers: the rules, the seed and the leave values of now, and which games.

The values of a round are the same for all of its pieces: a worker unpacks them once.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ....formats.leaves_section import StoredLeaves
from ..leaves import TrainedValues

if TYPE_CHECKING:
    from ...automaton.index import Index
    from ...game.rules import Rules

__all__ = ["cut_pieces", "pack_training", "unpack_training"]


def pack_training(rules: Rules, seed: int, values: TrainedValues) -> bytes:
    """What all pieces of a round have in common. About 1 MB for English."""
    stored = values.stored
    table = stored.letters, stored.longest, stored.scale, stored.values
    return pickle.dumps((pickle.dumps((rules, seed)), zlib.compress(pickle.dumps(table), 1)))


def cut_pieces(packed: bytes, start: int, number: int, size: int) -> Iterator[tuple[Any, ...]]:
    """(packed, first, number) of each piece of ``size`` games or boards from ``start`` on."""
    for first in range(start, start + number, size):
        yield packed, first, min(size, start + number - first)


def unpack_training(index: Index, packed: bytes) -> tuple[Rules, int, TrainedValues]:
    """(rules, seed, values) of a round, in a worker; the same objects for all pieces."""
    game, table = pickle.loads(packed)
    rules, seed = _game_of(game)
    return rules, seed, _values_of(index, table)


@lru_cache(maxsize=4)
def _game_of(packed: bytes) -> tuple[Rules, int]:
    rules, seed = pickle.loads(packed)
    return rules, seed


@lru_cache(maxsize=2)
def _values_of(index: Index, packed: bytes) -> TrainedValues:
    return TrainedValues(StoredLeaves(*pickle.loads(zlib.decompress(packed))), index.alphabet)
