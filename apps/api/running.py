"""Runs the service in one process or in several, which share a socket and the mapped files.

Guaranteed: a worker that dies, however it dies, is replaced, and no request of another worker is lost; at SIGTERM and
Ctrl-C what has begun is answered (for at most ten seconds), and nothing further is accepted; workers end with the
process that started them. A worker whose lexicon or keys cannot be read begins all the same: it answers 503, and tries
again with each request.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors import Multiprocess

import lexkit
from lexkit.errors import LexkitError

from ..table.lexicons import open_lexicon
from ..web.limits import Limits
from ..web.requests import log as log_error
from ..web.server import make_config, tune_process
from ..web.threads import BusyError, end_with_parent

#: Seconds in which requests that have begun may end.
_GRACEFUL: Final = 10
#: Seconds after which a worker that answers nothing is taken for dead, and replaced.
_SILENT: Final = 30
#: The variable that prometheus_client looks at when it is imported: the folder of the figures of all workers.
_FIGURES: Final = "PROMETHEUS_MULTIPROC_DIR"


@dataclass(frozen=True)
class Settings:
    """What each worker is told: lexicons by name, as :func:`lexkit.open` takes them, and the options of the command."""

    lexicons: dict[str, str]
    network: bool = False
    names: tuple[str, ...] = ()
    keys: Path | None = None
    log: bool = False
    workers: int = 1


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


def make_app(settings: Settings) -> ASGIApp:
    """Return the application of a worker, which ends with the process that started it."""
    from .application import LIMITS, Service
    from .keys import Keys

    end_with_parent(partial(signal.raise_signal, signal.SIGTERM))
    lexicons = Lexicons(settings.lexicons)
    keys = None if settings.keys is None else Keys(settings.keys, settings.workers)
    try:
        list(lexicons.values())
        if keys is not None:
            keys.find("")
    except BusyError as error:  # each question is told so until it can be read
        log_error(error)
    service = Service(
        lexicons,
        limits=LIMITS,
        network=settings.network,
        names=settings.names,
        keys=keys,
        log=sys.stderr if settings.log else None,
        several=settings.workers > 1,
    )
    tune_process()
    return service.app


def run(settings: Settings, listener: socket.socket) -> None:
    """Serve until the process is told to stop."""
    with tempfile.TemporaryDirectory(prefix="lexkit-figures-") as folder:
        if settings.workers > 1:
            os.environ[_FIGURES] = folder
        config = make_config(
            partial(make_app, settings),
            Limits(),
            factory=True,
            ws="none",
            workers=settings.workers,
            timeout_graceful_shutdown=_GRACEFUL,
            timeout_worker_healthcheck=_SILENT,
        )
        if settings.workers > 1:
            Multiprocess(config, [listener]).run()
        else:
            uvicorn.Server(config).run([listener])
