"""What the worst question costs: the longest queries and positions that a server may be asked.

    python benchmarks/worst_cases.py [LEXICON]

LEXICON: a file or a name; without it the bundled list. Each question is asked alone and then once more with a limit of
10 ms (``timeout=0.01``): how long the thread was held is what a server may rely on. Positions: those of
positions.cgp, each with two blanks, the longest of them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from measuring import machine

import lexkit
from lexkit.errors import LexkitError

HERE = Path(__file__).parent
#: Seconds a question is given.
LIMIT = 0.01

QUERIES = {
    "every word, as strings": "pattern:*",
    "frequent letters, anything between": "pattern:*A*E*I*",
    "a regular expression of everything": "regex:(.*A|.*E|.*I).*(.*R|.*S|.*T).*",
    "echoes, four groups of any length": r"regex:(.*)(.*)(.*)(.*)\4\3\2\1",
    "echoes, six groups: refused": r"regex:(.*)(.*)(.*)(.*)(.*)(.*)\6\5\4\3\2\1",
    "cryptogram, variables anywhere": "pattern:*1*2*1*2*",
    "a rack of two alphabets and blanks": "subanagram:" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2 + "?" * 11,
    "fifteen blanks": "anagram:" + "?" * 15,
    "six classes, four blanks": "anagram:" + "[AEIOU]" * 3 + "[BCDRST]" * 3 + "????",
    "three changes in a long word": "near:INTERNATIONALISE~3",
    "probability of every word, first time": "probability:1-10",
    "anagrams of every word, first time": "anagrams:>=8",
    "27 patterns joined by or": " or ".join(f"pattern:*{a}*{b}*{c}*" for a in "AEI" for b in "OUR" for c in "RST"),
}


def held(ask: Callable[[], Any]) -> tuple[float, str]:
    """Milliseconds, and how it ended."""
    start = time.perf_counter()
    try:
        found = ask()
        told = f"{len(found):,} found" if hasattr(found, "__len__") else str(found)
    except LexkitError as error:
        told = type(error).__name__
    return (time.perf_counter() - start) * 1e3, told


def row(what: str, whole: tuple[float, str], limited: tuple[float, str]) -> None:
    print(f"{what:42} {whole[0]:9.1f} ms  {whole[1]:18} with 10 ms: {limited[0]:6.1f} ms  {limited[1]}")


def main() -> None:
    reading = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    reading.add_argument("lexicon", nargs="?", default="english")
    name = reading.parse_args().lexicon
    lex = lexkit.open(name)
    print(machine())
    print(f"{name}: {len(lex):,} words\n")
    for what, query in QUERIES.items():
        # What is remembered for the next query would make it look cheap.
        one, other = lexkit.open(name), lexkit.open(name)
        for each in (one, other):
            each.search("prefix:QI")
        row(
            what,
            held(partial(spelled, one, query)),
            held(partial(other.search, query, timeout=LIMIT)),
        )
    row(
        "phrases of 35 letters, exactly four words",
        held(lambda: lex.phrases("THEQUICKBROWNFOXJUMPSOVERTHELAZYDOG", words=4).count()),
        held(lambda: limited_count(lex)),
    )
    board, rack = worst_position(lex)
    row(
        f"the longest position, two blanks ({rack})",
        held(lambda: lex.moves(board, rack)),
        held(lambda: lex.moves(board, rack, timeout=LIMIT)),
    )
    row(
        "its best move",
        held(lambda: lex.best_move(board, rack)),
        held(lambda: lex.best_move(board, rack, timeout=LIMIT)),
    )


def spelled(lex: lexkit.Lexicon, query: str) -> list[str]:
    return lex.search(query).to_list()


def limited_count(lex: lexkit.Lexicon) -> int:
    with lexkit.within(LIMIT):
        return lex.phrases("THEQUICKBROWNFOXJUMPSOVERTHELAZYDOG", words=4).count()


def worst_position(lex: lexkit.Lexicon) -> tuple[lexkit.Board, str]:
    """The position of play, with two blanks, whose moves took longest; the better of two tries each."""
    longest: tuple[float, str, str] = (0.0, "", "")
    for text in (HERE / "positions.cgp").read_text().splitlines():
        for rack in ("AEINS??", "AEIRT??"):
            try:
                board = lexkit.Board.from_cgp(text.split(" ", 1)[0] + " / 0/0 0")
                lex.moves(board, rack)
            except LexkitError:
                continue
            spent = min(held(partial(lex.moves, board, rack))[0] for _ in range(2))
            longest = max(longest, (spent, text.split(" ", 1)[0] + " / 0/0 0", rack))
    return lexkit.Board.from_cgp(longest[1]), longest[2]


if __name__ == "__main__":
    main()
