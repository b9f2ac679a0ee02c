"""Lexicons of every sort, from words in an order of their own, and the SHA-256 of each file.

``python -m campaigns.reproducible.outputs SEED [UMASK]`` writes them as JSON. It needs lexkit, and no other test.
"""

import csv
import hashlib
import json
import os
import platform
import random
import sys
import tempfile
from pathlib import Path

import numpy
import zstandard

import lexkit
from lexkit.compiler.attach_columns import attach
from lexkit.compiler.build import Options, build
from lexkit.compiler.merge import MergeOptions, extract, merge
from lexkit.formats.lexicon_file import open_file
from lexkit.formats.packed_lexicon import pack

#: Versions of zstandard may compress differently: these are compared only if the version is the same.
PACKED = ("columns with texts", "packed file")
PLAIN = (
    ("plain", {}),
    ("--method gordon", {"method": "gordon"}),
    ("--daggad", {"daggad": True}),
    ("--layout expanded", {"expanded": True}),
    ("--alphagrams", {"alphagrams": True}),
    ("all sections", {"daggad": True, "expanded": True, "alphagrams": True}),
    ("--alphabet auto", {"alphabet": "auto"}),
    ("--min-length 3 --max-length 7", {"min_length": 3, "max_length": 7}),
)
#: Words with tiles of several letters, accents, capitals and ligatures, as people write them.
SPANISH = ("chico", "LLAMA", "perro", "niño", "nin\u0303a", "[CH]ICA", "calle", "zorro", "churro", "ocho", "mañana")


def words(number: int) -> list[str]:
    """``number`` words that look like some, the same on every machine."""
    chosen = random.Random(7)
    made: set[str] = set()
    while len(made) < number:
        stem = "".join(chosen.choice("BCDFGHLMNPRST") + chosen.choice("AEIOU") for _ in range(chosen.randrange(1, 6)))
        made |= {stem, *(stem + ending for ending in ("S", "ED", "ING", "ER") if chosen.random() < 0.4)}
    return sorted(made)[:number]


def outputs(seed: int, number: int = 3000) -> dict[str, str]:
    """The SHA-256 of each file, by what it is. ``seed`` is the order in which words and values come."""
    shuffler = random.Random(seed)
    listed = words(number)
    made: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        target = folder / "made.gaddag"

        def keep(what: str, path: Path = target) -> None:
            made[what] = hashlib.sha256(path.read_bytes()).hexdigest()

        def write(file: str, lines: list[str]) -> Path:
            lines = shuffler.sample(lines, len(lines))
            (folder / file).write_text("".join(line + "\n" for line in lines), "utf-8", newline="")
            return folder / file

        source = write("list.txt", [*listed, *shuffler.sample(listed, number // 10)])
        for what, options in PLAIN:
            build(source, target, Options(**options))
            keep(what)
        build(write("spanish.txt", list(SPANISH)), target, Options(alphabet="spanish", alphagrams=True))
        keep("--alphabet spanish")

        build(source, target, Options())
        rows = [(word, rank % 300 - 20, rank / 7) for rank, word in enumerate(listed) if rank % 9]
        shuffler.shuffle(rows)
        with (folder / "values.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("word", "seen", "share"), *rows])
        table = folder / "values.csv"
        attach(open_file(target, "read"), target, [f"seen={table}:seen", f"share={table}:share"])
        keep("columns with numbers")
        defined = write("list.txt", [f"{word.lower()} what a {word} is, naïvely" for word in listed])
        build(defined, target, Options(definitions=True, spelling=True))
        keep("columns with texts")
        (folder / "packed").write_bytes(pack(target)[1])
        keep("packed file", folder / "packed")

        lists = {f"list{k}": write(f"list{k}.txt", listed[k::3] + listed[::5]) for k in range(3)}
        merge(lists, target, MergeOptions(marks={"list1": "#"}, titles={"list2": "the third"}))
        keep("lexc merge")
        target.write_bytes(extract(open_file(target, "read"), "list1"))
        keep("one edition of it")
    return made


def main() -> None:
    """Write the hashes and what made them."""
    facts = {
        "python": platform.python_version(),
        "kernels": lexkit.backend(),
        "numpy": numpy.__version__,
        "zstandard": ".".join(map(str, zstandard.ZSTD_VERSION)),
    }
    sys.stdout.write(json.dumps({**facts, "outputs": outputs(int(sys.argv[1]))}) + "\n")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        os.umask(int(sys.argv[2], 8))
    main()
