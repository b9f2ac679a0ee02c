"""Pieces of work: cut by the caller, sent to an executor, repeated if a worker dies, collected in order.

An executor is any ``concurrent.futures.Executor``, or a ``dask.distributed.Client``. It schedules the work; this
module makes sure that every piece has exactly one result.

Guaranteed by :func:`in_order`: one result for each piece, in the order of the pieces, whichever worker did it and
however often; an error of the work itself is raised, and no work is left waiting in the executor.
"""

from __future__ import annotations

import os
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as WaitTimeoutError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from tempfile import NamedTemporaryFile
from threading import Event, Lock, Thread
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

from lexkit.base.errors import LexkitError, StorageError, WorkerError
from lexkit.base.time_limits import Limit, look, within
from lexkit.formats.packed_lexicon import open_lexicon, open_received, pack_to_send

from ..automaton.index import Index
from .end_with_parent import end_processes, follow_parent, open_pool

#: Number of times that a piece whose worker died is done again.
_TRIES: Final = 4
#: Time between two checks of the deadline while waiting, in seconds.
_PATIENCE: Final = 0.1
#: Time to wait for a cluster's scheduler, in seconds.
_SCHEDULER_PATIENCE: Final = 20


@dataclass(eq=False)
class _Piece:
    """Piece that was sent."""

    arguments: tuple[Any, ...]
    future: Future[Any]
    tries: int = 1


class _Stop:
    """Signal that stops running pieces, at their next check of the deadline, when their results are no longer needed.

    Threads of this process see it in memory. Other processes on this machine see that a file is gone.
    """

    def __init__(self, path: str | None = None) -> None:
        self.path = path
        self.file: Any = None
        self.running: set[Limit] = set()
        self.said = False

    def __reduce__(self) -> tuple[Any, ...]:
        return _Stop, (self.path,)

    def keep_file(self) -> None:
        """Keep a file as long as the results are needed."""
        with suppress(OSError):  # without the file, pieces that nobody needs are finished
            self.file = NamedTemporaryFile(prefix="lexkit-work-")
            self.path = self.file.name

    def say(self) -> None:
        self.said = True
        if self.file is not None:
            self.file.close()
        for limit in tuple(self.running):
            limit.stop()

    @contextmanager
    def obeyed(self) -> Iterator[None]:
        """Do a piece, in a thread or process of any executor."""
        done = Event()
        with within(inf) as limit:
            self.running.add(limit)
            if self.said:
                limit.stop()
            if self.path is not None and self.file is None:
                Thread(target=self._watch, args=(done, limit), daemon=True).start()
            try:
                yield
            finally:
                self.running.discard(limit)
                done.set()

    def _watch(self, done: Event, limit: Limit) -> None:
        while self.path is not None and os.path.exists(self.path):
            if done.wait(_PATIENCE):
                return
        limit.stop()


@dataclass
class _Pool:
    """Executor, replaced if it is a pool of processes one of which died."""

    executor: Executor
    stop: _Stop = field(default_factory=_Stop)
    #: Pools that replaced the caller's.
    own: list[Executor] = field(default_factory=list)

    def replace(self, broken: BaseException) -> None:
        """Replace the broken pool of processes by a new one like it."""
        old: Any = self.executor
        if not isinstance(old, ProcessPoolExecutor):
            raise WorkerError("the executor is broken", found=str(broken)) from broken
        made = ("max_workers", "mp_context", "initializer", "initargs", "max_tasks_per_child")
        self.executor = ProcessPoolExecutor(**{name: getattr(old, f"_{name}") for name in made})
        self.own.append(self.executor)

    def close(self) -> None:
        self.stop.say()
        for executor in self.own:
            end_processes(executor)


def as_executor(executor: Any) -> Executor:
    """Return the executor, or that of a Dask client. Raises TypeError for anything else."""
    found = executor
    if not isinstance(executor, Executor | type) and hasattr(executor, "get_executor"):
        found = executor.get_executor(pure=False)
    if isinstance(found, Executor):
        return found
    kind = f"the class {executor.__name__}" if isinstance(executor, type) else type(executor).__name__
    raise TypeError(f"executor: expected one of concurrent.futures, or a dask.distributed.Client, found {kind}")


def in_order(
    executor: Any, index: Index, work: Callable[..., Any], pieces: Iterable[tuple[Any, ...]]
) -> Generator[Any, None, None]:
    """Yield the results of ``work(index, *piece)`` for all pieces, in order.

    ``work`` must be a function of a module, so that it can be sent. Raises the errors of ``work``, WorkerError if
    the workers of a piece die again and again, TimeLimitError when the time is up.
    """
    pool = _Pool(as_executor(executor))
    if isinstance(executor, ProcessPoolExecutor):
        pool.stop.keep_file()
    sent = send_lexicon(index)
    waiting: deque[_Piece] = deque()
    rest = iter(pieces)
    ahead = 2 * _count_workers(executor) + 2
    try:
        while True:
            while len(waiting) < ahead and (arguments := next(rest, None)) is not None:
                waiting.append(_Piece(arguments, _submit(pool, work, sent, arguments)))
            if not waiting:
                return
            piece = waiting[0]
            try:
                answer = _wait(piece.future)
            except BrokenExecutor as error:
                # All work that waited in the pool is lost, and the piece that broke it is unknown.
                _count_try(piece, error)
                if not _is_alive(pool.executor):
                    pool.replace(error)
                for lost in waiting:
                    if not lost.future.done() or lost.future.cancelled() or lost.future.exception() is not None:
                        lost.future = _submit(pool, work, sent, lost.arguments)
                continue
            except Exception as error:
                if not _is_lost(error):
                    raise
                _count_try(piece, error)
                piece.future = _submit(pool, work, sent, piece.arguments)
                continue
            if isinstance(answer, _Lacking):
                # Its content is sent, once to each worker that lacks it.
                _count_try(piece, WorkerError("a worker lacks the lexicon that it was sent"))
                full = send_lexicon(index, with_content=True)
                piece.future = _submit(pool, work, full, piece.arguments)
                continue
            waiting.popleft()
            yield answer
    finally:
        for piece in waiting:
            piece.future.cancel()
        pool.close()


@contextmanager
def open_executor(processes: int | None = None, cluster: str | None = None) -> Iterator[Any]:
    """Open a pool of processes or a client of the cluster at this address; None for neither."""
    if cluster is not None:
        with connect(cluster) as client:
            yield client
    elif processes is not None:
        with open_pool(processes) as executor:
            yield executor
    else:
        yield None


@contextmanager
def connect(address: str) -> Iterator[Any]:
    """Open a client of the cluster whose scheduler is at ``address``, such as ``tcp://host:8786``.

    Raises WorkerError if Dask is not installed, nothing answers, or the cluster has no workers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise WorkerError("Dask is not installed", remedy="pip install 'lexkit[dask]'") from None
    try:
        client = Client(address, timeout=_SCHEDULER_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise WorkerError("no Dask scheduler answers", place=address, found=error) from None
    with client:
        if not client.nthreads():
            raise WorkerError("the cluster has no workers", place=address, remedy=f"start some: dask worker {address}")
        yield client


class _Lacking:
    """Answer of a worker that lacks the lexicon."""


def _do(work: Callable[..., Any], sent: SentLexicon, arguments: tuple[Any, ...], stop: _Stop) -> Any:
    """Do a piece, in the worker."""
    with stop.obeyed():
        index = open_sent(sent)
        return _Lacking() if index is None else work(index, *arguments)


def _do_in_child(*piece: Any) -> Any:
    """Do a piece in a child process, which must not outlive this one."""
    follow_parent(os.getpid())
    return _do(*piece)


def _submit(pool: _Pool, work: Callable[..., Any], sent: SentLexicon, arguments: tuple[Any, ...]) -> Future[Any]:
    do: Callable[..., Any] = _do_in_child if isinstance(pool.executor, ProcessPoolExecutor) else _do
    try:
        future = pool.executor.submit(do, work, sent, arguments, pool.stop)
    except BrokenExecutor as error:
        pool.replace(error)
        future = pool.executor.submit(do, work, sent, arguments, pool.stop)
    except RuntimeError as error:  # it was shut down
        raise WorkerError("the executor accepts no work", expected="one that is open", found=str(error)) from error
    if not all(hasattr(future, name) for name in ("result", "done", "cancel")):
        kind = type(future).__name__
        raise TypeError(f"executor: expected a submit() that gives a Future, found {kind}")
    return future


def _wait(future: Future[Any]) -> Any:
    """Return the result of a piece, checking the deadline while waiting."""
    while True:
        look()
        try:
            return future.result(timeout=_PATIENCE)
        except WaitTimeoutError:
            if future.done():  # the work itself ran out of time
                return future.result(timeout=0)


def _is_alive(executor: Executor) -> bool:
    """Return whether the executor still accepts work."""
    return not getattr(executor, "_broken", False)


def _is_lost(error: Exception) -> bool:
    """Return whether an error means that a worker is gone, not that the work failed."""
    if type(error).__module__.partition(".")[0] == "ray":
        return "RayTaskError" not in {
            kind.__name__ for kind in type(error).__mro__
        }  # a RayTaskError is raised by the work
    return isinstance(error, CancelledError) or type(error).__module__.partition(".")[0] == "distributed"


def _count_try(piece: _Piece, error: Exception) -> None:
    piece.tries += 1
    if piece.tries > _TRIES:
        expected = f"a result after {_TRIES} tries"
        message = "the workers lack the lexicon" if isinstance(error, WorkerError) else "the workers die"
        raise WorkerError(message, expected=expected, found=str(error) or type(error).__name__) from error


def _count_workers(executor: Any) -> int:
    """Return the number of workers that an executor reports, or that of processors."""
    with suppress(Exception):
        if hasattr(executor, "nthreads"):
            return max(1, int(sum(executor.nthreads().values())))
    return int(getattr(executor, "_max_workers", 0) or os.cpu_count() or 1)


#: Number of lexicons that a worker keeps open.
_MOST_OPEN: Final = 4

#: Lexicons that this process has sent, by fingerprint and hash: its own threads need not open them again.
_own: WeakValueDictionary[tuple[str, str], Index] = WeakValueDictionary()
#: Lexicons that this process has opened for others, by fingerprint and hash, the latest last.
_opened: OrderedDict[tuple[str, str], Index] = OrderedDict()
_lock: Final = Lock()


class SentLexicon(NamedTuple):
    """Description of a lexicon that is sent to a worker."""

    path: str | None
    fingerprint: str
    sha256: str
    #: Compressed content, for a worker that reported that it lacks the file.
    content: bytes | None = None


def send_lexicon(index: Index, with_content: bool = False) -> SentLexicon:
    """Return the description of a lexicon to send. ``with_content``: with its content, compressed."""
    index.require_open()
    sha256 = index.remember("SHA-256", lambda index: index.file.sections.sha256())
    content = index.remember("packed to send", lambda index: pack_to_send(index.file)) if with_content else None
    _own[index.fingerprint, sha256] = index
    path = None if index.path is None else str(index.path.absolute())
    return SentLexicon(path, index.fingerprint, sha256, content)


def open_sent(sent: SentLexicon) -> Index | None:
    """Return the lexicon that was sent, or None if its content must be sent too."""
    key = sent.fingerprint, sent.sha256
    own = _own.get(key)
    if own is not None and own.nodes.opened:
        return own
    with _lock:
        index = _opened.get(key) or _open(sent)
        if index is not None:
            _opened[key] = index
            _opened.move_to_end(key)
            while len(_opened) > _MOST_OPEN:
                _opened.popitem(last=False)
        return index


def _open(sent: SentLexicon) -> Index | None:
    if sent.path is not None:
        try:
            file = open_lexicon(sent.path)
        except (LexkitError, StorageError):
            file = None
        if file is not None and file.fingerprint == sent.fingerprint:
            return Index(file)
    received = open_received(sent.sha256, sent.content)
    return None if received is None else Index(received)
