"""Three questions of Gordon (1994): is the expanded form faster, which anchors are needed, how to order arcs?

    python benchmarks/gordon_layouts.py [WORDS [POSITIONS]] [--longest 15] [--rounds 5] [--games 100] [--interpreted]

WORDS: an English word list, else the bundled one; POSITIONS: CGP, a position a line, else ``positions.cgp``. All
searches are those of ``appel_jacobson/line_search.py``, one program over several structures, compiled alike; it scores
nothing. Each search must find exactly lexkit's moves in every position.
"""

from __future__ import annotations

import argparse
import mmap
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from measuring import machine, medians
from numpy.typing import NDArray

import lexkit
from lexkit.compiler.build import Options, compile_list, load_words
from lexkit.compiler.construct.minimal_automaton import build_sorted
from lexkit.compiler.construct.optional_sections import expand
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.formats.arc_table_section import Expanded, read_expanded
from lexkit.formats.lexicon_file import open_bytes
from lexkit.lexicons import alphabet, bundled_path
from lexkit.players.autoplay.match import Match
from lexkit.runtime.game.moves import Moves

sys.path.append(str(Path(__file__).parent / "appel_jacobson"))
from compare_searches import check, run, search
from compiled_search import use_compiled
from position_lines import CrossSets, Lines, as_plays, lines_of
from two_way_dawg import Structure, build

LETTERS = 26
#: Columns of a row of 128 bytes: its arcs, their bit map, and padding.
WITH_BIT_MAP = 32
#: Bytes to read and write between two positions, so that no structure is left in a cache.
FLUSHED = 64 << 20

#: Title -> (structure, method, switches), for the questions of layouts and of anchors.
LAYOUTS: dict[str, tuple[str, str, dict[str, bool]]] = {
    f"{name}, {form}": (f"{kind}{suffix}", f"by_{kind}", switches)
    for name, kind in (("DAWG", "dawg"), ("GADDAG", "gaddag"))
    for form, suffix, switches in (
        ("compressed", "", {}),
        ("bits looked at one by one", "", {"one_by_one": True}),
        ("expanded", " table", {}),
        ("expanded, with bit maps", " bit maps", {}),
    )
}
ANCHORS: dict[str, tuple[str, str, dict[str, bool]]] = {
    "DAWG: each empty square beside tiles": ("dawg", "by_dawg", {}),
    "GADDAG: each empty square beside tiles": ("gaddag", "by_squares", {}),
    "GADDAG: every other internal one": ("gaddag", "by_squares", {"alternate": True}),
    "GADDAG: runs, squares with tiles only across": ("gaddag", "by_gaddag", {}),
    "GADDAG: runs, every other internal square": ("gaddag", "by_gaddag", {"alternate": True}),
}
ORDERS: dict[str, tuple[str, str, dict[str, bool]]] = {
    "DAWG, A to Z": ("dawg", "by_dawg", {}),
    "DAWG, by frequency": ("dawg by frequency", "by_dawg", {}),
    "GADDAG, A to Z": ("gaddag", "by_gaddag", {}),
    "GADDAG, by frequency": ("gaddag by frequency", "by_gaddag", {}),
}


def as_structure(table: Expanded, bit_maps: bool = False) -> Structure:
    """Return the expanded form as the searches take it; with bit maps, each row has one behind its arcs."""
    arcs: NDArray[Any] = table.arcs
    if int(arcs.max(initial=0)) >> 31:
        raise ValueError("the arcs of this list need more than 31 bits")
    count = int(np.count_nonzero(arcs))
    if bit_maps:
        rows = np.zeros((len(arcs), WITH_BIT_MAP), np.uint32)
        rows[:, : LETTERS + 1] = arcs
        rows[:, LETTERS + 1] = (arcs != 0) @ (1 << np.arange(LETTERS + 1))
        arcs = rows
    return Structure(
        "expanded",
        table.init,
        arcs.astype(np.uint32).ravel(),
        table.states,
        count,
        count,
        0,
        arcs.shape[1],
        table.state_bits,
        table.letter_sets.astype(np.uint32),
    )


def all_layouts(words: TileWords, expanded: Expanded) -> dict[str, Structure]:
    """Build DAWG and GADDAG in each layout. ``expanded``: the GADDAG's table from the file."""
    nodes = build_sorted(words)
    forward = expand(replace(nodes, reverse_root=nodes.forward_root), LETTERS)
    tables = {"dawg": read_expanded(forward, alphabet("english"), "expanded"), "gaddag": expanded}
    made = {kind: build(list(words), kind) for kind in tables}
    for kind, table in tables.items():
        made[f"{kind} table"] = as_structure(table)
        made[f"{kind} bit maps"] = as_structure(table, bit_maps=True)
    return made


class Renumbered:
    """Letters numbered by their frequency in a list, the most frequent first."""

    def __init__(self, words: Sequence[bytes]) -> None:
        counts = np.bincount(np.frombuffer(b"".join(words), np.uint8), minlength=LETTERS + 1)
        self.table = np.zeros(256, np.uint8)
        self.table[1 + np.argsort(-counts[1 : LETTERS + 1], kind="stable")] = np.arange(1, LETTERS + 1)

    def words(self, words: Sequence[bytes]) -> list[bytes]:
        return sorted(word.translate(self.table.tobytes()) for word in words)

    def lines(self, lines: Lines) -> Lines:
        cross = np.zeros_like(lines.cross)
        for tile in range(1, LETTERS + 1):
            cross |= (lines.cross >> np.uint32(tile) & np.uint32(1)) << np.uint32(self.table[tile])
        return Lines(self.table[lines.tiles], cross, lines.crossed, lines.rack.translate(self.table.tobytes()))

    def plays(self, plays: set[tuple[int, int, bytes]]) -> set[tuple[int, int, bytes]]:
        """The same plays with these numbers; a blank is 32 more."""
        table = bytes(int(self.table[tile % 32]) + tile // 32 * 32 for tile in range(256 - 32)) + bytes(32)
        return {(line, first, tiles.translate(table)) for line, first, tiles in plays}


@dataclass
class Question:
    """Searches to compare on the same positions."""

    searches: dict[str, tuple[str, str, dict[str, bool]]]
    structures: dict[str, Structure]
    #: Positions and plays by structure; a structure without an entry uses those of "".
    positions: dict[str, list[Lines]]
    plays: dict[str, list[set[tuple[int, int, bytes]]]]

    def made(self, title: str, keep: bool = False) -> tuple[Any, str, list[Lines]]:
        kind, method, switches = self.searches[title]
        family = "" if "table" in kind or "bit maps" in kind else kind.split(" ")[0]
        positions = self.positions.get(kind, self.positions[""])
        return search(family, self.structures[kind], switches, keep), method, positions

    def check(self) -> None:
        """Stop if a search does not find lexkit's moves, each once."""
        for title, (kind, _, _) in self.searches.items():
            made, method, positions = self.made(title, keep=True)
            check(made, method, positions, self.plays.get(kind, self.plays[""]))

    def report(self, rounds: int, baseline: Callable[[str], str]) -> None:
        """Print microseconds, their ratio to a baseline's, anchors and arcs of a position."""
        print(f"{'a position':48}{'us':>9}{'ratio':>8}{'anchors':>10}{'arcs':>10}{'bytes':>14}")
        made = {title: self.made(title) for title in self.searches}
        for one, method, positions in made.values():
            run(one, method, positions)
        counted = {title: (one.anchors, one.arcs) for title, (one, _, _) in made.items()}
        tasks = {title: partial(run, *each) for title, each in made.items()}
        times = medians(tasks, rounds, time.process_time)
        for title, (anchors, arcs) in counted.items():
            number = len(made[title][2])
            ratio = times[title] / times[baseline(title)]
            size = self.structures[self.searches[title][0]].words.nbytes
            print(f"{title:48}{times[title] / number * 1e6:9.1f}{ratio:8.2f}", end="")
            print(f"{anchors / number:10.1f}{arcs / number:10,.0f}{size:14,}")
        print()


def print_by_cache(question: Question, rounds: int) -> None:
    """Time the layouts with all they need in the nearest caches, then with nothing in any cache."""
    print(f"{'a position':36}{'again: us':>12}{'ratio':>8}{'caches flushed':>16}{'ratio':>8}{'4 KB pages':>12}")
    ballast = np.zeros(FLUSHED, np.uint8)
    spent: dict[str, list[tuple[float, float]]] = {title: [] for title in question.searches}
    for _ in range(rounds):
        for title in question.searches:
            made, method, positions = question.made(title)
            again = cold = 0.0
            for lines in positions[::5]:
                run(made, method, [lines])
                start = time.process_time()
                for _ in range(5):
                    run(made, method, [lines])
                again += (time.process_time() - start) / 5
                ballast += 1
                start = time.process_time()
                run(made, method, [lines])
                cold += time.process_time() - start
            number = len(positions[::5])
            spent[title].append((again / number * 1e6, cold / number * 1e6))
    for title, times in spent.items():
        again, cold = (statistics.median(each) for each in zip(*times, strict=True))
        base = question.searches[title][0].split(" ")[0]
        of = next(other for other, (kind, _, _) in question.searches.items() if kind == base)
        base_again, base_cold = (statistics.median(each) for each in zip(*spent[of], strict=True))
        pages = pages_touched(question, title)
        print(f"{title:36}{again:12.1f}{again / base_again:8.2f}{cold:16.1f}{cold / base_cold:8.2f}{pages:>12}")
    print()


def pages_touched(question: Question, title: str) -> str:
    """Return how many pages of its structure a search of all positions reads; needs Linux."""
    kind = question.searches[title][0]
    words = question.structures[kind].words
    memory = mmap.mmap(-1, words.nbytes)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    copied = np.frombuffer(memory, np.uint32)
    copied[:] = words
    moved = replace(
        question, structures={**question.structures, kind: replace(question.structures[kind], words=copied)}
    )
    made, method, positions = moved.made(title)
    try:
        Path("/proc/self/clear_refs").write_text("1")
        run(made, method, positions)
        maps = Path("/proc/self/smaps").read_text()
    except OSError:
        return "-"
    at = f"{copied.ctypes.data:08x}-"
    found = re.search(rf"^{at}.*?^Referenced:\s+(\d+) kB", maps, re.MULTILINE | re.DOTALL)
    return f"{int(found[1]) // 4:,}" if found else "-"


def count_anchors(lexicon: lexkit.Lexicon, words: Sequence[bytes], games: int) -> None:
    """Play greedy games, and count the anchors of each turn by several readings of the paper."""
    boards: list[tuple[lexkit.Board, str]] = []

    def find(board: lexkit.Board, rack: lexkit.Rack) -> Moves:
        boards.append((lexkit.Board.from_cgp(f"{board.to_cgp().split()[0]} / 0/0 0"), str(rack)))
        return lexicon.moves(board, rack)

    for _ in Match(lexicon, "greedy", "greedy", seed=1994, find=find).play(games):
        pass
    counts: Counter[str] = Counter()
    cross_sets = CrossSets(words)
    for board, rack in boards:
        counts.update(readings(lines_of(board, rack, cross_sets)))
    print(
        f"anchors a turn, {games} greedy games, {len(boards):,} turns (Gordon: DAWG 126.04, GADDAG 76.73, ratio 1.64)"
    )
    for title, count in counts.items():
        print(f"{title:60}{count / len(boards):8.2f}{counts[EMPTY] / count:8.2f}")
    print()


EMPTY = "each empty square beside tiles"


def readings(lines: Lines) -> Counter[str]:
    """Count the anchors of a position by several readings."""
    allowed = (1 << LETTERS + 1) - 2 if 0 in lines.rack else sum(1 << tile for tile in set(lines.rack))
    counts: Counter[str] = Counter()
    for tiles, cross, crossed in zip(
        *(each.reshape(-1, 18).tolist() for each in (lines.tiles, lines.cross, lines.crossed)), strict=True
    ):
        runs = sum(1 for at in range(1, 16) if tiles[at] and not tiles[at - 1])
        beside = {at for at in range(1, 16) if not tiles[at] and (tiles[at - 1] or tiles[at + 1])}
        across = {at for at in range(1, 16) if not tiles[at] and crossed[at]} - beside
        anchors = beside | across
        used: set[int] = set()
        needed: set[int] = set()
        for at in sorted(anchors):
            if not (at - 1 in used and at + 1 in anchors):
                used.add(at)
            if at in beside or not (at - 1 in needed and at + 1 in anchors):
                needed.add(at)
        counts[EMPTY] += len(anchors)
        counts["where a tile of the rack fits"] += sum(1 for at in anchors if cross[at] & allowed)
        counts["every other internal one"] += len(used)
        counts["every other internal one, where a tile of the rack fits"] += sum(
            1 for at in used if cross[at] & allowed
        )
        counts["runs, squares with tiles only across"] += runs + len(across)
        counts["runs, every other internal square with tiles only across"] += runs + len(needed - beside)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="?", default=str(bundled_path()))
    parser.add_argument("positions", nargs="?", default=str(Path(__file__).parent / "positions.cgp"))
    parser.add_argument("--longest", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--interpreted", action="store_true")
    options = parser.parse_args()
    print(machine())
    chosen = Options(alphabet="english", max_length=options.longest, expanded=True)
    tiles, _ = load_words(options.words, chosen)
    words = list(tiles)
    file = open_bytes(b"".join(compile_list(options.words, chosen)[2]))
    assert file.expanded is not None
    lexicon = lexkit.Lexicon(file)
    texts = Path(options.positions).read_text("utf-8").splitlines()
    boards = [lexkit.Board.from_cgp(text) for text in texts if text.strip()]
    cross_sets = CrossSets(words)
    positions = [lines_of(board, board.racks[0], cross_sets) for board in boards]
    plays = [as_plays(lexicon.moves(board, board.racks[0])) for board in boards]
    print(f"{len(words):,} words of at most {options.longest} letters, {len(positions)} positions\n")
    structures = all_layouts(tiles, file.expanded)
    other = Renumbered(words)
    positions_of, plays_of = {"": positions}, {"": plays}
    for kind in ("dawg", "gaddag"):
        name = f"{kind} by frequency"
        structures[name] = build(other.words(words), kind)
        positions_of[name] = [other.lines(lines) for lines in positions]
        plays_of[name] = [other.plays(each) for each in plays]
    with tempfile.TemporaryDirectory(prefix="lexkit-layouts-") as folder:
        if not options.interpreted:
            use_compiled(Path(folder))
        layouts, anchors, orders = (
            Question(searches, structures, positions_of, plays_of) for searches in (LAYOUTS, ANCHORS, ORDERS)
        )
        for question in (layouts, anchors, orders):
            question.check()
        layouts.report(options.rounds, lambda title: f"{title.split(',')[0]}, compressed")
        print_by_cache(layouts, options.rounds)
        anchors.report(options.rounds, lambda title: "GADDAG: runs, squares with tiles only across")
        orders.report(options.rounds, lambda title: f"{title.split(',')[0]}, A to Z")
    count_anchors(lexicon, words, options.games)


if __name__ == "__main__":
    main()
