"""Several threads solve an endgame as one does, and their answers do not depend on which of them is faster."""

import math
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import Mock

import pytest

import lexkit
from lexkit import Rack
from lexkit.base.time_limits import look
from lexkit.players.endgame import solution
from lexkit.players.endgame.racks_and_bag import Turns
from lexkit.players.endgame.solution import WIDEST, Endgame, SharedSearch
from tests.players.endgame.brute_force import BruteForce, random_small
from tests.players.endgame.small_boards import alphabet_of, board_of, lexicon_of
from tests.players.endgame.test_solution import EIGHT, GOLDEN, Ticking, check
from tests.running import COMPILED, MANY

#: More than all moves of a position.
ALL = 1 << 24


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have threads share the work from the first turn on, however small the endgame."""
    monkeypatch.setattr(solution, "ENOUGH", 0)


def small_endgame(seed: int) -> tuple[lexkit.Board, lexkit.Lexicon]:
    """A small endgame and its lexicon."""
    small = random_small(seed)
    alphabet = alphabet_of(small)
    return board_of(small, alphabet), lexicon_of(small, alphabet)


@pytest.mark.usefixtures("at_once")
def test_brute_force_finds_the_same() -> None:
    for seed in range(1000, 1040 if MANY else 1006):
        small = random_small(seed)
        board, lexicon = small_endgame(seed)
        values = BruteForce(small).values()
        one = lexkit.solve(board, lexicon, memory=5)
        for threads in (2, 3, 5):
            solution = lexkit.solve(board, lexicon, memory=5, threads=threads)
            check(small, values, solution)
            assert solution.spread == one.spread


def test_an_independent_engine_found_the_same(english: lexkit.Lexicon) -> None:
    rows = [line.split("\t") for line in GOLDEN.read_text("utf-8").splitlines() if not line.startswith("#")]
    for name, cgp, spread, slow in rows:
        if COMPILED or slow == "no":
            solution = lexkit.solve(lexkit.Board.from_cgp(cgp), english, threads=2)
            assert solution.exact, name
            assert solution.spread == int(spread), name


@pytest.mark.usefixtures("at_once")
def test_the_order_in_which_threads_end_changes_nothing(
    english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    def backwards(work: Callable[[slice], Any], chunks: Sequence[slice], threads: int) -> list[Any]:
        assert threads == len(chunks)
        return [work(chunk) for chunk in reversed(chunks)][::-1]

    def forwards(work: Callable[[slice], Any], chunks: Sequence[slice], threads: int) -> list[Any]:
        return [work(chunk) for chunk in chunks]

    boards = [small_endgame(seed) for seed in range(8 if MANY else 2)]
    if COMPILED:
        boards.append((lexkit.Board.from_cgp(EIGHT), english))
    for board, lexicon in boards:
        for threads in (2, 3, 5) if COMPILED else (3,):
            told: list[list[lexkit.Solution]] = []
            for run in (None, None, backwards, forwards):
                with monkeypatch.context() as patched:
                    if run is not None:
                        patched.setattr(solution, "run_in_threads", run)
                    told.append([])
                    lexkit.solve(
                        board, lexicon, plies=5 if COMPILED else 2, memory=8, threads=threads, progress=told[-1].append
                    )
            assert told.count(told[0]) == len(told)


@pytest.mark.usefixtures("at_once")
def test_each_move_is_in_one_share() -> None:
    """The best of all shares is the best of all moves; a share of the moves alone is not kept as that of all."""
    for seed in range(20 if MANY else 2):
        small = random_small(seed)
        board, lexicon = small_endgame(seed)
        value = max(BruteForce(small).values().values())
        endgame = Endgame(lexicon.core, board, 1)
        zeros = small.zeros if small.zero_turns else 0
        passes = small.zeros if small.pass_turns else 0
        endgame.begin(board.grid, Turns(zeros, passes, small.zero_turns, small.pass_turns, True))
        endgame.deal(*(Rack(rack, board.alphabet).counts for rack in board.racks))
        search = endgame.search
        depth = 30
        first = search.deepen_share(depth, -WIDEST, WIDEST, 0, 0, ALL)
        assert first <= value
        mark, number, found = search.best_move, search.choices, [first]
        for share in range(1, number):
            one = search.deepen_share(depth, first, WIDEST, 0, share, ALL)
            assert search.choices == number
            if one > first:
                found.append(one)
                assert search.best_place == share
        assert max(found) == value
        strided = [search.deepen_share(depth, first, WIDEST, 0, 1 + share, 3) for share in range(3)]
        assert max(first, *strided) == value
        # The table's word for the position itself is not that of a share.
        search.deepen_share(depth, -WIDEST, WIDEST, mark, 0, ALL)
        assert search.deepen(depth, -WIDEST, WIDEST) == value


def test_wrong_shares_are_refused() -> None:
    board, lexicon = small_endgame(3)
    endgame = Endgame(lexicon.core, board, 1)
    wrong: tuple[tuple[int, ...], ...] = (
        (1, -9, 9, 0, -1, 1), (1, -9, 9, 0, 0, 0), (1, -9, 9, 0, 0, -1), (0, -9, 9, 0, 0, 1), (1, -9, -8, 0, 0, 1),
        (1, 9, -9, 0, 0, 1), (96, -9, 9, 0, 0, 1), (1, -(1 << 30), 9, 0, 0, 1),
    )  # fmt: skip
    for dealt in (False, True):
        if dealt:
            endgame.begin(board.grid, Turns(0, 0, 6, 0, True))
            endgame.deal(*(Rack(rack, board.alphabet).counts for rack in board.racks))
        for arguments in (*wrong, *(() if dealt else ((1, -9, 9, 0, 0, 1),))):
            with pytest.raises(ValueError, match=r"a window"):
                endgame.search.deepen_share(*arguments)
    assert endgame.search.deepen_share(1, -9, 9, 0, 0, 1) is not None


def test_small_endgames_are_searched_by_one_thread(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a number of positions, whatever the time."""
    run = Mock(side_effect=solution.run_in_threads)
    monkeypatch.setattr(solution, "run_in_threads", run)
    for seed in range(5):
        board, lexicon = small_endgame(seed)
        told: list[lexkit.Solution] = []
        found = lexkit.solve(board, lexicon, memory=2, threads=2, progress=told.append)
        one = lexkit.solve(board, lexicon, memory=1)
        if len(told) < 2 or told[-2].nodes < solution.ENOUGH:
            assert found == one
            assert not run.called
        run.reset_mock()
    if not COMPILED:
        return
    told = []
    lexkit.solve(lexkit.Board.from_cgp(EIGHT), english, plies=4, threads=2, progress=told.append)
    large = [each.depth for each in told if each.nodes >= solution.ENOUGH]
    assert run.call_count == sum(each.depth > large[0] for each in told)
    assert large[0] < 4


def test_threads_share_the_memory(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    board = lexkit.Board.from_cgp(EIGHT)
    endgame = Endgame(english.core, board)
    maker = type(endgame.search)
    assert maker is not SharedSearch
    given: list[int] = []

    class Finder:
        def new_endgame_search(self, memory: int) -> Any:
            given.append(memory)
            return Mock()

    shared = SharedSearch(Finder(), 64 << 20, 3)  # type: ignore[arg-type]
    shared._make_ready(3)
    assert given == [(64 << 20) // 3] * 3
    for threads, memory, each in ((2, 64, 2), (5, 3, 3), (1000, 7, 7), (10**30, 2, 2)):
        assert Endgame(english.core, board, memory, threads).search._threads == each
    assert type(Endgame(english.core, board, 1, 8).search) is maker
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    seen = Mock(side_effect=SharedSearch)
    monkeypatch.setattr("lexkit.players.endgame.solution.SharedSearch", seen)
    for number in (None, 0, 3):
        lexkit.solve(board, english, plies=1, threads=number)
        assert seen.call_args.args[1:] == (256 << 20, 3)
    seen.reset_mock()
    lexkit.solve(board, english, plies=1)
    assert not seen.called


@pytest.mark.usefixtures("at_once")
def test_time_that_is_up_gives_the_best_so_far(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    board = lexkit.Board.from_cgp(EIGHT)
    legal = {*map(str, english.moves(board)), "None"}
    before = {*threading.enumerate()}
    for looks in (9, 16, 25) if COMPILED else (9,):
        monkeypatch.setattr("lexkit.base.time_limits.time", Ticking())
        found = lexkit.solve(board, english, timeout=looks, threads=2)
        assert found.stopped == "time"
        assert not found.exact
        assert str(found.move) in legal
    monkeypatch.setattr("lexkit.base.time_limits.time", Ticking(interrupt_at=20 if COMPILED else 12))
    found = lexkit.solve(board, english, timeout=1000, threads=2)
    assert found.stopped == "interrupted"
    assert str(found.move) in legal
    assert {*threading.enumerate()} <= before


@dataclass
class Scripted:
    """A search that finds what it is told to: of each share (value, place), or what stops it."""

    first: int
    share: Any
    others: threading.Barrier
    choices: int = 3
    nodes: int = 1
    tried: int = 0
    best: int = 0
    best_place: int = 0
    best_move: int = 7
    proved: bool = True
    stopped_by: BaseException | None = None
    given: list[tuple[int, ...]] = field(default_factory=list)

    def begin(self, *arguments: Any) -> None:
        pass

    def deal(self, *arguments: Any) -> int:
        return 0

    def deepen_share(self, depth: int, low: int, high: int, *share: int) -> int | None:
        self.given.append((depth, low, high, *share))
        self.tried = 0
        if share[1] == 0:
            self.tried, self.best, self.best_place = 1, self.first, 0
            return self.first
        self.others.wait()
        if isinstance(self.share, tuple):
            self.tried, (self.best, self.best_place) = 1, self.share
        try:
            while isinstance(self.share, tuple) and self.others.parties > 1:
                look()
        except BaseException as error:
            self.stopped_by = error
            return None
        if isinstance(self.share, BaseException):
            self.stopped_by = self.share
            return None
        return self.best

    def failure(self) -> None:
        assert self.stopped_by is not None
        raise self.stopped_by

    def line(self) -> list[tuple[int, bytes, int]]:
        return [(self.best, b"", self.best_place)]


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("error", [MemoryError(), KeyboardInterrupt(), ValueError("a fault")])
def test_what_stops_one_thread_stops_the_others(error: BaseException) -> None:
    """And what these had found by then is taken."""
    both = threading.Barrier(2)
    searches = [Scripted(10, (12, 1), both), Scripted(0, error, both)]
    finder = Mock(new_endgame_search=Mock(side_effect=searches))
    shared = SharedSearch(finder, 1 << 20, 2)
    shared.begin()
    shared.deal()
    with lexkit.within(math.inf), pytest.raises((type(error), lexkit.errors.TimeLimitError)):
        shared.deepen(1, -100, 100)
    assert isinstance(searches[0].stopped_by, lexkit.errors.TimeLimitError)
    assert (shared.tried, shared.best, shared.line()) == (True, 12, [(12, b"", 1)])
    assert [search.given for search in searches] == [
        [(1, -100, 100, 0, 0, ALL), (1, 10, 100, 0, 1, 2)],
        [(1, 10, 100, 0, 2, 2)],
    ]


@pytest.mark.usefixtures("at_once")
def test_the_first_of_equal_moves_is_the_best() -> None:
    alone = threading.Barrier(1)
    for shares, best in (
        (((9, 1), (10, 2)), (10, 0)),
        (((12, 3), (12, 2)), (12, 2)),
        (((12, 1), (13, 4)), (13, 4)),
        (((12, 1), (12, 2)), (12, 1)),
    ):
        searches = [Scripted(10, share, alone, proved=share[1] != 4) for share in shares]
        shared = SharedSearch(Mock(new_endgame_search=Mock(side_effect=searches)), 1 << 20, 2)
        shared.begin()
        shared.deal()
        assert shared.deepen(1, -100, 100) == best[0]
        assert shared.line() == [(best[0], b"", best[1])]
        assert shared.proved == (best != (13, 4))
        assert shared.nodes == 2
        # The move found best is handed to all at the next depth.
        shared.deepen(2, -100, 100)
        assert searches[0].given[-2:] == [(2, -100, 100, 7, 0, ALL), (2, 10, 100, 7, 1, 2)]
        assert searches[1].given[-1] == (2, 10, 100, 7, 2, 2)
