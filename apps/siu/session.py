"""A session: read lines, answer commands at once, and search in a thread, which writes one ``bestmove``.

Guaranteed: only ``quit`` and the end of the input end the session, and no line blocks it; each ``go`` is answered by
exactly one ``bestmove``, unless a search is running, which has its own; a search ends at its limit, at ``stop``, or
when the reader is gone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import BinaryIO, Final

import lexkit
from lexkit.errors import LexkitError, PositionError, QueryError, TimeLimitError

from .positions import BadMoveError, Lexicons, Position, named_lexicon, read_board
from .protocol_lines import LONGEST, Output, read_lines
from .requests import MODES, OPTIONS, Options, read_command, read_go, read_option, read_position
from .searches import Outlook, Search

#: Seconds that a search may go on after the input has ended.
_AFTER_END: Final = 10.0
#: Time limit for reading a position, in seconds.
_READING: Final = 10.0
#: Seconds after the limit of a search when it is stopped from outside, in case it misses its own limits.
_GRACE: Final = 1.0
_ERROR_SHOWN: Final = 200
_SHOWN: Final = 60


class Session:
    """Session of a front end. ``given`` is the lexicon of ``lexq -l``; ``left`` is called if the reader is gone."""

    def __init__(
        self, given: str | None, source: BinaryIO, target: BinaryIO, left: Callable[[], None] = lambda: None
    ) -> None:
        self._source = source
        self._left = left
        self._output = Output(target, self._end)
        self._lexicons = Lexicons(given)
        self._options = Options()
        self._position: Position | None = None
        self._outlook = Outlook()
        self._search: SearchThread | None = None

    def run(self) -> None:
        """Answer lines until ``quit`` or the end of the input.

        Raises LexkitError if the given lexicon cannot be opened.
        """
        self._lexicons.find("", "")
        quit_asked = False
        try:
            for line in read_lines(self._source):
                if line is None:
                    self._output.error("unknown-command", f"a line of more than {LONGEST} bytes")
                    continue
                quit_asked = not self._answer(line)
                if quit_asked or self._output.closed:
                    break
        finally:
            search = self._search
            if search is not None:
                if not quit_asked and not self._output.closed and not search.infinite:
                    search.join(_AFTER_END)
                search.stop()
                search.join()

    def _answer(self, line: str) -> bool:
        """Answer a line; return False for ``quit``."""
        command, tokens, first = read_command(line)
        match command:
            case "":
                if first:
                    self._output.error("unknown-command", first[:_SHOWN])
            case "siu":
                self._greet()
            case "isready":
                self._output.write("readyok")
            case "stop":
                self._stop()
            case "quit":
                return False
            case "siunewgame" if not self._searching():
                self._outlook = Outlook()
            case "setoption" if not self._searching():
                self._set_option(tokens)
            case "position" if not self._searching():
                self._set_position(tokens)
            case "go" if not self._searching():
                self._go(tokens)
            case _:
                self._output.ignored(command, "a search is running")
        return True

    def _greet(self) -> None:
        self._output.write(
            f"id name lexkit {lexkit.__version__}",
            "id author the lexkit authors",
            f"capability {' '.join(MODES)} stream stop",
            *[option.line for option in OPTIONS],
            "siuok",
        )

    def _searching(self) -> bool:
        return self._search is not None and self._search.is_searching()

    def _end(self) -> None:
        """Stop the search and leave, because the reader is gone."""
        self._stop()
        self._left()

    def _stop(self) -> None:
        search = self._search
        if search is not None:
            search.stop()

    def _set_option(self, tokens: list[str]) -> None:
        read = read_option(tokens)
        if read is None:
            self._output.ignored("setoption", "expected setoption name NAME value VALUE")
            return
        name, value = read
        before = self._options["Lexicon"]
        why = self._options.set(name, value)
        if why is None and name.lower() == "lexicon":
            try:
                self._lexicons.find(self._options["Lexicon"], self._options["DataPath"])
            except LexkitError as error:
                self._options.set(name, before)
                why = str(error)
        if why is not None:
            self._output.ignored(name[:_SHOWN], why)

    def _set_position(self, tokens: list[str]) -> None:
        read = read_position(tokens)
        if read is None:
            self._output.error("bad-position", "expected position cgp CGP")
            return
        cgp, moves = read
        self._position = None
        try:
            with lexkit.within(_READING):
                lexicon, name = self._lexicon(cgp)
                self._position = read_board(cgp, moves, lexicon, name, self._options)
        except BadMoveError as error:
            self._output.error("bad-move", error)
        except LexkitError as error:
            self._output.error("bad-position", error)

    def _lexicon(self, cgp: str) -> tuple[lexkit.Lexicon, str]:
        """Return the lexicon that a position names, else that of the option, with its name."""
        named, data_path = named_lexicon(cgp), self._options["DataPath"]
        if named is not None:
            try:
                return self._lexicons.find(named, data_path)
            except LexkitError as error:
                self._output.ignored("lex", error)
        return self._lexicons.find(self._options["Lexicon"], data_path)

    def _go(self, tokens: list[str]) -> None:
        if self._position is None:
            self._output.error("no-position", "go without a position, or after one that was refused")
            self._output.write("bestmove none")
            return
        go = read_go(tokens)
        for name, why in go.ignored:
            self._output.ignored(name, why)
        thread = SearchThread(self._output, go.infinite)
        search = Search(go, self._position, self._options, self._outlook, self._output, thread.is_stopped)
        self._search = thread
        thread.begin(search)


class SearchThread:
    """Thread of one search. With ``infinite``, it writes its move only when it is stopped."""

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
        # A daemon thread, so that the program can end without waiting for it.
        self._thread = threading.Thread(target=self._run, args=(search,), daemon=True, name="search")
        self._thread.start()

    def is_stopped(self) -> bool:
        """Return whether the search was told to stop."""
        return self._stopped.is_set()

    def is_searching(self) -> bool:
        """Return whether the move is still to be written."""
        if self._answered.is_set():
            self.join()  # the thread may still be writing
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
    """Return the code and the text of an error."""
    text = str(error)[:_ERROR_SHOWN]
    if isinstance(error, PositionError):
        return "bad-position", text
    if isinstance(error, QueryError):
        return "unsupported-mode", text
    if isinstance(error, LexkitError):
        return "bad-position", text
    return "unsupported-mode", f"{type(error).__name__}: {text}"
