"""Lines from a front end and to it: limited in length, without control characters, whole also from several threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from lexkit import console

__all__ = ["LONGEST", "Output", "read_lines"]

#: Bytes of the longest line: that of a position with the moves of a whole game, many times over.
LONGEST: Final = 1 << 17
_BLOCK: Final = 1 << 16


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """The lines of a stream until its end, without their ends; None for one that is longer than :data:`LONGEST`.

    Bytes that are not UTF-8 become U+FFFD. The last line needs no end. No more than a block beyond the longest line is
    held in memory, however long a line is.
    """
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    held, skipping = bytearray(), False
    while True:
        try:
            block = read(_BLOCK)
        except (OSError, ValueError):  # a closed or broken stream has ended
            block = b""
        if not block:
            break
        *lines, rest = [block] if b"\n" not in block else (bytes(held) + block).split(b"\n")
        for number, line in enumerate(lines):
            if skipping and number == 0:
                skipping = False
            else:
                yield None if len(line) > LONGEST else line.decode("utf-8", "replace")
        if lines:
            held.clear()
        if not skipping:
            held += rest  # a line may come a byte at a time
        if len(held) > LONGEST:
            yield None
            held.clear()
            skipping = True
    if held:
        yield held.decode("utf-8", "replace")


class Output:
    """Writes lines to a stream, from any thread. ``broken`` is called once if the reader is gone."""

    def __init__(self, stream: BinaryIO, broken: Callable[[], None] = lambda: None) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.broken = broken
        self.closed = False

    def write(self, *lines: str) -> None:
        """Write lines, one after another without others between."""
        text = "".join([console.shown(line) + "\n" for line in lines])
        with self._lock:
            if self.closed:
                return
            try:
                self._stream.write(text.encode("utf-8", "replace"))
                self._stream.flush()
                return
            except (OSError, ValueError):
                self.closed = True
        self.broken()

    def error(self, code: str, text: object) -> None:
        """Write ``info string error``, with one of the codes of the draft."""
        self.write(f"info string error {code} {text}")

    def ignored(self, what: str, why: object = "") -> None:
        """Write that a parameter is not honoured, and why."""
        self.write(f"info string ignored {what} {why}".rstrip())
