"""Endgames are solved as brute force solves them, and as an independent engine did."""

import gc
import os
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit import Rack
from lexkit.errors import PositionError, QueryError, TimeLimitError
from lexkit.players.endgame.racks_and_bag import Turns, both_racks, turns_left
from lexkit.players.endgame.solution import WHOLE, WIDEST, Endgame
from lexkit.runtime.game.kernels import endgame_search
from lexkit.runtime.game.kernels.endgame_board import SearchTable
from lexkit.runtime.game.referee.player_view import board_and_index
from tests.players.endgame.brute_force import BruteForce, Play, Small, random_small
from tests.players.endgame.small_boards import alphabet_of, board_of, lexicon_of
from tests.running import COMPILED, MANY

GOLDEN = Path(__file__).parents[2] / "golden" / "endgames.tsv"
#: Eight tiles in all, and one that takes seconds.
EIGHT = (
    "7H7/7yE3R2/4G2PI3U2/3WO1IODATED2/3OW2NE1O1I2/3ON2E2T1EF1/4B2A2A2I1/3JOBES2L2V1/1FLAYER3I2E1/1O1C1GRUNTS4/"
    "1R1KY2N2E4/1EMEU2H2RITZ1/1LAD1A1I7/2R2I1V7/UNMIXT1ENDOCASt GLQS/AAPT 447/343 0"
)
OPEN = "15/15/15/15/15/15/15/4CARE7/15/15/15/15/15/15/15 AEINRST/DEGILNO 0/0 0"
#: Seven tiles against seven, of greedy games.
FULL = (
    "MOLD3OUTBAKES/3U1Q6I2/3TEAZE3EF2/3C1I5USE1/3HED2REDO1R1/4L2MAY1I1Y1/4O1JEWELS1N1/3VIVAT5G1/4NAWAB3TOP/"
    "4ID1LEPT1ISH/4NA5AN1O/4G6XI1C/12E1i/12R1N/14e AEGIRRU/FINOORT 426/485 0",
    "15/10T4/10H4/9GaP3/V7HOWL3/E7OR1A2G/R5PICS1I2R/SIKA1QAT1O1N2A/E1AXOID2ONE2V/M1MEDS1C1NUR1FE/ANILe2O2T1BEL/"
    "N6SODALITY/7T1ET1ZA1/7E1YE4/7R2DWEEB EGIJRUU/AFIINOU 418/431 0",
)


def check(small: Small, values: dict[Play, int], solution: lexkit.Solution) -> None:
    """Compare with brute force: the spread, the first move, and that the line comes to the spread."""
    assert solution.exact
    assert not solution.stopped
    assert solution.spread == max(values.values())
    first = solution.move
    play = None if first is None else (first.row, first.column, first.across, tuple(first.played))
    assert values[play] == solution.spread
    assert worth_of_line(small, solution) == solution.spread


def worth_of_line(small: Small, solution: lexkit.Solution) -> int:
    """What the first player gains in a line that goes to the end."""
    points = [sum(count * worth for count, worth in zip(rack, small.points, strict=True)) for rack in small.racks]
    tiles = [sum(rack) for rack in small.racks]
    spread = 0
    for turn, move in enumerate(solution.line):
        if move is not None:
            spread += move.score if turn % 2 == 0 else -move.score
            tiles[turn % 2] -= len(move.played)
            points[turn % 2] -= sum(small.points[0 if tile & 128 else tile] for tile in move.played)
    return spread + (points[1] - points[0]) * (1 if all(tiles) else 2)


@pytest.mark.skipif(not COMPILED, reason="takes minutes")
@pytest.mark.parametrize("cgp", FULL)
def test_a_whole_search_finds_what_turn_by_turn_is_found(english: lexkit.Lexicon, cgp: str) -> None:
    """With tables that evict, that grow, and that have room for all."""
    board = lexkit.Board.from_cgp(cgp)
    told: list[lexkit.Solution] = []
    slow = lexkit.solve(board, english, plies=40, progress=told.append)
    assert slow.exact
    assert [one.depth for one in told] == [*range(1, slow.depth + 1)]
    for memory in (1, 8, 256):
        told.clear()
        whole = lexkit.solve(board, english, memory=memory, progress=told.append)
        assert (whole.exact, whole.spread) == (slow.exact, slow.spread)
        assert whole.nodes < slow.nodes
        assert [one.depth for one in told[:3]] == [1, 2, 3]
        assert len(told) == 4


def test_the_kernel_follows_all_lines_from_the_same_depth_on() -> None:
    assert WHOLE == endgame_search.WHOLE


def test_what_each_depth_finds_is_told() -> None:
    """One turn further ahead each time; the last one told is the solution."""
    told: list[lexkit.Solution] = []
    small = random_small(1)
    alphabet = alphabet_of(small)
    found = lexkit.solve(board_of(small, alphabet), lexicon_of(small, alphabet), memory=1, progress=told.append)
    assert [each.depth for each in told] == list(range(1, found.depth + 1))
    assert told[-1] == found
    assert [each.exact for each in told] == [False] * (len(told) - 1) + [True]
    cut = lexkit.solve(board_of(small, alphabet), lexicon_of(small, alphabet), memory=1, plies=1, progress=told.append)
    assert (told[-1].depth, told[-1].spread) == (1, cut.spread)


def test_brute_force_finds_the_same() -> None:
    """LEXKIT_ENDGAMES: how many."""
    number = int(os.environ.get("LEXKIT_ENDGAMES", "100" if MANY else "12"))
    for seed in range(number):
        small = random_small(seed)
        alphabet = alphabet_of(small)
        solution = lexkit.solve(board_of(small, alphabet), lexicon_of(small, alphabet), memory=1)
        check(small, BruteForce(small).values(), solution)


#: Tiles: A 1, B 2, C 3, D 4, Z 5, which is in no word. Words, rack, points of C and D.
LAST_TWO = [
    pytest.param(["AB", "ABC", "ABCD"], "CD", (3, 3), id="the second behind the first"),
    pytest.param(["AB", "ABC", "DAB", "DABC"], "CD", (2, 9), id="either first, D has more points"),
    pytest.param(["AB", "ABC", "DAB", "DABC"], "CD", (9, 2), id="either first, C has more points"),
    pytest.param(["AB", "ABC"], "CC", (3, 3), id="two alike"),
    pytest.param(["AB", "ABC"], "CD", (3, 3), id="one stays"),
    pytest.param(["AB", "ABC"], "C", (3, 3), id="one tile"),
    pytest.param(["AB"], "D", (3, 3), id="stuck"),
]


@pytest.mark.parametrize("bonuses", [(), ((1, 15), (2, 2))])
@pytest.mark.parametrize(("words", "rack", "points"), LAST_TWO)
def test_the_last_two_tiles_of_a_player(
    words: list[str], rack: str, points: tuple[int, int], bonuses: tuple[tuple[int, int], ...]
) -> None:
    """One tile or two are laid one by one and together, behind a pass; null windows find no less and no more."""
    tiles = "?ABCDZ"
    none = (0,) * 6
    grid = (none, none, (0, 0, 1, 2, 0, 0), (0, 0, 2, 0, 0, 0), none)
    racks = [tuple(held.count(tile) for tile in tiles) for held in ("Z", rack)]
    small = Small(
        5, tuple(tuple(map(tiles.index, word)) for word in words), ("......",) * 5, (0, 1, 1, *points, 8), 0, 7,
        grid, (racks[0], racks[1]), 0, 6, 0, bonuses,
    )  # fmt: skip
    values = BruteForce(small).values()
    alphabet = alphabet_of(small)
    board, lexicon = board_of(small, alphabet), lexicon_of(small, alphabet)
    check(small, values, lexkit.solve(board, lexicon))
    best = max(values.values())
    for low in (best - 1, best):
        found = searched(board, lexicon, low, low + 1)
        assert found > low if low < best else found <= low


def searched(board: lexkit.Board, lexicon: lexkit.Lexicon, low: int, high: int) -> int:
    """Return the value that a whole search of a position finds between two bounds."""
    board, index = board_and_index(board, lexicon)
    racks = both_racks(board)
    endgame = Endgame(index, board, 1)
    endgame.begin(board.grid, turns_left(board.rules, board.grid, 0, 0, racks[0].tiles + racks[1].tiles))
    endgame.deal(racks[0].counts, racks[1].counts)
    return endgame.deepen(WHOLE, low, high)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute")
def test_playouts_keep_what_positions_come_to(english: lexkit.Lexicon) -> None:
    """A search that looked one turn ahead says of later positions what one says that knows nothing.

    The end of one playout was once kept as the value of a position of another.
    """
    rows = [line.split("\t") for line in GOLDEN.read_text("utf-8").splitlines() if not line.startswith("#")]
    compared = 0
    for _name, cgp, *_ in rows[:6]:
        board = lexkit.Board.from_cgp(cgp)
        dealt = both_racks(board)
        turns = turns_left(board.rules, board.grid, 0, 0, dealt[0].tiles + dealt[1].tiles)
        used = Endgame(english.core, board, 8)
        used.begin(board.grid, turns)
        used.deal(dealt[0].counts, dealt[1].counts)
        used.deepen(1, -WIDEST, WIDEST)
        lines = [(board, dealt[0].counts, dealt[1].counts)]
        for turn in range(4):
            lines = [after for line in lines for after in each_after(english, *line, 40 if turn == 0 else 2)]
            for after, *racks in lines if turn else ():
                known, fresh = (
                    value_played_out(endgame, after.grid, turns, *racks)
                    for endgame in (used, Endgame(english.core, board, 1))
                )
                assert known == fresh, after.to_cgp()
                compared += 1
    assert compared > 500


def each_after(
    lexicon: lexkit.Lexicon, board: lexkit.Board, first: bytes, second: bytes, most: int
) -> Iterator[tuple[lexkit.Board, bytes, bytes]]:
    """The boards after those plays that look best, with the racks of the player to move and the other."""
    rack = lexkit.Rack(first, board.alphabet)
    for move in lexicon.moves(board, rack)[:most]:
        left = bytearray(first)
        for tile in move.played:
            left[0 if tile & 128 else tile] -= 1
        if any(left) and move.score:
            after = board.copy()
            after.play(move)
            yield after, second, bytes(left)


def value_played_out(endgame: Endgame, grid: bytes, turns: Turns, first: bytes, second: bytes) -> int:
    """The value of a position if both players make the play that looks best."""
    endgame.begin(grid, turns)
    endgame.deal(first, second)
    return endgame.deepen(0, -WIDEST, WIDEST)


def test_an_independent_engine_found_the_same(english: lexkit.Lexicon) -> None:
    rows = [line.split("\t") for line in GOLDEN.read_text("utf-8").splitlines() if not line.startswith("#")]
    for name, cgp, spread, slow in rows:
        if COMPILED or slow == "no":
            solution = lexkit.solve(lexkit.Board.from_cgp(cgp), english)
            assert solution.exact, name
            assert solution.spread == int(spread), name


def test_the_other_rack_is_what_is_unseen(english: lexkit.Lexicon) -> None:
    board = lexkit.Board.from_cgp(EIGHT.replace("GLQS/AAPT", "GLQS/"))
    found = lexkit.solve(board, english, plies=1)
    assert found == lexkit.solve(lexkit.Board.from_cgp(EIGHT), english, plies=1)
    assert found.stopped == "plies"
    assert not found.exact
    assert found.depth == 1


def test_what_is_missing_is_said(english: lexkit.Lexicon) -> None:
    wrong = {
        EIGHT.replace("GLQS/", "/"): "rack 1: the rack is not known: expected the tiles of the player to move",
        OPEN: "bag: the bag is not empty: expected no tile in the bag of an endgame, found 82 tiles",
        OPEN.replace("/DEGILNO", "/"): "of 89 tiles, any 7 may be on the other rack",
        EIGHT.replace("/AAPT", "/AAP"): "found 1 tile",
        EIGHT.replace("343 0", "343 6"): "zeros: this game is over: expected fewer than 6, found 6",
        EIGHT.replace("447/343", "447/343/1").replace("AAPT", "AAPT/"): "simulations and endgames are for two players",
    }
    for cgp, message in wrong.items():
        with pytest.raises(PositionError) as raised:
            lexkit.solve(lexkit.Board.from_cgp(cgp), english)
        assert message in str(raised.value)


def test_impossible_limits_are_refused(english: lexkit.Lexicon) -> None:
    board = lexkit.Board.from_cgp(EIGHT)
    for arguments in (
        {"plies": 0},
        {"memory": 0},
        {"memory": 1 << 40},
        {"timeout": 0},
        {"memory": "much"},
        {"threads": -1},
        {"threads": 1.5},
        {"threads": "two"},
    ):
        with pytest.raises(QueryError):
            lexkit.solve(board, english, **arguments)


class Ticking:
    """A clock that goes on by a second whenever somebody looks, and may interrupt the program."""

    def __init__(self, interrupt_at: int = 0) -> None:
        self.now = 0
        self.interrupt_at = interrupt_at

    def monotonic(self) -> int:
        self.now += 1
        if self.now == self.interrupt_at:
            raise KeyboardInterrupt
        return self.now


def test_time_that_is_up_gives_the_best_so_far(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    board = lexkit.Board.from_cgp(EIGHT)
    legal = {*map(str, english.moves(board)), "None"}
    nodes = 0
    for looks in (4, 8, 16) if COMPILED else (4, 8):
        monkeypatch.setattr("lexkit.base.time_limits.time", Ticking())
        found = lexkit.solve(board, english, timeout=looks)
        assert found.stopped == "time"
        assert not found.exact
        assert str(found.move) in legal
        assert found.nodes > nodes
        nodes = found.nodes
        with lexkit.within(looks):
            assert lexkit.solve(board, english).stopped == "time"
    with pytest.raises(TimeLimitError):
        lexkit.solve(board, english, timeout=1)


def test_a_search_that_time_stopped_is_freed_at_once(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found: its kernel kept the error, whose traceback holds the search and its tables, until a garbage collection."""
    searches = []
    begin = Endgame.begin

    def note(self: Endgame, grid: bytes, turns: Turns) -> None:
        searches.append(weakref.ref(self))
        begin(self, grid, turns)

    monkeypatch.setattr(Endgame, "begin", note)
    monkeypatch.setattr("lexkit.base.time_limits.time", Ticking())
    board = lexkit.Board.from_cgp(EIGHT)
    gc.disable()
    try:
        assert lexkit.solve(board, english, timeout=8).stopped == "time"
        assert [search() for search in searches] == [None]
    finally:
        gc.enable()


def test_ctrl_c_gives_the_best_so_far(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    board = lexkit.Board.from_cgp(EIGHT)
    monkeypatch.setattr("lexkit.base.time_limits.time", Ticking(interrupt_at=12))
    found = lexkit.solve(board, english, timeout=1000)
    assert found.stopped == "interrupted"
    assert found.line
    monkeypatch.setattr("lexkit.base.time_limits.time", Ticking(interrupt_at=3))
    with pytest.raises(KeyboardInterrupt):
        lexkit.solve(board, english, timeout=1000)


#: Two players who may pass 23 times in a row, and so play lines of more than 63 turns.
PATIENT = Small(
    letters=2,
    words=((1, 1), (1, 1, 1), (1, 1, 1, 1)),
    glyphs=("......",) * 6,
    points=(0, 1, 9),
    bingo=0,
    rack_size=5,
    board=(*((0,) * 6,) * 3, (0, 0, 1, 1, 0, 0), *((0,) * 6,) * 2),
    racks=((0, 1, 1), (0, 1, 1)),
    zeros=0,
    zero_turns=24,
    pass_turns=0,
)


def patient_endgame() -> tuple[Endgame, list[bytes]]:
    """The search of that endgame, and the racks as counts."""
    alphabet = alphabet_of(PATIENT)
    board = board_of(PATIENT, alphabet)
    endgame = Endgame(lexicon_of(PATIENT, alphabet).core, board, 1)
    endgame.begin(board.grid, Turns(0, 0, PATIENT.zero_turns, 0, False))
    return endgame, [Rack(rack, alphabet).counts for rack in board.racks]


def test_a_depth_that_entries_cannot_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries have 6 bits for a depth, of which the highest number means that a value is proved."""
    endgame, racks = patient_endgame()
    kept: list[int] = []
    if not COMPILED:
        store = SearchTable.store

        def watch(self: SearchTable, key: int, value: int, kind: int, depth: int, move: int) -> None:
            assert 0 <= depth <= 63
            assert depth < 63 or endgame.search.proved
            kept.append(depth)
            store(self, key, value, kind, depth, move)

        monkeypatch.setattr(SearchTable, "store", watch)
    values = []
    for depth in (63, 64, 70, 95 if COMPILED else 72):
        endgame.deal(*racks)
        values.append((endgame.deepen(depth, -WIDEST, WIDEST), endgame.search.proved))
    endgame.deal(*racks)
    assert values == [(max(BruteForce(PATIENT).values().values()), True)] * 4
    assert COMPILED or max(kept) == 63


def test_more_tiles_than_a_line_has_room_for() -> None:
    endgame, racks = patient_endgame()
    size = len(racks[0])
    for tiles in (8, 9, 15, 20):
        many = bytes([0, tiles, 8]) + bytes(size - 3)
        with pytest.raises(ValueError, match=r"moves can hold|tiles of the alphabet"):
            endgame.deal(many, many)
    with pytest.raises(ValueError, match="few tiles"):
        endgame.deal(*racks, bag=bytes([1] * 9))
    with pytest.raises(ValueError, match="tiles on both racks"):
        endgame.deal(racks[0], bytes(size))
    assert not endgame.search.proved
    endgame.deal(*racks)
    assert endgame.deepen(3, -WIDEST, WIDEST) is not None


def test_tiles_of_no_alphabet_are_refused() -> None:
    """Also those of which a letter set of 32 bits has no place: tile 33 is not tile 1."""
    endgame, racks = patient_endgame()
    size = len(racks[0])
    for tile in (31, 32, 33, 34, 63):
        with pytest.raises(ValueError, match="tiles of the alphabet"):
            endgame.deal(bytes([0] * tile + [1] + [0] * (size - tile - 1)), racks[1])
        with pytest.raises(ValueError, match="tiles of the alphabet"):
            endgame.deal(*racks, bag=bytes([tile]))


def test_turns_without_a_point_end_no_game_on_an_empty_board_if_the_rules_say_so() -> None:
    """Found: of two limits the one that does not count on an empty board was taken, and the spread was exact."""
    alphabet = lexkit.Alphabet("two", [lexkit.Tile("A", "a", 1, 2), lexkit.Tile("B", "b", 3, 2)])
    lexicon = lexkit.build(["AA"], options=lexkit.Options(alphabet=alphabet))
    layout = lexkit.Layout("few", ["..."] * 3)
    limits: dict[str, Any] = {"zero_turns": 3, "pass_turns": 5, "empty_board_ends": False}
    rules = lexkit.Rules(layout, alphabet, rack_size=2, bingo=0, **limits)
    for zeros, spread in ((0, -14), (2, -14), (3, -14), (4, -4)):
        solution = lexkit.solve(lexkit.Board.from_cgp(f"3/3/3 BB/AA 0/0 {zeros}", rules=rules), lexicon)
        assert (solution.spread, solution.exact) == (spread, True), zeros


def test_a_view_knows_which_turns_were_passes() -> None:
    """Found: plays challenged off were taken for passes, and a game that goes on was over."""
    alphabet = lexkit.Alphabet("two", [lexkit.Tile("A", "a", 1, 2), lexkit.Tile("B", "b", 3, 2)])
    lexicon = lexkit.build(["AA", "AB"], options=lexkit.Options(alphabet=alphabet))
    limits: dict[str, Any] = {"zero_turns": 0, "pass_turns": 3, "challenge": "void"}
    rules = lexkit.Rules(lexkit.Layout("few", ["..."] * 3), alphabet, rack_size=2, bingo=0, **limits)
    game = lexkit.Game(lexicon, rules=rules, dealt=False)
    game.set_rack(0, "AA")
    game.set_rack(1, "BB")
    position = lexkit.Board.from_cgp("3/3/3 AA/BB 0/0 3", rules=rules)
    with pytest.raises(PositionError, match="this game is over"):
        lexkit.solve(position, lexicon)
    known = lexkit.solve(position, lexicon, passes=1)
    assert (known.spread, known.exact) == (14, True)
    view = game.view(0)
    assert (view.zeros, view.passes) == (0, 0)
    seen = replace(view, zeros=3, passes=1)
    assert lexkit.solve(seen, lexicon) == known
    assert lexkit.solve(seen, lexicon, passes=2).spread == known.spread
    with pytest.raises(PositionError, match="this game is over"):
        lexkit.solve(seen, lexicon, passes=3)
    with pytest.raises(QueryError, match="invalid number of passes"):
        lexkit.solve(position, lexicon, passes=1.5)  # type: ignore[arg-type]


def test_a_bag_on_a_board_on_which_passes_end_nothing() -> None:
    """Found: the kernel played on for ever, whatever limit there was."""
    endgame, racks = patient_endgame()
    empty = bytes(len(endgame.grid))
    endgame.begin(empty, Turns(0, 0, 3, 0, False))
    with pytest.raises(ValueError, match="passes end a game"):
        endgame.deal(*racks, bag=bytes([1]))
