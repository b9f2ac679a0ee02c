"""Connections, before their first request: how many there may be, and how long the request may take to arrive.

    http, websocket = protocols(limits)
    uvicorn.Config(app, http=http, ws=websocket)

Guaranteed: of one address no more than ``limits.sockets_of_address`` are open, of all ``limits.sockets``; an excess
connection, or the oldest of the address that has most, is told 429 or 503 and closed; at most ``limits.refused`` are
told at a time, others are closed at once. A connection on which no request runs has
``limits.hello`` from its first byte to bring a whole one, however slowly its bytes come, and as long until that byte;
what is late is told 408. A client that reads nothing of what waits for it in ``limits.unread``, or after its end in
``limits.hello``, is cut off. A client that sends more than is read gets to read its answer before the connection ends.
One that closes its half has gone: nothing more is done for it. When the server ends, requests on their way are
answered.
Few bytes wait in a connection: the sender waits until the client has taken the bytes before. Few bytes are read from
one connection before others have their turns. A WebSocket is cut off if it sends more waiting messages, or more invalid
frames, than a page would.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

import h11
from starlette.responses import Response
from starlette.types import ASGIApp
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .guard import in_plain_text
from .limits import Allowance, Limits, Places, Shares, address_of

#: Seconds for which a connection without a request stays open when the server ends: one may be on its way.
_ON_ITS_WAY: Final = 0.2
_BUSY: Final = 503, "the server is busy: try again in a moment"


def _read_at_once(transport: Any, number: int) -> None:
    """Limit the bytes that a transport reads before it gives others a turn."""
    # Event loops that are not asyncio's own read some 64 kB.
    with suppress(AttributeError):
        transport.max_size = number


def _keep_little(transport: Any, number: int) -> None:
    """Limit the bytes that the system keeps for a client that does not take them: it would keep megabytes."""
    with suppress(AttributeError, OSError):  # neither Linux nor macOS
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, number)


def _in_bytes(response: Response) -> bytes:
    """The last answer of a connection."""
    lines = [f"HTTP/1.1 {response.status_code} {HTTPStatus(response.status_code).phrase}".encode()]
    lines += [b"%s: %s" % header for header in response.raw_headers]
    return b"\r\n".join([*lines, b"connection: close", b"", bytes(response.body)])


class _Transport:
    """A transport that ends a connection as its protocol does it."""

    def __init__(self, transport: Any, protocol: Any) -> None:
        self._transport, self._protocol = transport, protocol

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        """Close, once the client has read what was written."""
        self._protocol.close_gently(self._transport)

    @property
    def max_size(self) -> int:
        """How many bytes are read before others have their turn."""
        return int(self._transport.max_size)

    @max_size.setter
    def max_size(self, number: int) -> None:
        self._transport.max_size = number

    def is_closing(self) -> bool:
        """Whether nothing more is answered."""
        return bool(self._protocol.lingers or self._transport.is_closing())


def protocols(
    limits: Limits, refuse: Callable[[int, str], Response] = in_plain_text
) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """The protocols of HTTP and of WebSockets, which count their connections together.

    ``refuse``: the answer of a status and a reason.
    """
    sockets = Places(limits.sockets, limits.sockets_of_address)
    refused = Shares(limits.refused, limits.refused)

    class Read:
        """What ends a connection whose client does not read."""

        loop: Any
        transport: Any
        frames: Any
        unread: Any = None

        def connection_made(self, transport: Any) -> None:
            transport.set_write_buffer_limits(limits.waiting)
            _read_at_once(transport, limits.read)
            _keep_little(transport, limits.waiting)
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
        refused = False
        #: Whether the last answer was written, and what the client still sends is thrown away.
        lingers = False
        #: Whether the server ends.
        ends = False
        deadline: Any = None

        def connection_made(self, transport: Any) -> None:
            self.transport = _Transport(transport, self)
            self.address = address_of(transport.get_extra_info("peername"))
            if sockets.take(self.address, self.transport, self._give_way):
                self.counted = True
                super().connection_made(self.transport)
                self._await_request()
                return
            _read_at_once(transport, limits.read)
            if sockets.number_of(self.address) >= limits.sockets_of_address:
                self._turn_away(429, "too many connections: wait a moment")
            else:
                self._turn_away(*_BUSY)

        def _give_way(self) -> None:
            """End the connection, for one of another address."""
            if not self.counted or self.lingers or (self.cycle is not None and self.cycle.response_started):
                self.transport.abort()  # a WebSocket, or nobody waits for a first byte
                return
            if self.cycle is not None:  # its answer comes to nothing
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            self._turn_away(*_BUSY)

        def _turn_away(self, status: int, reason: str) -> None:
            """Refuse, if not too many are being told so."""
            if refused.take(self.address):
                self.refused = True
                self._refuse(status, reason)
            else:
                self.transport.abort()

        def _refuse(self, status: int, reason: str) -> None:
            """Answer with a status, and end the connection."""
            self.transport.write(_in_bytes(refuse(status, reason)))
            self._linger()

        def close_gently(self, transport: Any) -> None:
            """Close; if more is on its way, once that has come: else the system would take the answer back."""
            # A WebSocket, which its own protocol ends, is not counted here any more.
            if self.counted and self.conn.their_state in (h11.SEND_BODY, h11.ERROR):
                self._linger()
            else:
                transport.close()

        def _linger(self) -> None:
            """Say that nothing more is written, and throw away what comes until the client has closed its half."""
            if self.transport.is_closing():
                return
            self._stop_waiting()
            self.lingers = True
            with suppress(OSError):
                self.transport.write_eof()
            self.transport.resume_reading()
            self.loop.call_later(limits.lingering, self.transport.abort)

        def shutdown(self) -> None:
            """End the connection after its request, or if none is on its way."""
            self.ends = True
            if self._runs():
                super().shutdown()
            else:
                self.loop.call_later(_ON_ITS_WAY, self._close_unless_it_runs)

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            if self.refused:
                self.refused = False
                refused.give_back(self.address)
            if self.counted:
                self.counted = False
                sockets.give_back(self.address, self.transport)
                super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.counted and not self.lingers:
                super().data_received(data)
                if self._runs():
                    self._stop_waiting()
                    if self.ends:
                        self.cycle.keep_alive = False
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
            if self._runs() or self.transport.is_closing():
                return
            if self.conn.trailing_data[0]:
                self._refuse(408, "the request did not come to its end")
            else:
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
        # Whoever does not answer is away.
        ws_ping_interval=10,
        ws_ping_timeout=15,
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
