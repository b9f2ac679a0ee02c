"""A search of an engine: its lines as they arrive, its end, and its result."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Final

from lexkit.base.errors import EngineError, EngineTerminatedError, EngineTimeoutError

from .messages import Info, Result, read_best, read_info
from .process import MOST_LINES, Process

if TYPE_CHECKING:
    from lexkit.runtime.game.referee.turn import Action

#: Maximum number of lines stored for a search: the last one about each move, and others.
_MOST_INFOS: Final = 10_000
#: Maximum size of these lines, in bytes.
_MOST_BYTES: Final = 1 << 25
#: Minimum size of a line, in bytes.
_BYTES_OF_INFO: Final = 400
#: Minimum size of a value of a line, in bytes.
_BYTES_OF_VALUE: Final = 200
#: Seconds between two checks for a stop.
_PIECE: Final = 0.5


class Analysis:
    """A search under way: iterate over its lines, :meth:`stop` it, or wait for its :meth:`result`.

    As a context manager it is stopped at the end of the block.

    Attributes:
        finished: Whether the engine has returned its move.
    """

    def __init__(self, process: Process, timeout: float, longest: float) -> None:
        """Prepare a search for :meth:`Engine.analysis`.

        ``longest``: its time limit in seconds; ``timeout``: the limit after a stop.
        """
        self.finished = False
        self._process = process
        self._timeout = timeout
        self._limit = longest
        self._end = time.monotonic() + longest
        #: Number of lines still read when the time is over: a slow caller may have let them wait.
        self._late_lines = MOST_LINES
        self._stopped = False
        #: (kind, move or leave) -> the last line about it.
        self._last: dict[tuple[str, object], Info] = {}
        self._others: list[Info] = []
        self._bytes = 0
        self._move: Action | None = None
        self._error: EngineError | None = None
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        lines = len(self._last) + len(self._others)
        return f"<Analysis: {'finished' if self.finished else 'under way'}, {lines} lines>"

    def __iter__(self) -> Iterator[Info]:
        while (info := self.next_info()) is not None:
            yield info

    def next_info(self) -> Info | None:
        """Return the next line, or None at the end of the search.

        Raises:
            EngineTimeoutError: The line did not arrive in time.
            EngineTerminatedError: The program has ended.
            EngineError: The best move is malformed; the program is then ended.
        """
        with self._lock:
            if self._error is not None:
                raise self._error
            try:
                while not self.finished:
                    info = self._read()
                    if info is not None:
                        return info
            except BaseException as error:
                self.finished = True
                self._error = error if isinstance(error, EngineError) else None
                self._process.close()
                raise
            return None

    def _read(self) -> Info | None:
        """Read a line; return it if it is an info, else None."""
        left = self._end - time.monotonic()
        if left <= 0:
            if not self._late_lines:
                raise self._process.late(self._limit)
            self._late_lines -= 1
        try:
            # Wait in pieces: a search may be stopped meanwhile, and then has less time.
            line = self._process.line(max(0.0, min(left, _PIECE)), self._limit)
        except EngineTimeoutError:
            if time.monotonic() < self._end:
                return None
            raise
        word = line.split(maxsplit=1)[:1]
        if word == ["bestmove"]:
            self._move = read_best(line)
            self.finished = True
        elif word == ["info"]:
            info = read_info(line)
            if info.error == "no-position":
                raise EngineError("the engine does not search", path=self._process.name, found=info.text[:200])
            self._keep(info)
            return info
        return None

    def _keep(self, info: Info) -> None:
        about = info.values.get("leave") if info.kind == "infer" else info.move
        key = info.kind, about
        before = self._last.get(key) if about is not None else None
        size = self._bytes + _size(info) - (0 if before is None else _size(before))
        if size > _MOST_BYTES:
            return
        if before is not None or (about is not None and len(self._last) < _MOST_INFOS):
            self._last.pop(key, None)
            self._last[key] = info
        elif len(self._others) < _MOST_INFOS:
            self._others.append(info)
        else:
            return
        self._bytes = size

    def stop(self) -> None:
        """Ask the engine to end the search soon. It may be called twice, and from any thread."""
        if self._stopped or self.finished:
            return
        self._stopped = True
        end = time.monotonic() + self._timeout
        if end < self._end:
            self._end, self._limit = end, self._timeout
        with suppress(EngineTerminatedError):  # which the next line says
            self._process.send("stop")

    def result(self) -> Result:
        """Return the result, after all remaining lines. Raises the errors of :meth:`next_info`."""
        while self.next_info() is not None:
            pass
        return Result(self._move, (*self._others, *self._last.values()))

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self.finished:
            self.stop()
            if error is None:
                self.result()
            else:
                with suppress(EngineError):  # the first error is the one to raise
                    self.result()


def _size(info: Info) -> int:
    """Return the approximate size of an info, in bytes."""
    return _BYTES_OF_INFO + len(info.text) + _BYTES_OF_VALUE * (len(info.values) + len(info.line))
