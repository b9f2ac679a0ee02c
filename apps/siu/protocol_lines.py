"""Lines from and to a front end: short, without control characters, not mixed up by threads.

Below them are the lines of results, and moves as keys: two tokens of one move have the same.
"""

from __future__ import annotations

import codecs
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import BinaryIO, Final, Literal

import lexkit
from lexkit import engine
from lexkit.errors import IllegalMoveError

from ..shell import console

#: Bytes of the longest line: that of a position with the moves of a whole game, many times over.
LONGEST: Final = 1 << 17


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """The lines of a stream until its end, without their ends; None for one that is longer than :data:`LONGEST`.

    Bytes that are not UTF-8 become U+FFFD. The last line needs no end. No more than the longest line is held in memory,
    however long a line is. A byte order mark before the first line is dropped.
    """
    mark = codecs.BOM_UTF8
    with suppress(OSError, ValueError):  # a closed or broken stream has ended
        while line := stream.readline(LONGEST + 1):
            line, mark = line.removeprefix(mark), b""
            if line.endswith(b"\n") or len(line) <= LONGEST:
                yield line.removesuffix(b"\n").decode("utf-8", "replace")
                continue
            yield None
            while line and not line.endswith(b"\n"):
                line = stream.readline(LONGEST)


class Output:
    """Writes lines to a stream, from any thread. ``broken`` is called once if the reader is gone."""

    def __init__(self, stream: BinaryIO, broken: Callable[[], None] = lambda: None) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.broken = broken
        self.closed = False

    def write(self, *lines: str) -> None:
        """Write lines together: no other thread's line comes between them."""
        text = "".join([console.shown(line) + "\n" for line in lines])
        with self._lock:
            if self.closed:
                return
            try:
                self._stream.write(text.encode("utf-8", "replace"))
                self._stream.flush()
                return
            except (OSError, ValueError):
                self.closed = True
        self.broken()

    def error(self, code: str, text: object) -> None:
        """Write ``info string error``, with one of the codes of the draft."""
        self.write(f"info string error {code} {text}")

    def ignored(self, what: str, why: object = "") -> None:
        """Write that a parameter is not honoured, and why."""
        self.write(f"info string ignored {what} {why}".rstrip())


#: What a search finds best: None is a pass, and ``"none"`` that there was nothing to choose from.
Best = lexkit.Candidate | lexkit.Move | Literal["none"] | None


def name_chances(chances: lexkit.WinChances) -> str:
    """A name that only equal chances to win have."""
    return f"logistic-{zlib.crc32(chances.gains.tobytes() + chances.widths.tobytes()):08x}"


def key_of_move(move: lexkit.Candidate | lexkit.Move) -> str:
    """The token of a move, with exchanged tiles in order."""
    token = engine.write_move(move)
    return _sorted(token) if isinstance(move, lexkit.Candidate) and move.move is None else token


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


def peg_lines(outcome: lexkit.Outcome) -> list[str]:
    """A move, and with which tiles in the bag it surely wins, draws and loses; then what else is to be said of it."""
    found, move = outcome.draws, engine.write_move(outcome.move)
    draws = " ".join([f"{name[0].replace('t', 'd')}:{'|'.join(found[name])}" for name in ("wins", "ties", "losses")])
    lines = [f"info peg move {move} {draws} spread {outcome.spread:+z.1f}"]
    if not outcome.exact:
        lines.append(f"info string peg {move} o:{'|'.join(found['open'])} basis {outcome.basis}")
    return lines


def solution_lines(solution: lexkit.Solution, seconds: float) -> list[str]:
    """How far a search has looked ahead, and what it has found."""
    line = " ".join(map(engine.write_move, solution.line))
    return [
        f"info depth {solution.depth} time {int(1000 * seconds)} nodes {solution.nodes}",
        f"info endgame depth {solution.depth} score spread {solution.spread:+d} pv {line}",
    ]
