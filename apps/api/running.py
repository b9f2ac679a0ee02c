"""Run the service in one process, or in several that share a socket and the mapped files.

Guaranteed: a worker that dies for any reason is replaced, and no request of another worker is lost; after SIGTERM or
Ctrl-C, requests in progress are answered (for at most ten seconds), and no more are accepted; workers end with the
process that started them. A worker whose lexicon or keys cannot be read starts nevertheless: it answers 503, and tries
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

#: Grace period at shutdown for requests in progress, in seconds.
_GRACEFUL: Final = 10
#: Seconds after which an unresponsive worker is considered dead and replaced.
_SILENT: Final = 30
#: Environment variable that prometheus_client reads at import: the folder for the metrics of all workers.
_FIGURES: Final = "PROMETHEUS_MULTIPROC_DIR"


@dataclass(frozen=True)
class Settings:
    """Settings of each worker: names or paths of lexicons, as for :func:`lexkit.open`, and options of the command."""

    lexicons: dict[str, str]
    network: bool = False
    names: tuple[str, ...] = ()
    keys: Path | None = None
    log: bool = False
    workers: int = 1


class Lexicons(Mapping[str, lexkit.Lexicon]):
    """Lexicons by name, each opened on first use; if that fails, the next use tries again."""

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
    except BusyError as error:  # questions get this error until the file can be read
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
