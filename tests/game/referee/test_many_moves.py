"""Millions of moves: whatever is done with them looks at the clock all along, and gives what it gives for few."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit import Board
from lexkit.base import time_limits as limits
from lexkit.errors import TimeLimitError
from lexkit.players import candidates
from lexkit.runtime.game import moves as moves_module
from lexkit.runtime.game.moves import Moves, order

CGP = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRT?/ 0/12 0"


@pytest.fixture(scope="module")
def lex() -> lexkit.Lexicon:
    return lexkit.open()


@pytest.fixture(scope="module")
def moves(lex: lexkit.Lexicon) -> Moves:
    return lex.moves(Board.from_cgp(CGP))


#: Door -> what is asked, of (lexicon, moves).
DOORS: dict[str, Callable[[lexkit.Lexicon, Moves], Any]] = {
    "top": lambda lex, moves: moves.top(10**7),
    "list": lambda lex, moves: list(moves),
    "by_equity": lambda lex, moves: moves.by_equity(lex, 50),
    "by_score": lambda lex, moves: moves.by_equity(lex, 50).by_score(),
    "candidates": lambda lex, moves: list(moves.by_equity(lex, 50)),
    "to_frame": lambda lex, moves: moves.to_frame(library="pandas"),
    "squares_used": lambda lex, moves: lexkit.pictures.squares_used(moves),
    "best_scores": lambda lex, moves: lexkit.pictures.best_scores(list(moves)),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_asks_the_clock_all_along(
    lex: lexkit.Lexicon, moves: Moves, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found: top(10**7) of 6.4 million moves took 21 s, whatever the limit; a limit that ends in between stops it."""
    if door == "to_frame":
        pytest.importorskip("pandas")
    monkeypatch.setattr(moves_module, "BLOCK", 64)
    monkeypatch.setattr(candidates, "BLOCK", 64)
    monkeypatch.setattr(moves_module, "_PAGE", 64)
    counted = 0

    def ticking(limit: limits.Limit) -> float:
        nonlocal counted
        counted += 1
        return limit.end

    monkeypatch.setattr(limits, "_end", ticking)
    with lexkit.within(1000), lexkit.within(2000):
        DOORS[door](lex, moves)
    assert counted >= len(moves) // 64
    stops, counted = counted // 2, 0

    def stopping(limit: limits.Limit) -> float:
        if ticking(limit) and counted > stops:
            limit.stop()
        return limit.end

    monkeypatch.setattr(limits, "_end", stopping)
    with pytest.raises(TimeLimitError), lexkit.within(1000), lexkit.within(2000):
        DOORS[door](lex, moves)


def test_many_are_ordered_as_few(moves: Moves, monkeypatch: pytest.MonkeyPatch) -> None:
    found = moves.to_numpy()
    usual = order(found)
    monkeypatch.setattr(moves_module, "BLOCK", 16)
    assert np.array_equal(order(found), usual)
    high = found.copy()
    high["score"] += 40_000
    assert np.array_equal(order(high), usual)
    same = found.copy()
    same["score"] = 0
    monkeypatch.setattr(moves_module, "BLOCK", 1 << 16)
    alike = order(same)
    monkeypatch.setattr(moves_module, "BLOCK", 16)
    assert np.array_equal(order(same), alike)
    low = found.copy()
    low["score"] = 0
    assert len(order(low[:0])) == 0


def test_candidates_of_many_are_those_of_few(
    lex: lexkit.Lexicon, moves: Moves, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = moves.by_equity(lex, 50)
    monkeypatch.setattr(moves_module, "BLOCK", 16)
    monkeypatch.setattr(candidates, "BLOCK", 16)
    assert moves.by_equity(lex, 50) == usual
