"""A front end without a program: a session in a thread, with pipes to it, and transcripts of what is to be said.

A transcript has a line for each step, by its first sign:

    > TEXT     send it
    < PATTERN  one of the next lines is this, by a regular expression for the whole line
    = PATTERN  the very next line is this
    ! PATTERN  none of the lines since the last step ``>`` was this, nor is one until the engine is ready
    ~ PATTERN  none of the lines from now on is this, until the engine is ready
"""

import os
import queue
import re
import threading
from types import TracebackType
from typing import BinaryIO

from lexkit.apps.siu.session import Session

#: Seconds after which a test is lost. Nothing is decided by it.
PATIENCE = 60.0


class Talk:
    """A session and its front end."""

    def __init__(self, lexicon: str | None) -> None:
        source, sink = os.pipe()
        ours, theirs = os.pipe()
        self.input: BinaryIO = os.fdopen(sink, "wb")
        self._ours: BinaryIO = os.fdopen(ours, "rb")
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.said: list[str] = []
        streams = os.fdopen(source, "rb"), os.fdopen(theirs, "wb")
        self.session = Session(lexicon, *streams)
        self.thread = threading.Thread(target=self._run, args=streams, daemon=True)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self.thread.start()
        self._reader.start()

    def _run(self, *streams: BinaryIO) -> None:
        try:
            self.session.run()
        finally:
            for stream in streams:
                stream.close()

    def _read(self) -> None:
        for line in self._ours:
            self._lines.put(line.decode().removesuffix("\n"))
        self._lines.put(None)

    def send(self, line: str | bytes) -> None:
        self.input.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self.input.flush()

    def line(self) -> str | None:
        """The next line, None at the end."""
        found = self._lines.get(timeout=PATIENCE)
        if found is not None:
            self.said.append(found)
        return found

    def until(self, pattern: str) -> list[str]:
        """The lines up to one of this pattern."""
        found = []
        while (line := self.line()) is not None:
            found.append(line)
            if re.fullmatch(pattern, line):
                return found
        raise AssertionError(f"no {pattern} in {found}")

    def ask(self, line: str | bytes) -> list[str]:
        """What the engine says to a line until it is ready."""
        self.send(line)
        self.send("isready")
        return self.until("readyok")[:-1]

    def follow(self, transcript: str) -> None:
        """Do all steps of a transcript."""
        since = 0
        for step in filter(None, map(str.strip, transcript.splitlines())):
            sign, text = step[0], step[2:]
            if sign == ">":
                since = len(self.said)
                self.send(text)
            elif sign == "<":
                self.until(text)
            elif sign == "=":
                line = self.line()
                assert line is not None
                assert re.fullmatch(text, line), f"{line} instead of {text}"
            else:
                assert sign in "!~", step
                since = len(self.said) if sign == "~" else since
                self.ask("")
                assert not [line for line in self.said[since:] if re.fullmatch(text, line)], step

    def end(self) -> list[str]:
        """Close the input, wait for the end, and give the last lines."""
        self.input.close()
        last = []
        while (line := self.line()) is not None:
            last.append(line)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        return last

    def __enter__(self) -> "Talk":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self.input.closed:
            self.send("quit")
            self.input.close()
        self.thread.join(PATIENCE)
        self._reader.join(PATIENCE)
        self._ours.close()
