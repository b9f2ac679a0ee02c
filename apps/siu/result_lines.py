"""The lines of results, and moves as keys: two tokens of one move have the same."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Literal

import lexkit
from lexkit import engine
from lexkit.errors import IllegalMoveError

__all__ = [
    "Best",
    "gen_line",
    "infer_line",
    "key_of_candidate",
    "key_of_token",
    "name_chances",
    "peg_line",
    "sim_lines",
    "solution_lines",
]

#: What a search finds best: None is a pass, and ``"none"`` that there was nothing to choose from.
Best = lexkit.Candidate | lexkit.Move | Literal["none"] | None


def name_chances(chances: lexkit.WinChances) -> str:
    """A name that only equal chances to win have."""
    return f"logistic-{zlib.crc32(chances.gains.tobytes() + chances.widths.tobytes()):08x}"


def key_of_candidate(candidate: lexkit.Candidate) -> str:
    """The token of a candidate, with exchanged tiles in order."""
    token = engine.write_move(candidate)
    return token if candidate.move is not None else _sorted(token)


def _sorted(token: str) -> str:
    return "".join(sorted(token))


def key_of_token(text: str, board: lexkit.Board) -> str:
    """The key of a token from outside: written as this engine writes it. Raises IllegalMoveError."""
    action = engine.read_move(text).action
    if action is None:
        raise IllegalMoveError("not a move", found=text[:80])
    if isinstance(action.move, str):
        return engine.write_move(board.move(action.move))
    return _sorted(engine.write_move(action))


def _tiles(rack: lexkit.Rack) -> str:
    return str(rack) or "-"


def infer_line(leave: lexkit.Rack, chance: float) -> str:
    """What the opponent may hold, and how likely."""
    return f"info infer leave {_tiles(leave)} prob {chance:.6f}"


def gen_line(move: lexkit.Candidate | lexkit.Move, score: int, equity: float, leave: lexkit.Rack) -> str:
    """A move, its points, and what it is worth."""
    return f"info gen move {engine.write_move(move)} score {score} eq {equity:.3f} leave {_tiles(leave)}"


def sim_lines(results: Iterable[lexkit.Simulated]) -> list[str]:
    """A line for each candidate that has an error."""
    return [
        f"info sim move {engine.write_move(each.candidate)} wp {100 * each.win:.2f} wpse {100 * each.stderr:.2f} "
        f"eq {each.equity:.2f} eqse {each.equity_stderr:.2f} iters {each.iterations}"
        for each in results
        if each.iterations > 1
    ]


def peg_line(outcome: lexkit.Outcome) -> str:
    """A move, and with which tiles in the bag it wins, draws and loses."""
    found = outcome.draws
    draws = " ".join([f"{name[0].replace('t', 'd')}:{'|'.join(found[name])}" for name in ("wins", "ties", "losses")])
    return f"info peg move {engine.write_move(outcome.move)} {draws} spread {outcome.spread:+.1f}"


def solution_lines(solution: lexkit.Solution, seconds: float) -> list[str]:
    """How far a search has looked ahead, and what it has found."""
    line = " ".join(map(engine.write_move, solution.line))
    return [
        f"info depth {solution.depth} time {int(1000 * seconds)} nodes {solution.nodes}",
        f"info endgame depth {solution.depth} score spread {solution.spread:+d} pv {line}",
    ]
