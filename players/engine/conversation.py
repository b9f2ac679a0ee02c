"""Questions to an engine, one at a time, and their answers.

After an invalid or late answer, the program is ended, since its later lines could not be assigned to a question.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, TypeVar

from lexkit.base.errors import EngineError, show_value

from .messages import Info, read_info
from .search import Analysis

if TYPE_CHECKING:
    from .process import Process

Answer = TypeVar("Answer")

#: Maximum number of lines before an engine's answer.
_MOST_LINES: Final = 100_000
#: Maximum number of characters of these lines.
_MOST_CHARACTERS: Final = 1 << 22
#: Maximum number of characters shown of a refusal.
_SHOWN: Final = 200


class RefusedError(EngineError):
    """A question that the engine refuses, in its own words, or that cannot be sent; the conversation continues."""


class Call:
    """A call in another thread, which may be cancelled at any time: it begins no search after that."""

    def __init__(self) -> None:
        #: Lock held while a search begins, and while it is cancelled.
        self.lock = threading.Lock()
        self.cancelled = False
        self.begun = False
        #: The search that the call has begun.
        self.search: Analysis | None = None

    def run(self, function: Callable[[], Answer]) -> Answer:
        """Call a function as this call."""
        with self.lock:
            self.begun = True
            if self.cancelled:
                raise RefusedError("the call was cancelled")
        token = _CALL.set(self)
        try:
            return function()
        finally:
            _CALL.reset(token)

    def cancel(self) -> bool:
        """Prevent further searches, and stop the current one; return whether the call has begun."""
        with self.lock:
            self.cancelled = True
            begun = self.begun
        if self.search is not None:
            self.search.stop()
        return begun

    def drop(self) -> None:
        """Consume the end of its search, so that the engine is free for the next question."""
        if self.search is not None:
            with suppress(EngineError):
                self.search.result()


_CALL: Final[ContextVar[Call | None]] = ContextVar("call", default=None)


class Conversation:
    """A conversation with a program, which has ``timeout`` seconds for answers without a search."""

    def __init__(self, process: Process, timeout: float) -> None:
        self.process = process
        self.timeout = timeout
        self.search: Analysis | None = None
        self._lock = threading.RLock()

    @contextmanager
    def question(self) -> Iterator[None]:
        """Reserve the engine for one question.

        An error in it ends the program, unless the engine itself reported it.

        Raises EngineError if a search is running.
        """
        with self._lock:
            if self.search is not None and not self.search.finished:
                remedy = "stop it, and ask for its result"
                raise EngineError("a search is running", path=self.process.name, remedy=remedy)
            try:
                yield
            except RefusedError:
                raise
            except BaseException:
                self.process.close()
                raise

    def ask(self, *lines: str) -> list[Info]:
        """Send lines, and return the engine's lines until it is ready."""
        self._require_lines(*lines)
        for line in lines:
            self.process.send(line)
        self.process.send("isready")
        return [read_info(line) for line in self.until("readyok") if line.startswith("info")]

    def _require_lines(self, *lines: str) -> None:
        for line in lines:
            if "\n" in line or "\r" in line:
                raise RefusedError("this is more than a line", path=self.process.name, found=show_value(line))

    def until(self, last: str) -> Iterator[str]:
        """Yield the lines before a line, which has to arrive in time."""
        end = time.monotonic() + self.timeout
        characters = 0
        for _ in range(_MOST_LINES):
            left = end - time.monotonic()
            if left <= 0:
                raise self.process.late(self.timeout)
            line = self.process.line(left, self.timeout)
            if line.strip() == last:
                return
            characters += len(line)
            if characters > _MOST_CHARACTERS:
                break
            yield line
        found = f"more than {_MOST_LINES:,} lines or {_MOST_CHARACTERS:,} characters"
        raise EngineError("not SIU", path=self.process.name, expected=last, found=found)

    def require(self, what: str, *lines: str, wholly: bool = True) -> None:
        """Send lines.

        Raises RefusedError, about ``what``, if the engine reports an error or, if ``wholly``, ignores a line.
        """
        for info in self.ask(*lines):
            if info.error is not None or (wholly and info.text.startswith("string ignored")):
                found = info.text.removeprefix("string ")[:_SHOWN]
                raise RefusedError(f"{what} that the engine refuses", path=self.process.name, found=found)

    def begin_search(self, line: str, longest: float) -> Analysis:
        """Send the line of a search, limited to ``longest`` seconds. Raises RefusedError for a cancelled call."""
        self._require_lines(line)
        call = _CALL.get() or Call()
        with call.lock:
            if call.cancelled:
                raise RefusedError("the call was cancelled", path=self.process.name)
            self.process.send(line)
            self.search = call.search = Analysis(self.process, self.timeout, longest)
            return self.search
