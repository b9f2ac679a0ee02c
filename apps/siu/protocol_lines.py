"""Read and write lines of the protocol: of limited length, without control characters, one thread at a time.

Also formats the lines of results, and maps moves to keys: two tokens of the same move have the same key.
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

#: Maximum bytes of a line, many times those of a position with the moves of a whole game.
LONGEST: Final = 1 << 17


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream without line ends, None for a line longer than :data:`LONGEST`.

    Bytes that are not UTF-8 become U+FFFD. The last line needs no line end. At most ``LONGEST`` bytes are held in
    memory. A byte order mark before the first line is dropped.
    """
    mark = codecs.BOM_UTF8
    with suppress(OSError, ValueError):  # a closed or broken stream counts as ended
        while line := stream.readline(LONGEST + 1):
            line, mark = line.removeprefix(mark), b""
            if line.endswith(b"\n") or len(line) <= LONGEST:
                yield line.removesuffix(b"\n").decode("utf-8", "replace")
                continue
            yield None
            while line and not line.endswith(b"\n"):
                line = stream.readline(LONGEST)


class Output:
    """Writer of lines to a stream, safe for threads. The callback ``broken`` is called once if the reader is gone."""

    def __init__(self, stream: BinaryIO, broken: Callable[[], None] = lambda: None) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.broken = broken
        self.closed = False

    def write(self, *lines: str) -> None:
        """Write lines together, with no line of another thread between them."""
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
        """Write ``info string error`` with a code of the draft."""
        self.write(f"info string error {code} {text}")

    def ignored(self, what: str, why: object = "") -> None:
        """Report that a parameter is ignored, and why."""
        self.write(f"info string ignored {what} {why}".rstrip())


#: Best move of a search. None is a pass; ``"none"`` means that there were no moves to choose from.
Best = lexkit.Candidate | lexkit.Move | Literal["none"] | None


def name_chances(chances: lexkit.WinChances) -> str:
    """Return a name that identifies a table of winning chances by its checksum."""
    return f"logistic-{zlib.crc32(chances.gains.tobytes() + chances.widths.tobytes()):08x}"


def key_of_move(move: lexkit.Candidate | lexkit.Move) -> str:
    """Return the token of a move, with the tiles of an exchange sorted."""
    token = engine.write_move(move)
    return _sorted(token) if isinstance(move, lexkit.Candidate) and move.move is None else token


def _sorted(token: str) -> str:
    return "".join(sorted(token))


def key_of_token(text: str, board: lexkit.Board) -> str:
    """Return the key of a token from a front end, as this engine writes it. Raises IllegalMoveError."""
    action = engine.read_move(text).action
    if action is None:
        raise IllegalMoveError("not a move", found=text[:80])
    if isinstance(action.move, str):
        return engine.write_move(board.move(action.move))
    return _sorted(engine.write_move(action))


def _tiles(rack: lexkit.Rack) -> str:
    return str(rack) or "-"


def infer_line(leave: lexkit.Rack, chance: float) -> str:
    """Format an inferred leave of the opponent and its probability."""
    return f"info infer leave {_tiles(leave)} prob {chance:.6f}"


def gen_line(move: lexkit.Candidate | lexkit.Move, score: int, equity: float, leave: lexkit.Rack) -> str:
    """Format a move with its score, equity and leave."""
    return f"info gen move {engine.write_move(move)} score {score} eq {equity:.3f} leave {_tiles(leave)}"


def sim_lines(results: Iterable[lexkit.Simulated]) -> list[str]:
    """Format the results of a simulation, of candidates with at least two iterations."""
    return [
        f"info sim move {engine.write_move(each.candidate)} wp {100 * each.win:.2f} wpse {100 * each.stderr:.2f} "
        f"eq {each.equity:.2f} eqse {each.equity_stderr:.2f} iters {each.iterations}"
        for each in results
        if each.iterations > 1
    ]


def peg_lines(outcome: lexkit.Outcome) -> list[str]:
    """Format a pre-endgame move with the draws that win, tie and lose, and its open draws if it is not exact."""
    found, move = outcome.draws, engine.write_move(outcome.move)
    draws = " ".join([f"{name[0].replace('t', 'd')}:{'|'.join(found[name])}" for name in ("wins", "ties", "losses")])
    lines = [f"info peg move {move} {draws} spread {outcome.spread:+z.1f}"]
    if not outcome.exact:
        lines.append(f"info string peg {move} o:{'|'.join(found['open'])} basis {outcome.basis}")
    return lines


def solution_lines(solution: lexkit.Solution, seconds: float) -> list[str]:
    """Format the depth, time, nodes and best line of an endgame search."""
    line = " ".join(map(engine.write_move, solution.line))
    return [
        f"info depth {solution.depth} time {int(1000 * seconds)} nodes {solution.nodes}",
        f"info endgame depth {solution.depth} score spread {solution.spread:+d} pv {line}",
    ]
