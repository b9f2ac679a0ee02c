"""Disturbances without a layer: strace makes the system refuse a call of a real ``lexc build``, or kill it there.

What the program does then must not depend on how Python is told of it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import lexkit
from campaigns.crash.disturbances import Cases
from campaigns.crash.writers import NEW, OLD

#: System calls of the writer; those before it, of Python's own start, are told apart by the temporary file's name.
CALLS = ("openat", "chmod", "write", "fsync", "close", "rename", "unlink")
ERRORS = ("ENOSPC", "EIO", "EDQUOT")


def works() -> bool:
    """Whether strace is installed and allowed."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True, check=False).returncode == 0


def _build(folder: Path, *injected: str) -> tuple[int, str, list[str]]:
    """Build under strace: the exit code, standard error, and the system calls."""
    trace = folder / "trace"
    command = ["strace", "-f", "-qq", "-o", str(trace), "-e", f"trace={','.join(CALLS)}", *injected, sys.executable]
    code = "from lexkit.apps.shell.console import lexc; lexc()"
    done = subprocess.run(
        [*command, "-c", code, "build", "-q", str(folder / "new.txt"), "-o", str(folder / "x.gaddag")],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line.split(maxsplit=1)[1] for line in trace.read_text().splitlines()]
    trace.unlink()
    return done.returncode, done.stderr, lines


def _prepared(folder: Path) -> Path:
    lexkit.build(OLD, folder / "x.gaddag")
    (folder / "new.txt").write_text("\n".join(NEW))
    return folder


def _writing() -> tuple[list[str], int, int]:
    """The system calls of a build, and the places of the first and the last of the writer."""
    with TemporaryDirectory() as scratch:
        _, _, lines = _build(_prepared(Path(scratch)))
    first = next(number for number, line in enumerate(lines) if ".x.gaddag." in line and "O_CREAT" in line)
    return lines, first, max(number for number, line in enumerate(lines) if line.startswith("fsync"))


def in_order() -> Cases:
    """The order of the calls: contents, their sync, the rename, the sync of the folder."""
    lines, first, last = _writing()
    calls = [line.split("(")[0] for line in lines[first : last + 1]]
    cases = Cases()
    with cases.case("the order of the calls"):
        assert calls.count("rename") == 1, calls
        renamed = calls.index("rename")
        before, after = calls[:renamed], calls[renamed + 1 :]
        assert before.count("fsync") == 1, calls
        assert "write" in before[: before.index("fsync")], calls
        assert "write" not in calls[before.index("fsync") :], calls
        assert [call for call in after if call != "close"] == ["openat", "fsync"], calls
    return cases


def refused_or_killed() -> Cases:
    """Each of the writer's calls refused with each errno, and the process killed at it."""
    lines, first, last = _writing()
    cases = Cases()
    for number in range(first, last + 1):
        name = lines[number].split("(")[0]
        nth = sum(line.startswith(f"{name}(") for line in lines[: number + 1])
        renamed = any(line.startswith("rename(") for line in lines[first:number])
        for error in ERRORS if name != "close" else ():
            with cases.case(f"{name} ({number - first}), {error}"):
                _refused(name, nth, error, renamed)
        with cases.case(f"{name} ({number - first}), killed"):
            _killed(name, nth)
    return cases


def _refused(name: str, nth: int, error: str, renamed: bool) -> None:
    with TemporaryDirectory() as scratch:
        folder = _prepared(Path(scratch))
        code, said, _ = _build(folder, "-e", f"inject={name}:error={error}:when={nth}")
        assert code == 4, f"exit code {code}: {said}"
        assert said.count("\n") == 1, said
        assert sorted(lexkit.open(folder / "x.gaddag")) == (NEW if renamed else OLD)
        assert len(list(folder.iterdir())) == 2, list(folder.iterdir())


def _killed(name: str, nth: int) -> None:
    with TemporaryDirectory() as scratch:
        folder = _prepared(Path(scratch))
        code, said, _ = _build(folder, "-e", f"inject={name}:signal=KILL:when={nth}")
        assert code == -9, f"exit code {code}: {said}"
        assert sorted(lexkit.open(folder / "x.gaddag")) in (OLD, NEW)
        assert len(list(folder.iterdir())) <= 3, list(folder.iterdir())
