"""Train leave values, on request of a page, for lexicons whose set of tiles no bundled list has.

    training = Training()
    training.step("list.gaddag")     # {"done": False, "share": 0.0}; again later, until it is done

A separate process of low priority trains with one thread. Like ``lexc leaves``, it writes the values into the lexicon's
file; every program that has the file open uses them from then on.

Guaranteed: one process trains at a time; an interrupted training leaves the file as it was.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import lexkit
from lexkit.errors import LexkitError, QueryError

from ..table.lexicons import may_learn, open_lexicon

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

#: Number of games in each round of self-play; in all they take about a minute.
ROUNDS: Final = (1_000, 2_000, 4_000, 12_000)
#: Share of the work after the games: computing the values, writing and verifying the file.
_REST: Final = 0.1
#: Nice value of the process.
_NICE: Final = 15


class Training:
    """Trainings of a server. Safe for threads."""

    def __init__(self, rounds: Sequence[int] = ROUNDS) -> None:
        self._rounds = tuple(rounds)
        self._lock = threading.Lock()
        self._context = multiprocessing.get_context("spawn")  # not forked: this process has threads
        self._process: SpawnProcess | None = None
        #: Name of the lexicon in training, and the number of games played for it.
        self._name = ""
        self._played = self._context.Value("q", 0)
        #: Names of lexicons whose training has failed.
        self._failed: set[str] = set()

    def step(self, name: str) -> dict[str, Any]:
        """Return the progress of training a lexicon, given its lasting name; start it if no other training runs.

        In the result, ``done`` is True if the lexicon has trained values; ``share`` is the share of the work done, from
        0 to 1. Raises QueryError if values cannot be trained.
        """
        with self._lock:
            self._look()
            lexicon = open_lexicon(name)
            if lexicon.leaves.trained:
                return {"done": True, "share": 1.0}
            if name in self._failed or not may_learn(name, lexicon):
                raise QueryError("no leave values can be learned for this list", remedy="lexc leaves FILE -o OTHER")
            if self._process is None:
                self._begin(name)
            share = (1 - _REST) * self._played.value / sum(self._rounds) if name == self._name else 0.0
            return {"done": False, "share": share}

    def close(self) -> None:
        """Kill the running training, if any."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()
                self._process = None

    def _begin(self, name: str) -> None:
        self._name, self._played.value = name, 0
        facts = str(open_lexicon(name).path), self._rounds, self._played
        # A daemon ends with the server.
        self._process = self._context.Process(target=train, args=facts, daemon=True)
        self._process.start()
        give_way(self._process)

    def _look(self) -> None:
        """Record whether a training that has ended has failed."""
        if self._process is not None and not self._process.is_alive():
            self._process.join()
            self._process = None
            if not open_lexicon(self._name).leaves.trained:
                self._failed.add(self._name)


def give_way(process: SpawnProcess) -> None:
    """Give a process that has just been started a low priority."""
    assert process.pid is not None
    with suppress(AttributeError, OSError):  # not POSIX, or it has ended
        os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + _NICE)


def train(path: str, rounds: Sequence[int], played: Any) -> None:
    """Train leave values and write them into the lexicon's file. This is the main function of the process.

    ``played`` is a shared counter of games.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it

    def progress(games: int) -> None:
        played.value += games

    with suppress(LexkitError):  # without values in the file, it has failed
        lexkit.train_leaves(path, method="self-play", rounds=rounds, threads=1, progress=progress)
