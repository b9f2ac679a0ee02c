"""The tests that mirror changed files: ``python -m tests.mirrored [COMMIT]`` prints them, for ``nox -s quick``."""

import subprocess
import sys
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent
#: Folders whose tests are not in a folder of the same name, or of the name below ``runtime/``.
ELSEWHERE = {
    "src/lexkit": "packaging",
    "runtime/lexicon": "runtime",
    "lexicons": "formats",
    "docs": "packaging",
}


def changed_files(since: str) -> list[str]:
    """The files that differ from a commit, and those that git does not know yet."""
    asked = (["diff", "--name-only", since], ["ls-files", "--others", "--exclude-standard"])
    done = [subprocess.run(["git", *one], cwd=ROOT, capture_output=True, text=True, check=True) for one in asked]
    return [name for one in done for name in one.stdout.splitlines()]


def mirror(name: str) -> str | None:
    """The tests of a file, a file or a folder; None if all tests or none are its tests."""
    path = PurePosixPath(name)
    if path.suffix == ".md":
        return "tests/packaging/test_docs.py"
    if path.parts[0] == "tests":
        folder = ROOT / path.parent
        inside = path.name if path.name.startswith("test_") else ""
        return None if folder == ROOT / "tests" else str((folder / inside).relative_to(ROOT))
    parent = path.parent.as_posix()
    parent = next((tests for source, tests in ELSEWHERE.items() if parent.startswith(source)), parent)
    if parent != "runtime":
        parent = parent.removeprefix("runtime/")
    folder = ROOT / "tests" / parent
    while not folder.is_dir():
        folder = folder.parent
    own = folder / f"test_{path.stem}.py"
    found = own if own.exists() else folder
    return None if found == ROOT / "tests" else str(found.relative_to(ROOT))


def main(arguments: list[str]) -> None:
    found = {tests for name in changed_files(*arguments or ["HEAD"]) if (tests := mirror(name)) is not None}
    print(*sorted(one for one in found if (ROOT / one).exists()), sep="\n")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
