"""Messages of clients: JSON objects whose fields are declared once, read without trust, and errors told in a sentence.

    read_message('{"play": "8D QUIZ", "turn": 7}', {"play": Text(120), "turn": Number(0, 100)})
    post("/api/join", self._join, limits, invitation=Text(64))    # answers with what _join(address, invitation) gives

Guaranteed: whatever text a client sends, reading it gives the declared fields or raises BadMessageError, in time that
grows with its length; a request's body ends within ``limits.hello`` or is refused; error messages hold no path
of this machine.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lexkit.errors import LexkitError, StorageError, show_text

from ..shell import console
from .limits import Allowances, Limits, address_of

T = TypeVar("T")
_LOG: Final = logging.getLogger("lexkit.web")
#: An absolute path in a text, quoted or not.
_PATH: Final = re.compile(r"""(^|[\s'"(:,=])(/|~/|\\\\|[A-Za-z]:[/\\])\S""")


class BadMessageError(LexkitError, ValueError):
    """A message that no page of this server sends."""

    status = 400


class Text(NamedTuple):
    """A text of at most ``most`` characters; with no control characters, if it is to be ``plain``."""

    most: int
    default: str | None = None
    plain: bool = True

    def read(self, name: str, value: Any) -> str:
        """The value of the field, if it is one. Raises BadMessageError."""
        if not isinstance(value, str) or len(value) > self.most:
            raise BadMessageError("not a text", place=name, expected=f"at most {self.most} characters")
        if self.plain and not value.isprintable():
            raise BadMessageError("the text has control characters", place=name, expected="one line of text")
        if not value.isascii() and re.search("[\ud800-\udfff]", value):
            raise BadMessageError("the text has half of a character", place=name, expected="whole ones")
        return value


class Number(NamedTuple):
    """A whole number in a range."""

    least: int
    most: int
    default: int | None = None

    def read(self, name: str, value: Any) -> int:
        """The value of the field, if it is one. Raises BadMessageError."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise BadMessageError("not a number", place=name, expected=f"{self.least} to {self.most}")
        return int(value)


class OneOf(NamedTuple):
    """One of some texts."""

    values: Collection[str]
    default: str | None = None

    def read(self, name: str, value: Any) -> str:
        """The value of the field, if it is one. Raises BadMessageError."""
        if not isinstance(value, str) or value not in self.values:
            raise BadMessageError("not one of the values", place=name, expected=", ".join(self.values))
        return value


class Texts(NamedTuple):
    """A list of at most ``number`` texts of at most ``most`` characters."""

    number: int
    most: int
    default: tuple[str, ...] = ()

    def read(self, name: str, value: Any) -> list[str]:
        """The value of the field, if it is one. Raises BadMessageError."""
        if not isinstance(value, list) or len(value) > self.number:
            raise BadMessageError("not a list of texts", place=name, expected=f"at most {self.number}")
        return [Text(self.most).read(name, one) for one in value]


class Objects(NamedTuple):
    """A list of at most ``number`` objects with these fields."""

    number: int
    fields: Mapping[str, Any]
    default: tuple[Any, ...] = ()

    def read(self, name: str, value: Any) -> list[dict[str, Any]]:
        """The value of the field, if it is one. Raises BadMessageError."""
        if not isinstance(value, list) or len(value) > self.number or not all(isinstance(one, dict) for one in value):
            raise BadMessageError("not a list of objects", place=name, expected=f"at most {self.number}")
        return [read_fields(one, self.fields) for one in value]


Field: TypeAlias = Text | Number | OneOf | Texts | Objects
Fields: TypeAlias = Mapping[str, Field]


def read_message(text: str | bytes, fields: Fields) -> dict[str, Any]:
    """The values of these fields in a message: the others are ignored. Raises BadMessageError."""
    return read_fields(read_object(text), fields)


def read_object(text: str | bytes) -> dict[str, Any]:
    """A message whose fields are not read yet. Raises BadMessageError."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessageError("not JSON") from None
    if not isinstance(found, dict):
        raise BadMessageError("not an object")
    return found


def read_fields(found: Mapping[str, Any], fields: Fields) -> dict[str, Any]:
    """The values of these fields; one that is not there has its default. Raises BadMessageError."""
    return {
        name: field.default if name not in found and field.default is not None else field.read(name, found.get(name))
        for name, field in fields.items()
    }


def in_json(message: Any) -> str:
    """A message as it is sent."""
    return json.dumps(message, separators=(",", ":"))


def sentence(error: LexkitError, *, found: bool = True) -> str:
    """The whole message about an error for a client; ``found``: also where it is, and what was found there."""
    if isinstance(error, StorageError):
        return "the server could not keep that: try again"
    expected, met, remedy = map(harmless, (error.expected, error.found if found else None, error.remedy))
    values = f"expected {expected}" if expected else ""
    values += (f", found {met}" if expected else met) if met else ""
    text = ": ".join(filter(None, (show_text(error.place or "") if found else "", show_text(error.what), values)))
    text = f"{text}; {remedy}" if remedy else text
    return text.replace(error.path, os.path.basename(error.path)) if error.path else text


def harmless(value: object) -> str:
    """A part of an error, empty if there is none, or if it has a path of this machine; without advice for a shell."""
    text = "" if value is None else re.sub("[; ]*lexq --help lists all", "", show_text(value))
    return "" if _PATH.search(text) else text


def refusal(error: LexkitError, *, status: int = 409, found: bool = True) -> Response:
    """The answer about an error; ``status``: for errors without one of their own."""
    status = getattr(error, "status", status)
    gone = {"gone": True} if status == 410 else {}
    return JSONResponse({"error": sentence(error, found=found), **gone}, status)


def log(error: LexkitError) -> None:
    """Tell an error, paths included, at the terminal of the server."""
    _LOG.error("%s", console.shown(str(error)))


async def answer(
    request: Request, limits: Limits, work: Callable[[bytes], Awaitable[dict[str, Any] | Response]]
) -> Response:
    """The answer to a request with a body: what ``work`` gives, as JSON, or a sentence about what was wrong."""
    try:
        body = await asyncio.wait_for(request.body(), limits.hello)
    except ClientDisconnect:
        return Response(status_code=400)  # which nobody gets
    except TimeoutError:
        return JSONResponse({"error": "the request did not come to its end"}, 408)
    try:
        made = await work(body)
    except LexkitError as error:
        if isinstance(error, StorageError):
            log(error)
        return refusal(error)
    if isinstance(made, Response):
        return made
    # A note of a record may have half of a character, which becomes a question mark.
    told = json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return Response(told, media_type="application/json")


def post(
    path: str,
    work: Callable[..., Awaitable[dict[str, Any] | Response]],
    limits: Limits,
    allowed: Allowances | None = None,
    /,
    **fields: Field,
) -> Route:
    """The route of a message with these fields: ``work`` is given the address that sent it, and their values.

    ``allowed``: how many of these messages an address may send.
    """

    async def do(request: Request) -> Response:
        address = address_of(request.client)
        if allowed is not None and not allowed.take(address):
            return too_many()
        return await answer(request, limits, lambda body: work(address, **read_message(body, fields)))

    return Route(path, do, methods=["POST"])


def too_many() -> Response:
    """The answer to an address that has asked too often."""
    return JSONResponse({"error": "too many games or files at once: wait a moment"}, 429)


# -- the lexicons that are offered ------------------------------------------------------------------------------


def lexicon_named(lexicons: Mapping[str, T], name: str) -> T:
    """What is offered by this name; the first if it is empty. Raises BadMessageError for any other name."""
    if not name:
        return next(iter(lexicons.values()))
    if name not in lexicons:
        raise BadMessageError("no lexicon of that name here", expected=", ".join(lexicons))
    return lexicons[name]


def short_name(path: str) -> str:
    """What people see of a lexicon's name or path: the name of its file."""
    return Path(path).name.removesuffix(".zst").removesuffix(".gaddag")
