"""The checks of every request: from this site, for this site, neither too large nor too many.

A page of another site may send requests to a server on this machine. A browser says where they come from (``Origin``),
and which name they were meant for (``Host``): a name that another site has pointed here (DNS rebinding) is not one of
this server's, and what another site's page sends has another origin. Both are refused before anything is done.

Guaranteed: an answer has headers that let a browser run and load nothing but what this server sends; large bodies that
come or go slowly take no more than ``limits.held`` bytes, and no more of one address than its share; an address that
asks for more than ``limits.asked_a_second`` delays only itself.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .learning.walls import SHEET_STYLE
from .limits import Allowances, Limits, Shares, address_of

_POLICY: Final = (
    f"default-src 'none'; script-src 'self'; style-src 'self' {SHEET_STYLE}; img-src 'self' blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: Of every answer.
HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
#: Requests that change something or take work, and so must not come from another site.
_API: Final = "/api/"
#: Requests that bring a file, and the limit of its size.
_FILES: Final = {
    **dict.fromkeys(["/api/records", "/api/sheets", "/api/sheets/file", "/api/sheets/read"], "record"),
    "/api/study/import": "cards_file",
}


def is_own_host(host: str, *, network: bool, names: Iterable[str] = ()) -> bool:
    """Whether a ``Host`` is one of this server's: loopback and its names; an address of any kind if ``network``.

    A name can be made to point here by its owner, an address cannot: so names count only if they were given.
    """
    name = host.strip().lower()
    if name.startswith("["):
        name, _, port = name[1:].partition("]")
        port = port.removeprefix(":")
    else:
        name, _, port = name.partition(":")
    if port and not (port.isascii() and port.isdigit()):
        return False
    if name == "localhost" or name in {one.lower() for one in names}:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return network or address.is_loopback


def in_plain_text(status: int, reason: str) -> Response:
    """The answer to a request that is refused, for people."""
    return PlainTextResponse(reason, status)


class _RefusedError(Exception):
    """A body is longer than it said, or there are too many."""


class Guard:
    """The ASGI middleware; ``held``: the bytes of all connections, ``asked``: all that is asked for, by address.

    ``refuse``: the answer of a status and a reason.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        limits: Limits,
        network: bool = False,
        names: Iterable[str] = (),
        held: Shares | None = None,
        asked: Allowances | None = None,
        refuse: Callable[[int, str], Response] = in_plain_text,
    ) -> None:
        self.app = app
        self._answer = refuse
        self.limits = limits
        self.network = network
        self.names = tuple(names)
        self._requests = Allowances(limits.requests_a_second, limits.request_burst)
        self._held = Shares(limits.held, limits.held_of_address) if held is None else held
        self._asked = asked or Allowances(limits.asked_a_second, limits.asked_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._wait(scope, 1)
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._wait(scope, self.limits.entering)
            headers = Headers(scope=scope)
            if self._refusal(headers, scope) is not None:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _wait(self, scope: Scope, number: int) -> None:
        """Wait if the address has asked for more than it may."""
        owed = self._asked.owe(address_of(scope.get("client")), number)
        if owed:
            await asyncio.sleep(owed)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        refusal = self._refusal(headers, scope) or self._too_much(headers, scope)
        if refusal is not None:
            await self._refuse(scope, receive, send_guarded, *refusal)
            return
        most = self._most_bytes(scope)
        address = address_of(scope.get("client"))
        received = held = 0
        start: Message | None = None
        trouble: tuple[int, str] | None = None

        def hold(number: int) -> None:
            """Count the bytes that this request holds. Raises _RefusedError if they are too many."""
            nonlocal held, trouble
            if not self._held.take(address, number):
                trouble = 503, "the server is busy: try again in a moment"
                raise _RefusedError
            held += number

        async def receive_limited() -> Message:
            nonlocal received, trouble
            message = await receive()
            before, received = received, received + len(message.get("body", b""))
            if received > most:
                trouble = 413, "the request is too large"
                # The application does nothing with what it has, and what it says of it is not sent.
                raise _RefusedError
            if received > self.limits.large:
                hold(received - max(before, self.limits.large))
            return message

        async def send_in_pieces(message: Message) -> None:
            nonlocal start
            if trouble is not None:
                return
            if message["type"] == "http.response.start":
                start = message
                return
            body = message.get("body", b"")
            if len(body) > self.limits.large:
                hold(len(body))
            if start is not None:
                await send_guarded(start)
                start = None
            more = message.get("more_body", False)
            # Whoever sends a piece waits until the client has taken the one before.
            pieces = range(0, len(body), self.limits.large) or (0,)
            for at in pieces:
                piece = body[at : at + self.limits.large]
                await send({**message, "body": piece, "more_body": more or at != pieces[-1]})

        try:
            with suppress(_RefusedError):
                await self.app(scope, receive_limited, send_in_pieces)
            if trouble is not None:
                await self._refuse(scope, receive, send_guarded, *trouble)
        finally:
            self._held.give_back(address, held)

    def _refusal(self, headers: Headers, scope: Scope) -> tuple[int, str] | None:
        """(status, reason) if a request is not from this site for this site."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not is_own_host(hosts[0], network=self.network, names=self.names):
            return 421, "this server does not answer to that name: open the address that it has printed"
        origins = headers.getlist("origin")
        for origin in origins:
            if origin.lower() not in (f"http://{hosts[0].lower()}", f"https://{hosts[0].lower()}"):
                return 403, "the request comes from another site"
        guarded = scope["type"] == "websocket" or scope["path"].startswith(_API)
        if guarded and any(site not in ("same-origin", "none") for site in headers.getlist("sec-fetch-site")):
            return 403, "the request comes from another site"
        return None

    def _most_bytes(self, scope: Scope) -> int:
        return int(getattr(self.limits, _FILES.get(scope["path"], "body")))

    def _too_much(self, headers: Headers, scope: Scope) -> tuple[int, str] | None:
        lengths = headers.getlist("content-length") or ["0"]
        if any(not (length.isascii() and length.isdigit()) for length in lengths):
            return 400, "not a length"
        most = self._most_bytes(scope)
        if most > self.limits.in_pieces and "transfer-encoding" in headers:
            # It may come in pieces of a byte each, which take long to read.
            return 411, "the request does not say how long it is"
        if any(len(length) > 12 or int(length) > most for length in lengths):
            return 413, "the request is too large"
        if scope["path"].startswith(_API) and not self._requests.take(address_of(scope.get("client"))):
            return 429, "too many requests: wait a moment"
        return None

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, reason: str) -> None:
        response = self._answer(status, reason)
        if status in (411, 413):  # the rest of too large a body, which nobody wants, is not read
            response.headers["connection"] = "close"
        await response(scope, receive, send)
