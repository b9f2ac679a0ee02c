"""The configuration of uvicorn that the servers of pages and of answers share.

    uvicorn.Server(make_config(app, limits)).run(sockets=[listener])

It uses uvicorn's documented settings only. What they do not limit, such as slow clients, is the work of a reverse
proxy: see docs/web.md.
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
        app: The application, or with ``factory=True`` what makes it.
        limits: The limits of the server.
        settings: More settings of uvicorn, or others than the usual ones.
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
        # A client that does not answer is away.
        "ws_ping_interval": 10,
        "ws_ping_timeout": 15,
        # A view has some kB: to compress it takes longer than to send it, and memory for each connection.
        "ws_per_message_deflate": False,
    }
    return Config(app, http="h11", **{**usual, **settings})


def tune_process() -> None:
    """Have this process answer promptly, and write no messages about an orderly end.

    Call it when everything is loaded.
    """
    # Threads that think give way to what answers at once after half a millisecond, not after five.
    sys.setswitchinterval(0.0005)
    # The objects that exist now stay: the garbage collector need not look through them again.
    gc.freeze()
    logging.getLogger("uvicorn.error").addFilter(_is_of_use)


def _is_of_use(record: logging.LogRecord) -> bool:
    """Return whether a message of uvicorn is of use at the terminal: not that Ctrl-C has ended requests."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, asyncio.CancelledError) and "graceful shutdown" not in str(record.msg)
