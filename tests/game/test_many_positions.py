"""Many positions in one call: read when they are yielded, within time limits and within bounds."""

import itertools
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from types import SimpleNamespace

import pytest

import lexkit
from lexkit.base import time_limits as limits
from lexkit.errors import QueryError, TimeLimitError
from lexkit.runtime.game import many_positions
from lexkit.runtime.game.kernels import kernels_for
from tests.running import COMPILED


@pytest.fixture(scope="module")
def lex() -> lexkit.Lexicon:
    return lexkit.open()


def test_a_board_that_is_played_on_between_yields(lex: lexkit.Lexicon) -> None:
    """Found: all answers were those of the last position."""
    plays = ["8E LIFE", "7E AXE", "9D REST"]

    def positions() -> Iterator[tuple[lexkit.Board, str]]:
        board = lexkit.Board()
        for play in plays:
            yield board, "AEINRST"
            board.play(play)

    board, expected = lexkit.Board(), []
    for play in plays:
        expected.append(lex.moves(board, "AEINRST"))
        board.play(play)
    assert lex.moves_batch(positions()) == expected
    assert lex.best_moves(positions()) == [moves.best() for moves in expected]


@pytest.fixture(autouse=True)
def in_proportion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have interpreted kernels, which are a hundred times slower, look and end a hundred times as often."""
    if not COMPILED:
        move_buffer = sys.modules[kernels_for(1, 7).GaddagGenerator.__base__.__module__]
        monkeypatch.setattr(move_buffer, "LOOK", 1 << 10)
        monkeypatch.setattr(move_buffer, "ENOUGH", 1 << 11)


@pytest.mark.parametrize("threads", [1, 2])
def test_batches_stop_when_the_time_is_up(lex: lexkit.Lexicon, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found: answered after 3.3 s with 772 MB, for the clock was looked at once in 64 positions."""
    ticks = itertools.count()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    board = lexkit.Board()
    board.play("8E LIFE")
    for ask in (lex.moves_batch, lex.best_moves):
        with pytest.raises(TimeLimitError), lexkit.within(32):
            ask([(board, "?????AE")] * 64, threads)


def test_a_limit_that_has_run_out_lets_no_position_through(lex: lexkit.Lexicon) -> None:
    board = lexkit.Board()
    with lexkit.within(1e-9):
        for ask in (lex.moves, lex.best_move):
            with pytest.raises(TimeLimitError):
                ask(board, "AEINRST")
        for each in (lex.moves_batch, lex.best_moves):
            with pytest.raises(TimeLimitError):
                each([(board, "AEINRST")])


def test_a_batch_holds_so_many_moves(lex: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    position = (lexkit.Board(), "AEINRS?" if COMPILED else "AE")
    number = len(lex.moves(*position))
    monkeypatch.setattr(many_positions, "MOST_MOVES", 3 * number)
    assert len(lex.moves_batch([position] * 3)) == 3
    for threads in (1, 2):
        with pytest.raises(QueryError, match="too many moves in one batch"):
            lex.moves_batch([position] * 200, threads)
    assert len(lex.best_moves([position] * 200)) == 200


def test_a_chunk_is_answered_in_several_calls(lex: lexkit.Lexicon) -> None:
    """One call of a kernel ends after a million moves."""
    board = lexkit.Board()
    board.play("8E LIFE")
    racks = ("AE?????", "AE", "AEINR??", "ZZ") if COMPILED else ("AEINRST", "AE", "AEI", "ZZ")
    positions = [(board, rack) for rack in racks] * (4 if COMPILED else 8)
    expected = [lex.moves(*position) for position in positions]
    assert sum(map(len, expected)) > (1 << 20 if COMPILED else 1 << 11)
    assert lex.moves_batch(positions, 1) == expected


@pytest.mark.parametrize("threads", [-1, 1.5, "2", float("nan"), True])
def test_numbers_of_threads_that_are_none(lex: lexkit.Lexicon, threads: int) -> None:
    with pytest.raises(QueryError, match="invalid number of threads"):
        lex.best_moves([], threads)


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, *([ProcessPoolExecutor] if COMPILED else [])])
def test_executors_answer_as_threads_do(
    lex: lexkit.Lexicon, kind: type[Executor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions of two layouts, some without a move, in pieces of a few."""
    monkeypatch.setattr(many_positions, "_PIECE", 4)
    positions: list[tuple[lexkit.Board, str]] = []
    for layout in ("standard", "super"):
        board = lexkit.Board(layout)
        for play in ("8E LIFE", "7E AXE", "9D REST") if layout == "standard" else ("11K LIFE",):
            for rack in ("AEINRST", "VVV", "Q", "?RETAIN" if COMPILED else "?ET"):
                positions.append((board.copy(), rack))
            board.play(play)
    with kind(2) as executor:  # type: ignore[call-arg]
        assert lex.moves_batch(positions, executor=executor) == lex.moves_batch(positions)
        assert lex.best_moves(positions, executor=executor) == lex.best_moves(positions)
        assert lex.best_moves([], executor=executor) == []
        monkeypatch.setattr(many_positions, "MOST_MOVES", 10)
        with pytest.raises(QueryError, match="too many moves"):
            lex.moves_batch(positions, executor=executor)
