"""Train leave values, on request of a page, for lexicons that borrow those of another list.

    training = Training()
    training.step("list.gaddag")     # {"done": False, "share": 0.0}; again later, until it is done
    training.cancel("list.gaddag")

A separate process of low priority trains with one thread. Like ``lexc leaves``, it writes the values into the lexicon's
file; every program that has the file open uses them from then on.

Guaranteed: one process trains at a time; an interrupted or cancelled training leaves the file as it was.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import lexkit
from lexkit.errors import LexkitError, QueryError

from ..table.lexicons import may_learn, open_lexicon

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

#: Minutes of a training. For English they are enough for values as good as those of the bundled list.
MINUTES: Final = 3.0
#: Nice value of the process.
_NICE: Final = 15


class Training:
    """Trainings of a server. Safe for threads."""

    def __init__(self, minutes: float = MINUTES) -> None:
        self._minutes = minutes
        self._lock = threading.Lock()
        self._context = multiprocessing.get_context("spawn")  # not forked: this process has threads
        self._process: SpawnProcess | None = None
        #: Name of the lexicon in training, when its training began, and whether it was cancelled.
        self._name = ""
        self._begun = 0.0
        self._cancelled = False
        #: Names of lexicons whose training has failed.
        self._failed: set[str] = set()

    def step(self, name: str) -> dict[str, Any]:
        """Return the progress of training a lexicon, given its lasting name; start it if no other training runs.

        In the result, ``done`` is True if the lexicon has values of its own; ``share`` is the share of the time that is
        over, from 0 to 1. Raises QueryError if values cannot be trained.
        """
        with self._lock:
            self._look()
            lexicon = open_lexicon(name)
            if not lexicon.leaves.note:
                return {"done": True, "share": 1.0}
            if name in self._failed or not may_learn(name, lexicon):
                raise QueryError("no leave values can be learned for this list", remedy="lexc leaves FILE -o OTHER")
            if self._process is None:
                self._begin(name)
            here = name == self._name and not self._cancelled
            passed = (monotonic() - self._begun) / (60 * self._minutes) if here else 0.0
            return {"done": False, "share": min(0.99, passed)}

    def cancel(self, name: str) -> dict[str, Any]:
        """End the training of a lexicon, if it is running. Returns the progress."""
        with self._lock:
            self._look()
            if self._process is not None and name == self._name:
                self._process.terminate()
                self._cancelled = True
            return {"done": False, "share": 0.0}

    def close(self) -> None:
        """Kill the running training, if any."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()
                self._process = None

    def _begin(self, name: str) -> None:
        self._name, self._begun, self._cancelled = name, monotonic(), False
        facts = str(open_lexicon(name).path), self._minutes
        # A daemon ends with the server.
        self._process = self._context.Process(target=train, args=facts, daemon=True)
        self._process.start()
        give_way(self._process)

    def _look(self) -> None:
        """Record whether a training that has ended has failed."""
        if self._process is not None and not self._process.is_alive():
            self._process.join()
            self._process = None
            if open_lexicon(self._name).leaves.note and not self._cancelled:
                self._failed.add(self._name)


def training_facts(facts: Mapping[str, Any], learns: bool) -> dict[str, Any]:
    """Return facts about a list with the minutes of a training; ``learns``: whether this server trains."""
    return {**facts, "learns": facts["learns"] and learns, "minutes": MINUTES}


def give_way(process: SpawnProcess) -> None:
    """Give a process that has just been started a low priority."""
    assert process.pid is not None
    with suppress(AttributeError, OSError):  # not POSIX, or it has ended
        os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + _NICE)


def train(path: str, minutes: float) -> None:
    """Train leave values and write them into the lexicon's file. This is the main function of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it
    signal.signal(signal.SIGTERM, _interrupt)  # as Ctrl-C does, so that no temporary file stays
    with suppress(LexkitError, KeyboardInterrupt):  # without values in the file, it has failed
        lexkit.train_leaves(path, minutes=minutes, threads=1)


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt
