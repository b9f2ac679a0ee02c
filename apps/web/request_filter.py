"""The first check of a request: its origin, its host name, its size and its rate.

A page of another site may send requests to a server on this machine. A browser sends their origin (``Origin``) and the
name of the target (``Host``). A request from another site's page has another origin, and a name that another site has
pointed here (DNS rebinding) is not one of this server's. Both are refused before anything else happens.

Guaranteed: every answer has headers that let a browser run and load only what this server sends.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from .learning.walls import SHEET_STYLE
from .limits import Limits, RateLimits, address_of

_POLICY: Final = (
    f"default-src 'none'; script-src 'self'; style-src 'self' {SHEET_STYLE}; img-src 'self' blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: Headers of every answer.
HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
#: Prefix of paths that change data or cause work, which must not be requested by another site.
_API: Final = "/api/"
_TOO_LARGE: Final = 413, "the request is too large"
#: Maps the paths that take a file to the limit of its size.
_FILES: Final = {
    **dict.fromkeys(["/api/records", "/api/sheets", "/api/sheets/file", "/api/sheets/read"], "record"),
    "/api/study/import": "cards_file",
}


def is_own_host(host: str, *, network: bool, names: Iterable[str] = ()) -> bool:
    """Return whether a ``Host`` is this server's: loopback and its names; an address of any kind if ``network``.

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
    """Return the answer to a refused request, for people."""
    return PlainTextResponse(reason, status)


class RequestFilter:
    """The ASGI middleware that refuses requests.

    Args:
        app: The application behind it.
        limits: The limits of the server.
        network: Accept any address of this machine as the host, not only loopback.
        names: Further host names to answer to.
        refuse: Makes the answer of a status and a reason.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        limits: Limits,
        network: bool = False,
        names: Iterable[str] = (),
        refuse: Callable[[int, str], Response] = in_plain_text,
    ) -> None:
        self.app = app
        self._answer = refuse
        self.limits = limits
        self.network = network
        self.names = tuple(names)
        self._requests = RateLimits(limits.requests_a_second, limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and self._refusal(Headers(scope=scope), scope) is not None:
            await WebSocketClose(1008)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        maximum = int(getattr(self.limits, _FILES.get(scope["path"], "body")))
        received = 0

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        async def receive_limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > maximum:
                raise HTTPException(*_TOO_LARGE)
            return message

        refusal = self._refusal(headers, scope) or self._excess(headers, scope, maximum)
        if refusal is not None:
            await self._answer(*refusal)(scope, receive, send_guarded)
        else:
            await self.app(scope, receive_limited, send_guarded)

    def _refusal(self, headers: Headers, scope: Scope) -> tuple[int, str] | None:
        """Return (status, reason) if a request is not from this site for this site."""
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

    def _excess(self, headers: Headers, scope: Scope, maximum: int) -> tuple[int, str] | None:
        """Return (status, reason) if a request says that it is too large, or is one too many."""
        length = headers.get("content-length", "0")
        if length.isdecimal() and (len(length) > 12 or int(length) > maximum):
            return _TOO_LARGE
        if scope["path"].startswith(_API) and not self._requests.take(address_of(scope.get("client"))):
            return 429, "too many requests: wait a moment"
        return None
