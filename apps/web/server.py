"""The configuration of uvicorn that the servers of pages and of answers share.

    uvicorn.Server(make_config(app, limits)).run(sockets=[listener])

It uses only documented settings of uvicorn. A reverse proxy handles what they do not limit, such as slow clients: see
docs/web.md.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import Callable
from typing import Any

from starlette.types import ASGIApp
from uvicorn import Config

from .limits import Limits


def make_config(app: ASGIApp | Callable[[], ASGIApp], limits: Limits, **settings: Any) -> Config:
    """Return the configuration of a server.

    Args:
        app: The application, or with ``factory=True`` a function that makes it.
        limits: The limits of the server.
        settings: Settings of uvicorn that extend or override the defaults here.
    """
    usual: dict[str, Any] = {
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        # uvicorn answers 503 beyond this number of connections.
        "limit_concurrency": limits.connections,
        "backlog": 256,
        "timeout_keep_alive": 10,
        "timeout_graceful_shutdown": 2,
        "h11_max_incomplete_event_size": 16_384,
        "ws_max_size": limits.message,
        # Disconnect a client that does not answer pings.
        "ws_ping_interval": 10,
        "ws_ping_timeout": 15,
        # Compressing a view of a few kB takes longer than sending it, and memory for each connection.
        "ws_per_message_deflate": False,
    }
    return Config(app, http="h11", **{**usual, **settings})


def tune_process() -> None:
    """Tune this process for short response times, and hide messages about an orderly shutdown.

    Call it after everything is loaded.
    """
    # Threads of long computations yield after half a millisecond instead of five.
    sys.setswitchinterval(0.0005)
    # The objects that exist now are permanent: exclude them from garbage collection.
    gc.freeze()
    logging.getLogger("uvicorn.error").addFilter(_is_of_use)


def _is_of_use(record: logging.LogRecord) -> bool:
    """Return whether a message of uvicorn is useful at the terminal; one about requests ended by Ctrl-C is not."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, asyncio.CancelledError) and "graceful shutdown" not in str(record.msg)
