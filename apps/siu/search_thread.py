"""The thread of a search: ends it at its limit or when it is stopped, and writes the one ``bestmove``."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

import lexkit
from lexkit.errors import LexkitError, PositionError, QueryError, TimeLimitError

if TYPE_CHECKING:
    from .protocol_lines import Output
    from .searches import Search

__all__ = ["SearchThread"]

#: Seconds beyond the limit of a search after which it is ended from outside: its parts have limits of their own.
_GRACE: Final = 1.0
_SHOWN: Final = 200


class SearchThread:
    """Runs one search. ``infinite``: it gives its move only when it is stopped."""

    def __init__(self, output: Output, infinite: bool) -> None:
        self.infinite = infinite
        self._output = output
        self._stopped = threading.Event()
        self._answered = threading.Event()
        self._thread: threading.Thread | None = None
        with lexkit.within(None) as self._limit:
            pass

    def begin(self, search: Search) -> None:
        """Start the thread."""
        # A daemon, so that an error in the main thread never waits for it.
        self._thread = threading.Thread(target=self._run, args=(search,), daemon=True, name="search")
        self._thread.start()

    def is_stopped(self) -> bool:
        """Whether the search is to end."""
        return self._stopped.is_set()

    def is_searching(self) -> bool:
        """Whether it has not given its move."""
        if self._answered.is_set():
            self.join()  # it may still be writing
            return False
        return True

    def stop(self) -> None:
        """End the search soon, with the best move so far."""
        self._stopped.set()
        self._limit.stop()

    def join(self, seconds: float | None = None) -> None:
        """Wait for the end of the thread."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(seconds)

    def _run(self, search: Search) -> None:
        try:
            self._search(search)
        except TimeLimitError:
            pass
        except Exception as error:
            self._output.error(*_describe(error))
        if self.infinite:
            self._stopped.wait()
        self._answered.set()
        self._output.write(f"bestmove {search.best}")

    def _search(self, search: Search) -> None:
        with lexkit.within(search.seconds + _GRACE) as limit:
            search.first()
            self._limit = limit
            if self._stopped.is_set():
                limit.stop()
            search.run()


def _describe(error: Exception) -> tuple[str, str]:
    """The code of an error, and its text."""
    text = str(error)[:_SHOWN]
    if isinstance(error, PositionError):
        return "bad-position", text
    if isinstance(error, QueryError):  # a lexicon without leave values
        return "unsupported-mode", text
    if isinstance(error, LexkitError):
        return "bad-position", text
    return "unsupported-mode", f"{type(error).__name__}: {text}"
