"""Endgames in which one player has no play: what the other gains alone, and what both gain, as brute force finds it."""

import pytest

import lexkit
from lexkit import Rack
from lexkit.errors import TimeLimitError
from lexkit.players.endgame.racks_and_bag import Turns
from lexkit.players.endgame.solution import WHOLE, WIDEST, Endgame
from tests.players.endgame.brute_force import BruteForce, Small, random_stuck
from tests.players.endgame.small_boards import alphabet_of, board_of, lexicon_of
from tests.players.endgame.test_solution import Ticking, check
from tests.running import COMPILED, FULL

#: Six turns without a point end the game.
TURNS = Turns(0, 0, 6, 0, True)
#: Seeds of endgames that brute force solves soon.
SEEDS = (2, 4, 10, 12, 16, 24, 38, 40, 43, 49, 57, 58, 118)
#: A published endgame with a V that has no place; with this list it can be played in one line of the best.
PUBLISHED = (
    "4EXODE6/1DOFF1KERATIN1U/1OHO8YEN/1POOJA1B3MEWS/5SQUINTY2A/4RHINO1e3V/2B4C2R3E/GOAT1D1E2ZIN1d/1URACILS2E4/"
    "1PIG1S4T4/2L2R4T4/2L2A1GENII3/2A2T1L7/5E1A7/5D1M7 AEEIRUW/V 410/409 0"
)
#: Stuck endgames of greedy games, and their spread as the search found it before there was a bound for them.
GREEDY = (
    (
        "FORAMENS5U1/R12P1/Y1OVA2D5T1/PERIL2E5I1/A2DISQUIeT2EF/N2ETH1T3LUDO/S6EYEBAR1I/7REMEX2L/6JOWED2BI/5HAN5EN/"
        "5OU6AG/3GECKO3S1C1/11WhO1/6IGNITION1/11ZA2 AALRT/V 458/486 0",
        44,
    ),
    (
        "7c6Z/1GARGLER6A/6CANGLES1N/6UM2AMITY/7O2PUB2/7I5FA/2IROKOs4DEX/WON1FINI4UTE/2C1TREED3ET1/1HI4SEY2LA1/"
        "1ET5NOVAE2/BHEL3WIN1DRAD/2R4E4S1I/5JOT6V/7A6S IOOPU/Q 285/427 0",
        65,
    ),
)


def endgame_of(board: lexkit.Board, lexicon: lexkit.Lexicon, turns: Turns = TURNS) -> Endgame:
    """The search of an endgame, with both racks dealt."""
    endgame = Endgame(lexicon.core, board, 1)
    endgame.begin(board.grid, turns)
    endgame.deal(*(Rack(rack, board.alphabet).counts for rack in board.racks))
    return endgame


def small_endgame(small: Small) -> tuple[lexkit.Board, lexkit.Lexicon]:
    """Its board and lexicon."""
    alphabet = alphabet_of(small)
    return board_of(small, alphabet), lexicon_of(small, alphabet)


@pytest.mark.parametrize("seed", range(60) if FULL and COMPILED else SEEDS)
def test_the_bound_is_what_brute_force_gains_alone(seed: int) -> None:
    """Also for boards of few squares, on which tiles are in two words each, and for blanks."""
    small = random_stuck(seed)
    force = BruteForce(small)
    board, lexicon = small_endgame(small)
    bound = endgame_of(board, lexicon).bound()
    if force.moves(small.board, small.racks[1]) or not any(map(any, small.board)):
        assert bound is None
    elif bound is not None or seed in SEEDS:
        assert bound == force.most_alone()


@pytest.mark.parametrize("seed", range(60) if FULL and COMPILED else SEEDS)
def test_brute_force_finds_the_same(seed: int) -> None:
    """Whether the other player stays stuck or not."""
    small = random_stuck(seed)
    if sum(map(sum, small.racks)) > 5:
        return  # it takes minutes
    check(small, BruteForce(small).values(), lexkit.solve(*small_endgame(small), memory=1))


def test_whole_windows_find_no_less_and_no_more() -> None:
    """Null windows at the value, as a pre-endgame searches with a budget of positions, which may be too small."""
    for seed in SEEDS[:6]:
        small = random_stuck(seed)
        best = max(BruteForce(small).values().values())
        endgame = endgame_of(*small_endgame(small), Turns(small.zeros, small.zeros, small.zero_turns, 0, True))
        assert endgame.deepen_within(1, WHOLE, -WIDEST, WIDEST) in (None, best)
        for low in (best - 1, best):
            found = endgame.deepen(WHOLE, low, low + 1)
            assert found > low if low < best else found <= low
        assert endgame.deepen(WHOLE, -WIDEST, WIDEST) == best


@pytest.mark.skipif(not COMPILED, reason="the lexicon takes a minute to build")
def test_stuck_endgames_of_games(english: lexkit.Lexicon) -> None:
    for cgp, spread in GREEDY:
        board = lexkit.Board.from_cgp(cgp)
        told: list[lexkit.Solution] = []
        solution = lexkit.solve(board, english, progress=told.append)
        assert (solution.spread, solution.exact) == (spread, True)
        assert solution.nodes < 10_000
        assert [one.depth for one in told] == [1, solution.depth]
        for threads in (2, 3):
            shared = lexkit.solve(board, english, threads=threads)
            assert (shared.spread, shared.exact) == (spread, True)


@pytest.mark.skipif(not COMPILED, reason="the lexicon takes a minute to build")
def test_time_may_be_up_while_the_bound_is_looked_for(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the line of one turn is the answer. Ctrl-C is not lost either."""
    board = lexkit.Board.from_cgp(PUBLISHED)
    depths = set()
    for looks in range(1, 24):
        monkeypatch.setattr("lexkit.base.time_limits.time", Ticking())
        try:
            found = lexkit.solve(board, english, timeout=looks)
        except TimeLimitError:
            continue
        depths.add((found.depth, found.stopped, bool(found.line)))
    assert depths == {(0, "time", True), (1, "time", True)}
    bound = Endgame.bound
    monkeypatch.setattr("lexkit.base.time_limits.time", Ticking())

    def interrupted(endgame: Endgame) -> int | None:
        clock = Ticking(interrupt_at=2)
        monkeypatch.setattr("lexkit.base.time_limits.time", clock)
        return bound(endgame)

    monkeypatch.setattr(Endgame, "bound", interrupted)
    assert lexkit.solve(board, english, timeout=1000).stopped == "interrupted"
