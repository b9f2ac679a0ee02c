"""The ASGI application of ``lexq serve --api``: read and check questions, compute and send answers.

    service = Service({"english": lexicon})
    uvicorn.run(service.app)

Every error is answered as a problem (RFC 9457). Guaranteed: a question that takes time is answered in a thread;
analyses, which may take a minute, have separate threads. Each address or key has a quota of threads, so that others do
not wait for it; questions over its quota are refused at once. Work stops when its client has gone. When the server
shuts down, analyses answer with what they have so far, and other running questions are refused.
"""

from __future__ import annotations

import asyncio
import math
import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Final, TextIO

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

import lexkit
from lexkit.errors import LexkitError, QuerySyntaxError, TimeLimitError

from ..web.limits import Limits, address_of
from ..web.request_filter import RequestFilter
from ..web.requests import harmless, sentence
from ..web.threads import BusyError, Workers
from .answers import Answers
from .keys import Keys
from .messages import MOST_RECORD, Problem
from .observing import ASKED_BY, Observed
from .openapi import OPERATIONS, ROOT, Operation, describe, path_of

#: Limits of requests: higher than for the pages, since programs ask more and longer questions than people.
LIMITS: Final = Limits(
    body=2 * MOST_RECORD,
    requests_a_second=1000.0,
    request_burst=5000,
    search=5.0,
    searches_waiting=256,
)
#: Value of Retry-After in seconds, for 429 and 503.
_RETRY: Final = "1"
#: Number of addresses answered at a time, each in as many threads as there are processors; also the number of analyses
#: at a time, one for each address.
_ADDRESSES: Final = 4
_ANALYSES: Final = 4
#: Grace period at shutdown for stopped work to end, and for its answer to be sent, in seconds each.
_LAST: Final = 1.0
#: Status in metrics and log for a request whose client has gone.
_GONE: Final = 499
_JSON: Final = "application/json"


class Service:
    """Service for lexicons; ``app`` is the ASGI application.

    ``limits``, ``network`` and ``names`` are as for ``lexkit.apps.web``. ``keys`` has the accepted keys, None to accept
    everybody; ``log`` gets a line for each request; ``several`` is True for one of several processes.
    """

    def __init__(
        self,
        lexicons: Mapping[str, lexkit.Lexicon],
        *,
        limits: Limits = LIMITS,
        network: bool = False,
        names: Iterable[str] = (),
        keys: Keys | None = None,
        log: TextIO | None = None,
        several: bool = False,
    ) -> None:
        self._answers = Answers(lexicons, limits.search)
        self._keys = keys
        threads = os.cpu_count() or 1
        self._workers = SharedWorkers("api", _ADDRESSES * threads, threads, limits.searches_waiting)
        self._analyses = SharedWorkers("analysis", _ANALYSES, 1, limits.analyses)
        #: Tasks of requests that are being answered.
        self._answering: set[asyncio.Task[Any]] = set()
        self._description = msgspec.json.encode(describe(keys=keys is not None))
        routes = [Route(path_of(one), self._endpoint(one), methods=list(one.methods)) for one in OPERATIONS]
        routes += [
            Route(f"{ROOT}/openapi.json", self._describe),
            Route("/healthz", self._live),
            Route("/readyz", self._ready),
            Route("/metrics", self._figures),
        ]
        inner = Starlette(routes=routes, lifespan=self._lifespan, exception_handlers={HTTPException: _refuse})
        filtered = RequestFilter(inner, limits=limits, network=network, names=names, refuse=problem)
        self.app = self._observed = Observed(filtered, [route.path for route in routes], log, several)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        yield
        if self._answering:  # requests that were stopped because they took too long
            await asyncio.wait(self._answering, timeout=2 * _LAST)
        self._workers.close()
        self._analyses.close()

    def _endpoint(self, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
        """Return the endpoint of an operation."""
        ask: Callable[..., msgspec.Struct] = getattr(self._answers, operation.name)
        workers = self._analyses if operation.long else self._workers

        async def answer(request: Request) -> Response:
            try:
                asker = self._asker(request)
                values = [] if operation.asked is None else [await self._read(request, operation.asked)]
                if operation.quick:
                    return Response(msgspec.json.encode(ask(*values)), media_type=_JSON)
                return await self._work(request, workers, asker, lambda: msgspec.json.encode(ask(*values)))
            except HTTPException as error:
                return _refuse(request, error)
            except ClientDisconnect:
                return Response(status_code=_GONE)  # nobody receives it
            except LexkitError as error:
                return _told(error)

        return answer

    async def _work(self, request: Request, workers: SharedWorkers, asker: str, work: Callable[[], bytes]) -> Response:
        """Run work in a thread and answer with its result, unless the client goes first. Raises LexkitError."""
        job = Job(work)
        task: Any = asyncio.current_task()
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        working = asyncio.ensure_future(workers(asker, job))
        gone = asyncio.ensure_future(_wait_until_gone(request))
        try:
            await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:  # the server shuts down and waits no longer
            job.stop()
            await asyncio.wait({working}, timeout=_LAST)
        finally:
            job.stop()
            gone.cancel()
            working.cancel()
        if working.done():
            return Response(working.result(), media_type=_JSON)
        if gone.done():
            return Response(status_code=_GONE)  # nobody receives it
        raise EndingError

    def _asker(self, request: Request) -> str:
        """Return the name of a request's key, or its address. Raises HTTPException for a bad key or above its rate."""
        if self._keys is None:
            return address_of(request.client)
        key = self._keys.find(request.headers.get("authorization", ""))
        if key is None:
            raise HTTPException(401, "a key is needed: Authorization: Bearer KEY", {"www-authenticate": "Bearer"})
        request.scope[ASKED_BY] = key.name
        if not key.rate.take():
            raise HTTPException(429, "too many requests with this key: wait a moment")
        return key.name

    async def _read(self, request: Request, asked: type[msgspec.Struct]) -> msgspec.Struct:
        """Parse the question of a request. Raises HTTPException if it is invalid."""
        try:
            if request.method == "GET":
                return msgspec.convert(_fields(request, asked), asked, strict=False)
            kind = request.headers.get("content-type", _JSON).partition(";")[0].strip().lower()
            if kind != _JSON:
                raise HTTPException(415, f"expected {_JSON}")
            return msgspec.json.decode(await request.body(), type=asked)
        except RecursionError:
            raise HTTPException(400, "too deep") from None
        except msgspec.DecodeError as error:  # a ValidationError is one too
            raise HTTPException(400, str(error)) from None
        except UnicodeError:
            raise HTTPException(400, "not a text in UTF-8") from None

    async def _describe(self, request: Request) -> Response:
        return Response(self._description, media_type=_JSON)

    async def _live(self, request: Request) -> Response:
        return Response("live\n", media_type="text/plain")

    async def _ready(self, request: Request) -> Response:
        if not self._answers.are_ready():
            return Response("not ready\n", 503, media_type="text/plain")
        return Response("ready\n", media_type="text/plain")

    async def _figures(self, request: Request) -> Response:
        return self._observed.figures()


def _fields(request: Request, asked: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields in the URL query of a request, as texts for msgspec to convert."""
    several = {
        field.encode_name
        for field in msgspec.structs.fields(asked)
        if isinstance(msgspec.inspect.type_info(field.type), msgspec.inspect.ListType)
    }
    params = request.query_params
    return {name: params.getlist(name) if name in several else params[name] for name in params}


class SharedWorkers:
    """Threads shared by askers, each of which has a limited number of threads and a limited queue."""

    def __init__(self, name: str, threads: int, threads_of_asker: int, maximum_of_asker: int) -> None:
        """``maximum_of_asker`` is the maximum number of jobs of one asker that run or wait."""
        self._workers = Workers(name, threads)
        self._threads, self._maximum = threads_of_asker, maximum_of_asker
        #: Number of jobs of each asker that run or wait.
        self._number: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Semaphore] = {}

    async def __call__(self, asker: str, work: Callable[[], bytes]) -> bytes:
        """Run work for an asker in a thread. Raises BusyError if too many of its jobs run or wait."""
        if self._number[asker] >= self._maximum:
            raise BusyError
        self._number[asker] += 1
        try:
            async with self._turns.setdefault(asker, asyncio.Semaphore(self._threads)):
                return await self._workers(work)
        finally:
            self._number[asker] -= 1
            if not self._number[asker]:
                del self._number[asker], self._turns[asker]

    def close(self) -> None:
        """Start no further work."""
        self._workers.close()


class Job:
    """Work that another thread may stop. It then raises EndingError, unless it has a partial result to return."""

    def __init__(self, work: Callable[[], bytes]) -> None:
        self._work = work
        self._limit: Any = None
        self._stopped = False

    def __call__(self) -> bytes:
        """Do the work, unless it was stopped before it started."""
        try:
            with lexkit.within(math.inf) as self._limit:
                if self._stopped:
                    raise EndingError
                return self._work()
        except TimeLimitError:
            if self._stopped:
                raise EndingError from None
            raise

    def stop(self) -> None:
        """Make the work end soon."""
        self._stopped = True
        if self._limit is not None:
            self._limit.stop()


async def _wait_until_gone(request: Request) -> None:
    """Wait until the client of a request, whose body has been read, disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


# -- errors -----------------------------------------------------------------------------------------


class EndingError(BusyError):
    """The server shut down before a question was answered."""

    def __init__(self) -> None:
        super().__init__("the server ends: ask again in a moment")


def problem(status: int, detail: str, **facts: Any) -> Response:
    """Return an error response: a problem of RFC 9457."""
    told = Problem(type="about:blank", title=HTTPStatus(status).phrase, status=status, detail=detail, **facts)
    headers = {"retry-after": _RETRY} if status in (429, 503) else None
    return Response(msgspec.json.encode(told), status, headers, media_type="application/problem+json")


def _refuse(request: Request, error: Exception) -> Response:
    """Return the response to a request that routing refused."""
    assert isinstance(error, HTTPException)
    detail = f"no such path: {ROOT}/openapi.json describes all" if error.status_code == 404 else error.detail
    response = problem(error.status_code, detail)
    response.headers.update(error.headers or {})
    return response


def _told(error: LexkitError) -> Response:
    """Return the response to an error of lexkit: 400 for an unreadable question, 422 for an unanswerable one."""
    if isinstance(error, TimeLimitError):
        return problem(422, "it takes longer than a question may take here: ask for less")
    status = 503 if isinstance(error, BusyError) else 400 if isinstance(error, QuerySyntaxError) else 422
    parts = {name: getattr(error, name) for name in ("place", "expected", "found", "remedy")}
    facts = {name: shown[:300] for name, value in parts.items() if (shown := harmless(value))}
    if "lexq" in facts.get("remedy", ""):
        del facts["remedy"]  # it is meant for people at a shell
    at = error.at if isinstance(error, QuerySyntaxError) else None
    return problem(getattr(error, "status", status), sentence(error), at=at, **facts)
