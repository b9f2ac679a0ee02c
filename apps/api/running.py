"""Runs the service in one process or in several, which share a socket and the mapped files.

Guaranteed: a worker that dies, however it dies, is replaced, and no request of another worker is lost; at SIGTERM and
Ctrl-C what has begun is answered (for at most ten seconds), and nothing further is accepted; workers end with the
process that started them. A worker whose lexicon or keys cannot be read begins all the same: it answers 503, and tries
again with each request.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import uvicorn
from uvicorn.supervisors import Multiprocess

import lexkit
from lexkit.errors import LexkitError

from ..table.lexicons import open_lexicon
from ..web.connections import USUAL, give_way, hush, protocols
from ..web.declared_fields import log as log_error
from ..web.limits import Limits
from ..web.threads import BusyError

#: Seconds in which requests that have begun may end.
_GRACEFUL: Final = 10
#: Seconds after which a worker that answers nothing is taken for dead, and replaced.
_SILENT: Final = 30
#: The variable that prometheus_client looks at when it is imported: the folder of the figures of all workers.
_FIGURES: Final = "PROMETHEUS_MULTIPROC_DIR"


@dataclass(frozen=True)
class Settings:
    """What each worker is told: lexicons by name, as :func:`lexkit.open` takes them, and the options of the command.

    ``limits``: None for those of the service.
    """

    lexicons: dict[str, str]
    network: bool = False
    names: tuple[str, ...] = ()
    keys: Path | None = None
    log: bool = False
    workers: int = 1
    limits: Limits | None = None


class Lexicons(Mapping[str, lexkit.Lexicon]):
    """Lexicons by name, each opened when it is first asked for and can be opened."""

    def __init__(self, paths: Mapping[str, str]) -> None:
        self._paths = paths
        self._opened: dict[str, lexkit.Lexicon] = {}

    def __getitem__(self, name: str) -> lexkit.Lexicon:
        """Return a lexicon. Raises BusyError if its file cannot be opened now."""
        if name not in self._opened:
            try:
                self._opened[name] = open_lexicon(self._paths[name])
            except LexkitError as error:
                raise BusyError(f"the lexicon {name} cannot be opened now", remedy="try again in a moment") from error
        return self._opened[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


class _Config(uvicorn.Config):  # type: ignore[misc]
    """The configuration of a worker, which is sent to it, and makes the application there."""

    def __init__(self, settings: Settings) -> None:
        usual = {**USUAL, "timeout_graceful_shutdown": _GRACEFUL}
        super().__init__("", ws="none", timeout_worker_healthcheck=_SILENT, workers=settings.workers, **usual)
        self.settings = settings

    def load(self) -> None:
        """Make the application, and have it end with the process that started this one."""
        from .application import LIMITS, Service, problem
        from .keys import Keys

        settings = self.settings
        _end_with_parent()
        hush()
        give_way()
        lexicons = Lexicons(settings.lexicons)
        keys = None if settings.keys is None else Keys(settings.keys, settings.workers)
        try:
            list(lexicons.values())
            if keys is not None:
                keys.find("")
        except BusyError as error:  # each question is told so until it can be read
            log_error(error)
        log = sys.stderr if settings.log else None
        several = settings.workers > 1
        limits = settings.limits or LIMITS
        service = Service(
            lexicons,
            limits=limits,
            network=settings.network,
            names=settings.names,
            keys=keys,
            log=log,
            several=several,
        )
        self.app = service.app
        self.http, _ = protocols(limits, problem)
        gc.freeze()  # what is there now stays: it is not looked through again and again
        super().load()


class _Supervisor(Multiprocess):  # type: ignore[misc]
    """uvicorn's supervisor, which accepts nothing more while its workers end."""

    def terminate_all(self) -> None:
        """End the workers."""
        for listener in self.sockets:
            listener.close()
        super().terminate_all()


def run(settings: Settings, listener: socket.socket) -> None:
    """Serve until the process is told to stop."""
    if settings.workers == 1:
        uvicorn.Server(_Config(settings)).run(sockets=[listener])
        return
    with tempfile.TemporaryDirectory(prefix="lexkit-figures-") as folder:
        os.environ[_FIGURES] = folder
        _Supervisor(_Config(settings), [listener]).run()


def _end_with_parent() -> None:
    """Have this process end when the one that started it has ended, however it did."""
    parent: Any = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
