"""Ctrl-C ends the long kernels of a build where they are, not when they have ended."""

from __future__ import annotations

import ctypes
import operator
import signal
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from lexkit.compiler import verify
from lexkit.compiler.kernels import check_paths
from lexkit.compiler.kernels.minimal_gaddag_from_sorted_words import Incremental
from lexkit.compiler.lists.sorted_words import TileWords

_WORDS = TileWords.of([b"\1\2", b"\1\2\3", b"\2\3"])


def _call_when_interrupted(function: Callable[..., Any], *arguments: Any) -> None:
    """Call a kernel when Ctrl-C was pressed, with no line of Python between the two."""
    interrupt = partial(ctypes.pythonapi.PyErr_SetInterruptEx, int(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        list(map(operator.call, [interrupt, partial(function, *arguments)]))


def _room() -> list[Any]:
    return [np.full(len(_WORDS), 99, np.uint8).data, np.full(len(_WORDS.tiles) + 1, 99, np.uint32).data]


def test_the_forward_part_is_ended() -> None:
    builder = Incremental(64)
    shared, goals = _room()
    _call_when_interrupted(builder.forward, _WORDS.tiles.data, _WORDS.offsets.data, shared, goals)
    assert goals[0] == 99  # the last that it would have written


def test_the_reverse_part_is_ended() -> None:
    builder = Incremental(64)
    shared, goals = _room()
    size = builder.forward(_WORDS.tiles.data, _WORDS.offsets.data, shared, goals)
    _call_when_interrupted(builder.reverse, _WORDS.tiles.data, _WORDS.offsets.data, shared, goals[:size])
    assert builder.result()[-1] == 0  # no root yet


def test_paths_are_followed_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt in one block ends the rest, in both threads."""
    words = TileWords.of([bytes([1 + i // 20, 1 + i % 20]) for i in range(400)])
    seen = []

    def follow(nodes: object, tiles: object, offsets: object, low: int, high: int) -> bool:
        seen.append((low, high))
        return True

    monkeypatch.setattr(verify, "_BLOCK", 64)
    monkeypatch.setattr(check_paths, "has_all_paths", follow)
    assert verify._has_all_paths(None, words)  # type: ignore[arg-type]
    ends = sorted(seen)
    assert ends[0][0] == 0
    assert ends[-1][1] == 400
    assert all(high - low <= 64 for low, high in ends)
    assert all(one[1] == other[0] for one, other in pairwise(ends))
