"""What callers of the kernels may get wrong, and positions that are too much: errors, never a crash or no end."""

import sys
import threading
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit.errors import PositionError
from lexkit.runtime.game import move_finder
from lexkit.runtime.game.kernels import kernels_for
from tests.game.kernels.making import GENERATORS, Kernels, rack_of
from tests.game.positions import REAL
from tests.game.word_scan import Game
from tests.running import COMPILED

ONES = [[1] * 5 for _ in range(5)]
GAME = Game(ONES, ONES, (2, 2), [0] + [1] * 4)
WORDS = [(1, 2), (2, 1, 3), (3, 4)]


class Changing(list):  # type: ignore[type-arg]
    """A list that gives other squares each time it is read."""

    reads = 0

    def __iter__(self) -> Any:
        self.reads += 1
        return iter([0] if self.reads == 1 else [1 << 40])


def test_squares_of_another_lexicon_are_refused() -> None:
    one, other = Kernels(WORDS, 4, GAME), Kernels([*WORDS, (4, 4)], 4, GAME)
    for name in (*GENERATORS, "best"):
        with pytest.raises(ValueError, match="same lexicon"):
            one.generators[name].moves_of(other.squares, rack_of([0, 1, 1]), False)


def test_what_is_checked_is_what_is_used() -> None:
    squares = Kernels(WORDS, 4, GAME).empty()
    squares.put(Changing([0]), [1])
    squares.take(Changing([0]))
    assert squares.describe_line(0, 0)[0][0] == 0
    for wrong in ([-1], [25], [1 << 40], [0, 0], ["0"], [None]):
        with pytest.raises((ValueError, TypeError, OverflowError)):
            squares.put(wrong, [1] * len(wrong))
        with pytest.raises((ValueError, TypeError, OverflowError)):
            squares.take(wrong)


def test_a_tile_is_not_taken_for_the_one_32_numbers_below() -> None:
    """In a mask of 32 bits, the processor would look for bit 33 where bit 1 is."""
    kernels = Kernels(WORDS, 4, GAME)
    squares = kernels.empty()
    for tile in (32, 33, 36, 160 + 1):
        with pytest.raises(ValueError, match="outside the alphabet"):
            squares.put([0], [tile])
        with pytest.raises(ValueError, match="outside the alphabet"):
            squares.set(bytes([tile, *[0] * 24]))
    rack = bytearray(64)
    rack[33] = 1
    for name in (*GENERATORS, "best"):
        with pytest.raises(ValueError, match="a rack is 64 counts of tiles"):
            kernels.generators[name].moves_of(squares, bytes(rack), False)


def test_squares_made_again_and_wrongly_stay_what_they_were() -> None:
    kernels = Kernels(WORDS, 4, GAME)
    squares = kernels.empty()
    nodes, letters, *_, scoring = kernels._blank
    with pytest.raises(ValueError, match="start"):
        squares.__init__(nodes, letters, 32, 32, bytes([1] * 1024), bytes([1] * 1024), -1, scoring)
    squares.set(bytes(25))


def test_wrong_calls_raise() -> None:
    kernels = Kernels(WORDS, 4, GAME)
    squares, rack, grid = kernels.empty(), rack_of([0, 1, 1]), memoryview(bytes(25))
    ends = memoryview(bytearray(8)).cast("q")
    errors = (TypeError, ValueError, AttributeError, BufferError)
    for generator in kernels.generators.values():
        unmade = type(generator).__new__(type(generator))
        for wrong in (None, 5, memoryview(bytes(3))):
            for arguments in ((wrong, rack, False), (squares, wrong, False)):
                with pytest.raises(errors):
                    generator.moves_of(*arguments)
            for place in (0, 1, 2, 4):
                batch: list[Any] = [squares, grid, rack, False, ends]
                batch[place] = wrong
                with pytest.raises(errors):
                    generator.moves_of_each(*batch)
        with pytest.raises(errors):
            unmade.moves_of(squares, rack, False)
        with pytest.raises(errors):
            type(generator)(None, kernels._blank[-1], *([None] if "Best" in type(generator).__name__ else []))
        assert len(generator.moves_of_each(squares, grid, rack, False, ends)) == 16 * ends[0]
    for wrong in (None, bytes(24)):
        with pytest.raises(errors):
            squares.set(wrong)
    for make in (kernels.kernels.Shadow, kernels.kernels.Squares):
        with pytest.raises(errors):
            make(None, *([2, kernels._blank[-1]] if make is kernels.kernels.Shadow else kernels._blank[1:]))


@pytest.mark.skipif(not COMPILED, reason="interpreted, moves need no room of their own")
def test_moves_that_find_no_room(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    class Scarce:
        """numpy, but for large arrays of moves."""

        def __getattr__(self, name: str) -> Any:
            return getattr(np, name)

        def empty(self, shape: tuple[int, int], kind: type) -> Any:
            if shape[0] > most:
                raise MemoryError
            return np.empty(shape, kind)

    board, rack = lexkit.Board.from_cgp(REAL[0]), "AEINR??"
    expected = english.moves(board, rack)
    assert len(expected) > 3 * 4096, "room is made more than once"
    module = sys.modules[kernels_for(width=1, rack_size=7).GaddagGenerator.__base__.__module__]
    monkeypatch.setattr(module, "np", Scarce())
    for most in (5000, 10_000, 1 << 20):
        fresh = move_finder.Finder(english.core, board.rules)
        if most < len(expected):
            with pytest.raises(MemoryError, match="no memory for the moves"):
                fresh.moves(board, rack)
        else:
            assert fresh.moves(board, rack) == expected
        assert fresh.moves(board, "AEI") == english.moves(board, "AEI")


def test_too_much_to_find_is_said(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    class Tired:
        def moves_of(self, *_: object) -> None:
            raise OverflowError("more than 5 states to visit")

        def moves_of_each(self, squares: object, grids: Any, *_: object) -> None:
            raise OverflowError("more than 5 states to visit")

    monkeypatch.setattr(move_finder.Finder, "borrow", lambda self, kind: (Tired(), self.new_squares()))
    board = lexkit.Board()
    for ask in (english.moves, english.best_move):
        with pytest.raises(PositionError, match="too much to find: found more than 5 states"):
            ask(board, "AEI")
    with pytest.raises(PositionError, match="too much to find"):
        english.moves_batch([(board, "AEI")] * 3)


def test_positions_of_another_kind(english: lexkit.Lexicon) -> None:
    for wrong in (None, 5, b"15"):
        with pytest.raises(TypeError, match="a position must be a "):
            english.moves_batch([wrong])  # type: ignore[list-item]


def test_a_batch_where_no_thread_can_be_had(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found: RuntimeError, can't start new thread, where memory or the number of threads is limited."""
    positions = [(lexkit.Board(), rack) for rack in ("CAT", "DOG", "QUIZ")] * 70
    expected = english.best_moves(positions, threads=1)
    start, started = threading.Thread.start, []

    def few(thread: threading.Thread) -> None:
        if len(started) == most:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", few)
    for most in (0, 1):
        started.clear()
        assert english.best_moves(positions, threads=4) == expected
        assert len(started) == most


COMPILED_ONLY = pytest.mark.skipif(not COMPILED, reason="interpreted, Python answers for what is not there")
#: What leaves are worth, and steps of one tile and an alphabet of four.
LEAVES = (np.full(1000, 100, np.int32), np.array([0, 1, 2, 3, 4, 5], np.int64), 1)


def parts_of_a_finder(kernels: Kernels) -> tuple[Any, ...]:
    """What a finder that weighs leaves is made of."""
    made, nodes, scoring = kernels.kernels, kernels._blank[0], kernels._blank[-1]
    shadow = made.Shadow(nodes, 30, scoring)
    return nodes, scoring, shadow, made.LeaveTable(*LEAVES), np.zeros(2048, np.int32), 0


def search_of(kernels: Kernels) -> tuple[Any, ...]:
    """A search of endgames, and what it is made of: its squares, their board, a generator, moves of lines, a table."""
    made = kernels.kernels
    squares, generator = kernels.empty(), made.GaddagGenerator(kernels._blank[0], kernels._blank[-1])
    board = made.SearchBoard(squares)
    lines, table = made.LineMoves(board, generator, False, 16, 100), made.SearchTable(16)
    return made.EndgameSearch(lines, table), squares, board, generator, lines, table


@COMPILED_ONLY
def test_what_is_made_is_not_made_again() -> None:
    """Found: a shadow made again, which a finder had, ended the process."""
    kernels = Kernels(WORDS, 4, GAME)
    made, nodes, scoring = kernels.kernels, kernels._blank[0], kernels._blank[-1]
    parts = parts_of_a_finder(kernels)
    finder = made.BestFinder(*parts)
    search, squares, board, generator, lines, table = search_of(kernels)
    rules = (7, 7, 6, 0, True, True, 0, 0, False)
    player = made.GamePlayer(kernels.empty(), finder, finder, *rules)
    finders = [made.BestFinder(*parts_of_a_finder(kernels)) for _ in range(2)]
    rollouts = made.Rollouts(player, *finders)
    steps = np.zeros(7 * 6, np.int64)
    for one, arguments in (
        (finder, (*parts[:2], made.Shadow.__new__(made.Shadow))),
        (finder, (*parts[:2], parts[2].like())),
        (parts[2], (nodes, 30, scoring)),
        (parts[3], LEAVES),
        (generator, (nodes, scoring)),
        (squares, kernels._blank),
        (board, (kernels.empty(),)),
        (lines, (made.SearchBoard(kernels.empty()), generator, False, 16, 100)),
        (table, (4,)),
        (search, (lines, table)),
        (player, (kernels.empty(), finder, finder, *rules)),
        (rollouts, (player, *finders)),
        (made.Census(nodes, scoring, 30, 0, steps), (nodes, scoring, 2, 0, steps)),
    ):
        with pytest.raises(ValueError, match=r"made already|same lexicon"):
            one.__init__(*arguments)
    rack = rack_of([0, 1, 1])
    assert len(finder.moves_of(kernels.squares, rack, False)) == 16
    finder.best_by_worth(kernels.squares, rack, False, 10, 0, 0, 0)
    search.begin(bytes(25), 0, 0, 6, 0, True)


def test_what_is_one_holders_is_no_others() -> None:
    """Found: a second finder with the same shadow took away the leaves of the first, which then ended the process."""
    kernels = Kernels(WORDS, 4, GAME)
    made = kernels.kernels
    parts = parts_of_a_finder(kernels)
    finder = made.BestFinder(*parts)
    for others in (parts, parts[:3], (*parts[:2], parts[2].like(), *parts[3:])):
        with pytest.raises(ValueError, match="no other finder"):
            made.BestFinder(*others)
    assert finder.best_by_worth(kernels.squares, rack_of([0, 1, 1]), False, 10, 0, 0, 0)[1] == 2100
    _, squares, board, generator, lines, table = search_of(kernels)
    with pytest.raises(ValueError, match="no other board"):
        made.SearchBoard(squares)
    for its_board, its_generator in (
        (board, made.GaddagGenerator(*parts[:2])),
        (made.SearchBoard(kernels.empty()), generator),
    ):
        with pytest.raises(ValueError, match="no other object"):
            made.LineMoves(its_board, its_generator, False, 16, 100)
    with pytest.raises(ValueError, match="no other search"):
        made.EndgameSearch(lines, table)


def test_games_with_tiles_of_no_alphabet_are_refused() -> None:
    """Also those of which a letter set of 32 bits has no place: tile 33 is not tile 1."""
    kernels = Kernels(WORDS, 4, GAME)
    parts = parts_of_a_finder(kernels)
    finder = kernels.kernels.BestFinder(*parts)
    player = kernels.kernels.GamePlayer(kernels.empty(), finder, finder, 2, 2, 6, 0, True, True, 0, 0, False)
    ends = np.zeros(6, np.int64)
    for tile in (5, 31, 32, 33, 34, 63, 64, 255):
        tiles = np.array([1, 2, 1, 2, tile], np.uint8)
        with pytest.raises(ValueError, match="outside the alphabet"):
            player.play(tiles, np.zeros(5), 0, np.zeros(0, np.uint8), np.zeros(32, np.uint8), ends)


def test_parts_that_were_never_made() -> None:
    kernels = Kernels(WORDS, 4, GAME)
    made, nodes, scoring = kernels.kernels, kernels._blank[0], kernels._blank[-1]
    parts = parts_of_a_finder(kernels)
    search, _, _, generator, lines, _ = search_of(kernels)
    errors = (TypeError, ValueError, AttributeError)

    def raw(kind: Any) -> Any:
        return kind.__new__(kind)

    unmade = raw(made.EndgameSearch)
    worth = np.zeros(1, np.int32)
    census, few = raw(made.Census), np.zeros(0, np.int64)
    steps = np.zeros(7 * 3, np.int64)
    solo = import_module(type(search).__module__.replace("search", "solo")).SoloBound
    for wrong in (
        lambda: made.BestFinder(*parts[:2], raw(made.Shadow)),
        lambda: made.BestFinder(*parts[:3], raw(made.LeaveTable), *parts[4:]),
        lambda: made.SearchBoard(raw(made.Squares)),
        lambda: raw(made.Squares).set(bytes(0)),
        lambda: made.LineMoves(raw(made.SearchBoard), generator, False, 16, 100),
        lambda: made.LineMoves(made.SearchBoard(kernels.empty()), raw(made.GaddagGenerator), False, 16, 100),
        lambda: made.LineMoves(made.SearchBoard(kernels.empty()), census, False, 16, 100),
        lambda: made.EndgameSearch(raw(made.LineMoves), made.SearchTable(4)),
        lambda: made.EndgameSearch(lines, raw(made.SearchTable)),
        lambda: unmade.begin(bytes(25), 0, 0, 6, 0, True),
        lambda: made.Rollouts(
            raw(made.GamePlayer), made.BestFinder(*parts), made.BestFinder(*parts_of_a_finder(kernels))
        ),
        lambda: raw(made.Rollouts).begin(bytes(25)),
        lambda: unmade.bound(),
        lambda: search.bound(),
        lambda: solo(raw(made.LineMoves), made.SearchTable(4)),
        lambda: solo(lines, raw(made.SearchTable)),
        lambda: solo(lines, None),
        lambda: census.weigh(bytes(0), worth, few, 1, worth),
        lambda: census.survey(kernels.squares, False),
        # Steps for the first letter only.
        lambda: made.Census(nodes, scoring, 2, 0, steps).moves_of(kernels.squares, rack_of([0, 1, 1]), False),
    ):
        with pytest.raises(errors):
            wrong()  # type: ignore[no-untyped-call]
    # One whose making failed is as one never made.
    finder = raw(made.BestFinder)
    for arguments in ((*parts[:2], raw(made.Shadow)), (*parts[:3], made.LeaveTable(*LEAVES), bytes(4).join([]), 0)):
        with pytest.raises(errors):
            finder.__init__(*arguments)
        with pytest.raises(errors):
            finder.moves_of(kernels.squares, rack_of([0, 1, 1]), False)
    if COMPILED:
        made.GaddagGenerator.__init__(finder, nodes, scoring)
        made.GaddagGenerator.__init__(census, nodes, scoring)
        for one in (finder, census):
            with pytest.raises(errors):
                one.moves_of(kernels.squares, rack_of([0, 1, 1]), False)
        with pytest.raises(errors):
            unmade.__init__(raw(made.LineMoves), made.SearchTable(4))
        unmade.failure()
    search.begin(bytes(25), 0, 0, 6, 0, True)
