"""The commands of both programs, run with outputs that take nothing."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import lexkit

WORDS = [a + b + c for a in "BCDFGHKLMNPRST" for b in "AEIOU" for c in ("T", "TS", "N", "NE", "RED")]

_DATA = tomllib.loads((Path(__file__).parent / "commands.toml").read_text("utf-8"))
#: Those that end in ``!`` write a file.
COMMANDS: list[str] = _DATA["commands"]
#: What takes no output -> how a shell redirects to it.
NOWHERE: dict[str, str] = _DATA["outputs"]


def folder_for(folder: Path) -> Path:
    """Make the files that the commands ask about."""
    from lexkit.formats.packed_lexicon import pack

    (folder / "x.txt").write_text("\n".join(WORDS))
    lexkit.build(WORDS, folder / "x.gaddag")
    lexkit.build([*WORDS[::2], "ZA"], folder / "y.gaddag")
    (folder / "x.gaddag.zst").write_bytes(pack(folder / "x.gaddag")[1])
    (folder / "freq.tsv").write_text("".join([f"{word}\t{len(word)}\n" for word in WORDS]))
    (folder / "queries").write_text("length:3\nsubstring:AT\n" * 200)
    (folder / "position").write_text("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 BATSNER/ 0/0 0\n" * 3)
    return folder


def run(command: str, where: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command with its output redirected there, and standard error read if it is open."""
    program, _, rest = command.removesuffix(" !").partition(" ")
    code = f"from lexkit.apps.shell.console import {program}; {program}()"
    quoted = " ".join(f"'{one}'" for one in rest.split())
    line = f'"$PYTHON" -c "{code}" {quoted} {NOWHERE[where]}; exit ${{PIPESTATUS[0]}}'
    return subprocess.run(
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


def finding(command: str, where: str, folder: Path) -> str | None:
    """Run a command with its output there: what is wrong with how it ended, or None."""
    for path in folder.glob("out*"):
        path.unlink()
    ended = run(command, where, folder)
    well = 1 if " diff " in command else 0
    wrong = []
    if ended.returncode not in ((well,) if "errors" in where else (well, 4, 141)):
        wrong.append(f"exit code {ended.returncode}")
    if "Traceback" in ended.stderr or "Exception" in ended.stderr or "unexpected" in ended.stderr:
        wrong.append("a traceback")
    summary = command.endswith("!")
    if not summary and (ended.stderr.count("\n") > 1 or (ended.stderr and ended.returncode == 141)):
        wrong.append("more than a line")
    if summary and len(list(folder.glob("out*"))) != 1:
        wrong.append("nothing written")
    if list(folder.rglob("*.tmp")):
        wrong.append("something left behind")
    if wrong:
        return f"{command}, {where}: {', '.join(wrong)}: {ended.stderr[-300:]!r}"
    return None
