"""Read messages of clients by their declarations, and answer requests.

    class Join(Struct):
        invitation: Annotated[str, line(64)]
        name: Annotated[str, text(30)] = ""

    post("/api/join", self._join, Join)     # answers with what _join(address, message) returns

A message is a ``msgspec.Struct``. Its constraints are made by :func:`line`, :func:`text`, :func:`between` and
:func:`one_of`.

Guaranteed: reading any input gives the declared message or raises BadMessageError, in time linear in its length; error
messages contain no path of this machine.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lexkit.errors import LexkitError, StorageError, show_text

from ..shell import console
from .limits import RateLimits, address_of

T = TypeVar("T")
M = TypeVar("M", bound=msgspec.Struct)
_LOG: Final = logging.getLogger("lexkit.web")
#: Matches an absolute path in a text, quoted or not.
_PATH: Final = re.compile(r"""(^|[\s'"(:,=])(/|~/|\\\\|[A-Za-z]:[/\\])\S""")
#: Matches a text without control and format characters, such as line ends and direction marks.
_ONE_LINE: Final = "^[^\x00-\x1f\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]*$"

#: Maps a type in msgspec's errors to its name in ours.
_TYPES: Final = {"`str`": "text", "`int`": "whole number", "`array`": "list", "`object`": "object"}


class BadMessageError(LexkitError, ValueError):
    """The message is not one that a page of this server sends."""

    status = 400


# -- constraints of fields ------------------------------------------------------------------------------------


def text(maximum: int) -> Meta:
    """Return the constraint of a text of at most this many characters."""
    return Meta(max_length=maximum)


def line(maximum: int) -> Meta:
    """Return the constraint of a text of at most this many characters, none of them a control character."""
    return Meta(max_length=maximum, pattern=_ONE_LINE)


def between(minimum: int, maximum: int) -> Meta:
    """Return the constraint of a number in a range."""
    return Meta(ge=minimum, le=maximum)


def one_of(values: Iterable[str]) -> Meta:
    """Return the constraint of a text that is one of some words."""
    return Meta(pattern=f"^({'|'.join(values)})$")


# -- reading messages ----------------------------------------------------------------------------------


def read_message(content: str | bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """Return the message in a text. Raises BadMessageError."""
    return _checked(lambda: decoder.decode(content))


def read_query(request: Request, message: type[M]) -> M:
    """Return the message in the query of a request's address. Raises BadMessageError."""
    return _checked(lambda: msgspec.convert(dict(request.query_params), message, strict=False))


def _checked(read: Callable[[], T]) -> T:
    """Return what is read. Raises BadMessageError, which says what was expected where."""
    try:
        return read()
    except msgspec.ValidationError as error:
        told, _, place = str(error).partition(" - at `$")
        expected = told.removeprefix("Expected ")
        for name, plain in _TYPES.items():
            expected = expected.replace(name, plain)
        constraint, is_pattern, pattern = expected.partition(" matching regex ")
        if is_pattern and pattern == repr(_ONE_LINE):
            expected = f"{constraint} without control characters"
        elif is_pattern:
            expected = pattern.strip("'^()$").replace("|", ", ")
        if not told.startswith("Expected "):
            raise BadMessageError(told, place=place.strip("`.") or None) from None
        raise BadMessageError("wrong value", place=place.strip("`.") or None, expected=expected) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessageError("not JSON, or a text has half of a character") from None


def in_json(message: Any) -> str:
    """Return a message as it is sent."""
    return json.dumps(message, separators=(",", ":"))


# -- answering requests ------------------------------------------------------------------------------


def sentence(error: LexkitError, *, found: bool = True) -> str:
    """Return the message about an error for a client.

    Args:
        error: The error.
        found: Whether to say where it is, and what was found there.
    """
    if isinstance(error, StorageError):
        return "the server could not keep that: try again"
    expected, actual, remedy = map(harmless, (error.expected, error.found if found else None, error.remedy))
    values = f"expected {expected}" if expected else ""
    values += (f", found {actual}" if expected else actual) if actual else ""
    told = ": ".join(filter(None, (show_text(error.place or "") if found else "", show_text(error.what), values)))
    told = f"{told}; {remedy}" if remedy else told
    return told.replace(error.path, os.path.basename(error.path)) if error.path else told


def harmless(value: object) -> str:
    """Return a part of an error, without advice for a shell; empty if it has a path of this machine."""
    shown = "" if value is None else re.sub("[; ]*lexq --help lists all", "", show_text(value))
    return "" if _PATH.search(shown) else shown


def refusal(error: LexkitError, *, status: int = 409, found: bool = True) -> Response:
    """Return the answer about an error. ``status``: for errors without one of their own."""
    status = getattr(error, "status", status)
    gone = {"gone": True} if status == 410 else {}
    return JSONResponse({"error": sentence(error, found=found), **gone}, status)


def log(error: LexkitError) -> None:
    """Write an error, paths included, to the terminal of the server."""
    _LOG.error("%s", console.shown(str(error)))


async def answer(request: Request, work: Callable[[bytes], Awaitable[dict[str, Any] | Response]]) -> Response:
    """Return the answer to a request with a body: the result of ``work`` as JSON, or a sentence about its error."""
    try:
        result = await work(await request.body())
    except ClientDisconnect:
        return Response(status_code=400)  # nobody receives it
    except LexkitError as error:
        if isinstance(error, StorageError):
            log(error)
        return refusal(error)
    if isinstance(result, Response):
        return result
    # A note of a record may have a lone surrogate, which becomes a question mark.
    content = json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return Response(content, media_type="application/json")


def post(
    path: str,
    work: Callable[[str, Any], Awaitable[dict[str, Any] | Response]],
    message: type[msgspec.Struct],
    allowed: RateLimits | None = None,
) -> Route:
    """Return the route of a message.

    Args:
        path: The path that it is sent to.
        work: Answers an address and its message.
        message: The declaration of the message.
        allowed: How many of these messages an address may send.
    """
    decoder = msgspec.json.Decoder(message)

    async def do(request: Request) -> Response:
        address = address_of(request.client)
        if allowed is not None and not allowed.take(address):
            return too_many()

        async def read_and_work(body: bytes) -> dict[str, Any] | Response:
            return await work(address, read_message(body, decoder))

        return await answer(request, read_and_work)

    return Route(path, do, methods=["POST"])


def too_many() -> Response:
    """Return the answer to an address that has asked too often."""
    return JSONResponse({"error": "too many games or files at once: wait a moment"}, 429)


# -- the lexicons that are offered --------------------------------------------------------------------------


def lexicon_named(lexicons: Mapping[str, T], name: str) -> T:
    """Return what is offered by this name; the first if it is empty. Raises BadMessageError for any other name."""
    if not name:
        return next(iter(lexicons.values()))
    if name not in lexicons:
        raise BadMessageError("no lexicon of that name here", expected=", ".join(lexicons))
    return lexicons[name]


def short_name(path: str) -> str:
    """Return what people see of a lexicon's name or path: the name of its file."""
    return Path(path).name.removesuffix(".zst").removesuffix(".gaddag")
