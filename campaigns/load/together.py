"""Threads on one lexicon, processes on one map, readers of a file that is replaced, and a soak."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import lexkit
from campaigns.load.questions import Asker, expected
from lexkit.formats.atomic import write_atomically
from tests.running import in_threads

ROOT = Path(__file__).parents[2]


# -- threads ------------------------------------------------------------------------------------------


def said(asker: Asker, question: int) -> object:
    """The answer, or the error that was raised, which is unlike any answer."""
    try:
        return asker.answer(question)
    except Exception as error:
        return error


def threads(path: str, number: int, each: int, different: int, games: int = 2) -> tuple[int, list[str]]:
    """``number`` threads ask ``each`` questions: the number of answers, and those unlike the answers of one thread.

    The lexicon they share is fresh: what is worked out when it is first needed is needed by all of them at once.
    """
    right = expected(lexkit.open(path), games, different)
    asker = Asker(lexkit.open(path), games)
    wrong: list[str] = []
    begin = threading.Barrier(number)

    def ask(thread: int) -> None:
        draw = random.Random(thread)
        begin.wait()
        for _ in range(each):
            question = draw.randrange(different)
            if (answer := said(asker, question)) != right[question]:
                wrong.append(f"thread {thread}, question {question}: {str(answer)[:200]}")

    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        in_threads(number, ask)
    finally:
        sys.setswitchinterval(switching)
    return number * each, wrong


# -- processes ----------------------------------------------------------------------------------------

_READER = """
import sys, lexkit
lexicon = lexkit.open(sys.argv[1])
assert sum(map(len, lexicon)) and len(lexicon.suffix("S").to_list()) + len(lexicon.substring("A").to_list())
print("read", flush=True)
sys.stdin.read()
"""


def _child(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def memory_of(process: int, path: str) -> dict[str, int]:
    """kB of the map of this file, and of the whole process, from /proc."""
    lines = Path(f"/proc/{process}/smaps").read_text().splitlines()
    found = {"Rss": 0, "Pss": 0, "Private_Clean": 0, "Private_Dirty": 0}
    ours = False
    for line in lines:
        first, *rest = line.split()
        if not first.endswith(":"):
            ours = rest[-1:] == [path]
        elif ours and first[:-1] in found:
            found[first[:-1]] += int(rest[0])
    whole = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    totals = {line.split()[0][:-1]: int(line.split()[1]) for line in whole}
    return {
        "map resident kB": found["Rss"],
        "map share kB": found["Pss"],
        "map private kB": found["Private_Clean"] + found["Private_Dirty"],
        "process resident kB": totals["Rss"],
        "process private kB": totals["Private_Clean"] + totals["Private_Dirty"],
    }


def processes(path: str, number: int) -> list[dict[str, int]]:
    """The memory of each of ``number`` processes that have read a whole lexicon, while all of them live."""
    path = str(Path(path).resolve())
    readers = [_child(_READER, path) for _ in range(number)]
    try:
        for reader in readers:
            if reader.stdout.readline() != "read\n":
                raise AssertionError(reader.communicate()[1])
        return [memory_of(reader.pid, path) for reader in readers]
    finally:
        for reader in readers:
            reader.communicate()


# -- a file that is replaced --------------------------------------------------------------------------

_FOLLOWER = """
import json, sys, threading, lexkit
path, versions = sys.argv[1], json.loads(sys.argv[2])
before = lexkit.open(path)
then = before.words().to_list()
stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stop.set()), daemon=True).start()
opened, seen, wrong = 0, set(), []
print("open", flush=True)
while not stop.is_set():
    try:
        now = lexkit.open(path, backend=("mmap", "read")[opened % 2])
        found = now.words().to_list()
        if [now.fingerprint, len(found), len(now.suffix("S"))] not in versions:
            wrong.append(f"{now.fingerprint} with {len(found)} words")
        if opened % 16 == 0 and before.words().to_list() != then:
            wrong.append("what was open before has changed")
        seen.add(now.fingerprint)
    except Exception as error:
        wrong.append(repr(error))
    opened += 1
print(json.dumps({"opened": opened, "seen": len(seen), "wrong": wrong[:3]}))
"""


def replaced(folder: Path, readers: int, times: int) -> tuple[int, list[str]]:
    """One writer replaces a file ``times`` times while readers open it: the number of openings, and the errors."""
    path = folder / "replaced.gaddag"
    words = [first + middle + last for first in "ABCDEFGH" for middle in "AEIOU" for last in ("T", "TS", "NES", "R")]
    contents, versions = [], []
    for some in (words, words[::2], words[: len(words) // 3]):
        lexkit.build(some, path)
        contents.append(path.read_bytes())
        lexicon = lexkit.open(path)
        versions.append([lexicon.fingerprint, len(some), len(lexicon.suffix("S"))])
    followers = [_child(_FOLLOWER, str(path), json.dumps(versions)) for _ in range(readers)]
    for follower in followers:
        follower.stdout.readline()
    for turn in range(times):
        write_atomically(path, [contents[turn % 3]])
        time.sleep(0.002)
    opened = 0
    wrong: list[str] = []
    for follower in followers:
        said, complaint = follower.communicate()
        if follower.returncode:
            wrong.append(complaint[-300:])
            continue
        report = json.loads(said)
        opened += report["opened"]
        wrong += report["wrong"]
    if [one.name for one in folder.iterdir()] != [path.name]:
        wrong.append("something was left beside the file")
    return opened, wrong


# -- for long -----------------------------------------------------------------------------------------


def resident() -> int:
    """kB of memory this process has now."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def soak(
    path: str, folder: Path, seconds: float, every: float, wrong: list[str], number: int = 4
) -> Iterator[dict[str, float]]:
    """``number`` threads ask for ``seconds``, another opens, closes, builds and replaces; the memory ``every`` seconds.

    Wrong answers are appended to ``wrong``.
    """
    different = 280
    right = expected(lexkit.open(path), 2, different)
    asker = Asker(lexkit.open(path))
    stop = threading.Event()
    done = [0] * (number + 1)

    def ask(thread: int) -> None:
        draw = random.Random(thread)
        while not stop.is_set():
            question = draw.randrange(different)
            if (answer := said(asker, question)) != right[question]:
                wrong.append(f"question {question}: {str(answer)[:200]}")
            done[thread] += 1

    def open_and_replace() -> None:
        draw = random.Random(number)
        while not stop.is_set():
            words = [asker.word(draw) for _ in range(500)]
            try:
                lexkit.build(words, folder / "soak.gaddag")
                with lexkit.open(folder / "soak.gaddag") as opened:
                    if opened.words().to_list() != sorted(set(words)):
                        wrong.append("a build")
                if Asker(lexkit.open(path), 1).answer(0) != right[0]:
                    wrong.append("a fresh lexicon")
            except Exception as error:
                wrong.append(f"a build: {error!r}")
            done[number] += 1

    every_thread = [threading.Thread(target=ask, args=(thread,)) for thread in range(number)]
    every_thread.append(threading.Thread(target=open_and_replace))
    start = time.monotonic()
    for one in every_thread:
        one.start()
    try:
        while (spent := time.monotonic() - start) < seconds:
            time.sleep(min(every, seconds - spent))
            yield {
                "seconds": round(time.monotonic() - start, 1),
                "resident kB": resident(),
                "descriptors": descriptors(),
                "answers": sum(done[:number]),
                "builds": done[number],
                "wrong": len(wrong),
            }
    finally:
        stop.set()
        for one in every_thread:
            one.join()
