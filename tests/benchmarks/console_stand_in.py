"""Answers of Macondo's and MAGPIE's consoles: ``python console_stand_in.py NAME [HABIT]``.

It chooses by equity. HABIT: ``cheat`` plays what no rule allows, ``stuck`` ends no endgame of more than two turns,
``refuse`` solves none.
"""

import os
import sys
import threading
import time

import lexkit
from lexkit.runtime.game.rules import count_unseen

NAME, HABIT = sys.argv[1], (sys.argv[2] if len(sys.argv) > 2 else "")
LEX = lexkit.open()
HEAD = "Play                Leave         Score    Win%            Equity"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def best(board: lexkit.Board) -> str:
    if HABIT == "cheat":
        return " 1A QQQQ"
    move = LEX.best_move(board)
    if move is None:
        return "(Pass)"
    place, word = lexkit.engine.write_move(move).split(".", 1)
    return f"{place:>3} {word}"


def in_bag(board: lexkit.Board) -> int:
    """Return the number of tiles left beside the board and both racks."""
    return sum(count_unseen(board.rules, board.grid, lexkit.Rack("".join(board.racks), board.alphabet).tiles))


class Macondo:
    """It searches beside the console: it refuses a position until the simulation has ended, and cannot stop an endgame
    before its first depth is whole.
    """

    def __init__(self) -> None:
        self._small = self._deep = False
        self._busy = False
        self._board: lexkit.Board | None = None
        assert os.environ["MACONDO_SERVE"].startswith("127.0.0.1:"), "it serves on all addresses"
        say("12:00AM ERR analyze server failed error: listen tcp: address already in use")

    def answer(self, command: str) -> str:
        match command.split():
            case ["set", "ttable-mem-fraction", "0.01"]:
                self._small = True
                return "set ttable-mem-fraction to 0.01 (1% of memory)"
            case ["load", "cgp", *fields]:
                if self._busy:
                    return "Error: macondo is busy working on a solution to a position"
                self._board = lexkit.Board.from_cgp(" ".join(fields[:4]))
                return f"{self._board}"
            case ["gen", _] if self._board is not None:
                return "  1: 1A QQQQ  AB  10"
            case ["sim", "stop"] if self._board is not None:
                threading.Thread(target=self._end).start()
                return f"{HEAD}\n{best(self._board)}    AB    12   50.00±1.00   3.00±2.00\nIterations: 12"
            case ["sim", *_]:
                self._busy = True
                return "Simulation started. Please do `sim show` and `sim details` to see more info"
            case ["endgame", "stop"] if self._board is not None:
                if not self._deep:
                    raise SystemExit("panic: runtime error: index out of range [0] with length 0")
                play = best(self._board)
                return f"Best move: {play}\nBest sequence:\n1) {play} (12)\n2) 1A QQQQ (1)"
            case ["endgame", *_]:
                if not self._small:
                    return "fatal error: runtime: out of memory"
                self._deep = False
                threading.Thread(target=self._deepen).start()
        return ""

    def _deepen(self) -> None:
        say("12:00AM INF deepening-iteratively plies:1")
        time.sleep(0.05)
        self._deep = True
        say("12:00AM INF best-val ply:1 pv:1A QQQQ")

    def _end(self) -> None:
        time.sleep(0.05)
        self._busy = False
        say("12:00AM INF sim-ended iterationCt:12 plies:2")


class Magpie:
    def __init__(self) -> None:
        self._ready = False
        self._board: lexkit.Board | None = None

    def answer(self, command: str) -> str:
        words = command.split()
        options = dict(zip(words[1::2], words[2::2], strict=False))
        match words[0]:
            case "set":
                self._ready = options["-wmp"] == "true" and float(options["-ttfraction"]) <= 0.01
                return ""
            case "cgp":
                self._board = lexkit.Board.from_cgp(" ".join(words[1:5]))
                return ""
            case "generate":
                if HABIT == "refuse" and self._board is not None:
                    return f"  1: {best(self._board)}  AB  10"
                return "  1: 1A QQQQ  AB  10"
            case "sim" if self._ready and self._board is not None and options["-tlim"]:
                return f"  1: {best(self._board)}  66    65.23 60.49 66.00 25"
            case "endgame" if self._ready and self._board is not None:
                return self._solve(self._board, int(options["-eplies"]), float(options["-etlim"]))
        return f"(error 1) unrecognized command or argument '{words[0]}'"

    def _solve(self, board: lexkit.Board, plies: int, seconds: float) -> str:
        if left := in_bag(board):
            return f"(error 185) bag must be empty to solve an endgame, but have {left} letters in the bag"
        if HABIT == "refuse":
            return "(error 1) refused"
        if HABIT == "stuck" and plies > 2:
            time.sleep(60)
        return f"Endgame (depth: {plies}, time: {seconds}s, status: finished)\n{best(board)} 16  -20 -64 1A QQQQ 4"


def main() -> None:
    console = Macondo() if NAME == "macondo" else Magpie()
    for line in sys.stdin:
        if line.strip() in ("exit", "quit"):
            break
        say(console.answer(line.strip()))


main()
