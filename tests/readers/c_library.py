"""The reader in C, compiled and loaded: ``readers/c/gaddag.h`` behind calls that take and give what Python has."""

import ctypes
import re
import shutil
import subprocess
from ctypes import byref, c_char, c_int32, c_int64, c_uint8, c_uint64, c_void_p
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pytest

READER = Path(__file__).parents[2] / "readers" / "c"
COMPILER = shutil.which("cc")
#: Room for the moves of any position here.
ROOM = 1 << 17


class Refusal(ctypes.Structure):
    _fields_ = [("rule", c_char * 4), ("text", c_char * 124), ("place", c_uint64), ("system", c_int32)]  # noqa: RUF012


class CMove(ctypes.Structure):
    _fields_ = [  # noqa: RUF012
        ("score", c_int32), ("row", c_uint8), ("column", c_uint8), ("down", c_uint8), ("length", c_uint8),
        ("laid", c_uint8), ("tiles", c_uint8 * 15),
    ]  # fmt: skip


@cache
def library() -> ctypes.CDLL:
    """The shared library, compiled once for a process of tests; skips the test if there is no C compiler."""
    if COMPILER is None:
        pytest.skip("no C compiler: the reader in C was not compiled")
    folder = Path(mkdtemp(prefix="lexkit-reader-"))
    try:
        subprocess.run(["make", "-s", "-C", READER, f"BUILD={folder}"], check=True)
        loaded = ctypes.CDLL(next(str(file) for file in folder.iterdir() if file.stem == "liblexkit"))
    finally:
        shutil.rmtree(folder)
    for name in ("word_count", "rank", "prefix", "suffix", "substring", "pattern", "anagrams", "next", "moves"):
        getattr(loaded, f"lexkit_{name}").restype = c_int64
    loaded.lexkit_close.argtypes = loaded.lexkit_board_free.argtypes = [c_void_p]
    return loaded


def rule_of(data: bytes) -> str:
    """The rule that the reader finds broken in these bytes, or "" if it opens them."""
    opened, refusal = c_void_p(), Refusal()
    code = library().lexkit_open_memory(ctypes.create_string_buffer(data, len(data)), c_uint64(len(data)),
                                        byref(opened), byref(refusal))  # fmt: skip
    library().lexkit_close(opened)
    assert (code == 0) == (not refusal.rule)
    return refusal.rule.decode()


class InC:
    """A lexicon that the reader in C has opened. Words are found as lists of ranks."""

    def __init__(self, data: bytes) -> None:
        self.library = library()
        self.data = ctypes.create_string_buffer(data, len(data))
        self.handle, refusal = c_void_p(), Refusal()
        code = self.library.lexkit_open_memory(self.data, c_uint64(len(data)), byref(self.handle), byref(refusal))
        assert code == 0, refusal.text
        self.count = self.library.lexkit_word_count(self.handle)

    def close(self) -> None:
        self.library.lexkit_close(self.handle)

    def tiles(self, text: str, kind: int = 0) -> tuple[ctypes.Array, int]:
        tiles = (c_uint8 * 1024)()
        count = self.library.lexkit_encode(self.handle, text.encode(), kind, tiles, 1024)
        assert count >= 0, (text, count)
        return tiles, count

    def text(self, tiles: bytes) -> str:
        room = ctypes.create_string_buffer(4096)
        length = self.library.lexkit_decode(self.handle, bytes(tiles), len(tiles), room, 4096)
        assert length == len(room.value)
        return room.value.decode()

    def rank(self, text: str) -> int | None:
        tiles, count = self.tiles(text)
        rank = self.library.lexkit_rank(self.handle, tiles, count)
        assert self.library.lexkit_contains(self.handle, tiles, count) == (rank >= 0)
        return rank if rank >= 0 else None

    def word(self, rank: int) -> str:
        tiles = (c_uint8 * 63)()
        return self.text(bytes(tiles[: self.library.lexkit_word(self.handle, c_int64(rank), tiles)]))

    def prefix(self, text: str) -> list[int]:
        first = c_int64()
        count = self.library.lexkit_prefix(self.handle, *self.tiles(text), byref(first))
        return list(range(first.value, first.value + count))

    def find(self, kind: str, text: str, *more: int) -> list[int]:
        """Ranks of the words that a suffix, substring, pattern or rack (anagrams) finds."""
        tiles, count = self.tiles(text, {"anagrams": 1, "pattern": 2}.get(kind, 0))
        found = (c_uint64 * (self.count // 64 + 1))()
        number = getattr(self.library, f"lexkit_{kind}")(self.handle, tiles, count, *more, found)
        ranks, rank = [], -1
        while (rank := self.library.lexkit_next(self.handle, found, c_int64(rank + 1))) >= 0:
            ranks.append(rank)
        assert number == len(ranks), (number, ranks[:10])
        return ranks

    def cross_set(self, before: str, after: str) -> int:
        letters = c_uint64()
        self.library.lexkit_cross_set(self.handle, *self.tiles(before), *self.tiles(after), byref(letters))
        return letters.value

    def cross_sets(self, layout: str, squares: str, rows: int, columns: int, start: int = -1) -> tuple[Any, Any]:
        """Masks and scores, as lexkit has them."""
        board, shape = c_void_p(), (2, rows, columns)
        masks, scores = np.zeros(shape, np.uint64), np.zeros(shape, np.int32)
        assert self.library.lexkit_board_new(self.handle, layout.encode(), start, None, byref(board)) == 0
        try:
            assert self.library.lexkit_board_read(board, squares.encode()) == 0
            places = [array.ctypes.data_as(c_void_p) for array in (masks, scores)]
            assert self.library.lexkit_cross_sets(board, *places) == 0
        finally:
            self.library.lexkit_board_free(board)
        return masks, scores

    def moves(self, layout: str, squares: str, rack: str, start: int = -1) -> list[tuple[str, int]]:
        """All moves, sorted, with their scores. ``layout``: rows of glyphs; ``squares``: as in CGP."""
        board = c_void_p()
        code = self.library.lexkit_board_new(self.handle, layout.encode(), start, None, byref(board))
        assert code == 0
        try:
            assert self.library.lexkit_board_read(board, squares.encode()) == 0
            moves, room = (CMove * ROOM)(), ctypes.create_string_buffer(256)
            found = []
            number = self.library.lexkit_moves(board, *self.tiles(rack, 1), moves, c_int64(ROOM))
            for move in moves[:number]:
                self.library.lexkit_move_text(board, byref(move), room, 256)
                found.append((room.value.decode(), move.score))
            return sorted(found)
        finally:
            self.library.lexkit_board_free(board)


def standard() -> str:
    """The standard layout, as the header has it."""
    text = (READER / "gaddag.h").read_text("utf-8")
    lines = re.search(r"#define LEXKIT_STANDARD((?:.*\\\n)+.*)", text)
    assert lines
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', lines[1])).replace('\\"', '"')
