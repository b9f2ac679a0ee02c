"""Concurrent processes: builders of one target with readers, attachers to one file, fillers of one cache."""

import json
import subprocess
import sys
from pathlib import Path

import lexkit

ROOT = Path(__file__).parents[2]

_BUILDER = """
import sys, lexkit
path, times = sys.argv[1], int(sys.argv[2])
words = sys.argv[3].split()
for turn in range(times):
    lexkit.build(words, path)
"""

_OPENER = """
import json, sys, lexkit
path, times, whole = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])
for turn in range(times):
    found = list(lexkit.open(path))
    assert found in whole, found
"""

#: Short lists, which are built in milliseconds.
LISTS = [[letter + more for more in ("A", "AB", "ABLE", "ED")] for letter in "BCDFGHKL"]


def builders(folder: Path, number: int, times: int, readers: int) -> list[str]:
    """``number`` processes build one file ``times`` times from lists of their own, ``readers`` open it: the errors."""
    path = folder / "x.gaddag"
    lexkit.build(LISTS[0], path)
    whole = json.dumps([sorted(words) for words in LISTS])
    tasks = [(_BUILDER, str(times), " ".join(LISTS[one % len(LISTS)])) for one in range(number)]
    tasks += [(_OPENER, str(4 * times), whole)] * readers
    wrong = _run([[code, str(path), *more] for code, *more in tasks])
    if list(lexkit.open(path)) not in LISTS:
        wrong.append("the last one is none of them")
    if [one.name for one in folder.iterdir()] != [path.name]:
        wrong.append(f"left: {sorted(folder.iterdir())}")
    return wrong


_ATTACHER = """
import sys
from lexkit.apps.shell.console import lexc
lexc()
"""


def attachers(folder: Path, number: int) -> list[str]:
    """``number`` processes attach one column each to one file at once: lost columns and other errors."""
    path = folder / "x.gaddag"
    lexkit.build(LISTS[0], path)
    tasks = []
    for one in range(number):
        table = folder / f"values{one}.tsv"
        table.write_text("".join(f"{word}\t{one + len(word)}\n" for word in LISTS[0]))
        tasks.append([_ATTACHER, "attach", str(path), "-q", "--column", f"c{one}={table}"])
    wrong = _run(tasks)
    lexicon = lexkit.open(path)
    wrong += [f"column c{one} is lost" for one in range(number) if f"c{one}" not in lexicon.columns]
    wrong += [
        f"{word}: another value"
        for word in LISTS[0]
        for one in range(number)
        if not wrong and lexicon.column(f"c{one}")[word] != one + len(word)
    ]
    return wrong


_FILLER = """
import sys, lexkit
for name, number in zip(sys.argv[1::2], sys.argv[2::2]):
    assert len(lexkit.open(name)) == int(number), name
"""


def fillers(folder: Path, number: int) -> list[str]:
    """``number`` processes open a packed lexicon and two editions at once, with one empty cache: the errors."""
    from lexkit.formats.packed_lexicon import pack

    lexkit.build(LISTS[0] + LISTS[1], folder / "x.gaddag")
    (folder / "x.gaddag.zst").write_bytes(pack(folder / "x.gaddag")[1])
    lexkit.merge({"one": LISTS[0], "two": LISTS[1] + LISTS[2]}, folder / "all.gaddag")
    wanted = [str(folder / "x.gaddag.zst"), "8", str(folder / "all.gaddag@one"), "4", f"{folder}/all.gaddag@two", "8"]
    cache = folder / "cache"
    wrong = _run([[_FILLER, *wanted]] * number, LEXKIT_CACHE=str(cache))
    if len(entries := sorted(cache.iterdir())) != 3:
        wrong.append(f"entries: {entries}")
    return wrong


def _run(tasks: list[list[str]], **environment: str) -> list[str]:
    """Run all tasks at once: the standard error of those that failed."""
    import os

    running = [
        subprocess.Popen(
            [sys.executable, "-c", *task],
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, **environment},
        )
        for task in tasks
    ]
    said = [one.communicate()[1] for one in running]
    return [text[-400:] for one, text in zip(running, said, strict=True) if one.returncode or text]
