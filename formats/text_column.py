"""The texts of a column, compressed in blocks: reading one text decompresses one block. SPEC.md, "Columns".

A block is one zstandard frame with the texts of 128 consecutive ranks, each followed by a zero byte; a word
without a text has an empty one. The positions of the blocks are proved when the file is opened. Their content is
not trusted: it is checked whenever a block is read, and a block never decompresses to more than 4 MiB.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import CorruptFileError, QueryError

from .bounded_input import ZSTD_MAGIC, to_nfc
from .constants import MAX_TEXT, MAX_TEXT_BLOCK, TEXTS_PER_BLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .header_and_sections import Bytes

#: Compression level: higher ones take longer and save a few per cent.
_LEVEL: Final = 9
#: Number of decompressed blocks in the cache.
_KEPT: Final = 16
#: Control characters, which could control a terminal; no text may have them.
CONTROL: Final = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f]")
_CONTROL_BYTES: Final = bytes([*range(1, 9), *range(0x0B, 0x20), 0x7F])


def count_blocks(words: int) -> int:
    """Return the number of blocks for the texts of ``words`` words."""
    return -(-words // TEXTS_PER_BLOCK)


def pack_texts(texts: Sequence[str | None]) -> tuple[bytes, bytes]:
    """Pack texts, one per rank, as (the end offset of each block, the blocks).

    Raises ValueError if a text is too long or has control characters.
    """
    import zstandard

    compressor = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=False, write_content_size=True)
    blocks = []
    for start in range(0, len(texts), TEXTS_PER_BLOCK):
        encoded = [_encode(text) for text in texts[start : start + TEXTS_PER_BLOCK]]
        blocks.append(compressor.compress(b"".join(encoded)))
    ends = np.cumsum([len(block) for block in blocks], dtype=np.uint64)
    return ends.astype("<u8").tobytes(), b"".join(blocks)


def _encode(text: str | None) -> bytes:
    normal = to_nfc(text or "")
    found = CONTROL.search(normal)
    if found:
        raise ValueError(f"the control character {found[0]!r}")
    encoded = normal.encode() + b"\0"
    if len(encoded) > MAX_TEXT:
        raise ValueError(f"a text of {len(encoded) - 1:,} bytes, more than {MAX_TEXT - 1:,}")
    return encoded


def read_block_ends(array: Bytes) -> NDArray[np.uint64] | None:
    """Read the end offset of each block, or return None if a block is empty."""
    ends = np.frombuffer(array, "<u8")
    if len(ends) and (ends[0] == 0 or (ends[1:] <= ends[:-1]).any()):
        return None
    return ends


class TextBlocks:
    """The texts of one column, read block by block, with a cache. Thread-safe."""

    def __init__(
        self, ends: NDArray[np.uint64], blob: Bytes, words: int, name: str, path: str | PathLike[str] | None
    ) -> None:
        self._ends = ends
        self._blob = memoryview(blob)
        self._words = words
        self._name = name
        self._path = path
        self._kept: dict[int, list[str]] = {}
        #: Called before a block is decompressed; it may raise to stop the work.
        self.look: Callable[[], None] = lambda: None
        self._lock = Lock()

    def _corrupt(self, block: int, rule: str, expected: object, found: object) -> CorruptFileError:
        return CorruptFileError.at(self._path, f"{rule}: column {self._name}, block {block}", expected, found)

    def unpack(self, block: int, frames: Any = None) -> str:
        """Decompress a block into one text, in which each of its texts is followed by a zero character.

        ``frames``: a decompressor to reuse. Raises CorruptFileError if rule C7 or C8 is broken.
        """
        import zstandard

        self.look()
        frames = make_decompressor() if frames is None else frames
        start = int(self._ends[block - 1]) if block else 0
        frame = bytes(self._blob[start : int(self._ends[block])])
        try:
            claimed = zstandard.frame_content_size(frame) if frame.startswith(ZSTD_MAGIC) else -1
            if not 0 < claimed <= MAX_TEXT_BLOCK:
                expected = f"a zstandard frame that says its size, 1 to {MAX_TEXT_BLOCK} bytes"
                raise self._corrupt(block, "C7", expected, claimed if claimed >= 0 else frame[:8].hex())
            data = frames.decompress(frame, allow_extra_data=False)
        except zstandard.ZstdError as error:
            raise self._corrupt(block, "C7", "one whole zstandard frame", error) from error
        if len(data) != claimed:
            raise self._corrupt(block, "C7", f"{claimed} bytes", len(data))
        try:
            text: str = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise self._corrupt(block, "C8", "UTF-8", error) from error
        wanted = min(TEXTS_PER_BLOCK, self._words - block * TEXTS_PER_BLOCK)
        if text.count("\0") != wanted or not text.endswith("\0"):
            raise self._corrupt(
                block, "C8", f"{wanted} texts, a zero byte behind each", f"{text.count(chr(0))} of them"
            )
        if len(data) != len(data.translate(None, _CONTROL_BYTES)) or (
            b"\xc2" in data and CONTROL.search(text.replace("\0", ""))
        ):
            raise self._corrupt(block, "C8", "no control characters", "one")
        return text

    def _texts(self, block: int) -> list[str]:
        texts = self._kept.get(block)
        if texts is None:
            texts = self.unpack(block).split("\0")
            with self._lock:
                if len(self._kept) >= _KEPT:
                    del self._kept[next(iter(self._kept))]
                self._kept[block] = texts
        return texts

    def text(self, rank: int) -> str:
        """Return the text of a rank, or "". About 30 us, 0.3 us if the block is in the cache."""
        return self._texts(rank // TEXTS_PER_BLOCK)[rank % TEXTS_PER_BLOCK]

    def texts(self, ranks: NDArray[np.int64]) -> list[str]:
        """Return the texts of these ranks, in their order. Each block is decompressed once."""
        found = [""] * len(ranks)
        blocks = ranks // TEXTS_PER_BLOCK
        order = np.argsort(blocks, kind="stable")
        current, texts = -1, [""]
        places = (ranks % TEXTS_PER_BLOCK)[order].tolist()
        for at, block, place in zip(order.tolist(), blocks[order].tolist(), places, strict=True):
            if block != current:
                current, texts = block, self._texts(block)
            found[at] = texts[place]
        return found

    def holding(self, needle: str, blocks: Sequence[int] | NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Return the ranks whose text contains ``needle``, ignoring case, ascending.

        ``blocks``: the blocks to search, ascending; by default all of them.
        """
        wanted = to_nfc(needle, QueryError).casefold()
        found: list[int] = []
        frames = make_decompressor()
        for block in range(len(self._ends)) if blocks is None else blocks:
            folded = self.unpack(int(block), frames).casefold()
            if wanted in folded:
                first = int(block) * TEXTS_PER_BLOCK
                # Case folding does not change the zero characters.
                found += [first + place for place, text in enumerate(folded.split("\0")) if wanted in text]
        return np.array(found, np.int64)

    def blocks_of(self, ranks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the blocks that hold the texts of these ranks, ascending."""
        return np.flatnonzero(np.bincount(ranks // TEXTS_PER_BLOCK))

    def all(self) -> Iterator[str]:
        """Iterate over all texts by rank, bypassing the cache."""
        frames = make_decompressor()
        for block in range(len(self._ends)):
            yield from self.unpack(block, frames).split("\0")[:-1]


def make_decompressor() -> Any:
    """Return a zstandard decompressor for blocks, for use in one thread."""
    import zstandard

    return zstandard.ZstdDecompressor(max_window_size=MAX_TEXT_BLOCK)
