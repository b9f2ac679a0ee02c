"""Every command of both programs that writes, and outputs that take nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import lexkit

WORDS = [a + b + c for a in "BCDFGHKLMNPRST" for b in "AEIOU" for c in ("T", "TS", "N", "NE", "RED")]

#: What is asked in a folder with x.txt, x.gaddag, y.gaddag, freq.tsv, racks and queries. Those with ``!`` write a file.
COMMANDS = [
    "lexc --version",
    "lexc --help",
    "lexc build --help",
    "lexc build x.txt -o out.gaddag !",
    "lexc build x.txt -o out.gaddag --stats !",
    "lexc build x.txt -o out.gaddag --json !",
    "lexc attach x.gaddag --column freq=freq.tsv -o out.gaddag !",
    "lexc merge one=x.txt two=y.gaddag -o out.gaddag !",
    "lexc pack x.gaddag -o out.zst !",
    "lexc unpack x.gaddag.zst -o out.gaddag !",
    "lexc list x.gaddag -o out.txt !",
    "lexc use x.gaddag",
    "lexc info x.gaddag",
    "lexc info x.gaddag --json",
    "lexc verify x.gaddag",
    "lexc verify x.gaddag --words x.txt",
    "lexc stats x.gaddag --minimized",
    "lexc list x.gaddag",
    "lexc diff x.gaddag y.gaddag",
    "lexc alphabets",
    "lexc doctor",
    "lexq --help",
    "lexq -l x.gaddag check BAT BATS",
    "lexq -l x.gaddag substring A",
    "lexq -l x.gaddag substring A --json",
    "lexq -l x.gaddag substring A --csv --columns word,points",
    "lexq -l x.gaddag substring A --count",
    "lexq -l x.gaddag hooks BAT",
    "lexq -l x.gaddag cross --after AT",
    "lexq -l x.gaddag pattern ?A*",
    "lexq -l x.gaddag anagram TABS",
    "lexq -l x.gaddag anagram BATCANE --words 2-3",
    "lexq -l x.gaddag search length:3 sort:-points",
    "lexq -l x.gaddag batch queries",
    "lexq -l x.gaddag info BAT",
    "lexq -l x.gaddag moves position",
    "lexq -l x.gaddag best position",
    "lexq -l x.gaddag autoplay --games 1",
    "lexq -l x.gaddag autoplay --games 1 --positions out.cgp !",
]

#: Where the output goes, as a shell says it.
NOWHERE = {
    "a pipe that is closed at once": "| true",
    "a pipe that is closed after a line": "| head -1 >/dev/null",
    "a full disk": ">/dev/full",
    "closed": ">&-",
    "errors to a full disk": "2>/dev/full",
    "errors closed": "2>&-",
    "errors to a pipe that is closed": "2> >(true)",
    "all closed": "<&- >&- 2>&-",
}


@dataclass
class Ended:
    code: int
    said: str


def folder_for(folder: Path) -> Path:
    """What the commands ask about."""
    from lexkit.formats.packed import pack

    (folder / "x.txt").write_text("\n".join(WORDS))
    lexkit.build(WORDS, folder / "x.gaddag")
    lexkit.build([*WORDS[::2], "ZA"], folder / "y.gaddag")
    (folder / "x.gaddag.zst").write_bytes(pack(folder / "x.gaddag")[1])
    (folder / "freq.tsv").write_text("".join([f"{word}\t{len(word)}\n" for word in WORDS]))
    (folder / "queries").write_text("length:3\nsubstring:AT\n" * 200)
    (folder / "position").write_text("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 BATSNER/ 0/0 0\n" * 3)
    return folder


def run(command: str, where: str, folder: Path) -> Ended:
    """Run a command with its output going there; its code, and what it said on standard error where that is open."""
    program, _, rest = command.removesuffix(" !").partition(" ")
    code = f"from lexkit.console import {program}; {program}()"
    quoted = " ".join(f"'{one}'" for one in rest.split())
    line = f'"$PYTHON" -c "{code}" {quoted} {NOWHERE[where]}; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env={**os.environ, "PYTHON": sys.executable, "LEXKIT_HOME": str(folder / "home")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL if "stdout" in where else subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=120,
    )
    return Ended(done.returncode, done.stderr)


def finding(command: str, where: str, folder: Path) -> str | None:
    """What is wrong with how a command ended, if anything."""
    for path in folder.glob("out*"):
        path.unlink()
    ended = run(command, where, folder)
    well = 1 if " diff " in command else 0
    wrong = []
    if ended.code not in ((well,) if "errors" in where else (well, 4, 141)):
        wrong.append(f"exit code {ended.code}")
    if "Traceback" in ended.said or "Exception" in ended.said or "unexpected" in ended.said:
        wrong.append("a traceback")
    summary = command.endswith("!")
    if not summary and (ended.said.count("\n") > 1 or (ended.said and ended.code == 141)):
        wrong.append("more than a line")
    if summary and len(list(folder.glob("out*"))) != 1:
        wrong.append("nothing written")
    if list(folder.rglob("*.tmp")):
        wrong.append("something left behind")
    if wrong:
        return f"{command}, {where}: {', '.join(wrong)}: {ended.said[-300:]!r}"
    return None
