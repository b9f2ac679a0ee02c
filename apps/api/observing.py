"""Observe requests: metrics for Prometheus, and optionally a log line of JSON for each.

With several worker processes, any of them answers with the metrics of all: ``prometheus_client`` keeps them as files in
the folder that ``PROMETHEUS_MULTIPROC_DIR`` names. The metrics of a worker that has died still count.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, TextIO

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..web.limits import address_of

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
#: Key in a request's scope that holds the name of its API key.
ASKED_BY: Final = "lexkit.asked_by"


class Observed:
    """Outermost middleware, which counts and times all requests, also those that are refused.

    ``paths`` are those with metrics of their own; ``log`` gets a line for each request, if given; ``several`` is True
    for one of several processes.
    """

    def __init__(self, app: ASGIApp, paths: Iterable[str], log: TextIO | None, several: bool = False) -> None:
        self.app = app
        self._paths = frozenset(paths)
        self._log = log
        self._several = several
        self._registry = CollectorRegistry()
        labels = ("path",)
        self._requests = Counter("lexkit_requests", "Requests.", (*labels, "status"), registry=self._registry)
        self._seconds = Histogram(
            "lexkit_request_seconds", "Time to answer.", labels, registry=self._registry, buckets=_SECONDS
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status, sent = 0, 0

        async def send_counted(message: Message) -> None:
            nonlocal status, sent
            status = message.get("status", status)
            sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, send_counted)
        finally:
            seconds = time.perf_counter() - begun
            path = scope["path"] if scope["path"] in self._paths else "other"
            # 499: not answered because the client had gone.
            self._requests.labels(path, str(status or 499)).inc()
            self._seconds.labels(path).observe(seconds)
            if self._log is not None:
                self._write(scope, status or 499, sent, seconds)

    def _write(self, scope: Scope, status: int, sent: int, seconds: float) -> None:
        """Write the log line of a request. Errors of writing are ignored."""
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "method": scope["method"],
            "path": scope["path"],
            "status": status,
            "ms": round(seconds * 1000, 3),
            "bytes": sent,
            "address": address_of(scope.get("client")),
            "key": scope.get(ASKED_BY),
            "process": os.getpid(),
        }
        try:
            print(json.dumps(line), file=self._log, flush=True)
        except (OSError, ValueError):
            self._log = None

    def figures(self) -> Response:
        """Return the metrics for Prometheus, of all processes if there are several."""
        registry = self._registry
        if self._several:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
