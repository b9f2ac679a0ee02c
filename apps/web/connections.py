"""Connections, before their first request: how many there may be, and how long the request may take to arrive.

    http, websocket = protocols(limits)
    uvicorn.Config(app, http=http, ws=websocket)

Guaranteed: of one address no more than ``limits.sockets_of_address`` are open, of all ``limits.sockets``; an excess
connection is closed at once, or the oldest of the address that has most. A connection on which no request runs has
``limits.hello`` from its first byte to bring a whole one, however slowly its bytes come, and as long until that byte. A
client that reads nothing of what waits for it in ``limits.unread``, or after its end in ``limits.hello``, is cut off.
Few bytes wait in a connection: the sender waits until the client has taken the bytes before. Few bytes are read from
one connection before others have their turns. A WebSocket is cut off if it sends more waiting messages, or more invalid
frames, than a page would.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import sys
from contextlib import suppress
from typing import Any, Final

from starlette.types import ASGIApp
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Allowance, Limits, Places, address_of


def _read_at_once(transport: Any, number: int) -> None:
    """Limit the bytes that a transport reads before it gives others a turn."""
    # Event loops that are not asyncio's own read some 64 kB.
    with suppress(AttributeError):
        transport.max_size = number


def protocols(limits: Limits) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """The protocols of HTTP and of WebSockets, which count their connections together."""
    sockets = Places(limits.sockets, limits.sockets_of_address)

    class Read:
        """What ends a connection whose client does not read."""

        loop: Any
        transport: Any
        frames: Any
        unread: Any = None

        def connection_made(self, transport: Any) -> None:
            transport.set_write_buffer_limits(limits.waiting)
            _read_at_once(transport, limits.read)
            super().connection_made(transport)  # type: ignore[misc]

        def pause_writing(self) -> None:
            self.unread = self.loop.call_later(limits.unread, self.transport.abort)
            super().pause_writing()  # type: ignore[misc]

        def resume_writing(self) -> None:
            if self.unread is not None:
                self.unread.cancel()
            super().resume_writing()  # type: ignore[misc]

        def cut_off_soon(self) -> None:
            """End the connection soon, also if the client does not read what it was sent before."""
            self.loop.call_later(limits.hello, self.transport.abort)

    class Http(Read, H11Protocol):  # type: ignore[misc]
        """HTTP that waits a limited time for a first byte and for a whole request."""

        counted = False
        deadline: Any = None

        def connection_made(self, transport: Any) -> None:
            address = address_of(transport.get_extra_info("peername"))
            if not sockets.take(address, transport, transport.abort):
                self.transport = transport
                transport.abort()
                return
            self.counted = True
            self.address = address
            super().connection_made(transport)
            self._await_request()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            if self.counted:
                self.counted = False
                sockets.give_back(self.address, self.transport)
                super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.counted:
                super().data_received(data)
                if self._runs():
                    self._stop_waiting()
                else:
                    self._await_request()

        def handle_websocket_upgrade(self, event: Any) -> None:
            # The other protocol gives the connection back.
            self._stop_waiting()
            self.counted = False
            super().handle_websocket_upgrade(event)

        def _runs(self) -> bool:
            """Whether a request is being answered."""
            return self.cycle is not None and not self.cycle.response_complete

        def _await_request(self) -> None:
            """Close the connection unless it brings a whole request in time; more bytes give it no more time."""
            if self.counted and self.deadline is None and not self.transport.is_closing():
                self.deadline = self.loop.call_later(limits.hello, self._close_unless_it_runs)

        def _stop_waiting(self) -> None:
            if self.deadline is not None:
                self.deadline.cancel()
                self.deadline = None

        def _close_unless_it_runs(self) -> None:
            self.deadline = None
            if not self._runs() and not self.transport.is_closing():
                self.transport.close()
                self.cut_off_soon()

    class WebSocket(Read, WebSocketsSansIOProtocol):  # type: ignore[misc]
        """WebSockets whose connections are counted with those of HTTP, which began them."""

        def connection_made(self, transport: Any) -> None:
            self.allowance = Allowance(limits.frames_a_second, limits.frame_burst)
            super().connection_made(transport)
            _read_at_once(transport, limits.read_of_websocket)

        def handle_ping(self) -> None:
            if self._may():
                super().handle_ping()

        def handle_pong(self, event: Any) -> None:
            if self._may():
                super().handle_pong(event)

        def handle_cont(self, event: Any) -> None:
            if self._may():
                super().handle_cont(event)

        def _may(self) -> bool:
            """Whether a client may send one more frame that is no message; if not, it is cut off."""
            allowed = self.allowance.take()
            if not allowed:
                self.transport.abort()
            return allowed

        async def run_asgi(self) -> None:
            await super().run_asgi()
            self.cut_off_soon()

        async def send(self, message: Any) -> None:
            """Send a message; it has been sent when the client has taken nearly all of it."""
            await super().send(message)
            await self.writable.wait()

        def send_receive_event_to_app(self) -> None:
            if self.curr_msg_data_type == "text" and not self.close_sent:
                try:
                    b"".join(self.frames).decode()
                except UnicodeDecodeError:
                    # As uvicorn does it, which tells it with a traceback.
                    self.frames = []
                    self.conn.send_close(1007)
                    self.handle_parser_exception()
                    return
            if self.queue.qsize() > 2 * limits.message_burst:
                self.transport.abort()
                return
            super().send_receive_event_to_app()

        def keepalive_timeout(self) -> None:
            super().keepalive_timeout()
            self.transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            sockets.give_back(address_of(self.transport.get_extra_info("peername")), self.transport)
            super().connection_lost(exc)

    return Http, WebSocket


# -- the server that has them -------------------------------------------------------------------------------


def configure(app: ASGIApp, limits: Limits) -> Config:
    """The configuration of a server: these connections, and no log of requests."""
    http, websocket = protocols(limits)
    config = Config(
        app,
        http=http,
        ws=websocket,
        ws_max_size=limits.message,
        # A view has some kB: to pack it takes longer than to send it, and memory for each connection.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        # How many connections there may be, the protocols count.
        limit_concurrency=None,
        **USUAL,
    )
    hush()
    return config


def give_way() -> None:
    """Have threads that think give way to what answers at once after half a millisecond, not after five."""
    sys.setswitchinterval(0.0005)


def hush() -> None:
    """Have uvicorn tell only what is of use at the terminal."""
    logging.getLogger("uvicorn.error").addFilter(_tells_of_a_fault)


def _tells_of_a_fault(record: logging.LogRecord) -> bool:
    """Whether a message of uvicorn is of use at the terminal: not that Ctrl-C has ended requests."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, asyncio.CancelledError) and "graceful shutdown" not in str(record.msg)


async def give_memory_back() -> None:
    """Return unused memory to the system: uvicorn's requests are in cycles, and glibc keeps what is freed."""
    gc.collect()
    with suppress(AttributeError, OSError, TypeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)


#: What every server of lexkit tells uvicorn.
USUAL: Final[dict[str, Any]] = {
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,
    "timeout_keep_alive": 10,
    "timeout_graceful_shutdown": 2,
    "h11_max_incomplete_event_size": 16_384,
    "callback_notify": give_memory_back,
    # Seconds after which freed memory is given back, again and again.
    "timeout_notify": 60,
}
