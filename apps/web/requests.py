"""Requests that ask for work: read within limits, done in threads of their own, and errors told in a sentence.

Guaranteed: a request's body ends within ``limits.hello`` or is refused; of one kind of work no more than a fixed
number waits, and what is one too many is refused at once; however much one address asks for, others have their turns.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from lexkit import console
from lexkit.errors import LexkitError, StorageError

from .limits import Limits
from .messages import BadMessageError, sentence

T = TypeVar("T")
_LOG: Final = logging.getLogger("lexkit.web")


class BusyError(LexkitError, RuntimeError):
    """Too much waits already."""


class Workers:
    """A few threads for one kind of work, of which only so much may wait or run; addresses take turns.

    If one thing is too many, the newest that waits of the address with most is refused.
    """

    def __init__(self, name: str, threads: int, most: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._most = most
        #: How much waits or runs.
        self.number = 0
        #: What waits, by address: the address that had its turn last is the last one.
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def do(self, address: str, work: Callable[[], T]) -> T:
        """Do it in a thread. Raises BusyError if too much waits or runs."""
        if self.number >= self._most:
            self._refuse_one(address)
        self.number += 1
        try:
            await self._turn(address)
        except BaseException:
            self.number -= 1
            raise
        running = asyncio.ensure_future(asyncio.get_running_loop().run_in_executor(self._threads, work))
        running.add_done_callback(lambda _: self._end())
        # It runs to its end, also if nobody waits for that any more.
        return await asyncio.shield(running)

    async def _turn(self, address: str) -> None:
        """Wait until a thread is free, and the turn is that of this address."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._pass_on()  # it was given a thread, and does not take it
            raise

    def _end(self) -> None:
        self.number -= 1
        self._pass_on()

    def _pass_on(self) -> None:
        """Give a thread that is free to the address that had none for longest."""
        while self._waiting:
            address, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[address] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def waiting(self, address: str) -> int:
        """How much of this address waits."""
        return len(self._waiting.get(address, ()))

    def _refuse_one(self, address: str) -> None:
        """Refuse the newest of the address of which most waits. Raises BusyError if that is this one."""
        most = max(self._waiting, key=lambda one: len(self._waiting[one]), default=address)
        busy = BusyError("the server is busy: try again in a moment")
        if self.waiting(most) <= self.waiting(address) + 1:
            raise busy
        turn = self._waiting[most].pop()
        if not turn.done():
            turn.set_exception(busy)

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
