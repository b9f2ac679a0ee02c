"""Lists from 1,000 to 10 million words: seconds, peak memory and bytes of the build, and how they grow.

    python benchmarks/science/list_sizes.py [--sizes N ...] [--kinds forms letters] [--rounds 3] [--keep FOLDER]
        [-o list_sizes.json]

Two kinds of list are made, always the same ones, so that real lists lie between them. Both begin with words of the
bundled list, chosen at random. When these run out, "forms" goes on with what they make with beginnings and endings,
which an automaton shares, and "letters" with words of a model of three letters that is learned from them, of which it
shares little. Words have 2 to 15 letters and are sorted.

Each list is compiled by a process of its own, which says at which stage its memory grew. The time is processor time;
the memory is the resident memory's peak, of which the file, mapped for its proof, is a part that the system may take
back. For "letters" the same list is also given as a pipe, and as a file that is not sorted.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lexkit
from lexkit.compiler.build import Options, build

sys.path.append(str(Path(__file__).parent.parent))
from measuring import machine

DATA = Path(__file__).parent.parent.parent / "docs" / "science"
SIZES = [10**power for power in range(3, 8)]
KINDS = ("forms", "letters")
LONGEST = 15
#: What forms are made of, the most usual first; a word has at most one of each.
BEGINNINGS = ("", "UN", "RE", "NON", "OVER", "OUT", "PRE", "MIS", "DE", "SUB", "FORE", "UP")
ENDINGS = ("", "S", "ED", "ING", "ER", "LESS", "NESS", "LY", "ISH", "LIKE", "FUL", "ABLE", "WISE", "DOM", "SHIP", "IST")
#: Letters that the model knows when it chooses the next.
CONTEXT = 3
BASE = 27
SEED = 1994

Texts = NDArray[np.bytes_]
Row = dict[str, Any]


def real_words() -> Texts:
    """The words of the bundled list of at most 15 letters, in an order that is always the same."""
    words = [word for word in lexkit.open() if len(word) <= LONGEST]
    return np.array(words, f"S{LONGEST}")[np.random.default_rng(SEED).permutation(len(words))]


def forms(words: Texts) -> Iterator[Texts]:
    """What the words make with a beginning and an ending, by both."""
    lengths = np.strings.str_len(words)
    pairs = sorted(product(range(len(BEGINNINGS)), range(len(ENDINGS))), key=lambda pair: (sum(pair), pair))
    for beginning, ending in pairs[1:]:
        affixes = BEGINNINGS[beginning].encode(), ENDINGS[ending].encode()
        short = words[lengths + len(affixes[0]) + len(affixes[1]) <= LONGEST]
        yield np.strings.add(np.strings.add(affixes[0], short), affixes[1]).astype(words.dtype)


def learn(words: Texts) -> NDArray[np.float64]:
    """The model: for each context of three letters, the chance that the next one is at most the end, A, B, ..., Z."""
    codes = as_codes(words)
    counts = np.zeros((BASE**CONTEXT, BASE))
    context = np.zeros(len(words), np.int64)
    going = np.ones(len(words), bool)
    for place in range(LONGEST + 1):
        letters = codes[:, place] if place < LONGEST else np.zeros(len(words), np.int64)
        np.add.at(counts, (context[going], letters[going]), 1)
        context = following(context, letters)
        going &= letters > 0
    counts[counts.sum(axis=1) == 0, 0] = 1
    return np.cumsum(counts / counts.sum(axis=1, keepdims=True), axis=1)


def as_codes(words: Texts) -> NDArray[np.int64]:
    """The words in rows: 0 behind the end, 1 for A."""
    codes = words.view(np.uint8).reshape(len(words), -1).astype(np.int64)
    return np.maximum(codes - (ord("A") - 1), 0)


def following(context: NDArray[np.int64], letters: NDArray[np.int64]) -> NDArray[np.int64]:
    """The contexts with these letters behind them."""
    found: NDArray[np.int64] = (context * BASE + letters) % BASE**CONTEXT
    return found


def letters(words: Texts, block: int = 1 << 19) -> Iterator[Texts]:
    """Words of the model of these, without end; those that would be too long or too short are left out."""
    chances = learn(words)
    random = np.random.default_rng(SEED)
    while True:
        codes = np.zeros((block, LONGEST), np.uint8)
        context = np.zeros(block, np.int64)
        going = np.arange(block)
        for place in range(LONGEST + 1):
            drawn = random.random(len(going))
            chosen = np.argmax(chances[context] > drawn[:, None], axis=1)
            kept = chosen > 0
            going, chosen = going[kept], chosen[kept]
            context = following(context[kept], chosen)
            if place < LONGEST:
                codes[going, place] = chosen + ord("A") - 1
        whole = codes[:, 1] > 0
        whole[going] = False
        yield codes[whole].reshape(-1).view(words.dtype)


def make_list(kind: str, size: int) -> Texts:
    """A list of this kind and size, sorted and unique. Raises ValueError if there are not as many words."""
    words = real_words()
    if size <= len(words):
        return np.sort(words[:size])
    found, more = np.sort(words), forms(words) if kind == "forms" else letters(words)
    while len(found) < size:
        fresh = next(more, None)
        if fresh is None:
            raise ValueError(f"only {len(found):,} words of this kind")
        fresh = np.setdiff1d(fresh, found)
        if len(fresh) > size - len(found):
            fresh = np.random.default_rng(SEED).permutation(fresh)[: size - len(found)]
        found = np.sort(np.concatenate([found, fresh]))
    return found


def write_list(words: Texts, path: Path) -> None:
    """Write a word a line."""
    with path.open("wb") as file:
        for start in range(0, len(words), 1 << 20):
            file.write(b"\n".join(words[start : start + (1 << 20)].tolist()) + b"\n")


def resident(what: str) -> float:
    """Megabytes of this process in memory: "VmRSS" now, "VmHWM" at most so far (Linux)."""
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{what}:"))


def child(source: str, target: str) -> None:
    """Compile a list and print what it took, as JSON."""
    began = resident("VmHWM")
    stages: dict[str, float] = {}
    names: list[str] = []

    def tell(name: str) -> None:
        if names:
            stages[names[-1]] = round(resident("VmHWM"), 1)
        names.append(name)

    start = time.process_time()
    report = build(source, target, Options(min_length=2, max_length=LONGEST), tell=tell)
    seconds = time.process_time() - start
    tell("")
    print(
        json.dumps(
            {
                "machine": machine(),
                "words": report.words,
                "seconds": round(seconds, 3),
                "peak": round(resident("VmHWM"), 1),
                "start": round(began, 1),
                "file": report.size,
                "nodes": report.nodes,
                "arcs": report.arcs,
                "stages": {name: round(spent, 3) for name, spent in report.seconds.items()},
                "peaks": stages,
                "sha256": report.sha256,
            }
        )
    )


def measure(source: Path, target: Path, piped: bool = False) -> Row:
    """What a process takes that compiles this list, which it gets as a file or through a pipe."""
    command = [sys.executable, __file__, "--child", "-" if piped else str(source), str(target)]
    if not piped:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return dict(json.loads(done.stdout))
    with subprocess.Popen(["cat", str(source)], stdout=subprocess.PIPE) as cat:
        done = subprocess.run(command, stdin=cat.stdout, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def median_of(source: Path, target: Path, rounds: int, piped: bool = False) -> Row:
    """The row of several runs: the median of their times, the most memory."""
    rows = [measure(source, target, piped) for _ in range(rounds)]
    row = rows[0]
    row["seconds"] = round(statistics.median(row["seconds"] for row in rows), 3)
    row["peak"] = max(row["peak"] for row in rows)
    return row


def growth(rows: dict[str, Row], what: str) -> dict[str, float]:
    """By the larger size: how many times as much as for the one before, for each time as many words."""
    found = {}
    for (_, low), (size, high) in pairwise(sorted(rows.items(), key=lambda row: int(row[0]))):
        found[size] = round(high[what] / low[what] / (high["words"] / low["words"]), 2)
    return found


def exponent(rows: dict[str, Row], what: str, least: int = 10**5) -> float:
    """The slope of the logarithms between the first list of at least so many words and the largest: 1 is linear."""
    sizes = sorted(int(size) for size in rows if int(size) >= least)
    low, high = rows[str(sizes[0])], rows[str(sizes[-1])]
    return round(math.log(high[what] / low[what]) / math.log(high["words"] / low["words"]), 3)


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        return child(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=KINDS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="folder for the lists and lexicons")
    parser.add_argument("-o", "--output", type=Path, default=DATA / "list_sizes.json")
    options = parser.parse_args()
    kept: dict[str, Any] = json.loads(options.output.read_text("utf-8")) if options.output.exists() else {}
    print(machine())
    print("words, bytes of the list, processor seconds, us a word, peak MB, bytes of the file, bytes a word")
    with tempfile.TemporaryDirectory(prefix="lexkit-science-") as made:
        folder = options.keep or Path(made)
        for kind in options.kinds:
            print(kind)
            for size in options.sizes:
                source, target = folder / f"{kind}-{size}.txt", folder / f"{kind}-{size}.gaddag"
                words = make_list(kind, size)
                write_list(words, source)
                row = median_of(source, target, options.rounds)
                row["list"] = source.stat().st_size
                if kind == "letters":
                    row["pipe"] = median_of(source, target, 1, piped=True)["peak"]
                    unsorted = folder / "unsorted.txt"
                    write_list(np.random.default_rng(SEED).permutation(words), unsorted)
                    row["unsorted"] = median_of(unsorted, target, 1)
                    unsorted.unlink()
                del words
                kept.setdefault(kind, {})[str(size)] = row
                print(
                    f"{row['words']:11,} {row['list']:12,} {row['seconds']:8.2f} {1e6 * row['seconds'] / size:6.2f} "
                    f"{row['peak']:8.1f} {row['file']:12,} {row['file'] / size:6.1f}",
                    flush=True,
                )
                options.output.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
            if len(kept[kind]) > 1:
                print("times as much for each time as many words:", growth(kept[kind], "seconds"))


if __name__ == "__main__":
    main()
