"""The campaign on a build of its own: ``python -m tests.fuzz.builds sanitized --minutes 10``.

``interpreted``, ``compiled``, ``checked`` (kernels that check each index) or ``sanitized`` (kernels under
AddressSanitizer and UndefinedBehaviorSanitizer, gcc on Linux). The tree is copied to a folder (``--folder``, by
default one for each build in the system's temporary folder), built there and found there first; what follows the
build's name goes to ``python -m tests.fuzz``. A folder that is there is used again, and only what changed is built.
Kernels are built with what pyproject.toml asks for: ``pip install 'cython>=3.1,<4' 'setuptools>=77'``.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: Build -> LEXKIT_KERNELS of setup.py.
BUILDS = {"interpreted": "no", "compiled": "yes", "checked": "checked", "sanitized": "sanitized"}
#: What makes the package, and what the tests read beside it.
PACKAGE = ("compiler", "formats", "runtime", "lexicons")
COPIED = (*PACKAGE, "src", "tests", "setup.py", "pyproject.toml", "README.md", "LICENSE")


def prepare(build: str, folder: Path) -> dict[str, str]:
    """A copy of the tree, built; the environment in which python finds it before any that is installed."""
    kept = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=kept, dirs_exist_ok=True)
        else:
            shutil.copy2(ROOT / name, folder / name)
    package = folder / "package" / "lexkit"
    package.mkdir(parents=True, exist_ok=True)
    parts = [*(folder / "src" / "lexkit").iterdir(), *(folder / name for name in PACKAGE)]
    for part in parts:
        if not (package / part.name).exists():
            (package / part.name).symlink_to(part)
    environment = {**os.environ, "LEXKIT_KERNELS": BUILDS[build]}
    if build == "interpreted":
        for kernel in folder.rglob("*.so"):
            kernel.unlink()
    else:
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        subprocess.run(command, cwd=folder, env=environment, check=True)
    environment["PYTHONPATH"] = str(package.parent)
    if build == "sanitized":
        library = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
        environment["LD_PRELOAD"] = library.stdout.strip()
        # Python keeps what it has until it ends, which is no leak; freed memory must not be handed out again.
        environment["ASAN_OPTIONS"] = "detect_leaks=0:allocator_may_return_null=1"
        environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"
        environment["PYTHONMALLOC"] = "malloc"
    return environment


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in BUILDS:
        print(f"{__doc__}\nbuilds: {', '.join(BUILDS)}", file=sys.stderr)
        return 2
    build, *rest = arguments
    missing = [name for name in ("Cython", "setuptools") if importlib.util.find_spec(name) is None]
    if missing and build != "interpreted":
        print(f"{' and '.join(missing)} missing: pip install 'cython>=3.1,<4' 'setuptools>=77'", file=sys.stderr)
        return 2
    folder = Path(tempfile.gettempdir()) / f"lexkit-{build}"
    if rest[:1] == ["--folder"]:
        folder, rest = Path(rest[1]), rest[2:]
    environment = prepare(build, folder)
    expected = "interpreted" if build == "interpreted" else "compiled"
    command = [sys.executable, "-m", "tests.fuzz", "--expect", expected, "--build", build, *rest]
    return subprocess.run(command, cwd=folder, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
