"""The DAGGAD of Gordon (1994) beside the GADDAG: sizes, moves, and prefix, suffix and substring queries, by language.

    python benchmarks/gordon_daggad.py ALPHABET WORDS [ALPHABET WORDS ...] [--games 10] [--rounds 5] [--sizes-only]
        [--expanded]

ALPHABET: a name, or ``auto``; WORDS: a word list. A DAGGAD has the paths y◊REV(x): a play goes to the right from its
anchor, then to the left. That is the generator of the GADDAG on a board turned by half a turn, with a list of reversed
words; so lexkit's own generator is timed, by the section ``daggad`` of the file, and finds the same moves. Queries are
those of ``lex.walk``, in plain Python, with ``--expanded`` also by that section.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from measuring import machine, medians

import lexkit
from lexkit.compiler.build import Options, compile_list
from lexkit.formats.lexicon_file import LexiconFile, open_bytes
from lexkit.players.autoplay.match import Match
from lexkit.runtime.automaton.section_walk import Form, SectionWalk
from lexkit.runtime.game.moves import Moves

#: Texts of each length that each query is asked.
TEXTS = 10
LENGTHS = (4, 5, 6)

Position = tuple[lexkit.Board, str]


def reversed_lexicon(file: LexiconFile) -> lexkit.Lexicon:
    """Return the lexicon of the reversed words, whose GADDAG is the DAGGAD of this file."""
    if file.daggad is None:
        raise ValueError("the file has no section daggad")
    return lexkit.Lexicon(
        replace(
            file,
            gaddag=file.daggad,
            daggad=None,
            expanded=None,
            alphagrams=None,
            columns={},
            editions=None,
            leaves=None,
        )
    )


def turned(board: lexkit.Board) -> lexkit.Board:
    """Return the board turned by half a turn. The standard layout looks the same either way."""
    rows = board.to_cgp().split()[0].split("/")
    squares = "/".join("".join(reversed(re.findall(r"\d+|\[[^]]*\]|.", row))) for row in reversed(rows))
    return lexkit.Board.from_cgp(f"{squares} / 0/0 0", alphabet=board.alphabet)


def plays(moves: Iterable[lexkit.Move], turn: bool = False) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return score, squares and tiles of each move, sorted; ``turn``: as seen from the other side of the board."""
    return sorted(
        (
            move.score,
            sorted((224 - at if turn else at, tile) for at, tile in zip(move.squares, move.played, strict=True)),
        )
        for move in moves
    )


def positions_of(lexicon: lexkit.Lexicon, games: int) -> list[Position]:
    """Return the positions of greedy games, with the rack of the player to move."""
    found: list[Position] = []

    def find(board: lexkit.Board, rack: lexkit.Rack) -> Moves:
        text = f"{board.to_cgp().split()[0]} / 0/0 0"
        found.append((lexkit.Board.from_cgp(text, alphabet=lexicon.alphabet), str(rack)))
        return lexicon.moves(board, rack)

    for _ in Match(lexicon, "greedy", "greedy", seed=1994, find=find).play(games):
        pass
    return found


def find_all(lexicon: lexkit.Lexicon, positions: list[Position]) -> None:
    for board, rack in positions:
        lexicon.moves(board, rack)


def ask(walk: SectionWalk, query: str, texts: list[str]) -> None:
    answer: Callable[[str], list[str]] = getattr(walk, query)
    for text in texts:
        answer(text)


def texts_of(lexicon: lexkit.Lexicon, query: str) -> list[str]:
    """Choose parts of words to ask for: beginnings, ends or any."""
    chosen = random.Random(1994)
    texts: list[str] = []
    for length in LENGTHS:
        while len(texts) < TEXTS * (1 + LENGTHS.index(length)):
            tiles = lexicon.alphabet.encode(lexicon[chosen.randrange(len(lexicon))])
            if len(tiles) > length:
                last = len(tiles) - length
                at = {"prefix": 0, "suffix": last, "substring": chosen.randint(0, last)}[query]
                texts.append(lexicon.alphabet.decode(tiles[at : at + length]))
    return texts


def report(alphabet: str, words: str, games: int, rounds: int, sizes_only: bool, expanded: bool) -> None:
    """Print what one list has to say."""
    chosen = Options(alphabet=alphabet, daggad=True, expanded=expanded, skip_invalid=True)
    file = open_bytes(b"".join(compile_list(words, chosen)[2]))
    assert file.daggad is not None
    lexicon, other = lexkit.Lexicon(file), reversed_lexicon(file)
    print(f"{words}: {len(lexicon):,} words")
    for name in ("nodes", "arcs"):
        gaddag, daggad = getattr(file.gaddag, name), getattr(file.daggad, name)
        print(f"  {name:28}{gaddag:14,}{daggad:14,}{daggad / gaddag:8.3f}")
    sizes = file.gaddag.memory.nbytes, file.daggad.memory.nbytes
    print(f"  {'bytes':28}{sizes[0]:14,}{sizes[1]:14,}{sizes[1] / sizes[0]:8.3f}", flush=True)
    if sizes_only:
        return
    positions = positions_of(lexicon, games)
    mirrored = [(turned(board), rack) for board, rack in positions]
    for (board, rack), (turned_board, _) in zip(positions, mirrored, strict=True):
        if plays(lexicon.moves(board, rack)) != plays(other.moves(turned_board, rack), turn=True):
            sys.exit(f"other moves with {rack} on\n{board}")
    arcs = [
        sum(lex.counters(board, rack)[2] for board, rack in each) / len(each)
        for lex, each in ((lexicon, positions), (other, mirrored))
    ]
    print(f"  {f'arcs a position ({len(positions)})':28}{arcs[0]:14,.0f}{arcs[1]:14,.0f}{arcs[1] / arcs[0]:8.3f}")
    tasks: dict[str, Callable[[], object]] = {
        "gaddag moves": partial(find_all, lexicon, positions),
        "daggad moves": partial(find_all, other, mirrored),
    }
    asked: tuple[Form, ...] = ("gaddag", "daggad", "expanded") if expanded else ("gaddag", "daggad")
    forms = {form: lexicon.walk(form) for form in asked}
    for query in ("prefix", "suffix", "substring"):
        texts = texts_of(lexicon, query)
        for form, walk in forms.items():
            if any(getattr(walk, query)(text) != getattr(lexicon, query)(text).to_list() for text in texts):
                sys.exit(f"{query} by {form} finds other words")
            tasks[f"{form} {query}"] = partial(ask, walk, query, texts)
    times = medians(tasks, rounds, time.process_time)
    for what in ("moves", "prefix", "suffix", "substring"):
        number = len(positions) if what == "moves" else TEXTS * len(LENGTHS)
        each = [times[f"{form} {what}"] / number * 1e6 for form in forms if f"{form} {what}" in times]
        print(f"  {what + ', us':28}{each[0]:14,.1f}{each[1]:14,.1f}{each[1] / each[0]:8.3f}", end="")
        print(f"   expanded {each[2]:,.1f}{each[2] / each[0]:8.3f}" if len(each) > 2 else "", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("lists", nargs="+")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes-only", action="store_true")
    parser.add_argument("--expanded", action="store_true")
    options = parser.parse_args()
    print(machine())
    print(f"{'':30}{'GADDAG':>14}{'DAGGAD':>14}{'D/G':>8}")
    for alphabet, words in zip(options.lists[::2], options.lists[1::2], strict=True):
        report(alphabet, words, options.games, options.rounds, options.sizes_only, options.expanded)


if __name__ == "__main__":
    main()
