"""Requests that ask for work: read within limits, done in threads of their own, and errors told in a sentence.

Guaranteed: a request's body ends within ``limits.hello`` or is refused; of one kind of work no more than a fixed
number waits, and what is one too many is refused at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from lexkit import console
from lexkit.errors import LexkitError, StorageError

from .limits import Limits
from .messages import BadMessageError, sentence

__all__ = ["BusyError", "Workers", "answer", "log", "refusal"]

T = TypeVar("T")
_LOG: Final = logging.getLogger("lexkit.web")


class BusyError(LexkitError, RuntimeError):
    """Too much waits already."""


class Workers:
    """A few threads for one kind of work, of which only so much may wait."""

    def __init__(self, name: str, threads: int, most: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._most = most
        self._waiting = 0

    async def do(self, work: Callable[[], T]) -> T:
        """Do it in a thread. Raises BusyError if too much waits or runs."""
        if self._waiting >= self._most:
            raise BusyError("the server is busy: try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Begin nothing further."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def refusal(error: LexkitError, *, status: int = 409, found: bool = True) -> Response:
    """The answer that tells of an error; ``status``: of what is neither a bad message nor too much work."""
    if isinstance(error, BadMessageError | BusyError):
        status = 400 if isinstance(error, BadMessageError) else 503
    return JSONResponse({"error": sentence(error, found=found)}, status)


def log(error: LexkitError) -> None:
    """Tell an error, paths included, at the terminal of the server."""
    _LOG.error("%s", console.shown(str(error)))


async def answer(
    request: Request, limits: Limits, work: Callable[[bytes], Awaitable[dict[str, Any] | Response]]
) -> Response:
    """The answer to a request with a body: what ``work`` gives, as JSON, or a sentence about what was wrong."""
    try:
        body = await asyncio.wait_for(request.body(), limits.hello)
    except TimeoutError:
        return JSONResponse({"error": "the request did not come to its end"}, 408)
    try:
        made = await work(body)
    except LexkitError as error:
        if isinstance(error, StorageError):
            log(error)
        return refusal(error)
    return made if isinstance(made, Response) else JSONResponse(made)
