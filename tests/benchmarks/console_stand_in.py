"""What Macondo's and MAGPIE's consoles are taken to say: ``python console_stand_in.py NAME [HABIT]``.

It chooses by equity. HABIT: ``cheat`` plays what no rule allows.
"""

import sys

import lexkit

NAME, HABIT = sys.argv[1], (sys.argv[2] if len(sys.argv) > 2 else "")
LEX = lexkit.open()


def best(board: lexkit.Board) -> str:
    if HABIT == "cheat":
        return " 1A QQQQ"
    move = LEX.best_move(board)
    if move is None:
        return "(Pass)"
    place, word = lexkit.engine.write_move(move).split(".", 1)
    return f"{place:>3} {word}"


def answer(command: str, board: lexkit.Board | None) -> str:
    if command.startswith("end-of-"):
        return f"no command {command}"
    if command in ("gen", "generate"):  # the list before the simulation: another play
        return "  1: 1A QQQQ  AB  10"
    if board is None or command not in ("endgame", "sim stop", "sim -tlim 0.05"):
        return ""
    if command == "endgame":
        return f"Best sequence has a spread difference (value) of +12\nBest sequence:\n1) {best(board)} (12)"
    head = "Play                Leave         Score    Win%            Equity"
    return f"{head}\n{best(board)}         AB            12       50.00±1.00      3.00±2.00\nIterations: 12"


def main() -> None:
    board = None
    for line in sys.stdin:
        command = line.strip()
        if command in ("exit", "quit"):
            break
        if command.startswith(("load cgp ", "cgp ")):
            board = lexkit.Board.from_cgp(" ".join(command.removeprefix("load ").split()[1:5]))
        sys.stdout.write(f"{NAME}> {answer(command if command.startswith('sim') else command.split()[0], board)}\n")
        sys.stdout.flush()


main()
