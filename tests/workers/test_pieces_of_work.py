"""Pieces of work: one result each, in order, by any executor, also if workers die; lexicons reach every worker."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.errors import ClosedLexiconError, CorruptFileError, TimeLimitError, WorkerError
from lexkit.formats.packed_lexicon import open_received
from lexkit.runtime.automaton.index import Index
from lexkit.runtime.workers import pieces_of_work
from lexkit.runtime.workers.pieces_of_work import connect, in_order, open_sent, send_lexicon
from tests.making import bytes_of, make

WORDS = ["AB", "BA", "CAB"]


def rank(index: Index, number: int) -> tuple[int, int | None]:
    """A piece of work: some word's rank, after a while."""
    time.sleep(0.001 * (number % 3))
    return number, index.rank(WORDS[number % 3])


def die_once(index: Index, number: int, marks: str) -> tuple[int, int | None]:
    """The same, by a worker that dies the first time that it does one of some pieces."""
    if number % 5 == 3:
        try:
            os.mkdir(f"{marks}/{number}")
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return rank(index, number)


def die_always(index: Index, number: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(index: Index, number: int) -> int:
    if number == 4:
        raise ZeroDivisionError
    return number


def wait(index: Index, number: int, released: threading.Event) -> None:
    released.wait(60)


EXPECTED = [(number, number % 3) for number in range(20)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "few.gaddag").write_bytes(bytes_of(WORDS))
    return tmp_path / "few.gaddag"


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
@pytest.mark.parametrize("in_memory", [False, True])
def test_results_come_in_order(path: Path, kind: type[Executor], in_memory: bool) -> None:
    index = (make(WORDS) if in_memory else lexkit.open(path)).core
    with kind(2) as executor:  # type: ignore[call-arg]
        assert list(in_order(executor, index, rank, ((number,) for number in range(20)))) == EXPECTED
        assert list(in_order(executor, index, rank, [])) == []


@pytest.mark.skipif(os.name == "nt", reason="processes are killed as on POSIX")
def test_pieces_of_a_dead_worker_are_done_again(path: Path, tmp_path: Path) -> None:
    (tmp_path / "marks").mkdir()
    index = lexkit.open(path).core
    with ProcessPoolExecutor(2) as executor:
        work = ((number, str(tmp_path / "marks")) for number in range(20))
        assert list(in_order(executor, index, die_once, work)) == EXPECTED
    assert len(list((tmp_path / "marks").iterdir())) == 4


@pytest.mark.skipif(os.name == "nt", reason="processes are killed as on POSIX")
def test_workers_that_always_die(path: Path) -> None:
    with ProcessPoolExecutor(1) as executor, pytest.raises(WorkerError, match="the workers die"):
        list(in_order(executor, lexkit.open(path).core, die_always, [(1,)]))


class Forgetful(Executor):
    """An executor whose workers never keep the lexicon that they are sent."""

    def __init__(self) -> None:
        self.sent = 0

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.sent += 1
        assert self.sent < 20, "sent again and again"
        future: Future[Any] = Future()
        future.set_result(pieces_of_work._Lacking())
        return future


def test_workers_that_never_have_the_lexicon(path: Path) -> None:
    executor = Forgetful()
    with pytest.raises(WorkerError, match="the workers lack the lexicon"):
        list(in_order(executor, lexkit.open(path).core, rank, [(1,)]))
    assert executor.sent == 4


@pytest.mark.skipif(os.name == "nt", reason="processes are killed as on POSIX")
def test_the_pool_that_takes_a_broken_one_s_place_is_like_it() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), max_tasks_per_child=3) as executor:
        pool = pieces_of_work._Pool(executor)
        pool.replace(RuntimeError("broken"))
        try:
            for name in ("_max_workers", "_mp_context", "_initializer", "_initargs", "_max_tasks_per_child"):
                assert getattr(pool.executor, name) == getattr(executor, name), name
        finally:
            pool.close()


def test_errors_of_the_work_are_raised(path: Path) -> None:
    index, seen = lexkit.open(path).core, []
    with ThreadPoolExecutor(2) as executor:
        results = in_order(executor, index, fail, ((number,) for number in range(9)))
        with pytest.raises(ZeroDivisionError):
            seen.extend(results)
        assert seen == [0, 1, 2, 3]
        released = threading.Event()
        with pytest.raises(TimeLimitError), lexkit.within(0.05):
            list(in_order(executor, index, wait, [(1, released)]))
        released.set()
    with ThreadPoolExecutor(1) as executor:
        index.close()
        with pytest.raises(ClosedLexiconError):
            next(in_order(executor, index, fail, [(1,)]))


class Counting(Executor):
    """An executor that does everything at once, and keeps what it was sent."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.waiting: list[Future[Any]] = []

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.sent.append(arguments)
        future: Future[Any] = Future()
        future.set_result(function(*arguments, **named))
        self.waiting.append(future)
        return future


def test_only_so_many_pieces_wait(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces_of_work, "_count_workers", lambda executor: 2)
    executor = Counting()
    results = in_order(executor, lexkit.open(path).core, rank, ((number,) for number in range(20)))
    next(results)
    assert len(executor.sent) == 6
    results.close()


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """As if this process were a worker on another machine: it has no file, and a cache of its own."""
    monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(pieces_of_work, "_own", {})
    monkeypatch.setattr(pieces_of_work, "_opened", type(pieces_of_work._opened)())
    return tmp_path / "cache"


def test_a_worker_that_lacks_the_file_gets_it_once(
    path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = lexkit.open(path).core
    executor = Counting()
    path.rename(path.with_name("moved"))
    sent = send_lexicon(index)

    def send(index: Index, with_content: bool = False) -> Any:
        found = send_lexicon(index, with_content)
        pieces_of_work._own.clear()
        return found

    monkeypatch.setattr(pieces_of_work, "send_lexicon", send)
    assert list(in_order(executor, index, rank, ((number,) for number in range(20)))) == EXPECTED
    with_content = [arguments for arguments in executor.sent if arguments[1].content is not None]
    assert 1 <= len(with_content) < 20
    assert len(list(elsewhere.iterdir())) == 1
    # Another process of that machine finds it in the cache.
    pieces_of_work._opened.clear()
    pieces_of_work._own.clear()
    found = open_sent(sent)
    assert found is not None
    assert found.path is not None
    assert found.path.parent == elsewhere
    assert [found.rank(word) for word in WORDS] == [0, 1, 2]


def test_another_file_of_that_path_is_not_taken(path: Path, elsewhere: Path) -> None:
    sent = send_lexicon(lexkit.open(path).core)
    pieces_of_work._own.clear()
    path.unlink()
    path.write_bytes(bytes_of(["ZZ"]))
    assert open_sent(sent) is None
    path.write_bytes(b"damaged")
    assert open_sent(sent) is None


def test_what_is_received_is_checked(path: Path, elsewhere: Path) -> None:
    index = lexkit.open(path).core
    full = send_lexicon(index, with_content=True)
    other = send_lexicon(make(["ZZ"]).core, with_content=True)
    assert full.content is not None
    assert other.content is not None
    with pytest.raises(CorruptFileError, match="SHA-256 of a received lexicon"):
        open_received(full.sha256, other.content)
    # The cache now has that other lexicon under this name: it is not taken.
    assert open_received(full.sha256, None) is None
    with pytest.raises(lexkit.errors.LexkitError):
        open_received("0" * 64, full.content[:-9])


def test_the_lexicons_kept_open_are_few(elsewhere: Path) -> None:
    for number in range(6):
        sent = send_lexicon(make(["A" * (number + 2)]).core, with_content=True)
        pieces_of_work._own.clear()
        assert open_sent(sent) is not None
    assert len(pieces_of_work._opened) == 4


def test_no_cluster() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(WorkerError, match="no Dask scheduler answers"), connect("nowhere at all"):
        pass


class Nowhere(Executor):
    """An executor that gives no future."""

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Any:
        return None


class Client:
    """Looks like a client of Dask."""

    def get_executor(self, pure: bool) -> int:
        return 3


@pytest.mark.parametrize(
    ("executor", "found"),
    [
        (3, "found int"),
        (True, "found bool"),
        (b"", "found bytes"),
        ("2", "found str"),
        (float("nan"), "found float"),
        (10**400, "found int"),
        (ThreadPoolExecutor, "found the class ThreadPoolExecutor"),
        (Client(), "found Client"),
        (Client, "found the class Client"),
        (Nowhere(), "found NoneType"),
    ],
)
def test_what_is_no_executor(path: Path, executor: Any, found: str) -> None:
    with pytest.raises(TypeError, match=f"^executor: expected .*, {found}$"):
        next(in_order(executor, lexkit.open(path).core, fail, [(1,)]))


def test_an_executor_that_was_shut_down(path: Path) -> None:
    """Found: RuntimeError, whose text speaks of futures."""
    for kind in (ThreadPoolExecutor, ProcessPoolExecutor):
        executor = kind(1)
        executor.shutdown()
        with pytest.raises(WorkerError, match="the executor accepts no work: expected one that is open"):
            next(in_order(executor, lexkit.open(path).core, fail, [(1,)]))
